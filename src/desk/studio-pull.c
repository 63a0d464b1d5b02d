/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "desk/studio-private.h"

/* What is kept. */
static const struct {
  const char *class;
  const char *port;
} PULLS[] = {
    [DESK_PORT_PLANAR] = {"MultibodyComponents.PlanarMechanics.Pull", "frame_a"},
    [DESK_PORT_SLIDES] = {"TranslationalComponents.Sources.Pull", "flange"},
    [DESK_PORT_TURNS] = {"RotationalComponents.Sources.Pull", "spline"},
};

/* The spring of a puller. A body follows in about RESPONSE_S of wall time; where that
 * would let it hang down, the spring is as stiff as to keep it within SAG of the
 * picture. */
static const double RESPONSE_S = 0.08;
static const double SAG = 0.02;
static const double DAMPING = 0.5; /* of the critical one */
static const double GRAVITY = 9.81;

/* How far the kept way may be from the way of the puller, as part of its extent. */
static const double WAY_TOLERANCE = 0.004;

/* A run that is pulled where it ends goes on by at least this, in wall time. */
static const double EXTRA_S = 10;

const DeskPull *
desk_studio_pull (DeskStudio *self)
{
  return &self->pull;
}

void
desk_studio_forget_pull (DeskStudio *self)
{
  g_free (self->pull.port);
  self->pull = (DeskPull){0};
  g_clear_object (&self->pulled);
}

/* ---- the spring ---- */

/* Of all that has a mass, or of all that turns a moment of inertia, so that a light
 * part of a heavy mechanism can move it. */
static double
total_mass (const DeskProgram *program, const RunTrace *trace, DeskPortKind kind)
{
  const FigureMotion *motion = desk_program_motion (program);
  const SimModel *model = desk_program_model (program);
  double mass = 0;

  for (uint32_t i = 0; i < figure_motion_n_elements (motion); i++) {
    const FigureElement *element = figure_motion_element (motion, i);
    const char *member = kind == DESK_PORT_TURNS ? ".J" : ".m";
    g_autofree char *name = g_strconcat (element->path, member, NULL);
    uint32_t variable = sim_model_find (model, name);

    if (variable != UINT32_MAX)
      mass += run_trace_value (trace, variable, 0);
  }
  return mass > 0 && isfinite (mass) ? mass : 1;
}

static void
choose_spring (DeskStudio *self, const DeskRun *run, double speed)
{
  FigureMotion *motion = desk_program_motion (run->program);
  const RunTrace *trace = run_session_trace (run->session);
  const DeskPortKind kind = self->puller.kind;
  FigureRect bounds = figure_motion_bounds (motion);
  double mass = total_mass (run->program, trace, kind);
  double size = hypot (bounds.x2 - bounds.x1, bounds.y2 - bounds.y1);
  double omega = 1 / (RESPONSE_S * fmin (speed, 1));

  if (size > 0 && kind == DESK_PORT_PLANAR)
    omega = fmax (omega, sqrt (GRAVITY / (SAG * size)));
  self->pull.c = mass * omega * omega;
  self->pull.d = 2 * DAMPING * mass * omega;
}

/* ---- the run ---- */

/* A run of `program` that is like the current one up to `until`. */
static DeskRun *
branch (DeskStudio *self, DeskProgram *program, double until, double speed)
{
  const DeskRun *from = self->current;
  SimOptions options = *run_session_options (from->session);

  if (until + EXTRA_S * speed > options.stop) {
    if (options.interval_max == 0)
      options.interval_max = (options.stop - options.start) / 500;
    options.stop = until + EXTRA_S * speed;
  }
  return desk_studio_prepare_run (self, program, &options, speed, from, until);
}

static void
set (DeskStudio *self, uint32_t variable, double value)
{
  run_session_set_parameter (self->pulled, variable, value);
}

static void
put_puller (DeskStudio *self, const DeskPullPoint *puller)
{
  self->pull.puller = *puller;
  if (self->puller.kind == DESK_PORT_PLANAR) {
    set (self, self->puller.puller[0], puller->at.x);
    set (self, self->puller.puller[1], puller->at.y);
  } else {
    set (self, self->puller.puller[0], puller->coordinate);
  }
}

/* What the current run would be with pullers; NULL if it is of an older diagram. */
static DeskProgram *
live_program (DeskStudio *self)
{
  if (self->current == NULL)
    return NULL;
  return self->current->program == desk_compiler_program (self->compiler)
             ? desk_compiler_live (self->compiler)
             : self->current->program;
}

bool
desk_studio_can_pull (DeskStudio *self, const char *port)
{
  const DeskProgram *live = live_program (self);
  DeskPuller puller;

  return live != NULL && desk_program_find_puller (live, port, &puller);
}

static void
hold (DeskStudio *self,
      const char *port,
      FigurePoint point,
      const DeskPullPoint *puller)
{
  self->pull.port = g_strdup (port);
  self->pull.is_held = true;
  self->pull.point = point;
  if (self->puller.kind == DESK_PORT_PLANAR) {
    set (self, self->puller.point[0], point.x);
    set (self, self->puller.point[1], point.y);
  }
  put_puller (self, puller);
  set (self, self->puller.c, self->pull.c);
  set (self, self->puller.d, self->pull.d);
  set (self, self->puller.is_held, 1);
}

bool
desk_studio_pull_begin (DeskStudio *self,
                        const char *port,
                        FigurePoint point,
                        const DeskPullPoint *puller)
{
  DeskRun *run = self->current;
  DeskProgram *live = live_program (self);
  double time = desk_studio_time_shown (self);
  double speed = self->speed > 0 ? self->speed : desk_studio_replay_speed (self);

  if (run == NULL || live == NULL ||
      !desk_program_find_puller (live, port, &self->puller)) {
    desk_studio_say (self,
                     _ ("This cannot be pulled; only what is in the diagram itself, "
                        "after it has run"));
    return false;
  }
  desk_studio_forget_pull (self);
  choose_spring (self, run, speed);
  if (run->program != live || !isnan (self->time) || !desk_studio_run_is_active (run)) {
    run = branch (self, live, time, speed);
    desk_studio_begin_run (self, run);
  }
  self->pulled = g_object_ref (run->session);
  self->pulled_since = time;
  hold (self, port, point, puller);
  desk_studio_resume (self);
  desk_studio_tell (self, DESK_STUDIO_PULL_CHANGED);
  return true;
}

void
desk_studio_pull_move (DeskStudio *self, const DeskPullPoint *puller)
{
  if (self->pull.is_held)
    put_puller (self, puller);
}

void
desk_studio_pull_release (DeskStudio *self)
{
  if (!self->pull.is_held)
    return;
  self->pull.is_held = false;
  set (self, self->puller.is_held, 0);
  desk_studio_tell (self, DESK_STUDIO_PULL_CHANGED);
}

/* ---- keeping ---- */

typedef struct {
  double t, x, y;
} Row;

static void
add_row (GArray *rows, Row row)
{
  Row *last = rows->len > 0 ? &g_array_index (rows, Row, rows->len - 1) : NULL;

  if (last != NULL && last->t == row.t)
    *last = row;
  else
    g_array_append_val (rows, row);
}

/* The way of the puller while it held, at the times when the run learnt of it. */
static GArray *
way_of (DeskStudio *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  bool is_held = false;
  Row row = {0};
  uint32_t n;
  g_autofree RunChange *changes = run_session_changes (self->pulled, &n);

  for (uint32_t i = 0; i < n; i++) {
    const RunChange *change = &changes[i];

    if (change->time < self->pulled_since)
      continue;
    row.t = change->time;
    if (change->variable == self->puller.puller[0])
      row.x = change->value;
    else if (self->puller.kind == DESK_PORT_PLANAR &&
             change->variable == self->puller.puller[1])
      row.y = change->value;
    else if (change->variable == self->puller.is_held)
      is_held = change->value != 0;
    else
      continue;
    if (is_held || change->variable == self->puller.is_held)
      add_row (rows, row);
  }
  if (is_held) { /* the run ended first */
    row.t = run_session_time (self->pulled);
    add_row (rows, row);
  }
  return rows;
}

/* How far the puller was from where the straight way from `a` to `b` has it. */
static double
detour (const Row *a, const Row *b, const Row *at)
{
  double part = (at->t - a->t) / (b->t - a->t);

  return hypot (at->x - a->x - part * (b->x - a->x),
                at->y - a->y - part * (b->y - a->y));
}

/* Leaves out rows that the straight way between their neighbours holds within
 * `tolerance`: from the left, each stretch as long as it can be. */
static void
simplify (GArray *rows, double tolerance)
{
  const Row *row = (const Row *) (const void *) rows->data;
  guint from = 0, n_kept = 1;

  if (rows->len < 3)
    return;
  g_autofree Row *kept = g_new (Row, rows->len);
  kept[0] = row[0];
  for (guint to = 2; to < rows->len; to++) {
    bool is_straight = true;

    for (guint i = from + 1; i < to && is_straight; i++)
      is_straight = detour (&row[from], &row[to], &row[i]) <= tolerance;
    if (!is_straight) {
      from = to - 1;
      kept[n_kept++] = row[from];
    }
  }
  kept[n_kept++] = row[rows->len - 1];
  memcpy (rows->data, kept, n_kept * sizeof (Row));
  g_array_set_size (rows, n_kept);
}

static double
extent (const GArray *rows)
{
  Row min = g_array_index (rows, Row, 0), max = min;

  for (guint i = 1; i < rows->len; i++) {
    const Row *row = &g_array_index (rows, Row, i);

    min.x = fmin (min.x, row->x);
    min.y = fmin (min.y, row->y);
    max.x = fmax (max.x, row->x);
    max.y = fmax (max.y, row->y);
  }
  return hypot (max.x - min.x, max.y - min.y);
}

static void
put_list (GString *text, const double *values, int n, int digits)
{
  char number[BASE_NUMBER_SIZE];

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "[" : ", ",
                            base_number_to_short_text (values[i], digits, number));
  g_string_append_c (text, ']');
}

static char *
write_table (const GArray *rows, DeskPortKind kind)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < rows->len; i++) {
    const Row *row = &g_array_index (rows, Row, i);

    g_string_append (text, i == 0 ? "" : ", ");
    put_list (text, (double[]){row->t, row->x, row->y},
              kind == DESK_PORT_PLANAR ? 3 : 2, 7);
  }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static bool
is_free (const DocModel *doc, DocPoint at)
{
  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    DocRect box = doc_item (doc, i)->box;

    if (at.x > box.x1 - 80 && at.x < box.x2 + 80 && at.y > box.y1 - 80 &&
        at.y < box.y2 + 80)
      return false;
  }
  return true;
}

/* A place near an item: right of it or below, further away if need be. */
static DocPoint
place_near (const DocModel *doc, uint32_t item)
{
  DocRect box = doc_item (doc, item)->box;
  DocPoint middle = {round ((box.x1 + box.x2) / 20) * 10,
                     round ((box.y1 + box.y2) / 20) * 10};

  for (int far = 200; far < 2000; far += 100) {
    const DocPoint places[] = {{middle.x + far, middle.y},
                               {middle.x + far, middle.y + far},
                               {middle.x, middle.y + far},
                               {middle.x + far, middle.y - far},
                               {middle.x, middle.y - far}};

    for (guint i = 0; i < G_N_ELEMENTS (places); i++)
      if (is_free (doc, places[i]))
        return places[i];
  }
  return (DocPoint){middle.x + 200, middle.y};
}

static const char *
add_pull (DeskStudio *self, uint32_t item, const char *table, GError **error)
{
  const DeskPortKind kind = self->puller.kind;
  char c[BASE_NUMBER_SIZE], d[BASE_NUMBER_SIZE];
  g_autoptr (GString) point = g_string_new (NULL);
  const char *name = doc_add (self->doc, PULLS[kind].class,
                              place_near (self->doc, item), false, error);

  if (name == NULL)
    return NULL;
  put_list (point, (double[]){self->pull.point.x, self->pull.point.y}, 2, 5);
  const char *const values[][2] = {
      {"c", base_number_to_short_text (self->pull.c, 4, c)},
      {"d", base_number_to_short_text (self->pull.d, 4, d)},
      {"table", table},
      {"r", kind == DESK_PORT_PLANAR ? point->str : NULL}};
  for (guint i = 0; i < G_N_ELEMENTS (values) && values[i][1] != NULL; i++)
    if (!doc_set_modifier (self->doc, name, values[i][0], values[i][1], NULL, error))
      return NULL;
  g_autofree char *port = g_strconcat (name, ".", PULLS[kind].port, NULL);
  return doc_connect (self->doc, port, self->pull.port, NULL, 0, error) ? name : NULL;
}

const char *
desk_studio_keep_pull (DeskStudio *self)
{
  g_autoptr (GError) error = NULL;
  const char *name = NULL;

  if (self->pull.port == NULL || self->pull.is_held)
    return NULL;
  const uint32_t item = doc_find_item_of (self->doc, self->pull.port);
  g_autoptr (GArray) rows = way_of (self);
  if (rows->len < 2 || item == UINT32_MAX) {
    desk_studio_say (self, _ ("There is nothing to keep"));
    return NULL;
  }
  simplify (rows, WAY_TOLERANCE * extent (rows));
  g_autofree char *table = write_table (rows, self->puller.kind);
  uint64_t revision = doc_revision (self->doc);
  doc_begin (self->doc, _ ("Keep Pull"));
  name = add_pull (self, item, table, &error);
  doc_end (self->doc);
  if (name == NULL) {
    if (doc_revision (self->doc) != revision)
      doc_undo (self->doc);
    desk_studio_say (self, error != NULL ? error->message : _ ("It cannot be kept"));
    return NULL;
  }
  desk_studio_forget_pull (self);
  desk_studio_select (self, &name, 1);
  desk_studio_tell (self, DESK_STUDIO_PULL_CHANGED);
  return name;
}
