/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions to instructions, arguments first with an explicit stack, each distinct
 * node once in a scope: its register is remembered until the scope is left, for
 * parameters and numbers for ever. What follows from parameters alone goes to the range
 * of CODE_PARAMETERS, whoever asks for it. Linear in the distinct nodes. */
#include "code/build/lower.h"

#include <glib/gi18n-lib.h>

static const CodeOp OP_OF[EXPR_N_OPS] = {
#define X(name, ...) [EXPR_##name] = CODE_##name,
    EXPR_COMPUTED (X)
#undef X
};

static uint32_t
variable_of (const CodeLower *lower, const ExprNode *node)
{
  return expr_index (node->payload, lower->dae->n_vars);
}

static bool
find_fixed (const CodeLower *lower, const ExprNode *node)
{
  uint32_t n_args = expr_n_args (node->op);

  if (node->op == EXPR_VAR) {
    const DaeVar *var = &lower->dae->vars[variable_of (lower, node)];

    if (var->kind == DAE_ALIAS)
      var = &lower->dae->vars[var->alias];
    return var->kind == DAE_PARAMETER;
  }
  if (n_args == 0)
    return node->op == EXPR_NUMBER;
  if (node->op == EXPR_DELAY)
    return false;
  for (uint32_t i = 0; i < n_args; i++)
    if (!lower->is_fixed[node->args[i].at])
      return false;
  return true;
}

/* Arguments have lower ids than their users, so one pass in order suffices. */
void
code_lower_init (CodeLower *lower)
{
  const ExprPool *pool = lower->dae->pool;

  lower->n_nodes = expr_pool_size (pool);
  lower->is_fixed = base_arena_array (lower->arena, bool, lower->n_nodes);
  lower->reg_of = base_arena_array (lower->arena, uint32_t, lower->n_nodes);
  lower->node_of = base_arena_array (lower->arena, uint32_t, lower->dae->n_vars);
  for (uint32_t v = 0; v < lower->dae->n_vars; v++)
    lower->node_of[v] = CODE_NONE;
  for (uint32_t i = 0; i < lower->n_nodes; i++) {
    const ExprNode *node = expr_node (pool, (ExprId){i});

    lower->is_fixed[i] = find_fixed (lower, node);
    lower->reg_of[i] = CODE_NONE;
    if (node->op == EXPR_VAR)
      lower->node_of[variable_of (lower, node)] = i;
  }
}

static uint32_t
refuse (CodeLower *lower, const char *what)
{
  if (lower->unsupported == NULL)
    lower->unsupported = what;
  return code_ir_number (lower->ir, NAN);
}

static uint32_t
emit (CodeLower *lower, ExprId e, CodeOp op, const uint32_t *args)
{
  uint32_t range = lower->is_fixed[e.at] ? lower->fixed_range : lower->range;
  uint32_t reg = code_ir_emit (lower->ir, range, op, args);

  if (lower->is_fixed[e.at])
    code_ir_keep (lower->ir, reg);
  return reg;
}

static uint32_t
lower_var (CodeLower *lower, ExprId e, uint32_t var)
{
  uint32_t slot = lower->slot_of[var];

  return lower->sign_of[var] < 0.0 ? emit (lower, e, CODE_NEG, &slot) : slot;
}

/* pre (z), edge (z), change (z) of a discrete variable */
static uint32_t
lower_memory (CodeLower *lower, ExprId e, const ExprNode *node)
{
  const ExprNode *arg = expr_node (lower->dae->pool, node->args[0]);
  uint32_t v = arg->op == EXPR_VAR ? variable_of (lower, arg) : CODE_NONE;
  uint32_t pre = v != CODE_NONE ? lower->pre_of[v] : CODE_NONE;

  if (pre == CODE_NONE || lower->sign_of[v] < 0.0)
    return refuse (lower, N_ ("pre(), edge() or change() of an expression"));
  uint32_t args[] = {lower->slot_of[v], pre};
  if (node->op == EXPR_PRE)
    return pre;
  return emit (lower, e, node->op == EXPR_EDGE ? CODE_EDGE : CODE_NE, args);
}

static uint32_t
lower_power (CodeLower *lower, ExprId e, const uint32_t *args)
{
  double exponent;
  const ExprNode *node = expr_node (lower->dae->pool, e);

  if (expr_is_number (lower->dae->pool, node->args[1], &exponent) && exponent == 2.0)
    return emit (lower, e, CODE_SQUARE, args);
  return emit (lower, e, CODE_POW, args);
}

static void
lower_point (CodeLower *lower, uint32_t slot, ExprId e)
{
  double number;

  if (expr_is_number (lower->dae->pool, e, &number)) {
    base_vec_push (lower->arena, lower->loads, (CodeLoad){slot, number});
  } else {
    uint32_t reg = code_lower_value (lower, e);
    code_ir_emit_to (lower->ir, lower->fixed_range, CODE_MOVE, slot, &reg);
  }
}

/* The points of a table follow from parameters. */
static void
prepare_table (CodeLower *lower, uint32_t t)
{
  const FlatTable *table = &lower->dae->flat->tables[t];
  uint32_t base = lower->table_of[t], x = base + CODE_TABLE_HEADER;
  const CodeLoad header[] = {
      {base + CODE_TABLE_SIZE, table->n_rows},
      {base + CODE_TABLE_SMOOTHNESS, table->smoothness},
      {base + CODE_TABLE_EXTRAPOLATION, table->extrapolation},
  };

  lower->is_table_ready[t] = true;
  for (size_t i = 0; i < G_N_ELEMENTS (header); i++)
    base_vec_push (lower->arena, lower->loads, header[i]);
  for (uint32_t i = 0; i < table->n_rows; i++) {
    const ExprId *row = table->items + (size_t) i * table->n_columns;
    lower_point (lower, x + i, row[0]);
    lower_point (lower, x + table->n_rows + i, row[table->column]);
    if (table->smoothness == FLAT_TABLE_HERMITE)
      lower_point (lower, x + 2 * table->n_rows + i, row[table->column + 1]);
  }
  code_ir_emit_to (lower->ir, lower->fixed_range, CODE_TABLE_PREPARE,
                   base + CODE_TABLE_PLACE, &base);
}

static uint32_t
lower_table (CodeLower *lower, ExprId e, uint32_t t, uint32_t argument)
{
  uint32_t args[] = {lower->table_of[t], argument};

  if (!lower->is_table_ready[t])
    prepare_table (lower, t);
  ExprOp op = expr_op (lower->dae->pool, e);
  CodeOp code = op == EXPR_TABLE       ? CODE_TABLE
                : op == EXPR_TABLE_DER ? CODE_TABLE_SLOPE
                                       : CODE_TABLE_BEND;
  return emit (lower, e, code, args);
}

static uint32_t
lower_delay (CodeLower *lower, ExprId e, uint32_t delay)
{
  const uint32_t args[] = {lower->delay_of[e.at], delay, CODE_TIME};

  g_assert (args[0] != 0);
  return emit (lower, e, CODE_DELAY, args);
}

/* shape: one case per operator */
static uint32_t
lower_node (CodeLower *lower, ExprId e)
{
  const ExprNode *node = expr_node (lower->dae->pool, e);
  uint32_t args[3] = {CODE_NONE, CODE_NONE, CODE_NONE};

  for (uint32_t i = 0; i < expr_n_args (node->op); i++)
    args[i] = lower->reg_of[node->args[i].at];
  switch (node->op) {
  case EXPR_NUMBER:
    return code_ir_number (lower->ir, node->number);
  case EXPR_VAR:
    return lower_var (lower, e, variable_of (lower, node));
  case EXPR_TIME:
    return CODE_TIME;
  case EXPR_INITIAL:
    return CODE_INITIAL;
  case EXPR_CROSSING:
    return lower->crossing_of[expr_index (node->payload, lower->dae->n_crossings)];
  case EXPR_NOEVENT:
  case EXPR_SMOOTH:
    return args[0];
  case EXPR_PRE:
  case EXPR_EDGE:
  case EXPR_CHANGE:
    return lower_memory (lower, e, node);
  case EXPR_DER:
    return refuse (lower, N_ ("der() of an expression whose derivative is not known"));
  case EXPR_SAMPLE:
    return refuse (lower, "sample()");
  case EXPR_TABLE:
  case EXPR_TABLE_DER:
  case EXPR_TABLE_BEND:
    return lower_table (
        lower, e, expr_index (node->payload, lower->dae->flat->n_tables), args[0]);
  case EXPR_DELAY:
    return lower_delay (lower, e, args[1]);
#define X(name, ...) case EXPR_##name:
    EXPR_COMPUTED (X)
#undef X
    return node->op == EXPR_POW ? lower_power (lower, e, args)
                                : emit (lower, e, OP_OF[node->op], args);
  case EXPR_N_OPS:
    break;
  }
  g_assert_not_reached ();
}

/* What is delayed is not read now. */
static uint32_t
first_read (const ExprNode *node)
{
  return node->op == EXPR_DELAY ? 1 : 0;
}

/* Numbers and parameters hold for ever; the rest until the scope is left. */
static void
remember (CodeLower *lower, ExprId e, uint32_t reg)
{
  lower->reg_of[e.at] = reg;
  if (!lower->is_fixed[e.at])
    base_vec_push (lower->arena, lower->made, e.at);
}

uint32_t
code_lower_value (CodeLower *lower, ExprId e)
{
  uint32_t bottom = lower->stack.n;

  base_vec_push (lower->arena, lower->stack, e);
  while (lower->stack.n > bottom) {
    ExprId top = lower->stack.at[lower->stack.n - 1];
    const ExprNode *node = expr_node (lower->dae->pool, top);
    uint32_t n = lower->stack.n;

    if (lower->reg_of[top.at] == CODE_NONE)
      for (uint32_t i = expr_n_args (node->op); i-- > first_read (node);)
        if (lower->reg_of[node->args[i].at] == CODE_NONE)
          base_vec_push (lower->arena, lower->stack, node->args[i]);
    if (lower->stack.n > n)
      continue;
    if (lower->reg_of[top.at] == CODE_NONE)
      remember (lower, top, lower_node (lower, top));
    lower->stack.n--;
  }
  return lower->reg_of[e.at];
}

void
code_lower_define (CodeLower *lower, uint32_t variable, ExprId e)
{
  uint32_t node = lower->node_of[variable];

  if (node == CODE_NONE)
    return;
  uint32_t reg = code_lower_value (lower, e);
  g_assert (lower->reg_of[node] == CODE_NONE);
  remember (lower, (ExprId){node}, reg);
}

void
code_lower_assign (CodeLower *lower, uint32_t slot, ExprId e)
{
  uint32_t reg = code_lower_value (lower, e);
  bool is_here = !lower->is_fixed[e.at] || lower->range == lower->fixed_range;

  if (!is_here || !code_ir_set_home (lower->ir, reg, slot))
    code_ir_emit_to (lower->ir, lower->range, CODE_MOVE, slot, &reg);
}

void
code_lower_combine (CodeLower *lower, CodeOp op, uint32_t slot, ExprId a, ExprId b)
{
  uint32_t args[2] = {code_lower_value (lower, a), CODE_NONE};

  if (!expr_is_none (b))
    args[1] = code_lower_value (lower, b);
  code_ir_emit_to (lower->ir, lower->range, op, slot, args);
}

uint32_t
code_lower_result (CodeLower *lower, ExprId e)
{
  uint32_t reg = code_lower_value (lower, e);

  code_ir_keep (lower->ir, reg);
  return reg;
}

uint32_t
code_lower_mark (const CodeLower *lower)
{
  return lower->made.n;
}

void
code_lower_forget (CodeLower *lower, uint32_t mark)
{
  while (lower->made.n > mark)
    lower->reg_of[lower->made.at[--lower->made.n]] = CODE_NONE;
}
