/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the places in a definition that name others: classes of parts, bases, types,
 * and in expressions functions, redeclared components and cases of enumerations. The
 * longest beginning of a dotted name counts that the library knows. What is named is
 * followed, each definition once; writing replaces the names in its bytes, so that all
 * else of its text stays. Linear in these texts. */
#include "doc/structure/carry.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"
#include "doc/error.h"
#include "lang/walk.h"
#include "lib/constant.h"
#include "lib/offer/icon.h"

struct DocCarry {
  const LibIndex *index;
  DocCarries carries;
  const void *data;
  GPtrArray *entries; /* LibEntry */
  GPtrArray *names;   /* char * */
};

DocCarry *
doc_carry_new (const LibIndex *index, DocCarries carries, const void *data)
{
  DocCarry *carry = g_new (DocCarry, 1);

  *carry = (DocCarry){index, carries, data, g_ptr_array_new (),
                      g_ptr_array_new_with_free_func (g_free)};
  return carry;
}

void
doc_carry_free (DocCarry *carry)
{
  g_ptr_array_unref (carry->entries);
  g_ptr_array_unref (carry->names);
  g_free (carry);
}

/* ---- what a definition names ---- */

/* Where it does so; what that is, and how it was asked for. */
typedef struct {
  BaseSpan span;
  const LibEntry *entry;
  LibWant want;
} Mention;

typedef struct {
  const LibIndex *index;
  const LibEntry *of;
  GArray *mentions; /* Mention */
  GPtrArray *files; /* texts of the definition that are names of files beside it */
  BaseSpan seen;    /* the dotted name that was looked up last */
  const LangExpr *callee;
} Search;

static void
note (Search *search, BaseSpan span, const char *name, LibWant want)
{
  const LibEntry *entry =
      lib_index_find (search->index, search->of->namespace, name, want);
  const Mention mention = {span, entry, want};

  if (entry != NULL)
    g_array_append_val (search->mentions, mention);
}

static void
note_name (Search *search, const LangName *name, LibWant want)
{
  if (name->n > 0)
    note (search, name->span, name->text, want);
}

static bool
is_declared (const LangClass *class, const char *name)
{
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->name == name)
      return true;
  return false;
}

/* The longest beginning of a dotted name that means a definition. */
static void
note_beginning (Search *search, const LangExpr *expr, LibWant want)
{
  const guint before = search->mentions->len;
  const char *parts[LIB_DEEPEST_NAME];
  uint32_t n = lib_constant_name_parts (expr, parts, LIB_DEEPEST_NAME);

  if (n == 0 || is_declared (search->of->class, parts[0]))
    return;
  search->seen = expr->span;
  for (; n > 0 && search->mentions->len == before; n--, expr = expr->args[0]) {
    g_autoptr (GString) name = g_string_new (parts[0]);

    for (uint32_t i = 1; i < n; i++)
      g_string_append_printf (name, ".%s", parts[i]);
    note (search, expr->span, name->str, want);
    if (n == 1)
      break;
  }
}

static bool
is_within (BaseSpan span, BaseSpan outer)
{
  return span.source == outer.source && span.begin >= outer.begin &&
         span.end <= outer.end;
}

static void
note_file (Search *search, const char *text)
{
  const char *path = base_source_path (lang_file_source (search->of->file));
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *beside = g_build_filename (folder, text, NULL);

  if (*text != '\0' &&
      (g_path_is_absolute (text) || g_file_test (beside, G_FILE_TEST_IS_REGULAR)))
    g_ptr_array_add (search->files, (gpointer) text);
}

static void
visit (const LangExpr *expr, void *data)
{
  Search *search = data;

  if (expr->kind == LANG_CALL)
    search->callee = expr->args[0];
  if (expr->kind == LANG_STRING)
    note_file (search, expr->name);
  if ((expr->kind == LANG_NAME || expr->kind == LANG_MEMBER) &&
      !is_within (expr->span, search->seen))
    note_beginning (search, expr, expr == search->callee ? LIB_ANY : LIB_TYPES);
}

static void
search_decl (Search *search, const LangDecl *decl)
{
  note_name (search, &decl->type.name, LIB_TYPES);
  note_name (search, &decl->class_name, LIB_ANY);
  note_name (search, &decl->base_name, LIB_ANY);
}

static void
search_free (Search *search)
{
  g_array_unref (search->mentions);
  g_ptr_array_unref (search->files);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_free)

static Search
search_in (const LibIndex *index, const LibEntry *entry)
{
  const LangClass *class = entry->class;
  Search search = {
      index, entry, g_array_new (FALSE, FALSE, sizeof (Mention)), g_ptr_array_new (),
      {0},   NULL};

  note_name (&search, &class->alias.name, LIB_ANY);
  for (uint32_t i = 0; i < class->n_decls; i++)
    search_decl (&search, class->decls[i]);
  for (uint32_t i = 0; i < class->n_variants; i++)
    for (uint32_t k = 0; k < class->variants[i].n_fields; k++)
      search_decl (&search, class->variants[i].fields[k]);
  lang_walk_class (class, visit, &search);
  return search;
}

/* ---- what goes ---- */

uint32_t
doc_carry_find (const DocCarry *carry, const LibEntry *entry)
{
  guint i;

  return g_ptr_array_find (carry->entries, entry, &i) ? i : UINT32_MAX;
}

void
doc_carry_take_needs (DocCarry *carry, const LibEntry *entry)
{
  g_auto (Search) search = search_in (carry->index, entry);

  for (guint i = 0; i < search.mentions->len; i++) {
    const LibEntry *needed = g_array_index (search.mentions, Mention, i).entry;

    if (carry->carries (needed, carry->data) &&
        doc_carry_find (carry, needed) == UINT32_MAX) {
      g_ptr_array_add (carry->entries, (gpointer) needed);
      g_ptr_array_add (carry->names, g_strdup (needed->class->name));
      doc_carry_take_needs (carry, needed);
    }
  }
}

void
doc_carry_take (DocCarry *carry, const LibEntry *entry)
{
  g_ptr_array_add (carry->entries, (gpointer) entry);
  g_ptr_array_add (carry->names, g_strdup (entry->class->name));
  doc_carry_take_needs (carry, entry);
}

uint32_t
doc_carry_n (const DocCarry *carry)
{
  return carry->entries->len;
}

const LibEntry *
doc_carry_entry (const DocCarry *carry, uint32_t i)
{
  return carry->entries->pdata[i];
}

void
doc_carry_set_name (DocCarry *carry, uint32_t i, const char *name)
{
  char *copy = g_strdup (name);

  g_free (carry->names->pdata[i]);
  carry->names->pdata[i] = copy;
}

const char *
doc_carry_name (const DocCarry *carry, uint32_t i)
{
  return carry->names->pdata[i];
}

void
doc_carry_mentions (const DocCarry *carry,
                    const LibEntry *entry,
                    DocCarryFound found,
                    void *data)
{
  g_auto (Search) search = search_in (carry->index, entry);

  for (guint i = 0; i < search.mentions->len; i++) {
    const Mention *mention = &g_array_index (search.mentions, Mention, i);
    const uint32_t of = doc_carry_find (carry, mention->entry);

    if (of != UINT32_MAX)
      found (data, mention->span, of);
  }
}

/* ---- its text ---- */

/* Another name at a place of the file. */
typedef struct {
  BaseSpan span;
  const char *name;
} Other;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Other *x = a, *y = b;

  return (x->span.begin > y->span.begin) - (x->span.begin < y->span.begin);
}

/* What a definition is called where another one goes; NULL: as it is written, and
 * *is_hidden if there is no name for it. */
static const char *
name_there (const DocCarry *carry,
            const Mention *mention,
            const LibIndex *there,
            const char *within,
            bool *is_hidden)
{
  const uint32_t i = doc_carry_find (carry, mention->entry);
  g_autofree char *written =
      g_strndup (base_source_text (mention->span.source) + mention->span.begin,
                 mention->span.end - mention->span.begin);

  if (i != UINT32_MAX)
    return doc_carry_name (carry, i);
  if (lib_index_find (there, within, written, mention->want) == mention->entry)
    return NULL;
  *is_hidden = lib_index_find (there, within, mention->entry->name, mention->want) !=
               mention->entry;
  return mention->entry->name;
}

/* From its documentation to its end, with other names. */
static char *
write_text (const LibEntry *entry, GArray *others)
{
  const char *text = base_source_text (lang_file_source (entry->file));
  const uint32_t end = lang_file_span (entry->file, entry->class->end_keyword).end;
  uint32_t at = lang_file_span (entry->file, entry->class->doc_span).begin;
  GString *out = g_string_new (NULL);

  g_array_sort (others, compare_places);
  for (guint i = 0; i < others->len; i++) {
    const Other *other = &g_array_index (others, Other, i);

    g_string_append_len (out, text + at, other->span.begin - at);
    g_string_append (out, other->name);
    at = other->span.end;
  }
  g_string_append_len (out, text + at, end - at);
  return g_string_free (out, FALSE);
}

char *
doc_carry_text (const DocCarry *carry,
                uint32_t i,
                const LibIndex *there,
                const char *within,
                GError **error)
{
  const LibEntry *entry = doc_carry_entry (carry, i);
  g_auto (Search) search = search_in (carry->index, entry);
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (Other));
  const Other own = {lang_file_span (entry->file, entry->class->name_span),
                     doc_carry_name (carry, i)};

  /* What cannot go; then its own name, and those of what it names. */
  if (entry->class->is_broken) {
    doc_error_refuse (error, "%s has errors; mend them first", entry->class->name);
    return NULL;
  }
  if (search.files->len > 0) {
    doc_error_refuse (error, "%s reads the file %s, which does not go along",
                      entry->class->name, (const char *) search.files->pdata[0]);
    return NULL;
  }
  g_array_append_val (others, own);
  for (guint k = 0; k < search.mentions->len; k++) {
    const Mention *mention = &g_array_index (search.mentions, Mention, k);
    bool is_hidden = false;
    const Other other = {lang_file_span (entry->file, mention->span),
                         name_there (carry, mention, there, within, &is_hidden)};

    if (is_hidden) {
      doc_error_refuse (error, "%s needs %s, which would not be found there",
                        entry->class->name, mention->entry->name);
      return NULL;
    }
    if (other.name != NULL)
      g_array_append_val (others, other);
  }
  return write_text (entry, others);
}

/* ---- files that go along ---- */

bool
doc_carry_icon (const LibEntry *entry, const char *path, GError **error)
{
  const char *name = lib_icon_beside (entry->class);

  if (name == NULL)
    return true;
  g_autofree char *from =
      lib_icon_path (base_source_path (lang_file_source (entry->file)), name);
  g_autofree char *to = lib_icon_path (path, name);
  g_autofree char *folder = g_path_get_dirname (to);
  size_t length, n_there;
  g_autofree char *svg = base_file_read_bytes (from, LIB_ICON_MOST, &length, NULL);
  g_autofree char *there = base_file_read_bytes (to, LIB_ICON_MOST, &n_there, NULL);

  if (svg == NULL) /* drawn without it here, too */
    return true;
  if (there != NULL && (n_there != length || memcmp (there, svg, length) != 0))
    return doc_error_refuse (error, "There is another picture of the name %s", name);
  g_mkdir_with_parents (folder, 0777); /* the next line tells why it cannot be */
  return there != NULL || (base_file_check_target (to, error) &&
                           base_writer_save (to, svg, length, error));
}
