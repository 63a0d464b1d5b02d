/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which ports are joined, by the connects of all components that are looked into. */
#include <stdlib.h>

#include "figure/build.h"

/* "a.b[2].c", or NULL if it is no such name. */
static char *
name_of (const LangExpr *expr)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (; expr->kind == LANG_MEMBER || expr->kind == LANG_INDEX; expr = expr->args[0])
    if (expr->kind == LANG_MEMBER) {
      g_string_prepend (text, expr->name);
      g_string_prepend_c (text, '.');
    } else {
      g_autoptr (GString) index = g_string_new ("[");

      for (uint32_t i = 1; i < expr->n_args; i++) {
        if (expr->args[i]->kind != LANG_NUMBER)
          return NULL;
        g_string_append_printf (index, "%s%.0f", i == 1 ? "" : ",",
                                expr->args[i]->number);
      }
      g_string_append_c (index, ']');
      g_string_prepend (text, index->str);
    }
  if (expr->kind != LANG_NAME)
    return NULL;
  g_string_prepend (text, expr->name);
  return g_strdup (text->str);
}

static uint32_t
root_of (const FigureBuild *build, uint32_t i)
{
  uint32_t *of = (uint32_t *) (void *) build->set_of->data;

  while (of[i] != i) {
    of[i] = of[of[i]];
    i = of[i];
  }
  return i;
}

uint32_t
figure_build_set (const FigureBuild *build, const char *path)
{
  uint32_t known = GPOINTER_TO_UINT (g_hash_table_lookup (build->sets, path));

  return known == 0 ? FIGURE_NONE : root_of (build, known - 1);
}

static uint32_t
number_of (FigureBuild *build, const FigureInstance *instance, const LangExpr *end)
{
  g_autofree char *name = name_of (end);

  if (name == NULL)
    return FIGURE_NONE;
  g_autofree char *path = figure_build_path (instance->path, name);
  uint32_t known = figure_build_set (build, path);
  if (known != FIGURE_NONE)
    return known;
  uint32_t number = build->set_of->len;
  g_array_append_val (build->set_of, number);
  g_hash_table_insert (build->sets, g_steal_pointer (&path),
                       GUINT_TO_POINTER (number + 1));
  return number;
}

static void
join_ends (FigureBuild *build,
           const FigureInstance *instance,
           const LangRelation *relation)
{
  uint32_t first = FIGURE_NONE;

  for (uint32_t i = 0; i < relation->n_args; i++) {
    uint32_t number = number_of (build, instance, relation->args[i]);

    if (number == FIGURE_NONE)
      continue;
    if (first != FIGURE_NONE)
      g_array_index (build->set_of, uint32_t, MAX (first, number)) =
          MIN (first, number);
    first = first == FIGURE_NONE ? number : MIN (first, number);
  }
}

/* Ports of branches that the structure leaves out do not exist, so all are looked at.
 */
void
figure_build_join (FigureBuild *build, const FigureInstance *instance)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  for (uint32_t i = 0; i < instance->class->n_relations; i++)
    g_ptr_array_add (open, (gpointer) instance->class->relations[i].relation);
  while (open->len > 0) {
    const LangRelation *relation = g_ptr_array_steal_index_fast (open, open->len - 1);

    if (relation->kind == LANG_CONNECT)
      join_ends (build, instance, relation);
    if (relation->kind != LANG_IF_REL && relation->kind != LANG_SWITCH)
      continue;
    for (uint32_t b = 0; b < relation->n_branches; b++)
      for (uint32_t k = 0; k < relation->branches[b].n; k++)
        g_ptr_array_add (open, (gpointer) relation->branches[b].relations[k]);
  }
}
