/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One text of a diagram and of what it uses of the user's own libraries. These
 * definitions go behind those of the file, each under a name that means nothing there
 * yet, so that none hides another one or is taken for it. */
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/model-private.h"
#include "doc/structure/carry.h"

typedef struct {
  const DocModel *doc;
  const char *with_program; /* the folder of the libraries that come with it */
  DocCarry *carry;
  GString *text;
  uint32_t at; /* of the diagram's text: what is in `text` */
} Pack;

static bool
is_own (const LibEntry *entry, const void *data)
{
  const Pack *pack = data;

  return entry->file != pack->doc->file &&
         !base_file_is_below (base_source_path (lang_file_source (entry->file)),
                              pack->with_program);
}

/* ---- names ---- */

static bool
is_free (const Pack *pack, uint32_t of, const char *name)
{
  for (uint32_t i = 0; i < of; i++)
    if (strcmp (doc_carry_name (pack->carry, i), name) == 0)
      return false;
  return lib_index_find (pack->doc->index, pack->doc->namespace, name, LIB_ANY) == NULL;
}

static void
choose_names (Pack *pack)
{
  for (uint32_t i = 0; i < doc_carry_n (pack->carry); i++) {
    const char *own = doc_carry_entry (pack->carry, i)->class->name;
    g_autofree char *name = g_strdup (own);

    for (uint32_t k = 2; !is_free (pack, i, name); k++) {
      g_free (name);
      name = g_strdup_printf ("%s%u", own, k);
    }
    doc_carry_set_name (pack->carry, i, name);
  }
}

/* ---- text ---- */

static void
add_until (Pack *pack, uint32_t end)
{
  const char *text = doc_text (pack->doc, NULL);

  g_string_append_len (pack->text, text + pack->at, end - pack->at);
  pack->at = end;
}

typedef struct {
  BaseSpan span;
  uint32_t i;
} Place;

static void
note_place (void *places, BaseSpan span, uint32_t i)
{
  const Place place = {span, i};

  g_array_append_val ((GArray *) places, place);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

/* What a component of the file is, or NULL. */
static const LibEntry *
own_entry (const DocModel *doc, uint32_t i)
{
  return lib_index_of_class (doc->index, lang_file_class (doc->file, i));
}

/* The diagram's own text, with the new names. */
static void
write_diagram (Pack *pack)
{
  const LangFile *file = pack->doc->file;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  gsize length;

  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LibEntry *entry = own_entry (pack->doc, i);

    if (entry != NULL)
      doc_carry_mentions (pack->carry, entry, note_place, places);
  }
  /* Where they stand in the text, in its order; what is between them. */
  for (guint i = 0; i < places->len; i++) {
    Place *place = &g_array_index (places, Place, i);

    place->span = lang_file_span (file, place->span);
  }
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++) {
    const Place *place = &g_array_index (places, Place, i);

    add_until (pack, place->span.begin);
    g_string_append (pack->text, doc_carry_name (pack->carry, place->i));
    pack->at = place->span.end;
  }
  doc_text (pack->doc, &length);
  add_until (pack, (uint32_t) length);
}

static bool
write_carried (Pack *pack, GError **error)
{
  const DocModel *doc = pack->doc;

  for (uint32_t i = 0; i < doc_carry_n (pack->carry); i++) {
    g_autofree char *text =
        doc_carry_text (pack->carry, i, doc->index, doc->namespace, error);

    if (text == NULL)
      return false;
    while (pack->text->len > 0 &&
           g_ascii_isspace (pack->text->str[pack->text->len - 1]))
      g_string_truncate (pack->text, pack->text->len - 1);
    g_string_append_printf (pack->text, "\n\n%s\n", text);
  }
  return true;
}

static void
take_needs (Pack *pack, DocCarry *carry)
{
  pack->carry = carry;
  for (uint32_t i = 0; i < lang_file_n_classes (pack->doc->file); i++) {
    const LibEntry *entry = own_entry (pack->doc, i);

    if (entry != NULL)
      doc_carry_take_needs (carry, entry);
  }
}

static char *
library_folder (void)
{
  g_autofree char *data = base_folder_data ();

  return g_build_filename (data, "library", NULL);
}

char *
doc_pack (const DocModel *doc, GError **error)
{
  g_autofree char *with_program = library_folder ();
  g_autoptr (GString) text = g_string_new (NULL);
  Pack pack = {doc, with_program, NULL, text, 0};
  g_autoptr (DocCarry) carry = doc_carry_new (doc->index, is_own, &pack);

  if (doc->ahead != NULL || !lang_file_is_sound (doc->file)) {
    doc_error_refuse (error, "The diagram has errors; mend them first");
    return NULL;
  }
  /* What goes along, under which names, and all of the text. */
  take_needs (&pack, carry);
  choose_names (&pack);
  write_diagram (&pack);
  return write_carried (&pack, error) ? g_string_free (g_steal_pointer (&text), FALSE)
                                      : NULL;
}

bool
doc_copy_icons (const DocModel *doc, const char *path, bool packs, GError **error)
{
  g_autofree char *with_program = library_folder ();
  Pack pack = {doc, with_program, NULL, NULL, 0};
  g_autoptr (DocCarry) carry = doc_carry_new (doc->index, is_own, &pack);

  for (uint32_t i = 0; doc->path != NULL && i < lang_file_n_classes (doc->file); i++) {
    const LibEntry *entry = own_entry (doc, i);

    if (entry != NULL && !doc_carry_icon (entry, path, error))
      return false;
  }
  if (packs)
    take_needs (&pack, carry);
  for (uint32_t i = 0; i < doc_carry_n (carry); i++)
    if (!doc_carry_icon (doc_carry_entry (carry, i), path, error))
      return false;
  return true;
}
