/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons become leaves that keep their value between events (LANGUAGE section 9).
 * Below noevent, and below smooth of order 1 and more, they stay as they are. */
#include "dae/equation/event.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/number.h"
#include "expr/isolate.h"

typedef struct {
  DaeBuild *work;
  ExprMap *map;
  const FlatEq *place; /* what is being read */
  uint32_t n_hidden;   /* variables made so far */
  BASE_VEC (FlatAssert) domains;
} Events;

/* left - right as slope * time + rest. */
static bool
find_time_event (Events *events, DaeCrossing *crossing)
{
  DaeBuild *work = events->work;
  ExprId e = expr_binary (work->pool, EXPR_SUB, crossing->left, crossing->right);
  ExprId slope, rest;

  if (expr_isolate_line (work->pool, e, EXPR_OF_TIME, &slope, &rest) != EXPR_LINEAR ||
      dae_build_depends (work, slope) != DAE_ON_PARAMETER ||
      (dae_build_depends (work, rest) & ~DAE_ON_DISCRETE) != 0)
    return false;
  crossing->kind = DAE_TIME_EVENT;
  crossing->slope = slope;
  crossing->rest = rest;
  return true;
}

static ExprId
make_crossing (Events *events, ExprOp op, ExprId left, ExprId right)
{
  DaeBuild *work = events->work;
  ExprId e = expr_binary (work->pool, op, left, right);
  uint8_t depends = dae_build_depends (work, e);

  /* What cannot change, or is known already, makes no event. */
  if (expr_op (work->pool, e) == EXPR_NUMBER)
    return e;
  if (depends == DAE_ON_PARAMETER)
    return expr_unary (work->pool, EXPR_NOEVENT, e);
  if (!expr_is_none (expr_map_find (events->map, e)))
    return expr_map_find (events->map, e);
  DaeCrossing crossing = {
      .kind = depends == DAE_ON_DISCRETE ? DAE_UNWATCHED : DAE_STATE_EVENT,
      .op = op,
      .left = left,
      .right = right,
      .slope = EXPR_NONE,
      .rest = EXPR_NONE,
      .instance = events->place->instance,
      .span = flat_model_user_span (work->flat, events->place->instance,
                                    events->place->span)};
  find_time_event (events, &crossing);
  base_vec_push (work->arena, work->crossings, crossing);
  ExprId leaf = expr_leaf (work->pool, EXPR_CROSSING, work->crossings.n - 1);
  expr_map_set (events->map, e, leaf);
  return leaf;
}

/* 1, -1 or 0 by two comparisons. */
static ExprId
make_sign (Events *events, ExprId a)
{
  ExprPool *pool = events->work->pool;
  ExprId zero = expr_number (pool, 0.0);
  ExprId is_positive = make_crossing (events, EXPR_GT, a, zero);
  ExprId is_negative = make_crossing (events, EXPR_LT, a, zero);
  ExprId below = expr_if (pool, is_negative, expr_number (pool, -1.0), zero);

  return expr_if (pool, is_positive, expr_number (pool, 1.0), below);
}

/* At the start, and behind 0/0 in what was not selected. */
static ExprId
begins_anew (Events *events, ExprId pre)
{
  ExprPool *pool = events->work->pool;
  ExprId is_number = expr_binary (pool, EXPR_LE, pre, expr_number (pool, INFINITY));
  ExprId is_none =
      expr_unary (pool, EXPR_NOT, expr_unary (pool, EXPR_NOEVENT, is_number));

  return expr_binary (pool, EXPR_OR, expr_leaf (pool, EXPR_INITIAL, 0), is_none);
}

/* From there on each number is whole, and adding a half would round it. */
static const double ALL_WHOLE = 0x1p52;

static ExprId
is_all_whole (ExprPool *pool, ExprId a)
{
  ExprId size = expr_unary (pool, EXPR_ABS, a);

  return expr_unary (pool, EXPR_NOEVENT,
                     expr_binary (pool, EXPR_GE, size, expr_number (pool, ALL_WHOLE)));
}

/* floor (a) and round (a), which is floor (a + 1/2), keep their values between events:
 * a discrete variable k that changes where that floor's argument leaves k <= a < k + 1.
 * At the event itself it is k + 1 but for rounding, hence the step by one; it is more
 * when a has jumped. */
static ExprId
make_floor (Events *events, ExprOp op, ExprId a)
{
  DaeBuild *work = events->work;
  ExprPool *pool = work->pool;
  ExprId node = expr_unary (pool, op, a), one = expr_number (pool, 1.0);

  if (expr_op (pool, node) != op || !expr_is_none (expr_map_find (events->map, node)))
    return expr_op (pool, node) != op ? node : expr_map_find (events->map, node);
  uint32_t k = dae_build_add_discrete (
      work, base_arena_printf (work->arena, "floor%u", events->n_hidden++ + 1));
  ExprId variable = expr_var (pool, k), pre = expr_unary (pool, EXPR_PRE, variable);
  /* One up or down at an event, more if the argument has jumped. */
  ExprId above = expr_binary (pool, EXPR_ADD, pre, one);
  ExprId below = expr_binary (pool, EXPR_SUB, pre, one);
  ExprId now = expr_unary (pool, EXPR_NOEVENT, node);
  ExprId argument =
      op == EXPR_FLOOR ? a : expr_binary (pool, EXPR_ADD, a, expr_number (pool, 0.5));
  ExprId is_above = make_crossing (events, EXPR_GE, argument, above);
  ExprId is_below = make_crossing (events, EXPR_LT, argument, pre);
  ExprId is_exact = begins_anew (events, pre);
  ExprId value =
      expr_if (pool, is_below, expr_binary (pool, EXPR_MIN, below, now), pre);
  value = expr_if (pool, is_above, expr_binary (pool, EXPR_MAX, above, now), value);
  if (op == EXPR_ROUND)
    is_exact = expr_binary (pool, EXPR_OR, is_exact, is_all_whole (pool, a));
  value = expr_if (pool, is_exact, now, value);
  /* Its equation; the variable stands for the node. */
  dae_build_add_discrete_eq (work, k, value, events->place);
  expr_map_set (events->map, node, variable);
  return variable;
}

/* Rounded towards zero: continuous through zero, so no event there. */
static ExprId
make_truncated (Events *events, ExprId quotient)
{
  ExprPool *pool = events->work->pool;
  ExprId minus = expr_unary (pool, EXPR_NEG, quotient);
  ExprId is_negative = expr_binary (pool, EXPR_LT, quotient, expr_number (pool, 0.0));
  ExprId up = expr_unary (pool, EXPR_NEG, make_floor (events, EXPR_FLOOR, minus));

  is_negative = expr_unary (pool, EXPR_NOEVENT, is_negative);
  return expr_if (pool, is_negative, up, make_floor (events, EXPR_FLOOR, quotient));
}

/* x - rounded (x / y) * y */
static ExprId
make_rounded (Events *events, const ExprNode *node)
{
  ExprPool *pool = events->work->pool;
  ExprId x = node->args[0], y = node->args[1];

  if (node->op == EXPR_FLOOR || node->op == EXPR_ROUND)
    return make_floor (events, node->op, x);
  ExprId quotient = expr_binary (pool, EXPR_DIV, x, y);
  ExprId rounded = node->op == EXPR_MOD ? make_floor (events, EXPR_FLOOR, quotient)
                                        : make_truncated (events, quotient);
  if (node->op == EXPR_DIV_INT)
    return rounded;
  return expr_binary (pool, EXPR_SUB, x, expr_binary (pool, EXPR_MUL, rounded, y));
}

static ExprId
compare_with_zero (ExprPool *pool, ExprOp op, ExprId e)
{
  return expr_unary (pool, EXPR_NOEVENT,
                     expr_binary (pool, op, e, expr_number (pool, 0.0)));
}

/* What an operator asks of its parameters; the run says so where it is not true. */
static void
demand (Events *events, ExprId condition, const char *text)
{
  base_vec_push (events->work->scratch, events->domains,
                 (FlatAssert){.condition = condition,
                              .text = text,
                              .is_domain = true,
                              .instance = events->place->instance,
                              .span = events->place->span});
}

/* Instants that lie closer together than this part of the time, of their start or of
 * one second cannot be told apart. */
static const double CLOSEST = 1e-14;

static void
check_closeness (Events *events, ExprId start, ExprId interval)
{
  ExprPool *pool = events->work->pool;
  ExprId size = expr_unary (pool, EXPR_ABS, expr_time (pool));
  size = expr_binary (pool, EXPR_MAX, size, expr_number (pool, 1));
  size = expr_binary (pool, EXPR_MAX, expr_unary (pool, EXPR_ABS, start), size);
  ExprId least = expr_binary (pool, EXPR_MUL, expr_number (pool, CLOSEST), size);

  demand (
      events,
      expr_unary (pool, EXPR_NOEVENT, expr_binary (pool, EXPR_GE, interval, least)),
      _ ("the instants of sample() are too close to be distinguished at this time"));
}

/* Without an interval nothing is due. */
static ExprId
check_interval (Events *events, ExprId start, ExprId interval)
{
  ExprPool *pool = events->work->pool;
  ExprId is_positive = compare_with_zero (pool, EXPR_GT, interval);

  if (expr_op (pool, is_positive) != EXPR_NUMBER)
    demand (events, is_positive, _ ("the interval of sample() must be greater than 0"));
  check_closeness (events, start, interval);
  return expr_if (pool, is_positive, interval, expr_number (pool, INFINITY));
}

/* Times that are computed may be off by this part of the longest delay. */
static const double ROUNDING = 1e-9;

/* A delay by no time is the signal itself. What depends on it must be sorted so, hence
 * the parameters as they are decide, and a run in which they change says so. */
static ExprId
make_delay (Events *events, ExprId e, const ExprNode *node)
{
  ExprPool *pool = events->work->pool;
  ExprId signal = node->args[0], time = node->args[1];
  ExprId is_delayed = compare_with_zero (pool, EXPR_GT, time);
  double value;

  if (dae_build_depends (events->work, time) != DAE_ON_PARAMETER) {
    ExprId most = events->work->flat
                      ->delays[expr_index (node->payload, events->work->flat->n_delays)]
                      .longest;
    ExprId least = expr_binary (pool, EXPR_MUL, expr_number (pool, -ROUNDING), most);

    demand (events,
            expr_unary (pool, EXPR_NOEVENT, expr_binary (pool, EXPR_GE, time, least)),
            _ ("the delay time must not be negative"));
    return e;
  }
  /* Whether there is a delay is decided by the parameters. */
  if (expr_is_number (pool, time, &value))
    return value > 0.0 ? e : signal;
  if (dae_build_sample (events->work, time) > 0.0) {
    demand (events, is_delayed, _ ("the delay time must stay greater than 0"));
    return e;
  }
  demand (events, compare_with_zero (pool, EXPR_GE, time),
          _ ("the delay time must not be negative"));
  return expr_if (pool, is_delayed, e, signal);
}

/* The number of the first instant that is not before the start of the run: the quotient
 * rounded up, less one where rounding made it too great. */
static ExprId
first_instant (Events *events, ExprId start, ExprId interval)
{
  ExprPool *pool = events->work->pool;
  ExprId time = expr_time (pool), zero = expr_number (pool, 0.0);
  ExprId passed = expr_binary (pool, EXPR_SUB, time, start);
  ExprId minus = expr_unary (pool, EXPR_NEG, passed);
  ExprId up = expr_unary (
      pool, EXPR_NEG,
      expr_unary (pool, EXPR_FLOOR, expr_binary (pool, EXPR_DIV, minus, interval)));
  ExprId less = expr_binary (pool, EXPR_SUB, up, expr_number (pool, 1.0));
  ExprId at_less =
      expr_binary (pool, EXPR_ADD, start, expr_binary (pool, EXPR_MUL, less, interval));
  ExprId is_less = expr_binary (pool, EXPR_GE, at_less, time);

  return expr_binary (pool, EXPR_MAX, zero, expr_if (pool, is_less, less, up));
}

/* sample (start, interval): true when the instant number k has come, where k counts
 * those that are past. */
static ExprId
make_sample (Events *events, const ExprNode *node)
{
  DaeBuild *work = events->work;
  ExprPool *pool = work->pool;
  ExprId time = expr_time (pool), one = expr_number (pool, 1.0);
  uint32_t k = dae_build_add_discrete (
      work, base_arena_printf (work->arena, "sample%u", events->n_hidden++ + 1));
  ExprId pre = expr_unary (pool, EXPR_PRE, expr_var (pool, k));
  ExprId interval = check_interval (events, node->args[0], node->args[1]);
  ExprId next = expr_binary (pool, EXPR_ADD, node->args[0],
                             expr_binary (pool, EXPR_MUL, pre, interval));
  /* Due at the next instant; at an event the count goes to all that have passed. */
  ExprId is_due = make_crossing (events, EXPR_GE, time, next);
  ExprId passed = expr_binary (
      pool, EXPR_DIV, expr_binary (pool, EXPR_SUB, time, node->args[0]), node->args[1]);
  ExprId count = expr_unary (pool, EXPR_NOEVENT, expr_unary (pool, EXPR_FLOOR, passed));
  ExprId more = expr_binary (pool, EXPR_MAX, pre, count);
  ExprId value = expr_if (pool, is_due, expr_binary (pool, EXPR_ADD, more, one), pre);

  dae_build_add_discrete_eq (work, k, value, events->place);
  if (expr_op (pool, is_due) == EXPR_CROSSING)
    work->crossings
        .at[expr_index (expr_node (pool, is_due)->payload, work->crossings.n)]
        .is_sample = true;
  work->vars.at[k].start = first_instant (events, node->args[0], interval);
  return is_due;
}

static ExprId
make_image (void *data, ExprPool *pool, ExprId e, const ExprNode *node, bool is_changed)
{
  Events *events = data;
  DaeBuild *work = events->work;
  uint8_t varying = DAE_ON_TIME | DAE_ON_CONTINUOUS;

  switch ((int) node->op) {
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
    return make_crossing (events, node->op, node->args[0], node->args[1]);
  case EXPR_SIGN:
    return make_sign (events, node->args[0]);
  case EXPR_FLOOR:
  case EXPR_ROUND:
  case EXPR_DIV_INT:
  case EXPR_MOD:
  case EXPR_REM:
    return (dae_build_depends (work, e) & varying) != 0 ? make_rounded (events, node)
                                                        : EXPR_NONE;
  case EXPR_SAMPLE:
    return make_sample (events, node);
  case EXPR_DELAY:
    if (is_changed)
      e = expr_make (pool, node->op, node->payload.at, node->args);
    return make_delay (events, e, node);
  }
  return EXPR_NONE;
}

/* Nothing below it makes events. */
static bool
is_barrier (const ExprNode *node)
{
  return node->op == EXPR_NOEVENT || (node->op == EXPR_SMOOTH && node->payload.at > 0);
}

/* Whole numbers that a double does not hold any more. */
static void
bound_integers (Events *events)
{
  DaeBuild *work = events->work;
  ExprPool *pool = work->pool;
  ExprId most = expr_number (pool, BASE_WHOLE_MOST);

  for (uint32_t v = 0; v < work->flat->n_vars; v++) {
    const FlatVar *var = &work->flat->vars[v];

    if (var->type != FLAT_INTEGER || work->vars.at[v].kind != DAE_DISCRETE)
      continue;
    FlatAssert place = {.condition = expr_bool (pool, true),
                        .instance = var->instance,
                        .span = var->span};
    events->place = dae_build_assert_origin (work, &place);
    ExprId size = expr_unary (pool, EXPR_ABS, expr_var (pool, v));
    demand (
        events,
        expr_unary (pool, EXPR_NOEVENT, expr_binary (pool, EXPR_LE, size, most)),
        base_arena_printf (
            work->arena,
            _ ("the Integer %s is beyond 2^53 - 1, where integers are no longer exact"),
            var->name));
  }
}

/* What is asserted must hold between the steps, too. */
static void
collect_asserts (Events *events)
{
  DaeBuild *work = events->work;
  FlatModel *flat = work->flat;
  BASE_VEC (FlatAssert) asserts = {0};

  for (uint32_t i = 0; i < flat->n_asserts; i++) {
    FlatAssert image = flat->asserts[i];

    events->place = dae_build_assert_origin (work, &image);
    image.condition = expr_map_apply (events->map, image.condition);
    base_vec_push (work->arena, asserts, image);
  }
  for (uint32_t i = 0; i < events->domains.n; i++)
    base_vec_push (work->arena, asserts, events->domains.at[i]);
  flat->n_asserts = asserts.n;
  flat->asserts = asserts.at;
}

void
dae_event_collect (DaeBuild *work)
{
  Events events = {.work = work};
  uint32_t n_eqs = work->eqs.n;

  events.map = expr_map_new (work->pool, make_image, is_barrier, &events);
  for (uint32_t e = 0; e < n_eqs; e++) {
    DaeUse use = work->eq_info.at[e].use;
    if (use == DAE_USE_ALIAS || use == DAE_USE_CONSTANT || use == DAE_USE_NONE)
      continue;
    events.place = dae_build_flat_eq (work, e);
    dae_build_map_eq (work, events.map, e);
  }
  bound_integers (&events);
  collect_asserts (&events);
  expr_map_free (events.map);
}
