/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which names there can be, and renaming with everything that refers to the old name:
 * an element of the component (name/follow.c), or a definition with its uses in the
 * others and the analyses named after it. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/edit/step.h"
#include "doc/error.h"
#include "doc/name/follow.h"
#include "lang/parse.h"
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

/* ---- elements ---- */

typedef struct {
  DocPatch *patch;
  const char *name;
} Renaming;

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

/* What the component declares under that name, or NULL. */
static const LangDecl *
find_decl (const DocModel *doc, const char *name)
{
  const char *interned = base_name (name);

  for (uint32_t i = 0; doc->class != NULL && i < doc->class->n_decls; i++)
    if (doc->class->decls[i]->name == interned)
      return doc->class->decls[i];
  return NULL;
}

/* Why it cannot be called that. */
static bool
check_name (const DocModel *doc, const char *name, const GArray *uses, GError **error)
{
  if (!doc_name_is_valid (name))
    return doc_error_refuse (error,
                             "“%s” cannot be a name: letters, digits and _ only, no "
                             "reserved word, not a digit first",
                             name);
  if (!doc_name_is_free (doc, name))
    return doc_error_refuse (error, "There is a %s already", name);
  return !doc_follow_is_shadowed (doc->class, name, uses) ||
         doc_error_refuse (error, "A loop over %s uses it already", name);
}

static void
replace_name (void *data, BaseSpan span)
{
  const Renaming *renaming = data;

  doc_patch_replace (renaming->patch, span, renaming->name);
}

bool
doc_rename (DocModel *doc, const char *item, const char *name, GError **error)
{
  const LangDecl *decl = find_decl (doc, item);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (BaseSpan));

  if (decl == NULL || strcmp (item, name) == 0)
    return false;
  doc_follow_references (doc->class, decl->name, spans);
  if (!check_name (doc, name, spans, error))
    return false;
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  /* Declaration and references, then what names it elsewhere and in metadata. */
  Renaming renaming = {patch, name};
  doc_patch_replace (patch, decl->name_span, name);
  for (guint i = 0; i < spans->len; i++)
    doc_patch_replace (patch, g_array_index (spans, BaseSpan, i), name);
  doc_follow_outside (doc, decl->name, replace_name, &renaming);
  rename_key (patch, doc, decl, name);
  doc_follow_in_metadata (patch, decl->name, name);
  return doc_apply (patch, "Rename %s", item);
}

/* ---- definitions ---- */

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
rename_runs (DocPatch *patch,
             const DocModel *doc,
             const LangClass *model,
             const char *name)
{
  g_autofree char *stem = g_strconcat (model->name, "Run", NULL);

  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *class = lang_file_class (doc->file, i);
    const size_t n = strlen (stem);

    if (class->kind != LANG_ANALYSIS || class->is_broken ||
        !g_str_has_prefix (class->name, stem) ||
        strspn (class->name + n, "0123456789") != strlen (class->name + n) ||
        !runs (doc, class, model))
      continue;
    g_autofree char *wanted =
        g_strconcat (name, class->name + n - strlen ("Run"), NULL);
    if (lang_file_find (doc->file, wanted) == NULL)
      rename_class (patch, doc, class, wanted);
  }
}

/* A component of the file. */
static bool
rename_component (DocModel *doc,
                  const LangClass *class,
                  const char *name,
                  GError **error)
{
  if (class != NULL && strcmp (class->name, name) == 0)
    return false;
  if (!doc_name_is_valid (name))
    return doc_error_refuse (error, "“%s” cannot be a name: letters, digits and _ only",
                             name);
  if (lang_file_find (doc->file, name) != NULL)
    return doc_error_refuse (error, "There is a %s in this file already", name);
  DocPatch *patch = doc_patch_new_in (doc, class, error);
  if (patch == NULL)
    return false;
  rename_class (patch, doc, class, name);
  rename_runs (patch, doc, class, name);
  g_autofree char *label = g_strdup_printf (_ ("Rename %s"), class->name);
  doc_begin (doc, label);
  if (class == doc->root)
    doc->shown.root = base_name (name);
  doc_apply (patch, "%s", label);
  doc_end (doc);
  return true;
}

bool
doc_rename_model (DocModel *doc, const char *name, GError **error)
{
  return rename_component (doc, doc->class, name, error);
}

static bool
rename_root (DocModel *doc, const char *name, GError **error)
{
  return rename_component (doc, doc->root, name, error);
}

bool
doc_name_after (DocModel *doc, const char *path)
{
  g_autofree char *name = g_strdup (lib_folder_namespace (path));

  if (doc->root == NULL || strcmp (doc->root->name, DOC_UNNAMED) != 0)
    return false;
  if (!doc_name_is_valid (name)) { /* a word of the language */
    char *longer = g_strconcat (name, "_", NULL);

    g_free (name);
    name = longer;
  }
  if (!rename_root (doc, name, NULL))
    return false;
  if (doc->nesting == 0) {
    DocStep *step = doc->undo->pdata[doc->undo->len - 1];

    step->named_after = base_name (path);
    step->name_again = rename_root;
  }
  return true;
}
