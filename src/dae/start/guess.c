/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where Newton begins (LANGUAGE section 10). What is known of the start values travels
 * through equations that are linear in a few variables to the unknowns that are
 * iterated: first what initial equations and fixed states settle, then what someone
 * guessed. What neither reaches begins at the default. Each equation gives at most one
 * value, so the work is near-linear in the size of the model. Where guesses contradict
 * each other the first one to arrive counts, so variables and equations are taken in an
 * order that follows from the model, not from its text. */
#include "dae/start/guess.h"

#include <string.h>

#include "dae/block/tear.h"
#include "dae/incidence.h"

typedef struct {
  DaeBuild *work;
  uint32_t n_eqs;
  uint32_t *eq;       /* plain ones in their order */
  GraphPattern uses;  /* these by their variables */
  GraphPattern users; /* its transpose */
  uint32_t *n_open;   /* per row: variables not yet known */
  bool *is_known;     /* per variable */
  uint32_t *next;     /* rows that were left with one open variable */
  uint32_t n_next;
  uint32_t n_done;
  DaeGuess *guesses; /* in order of evaluation */
  uint32_t *from;    /* row of each */
  uint32_t n_guesses;
} Spread;

enum { FEW = 8 };

typedef struct {
  DaeBuild *work;
  bool is_linear;
} Form;

static bool
is_parameter (DaeBuild *work, ExprId e)
{
  return dae_build_depends (work, e) == DAE_ON_PARAMETER;
}

static void
note_form (void *data, ExprId e)
{
  Form *form = data;
  DaeBuild *work = form->work;
  const ExprNode *node = expr_node (work->pool, e);

  if (is_parameter (work, e))
    return;
  switch ((int) node->op) {
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_NEG:
    form->is_linear &= (dae_build_depends (work, e) & DAE_ON_DISCRETE) == 0;
    break;
  case EXPR_MUL:
    form->is_linear &=
        is_parameter (work, node->args[0]) || is_parameter (work, node->args[1]);
    break;
  case EXPR_DIV:
    form->is_linear &= is_parameter (work, node->args[1]);
    break;
  default:
    form->is_linear = false;
  }
}

static bool
is_plain (DaeBuild *work, uint32_t eq)
{
  const DaeEqInfo *info = &work->eq_info.at[eq];
  Form form = {work, true};

  if ((info->use != DAE_USE_MAIN && info->use != DAE_USE_INITIAL &&
       info->use != DAE_USE_FIXED) ||
      info->n_uses == 0 || info->n_uses > FEW)
    return false;
  expr_walk_reset (work->walk);
  expr_walk (work->walk, work->eqs.at[eq].lhs, note_form, &form);
  expr_walk (work->walk, work->eqs.at[eq].rhs, note_form, &form);
  return form.is_linear;
}

static void
find_eqs (Spread *s)
{
  DaeBuild *work = s->work;

  s->eq = base_arena_array (work->scratch, uint32_t, work->eqs.n);
  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (is_plain (work, e))
      s->eq[s->n_eqs++] = e;
  if (s->n_eqs > 1)
    g_qsort_with_data (s->eq, (gint) s->n_eqs, sizeof *s->eq, dae_build_compare_eqs,
                       work);
}

static void
find_uses (Spread *s)
{
  DaeBuild *work = s->work;
  uint32_t *itself = base_arena_array (work->scratch, uint32_t, work->vars.n);

  for (uint32_t v = 0; v < work->vars.n; v++)
    itself[v] = v;
  s->n_open = base_arena_array (work->scratch, uint32_t, s->n_eqs);
  s->uses = dae_incidence_pattern (work, s->n_eqs, s->eq, work->vars.n, itself);
  s->users = graph_transpose (work->scratch, &s->uses);
  for (uint32_t r = 0; r < s->n_eqs; r++) {
    s->n_open[r] = s->uses.start[r + 1] - s->uses.start[r];
    if (s->n_open[r] == 1)
      s->next[s->n_next++] = r;
  }
}

static void
make_known (Spread *s, uint32_t variable)
{
  s->is_known[variable] = true;
  for (uint32_t k = s->users.start[variable]; k < s->users.start[variable + 1]; k++) {
    uint32_t row = s->users.column[k];
    if (--s->n_open[row] == 1)
      s->next[s->n_next++] = row;
  }
}

static void
settle (Spread *s, uint32_t row)
{
  DaeBuild *work = s->work;

  for (uint32_t k = s->uses.start[row]; k < s->uses.start[row + 1]; k++) {
    uint32_t v = s->uses.column[k];
    if (s->is_known[v])
      continue;
    ExprId value = dae_tear_solution (work, s->eq[row], v);
    if (expr_is_none (value))
      return;
    s->from[s->n_guesses] = row;
    s->guesses[s->n_guesses++] = (DaeGuess){v, value};
    make_known (s, v);
    return;
  }
}

static void
spread (Spread *s)
{
  while (s->n_done < s->n_next)
    settle (s, s->next[s->n_done++]);
}

/* Keeps what iterated unknowns begin at, and what that is computed from. */
static void
keep_needed (Spread *s)
{
  DaeBuild *work = s->work;
  DaeStart *start = &work->start;
  g_autofree bool *is_needed = g_new0 (bool, work->vars.n);
  uint32_t n = s->n_guesses;

  for (uint32_t b = 0; b < start->n_blocks; b++) {
    const DaeBlock *block = &start->blocks[b];
    for (uint32_t i = block->n - block->n_tears; i < block->n; i++)
      is_needed[block->unknown[i]] |= block->kind == DAE_NONLINEAR;
  }
  for (uint32_t i = s->n_guesses; i-- > 0;) {
    if (!is_needed[s->guesses[i].variable])
      continue;
    for (uint32_t k = s->uses.start[s->from[i]]; k < s->uses.start[s->from[i] + 1]; k++)
      is_needed[s->uses.column[k]] = true;
    s->guesses[--n] = s->guesses[i];
  }
  start->n_guesses = s->n_guesses - n;
  start->guesses = s->guesses + n;
}

static int
compare_guesses (const void *pa, const void *pb, void *data)
{
  const DaeBuild *work = data;
  uint32_t a = *(const uint32_t *) pa, b = *(const uint32_t *) pb;

  return flat_model_compare_guesses (work->flat, work->info.at[a].guess_of,
                                     work->info.at[b].guess_of);
}

static void
begin_with_guesses (Spread *s)
{
  DaeBuild *work = s->work;
  uint32_t *guessed = base_arena_array (work->scratch, uint32_t, work->vars.n), n = 0;

  for (uint32_t v = 0; v < work->vars.n; v++)
    if (work->info.at[v].has_guess && !s->is_known[v] && dae_build_is_unknown (work, v))
      guessed[n++] = v;
  if (n > 1)
    g_qsort_with_data (guessed, (gint) n, sizeof *guessed, compare_guesses, work);
  for (uint32_t i = 0; i < n; i++)
    make_known (s, guessed[i]);
}

void
dae_guess_spread (DaeBuild *work)
{
  bool is_iterated = false;
  Spread s = {.work = work};

  for (uint32_t b = 0; b < work->start.n_blocks; b++)
    is_iterated |= work->start.blocks[b].kind == DAE_NONLINEAR;
  if (!is_iterated)
    return;
  s.is_known = base_arena_array (work->scratch, bool, work->vars.n);
  s.next = base_arena_array (work->scratch, uint32_t, work->eqs.n);
  s.from = base_arena_array (work->scratch, uint32_t, work->vars.n);
  s.guesses = base_arena_array (work->arena, DaeGuess, work->vars.n);
  find_eqs (&s);
  find_uses (&s);
  spread (&s);
  begin_with_guesses (&s);
  spread (&s);
  keep_needed (&s);
}
