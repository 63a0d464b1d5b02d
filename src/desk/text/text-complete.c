/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in front of a name tells what it can be: behind a dot a member, in the
 * parentheses of a part its parameters, behind `=` a component or a value. All that can
 * be is collected and then sorted by how it fits what was typed; of equals the one that
 * was collected first comes first. */
#include "desk/text/text-complete.h"

#include <string.h>

#include "base/function.h"
#include "base/name.h"
#include "desk/describe.h"
#include "desk/text/text-place.h"
#include "desk/text/text-scope.h"
#include "desk/tool/offer.h"

typedef struct {
  DeskStudio *studio;
  DeskTextPlace place;
  DeskTextScope scope;
  GPtrArray *found;
} Search;

static void
completion_free (gpointer data)
{
  DeskCompletion *completion = data;

  g_free (completion->text);
  g_free (completion->detail);
  g_free (completion);
}

/* ---- what fits ---- */

/* 4 for what begins with what was typed, less for worse, -1 for what does not fit. */
static int
fit (const char *label, const char *typed)
{
  const size_t n = strlen (typed);
  int best = -1;

  if (strncmp (label, typed, n) == 0)
    return 4;
  if (g_ascii_strncasecmp (label, typed, n) == 0)
    return 3;
  for (const char *at = label + 1; *at != '\0' && best < 2; at++)
    if (g_ascii_strncasecmp (at, typed, n) == 0)
      best = MAX (best, g_ascii_isupper (*at) || at[-1] == '_' ? 2 : 1);
  return n > 1 ? best : -1; /* a single letter is in every name */
}

/* These take `text` and `detail`. */
static void
add_any (Search *s, const char *label, char *text, char *detail)
{
  DeskCompletion *completion = g_new (DeskCompletion, 1);

  *completion = (DeskCompletion){label, text, detail};
  g_ptr_array_add (s->found, completion);
}

static void
add (Search *s, const char *label, char *text, char *detail)
{
  if (fit (label, s->place.typed) >= 0) {
    add_any (s, label, text, detail);
  } else {
    g_free (text);
    g_free (detail);
  }
}

static int
by_fit (gconstpointer a, gconstpointer b, gpointer typed)
{
  const DeskCompletion *x = *(DeskCompletion *const *) a;
  const DeskCompletion *y = *(DeskCompletion *const *) b;

  return fit (y->label, typed) - fit (x->label, typed);
}

static GPtrArray *
sorted (Search *s)
{
  g_ptr_array_sort_with_data (s->found, by_fit, (gpointer) s->place.typed);
  return g_steal_pointer (&s->found);
}

/* ---- members ---- */

/* "Mass (kg)" */
static char *
describe_member (const LibMember *member)
{
  g_autofree char *doc =
      desk_describe_doc (member->decl != NULL ? member->decl->doc : NULL);
  const char *units = member->type != NULL ? member->type->units : "";
  const char *class = member->entry != NULL ? member->entry->class->name : "";

  if (*doc == '\0')
    return g_strdup (*units != '\0' ? units : class);
  return *units != '\0' ? g_strdup_printf ("%s (%s)", doc, units)
                        : g_steal_pointer (&doc);
}

/* Those that are parts and ports, or all. */
static void
add_members (Search *s, const LibClass *class, bool are_parts)
{
  for (uint32_t i = 0; class != NULL && i < class->n_members; i++) {
    const LibMember *member = &class->members[i];
    const bool is_part = member->entry != NULL && member->type == NULL;

    if (*member->name != '\0' && (is_part || !are_parts))
      add (s, member->name, g_strdup (member->name), describe_member (member));
  }
}

/* Those that a part can be given, in the order of the inspector. */
static void
add_parameters (Search *s, const LibEntry *part)
{
  const LibCard *card =
      lib_card (s->scope.arena, s->scope.index, part, NULL, s->scope.from);

  for (uint32_t i = 0; card != NULL && i < card->n_params; i++) {
    const LibParam *param = &card->params[i];

    if (param->of_case == NULL && !param->is_final)
      add (s, param->name, g_strconcat (param->name, " = ", NULL),
           desk_describe_param (param));
  }
}

/* ---- definitions ---- */

/* The next part of the names that begin with a path, each once: they are sorted. */
static void
add_below (Search *s, const char *path)
{
  g_autofree char *prefix = g_strconcat (path, ".", NULL);
  const size_t n = strlen (prefix);
  const char *last = NULL;

  for (uint32_t i = 0; i < lib_index_n_entries (s->scope.index); i++) {
    const LibEntry *entry = lib_index_entry (s->scope.index, i);

    if (strncmp (entry->name, prefix, n) != 0)
      continue;
    const char *name = base_name_n (entry->name + n, strcspn (entry->name + n, "."));
    if (name != last)
      add (s, name, g_strdup (name),
           entry->name[n + strlen (name)] == '\0'
               ? desk_describe_doc (entry->class->doc)
               : g_strdup (""));
    last = name;
  }
}

static void
add_types (Search *s)
{
  static const char *const BUILTIN[] = {"Real", "Integer", "Boolean", "String"};

  for (guint i = 0; i < G_N_ELEMENTS (BUILTIN); i++)
    add (s, base_name (BUILTIN[i]), g_strdup (BUILTIN[i]), g_strdup (""));
  for (uint32_t i = 0; i < lib_index_n_entries (s->scope.index); i++) {
    const LibEntry *entry = lib_index_entry (s->scope.index, i);

    if (entry->class->kind == LANG_TYPE || entry->class->kind == LANG_ENUM ||
        entry->class->kind == LANG_STRUCT)
      add (s, entry->class->name,
           g_strdup (lib_index_short_name (entry, s->scope.from)),
           desk_describe_doc (entry->class->doc));
  }
}

/* Those of this file before those of libraries; of these the ones that the canvas would
 * offer for what was typed, which may be another word for them. */
static void
add_components (Search *s, DeskCatalogue *catalogue)
{
  const LangFile *file = doc_file (s->studio->document->doc);

  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LangClass *class = lang_file_class (file, i);

    if (class->kind == LANG_COMPONENT && !class->is_partial &&
        (s->scope.class == NULL || class != s->scope.class->entry->class))
      add (s, class->name, g_strconcat (class->name, "(", NULL),
           desk_describe_doc (class->doc));
  }
  g_autoptr (GListModel) offered =
      desk_offer_search (s->studio, catalogue, s->place.typed);
  for (guint i = 0; i < g_list_model_get_n_items (offered); i++) {
    g_autoptr (DeskComponent) component = g_list_model_get_item (offered, i);
    const LibCard *card = desk_catalogue_component_card (component);
    g_autofree char *doc = desk_describe_doc (card->doc);

    add_any (s, card->entry->class->name,
             g_strconcat (lib_index_short_name (card->entry, s->scope.from), "(", NULL),
             g_strdup_printf ("%s · %s", card->library, doc));
  }
}

/* ---- words ---- */

static void
add_words (Search *s, const char *const *words)
{
  for (; *words != NULL; words++)
    add (s, base_name (*words), g_strdup (*words), g_strdup (""));
}

static void
add_functions (Search *s)
{
#define NAME(name, text, ...) text,
  static const char *const FUNCTIONS[] = {BASE_FUNCTIONS (NAME) "der", "time", "true",
                                          "false", NULL};
#undef NAME

  for (guint i = 0; FUNCTIONS[i] != NULL; i++)
    add (s, base_name (FUNCTIONS[i]), g_strdup (FUNCTIONS[i]), g_strdup (""));
}

static void
add_value (Search *s)
{
  add_members (s, s->scope.class, false);
  if (*s->place.typed != '\0')
    add_functions (s);
}

/* ---- all together ---- */

static void
collect (Search *s, DeskCatalogue *catalogue)
{
  static const char *const WORDS[] = {
      "parameter",       "variable", "relations", "connect(",
      "initial",         "extends ", "if ",       "for ",
      "when ",           "switch ",  "end",       "structural parameter",
      "final parameter", "metadata", "assert(",   NULL};
  const DeskTextPlace *place = &s->place;
  const bool is_in_parens = place->around == LANG_TOKEN_LPAREN;
  LibClass *holder;

  /* Behind a dot, behind a word or sign that tells, in parentheses, and else. */
  if (*place->path != '\0') {
    holder = desk_text_scope_class (&s->scope, place->path);
    if (holder != NULL)
      add_members (s, holder, false);
    else
      add_below (s, place->path);
  } else if (place->before == LANG_TOKEN_DOUBLE_COLON) {
    add_types (s);
  } else if (place->before == LANG_TOKEN_EXTENDS) {
    add_components (s, catalogue);
  } else if (is_in_parens && g_str_equal (place->opener, "connect")) {
    add_members (s, s->scope.class, true);
  } else if (is_in_parens &&
             (place->before == LANG_TOKEN_LPAREN ||
              place->before == LANG_TOKEN_COMMA) &&
             (holder = desk_text_scope_named (&s->scope, place->opener)) != NULL) {
    add_parameters (s, holder->entry);
  } else if (place->is_first) {
    add_members (s, s->scope.class, false);
    add_words (s, WORDS);
  } else if (place->before != LANG_TOKEN_EOF || *place->typed != '\0') {
    add_value (s);
    if (place->around == LANG_TOKEN_EOF && place->before == LANG_TOKEN_ASSIGN)
      add_components (s, catalogue);
  }
}

GPtrArray *
desk_text_complete (DeskStudio *studio,
                    DeskCatalogue *catalogue,
                    uint32_t at,
                    uint32_t *begin)
{
  const DocModel *doc = studio->document->doc;
  Search s = {.studio = studio,
              .found = g_ptr_array_new_with_free_func (completion_free)};

  *begin = at;
  if (!desk_text_place_read (doc_text (doc, NULL), at, &s.place))
    return s.found;
  *begin = s.place.begin;
  desk_text_scope_init (&s.scope, doc, at);
  collect (&s, catalogue);
  desk_text_scope_clear (&s.scope);
  return sorted (&s);
}
