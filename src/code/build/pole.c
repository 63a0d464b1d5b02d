/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run may pass a pole of: quotients, powers, tangents and logarithms with a
 * factor of their divisor that varies between events and whose sign no rule fixes. A
 * divisor is taken apart into factors, as x^2 and abs (x) vanish where x does, and do
 * not change their sign there. One pass over the nodes, arguments first, finds what
 * varies and what keeps its sign; one in the other order, as for watched crossings
 * (guard.c), under which conditions each quotient counts. Most models have none, and
 * then there is nothing to compute. */
#include "code/build/build-private.h"

typedef struct {
  const DaeSystem *dae;
  uint32_t n;         /* nodes before any is built here */
  bool *varies;       /* by node: between events */
  bool *keeps;        /* by node: its sign, once it is not zero */
  bool *is_positive;  /* by node: at least zero */
  bool *passes;       /* by node: it or a factor of it may change its sign */
  bool *holds;        /* by node: it or an argument may have a pole */
  uint32_t *variable; /* by node: first one whose block has it; UINT32_MAX: unused */
  ExprId *matters;    /* by node: EXPR_NONE: never so far */
  uint32_t now;       /* variable of the block at hand */
} Poles;

static bool
is_always (const bool *is, const ExprNode *node, uint32_t first)
{
  for (uint32_t i = first; i < expr_n_args (node->op); i++)
    if (!is[node->args[i].at])
      return false;
  return true;
}

static bool
is_even_power (const Poles *p, const ExprNode *node)
{
  double power;

  return node->op == EXPR_POW && expr_is_number (p->dae->pool, node->args[1], &power) &&
         power / 2 == (double) (int64_t) (power / 2);
}

/* shape: one case per operator */
static bool
is_positive (const Poles *p, const ExprNode *node)
{
  const ExprId *a = node->args;

  switch ((int) node->op) {
  case EXPR_NUMBER:
    return node->number >= 0;
  case EXPR_MAX:
    return p->is_positive[a[0].at] || p->is_positive[a[1].at];
  case EXPR_MUL:
    return expr_is (a[0], a[1]) || is_always (p->is_positive, node, 0);
  case EXPR_POW:
    return is_even_power (p, node) || p->is_positive[a[0].at];
  case EXPR_ADD:
  case EXPR_DIV:
  case EXPR_MIN:
  case EXPR_NOEVENT:
  case EXPR_SMOOTH:
    return is_always (p->is_positive, node, 0);
  case EXPR_IF:
    return is_always (p->is_positive, node, 1);
  default:
    return expr_op_is (node->op, EXPR_POSITIVE);
  }
}

static bool
varies (const Poles *p, const ExprNode *node)
{
  const DaeSystem *dae = p->dae;

  if (node->op == EXPR_TIME || node->op == EXPR_DELAY)
    return true;
  if (node->op == EXPR_VAR) {
    DaeVarKind kind =
        dae->vars[code_build_target (dae, expr_index (node->payload, dae->n_vars))]
            .kind;
    return kind != DAE_DISCRETE && kind != DAE_PARAMETER;
  }
  for (uint32_t i = 0; i < expr_n_args (node->op); i++)
    if (p->varies[node->args[i].at])
      return node->op != EXPR_PRE;
  return false;
}

/* The argument that makes the node vanish, or be infinite, as a factor does. */
static uint32_t
n_factors (const ExprNode *node)
{
  switch ((int) node->op) {
  case EXPR_MUL:
    return 2;
  case EXPR_DIV:
  case EXPR_POW:
  case EXPR_NEG:
  case EXPR_ABS:
  case EXPR_SQRT:
  case EXPR_NOEVENT:
  case EXPR_SMOOTH:
    return 1;
  }
  return 0;
}

static bool
passes (const Poles *p, uint32_t at, const ExprNode *node)
{
  uint32_t n = n_factors (node);

  for (uint32_t i = 0; i < n; i++)
    if (p->passes[node->args[i].at])
      return true;
  return n == 0 && !p->keeps[at];
}

/* What is zero where the node has a pole; EXPR_NONE if it has none. */
static ExprId
divisor_of (const Poles *p, const ExprNode *node)
{
  double power;

  switch ((int) node->op) {
  case EXPR_DIV:
    return node->args[1];
  case EXPR_LOG:
  case EXPR_LOG10:
    return node->args[0];
  case EXPR_POW:
    if (!expr_is_number (p->dae->pool, node->args[1], &power) || power < 0)
      return node->args[0];
  }
  return EXPR_NONE;
}

static bool
has_pole (const Poles *p, const ExprNode *node)
{
  ExprId divisor = divisor_of (p, node);

  return node->op == EXPR_TAN ? p->varies[node->args[0].at]
                              : !expr_is_none (divisor) && p->passes[divisor.at];
}

static void
classify (Poles *p, uint32_t at)
{
  const ExprNode *node = expr_node (p->dae->pool, (ExprId){at});
  bool is_product = node->op == EXPR_MUL || node->op == EXPR_DIV ||
                    node->op == EXPR_NEG || node->op == EXPR_NOEVENT;

  p->varies[at] = varies (p, node);
  p->is_positive[at] = is_positive (p, node);
  p->keeps[at] = !p->varies[at] || p->is_positive[at] ||
                 (is_product && is_always (p->keeps, node, 0));
  p->passes[at] = passes (p, at, node);
  p->holds[at] = has_pole (p, node);
  for (uint32_t i = 0; i < expr_n_args (node->op); i++)
    p->holds[at] |= p->holds[node->args[i].at];
  p->variable[at] = UINT32_MAX;
  p->matters[at] = EXPR_NONE;
}

static void
mark_used (void *data, ExprId e)
{
  Poles *p = data;

  if (p->variable[e.at] == UINT32_MAX)
    p->variable[e.at] = p->now;
}

static void
mark_block (Poles *p, ExprWalk *walk, const DaeBlock *block)
{
  for (uint32_t k = 0; k < block->n; k++) {
    bool is_inner = k < block->n - block->n_tears;
    ExprId e =
        is_inner ? block->inner[k] : block->residual[k - (block->n - block->n_tears)];

    p->now = block->unknown[k];
    if (p->dae->vars[p->now].kind == DAE_DISCRETE)
      continue;
    expr_walk (walk, e, mark_used, p);
    p->matters[e.at] = expr_bool (p->dae->pool, true);
  }
}

static void
add (Poles *p, ExprId e, ExprId condition)
{
  if (p->holds[e.at])
    p->matters[e.at] =
        expr_is_none (p->matters[e.at])
            ? condition
            : expr_binary (p->dae->pool, EXPR_OR, p->matters[e.at], condition);
}

static void
hand_down (Poles *p, uint32_t at)
{
  ExprPool *pool = p->dae->pool;
  const ExprNode node = *expr_node (pool, (ExprId){at});
  ExprId condition = p->matters[at];

  if (node.op != EXPR_IF) {
    for (uint32_t i = 0; i < expr_n_args (node.op); i++)
      add (p, node.args[i], condition);
    return;
  }
  ExprId otherwise = expr_unary (pool, EXPR_NOT, node.args[0]);
  add (p, node.args[0], condition);
  add (p, node.args[1], expr_binary (pool, EXPR_AND, condition, node.args[0]));
  add (p, node.args[2], expr_binary (pool, EXPR_AND, condition, otherwise));
}

static void
collect (Poles *p)
{
  const DaeSystem *dae = p->dae;
  g_autoptr (ExprWalk) walk = expr_walk_new (dae->pool);

  for (uint32_t b = 0; b < dae->n_dynamic; b++)
    mark_block (p, walk, &dae->dynamic[b]);
  for (uint32_t b = 0; b < dae->n_output; b++)
    mark_block (p, walk, &dae->output[b]);
}

static void
add_quotient (CodeBuild *build, const Poles *p, uint32_t at, ExprId factor)
{
  const ExprOp op = expr_op (p->dae->pool, (ExprId){at});
  const CodeDivision found = {.quotient = {at},
                              .divisor = factor,
                              .matters = p->matters[at],
                              .variable = p->variable[at],
                              .is_log = op == EXPR_LOG || op == EXPR_LOG10};

  base_vec_push (build->arena, build->divisions, found);
}

/* The factors of the divisor of a node, each once. */
static void
add_factors (CodeBuild *build, const Poles *p, uint32_t at)
{
  const ExprPool *pool = p->dae->pool;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (ExprId));
  ExprId e = divisor_of (p, expr_node (pool, (ExprId){at}));
  uint32_t first = build->divisions.n;

  g_array_append_val (stack, e);
  while (stack->len > 0) {
    e = g_array_index (stack, ExprId, stack->len - 1);
    g_array_set_size (stack, stack->len - 1);
    const ExprNode *node = expr_node (pool, e);
    uint32_t n = n_factors (node), same = first;
    for (uint32_t i = 0; i < n; i++)
      if (p->passes[node->args[i].at])
        g_array_append_val (stack, node->args[i]);
    while (same < build->divisions.n && !expr_is (build->divisions.at[same].divisor, e))
      same++;
    if (n == 0 && same == build->divisions.n)
      add_quotient (build, p, at, e);
  }
}

void
code_poles_find (CodeBuild *build)
{
  BaseArena *arena = build->scratch;
  const DaeSystem *dae = build->dae;
  Poles p = {.dae = dae, .n = expr_pool_size (dae->pool)};
  bool any = false;

  p.varies = base_arena_array (arena, bool, p.n);
  p.keeps = base_arena_array (arena, bool, p.n);
  p.is_positive = base_arena_array (arena, bool, p.n);
  p.passes = base_arena_array (arena, bool, p.n);
  p.holds = base_arena_array (arena, bool, p.n);
  p.variable = base_arena_array (arena, uint32_t, p.n);
  p.matters = base_arena_array (arena, ExprId, p.n);
  for (uint32_t at = 0; at < p.n; at++) {
    classify (&p, at);
    any |= p.holds[at];
  }
  if (!any)
    return;
  collect (&p);
  for (uint32_t at = p.n; at-- > 0;) {
    const ExprNode *node = expr_node (dae->pool, (ExprId){at});

    if (p.variable[at] == UINT32_MAX || !p.holds[at] || expr_is_none (p.matters[at]))
      continue;
    if (node->op == EXPR_TAN && p.varies[node->args[0].at])
      add_quotient (build, &p, at, expr_unary (dae->pool, EXPR_COS, node->args[0]));
    else if (has_pole (&p, node))
      add_factors (build, &p, at);
    hand_down (&p, at);
  }
}

void
code_poles_lower (CodeBuild *build)
{
  CodeProgram *program = build->program;
  const uint32_t n = build->divisions.n;
  const CodeDivision *all = build->divisions.at;

  program->n_poles = n;
  program->poles = base_arena_array (program->arena, CodePole, n);
  build->lower.range = code_entry_range (CODE_DIVISORS);
  for (uint32_t i = 0; i < n; i++)
    code_build_result (build, all[i].divisor, &program->poles[i].divisor);
  code_lower_forget (&build->lower, 0);
  build->lower.range = code_entry_range (CODE_QUOTIENTS);
  for (uint32_t i = 0; i < n; i++) {
    code_build_result (build, all[i].quotient, &program->poles[i].quotient);
    code_build_result (build, all[i].matters, &program->poles[i].matters);
    program->poles[i].variable = build->slot_of[all[i].variable];
    program->poles[i].is_log = all[i].is_log;
  }
  code_lower_forget (&build->lower, 0);
}
