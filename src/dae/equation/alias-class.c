/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Union-find (Tarjan 1975) whose root is the best member. A second forest holds each
 * variable's order of differentiation relative to its chain x, x', x'' …, so that a
 * merge that would make a variable its own derivative is seen at once. */
#include "dae/equation/alias-class.h"

#include <string.h>

typedef struct {
  uint32_t parent;
  double sign;         /* relative to the parent */
  uint32_t derivative; /* roots: a member of that class, or DAE_NONE */
  uint32_t integral;
  ExprId constant;
  uint32_t chain; /* parent in the forest of chains */
  int32_t order;  /* relative to it */
} Node;

struct DaeAliasClasses {
  DaeBuild *work;
  BASE_VEC (Node) nodes;
};

static void
add_node (DaeAliasClasses *classes)
{
  uint32_t v = classes->nodes.n;
  Node node = {.parent = v,
               .sign = 1.0,
               .derivative = DAE_NONE,
               .integral = DAE_NONE,
               .constant = EXPR_NONE,
               .chain = v};

  base_vec_push (classes->work->scratch, classes->nodes, node);
}

DaeAliasClasses *
dae_alias_classes_new (DaeBuild *work)
{
  DaeAliasClasses *classes = base_arena_new0 (work->scratch, DaeAliasClasses);

  classes->work = work;
  base_vec_reserve (work->scratch, classes->nodes, work->vars.n + work->vars.n / 8);
  while (classes->nodes.n < work->vars.n)
    add_node (classes);
  return classes;
}

uint32_t
dae_alias_class_of (DaeAliasClasses *classes, uint32_t variable, double *sign)
{
  Node *at = classes->nodes.at;
  uint32_t root = variable;

  *sign = 1.0;
  for (; at[root].parent != root; root = at[root].parent)
    *sign *= at[root].sign;
  double rest = *sign;
  for (uint32_t v = variable; v != root;) {
    uint32_t next = at[v].parent;
    double own = at[v].sign;
    at[v].parent = root;
    at[v].sign = rest;
    rest *= own;
    v = next;
  }
  return root;
}

static uint32_t
root_of (DaeAliasClasses *classes, uint32_t variable)
{
  double sign;

  return dae_alias_class_of (classes, variable, &sign);
}

/* The chain's root, and the order of `variable` relative to it. */
static uint32_t
chain_of (DaeAliasClasses *classes, uint32_t variable, int32_t *order)
{
  Node *at = classes->nodes.at;
  uint32_t root = variable;

  *order = 0;
  for (; at[root].chain != root; root = at[root].chain)
    *order += at[root].order;
  int32_t rest = *order;
  for (uint32_t v = variable; v != root;) {
    uint32_t next = at[v].chain;
    int32_t own = at[v].order;
    at[v].chain = root;
    at[v].order = rest;
    rest -= own;
    v = next;
  }
  return root;
}

/* A variable that somebody gave a priority, then one that somebody declared, then one
 * that is no connector's, then the first by name: solutions are sought from the sign
 * and the unit of the one that stands for the others. */
static bool
is_better (const DaeBuild *work, uint32_t a, uint32_t b)
{
  const DaeVarInfo *ia = &work->info.at[a], *ib = &work->info.at[b];
  const FlatVar *fa = &work->flat->vars[work->vars.at[a].flat];
  const FlatVar *fb = &work->flat->vars[work->vars.at[b].flat];
  bool is_port_a = fa->is_flow || fa->is_potential || fa->is_signal;
  bool is_port_b = fb->is_flow || fb->is_potential || fb->is_signal;

  if (ia->is_added != ib->is_added)
    return !ia->is_added;
  if (ia->priority != ib->priority)
    return ia->priority > ib->priority;
  if (is_port_a != is_port_b)
    return !is_port_a;
  return dae_build_compare_names (work, a, b) < 0;
}

uint32_t
dae_alias_class_derivative (DaeAliasClasses *classes, uint32_t variable)
{
  uint32_t root = root_of (classes, variable);

  if (!expr_is_none (classes->nodes.at[root].constant))
    return DAE_NONE;
  if (classes->nodes.at[root].derivative == DAE_NONE) {
    uint32_t new = dae_build_add_derivative (classes->work, root);
    add_node (classes);
    classes->nodes.at[root].derivative = new;
    classes->nodes.at[new].integral = root;
    classes->nodes.at[new].chain = root;
    classes->nodes.at[new].order = 1;
  }
  return root_of (classes, classes->nodes.at[root].derivative);
}

static bool
has_links (const Node *node)
{
  return node->derivative != DAE_NONE || node->integral != DAE_NONE;
}

static bool
can_merge (DaeAliasClasses *classes, uint32_t a, uint32_t b, double sign)
{
  const Node *na = &classes->nodes.at[a], *nb = &classes->nodes.at[b];
  int32_t order_a, order_b;

  if (a == b || !expr_is_none (na->constant) || !expr_is_none (nb->constant))
    return false;
  if (!has_links (na) && !has_links (nb))
    return true;
  if (sign < 0.0 || (na->integral != DAE_NONE && nb->integral != DAE_NONE))
    return false;
  return chain_of (classes, a, &order_a) != chain_of (classes, b, &order_b);
}

static void
unite_chains (DaeAliasClasses *classes, uint32_t a, uint32_t b)
{
  int32_t order_a, order_b;
  uint32_t chain_a = chain_of (classes, a, &order_a);
  uint32_t chain_b = chain_of (classes, b, &order_b);

  if (chain_a == chain_b)
    return;
  classes->nodes.at[chain_b].chain = chain_a;
  classes->nodes.at[chain_b].order = order_a - order_b;
}

bool
dae_alias_class_merge (DaeAliasClasses *classes, uint32_t a, uint32_t b, double sign)
{
  double sign_a, sign_b;
  uint32_t ra = dae_alias_class_of (classes, a, &sign_a);
  uint32_t rb = dae_alias_class_of (classes, b, &sign_b);

  sign *= sign_a * sign_b;
  if (!can_merge (classes, ra, rb, sign))
    return false;
  unite_chains (classes, ra, rb);
  /* Equal variables have equal derivatives, all the way up. */
  while (ra != DAE_NONE && rb != DAE_NONE && ra != rb) {
    uint32_t root = is_better (classes->work, ra, rb) ? ra : rb;
    Node *kept = &classes->nodes.at[root], *gone = &classes->nodes.at[ra + rb - root];
    uint32_t next_kept = kept->derivative, next_gone = gone->derivative;
    gone->parent = root;
    gone->sign = sign;
    kept->derivative = next_kept != DAE_NONE ? next_kept : next_gone;
    kept->integral = kept->integral != DAE_NONE ? kept->integral : gone->integral;
    ra = next_kept == DAE_NONE ? DAE_NONE : root_of (classes, next_kept);
    rb = next_gone == DAE_NONE ? DAE_NONE : root_of (classes, next_gone);
  }
  return true;
}

bool
dae_alias_class_set_constant (DaeAliasClasses *classes, uint32_t variable, ExprId value)
{
  double sign;
  uint32_t root = dae_alias_class_of (classes, variable, &sign);
  Node *node = &classes->nodes.at[root];

  if (!expr_is_none (node->constant) || node->integral != DAE_NONE)
    return false;
  node->constant = dae_build_signed (classes->work, sign, value);
  while (classes->nodes.at[root].derivative != DAE_NONE) {
    root = root_of (classes, classes->nodes.at[root].derivative);
    classes->nodes.at[root].constant = expr_number (classes->work->pool, 0.0);
  }
  return true;
}

ExprId
dae_alias_class_constant (DaeAliasClasses *classes, uint32_t variable)
{
  return classes->nodes.at[root_of (classes, variable)].constant;
}

static void
finish_member (DaeAliasClasses *classes, uint32_t v)
{
  DaeBuild *work = classes->work;
  DaeVar *var = &work->vars.at[v];
  double sign;
  uint32_t root = dae_alias_class_of (classes, v, &sign);
  DaeVarInfo *best = &work->info.at[root], *own = &work->info.at[v];

  var->derivative = var->integral = DAE_NONE;
  /* The representative has what is known of the class. */
  if (root == v) {
    const Node *node = &classes->nodes.at[v];
    own->constant = node->constant;
    if (node->derivative != DAE_NONE)
      var->derivative = root_of (classes, node->derivative);
    if (node->integral != DAE_NONE)
      var->integral = root_of (classes, node->integral);
    return;
  }
  /* The others hand on priority, name and guess. */
  var->kind = DAE_ALIAS;
  var->alias = root;
  var->sign = sign;
  best->priority = MAX (best->priority, own->priority);
  if (own->first != DAE_NONE &&
      (best->first == DAE_NONE ||
       strverscmp (var->name, work->vars.at[best->first].name) < 0))
    best->first = v;
  if (own->has_guess &&
      (!best->has_guess ||
       flat_model_compare_guesses (work->flat, own->guess_of, best->guess_of) < 0)) {
    best->has_guess = true;
    best->guess_level = own->guess_level;
    best->guess_of = own->guess_of;
    best->guess = dae_build_signed (work, sign, own->guess);
  }
}

void
dae_alias_classes_finish (DaeAliasClasses *classes)
{
  for (uint32_t v = 0; v < classes->nodes.n; v++)
    finish_member (classes, v);
}
