/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pull is a spring from the mouse to the body, a part of the live program whose
 * parameters are set while the run goes on. Its stiffness follows from the mass that
 * moves. What is kept of it is the way of the mouse, thinned within a tolerance. */
#include "desk/run/pull.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "doc/edit/edit.h"
#include "doc/level.h"

G_DEFINE_FINAL_TYPE (DeskPull, desk_pull, G_TYPE_OBJECT)

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

static void
forget (DeskPull *self)
{
  g_clear_pointer (&self->port, g_free);
  g_clear_object (&self->session);
  self->is_held = false;
}

/* ---- the spring ---- */

/* Of all that has a mass, or of all that turns a moment of inertia, so that a light
 * part of a heavy mechanism can move it. */
static double
total_mass (const DeskProgram *program, const RunTrace *trace, const char *member)
{
  const FigureMotion *motion = desk_program_motion (program);
  const SimModel *model = desk_program_model (program);
  double mass = 0;

  for (uint32_t i = 0; i < figure_motion_n_elements (motion); i++) {
    const FigureElement *element = figure_motion_element (motion, i);
    g_autofree char *name = g_strconcat (element->path, ".", member, NULL);
    uint32_t variable = sim_model_find (model, name);

    if (variable != UINT32_MAX)
      mass += run_trace_value (trace, variable, 0);
  }
  return mass > 0 && isfinite (mass) ? mass : 1;
}

static void
choose_spring (DeskPull *self, const DeskRun *run, double speed)
{
  FigureMotion *motion = desk_program_motion (run->program);
  const RunTrace *trace = run_session_trace (run->session);
  FigureRect bounds = figure_motion_bounds (motion);
  double mass = total_mass (run->program, trace, self->puller.kind.mass);
  double size = hypot (bounds.x2 - bounds.x1, bounds.y2 - bounds.y1);
  double omega = 1 / (RESPONSE_S * fmin (speed, 1));

  if (size > 0 && self->puller.kind.is_planar)
    omega = fmax (omega, sqrt (GRAVITY / (SAG * size)));
  self->c = mass * omega * omega;
  self->d = 2 * DAMPING * mass * omega;
}

/* ---- the run ---- */

/* A run of `program` that is like the current one up to `until`. */
static void
branch (DeskRuns *runs, DeskProgram *program, double until, double speed)
{
  SimOptions options = *run_session_options (runs->current->session);

  if (until + EXTRA_S * speed > options.stop) {
    if (options.interval_max == 0)
      options.interval_max = (options.stop - options.start) / 500;
    options.stop = until + EXTRA_S * speed;
  }
  desk_runs_branch (runs, program, &options, speed, until);
}

static void
set (DeskPull *self, uint32_t variable, double value)
{
  run_session_set_parameter (self->session, variable, value);
}

static void
put_puller (DeskPull *self, const DeskPullPoint *at)
{
  self->at = *at;
  if (self->puller.kind.is_planar) {
    set (self, self->puller.puller[0], at->at.x);
    set (self, self->puller.puller[1], at->at.y);
  } else {
    set (self, self->puller.puller[0], at->coordinate);
  }
}

/* What the current run would be with pullers; NULL if it is of an older diagram. */
static DeskProgram *
live_program (const DeskPull *self)
{
  const DeskRuns *runs = self->timeline->runs;
  const DeskCompiler *compiler = runs->document->compiler;

  if (runs->current == NULL)
    return NULL;
  return runs->current->program == desk_compiler_program (compiler)
             ? desk_compiler_live (compiler)
             : runs->current->program;
}

bool
desk_pull_is_possible (const DeskPull *self, const char *port)
{
  const DeskProgram *live = live_program (self);
  DeskPuller puller;

  return live != NULL && desk_program_find_puller (live, port, &puller);
}

static void
hold (DeskPull *self, const char *port, FigurePoint point, const DeskPullPoint *at)
{
  self->port = g_strdup (port);
  self->is_held = true;
  self->point = point;
  if (self->puller.kind.is_planar) {
    set (self, self->puller.point[0], point.x);
    set (self, self->puller.point[1], point.y);
  }
  put_puller (self, at);
  set (self, self->puller.c, self->c);
  set (self, self->puller.d, self->d);
  set (self, self->puller.is_held, 1);
}

bool
desk_pull_begin (DeskPull *self,
                 const char *port,
                 FigurePoint point,
                 const DeskPullPoint *at)
{
  DeskRuns *runs = self->timeline->runs;
  DeskProgram *live = live_program (self);
  const double time = desk_timeline_shown (self->timeline);
  const double speed =
      runs->speed > 0 ? runs->speed : desk_timeline_speed (self->timeline);

  if (live == NULL || !desk_program_find_puller (live, port, &self->puller)) {
    desk_message (self->messages,
                  _ ("This cannot be pulled; only what is in the diagram itself, "
                     "after it has run"));
    return false;
  }
  /* A live run from the time shown, unless there is one already. */
  forget (self);
  choose_spring (self, runs->current, speed);
  if (runs->current->program != live || !isnan (self->timeline->time) ||
      !desk_runs_is_active (runs))
    branch (runs, live, time, speed);
  self->session = g_object_ref (runs->current->session);
  self->since = time;
  hold (self, port, point, at);
  desk_runs_resume (runs);
  g_object_notify (G_OBJECT (self), "port");
  return true;
}

void
desk_pull_move (DeskPull *self, const DeskPullPoint *at)
{
  if (self->is_held)
    put_puller (self, at);
}

void
desk_pull_release (DeskPull *self)
{
  if (!self->is_held)
    return;
  self->is_held = false;
  set (self, self->puller.is_held, 0);
  g_object_notify (G_OBJECT (self), "port");
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
way_of (DeskPull *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));
  bool is_held = false;
  Row row = {0};
  uint32_t n;
  g_autofree RunChange *changes = run_session_changes (self->session, &n);

  for (uint32_t i = 0; i < n; i++) {
    const RunChange *change = &changes[i];

    if (change->time < self->since)
      continue;
    row.t = change->time;
    if (change->variable == self->puller.puller[0])
      row.x = change->value;
    else if (self->puller.kind.is_planar && change->variable == self->puller.puller[1])
      row.y = change->value;
    else if (change->variable == self->puller.is_held)
      is_held = change->value != 0;
    else
      continue;
    if (is_held || change->variable == self->puller.is_held)
      add_row (rows, row);
  }
  if (is_held) { /* the run ended first */
    row.t = run_session_time (self->session);
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
write_table (const GArray *rows, bool is_planar)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < rows->len; i++) {
    const Row *row = &g_array_index (rows, Row, i);

    g_string_append (text, i == 0 ? "" : ", ");
    put_list (text, (double[]){row->t, row->x, row->y}, is_planar ? 3 : 2, 7);
  }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static DocModel *
doc_of (const DeskPull *self)
{
  return self->timeline->runs->document->doc;
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
add_pull (DeskPull *self, uint32_t item, const char *table, GError **error)
{
  DocModel *doc = doc_of (self);
  const DeskPullerKind *kind = &self->puller.kind;
  char c[BASE_NUMBER_SIZE], d[BASE_NUMBER_SIZE];
  g_autoptr (GString) point = g_string_new (NULL);
  const char *name = doc_add (doc, kind->class, place_near (doc, item), false, error);

  if (name == NULL)
    return NULL;
  put_list (point, (double[]){self->point.x, self->point.y}, 2, 5);
  const char *const values[][2] = {{"c", base_number_to_short_text (self->c, 4, c)},
                                   {"d", base_number_to_short_text (self->d, 4, d)},
                                   {"table", table},
                                   {"r", kind->is_planar ? point->str : NULL}};
  for (guint i = 0; i < G_N_ELEMENTS (values) && values[i][1] != NULL; i++)
    if (!doc_set_modifier (doc, name, values[i][0], values[i][1], NULL, error))
      return NULL;
  g_autofree char *port = g_strconcat (name, ".", kind->port, NULL);
  return doc_connect (doc, port, doc_level_local (doc, self->port), NULL, 0, error)
             ? name
             : NULL;
}

const char *
desk_pull_keep (DeskPull *self)
{
  DocModel *doc = doc_of (self);
  g_autoptr (GError) error = NULL;
  const char *name = NULL;

  if (self->port == NULL || self->is_held)
    return NULL;
  g_autofree char *level = doc_level_of (doc, self->port);
  desk_document_show_level (self->timeline->runs->document, level);
  const uint32_t item = doc_level_find_item (doc, self->port);
  g_autoptr (GArray) rows = way_of (self);
  if (rows->len < 2 || item == UINT32_MAX) {
    desk_message (self->messages, _ ("There is nothing to keep"));
    return NULL;
  }
  /* The way of the hand with as few points as it needs, as one step of undo. */
  simplify (rows, WAY_TOLERANCE * extent (rows));
  g_autofree char *table = write_table (rows, self->puller.kind.is_planar);
  uint64_t revision = doc_revision (doc);
  doc_begin (doc, _ ("Keep Pull"));
  name = add_pull (self, item, table, &error);
  doc_end (doc);
  if (name == NULL) {
    if (doc_revision (doc) != revision)
      doc_undo (doc);
    desk_message (self->messages,
                  error != NULL ? error->message : _ ("It cannot be kept"));
    return NULL;
  }
  forget (self);
  desk_selection_set (self->selection, &name, 1);
  g_object_notify (G_OBJECT (self), "port");
  return name;
}

/* ---- object ---- */

static void
on_doc (DeskPull *self)
{
  forget (self);
  g_object_notify (G_OBJECT (self), "port");
}

static void
desk_pull_finalize (GObject *object)
{
  forget (DESK_PULL (object));
  G_OBJECT_CLASS (desk_pull_parent_class)->finalize (object);
}

static void
desk_pull_class_init (DeskPullClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"port", G_TYPE_STRING, offsetof (DeskPull, port)}};

  G_OBJECT_CLASS (class)->finalize = desk_pull_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_pull_init (DeskPull *self)
{
}

DeskPull *
desk_pull_new (DeskTimeline *timeline,
               DeskSelection *selection,
               const DeskMessages *messages)
{
  DeskPull *self = g_object_new (DESK_TYPE_PULL, NULL);

  self->timeline = timeline;
  self->selection = selection;
  self->messages = messages;
  desk_property_listen (timeline->runs->document, "doc", self, G_CALLBACK (on_doc));
  return self;
}
