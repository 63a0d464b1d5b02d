/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The core profile: what other tools of the language read too. */
#include <string.h>

#include "doc/model-private.h"
#include "lang/walk.h"

static void
report (BaseDiags *diags, BaseSpan span, const char *what)
{
  base_diags_add (diags, BASE_ERROR, 603, span, "%s is not in the core of the language",
                  what);
}

static void
check_expr (const LangExpr *expr, void *data)
{
  static const char *const FUNCTIONS[] = {
      "pre",    "edge",    "change",  "sample", "initial",    "noevent",
      "smooth", "table1d", "table2d", "delay",  "table_file",
  };
  BaseDiags *diags = data;

  if (expr->kind == LANG_MATRIX)
    report (diags, expr->span, "`[a, b; c, d]`");
  if (expr->kind != LANG_CALL || expr->args[0]->kind != LANG_NAME)
    return;
  for (uint32_t i = 0; i < G_N_ELEMENTS (FUNCTIONS); i++)
    if (strcmp (expr->args[0]->name, FUNCTIONS[i]) == 0) {
      g_autofree char *what = g_strdup_printf ("the function `%s`", FUNCTIONS[i]);

      report (diags, expr->args[0]->span, what);
    }
}

static void
check_decl (const LangDecl *decl, BaseDiags *diags)
{
  if (decl->is_discrete)
    report (diags, decl->span, "`discrete`");
  if (decl->kind == LANG_OUTER)
    report (diags, decl->span, "`outer`");
  for (uint32_t i = 0; i < decl->type.n_dims; i++)
    if (decl->type.dims[i]->kind == LANG_COLON && decl->type.n_dims > 1)
      report (diags, decl->type.span, "a table type like `Real[:, 2]`");
}

static void
check_relations (const LangRelation *const *relations, uint32_t n, BaseDiags *diags)
{
  for (uint32_t i = 0; i < n; i++) {
    const LangRelation *relation = relations[i];

    if (relation->kind == LANG_WHEN)
      report (diags, relation->span, "`when`");
    for (uint32_t k = 0; relation->kind != LANG_WHEN && k < relation->n_branches; k++)
      check_relations (relation->branches[k].relations, relation->branches[k].n, diags);
  }
}

bool
doc_check_core (const DocModel *doc, BaseDiags *diags)
{
  g_autoptr (BaseDiags) own = base_diags_new ();

  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *class = lang_file_class (doc->file, i);

    if (class->kind == LANG_FUNCTION)
      report (own, class->span, "`function`");
    for (uint32_t k = 0; k < class->n_decls; k++)
      check_decl (class->decls[k], own);
    check_relations (class->relations, class->n_relations, own);
    lang_walk_class (class, check_expr, own);
  }
  base_diags_append (diags, own);
  return base_diags_count (own) == 0;
}
