/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong is mended by one click, which is one step back, and the diagram is
 * sound then; what would become of it is seen before. */
#include <string.h>

#include "desk/problem/mend.h"
#include "doc/view/hit.h"
#include "studio-fixture.h"

#define T "TranslationalComponents.Components."
#define R "RotationalComponents."
#define P "MultibodyComponents.PlanarMechanics."

static const struct {
  const char *text; /* of M, behind its head */
  guint number;
  const char *labels; /* of what is offered; the first is done */
} CASES[] = {
    {"  wall = " T "Fixed()\n  mass = " T "Mass()\nrelations\n"
     "  connect(wall.flange, mass.flange_a)\n",
     301, "Assume 1 kg"},
    {"  mass = " T "Mass(m = 1) {\"assumed\": {\"m\": \"1\"}}\n", 321, "Confirm"},
    {"  a = " T "Spring(c = 1)\n  b = " T "Spring(c = 1)\nrelations\n"
     "  connect(a.flange_b, b.flange_a)\n",
     503, "Add Fixed"},
    {"  gain = BlockComponents.Math.Gain(k = 2)\n", 402, "Add Constant"},
    {"  a = " T "Fixed()\n  b = " T "Fixed(s0 = 1)\n  mass = " T
     "Mass(m = 1)\nrelations\n"
     "  connect(a.flange, mass.flange_a)\n  connect(b.flange, mass.flange_b)\n",
     503, "Remove a, Remove b"},
    {"  slow = " R "Sources.ConstantSpeed(w_fixed = 1)\n"
     "  fast = " R "Sources.ConstantSpeed(w_fixed = 2)\n"
     "  shaft = " R "Components.Inertia(J = 1)\nrelations\n"
     "  connect(slow.spline, shaft.spline_a)\n  connect(fast.spline, shaft.spline_b)\n",
     503, "Remove fast, Remove slow"},
    {"  shaft = " R "Components.Inertia(J = 1)\n  mass = " T "Mass(m = 1)\nrelations\n"
     "  connect(shaft.spline_b, mass.flange_a)\n",
     401, "Insert IdealGearR2T"},
    {"  step = BlockComponents.Sources.Step()\n  mass = " T "Mass(m = 1)\nrelations\n"
     "  connect(step.y, mass.flange_a)\n",
     401, "Insert ForceSource"},
    {"  a = " P "Fixed()\n  b = " P "Fixed(r = [1, 0])\n  world = " P
     "World(g = 9.81)\n  body = " P "Body(m = 1, I = 1)\nrelations\n"
     "  connect(a.frame_b, body.frame_a)\n  connect(b.frame_b, body.frame_a)\n",
     503, "Remove a, Remove b"},
    {"  a = " P "Fixed()\n  b = " P "Fixed(r = [1, 0])\n  world = " P
     "World(g = 9.81)\n  rod = " P "BodyShape(r = [1, 0], m = 1, I = 1)\nrelations\n"
     "  connect(a.frame_b, rod.frame_a)\n  connect(b.frame_b, rod.frame_b)\n",
     503, "Remove a, Remove b"},
    {"  world = " P "World(g = 9.81)\n  a = " P "Revolute()\n  b = " P
     "Revolute()\n  body = " P "Body(m = 1, I = 1)\nrelations\n"
     "  connect(world.frame_b, a.frame_a, b.frame_a)\n"
     "  connect(a.frame_b, b.frame_b, body.frame_a)\n",
     503, "Remove a, Remove b"},
    {"  a = BlockComponents.Sources.Constant(k = 1)\n"
     "  b = BlockComponents.Sources.Constant(k = 2)\n"
     "  gain = BlockComponents.Math.Gain(k = 2)\nrelations\n"
     "  connect(a.y, gain.u)\n  connect(b.y, gain.u)\n",
     403, "Remove a, Remove b"},
    {"  body = " P "Body(m = 1, I = 1)\n", 406, "Add World"},
    {"  body = " P "Body(m = 1, I = 1)\n  more = " P "Body(m = 1, I = 1)\n"
     "  a = " P "World(g = 9.81)\n  b = " P "World(g = 1.62)\n",
     406, "Remove b, Remove a"},
    {"  wall = " T "Fixed()\n  spring = " T "Spring(c = 1)\n  mass = " T
     "Mass(m = 1)\n  damper = " T "Damper(d = 1)\nrelations\n"
     "  connect(wall.flange, spring.flange_a)\n"
     "  connect(spring.flange_b, mass.flange_a)\n"
     "  connect(mass.flange_b, damper.flange_a)\n",
     411, "Add Fixed, Remove damper"},
    {"  variable x::Real = 2 * c0\n", 202, "Make c0 a Parameter"},
    {"  variable x::Real = 2 * nope.c0\n", 202, ""},
    {"  a = " T "Fixed()\n  spring = " T "Spring(c = c0)\n  mass = " T
     "Mass(m = 1)\nrelations\n  connect(a.flange, spring.flange_a)\n"
     "  connect(spring.flange_b, mass.flange_a)\n",
     202, "Make c0 a Parameter"},
    {"  a = " T "Fixed()\n  b = " T "Fixed(s0 = 1)\n  spring = " T
     "Spring(c = 1)\nrelations\n  connect(a.flange, spring.flange_a)\n"
     "  connect(b.flange, spring.flange_b)\n  connect(a.flange, b.flange)\n",
     503, "Remove a, Remove b"},
};

static void
show (DeskStudio *studio, const char *text)
{
  g_autofree char *whole = g_strdup_printf ("component M\n%send\n", text);

  doc_set_text (studio->document->doc, whole, strlen (whole));
  settle (studio);
}

static GPtrArray *
mends_of (DeskStudio *studio, guint number)
{
  const uint32_t i = base_diags_find (studio->problems->diags, number);

  g_assert_cmpuint (i, !=, UINT32_MAX);
  return desk_mends (studio->document->doc,
                     base_diags_get (studio->problems->diags, i));
}

static char *
labels_of (const GPtrArray *mends)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < mends->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                            ((DeskMend *) mends->pdata[i])->label);
  return g_string_free (out, FALSE);
}

/* What a new part needs is given next. */
static uint32_t
n_errors (DeskStudio *studio)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < base_diags_count (studio->problems->diags); i++) {
    const BaseDiag *diag = base_diags_get (studio->problems->diags, i);

    n += diag->severity == BASE_ERROR && diag->number != 301;
  }
  return n;
}

/* A table is nothing to be assumed: it is filled. */
static void
test_fill (Fixture *fixture, gconstpointer data)
{
  show (fixture->studio, "  drive = BlockComponents.Sources.CombiTimeTable()\n");
  g_autoptr (GPtrArray) mends = mends_of (fixture->studio, 301);

  g_assert_cmpuint (mends->len, ==, 1);
  const DeskMend *mend = mends->pdata[0];
  g_assert_cmpint (mend->kind, ==, DESK_MEND_FILL);
  g_assert_cmpstr (mend->item, ==, "drive");
  g_assert_cmpstr (mend->target, ==, "table");
}

static void
test_cases (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    show (studio, CASES[i].text);
    g_autofree char *before = g_strdup (doc_text (doc, NULL));
    g_autoptr (GPtrArray) mends = mends_of (studio, CASES[i].number);
    g_autofree char *labels = labels_of (mends);
    g_autoptr (GError) error = NULL;

    g_assert_cmpstr (labels, ==, CASES[i].labels);
    if (mends->len == 0)
      continue;
    /* Looking at it changes nothing. */
    g_autoptr (DocModel) after =
        desk_mend_preview (mends->pdata[0], doc, fixture->library);
    g_assert_nonnull (after);
    g_assert_cmpstr (doc_text (doc, NULL), ==, before);
    /* Doing it mends the diagram. */
    g_assert_true (desk_mend_do (mends->pdata[0], doc, &error));
    g_assert_no_error (error);
    g_assert_cmpstr (doc_text (doc, NULL), ==, doc_text (after, NULL));
    settle (studio);
    if (n_errors (studio) > 0)
      g_error ("%s left %u errors in\n%s", CASES[i].labels, n_errors (studio),
               doc_text (doc, NULL));
    g_assert_cmpstr (doc_undo_label (doc), ==, ((DeskMend *) mends->pdata[0])->label);
    g_assert_true (doc_undo (doc));
    g_assert_cmpstr (doc_text (doc, NULL), ==, before);
  }
}

/* What a value names gets the type and bounds of that value, and none of its own. */
static void
test_declare (Fixture *fixture, gconstpointer data)
{
  show (fixture->studio, "  spring = " T "Spring(c = c0)\n");
  g_autoptr (GPtrArray) mends = mends_of (fixture->studio, 202);
  DocModel *doc = fixture->studio->document->doc;

  g_assert_cmpuint (mends->len, ==, 1);
  g_assert_true (desk_mend_do (mends->pdata[0], doc, NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL),
                            "parameter c0::TranslationalSpringConstant(min = 0)\n"));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "Spring(c = c0)"));
}

/* A diagram that has changed since is left alone. */
static void
test_outdated_mend (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;
  static const char *const parts[] = {"mass"};

  show (studio, CASES[6].text);
  g_autoptr (GPtrArray) mends = mends_of (studio, 401);
  g_assert_true (doc_delete_items (doc, parts, 1, NULL));
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  g_autoptr (GError) error = NULL;
  g_assert_null (desk_mend_preview (mends->pdata[0], doc, fixture->library));
  g_assert_false (desk_mend_do (mends->pdata[0], doc, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (doc_text (doc, NULL), ==, before);
}

/* What fails half way leaves the diagram as it was, and what could be made again. */
static void
test_half_a_mend (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;
  const DeskMend mend = {.kind = DESK_MEND_CONVERT,
                         .label = "Insert Gain",
                         .class_name = "BlockComponents.Math.Gain",
                         .ports = {"step.y", "mass.flange_a"}};
  g_autoptr (GError) error = NULL;

  show (studio, CASES[7].text);
  doc_add_note (doc, (DocPoint){0, 900}, "to be made again");
  g_assert_true (doc_undo (doc));
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  const uint32_t depth = doc_undo_depth (doc);
  g_assert_false (desk_mend_do (&mend, doc, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (doc_text (doc, NULL), ==, before);
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth);
  g_assert_true (doc_redo (doc));
  g_assert_cmpuint (doc_n_notes (doc), ==, 1);
}

/* A new part faces its port and covers nothing that is there, no note either. */
static void
test_new_parts_find_room (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;
  DocRect box = {0, 0, 0, 0};

  show (studio, CASES[2].text);
  g_autoptr (GPtrArray) mends = mends_of (studio, 503);
  for (guint with_note = 0; with_note < 2; with_note++) {
    uint32_t n;

    if (with_note)
      doc_add_note (doc, (DocPoint){(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2}, "x");
    g_assert_true (desk_mend_do (mends->pdata[0], doc, NULL));
    const DocWire *wire = doc_wire (doc, doc_n_wires (doc) - 1);
    g_assert_cmpuint (wire->n_edges, ==, 1);
    g_assert_true (with_note || wire->edges[0].n_points == 2);
    box = doc_item (doc, doc_find_item (doc, "fixed"))->box;
    g_autofree uint32_t *items = doc_hit_items (doc, box, false, &n);
    g_assert_cmpuint (n, ==, 1);
    for (uint32_t i = 0; i < doc_n_notes (doc); i++) {
      const DocRect note = doc_note (doc, i)->box;

      g_assert_true (note.x2 < box.x1 || note.x1 > box.x2 || note.y2 < box.y1 ||
                     note.y1 > box.y2);
    }
    g_assert_true (doc_undo (doc));
  }
}

/* What is shown before: new parts and wires, those that go, those written otherwise. */
static void
test_changes (Fixture *fixture, gconstpointer data)
{
  static const struct {
    guint i, new_wires, new_items, lost_items, changed_items;
  } EXPECTED[] = {{0, 0, 0, 0, 1},
                  {1, 0, 0, 0, 1},
                  {2, 1, 1, 0, 0},
                  {4, 0, 0, 1, 0},
                  {6, 2, 1, 0, 0}};
  DeskStudio *studio = fixture->studio;

  for (guint k = 0; k < G_N_ELEMENTS (EXPECTED); k++) {
    DocModel *doc = studio->document->doc;

    show (studio, CASES[EXPECTED[k].i].text);
    /* An edit writes down places that were made up. */
    g_assert_true (doc_move (doc, &doc_item (doc, 0)->name, 1, 0, 10));
    settle (studio);
    g_autoptr (GPtrArray) mends = mends_of (studio, CASES[EXPECTED[k].i].number);
    g_autoptr (DocModel) after =
        desk_mend_preview (mends->pdata[0], doc, fixture->library);
    g_autoptr (DeskMendChanges) changes = desk_mend_compare (doc, after);
    g_autoptr (DeskMendChanges) none = desk_mend_compare (doc, doc);

    g_assert_cmpuint (changes->new_wires->len, ==, EXPECTED[k].new_wires);
    g_assert_cmpuint (changes->new_items->len, ==, EXPECTED[k].new_items);
    g_assert_cmpuint (changes->lost_items->len, ==, EXPECTED[k].lost_items);
    g_assert_cmpuint (changes->changed_items->len, ==, EXPECTED[k].changed_items);
    g_assert_cmpuint (none->new_wires->len + none->new_items->len +
                          none->lost_items->len + none->changed_items->len,
                      ==, 0);
  }
}

/* A World is added where the diagram is seen, and nothing tells of a file of the
 * library. */
static void
test_world_is_seen (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;

  show (studio, "  a = " P "Fixed()\n  slide = " P "Prismatic(r = [1, 0])\n  body = " P
                "Body(m = 1, I = 1)\n  pin = " P "Revolute()\n  arm = " P
                "Body(m = 1, I = 1)\nrelations\n  connect(a.frame_b, slide.frame_a)\n"
                "  connect(slide.frame_b, body.frame_a)\n  connect(a.frame_b, "
                "pin.frame_a)\n  connect(pin.frame_b, arm.frame_a)\n");
  for (uint32_t i = 0; i < base_diags_count (studio->problems->diags); i++) {
    const char *hint = base_diags_get (studio->problems->diags, i)->hint;

    g_assert_true (hint == NULL || strstr (hint, ".dyad") == NULL);
  }
  const DocRect all = doc_bounds (doc);
  g_autoptr (GPtrArray) mends = mends_of (studio, 406);
  g_assert_true (desk_mend_do (mends->pdata[0], doc, NULL));
  const DocRect box = doc_item (doc, doc_find_item (doc, "world"))->box;
  g_assert_cmpfloat (box.x1, >=, all.x1);
  g_assert_cmpfloat (box.x2, <=, all.x2);
  g_assert_cmpfloat (box.y2, <=, all.y2);
}

/* Where several fight for one position each of them may be the one too many. */
static void
test_three (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  show (studio, "  a = " T "Fixed()\n  b = " T "Fixed(s0 = 1)\n  c = " T
                "Fixed(s0 = 2)\n  mass = " T "Mass(m = 1)\nrelations\n"
                "  connect(a.flange, mass.flange_a)\n"
                "  connect(b.flange, c.flange, mass.flange_b)\n");
  g_autoptr (GPtrArray) mends = mends_of (studio, 503);
  g_autofree char *labels = labels_of (mends);
  g_assert_cmpstr (labels, ==, "Remove a, Remove b, Remove c");
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/mend/cases", test_cases},
      {"/desk/mend/fill", test_fill},
      {"/desk/mend/declare", test_declare},
      {"/desk/mend/outdated", test_outdated_mend},
      {"/desk/mend/half", test_half_a_mend},
      {"/desk/mend/changes", test_changes},
      {"/desk/mend/world", test_world_is_seen},
      {"/desk/mend/room", test_new_parts_find_room},
      {"/desk/mend/three", test_three},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, tests, G_N_ELEMENTS (tests));
}
