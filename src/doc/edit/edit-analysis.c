/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saved experiment of the diagram: an analysis in its file that runs the component
 * over time, of which each setting is a modifier. */
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/view/modifier.h"
#include "lang/print.h"
#include "lib/model.h"

static const LangDecl *
find_base (const LangClass *class)
{
  for (uint32_t k = 0; k < class->n_decls; k++)
    if (class->decls[k]->kind == LANG_EXTENDS)
      return class->decls[k];
  return NULL;
}

/* The `extends` of the analysis in this file that runs the model over time. */
static const LangDecl *
find_analysis (const DocModel *doc)
{
  const LibEntry *model =
      doc->root == NULL ? NULL : lib_index_of_class (doc_index (doc), doc->root);
  LibRun run = LIB_NOT_RUN;
  const LibEntry *analysis =
      model == NULL ? NULL
                    : lib_model_analysis (doc_index (doc), doc->file, model, &run);

  return run == LIB_OVER_TIME && !analysis->class->is_broken
             ? find_base (analysis->class)
             : NULL;
}

static const char *const SETTINGS[] = {"stop", "reltol", "abstol", "saveat", "alg"};

static double
number_of (const LangDecl *base, uint32_t setting)
{
  return doc_modifier_number (doc_modifier_find (base, SETTINGS[setting]));
}

/* What is written for a setting, or NULL. Caller frees. */
static char *
text_of (const DocAnalysis *analysis, uint32_t setting)
{
  const double numbers[] = {analysis->stop, analysis->reltol, analysis->abstol,
                            analysis->saveat};
  const LangExpr alg = {.kind = LANG_STRING, .name = analysis->alg};
  char text[BASE_NUMBER_SIZE];

  if (setting < G_N_ELEMENTS (numbers))
    return isnan (numbers[setting])
               ? NULL
               : g_strdup (base_number_to_text (numbers[setting], text));
  if (alg.name == NULL)
    return NULL;
  GString *out = g_string_new (NULL);
  lang_print_expr (out, &alg);
  return g_string_free (out, FALSE);
}

/* All settings in parentheses. */
static char *
all_mods (const DocAnalysis *analysis)
{
  GString *out = g_string_new ("(");

  for (uint32_t i = 0; i < G_N_ELEMENTS (SETTINGS); i++) {
    g_autofree char *text = text_of (analysis, i);

    if (text != NULL)
      g_string_append_printf (out, "%s%s = %s", out->len > 1 ? ", " : "", SETTINGS[i],
                              text);
  }
  g_string_append_c (out, ')');
  return g_string_free (out, FALSE);
}

DocAnalysis
doc_get_analysis (const DocModel *doc)
{
  const LangDecl *base = find_analysis (doc);

  if (base == NULL)
    return (DocAnalysis){false, NAN, NAN, NAN, NAN, NULL};
  const LangExpr *alg = doc_modifier_find (base, "alg");
  return (DocAnalysis){
      .exists = true,
      .stop = number_of (base, 0),
      .reltol = number_of (base, 1),
      .abstol = number_of (base, 2),
      .saveat = number_of (base, 3),
      .alg = alg != NULL && alg->kind == LANG_STRING ? base_name (alg->name) : NULL,
  };
}

/* A new analysis at the end of the file. */
static void
add_analysis (DocPatch *patch, const DocModel *doc, const char *mods)
{
  const char *model = doc->root->name;
  gsize length;
  const char *text = doc_text (doc, &length);
  g_autofree char *name = g_strconcat (model, "Run", NULL);
  g_autoptr (GString) block = g_string_new (NULL);

  for (uint32_t i = 2; lang_file_find (doc->file, name) != NULL; i++) {
    g_free (name);
    name = g_strdup_printf ("%sRun%u", model, i);
  }
  g_string_printf (
      block, "%s\nanalysis %s\n  extends TransientAnalysis%s\n  model = %s()\nend\n",
      length > 0 && text[length - 1] != '\n' ? "\n" : "", name, mods, model);
  if (strstr (text, "\r\n") != NULL)
    g_string_replace (block, "\n", "\r\n", 0);
  doc_patch_insert (patch, (uint32_t) length, block->str);
}

bool
doc_set_analysis (DocModel *doc, const DocAnalysis *analysis, GError **error)
{
  const LangDecl *base = find_analysis (doc);
  const DocAnalysis before = doc_get_analysis (doc);
  DocPatch *patch = doc_patch_new_in (doc, doc->root, error);

  if (patch == NULL)
    return false;
  g_autofree char *mods = all_mods (analysis);
  if (base == NULL)
    add_analysis (patch, doc, mods);
  else if (base->n_mods == 0)
    doc_patch_replace (patch, base->mods_span, mods);
  else
    for (uint32_t i = 0; i < G_N_ELEMENTS (SETTINGS); i++) {
      g_autofree char *old = text_of (&before, i), *new = text_of (analysis, i);

      if (g_strcmp0 (old, new) != 0)
        doc_patch_set_modifier (patch, base, SETTINGS[i], new);
    }
  return doc_apply (patch, "Set experiment");
}
