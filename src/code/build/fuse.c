/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Superinstructions: an operation whose result one other operation of the same range
 * reads, and nobody else, is swallowed by that one, if the table has an instruction for
 * the pair (Ertl & Gregg, The structure and performance of efficient interpreters,
 * 2003). Roundings stay those of the single operations. One pass in order, each
 * instruction as long as a rule applies. */
#include "code/build/ir.h"

/* What becomes of `outer` when its operand at `position` is computed by `inner` for it
 * alone. Operands of the new instruction: those of `inner`, then the others of `outer`.
 */
typedef struct {
  CodeOp outer;
  uint32_t position;
  CodeOp inner;
  CodeOp fused;
} Rule;

static const Rule RULES[] = {
    {CODE_ADD, 0, CODE_MUL, CODE_MUL_ADD},
    {CODE_ADD, 1, CODE_MUL, CODE_MUL_ADD},
    {CODE_ADD, 0, CODE_SUB_MUL, CODE_SUB_MUL_ADD},
    {CODE_ADD, 1, CODE_SUB_MUL, CODE_SUB_MUL_ADD},
    {CODE_ADD, 0, CODE_ADD, CODE_ADD_ADD},
    {CODE_ADD, 1, CODE_ADD, CODE_ADD_ADD},
    {CODE_ADD, 0, CODE_SUB, CODE_SUB_ADD},
    {CODE_ADD, 1, CODE_SUB, CODE_SUB_ADD},
    {CODE_SUB, 0, CODE_SUB_SUB_SUM, CODE_SUB_SUB_SUM_SUB},
    {CODE_SUB, 0, CODE_SUB_MUL, CODE_SUB_MUL_SUB},
    {CODE_SUB, 1, CODE_SUB_MUL, CODE_SUB_MUL_RSUB},
    {CODE_SUB, 0, CODE_MUL, CODE_MUL_SUB},
    {CODE_SUB, 1, CODE_MUL, CODE_MUL_RSUB},
    {CODE_SUB, 0, CODE_ADD_ADD, CODE_ADD_ADD_SUB},
    {CODE_SUB, 0, CODE_ADD_SUB, CODE_ADD_SUB_SUB},
    {CODE_SUB, 0, CODE_ADD, CODE_ADD_SUB},
    {CODE_SUB, 0, CODE_SUB, CODE_SUB_SUB},
    {CODE_SUB, 1, CODE_ADD, CODE_ADD_RSUB},
    {CODE_SUB, 1, CODE_SUB, CODE_SUB_RSUB},
    {CODE_SUB_SUB, 2, CODE_ADD, CODE_SUB_SUB_SUM},
    {CODE_MUL, 0, CODE_SUB_SUB_SUM_SUB, CODE_SUB_SUB_SUM_MUL},
    {CODE_MUL, 1, CODE_SUB_SUB_SUM_SUB, CODE_SUB_SUB_SUM_MUL},
    {CODE_MUL, 0, CODE_SUB_SUB, CODE_SUB_SUB_MUL},
    {CODE_MUL, 1, CODE_SUB_SUB, CODE_SUB_SUB_MUL},
    {CODE_MUL, 0, CODE_ADD, CODE_ADD_MUL},
    {CODE_MUL, 1, CODE_ADD, CODE_ADD_MUL},
    {CODE_MUL, 0, CODE_SUB, CODE_SUB_MUL},
    {CODE_MUL, 1, CODE_SUB, CODE_SUB_MUL},
    {CODE_MUL, 0, CODE_MUL, CODE_MUL_MUL},
    {CODE_MUL, 1, CODE_MUL, CODE_MUL_MUL},
    {CODE_DIV, 0, CODE_ADD_SUB_SUB, CODE_ADD_SUB_SUB_DIV},
    {CODE_DIV, 0, CODE_ADD_ADD, CODE_ADD_ADD_DIV},
    {CODE_DIV, 0, CODE_ADD_SUB, CODE_ADD_SUB_DIV},
    {CODE_DIV, 0, CODE_SUB_ADD, CODE_SUB_ADD_DIV},
    {CODE_DIV, 0, CODE_SUB_SUB, CODE_SUB_SUB_DIV},
    {CODE_DIV, 0, CODE_ADD, CODE_ADD_DIV},
    {CODE_DIV, 0, CODE_SUB, CODE_SUB_DIV},
    {CODE_DIV, 0, CODE_MUL, CODE_MUL_DIV},
    {CODE_NEG, 0, CODE_MUL, CODE_MUL_NEG},
    {CODE_MUL_ADD, 2, CODE_MUL, CODE_MUL_ADD_MUL},
    {CODE_MUL_SUB, 2, CODE_MUL, CODE_MUL_RSUB_MUL},
    {CODE_MUL_RSUB, 2, CODE_MUL, CODE_MUL_SUB_MUL},
    {CODE_MUL_ADD, 2, CODE_SUB_MUL, CODE_SUB_MUL_ADD_MUL},
    {CODE_SUB_MUL_ADD, 3, CODE_SUB_MUL, CODE_SUB_MUL_TWICE},
    {CODE_SUB_MUL_ADD, 3, CODE_SUB_SUB_MUL, CODE_SUB_SUB_MUL_SUB_MUL},
    {CODE_SUB_MUL_ADD, 3, CODE_SUB_SUB_SUM_MUL, CODE_SUB_SUB_SUM_MUL_SUB_MUL},
};

/* The instruction that alone computes operand `position`, if the user may swallow it.
 */
static CodeIns *
find_inner (const CodeIr *ir, const CodeIns *ins, uint32_t range, uint32_t position)
{
  const CodeTemp *temp = code_ir_temp (ir, code_ir_args (ir, ins)[position]);

  if (temp == NULL || temp->is_number || temp->is_kept || temp->n_uses != 1 ||
      temp->home != CODE_NONE || temp->range != range)
    return NULL;
  return &ir->ranges.at[range].ins.at[temp->at];
}

static void
swallow (CodeIr *ir, CodeIns *ins, CodeIns *inner, uint32_t position, CodeOp fused)
{
  const uint32_t first = ir->args.n;

  for (uint32_t i = 0; i < code_ir_n_args (inner->op); i++)
    base_vec_push (ir->arena, ir->args, ir->args.at[inner->first + i]);
  for (uint32_t i = 0; i < code_ir_n_args (ins->op); i++)
    if (i != position)
      base_vec_push (ir->arena, ir->args, ir->args.at[ins->first + i]);
  g_assert (ir->args.n == first + code_ir_n_args (fused));
  inner->op = CODE_N_OPS;
  ins->op = fused;
  ins->first = first;
}

/* The rules of each outer instruction in a chain, each as 1 + its number, 0 at the end.
 */
typedef struct {
  uint8_t first[CODE_N_OPS + 1];
  uint8_t next[1 + G_N_ELEMENTS (RULES)];
} Chains;

static Chains
chain_rules (void)
{
  Chains chains = {0};

  for (uint32_t i = G_N_ELEMENTS (RULES); i > 0; i--) {
    chains.next[i] = chains.first[RULES[i - 1].outer];
    chains.first[RULES[i - 1].outer] = (uint8_t) i;
  }
  return chains;
}

static bool
apply_rule (CodeIr *ir, const Chains *chains, CodeIns *ins, uint32_t range)
{
  for (uint32_t k = chains->first[ins->op]; k > 0; k = chains->next[k]) {
    const uint32_t i = k - 1;
    CodeIns *inner = find_inner (ir, ins, range, RULES[i].position);

    if (inner != NULL && inner->op == RULES[i].inner) {
      swallow (ir, ins, inner, RULES[i].position, RULES[i].fused);
      return true;
    }
  }
  return false;
}

void
code_fuse (CodeIr *ir)
{
  const Chains chains = chain_rules ();

  for (uint32_t range = 0; range < ir->ranges.n; range++) {
    CodeRange *r = &ir->ranges.at[range];

    for (uint32_t i = 0; i < r->ins.n; i++)
      while (apply_rule (ir, &chains, &r->ins.at[i], range))
        ;
  }
}
