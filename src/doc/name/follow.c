/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What refers to an element of a component, to go with it when it is renamed: names in
 * its expressions, but for those that a loop has for itself; paths that lead into it
 * from the other definitions of the file, through instances and inheritance, as
 * expressions and as targets of modifiers; names in the metadata. Linear in the file.
 */
#include "doc/name/follow.h"

#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "lang/walk.h"

enum { MOST_BASES = 32 }; /* inheritance */

/* ---- references in a definition ---- */

typedef struct {
  const char *name;
  const LangExpr *callee; /* the name of a function is no reference */
  GArray *spans;
  GArray *shadows; /* BaseSpan: where a loop's own name is meant */
} Search;

static void
shade (Search *search, BaseSpan span)
{
  g_array_append_val (search->shadows, span);
}

static void
visit (const LangExpr *expr, void *data)
{
  Search *search = data;

  if (expr->kind == LANG_CALL)
    search->callee = expr->args[0];
  else if (expr->kind == LANG_FOR && expr->name == search->name)
    shade (search, expr->args[0]->span);
  else if (expr->kind == LANG_NAME && expr->name == search->name &&
           expr != search->callee)
    g_array_append_val (search->spans, expr->name_span);
}

static void
shade_loops (Search *search, const LangRelation *const *relations, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t b = 0; b < relations[i]->n_branches; b++) {
      const LangBranch *branch = &relations[i]->branches[b];

      for (uint32_t k = 0; k < branch->n; k++)
        if (relations[i]->kind == LANG_FOR_REL && relations[i]->name == search->name)
          shade (search, branch->relations[k]->span);
      shade_loops (search, branch->relations, branch->n);
    }
}

static void
shade_arrays (Search *search, const LangClass *class)
{
  for (uint32_t i = 0; i < class->n_decls; i++)
    for (uint32_t k = 0; k < class->decls[i]->n_for; k++)
      if (class->decls[i]->for_names[k] == search->name)
        shade (search, class->decls[i]->mods_span);
}

static bool
is_within (BaseSpan span, const GArray *areas)
{
  for (guint i = 0; i < areas->len; i++) {
    const BaseSpan area = g_array_index (areas, BaseSpan, i);

    if (area.source == span.source && area.begin <= span.begin && span.end <= area.end)
      return true;
  }
  return false;
}

void
doc_follow_references (const LangClass *class, const char *name, GArray *spans)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (BaseSpan));
  g_autoptr (GArray) shadows = g_array_new (FALSE, FALSE, sizeof (BaseSpan));
  Search search = {name, NULL, all, shadows};

  lang_walk_class (class, visit, &search);
  shade_loops (&search, class->relations, class->n_relations);
  shade_arrays (&search, class);
  for (guint i = 0; i < all->len; i++)
    if (!is_within (g_array_index (all, BaseSpan, i), shadows))
      g_array_append_val (spans, g_array_index (all, BaseSpan, i));
}

bool
doc_follow_is_shadowed (const LangClass *class, const char *name, const GArray *spans)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (BaseSpan));
  g_autoptr (GArray) shadows = g_array_new (FALSE, FALSE, sizeof (BaseSpan));
  Search search = {base_name (name), NULL, all, shadows};

  lang_walk_class (class, visit, &search);
  shade_loops (&search, class->relations, class->n_relations);
  shade_arrays (&search, class);
  for (guint i = 0; i < spans->len; i++)
    if (is_within (g_array_index (spans, BaseSpan, i), shadows))
      return true;
  return false;
}

/* ---- paths ---- */

typedef struct {
  DocFound found;
  void *data;
  const DocModel *doc;
  const char *name;
  const LangClass *within; /* whose text is looked at */
} Follow;

/* The definition of the file that a name there means, or NULL. */
static const LangClass *
class_named (const DocModel *doc, const LangName *name)
{
  const LangClass *class =
      name->n > 0 ? lang_file_find (doc->file, name->parts[name->n - 1]) : NULL;

  return class != NULL && doc_means (doc, name, class) ? class : NULL;
}

/* A definition and those of the file that it extends, each once, whatever cycles there
 * are. */
typedef struct {
  const LangClass *classes[MOST_BASES];
  uint32_t n;
} Line;

static void
add_to_line (Line *line, const LangClass *class)
{
  for (uint32_t i = 0; i < line->n; i++)
    if (line->classes[i] == class)
      return;
  if (class != NULL && line->n < MOST_BASES)
    line->classes[line->n++] = class;
}

static void
find_line (const DocModel *doc, const LangClass *class, Line *line)
{
  line->n = 0;
  add_to_line (line, class);
  for (uint32_t k = 0; k < line->n; k++)
    for (uint32_t i = 0; i < line->classes[k]->n_decls; i++)
      if (line->classes[k]->decls[i]->kind == LANG_EXTENDS)
        add_to_line (line, class_named (doc, &line->classes[k]->decls[i]->class_name));
}

/* Of the part of that name in a definition, inherited ones included. */
static const LangClass *
class_of_part (const DocModel *doc, const LangClass *class, const char *name)
{
  Line line;

  find_line (doc, class, &line);
  for (uint32_t k = 0; k < line.n; k++)
    for (uint32_t i = 0; i < line.classes[k]->n_decls; i++) {
      const LangDecl *decl = line.classes[k]->decls[i];

      if (decl->name == name && decl->kind != LANG_EXTENDS)
        return class_named (doc, &decl->class_name);
    }
  return NULL;
}

/* Whether what `of` declares is declared in that definition, too. */
static bool
has_all (const DocModel *doc, const LangClass *of, const LangClass *class)
{
  Line line;

  find_line (doc, class, &line);
  for (uint32_t k = 0; k < line.n; k++)
    if (line.classes[k] == of)
      return true;
  return false;
}

/* What an expression is an instance of, or NULL. */
static const LangClass *
class_of (const Follow *follow, const LangExpr *expr)
{
  switch (expr->kind) {
  case LANG_NAME:
    return class_of_part (follow->doc, follow->within, expr->name);
  case LANG_MEMBER:
    return class_of_part (follow->doc, class_of (follow, expr->args[0]), expr->name);
  case LANG_INDEX:
    return class_of (follow, expr->args[0]);
  default:
    return NULL;
  }
}

/* Whether an expression there is that element of `of`. */
static bool
is_path_to (const Follow *follow, const LangClass *of, const LangExpr *expr)
{
  return expr->kind == LANG_MEMBER && expr->name == follow->name &&
         has_all (follow->doc, of, class_of (follow, expr->args[0]));
}

bool
doc_follow_leads_to (const DocModel *doc,
                     const LangClass *within,
                     const LangExpr *expr,
                     const LangClass *of,
                     const char *name)
{
  const Follow follow = {.doc = doc, .name = name, .within = within};

  return is_path_to (&follow, of, expr->kind == LANG_INDEX ? expr->args[0] : expr);
}

static void
visit_path (const LangExpr *expr, void *data)
{
  const Follow *follow = data;

  if (is_path_to (follow, follow->doc->class, expr))
    follow->found (follow->data, expr->name_span);
}

/* Modifiers of an instance of `class`. */
static void
find_targets (const Follow *follow,
              const LangClass *class,
              const LangMod *const *mods,
              uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    const LangName *target = &mods[i]->target;
    const LangClass *at = class;
    BaseSpan part = target->span;

    for (uint32_t k = 0; k < target->n; k++) {
      part.end = part.begin + (uint32_t) strlen (target->parts[k]);
      if (target->parts[k] == follow->name &&
          has_all (follow->doc, follow->doc->class, at))
        follow->found (follow->data, part);
      at = class_of_part (follow->doc, at, target->parts[k]);
      part.begin = part.end + 1;
    }
    find_targets (follow, at, mods[i]->mods, mods[i]->n_mods);
  }
}

/* In another definition of the file. */
static void
find_in (Follow *follow, const LangClass *class)
{
  g_autoptr (GArray) inherited = g_array_new (FALSE, FALSE, sizeof (BaseSpan));

  follow->within = class;
  if (has_all (follow->doc, follow->doc->class, class))
    doc_follow_references (class, follow->name, inherited);
  for (guint i = 0; i < inherited->len; i++)
    follow->found (follow->data, g_array_index (inherited, BaseSpan, i));
  lang_walk_class (class, visit_path, follow);
  for (uint32_t i = 0; i < class->n_decls; i++)
    find_targets (follow, class_named (follow->doc, &class->decls[i]->class_name),
                  class->decls[i]->mods, class->decls[i]->n_mods);
}

void
doc_follow_outside (const DocModel *doc, const char *name, DocFound found, void *data)
{
  Follow follow = {found, data, doc, name, NULL};

  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *class = lang_file_class (doc->file, i);

    if (class != doc->class && !class->is_broken)
      find_in (&follow, class);
  }
}

/* ---- metadata ---- */

typedef struct {
  DocPatch *patch;
  const DocModel *doc;
  const LangClass *within;
  const char *old;       /* interned */
  const char *subscript; /* "[1]" of "w[1]", which is meant, or "" */
  const char *name;
} Metadata;

static bool
is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (c & 0x80) != 0;
}

/* The same text with the new name in its paths, as they are read in a definition. An
 * index is passed over. */
static void
follow_paths (const Metadata *m, const char *text, size_t length, GString *out)
{
  const LangClass *at = m->within;

  for (size_t i = 0, n; i < length; i += n) {
    n = 1;
    if (text[i] == '[')
      n = MIN (strcspn (text + i, "]"), length - i);
    if (!is_letter (text[i]) || g_ascii_isdigit (text[i])) {
      g_string_append_len (out, text + i, n);
      continue;
    }
    while (i + n < length && is_letter (text[i + n]))
      n++;
    const char *word = base_name_n (text + i, n);
    if (i == 0 || text[i - 1] != '.')
      at = m->within;
    const bool is_meant = word == m->old && has_all (m->doc, m->doc->class, at) &&
                          g_str_has_prefix (text + i + n, m->subscript);
    g_string_append (out, is_meant ? m->name : word);
    n += is_meant ? strlen (m->subscript) : 0;
    at = class_of_part (m->doc, at, word);
  }
}

/* Those in "k = $(k)". */
static void
follow_patterns (const Metadata *m, const char *text, GString *out)
{
  for (const char *open = strstr (text, "$("); open != NULL;
       open = strstr (text, "$(")) {
    const size_t length = strcspn (open, ")");

    g_string_append_len (out, text, open - text);
    follow_paths (m, open, length, out);
    text = open + length;
  }
  g_string_append (out, text);
}

static void
follow_text (const Metadata *m, const char *text, BaseSpan span, bool is_pattern)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (is_pattern)
    follow_patterns (m, text, out);
  else
    follow_paths (m, text, strlen (text), out);
  g_autofree char *quoted = lang_json_quote (out->str);
  if (strcmp (out->str, text) != 0)
    doc_patch_replace (m->patch, span, quoted);
}

static bool
is_one_of (const char *const *words, const char *word)
{
  return word != NULL && g_strv_contains (words, word);
}

/* All texts and keys of a member of "Dyad" that hold names. */
static void
follow_json (const Metadata *m, const LangJson *json, const char *key)
{
  static const char *const WORDS[] = {"title", "color", "colour", "shape", NULL};
  static const char *const NAMED[] = {"with",  "given",   "params", "initial",
                                      "final", "signals", NULL};

  if (json->kind == LANG_JSON_STRING && !is_one_of (WORDS, key))
    follow_text (m, json->string, json->span, g_strcmp0 (key, "label") == 0);
  for (uint32_t i = 0; i < json->n; i++) {
    const char *below = json->kind == LANG_JSON_OBJECT ? json->keys[i] : key;

    if (json->kind == LANG_JSON_OBJECT && is_one_of (NAMED, key))
      follow_text (m, json->keys[i], json->key_spans[i], false);
    follow_json (m, json->items[i], below);
  }
}

void
doc_follow_in_metadata (DocPatch *patch, const char *old, const char *name)
{
  static const char *const MEMBERS[] = {"plots", "labels",  "motion", "law",
                                        "holds", "through", "tests"};
  const DocModel *doc = doc_patch_model (patch);
  const size_t n_old = strcspn (old, "[");

  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *class = lang_file_class (doc->file, i);
    const LangJson *ours = lang_json_get (class->metadata, "Dyad");
    const Metadata m = {patch, doc, class, base_name_n (old, n_old), old + n_old, name};

    for (uint32_t k = 0; !class->is_broken && k < G_N_ELEMENTS (MEMBERS); k++) {
      const LangJson *member = lang_json_get (ours, MEMBERS[k]);

      if (member != NULL)
        follow_json (&m, member, MEMBERS[k]);
    }
  }
}
