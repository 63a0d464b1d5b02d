/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Renaming with everything that refers to the old name: references in expressions,
 * which the tree tells by their places; modifiers and uses in the other definitions of
 * the file; keys of metadata and tests; analyses named after their model. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/edit/step.h"
#include "doc/error.h"
#include "lang/parse.h"
#include "lang/walk.h"
#include "lib/folder.h"

bool
doc_name_is_valid (const char *name)
{
  static const char *const BUILTIN[] = {"time", "pi", "π", "Inf", "missing", "initial"};
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("name", name, strlen (name));
  const LangExpr *expr = lang_parse_expression (arena, source, diags);

  for (uint32_t i = 0; i < G_N_ELEMENTS (BUILTIN); i++)
    if (strcmp (name, BUILTIN[i]) == 0)
      return false;
  return expr != NULL && expr->kind == LANG_NAME && !expr->in_parens &&
         expr->span.begin == 0 && expr->span.end == strlen (name);
}

bool
doc_name_is_free (const DocModel *doc, const char *name)
{
  const char *interned = base_name (name);

  /* An instance, or something else. */
  if (doc_find_item (doc, interned) != UINT32_MAX)
    return false;
  for (uint32_t i = 0; doc->class->n_decls > doc->n_items && i < doc->class->n_decls;
       i++)
    if (doc->class->decls[i]->name == interned)
      return false;
  return doc_name_is_valid (name);
}

/* ---- references ---- */

typedef struct {
  const char *name;
  const LangExpr *callee; /* the name of a function is no reference */
  GArray *spans;
} Search;

static void
visit (const LangExpr *expr, void *data)
{
  Search *search = data;

  if (expr->kind == LANG_CALL)
    search->callee = expr->args[0];
  else if (expr->kind == LANG_NAME && expr->name == search->name &&
           expr != search->callee)
    g_array_append_val (search->spans, expr->name_span);
}

void
doc_find_references (const LangClass *class, const char *name, GArray *spans)
{
  Search search = {name, NULL, spans};

  lang_walk_class (class, visit, &search);
}

/* What the definitions of the file declare of a class of it: LangDecl. */
static GPtrArray *
uses_of (const DocModel *doc, const LangClass *class)
{
  GPtrArray *uses = g_ptr_array_new ();

  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *other = lang_file_class (doc->file, i);

    for (uint32_t k = 0; k < other->n_decls && !other->is_broken; k++)
      if (doc_means (doc, &other->decls[k]->class_name, class))
        g_ptr_array_add (uses, (gpointer) other->decls[k]);
  }
  return uses;
}

/* Modifiers of instances of this component that reach into the renamed one. */
static void
rename_in_modifiers (DocPatch *patch,
                     const DocModel *doc,
                     const char *old,
                     const char *name)
{
  g_autoptr (GPtrArray) uses = uses_of (doc, doc->class);

  for (guint i = 0; i < uses->len; i++) {
    const LangDecl *decl = uses->pdata[i];

    for (uint32_t m = 0; m < decl->n_mods; m++) {
      const LangName *target = &decl->mods[m]->target;
      BaseSpan first = target->span;

      first.end = first.begin + (uint32_t) strlen (target->parts[0]);
      if (target->parts[0] == old)
        doc_patch_replace (patch, first, name);
    }
  }
}

/* Whether a key of the tests names a variable of that instance. */
static bool
key_means (const char *key, const char *name)
{
  size_t length = strlen (name);

  return strncmp (key, name, length) == 0 &&
         (key[length] == '.' || key[length] == '\0');
}

static void
rename_in_tests (DocPatch *patch,
                 const LangJson *json,
                 const char *old,
                 const char *name)
{
  for (uint32_t i = 0; json != NULL && i < json->n; i++) {
    if (json->keys != NULL && key_means (json->keys[i], old)) {
      g_autofree char *key = g_strconcat (name, json->keys[i] + strlen (old), NULL);
      g_autofree char *quoted = lang_json_quote (key);

      doc_patch_replace (patch, json->key_spans[i], quoted);
    }
    rename_in_tests (patch, json->items[i], old, name);
  }
}

static void
rename_key (DocPatch *patch,
            const DocModel *doc,
            const LangDecl *decl,
            const char *name)
{
  const LangJson *links = lang_json_get (doc->class->metadata, "_links");

  if (decl->meta.key != decl->name || links == NULL ||
      links->kind != LANG_JSON_OBJECT || lang_json_get (links, name) != NULL ||
      doc_patch_is_shared (patch, &decl->meta))
    return;
  for (uint32_t i = 0; i < links->n; i++)
    if (strcmp (links->keys[i], decl->meta.key) == 0) {
      g_autofree char *quoted = lang_json_quote (name);
      g_autofree char *mark = g_strdup_printf ("{^%s}", name);

      doc_patch_replace (patch, links->key_spans[i], quoted);
      doc_patch_replace (patch, decl->meta.span, mark);
      return;
    }
}

bool
doc_rename (DocModel *doc, const char *item, const char *name, GError **error)
{
  uint32_t index = doc_find_item (doc, item);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (BaseSpan));

  if (index >= doc->n_items || strcmp (item, name) == 0)
    return false;
  if (!doc_name_is_valid (name))
    return doc_error_refuse (error,
                             "“%s” cannot be a name: letters, digits and _ only, no "
                             "reserved word, not a digit first",
                             name);
  if (!doc_name_is_free (doc, name))
    return doc_error_refuse (error, "There is a %s already", name);
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  /* Declaration and references, then what names it in metadata. */
  const LangDecl *decl = doc->items[index].decl;
  doc_find_references (doc->class, decl->name, spans);
  for (guint i = 0; i < spans->len; i++)
    doc_patch_replace (patch, g_array_index (spans, BaseSpan, i), name);
  doc_patch_replace (patch, decl->name_span, name);
  rename_key (patch, doc, decl, name);
  rename_in_modifiers (patch, doc, decl->name, name);
  rename_in_tests (patch, lang_json_find (doc->class->metadata, "Dyad/tests"),
                   decl->name, name);
  return doc_apply (patch, "Rename %s", item);
}

/* A definition of the file, and what refers to it there. */
static void
rename_class (DocPatch *patch,
              const DocModel *doc,
              const LangClass *class,
              const char *name)
{
  g_autoptr (GPtrArray) uses = uses_of (doc, class);

  doc_patch_replace (patch, class->name_span, name);
  for (guint i = 0; i < uses->len; i++) {
    BaseSpan last = ((const LangDecl *) uses->pdata[i])->class_name.span;

    last.begin = last.end - (uint32_t) strlen (class->name);
    doc_patch_replace (patch, last, name);
  }
}

static bool
runs (const DocModel *doc, const LangClass *analysis, const LangClass *class)
{
  for (uint32_t k = 0; k < analysis->n_decls; k++)
    if (doc_means (doc, &analysis->decls[k]->class_name, class))
      return true;
  return false;
}

/* Analyses that are called after the model they run, MRun or MRun2, go on being so. */
static void
rename_runs (DocPatch *patch, const DocModel *doc, const char *name)
{
  g_autofree char *stem = g_strconcat (doc->class->name, "Run", NULL);

  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *class = lang_file_class (doc->file, i);
    const size_t n = strlen (stem);

    if (class->kind != LANG_ANALYSIS || class->is_broken ||
        !g_str_has_prefix (class->name, stem) ||
        strspn (class->name + n, "0123456789") != strlen (class->name + n) ||
        !runs (doc, class, doc->class))
      continue;
    g_autofree char *wanted =
        g_strconcat (name, class->name + n - strlen ("Run"), NULL);
    if (lang_file_find (doc->file, wanted) == NULL)
      rename_class (patch, doc, class, wanted);
  }
}

bool
doc_rename_model (DocModel *doc, const char *name, GError **error)
{
  const LangClass *class = doc->class;

  if (class != NULL && strcmp (class->name, name) == 0)
    return false;
  if (!doc_name_is_valid (name))
    return doc_error_refuse (error, "“%s” cannot be a name: letters, digits and _ only",
                             name);
  if (lang_file_find (doc->file, name) != NULL)
    return doc_error_refuse (error, "There is a %s in this file already", name);
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  rename_class (patch, doc, class, name);
  rename_runs (patch, doc, name);
  g_autofree char *label = g_strdup_printf (_ ("Rename %s"), class->name);
  doc_begin (doc, label);
  doc->shown = base_name (name);
  doc_apply (patch, "%s", label);
  doc_end (doc);
  return true;
}

bool
doc_name_after (DocModel *doc, const char *path)
{
  g_autofree char *name = g_strdup (lib_folder_namespace (path));

  if (doc->class == NULL || strcmp (doc->class->name, DOC_UNNAMED) != 0)
    return false;
  if (!doc_name_is_valid (name)) { /* a word of the language */
    char *longer = g_strconcat (name, "_", NULL);

    g_free (name);
    name = longer;
  }
  if (!doc_rename_model (doc, name, NULL))
    return false;
  if (doc->nesting == 0) {
    DocStep *step = doc->undo->pdata[doc->undo->len - 1];

    step->named_after = base_name (path);
    step->name_again = doc_rename_model;
  }
  return true;
}
