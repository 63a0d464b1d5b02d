/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saved experiment of the diagram. */
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

/* The `extends` of the analysis in this file that runs the component shown over time.
 */
static const LangDecl *
find_analysis (const DocModel *doc)
{
  const LibEntry *shown =
      doc->class == NULL ? NULL : lib_index_of_class (doc_index (doc), doc->class);
  LibRun run = LIB_NOT_RUN;
  const LibEntry *analysis =
      shown == NULL ? NULL
                    : lib_model_analysis (doc_index (doc), doc->file, shown, &run);

  return run == LIB_OVER_TIME && !analysis->class->is_broken
             ? find_base (analysis->class)
             : NULL;
}

static double
number_of (const LangDecl *base, const char *name)
{
  return doc_modifier_number (doc_modifier_find (base, name));
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
      .stop = number_of (base, "stop"),
      .reltol = number_of (base, "reltol"),
      .abstol = number_of (base, "abstol"),
      .saveat = number_of (base, "saveat"),
      .alg = alg != NULL && alg->kind == LANG_STRING ? base_name (alg->name) : NULL,
  };
}

static char *
quoted (const char *text)
{
  const LangExpr expr = {.kind = LANG_STRING, .name = text};
  GString *out = g_string_new (NULL);

  lang_print_expr (out, &expr);
  return g_string_free (out, FALSE);
}

static void
add_number (GString *out, const char *name, double value)
{
  char text[BASE_NUMBER_SIZE];

  if (!isnan (value))
    g_string_append_printf (out, "%s%s = %s", out->len > 0 ? ", " : "", name,
                            base_number_to_text (value, text));
}

static GString *
all_mods (const DocAnalysis *analysis)
{
  GString *mods = g_string_new (NULL);

  add_number (mods, "stop", analysis->stop);
  add_number (mods, "reltol", analysis->reltol);
  add_number (mods, "abstol", analysis->abstol);
  add_number (mods, "saveat", analysis->saveat);
  if (analysis->alg != NULL) {
    g_autofree char *alg = quoted (analysis->alg);

    g_string_append_printf (mods, "%salg = %s", mods->len > 0 ? ", " : "", alg);
  }
  return mods;
}

/* A new analysis at the end of the file. */
static void
add_analysis (DocPatch *patch, const DocModel *doc, const DocAnalysis *analysis)
{
  gsize length;
  const char *text = doc_text (doc, &length);
  g_autofree char *name = g_strdup_printf ("%sRun", doc->class->name);
  g_autoptr (GString) mods = all_mods (analysis);

  for (uint32_t i = 2; lang_file_find (doc->file, name) != NULL; i++) {
    g_free (name);
    name = g_strdup_printf ("%sRun%u", doc->class->name, i);
  }
  g_autofree char *block = g_strdup_printf (
      "%s\nanalysis %s\n  extends TransientAnalysis(%s)\n  model = %s()\nend\n",
      length > 0 && text[length - 1] != '\n' ? "\n" : "", name, mods->str,
      doc->class->name);
  if (strstr (text, "\r\n") != NULL) {
    g_auto (GStrv) lines = g_strsplit (block, "\n", -1);

    g_free (block);
    block = g_strjoinv ("\r\n", lines);
  }
  doc_patch_insert (patch, (uint32_t) length, block);
}

static void
set_number (DocPatch *patch, const LangDecl *base, const char *name, double value)
{
  double old = number_of (base, name);
  char text[BASE_NUMBER_SIZE];

  if (old != value && !(isnan (old) && isnan (value)))
    doc_patch_set_modifier (patch, base, name,
                            isnan (value) ? NULL : base_number_to_text (value, text));
}

bool
doc_set_analysis (DocModel *doc, const DocAnalysis *analysis, GError **error)
{
  const LangDecl *base = find_analysis (doc);
  DocPatch *patch = doc_patch_new (doc, error);

  if (patch == NULL)
    return false;
  if (base == NULL) {
    add_analysis (patch, doc, analysis);
    return doc_apply (patch, "Set experiment");
  }
  if (base->n_mods == 0) {
    g_autoptr (GString) mods = all_mods (analysis);

    g_string_prepend_c (mods, '(');
    g_string_append_c (mods, ')');
    doc_patch_replace (patch, base->mods_span, mods->str);
    return doc_apply (patch, "Set experiment");
  }
  const char *old_alg = doc_get_analysis (doc).alg;
  set_number (patch, base, "stop", analysis->stop);
  set_number (patch, base, "reltol", analysis->reltol);
  set_number (patch, base, "abstol", analysis->abstol);
  set_number (patch, base, "saveat", analysis->saveat);
  if (g_strcmp0 (old_alg, analysis->alg) != 0) {
    g_autofree char *alg = analysis->alg == NULL ? NULL : quoted (analysis->alg);

    doc_patch_set_modifier (patch, base, "alg", alg);
  }
  return doc_apply (patch, "Set experiment");
}
