/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a part lands that is added beside another one, and what it is wired to. */
#include <math.h>

#include "doc/view/label.h"
#include "test-doc.h"

#define T(name) "TranslationalComponents.Components." name
#define R(name) "RotationalComponents.Components." name
#define B(name) "BlockComponents." name

static const char EMPTY[] = "component M\nend\n";

static const DocItem *
item_of (const DocModel *doc, const char *name)
{
  const uint32_t k = doc_find_item (doc, name);

  g_assert_cmpuint (k, !=, UINT32_MAX);
  return doc_item (doc, k);
}

static const char *
first (DocModel *doc, const char *class_name)
{
  const char *name = doc_add (doc, class_name, (DocPoint){0, 0}, true, NULL);

  g_assert_nonnull (name);
  return name;
}

static const char *
beside (DocModel *doc, const char *of, const char *class_name)
{
  g_autoptr (GError) error = NULL;
  const uint32_t depth = doc_undo_depth (doc);
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  const char *name = doc_add_beside (doc, class_name, of, true, &error);

  g_assert_no_error (error);
  g_assert_nonnull (name);
  /* One step. */
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth + 1);
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
  g_assert_true (doc_redo (doc));
  assert_sound (doc);
  assert_orthogonal (doc);
  return name;
}

static void
assert_joined (const DocModel *doc, const char *a, const char *b)
{
  g_autofree char *refusal = doc_refusal (doc, a, b);

  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "already"));
}

/* No body lies on another, with room for a label between; no wire lies under a body. */
static void
assert_clear (const DocModel *doc)
{
  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    const DocRect box = doc_item (doc, i)->box;
    uint32_t n;

    g_free (doc_hit_items (
        doc, (DocRect){box.x1 - 20, box.y1 - 30, box.x2 + 20, box.y2 + 30}, false, &n));
    g_assert_cmpuint (n, ==, 1);
    for (uint32_t w = 0; w < doc_n_wires (doc); w++)
      g_assert_false (doc_hit_is_under_wire (doc, w, i));
  }
}

/* Each part goes to the right of the last one and is wired to it. */
static void
test_chain (void)
{
  static const char *const classes[] = {T ("Mass"), T ("Damper"), T ("Mass"),
                                        T ("Spring")};
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *last = first (doc, T ("Spring"));

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++) {
    const DocRect box = item_of (doc, last)->box;
    const char *name = beside (doc, last, classes[i]);
    const DocItem *item = item_of (doc, name);
    g_autofree char *from = g_strconcat (last, ".flange_b", NULL);
    g_autofree char *to = g_strconcat (name, ".flange_a", NULL);

    g_assert_cmpfloat (item->box.y1, ==, box.y1);
    g_assert_cmpfloat (item->box.x1, >, box.x2);
    g_assert_cmpfloat (item->rot, ==, 0);
    assert_joined (doc, from, to);
    last = name;
  }
  g_assert_cmpuint (doc_n_wires (doc), ==, 4);
  assert_clear (doc);
}

/* A train of so many, of inertias and what is between them. */
static const char *
train (DocModel *doc, guint n)
{
  static const char *const classes[] = {R ("Inertia"),   R ("Spring"),  R ("Inertia"),
                                        R ("IdealGear"), R ("Inertia"), R ("Damper")};
  const char *last = first (doc, classes[0]);

  for (guint i = 1; i < n; i++)
    last = beside (doc, last, classes[i % G_N_ELEMENTS (classes)]);
  return last;
}

/* At the zoom at which all of it is as wide as in a window of 1360 pixels, or as high.
 */
static void
assert_names_are_read (const DocModel *doc)
{
  const DocRect all = doc_bounds (doc);
  const double zoom = 660 / fmax (all.x2 - all.x1, all.y2 - all.y1);

  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (doc, i, doc_label_scale (zoom), lines);
    bool is_read = false;

    for (uint32_t k = 0; k < n; k++)
      is_read |= lines[k].is_name;
    if (!is_read)
      g_error ("The name of %s is not read at a zoom of %g", doc_item (doc, i)->name,
               zoom);
  }
}

/* A row of seven, then the train turns back in the next one, mirrored, with room for
 * branches between: what it ends with is joined as it was on the way there. */
static void
test_rows (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);

  train (doc, 25);
  for (uint32_t i = 0; i < 25; i++) {
    const DocItem *item = doc_item (doc, i), *origin = doc_item (doc, 0);
    const uint32_t row = i / 7, column = row % 2 == 0 ? i % 7 : 6 - i % 7;

    g_assert_cmpfloat (item->box.x1 - origin->box.x1, ==, 200 * column);
    g_assert_cmpfloat (item->box.y1 - origin->box.y1, ==, 400 * row);
    g_assert_cmpfloat (item->rot, ==, 0);
    g_assert_cmpint (item->flip_x, ==, row % 2);
    if (i == 0)
      continue;
    g_autofree char *from =
        g_strconcat (doc_item (doc, i - 1)->name, ".spline_b", NULL);
    g_autofree char *to = g_strconcat (item->name, ".spline_a", NULL);
    assert_joined (doc, from, to);
  }
  assert_clear (doc);
  assert_names_are_read (doc);
}

/* What is added before the first part of a full row turns back above it. */
static void
test_row_before (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);

  train (doc, 7);
  const DocRect box = item_of (doc, "inertia")->box;
  const char *source =
      beside (doc, "inertia", "RotationalComponents.Sources.TorqueSource");
  const char *limiter = beside (doc, source, B ("Nonlinear.Limiter"));

  g_assert_cmpfloat (item_of (doc, source)->box.x1, ==, box.x1);
  g_assert_cmpfloat (item_of (doc, source)->box.y1, ==, box.y1 - 400);
  g_assert_cmpfloat (item_of (doc, limiter)->box.x1, ==, box.x1 + 200);
  g_assert_cmpfloat (item_of (doc, limiter)->box.y1, ==, box.y1 - 400);
  g_assert_true (item_of (doc, limiter)->flip_x);
  assert_joined (doc, "limiter.y", "torqueSource.tau");
  assert_clear (doc);
}

/* A gear at the end of a full row turns back, and what follows goes on from the end of
 * it that looks on along the new row. */
static void
test_row_gear (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *gear = beside (doc, train (doc, 7), R ("IdealPlanetaryGear"));
  const DocRect box = item_of (doc, gear)->box;
  const char *next = beside (doc, gear, R ("Inertia"));

  g_assert_true (item_of (doc, gear)->flip_x);
  assert_joined (doc, "idealPlanetaryGear.ring", "inertia5.spline_a");
  g_assert_cmpfloat (item_of (doc, next)->box.x1, ==, box.x1 - 200);
  g_assert_cmpfloat (item_of (doc, next)->box.y1, ==, box.y1);
  assert_clear (doc);
}

/* A part stands in line with the port that it is joined to, off the grid if need be. */
static void
test_in_line (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);

  first (doc, R ("IdealPlanetaryGear"));
  const char *name =
      doc_add_beside (doc, R ("Inertia"), "idealPlanetaryGear.carrier", true, NULL);
  g_assert_nonnull (name);
  assert_joined (doc, "idealPlanetaryGear.carrier", "inertia.spline_b");
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 2);
  g_assert_cmpfloat (item_of (doc, name)->box.y1, ==,
                     item_of (doc, "idealPlanetaryGear")->box.y1 - 25);
}

/* What branches off at the end of a full row, or ends the train, stays near, and the
 * train goes on in the next row. */
static void
test_row_branch (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *last = train (doc, 7);
  const DocRect box = item_of (doc, last)->box;
  const char *next = beside (doc, last, R ("Spring"));
  const char *branch = beside (doc, last, R ("Damper"));

  g_assert_cmpfloat (item_of (doc, next)->box.y1, ==, box.y1 + 400);
  g_assert_cmpfloat (item_of (doc, branch)->box.y1, ==, box.y1 + 200);
  g_assert_cmpfloat (item_of (doc, branch)->box.x1, ==, box.x1);
  assert_clear (doc);

  g_autoptr (DocModel) other = test_doc (EMPTY);
  const char *wall = beside (other, train (other, 7), R ("Fixed"));
  g_assert_cmpfloat (item_of (other, wall)->box.y1 - item_of (other, "inertia")->box.y1,
                     ==, 200);
  assert_clear (other);
}

/* What has its port below or above stands so that the ports face each other. */
static void
test_turns (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *fixed = first (doc, T ("Fixed"));
  const char *spring = beside (doc, fixed, T ("Spring"));
  const char *mass = beside (doc, spring, T ("Mass"));
  const DocRect box = item_of (doc, fixed)->box;

  assert_joined (doc, "fixed.flange", "spring.flange_a");
  assert_joined (doc, "spring.flange_b", "mass.flange_a");
  g_assert_cmpfloat (item_of (doc, spring)->box.y2, <, box.y1);
  g_assert_cmpfloat (item_of (doc, mass)->box.x1, ==, box.x1);
  assert_clear (doc);
  /* And a Fixed at the side of a mass turns to it. */
  const char *wall = beside (doc, mass, T ("Fixed"));
  g_assert_cmpfloat (item_of (doc, wall)->rot, ==, 180);
  assert_clear (doc);
}

/* The source of a force that points down stands above it, and so does its signal. */
static void
test_turned_source (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *spring = beside (doc, first (doc, T ("Fixed")), T ("Spring"));
  const char *mass = beside (doc, spring, T ("Mass"));
  const char *force = beside (doc, mass, "TranslationalComponents.Sources.ForceSource");
  const char *sine = beside (doc, force, B ("Sources.Sine"));

  assert_joined (doc, "sine.y", "forceSource.f");
  g_assert_cmpfloat (item_of (doc, sine)->box.x1, ==, item_of (doc, force)->box.x1);
  g_assert_cmpfloat (item_of (doc, sine)->rot, ==, item_of (doc, force)->rot);
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    g_assert_cmpuint (doc_wire (doc, w)->edges[0].n_points, ==, 2);
  assert_clear (doc);
}

/* A source of a signal stands left of what it feeds. */
static void
test_signals (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *mass = first (doc, T ("Mass"));
  const char *force = beside (doc, mass, "TranslationalComponents.Sources.ForceSource");
  const char *sine = beside (doc, force, B ("Sources.Sine"));

  assert_joined (doc, "forceSource.flange", "mass.flange_a");
  assert_joined (doc, "forceSource.f", "sine.y");
  g_assert_cmpfloat (item_of (doc, force)->box.x2, <, item_of (doc, mass)->box.x1);
  g_assert_cmpfloat (item_of (doc, sine)->box.x2, <, item_of (doc, force)->box.x1);
  g_assert_cmpfloat (item_of (doc, sine)->rot, ==, 0);
  g_assert_false (item_of (doc, sine)->flip_x);
  assert_clear (doc);
  /* An input that has its signal takes no other: the next one is not wired. */
  const uint32_t n = doc_n_wires (doc);
  beside (doc, sine, B ("Sources.Step"));
  g_assert_cmpuint (doc_n_wires (doc), ==, n);
  assert_clear (doc);
}

/* With wires at all ports, a body is joined where others are. */
static void
test_no_port_is_free (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *left = first (doc, T ("Spring"));
  const char *mass = beside (doc, left, T ("Mass"));

  beside (doc, mass, T ("Damper"));
  beside (doc, mass, "TranslationalComponents.Sources.ForceSource");
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  assert_joined (doc, "forceSource.flange", "mass.flange_a");
  assert_clear (doc);
}

/* The controller of a drive, above its row, as is the sensor that looks back to it: the
 * wire between them crosses nothing. */
static void
test_feedback (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);

  train (doc, 7);
  beside (doc, "inertia", "RotationalComponents.Sources.TorqueSource");
  beside (doc, "inertia2", R ("Damper"));
  const char *sensor =
      beside (doc, "inertia2", "RotationalComponents.Sensors.VelocitySensor");
  beside (doc, "torqueSource", B ("Nonlinear.Limiter"));
  beside (doc, "limiter", B ("Continuous.PI"));
  beside (doc, "pi1", B ("Math.Feedback"));
  beside (doc, "feedback", B ("Sources.Ramp"));
  assert_joined (doc, "velocitySensor.spline", "inertia2.spline_a");
  g_assert_true (item_of (doc, sensor)->flip_x);
  g_assert_cmpfloat (item_of (doc, sensor)->box.y2, <,
                     item_of (doc, "inertia2")->box.y1);

  g_assert_true (doc_connect (doc, "velocitySensor.w", "feedback.u2", NULL, 0, NULL));
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    g_assert_cmpuint (doc_wire (doc, w)->n_crossings, ==, 0);
  assert_clear (doc);

  /* So does the one at the end of a full row; elsewhere it goes on with the train. */
  g_autoptr (DocModel) other = test_doc (EMPTY);
  const char *end =
      beside (other, train (other, 7), "RotationalComponents.Sensors.AngleSensor");
  g_assert_cmpfloat (item_of (other, "inertia")->box.y1 - item_of (other, end)->box.y1,
                     ==, 200);
  g_assert_true (item_of (other, end)->flip_x);
  g_autoptr (DocModel) third = test_doc (EMPTY);
  end = beside (third, train (third, 3), "RotationalComponents.Sensors.AngleSensor");
  g_assert_false (item_of (third, end)->flip_x);
  assert_clear (third);
}

/* Nothing fits, or no wire is wanted: beside, and not wired. */
static void
test_not_wired (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *mass = first (doc, T ("Mass"));
  const char *inertia = beside (doc, mass, R ("Inertia"));

  g_assert_nonnull (doc_add_beside (doc, R ("Spring"), inertia, false, NULL));
  g_assert_cmpuint (doc_n_wires (doc), ==, 0);
  assert_clear (doc);

  /* In rows, too. */
  g_autoptr (DocModel) many = test_doc (EMPTY);
  const char *last = first (many, T ("Mass"));
  for (int i = 0; i < 20; i++)
    last = doc_add_beside (many, T ("Mass"), last, false, NULL);
  const DocRect all = doc_bounds (many);
  g_assert_cmpfloat (all.x2 - all.x1, <=, 1300);
  assert_clear (many);
}

/* However many are added beside one part, none covers another, a wire or a note. */
static void
test_crowd (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *hub = first (doc, R ("Inertia"));

  g_assert_true (doc_add_note (doc, (DocPoint){200, 0}, "A note beside it"));
  for (guint i = 0; i < 12; i++)
    beside (doc, hub, i % 3 == 0 ? R ("Damper") : R ("Spring"));
  g_assert_cmpuint (doc_n_wires (doc), ==, 12);
  assert_clear (doc);
}

/* The part comes where the wire ends, whichever way: its port is there and looks back
 * along the wire. */
static void
test_at_end (void)
{
  static const struct {
    DocPoint corner[2], at, outward;
    uint32_t n;
    const char *joined;
  } CASES[] = {
      {{{200, 0}}, {200, 200}, {0, -1}, 1, "spring.flange_a"},
      {{{200, 0}}, {200, -200}, {0, 1}, 1, "spring.flange_a"},
      {{{0, 0}}, {300, 0}, {-1, 0}, 0, "spring.flange_a"},
      {{{200, 0}, {200, 300}}, {-100, 300}, {1, 0}, 2, "spring.flange_b"},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (DocModel) doc = test_doc (EMPTY);
    g_autoptr (GError) error = NULL;
    const DocCorners corners = {CASES[i].corner, CASES[i].n};

    first (doc, T ("Mass"));
    g_assert_nonnull (doc_add_at_end (doc, T ("Spring"), "mass.flange_b", CASES[i].at,
                                      &corners, &error));
    g_assert_no_error (error);
    const DocPort *port = &item_of (doc, "spring")
                               ->ports[g_str_has_suffix (CASES[i].joined, "b") ? 1 : 0];
    g_assert_cmpfloat (port->at.x, ==, CASES[i].at.x);
    g_assert_cmpfloat (port->at.y, ==, CASES[i].at.y);
    g_assert_cmpfloat (port->outward.x, ==, CASES[i].outward.x);
    g_assert_cmpfloat (port->outward.y, ==, CASES[i].outward.y);
    assert_joined (doc, "mass.flange_b", CASES[i].joined);
    assert_clear (doc);
    g_assert_null (doc_add_at_end (doc, R ("Spring"), "mass.flange_b",
                                   (DocPoint){200, 400}, &corners, &error));
    g_assert_nonnull (error);
  }
}

/* An input that has its signal takes no other: nothing is added, and nothing that was
 * taken back is lost. */
static void
test_taken_end (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  g_autoptr (GError) error = NULL;
  const DocPoint at = {-300, 200};
  const char *gain = first (doc, B ("Math.Gain"));

  g_assert_nonnull (doc_add_at_end (doc, B ("Sources.Sine"), "gain.u",
                                    (DocPoint){-200, 0}, &(DocCorners){NULL, 0},
                                    &error));
  g_assert_no_error (error);
  beside (doc, gain, B ("Nonlinear.Limiter"));
  g_assert_true (doc_undo (doc));
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  g_assert_null (doc_add_at_end (doc, B ("Sources.Step"), "gain.u", at,
                                 &(DocCorners){NULL, 0}, &error));
  g_assert_nonnull (error);
  assert_text (doc, before);
  g_assert_true (doc_redo (doc));
  /* An output gives to many. */
  g_assert_nonnull (doc_add_at_end (doc, B ("Math.Gain"), "sine.y", at,
                                    &(DocCorners){NULL, 0}, NULL));
  assert_joined (doc, "sine.y", "gain2.u");
}

/* An input is given a signal, not joined with another input that has none; one that
 * has its signal shares it. */
static void
test_input (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *brake = first (doc, R ("Brake"));
  const char *lag = beside (doc, brake, B ("Continuous.FirstOrder"));
  const char *step = beside (doc, lag, B ("Sources.Step"));

  assert_joined (doc, "brake.f_normalized", "firstOrder.y");
  assert_joined (doc, "firstOrder.u", "step.y");
  beside (doc, step, B ("Math.Gain"));
  assert_joined (doc, "step.y", "gain.u");
  const uint32_t n = doc_n_wires (doc);
  beside (doc, first (doc, B ("Math.Gain")), B ("Math.Terminator"));
  assert_joined (doc, "gain2.y", "terminator.u");
  g_assert_cmpuint (doc_n_wires (doc), ==, n + 1);
  assert_clear (doc);
}

/* One port of several is asked for by its name. */
static void
test_port (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);

  first (doc, R ("IdealPlanetaryGear"));
  beside (doc, "idealPlanetaryGear.carrier", R ("Inertia"));
  beside (doc, "idealPlanetaryGear.sun", R ("Inertia"));
  beside (doc, "idealPlanetaryGear.carrier", R ("Brake"));
  assert_joined (doc, "idealPlanetaryGear.carrier", "inertia.spline_b");
  assert_joined (doc, "idealPlanetaryGear.sun", "inertia2.spline_b");
  assert_joined (doc, "idealPlanetaryGear.carrier", "brake.spline_b");
}

/* What is pasted again and again at the same place keeps its shape and covers nothing:
 * neither the original nor earlier copies nor a note nor a wire. */
static void
test_paste_aside (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *fixed = first (doc, T ("Fixed"));
  const char *spring = beside (doc, fixed, T ("Spring"));
  const char *mass = beside (doc, spring, T ("Mass"));
  const DocPoint at = {item_of (doc, spring)->box.x1, item_of (doc, spring)->box.y1};
  const char *const names[] = {fixed, spring, mass};
  const double pitch = item_of (doc, mass)->box.x1 - item_of (doc, spring)->box.x1;
  g_autofree char *text = doc_copy (doc, names, 3);

  doc_add_note (doc, (DocPoint){at.x + 250, at.y}, "a note");
  const DocRect note = doc_note (doc, 0)->box;
  for (int k = 0; k < 5; k++) {
    g_autoptr (GPtrArray) fresh = g_ptr_array_new ();
    const uint32_t depth = doc_undo_depth (doc);
    uint32_t n;

    g_assert_true (doc_paste (doc, text, at, true, fresh, NULL));
    g_assert_cmpuint (doc_undo_depth (doc), ==, depth + 1);
    assert_sound (doc);
    assert_clear (doc);
    g_assert_cmpfloat (item_of (doc, fresh->pdata[2])->box.x1 -
                           item_of (doc, fresh->pdata[1])->box.x1,
                       ==, pitch);
    g_free (doc_hit_items (doc, note, false, &n));
    g_assert_cmpuint (n, ==, 0);
  }
  g_assert_cmpuint (doc_n_wires (doc), ==, 12);

  /* Where there is room, right there, and no way is looked for: neither there nor where
   * it was copied. */
  g_autoptr (GPtrArray) fresh = g_ptr_array_new ();
  const uint64_t effort = doc_route_effort (doc);
  g_assert_true (doc_paste (doc, text, (DocPoint){5000, 5000}, true, fresh, NULL));
  g_assert_cmpuint (doc_route_effort (doc), ==, effort);
  const DocRect all =
      doc_items_bounds (doc, (const char *const *) fresh->pdata, fresh->len);
  g_assert_cmpfloat (fabs ((all.x1 + all.x2) / 2 - 5000), <=, 5);
  g_assert_cmpfloat (fabs ((all.y1 + all.y2) / 2 - 5000), <=, 5);
}

/* What was cut out lands where it was: its own wires are not in its way. */
static void
test_paste_of_cut (void)
{
  g_autoptr (DocModel) doc = test_doc (EMPTY);
  const char *spring = first (doc, T ("Spring"));
  const char *mass = beside (doc, spring, T ("Mass"));
  const char *const names[] = {spring, mass};
  const DocRect all = doc_items_bounds (doc, names, 2);
  const DocPoint middle = {(all.x1 + all.x2) / 2, (all.y1 + all.y2) / 2};
  g_autofree char *text = doc_copy (doc, names, 2);
  g_autoptr (GPtrArray) fresh = g_ptr_array_new ();

  g_assert_true (doc_delete_items (doc, names, 2, NULL));
  g_assert_true (doc_paste (doc, text, middle, true, fresh, NULL));
  const DocRect again =
      doc_items_bounds (doc, (const char *const *) fresh->pdata, fresh->len);
  g_assert_cmpfloat (again.x1, ==, all.x1);
  g_assert_cmpfloat (again.y1, ==, all.y1);
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
}

/* What cannot stay where it is pasted goes to the side on which there is room, and no
 * farther than past what lies there. */
static void
test_paste_to_the_free_side (void)
{
  static const DocPoint SIDES[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

  for (guint i = 0; i < G_N_ELEMENTS (SIDES); i++) {
    g_autoptr (DocModel) doc = test_doc (EMPTY);
    const char *mass = first (doc, T ("Mass"));
    g_autofree char *text = doc_copy (doc, &mass, 1);
    g_autoptr (GPtrArray) fresh = g_ptr_array_new ();

    for (guint k = 0; k < G_N_ELEMENTS (SIDES); k++)
      if (k != i)
        g_assert_nonnull (doc_add (doc, T ("Mass"),
                                   (DocPoint){180 * SIDES[k].x, 180 * SIDES[k].y},
                                   false, NULL));
    g_assert_true (doc_paste (doc, text, (DocPoint){0, 0}, true, fresh, NULL));
    const DocRect box = item_of (doc, fresh->pdata[0])->box;
    const double x = (box.x1 + box.x2) / 2, y = (box.y1 + box.y2) / 2;
    const double far = x * SIDES[i].x + y * SIDES[i].y;
    g_assert_cmpfloat (x, ==, far * SIDES[i].x);
    g_assert_cmpfloat (y, ==, far * SIDES[i].y);
    g_assert_cmpfloat (far, >=, 100);
    g_assert_cmpfloat (far, <, 200);
    assert_clear (doc);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/beside/chain", test_chain);
  g_test_add_func ("/doc/beside/rows", test_rows);
  g_test_add_func ("/doc/beside/row-before", test_row_before);
  g_test_add_func ("/doc/beside/row-branch", test_row_branch);
  g_test_add_func ("/doc/beside/row-gear", test_row_gear);
  g_test_add_func ("/doc/beside/in-line", test_in_line);
  g_test_add_func ("/doc/beside/turns", test_turns);
  g_test_add_func ("/doc/beside/turned-source", test_turned_source);
  g_test_add_func ("/doc/beside/signals", test_signals);
  g_test_add_func ("/doc/beside/input", test_input);
  g_test_add_func ("/doc/beside/port", test_port);
  g_test_add_func ("/doc/beside/no-port-is-free", test_no_port_is_free);
  g_test_add_func ("/doc/beside/feedback", test_feedback);
  g_test_add_func ("/doc/beside/not-wired", test_not_wired);
  g_test_add_func ("/doc/beside/crowd", test_crowd);
  g_test_add_func ("/doc/beside/at-end", test_at_end);
  g_test_add_func ("/doc/beside/taken-end", test_taken_end);
  g_test_add_func ("/doc/beside/paste-aside", test_paste_aside);
  g_test_add_func ("/doc/beside/paste-of-cut", test_paste_of_cut);
  g_test_add_func ("/doc/beside/paste-to-the-free-side", test_paste_to_the_free_side);
  return g_test_run ();
}
