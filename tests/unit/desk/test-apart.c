/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits that take long are made on a thread: the diagram gets what it would have got at
 * once, and what the user does meanwhile is neither waited for nor lost. */
#include "desk/tool/commands.h"
#include "doc/wire/route.h"

#include "blank-fixture.h"

/* Masses that the wires have to be led around; the text says of none how. */
static char *
crowd (uint32_t n)
{
  GString *text = g_string_new ("component Crowd\n");
  g_autoptr (GString) relations = g_string_new ("relations\n");
  g_autoptr (GString) links = g_string_new (NULL);

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t x = 130 * (i % 5), y = 130 * (i / 5) + 10 * (i % 3);

    g_string_append_printf (
        text, "  m%u = TranslationalComponents.Components.Mass(m = 1) {^m%u}\n", i, i);
    g_string_append_printf (links,
                            "%s\"m%u\": {\"Dyad\": {\"placement\": {\"diagram\": "
                            "{\"x1\": %u, \"y1\": %u, \"x2\": %u, \"y2\": %u}}}}",
                            i > 0 ? ",\n" : "", i, x, y, x + 100, y + 100);
    if (i > 0)
      g_string_append_printf (relations, "  connect(m%u.flange_b, m%u.flange_a)\n",
                              i / 2, i);
  }
  g_string_append_printf (text, "%smetadata {\"_links\": {%s}}\nend\n", relations->str,
                          links->str);
  return g_string_free (text, FALSE);
}

static void
wait (Fixture *fixture)
{
  while (desk_document_is_editing (fixture->studio->document))
    g_main_context_iteration (NULL, TRUE);
}

static char *
text_of (Fixture *fixture)
{
  return g_strdup (doc_text (doc_of (fixture), NULL));
}

/* Wires bent by hand, as the only thing that can be undone; all is selected. */
static void
set_up_crowd (Fixture *fixture)
{
  g_autofree char *text = crowd (20);

  desk_document_take (fixture->studio->document,
                      doc_from_text (fixture->library, NULL, text, strlen (text)));
  doc_begin (doc_of (fixture), "Bend");
  for (uint32_t w = 0; w < doc_n_wires (doc_of (fixture)); w++)
    doc_move_segment (doc_of (fixture), w, 0, 0, 30, 70);
  doc_end (doc_of (fixture));
  desk_commands_select_all (fixture->studio);
}

/* Whether any wire could be led better. */
static bool
tidy_at_once (DocModel *doc)
{
  uint32_t wires[19];

  for (uint32_t w = 0; w < G_N_ELEMENTS (wires); w++)
    wires[w] = w;
  return doc_tidy (doc, wires, G_N_ELEMENTS (wires), NULL);
}

static void
assert_tidied (Fixture *fixture, uint32_t depth)
{
  g_autofree char *apart = text_of (fixture);

  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, depth);
  g_assert_cmpstr (doc_undo_label (doc_of (fixture)), ==, "Tidy wires");
  g_assert_true (doc_undo (doc_of (fixture)));
  g_assert_cmpstr (apart, !=, doc_text (doc_of (fixture), NULL));
  g_assert_true (tidy_at_once (doc_of (fixture)));
  g_assert_cmpstr (apart, ==, doc_text (doc_of (fixture), NULL));
}

static void
test_same_as_at_once (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  g_autofree char *before = text_of (fixture);
  desk_commands_tidy (fixture->studio);
  g_assert_cmpstr (before, ==, doc_text (doc_of (fixture), NULL));
  wait (fixture);
  assert_tidied (fixture, 2);
}

/* A wire alone is found again by its ends. */
static void
test_one_wire (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  desk_selection_set_wire (fixture->studio->selection, 6);
  desk_commands_tidy (fixture->studio);
  doc_delete_wire (doc_of (fixture), 0, NULL);
  g_autofree char *before = text_of (fixture);
  wait (fixture);
  g_autofree char *apart = text_of (fixture);
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, 3);
  g_assert_true (doc_undo (doc_of (fixture)));
  g_assert_cmpstr (before, ==, doc_text (doc_of (fixture), NULL));
  g_assert_true (doc_tidy (doc_of (fixture), &(uint32_t){5}, 1, NULL));
  g_assert_cmpstr (apart, ==, doc_text (doc_of (fixture), NULL));
}

/* What is edited meanwhile comes before it. */
static void
test_edited_meanwhile (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  desk_commands_tidy (fixture->studio);
  g_assert_true (doc_move (doc_of (fixture), (const char *const[]){"m9"}, 1, 0, 250));
  wait (fixture);
  assert_tidied (fixture, 3);
}

/* Undo takes back what was asked for last, and nothing else. */
static void
test_undone_meanwhile (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  g_autofree char *before = text_of (fixture);
  desk_commands_tidy (fixture->studio);
  desk_commands_tidy (fixture->studio);
  desk_commands_undo (fixture->studio);
  desk_commands_undo (fixture->studio);
  wait (fixture);
  g_assert_cmpstr (before, ==, doc_text (doc_of (fixture), NULL));
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, 1);
  desk_commands_undo (fixture->studio);
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, 0);
}

static void
test_other_diagram (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  desk_commands_tidy (fixture->studio);
  set_up_crowd (fixture);
  g_autofree char *before = text_of (fixture);
  wait (fixture);
  g_assert_cmpstr (before, ==, doc_text (doc_of (fixture), NULL));
}

/* A drag goes on: it ends before anything is put into the diagram. */
static void
test_held (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  const DocRect box = doc_item (doc_of (fixture), 0)->box;
  const DocPoint at = {(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2};
  const DocPoint to = {at.x - 300, at.y};
  desk_commands_tidy (fixture->studio);
  const uint64_t revision = doc_revision (doc_of (fixture));
  desk_tool_press (fixture->tool, at, DESK_TOOL_SHIFT);
  desk_tool_motion (fixture->tool, to, 0);
  for (uint32_t i = 0; i < 40; i++) {
    g_usleep (5000);
    while (g_main_context_iteration (NULL, FALSE))
      ;
  }
  g_assert_cmpint (desk_tool_mode (fixture->tool), ==, DESK_TOOL_MOVING);
  g_assert_cmpuint (doc_revision (doc_of (fixture)), ==, revision);
  desk_tool_release (fixture->tool, to, 0);
  g_assert_cmpuint (doc_revision (doc_of (fixture)), >, revision);
  wait (fixture);
  assert_tidied (fixture, 3);
}

/* A large paste is made at once: the keys that follow are for the copies. */
static void
test_paste (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  g_autofree char *text = desk_commands_copy (fixture->studio);
  desk_commands_paste (fixture->studio, text, (DocPoint){2000, 2000});
  g_assert_cmpuint (doc_n_items (doc_of (fixture)), ==, 40);
  uint32_t n;
  const char *const *names = desk_selection_names (fixture->studio->selection, &n);
  g_assert_cmpuint (n, ==, 20);
  g_assert_cmpuint (doc_find_item (doc_of (fixture), names[0]), ==, 20);
}

/* What was edited since it was asked for is taken back first. */
static void
test_edit_undone_meanwhile (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  g_autofree char *before = text_of (fixture);
  desk_commands_tidy (fixture->studio);
  g_assert_true (doc_move (doc_of (fixture), (const char *const[]){"m9"}, 1, 0, 250));
  desk_commands_undo (fixture->studio);
  g_assert_cmpstr (before, ==, doc_text (doc_of (fixture), NULL));
  wait (fixture);
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, 2);
  g_assert_cmpstr (before, !=, doc_text (doc_of (fixture), NULL));
}

static void
count (gpointer data)
{
  (*(uint32_t *) data)++;
}

static double
length_of_wires (const DocModel *doc)
{
  double length = 0;

  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    for (uint32_t e = 0; e < doc_wire (doc, w)->n_edges; e++) {
      const DocEdge *edge = &doc_wire (doc, w)->edges[e];

      for (uint32_t k = 0; k + 1 < edge->n_points; k++)
        length += hypot (edge->points[k + 1].x - edge->points[k].x,
                         edge->points[k + 1].y - edge->points[k].y);
    }
  return length;
}

/* Somebody who edits on and on does not keep it off: it begins each time with what it
 * has found before, and ends in the diagram. */
static void
test_edited_on_and_on (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  DocModel *doc = doc_of (fixture);
  uint32_t n_edits = 0;

  desk_commands_tidy (fixture->studio);
  while (desk_document_is_editing (fixture->studio->document) && n_edits < 2000) {
    doc_move (doc, (const char *const[]){"m9"}, 1, 0, n_edits++ % 2 == 0 ? 250 : -250);
    g_usleep (1000);
    while (g_main_context_iteration (NULL, FALSE))
      ;
  }
  g_assert_cmpuint (n_edits, <, 2000);
  g_assert_cmpstr (doc_undo_label (doc), ==, "Tidy wires");
  /* All of it, in one step: nothing, or hardly anything, is left to be led better. */
  g_assert_cmpuint (doc_undo_depth (doc), ==, 2 + n_edits);
  const double length = length_of_wires (doc);
  tidy_at_once (doc);
  g_assert_cmpfloat (length, <, 1.05 * length_of_wires (doc));
}

/* What is under way can be undone, and everybody hears of it. */
static void
test_label (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = crowd (20);
  DeskDocument *document = fixture->studio->document;
  uint32_t n_told = 0;

  desk_document_take (document,
                      doc_from_text (fixture->library, NULL, text, strlen (text)));
  desk_commands_select_all (fixture->studio);
  g_signal_connect_swapped (document, "notify::editing", G_CALLBACK (count), &n_told);
  g_assert_null (desk_commands_undo_label (fixture->studio));
  desk_commands_tidy (fixture->studio);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_cmpstr (desk_commands_undo_label (fixture->studio), ==, "Tidy wires");
  g_assert_true (desk_studio_is_in_use (fixture->studio));
  desk_commands_undo (fixture->studio);
  g_assert_cmpuint (n_told, ==, 2);
  g_assert_null (desk_commands_undo_label (fixture->studio));
  wait (fixture);
  g_assert_cmpuint (n_told, ==, 3);
  g_assert_false (desk_studio_is_in_use (fixture->studio));
  g_assert_cmpstr (text, ==, doc_text (doc_of (fixture), NULL));
}

/* Nobody waits for what has been dropped: no path is looked for any more. */
static void
test_stopped (Fixture *fixture, gconstpointer data)
{
  set_up_crowd (fixture);
  const int stop_flag = 1;
  const uint32_t wires[] = {0, 1, 2};
  g_autoptr (DocModel) fork = doc_fork (doc_of (fixture), "", &stop_flag);
  doc_fork_read (fork);
  const uint64_t effort = doc_route_effort (fork);
  g_assert_false (doc_tidy (fork, wires, G_N_ELEMENTS (wires), NULL));
  g_assert_cmpuint (doc_route_effort (fork), ==, effort);
}

static void
do_nothing (DocModel *doc, gpointer data)
{
}

/* A document that goes does not wait for its edits, nor stays for them. */
static void
test_left (Fixture *fixture, gconstpointer data)
{
  DeskDocument *document = desk_document_new (fixture->library);
  uint32_t n_freed = 0;

  for (uint32_t i = 0; i < 3; i++)
    desk_document_edit (document, (DeskEdit){"Nothing", do_nothing, &n_freed, count});
  g_object_add_weak_pointer (G_OBJECT (document), (gpointer *) &document);
  g_object_unref (document);
  g_assert_null (document);
  while (n_freed < 3)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/apart/same-as-at-once", test_same_as_at_once},
      {"/desk/apart/one-wire", test_one_wire},
      {"/desk/apart/edited-meanwhile", test_edited_meanwhile},
      {"/desk/apart/undone-meanwhile", test_undone_meanwhile},
      {"/desk/apart/other-diagram", test_other_diagram},
      {"/desk/apart/held", test_held},
      {"/desk/apart/paste", test_paste},
      {"/desk/apart/edit-undone-meanwhile", test_edit_undone_meanwhile},
      {"/desk/apart/edited-on-and-on", test_edited_on_and_on},
      {"/desk/apart/label", test_label},
      {"/desk/apart/stopped", test_stopped},
      {"/desk/apart/left", test_left},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
