/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of signals that declare none: what is equal to a quantity, or is added to one,
 * has its unit. Variables that stand as terms of one equation are joined by union-find,
 * so that a set value is read as what it is compared with. A term that is a product
 * says nothing, nor does an equation in which a number is added, as that may convert
 * (`y = u - 273.15`). Linear in the equations but for the sets. */
#include <string.h>

#include "flat/check/check.h"

enum { NO_TERM = UINT32_MAX };

typedef struct {
  const char *units; /* NULL: none known */
  const char *display_units;
  bool is_contradicted;
} Known;

typedef struct {
  FlatBuild *build;
  uint32_t *root; /* by variable: a lower one of the same set, or itself */
  Known *known;   /* by root */
  BASE_VEC (ExprId) todo;
  BASE_VEC (uint32_t) terms;
  bool adds_number;
} Inference;

static uint32_t
find_root (Inference *self, uint32_t var)
{
  while (self->root[var] != var)
    var = self->root[var] = self->root[self->root[var]];
  return var;
}

static void
take_term (Inference *self, ExprId e)
{
  const ExprNode *node = expr_node (self->build->pool, e);

  switch ((int) node->op) {
  case EXPR_IF:
    base_vec_push (self->build->arena, self->todo, node->args[2]);
    base_vec_push (self->build->arena, self->todo, node->args[1]);
    break;
  case EXPR_ADD:
  case EXPR_SUB:
    base_vec_push (self->build->arena, self->todo, node->args[1]);
    base_vec_push (self->build->arena, self->todo, node->args[0]);
    break;
  case EXPR_NEG:
  case EXPR_NOEVENT:
  case EXPR_SMOOTH:
    base_vec_push (self->build->arena, self->todo, node->args[0]);
    break;
  case EXPR_NUMBER:
    self->adds_number |= node->number != 0.0;
    break;
  case EXPR_VAR:
    base_vec_push (self->build->arena, self->terms,
                   expr_index (node->payload, self->build->n_vars));
    break;
  }
}

static void
join_terms (Inference *self, const FlatEq *eq)
{
  self->todo.n = self->terms.n = 0;
  self->adds_number = false;
  base_vec_push (self->build->arena, self->todo, eq->rhs);
  base_vec_push (self->build->arena, self->todo, eq->lhs);
  while (self->todo.n > 0)
    take_term (self, self->todo.at[--self->todo.n]);
  for (uint32_t i = 1; i < self->terms.n && !self->adds_number; i++) {
    const uint32_t a = find_root (self, self->terms.at[0]);
    const uint32_t b = find_root (self, self->terms.at[i]);

    self->root[MAX (a, b)] = MIN (a, b);
  }
}

static void
learn (Inference *self, uint32_t v)
{
  const FlatVar *var = &self->build->vars[v];
  Known *known = &self->known[find_root (self, v)];

  if (var->units[0] == '\0')
    return;
  if (known->units == NULL)
    *known = (Known){var->units, var->display_units, false};
  else if (strcmp (known->units, var->units) != 0)
    known->is_contradicted = true;
}

static void
apply (Inference *self, uint32_t v)
{
  FlatVar *var = &self->build->vars[v];
  const Known *known = &self->known[find_root (self, v)];

  if (var->type != FLAT_REAL || var->kind == FLAT_PARAMETER || var->units[0] != '\0' ||
      known->units == NULL || known->is_contradicted)
    return;
  var->units = known->units;
  var->display_units = known->display_units;
}

void
flat_infer_units (FlatBuild *build)
{
  g_autofree uint32_t *root = g_new (uint32_t, build->n_vars);
  g_autofree Known *known = g_new0 (Known, build->n_vars);
  Inference self = {.build = build, .root = root, .known = known};

  for (uint32_t v = 0; v < build->n_vars; v++)
    self.root[v] = v;
  for (uint32_t i = 0; i < build->eqs.n; i++)
    join_terms (&self, &build->eqs.at[i]);
  for (uint32_t v = 0; v < build->n_vars; v++)
    learn (&self, v);
  for (uint32_t v = 0; v < build->n_vars; v++)
    apply (&self, v);
}
