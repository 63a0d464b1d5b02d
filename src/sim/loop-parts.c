/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which components a block of the start is about. From its unknowns the search goes
 * back through the blocks of the start that give what those read, to where nothing is
 * solved: that is the way round a closed loop. Connectors count as the part that owns
 * them. Linear in what is read on the way, which ends after MAX_VARIABLES. */
#include "sim/loop-parts.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/vec.h"

/* Variables that count as one block's, and the parts they belong to. */
typedef struct {
  BaseArena *arena;
  const DaeSystem *dae;
  uint32_t *block_of;   /* variable: the start block that solves it, or DAE_NONE */
  uint32_t *mark;       /* variable: last block that met it, + 1 */
  uint32_t *first_name; /* variable: a variable of the model that stands for it, + 1 */
  uint32_t *next_name;  /* variable of the model: another one, + 1 */
  uint32_t block;       /* in hand */
  GArray *variables;    /* of it */
  GArray *parts;        /* of it: instances */
} Search;

/* What a loop leads to through more variables than this is no longer named. */
enum { MAX_VARIABLES = 2000, MAX_NAMED = 16 };

static uint32_t
target_of (const DaeSystem *dae, uint32_t v)
{
  return dae->vars[v].kind == DAE_ALIAS ? dae->vars[v].alias : v;
}

static void
meet (Search *s, uint32_t v)
{
  v = target_of (s->dae, v);
  if (s->mark[v] == s->block + 1 || s->variables->len >= MAX_VARIABLES)
    return;
  s->mark[v] = s->block + 1;
  g_array_append_val (s->variables, v);
}

static void
meet_node (void *data, ExprId e)
{
  Search *s = data;
  const ExprNode *node = expr_node (s->dae->pool, e);

  if (node->op == EXPR_VAR)
    meet (s, expr_index (node->payload, s->dae->n_vars));
}

/* Back to where nothing is solved: that is the way round a loop. */
static void
go_round (Search *s)
{
  const DaeStart *start = &s->dae->start;
  g_autoptr (ExprWalk) walk = expr_walk_new (s->dae->pool);

  for (guint i = 0; i < s->variables->len; i++) {
    uint32_t b = s->block_of[g_array_index (s->variables, uint32_t, i)];
    if (b == DAE_NONE)
      continue;
    expr_walk_reset (walk);
    dae_system_walk (walk, &start->blocks[b], meet_node, s);
  }
}

/* The part as the user placed it, or (not is_outermost) the one itself for the
 * connectors in it; 0: the model. */
static uint32_t
part_of (const FlatModel *flat, uint32_t instance, bool is_outermost)
{
  instance = flat_model_component (flat, instance);
  while (is_outermost && instance > 0 && flat->instances[instance].parent > 0)
    instance = flat->instances[instance].parent;
  return instance;
}

static void
find_parts (Search *s, bool is_outermost)
{
  const FlatModel *flat = s->dae->flat;

  g_array_set_size (s->parts, 0);
  for (guint i = 0; i < s->variables->len; i++) {
    uint32_t v = s->first_name[g_array_index (s->variables, uint32_t, i)];
    for (; v > 0; v = s->next_name[v - 1]) {
      uint32_t part = part_of (flat, flat->vars[v - 1].instance, is_outermost);
      if (part != 0)
        g_array_append_val (s->parts, part);
    }
  }
  g_array_set_size (s->parts, flat_model_sort_instances (flat, s->parts->len,
                                                         (uint32_t *) s->parts->data));
}

static const char *
list_parts (const Search *s)
{
  const FlatModel *flat = s->dae->flat;
  g_autoptr (GString) text = g_string_new (NULL);

  if (s->parts->len < 2)
    return NULL;
  for (guint i = 0; i < MIN (s->parts->len, MAX_NAMED); i++)
    g_string_append_printf (
        text, "%s`%s`", i == 0 ? "" : ", ",
        flat->instances[g_array_index (s->parts, uint32_t, i)].path);
  if (s->parts->len <= MAX_NAMED)
    return base_arena_strdup (s->arena, text->str);
  return base_arena_printf (s->arena,
                            g_dngettext (GETTEXT_PACKAGE, "%s and %u more",
                                         "%s and %u more", s->parts->len - MAX_NAMED),
                            text->str, s->parts->len - MAX_NAMED);
}

/* Does each unknown of the block in hand stand for a signal? */
static bool
is_of_signals (const Search *s, const DaeBlock *block)
{
  for (uint32_t i = 0; i < block->n; i++) {
    uint32_t v = s->first_name[target_of (s->dae, block->unknown[i])];

    while (v > 0 && !s->dae->flat->vars[v - 1].is_signal)
      v = s->next_name[v - 1];
    if (v == 0)
      return false;
  }
  return true;
}

static void
describe_block (Search *s, SimPhrase *phrases)
{
  const DaeBlock *block = &s->dae->start.blocks[s->block];

  g_array_set_size (s->variables, 0);
  for (uint32_t i = 0; i < block->n; i++)
    meet (s, block->unknown[i]);
  if (block->is_constraint)
    go_round (s);
  find_parts (s, block->is_constraint);
  if (s->parts->len < 2)
    find_parts (s, false);
  const char *text = list_parts (s);
  bool is_signal = is_of_signals (s, block);
  for (uint32_t i = block->n - block->n_tears; i < block->n; i++) {
    phrases[block->eq[i]].parts = text;
    phrases[block->eq[i]].part =
        text == NULL ? 0 : g_array_index (s->parts, uint32_t, 0);
    phrases[block->eq[i]].is_loop = block->is_constraint;
    phrases[block->eq[i]].is_signal = is_signal;
  }
}

static void
find_solvers (Search *s)
{
  const DaeStart *start = &s->dae->start;

  for (uint32_t v = 0; v < s->dae->n_vars; v++)
    s->block_of[v] = DAE_NONE;
  for (uint32_t b = 0; b < start->n_blocks; b++)
    for (uint32_t i = 0; i < start->blocks[b].n; i++)
      s->block_of[start->blocks[b].unknown[i]] = b;
}

static void
find_names (Search *s)
{
  for (uint32_t v = s->dae->flat->n_vars; v-- > 0;) {
    uint32_t target = target_of (s->dae, v);
    s->next_name[v] = s->first_name[target];
    s->first_name[target] = v + 1;
  }
}

void
sim_loop_parts_describe (BaseArena *arena, const DaeSystem *dae, SimPhrase *phrases)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  g_autoptr (GArray) variables = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Search s = {.arena = arena,
              .dae = dae,
              .block_of = base_arena_array (scratch, uint32_t, dae->n_vars),
              .mark = base_arena_array (scratch, uint32_t, dae->n_vars),
              .first_name = base_arena_array (scratch, uint32_t, dae->n_vars),
              .next_name = base_arena_array (scratch, uint32_t, dae->flat->n_vars),
              .variables = variables,
              .parts = parts};

  find_solvers (&s);
  find_names (&s);
  for (s.block = 0; s.block < dae->start.n_blocks; s.block++)
    if (dae->start.blocks[s.block].n_tears > 0 &&
        (dae->start.blocks[s.block].kind == DAE_NONLINEAR ||
         is_of_signals (&s, &dae->start.blocks[s.block])))
      describe_block (&s, phrases);
}
