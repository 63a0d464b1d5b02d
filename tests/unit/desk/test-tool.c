/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer and keys on the canvas, without a canvas: what they do to the diagram. */
#include <glib/gstdio.h>
#include <math.h>

#include "desk/describe.h"
#include "desk/tool/commands.h"
#include "desk/tool/tool.h"

#include "blank-fixture.h"

/* Boxes are 100 units wide: mass at 100…200, spring at 300…400, step at 500…600. */
static const char text[] =
    "component M\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1) {^mass}\n"
    "  spring = TranslationalComponents.Components.Spring(c = 1) {^spring}\n"
    "  fixed = TranslationalComponents.Components.Fixed() {^fixed}\n"
    "  step = BlockComponents.Sources.Step() {^step}\n"
    "relations\n"
    "  connect(spring.flange_b, fixed.flange) {^id1}\n"
    "metadata {\n"
    "  \"_links\": {\n"
    "    \"mass\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 100, \"y1\": 100, "
    "\"x2\": 200, \"y2\": 200, \"rot\": 0}}}},\n"
    "    \"spring\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 300, \"y1\": "
    "100, "
    "\"x2\": 400, \"y2\": 200, \"rot\": 0}}}},\n"
    "    \"fixed\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 500, \"y1\": "
    "300, "
    "\"x2\": 600, \"y2\": 400, \"rot\": 0}}}},\n"
    "    \"step\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 500, \"y1\": 500, "
    "\"x2\": 600, \"y2\": 600, \"rot\": 0}}}},\n"
    "    \"id1\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [{\"x\": 550, \"y\": "
    "150}], "
    "\"E\": 2}]}}\n"
    "  }\n"
    "}\n"
    "end\n";

static DocRect
box_of (Fixture *fixture, const char *name)
{
  const uint32_t k = doc_find_item (doc_of (fixture), name);

  g_assert_cmpuint (k, !=, UINT32_MAX);
  return doc_item (doc_of (fixture), k)->box;
}

static DocPoint
port_of (Fixture *fixture, const char *item, const char *name)
{
  const DocItem *it =
      doc_item (doc_of (fixture), doc_find_item (doc_of (fixture), item));

  for (uint32_t i = 0; i < it->n_ports; i++)
    if (g_str_equal (it->ports[i].name, name))
      return it->ports[i].at;
  g_assert_not_reached ();
}

static void
drag (Fixture *fixture, DocPoint from, DocPoint to, unsigned modifiers)
{
  desk_tool_motion (fixture->tool, from, modifiers);
  desk_tool_press (fixture->tool, from, modifiers);
  desk_tool_motion (fixture->tool, (DocPoint){(from.x + to.x) / 2, (from.y + to.y) / 2},
                    modifiers);
  desk_tool_motion (fixture->tool, to, modifiers);
  desk_tool_release (fixture->tool, to, modifiers);
}

static void
click (Fixture *fixture, DocPoint at, unsigned modifiers)
{
  desk_tool_motion (fixture->tool, at, modifiers);
  desk_tool_press (fixture->tool, at, modifiers);
  desk_tool_release (fixture->tool, at, modifiers);
}

static void
assert_selected (Fixture *fixture, const char *wanted)
{
  g_autoptr (GString) list = g_string_new (NULL);
  uint32_t n;
  const char *const *names = desk_selection_names (fixture->studio->selection, &n);

  for (uint32_t i = 0; i < n; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? " " : "", names[i]);
  g_assert_cmpstr (list->str, ==, wanted);
}

static bool
is_joined (Fixture *fixture, const char *a, const char *b)
{
  for (uint32_t i = 0; i < doc_n_wires (doc_of (fixture)); i++) {
    const DocWire *wire = doc_wire (doc_of (fixture), i);
    uint32_t n = 0;

    for (uint32_t k = 0; k < wire->n_ends; k++)
      n += g_str_equal (wire->ends[k].name, a) || g_str_equal (wire->ends[k].name, b);
    if (n == 2)
      return true;
  }
  return false;
}

/* ---- selecting ---- */

static void
test_click_selects (Fixture *fixture, gconstpointer data)
{
  click (fixture, (DocPoint){150, 150}, 0);
  assert_selected (fixture, "mass");
  click (fixture, (DocPoint){350, 150}, DESK_TOOL_SHIFT);
  assert_selected (fixture, "mass spring");
  click (fixture, (DocPoint){150, 150}, DESK_TOOL_CTRL);
  assert_selected (fixture, "spring");
  click (fixture, (DocPoint){250, 450}, 0);
  assert_selected (fixture, "");
}

static void
test_band_selects_what_is_inside (Fixture *fixture, gconstpointer data)
{
  drag (fixture, (DocPoint){60, 60}, (DocPoint){450, 260}, 0);
  assert_selected (fixture, "mass spring");
  drag (fixture, (DocPoint){460, 460}, (DocPoint){660, 660}, DESK_TOOL_SHIFT);
  assert_selected (fixture, "mass spring step");
}

static void
test_wire_is_selected (Fixture *fixture, gconstpointer data)
{
  click (fixture, (DocPoint){470, 150}, 0);
  g_assert_cmpuint (desk_selection_wire (fixture->studio->selection), ==, 0);
  assert_selected (fixture, "");
}

/* ---- moving ---- */

/* The place, not the way, is on the grid; the whole drag is one step to undo. */
static void
test_move (Fixture *fixture, gconstpointer data)
{
  drag (fixture, (DocPoint){150, 150}, (DocPoint){183, 207}, 0);

  const DocRect box = box_of (fixture, "mass");

  g_assert_cmpfloat (box.x1, ==, 130);
  g_assert_cmpfloat (box.y1, ==, 160);
  g_assert_true (doc_undo (doc_of (fixture)));
  g_assert_cmpfloat (box_of (fixture, "mass").x1, ==, 100);
}

static void
test_move_along_an_axis (Fixture *fixture, gconstpointer data)
{
  drag (fixture, (DocPoint){150, 150}, (DocPoint){210, 170}, DESK_TOOL_SHIFT);
  g_assert_cmpfloat (box_of (fixture, "mass").x1, ==, 160);
  g_assert_cmpfloat (box_of (fixture, "mass").y1, ==, 100);
}

static void
test_move_off_the_grid (Fixture *fixture, gconstpointer data)
{
  drag (fixture, (DocPoint){150, 150}, (DocPoint){163, 167}, DESK_TOOL_ALT);
  g_assert_cmpfloat (box_of (fixture, "mass").x1, ==, 113);
  g_assert_cmpfloat (box_of (fixture, "mass").y1, ==, 117);
}

/* A tremble of the hand is a click. */
static void
test_small_moves_are_clicks (Fixture *fixture, gconstpointer data)
{
  drag (fixture, (DocPoint){150, 150}, (DocPoint){152, 151}, 0);
  g_assert_cmpfloat (box_of (fixture, "mass").x1, ==, 100);
  assert_selected (fixture, "mass");
  g_assert_false (doc_is_modified (doc_of (fixture)) &&
                  doc_undo_label (doc_of (fixture)) != NULL &&
                  strstr (doc_undo_label (doc_of (fixture)), "ove") != NULL);
}

static void
test_escape_leaves_all_as_it_was (Fixture *fixture, gconstpointer data)
{
  const uint64_t before = doc_revision (doc_of (fixture));

  desk_tool_press (fixture->tool, (DocPoint){150, 150}, 0);
  desk_tool_motion (fixture->tool, (DocPoint){250, 250}, 0);
  g_assert_cmpint (desk_tool_mode (fixture->tool), ==, DESK_TOOL_MOVING);
  g_assert_true (desk_tool_cancel (fixture->tool));
  desk_tool_release (fixture->tool, (DocPoint){250, 250}, 0);
  g_assert_cmpuint (doc_revision (doc_of (fixture)), ==, before);
}

static void
test_drag_with_control_copies (Fixture *fixture, gconstpointer data)
{
  drag (fixture, (DocPoint){150, 150}, (DocPoint){150, 450}, DESK_TOOL_CTRL);
  g_assert_cmpuint (doc_n_items (doc_of (fixture)), ==, 5);
  g_assert_cmpfloat (box_of (fixture, "mass").y1, ==, 100);
  assert_selected (fixture, "mass2");
  g_assert_cmpfloat (box_of (fixture, "mass2").y1, ==, 400);
}

/* Wires follow and keep their right angles. */
static void
test_wires_stay_orthogonal (Fixture *fixture, gconstpointer data)
{
  drag (fixture, (DocPoint){550, 350}, (DocPoint){640, 420}, 0);

  const DocEdge *edge = &doc_wire (doc_of (fixture), 0)->edges[0];

  for (uint32_t i = 0; i + 1 < edge->n_points; i++)
    g_assert_true (edge->points[i].x == edge->points[i + 1].x ||
                   edge->points[i].y == edge->points[i + 1].y);
  g_assert_cmpfloat (edge->points[edge->n_points - 1].x, ==,
                     port_of (fixture, "fixed", "flange").x);
}

/* ---- wiring ---- */

static void
test_wire_by_dragging (Fixture *fixture, gconstpointer data)
{
  drag (fixture, port_of (fixture, "mass", "flange_b"),
        port_of (fixture, "spring", "flange_a"), 0);
  g_assert_true (is_joined (fixture, "mass.flange_b", "spring.flange_a"));
  g_assert_cmpint (desk_tool_mode (fixture->tool), ==, DESK_TOOL_IDLE);
}

/* Near is enough: over the body of a component the nearest port that fits is meant. */
static void
test_wire_to_a_body (Fixture *fixture, gconstpointer data)
{
  drag (fixture, port_of (fixture, "mass", "flange_b"), (DocPoint){330, 160}, 0);
  g_assert_true (is_joined (fixture, "mass.flange_b", "spring.flange_a"));
}

static void
test_wire_by_clicking (Fixture *fixture, gconstpointer data)
{
  const DocPoint to = port_of (fixture, "spring", "flange_a");

  click (fixture, port_of (fixture, "mass", "flange_b"), 0);
  g_assert_cmpint (desk_tool_mode (fixture->tool), ==, DESK_TOOL_WIRING);
  click (fixture, (DocPoint){220, 60}, 0);
  click (fixture, (DocPoint){280, 60}, 0);
  desk_tool_motion (fixture->tool, to, 0);
  g_assert_cmpstr (desk_tool_target (fixture->tool), ==, "spring.flange_a");
  click (fixture, to, 0);
  g_assert_true (is_joined (fixture, "mass.flange_b", "spring.flange_a"));

  /* It goes through the corners that were clicked. */
  const uint32_t last = doc_n_wires (doc_of (fixture)) - 1;
  const DocEdge *edge = &doc_wire (doc_of (fixture), last)->edges[0];
  bool has_corner = false;

  for (uint32_t i = 0; i < edge->n_points; i++)
    has_corner |= edge->points[i].y == 60;
  g_assert_true (has_corner);
}

static void
test_backspace_takes_corners_back (Fixture *fixture, gconstpointer data)
{
  click (fixture, port_of (fixture, "mass", "flange_b"), 0);
  click (fixture, (DocPoint){250, 60}, 0);
  g_assert_true (desk_tool_step_back (fixture->tool));
  g_assert_cmpint (desk_tool_mode (fixture->tool), ==, DESK_TOOL_WIRING);
  g_assert_true (desk_tool_step_back (fixture->tool));
  g_assert_cmpint (desk_tool_mode (fixture->tool), ==, DESK_TOOL_IDLE);
  g_assert_false (desk_tool_step_back (fixture->tool));
}

/* A signal does not go into a flange: said while dragging, and nothing is drawn. */
static void
test_wrong_domain_is_refused (Fixture *fixture, gconstpointer data)
{
  const DocPoint to = port_of (fixture, "step", "y");
  const uint32_t n = doc_n_wires (doc_of (fixture));

  desk_tool_press (fixture->tool, port_of (fixture, "mass", "flange_b"), 0);
  desk_tool_motion (fixture->tool, to, 0);
  g_assert_null (desk_tool_target (fixture->tool));
  g_assert_nonnull (desk_tool_refusal (fixture->tool));
  g_assert_false (
      desk_tool_port_fits (fixture->tool, doc_find_item (doc_of (fixture), "step"), 0));
  desk_tool_release (fixture->tool, to, 0);
  g_assert_nonnull (fixture->told);
  g_assert_cmpuint (doc_n_wires (doc_of (fixture)), ==, n);
  g_assert_cmpint (desk_tool_mode (fixture->tool), ==, DESK_TOOL_IDLE);
}

/* Dropped on a wire: a junction. */
static void
test_wire_to_wire (Fixture *fixture, gconstpointer data)
{
  drag (fixture, port_of (fixture, "mass", "flange_b"), (DocPoint){550, 220}, 0);
  g_assert_true (is_joined (fixture, "mass.flange_b", "fixed.flange"));
  g_assert_cmpuint (doc_wire (doc_of (fixture), 0)->n_junctions, ==, 1);
}

/* Delete takes the branch that was clicked, not the whole wire. */
static void
test_branch_is_deleted (Fixture *fixture, gconstpointer data)
{
  const DocPoint from = port_of (fixture, "mass", "flange_b");

  drag (fixture, from, (DocPoint){550, 220}, 0);
  g_assert_true (is_joined (fixture, "mass.flange_b", "fixed.flange"));
  click (fixture, (DocPoint){from.x + 30, from.y}, 0);
  g_assert_cmpuint (desk_tool_branch (fixture->tool), !=, UINT32_MAX);
  g_assert_true (desk_tool_delete_branch (fixture->tool));
  g_assert_false (is_joined (fixture, "mass.flange_b", "fixed.flange"));
  g_assert_true (is_joined (fixture, "spring.flange_b", "fixed.flange"));
  g_assert_false (desk_tool_delete_branch (fixture->tool));
}

/* ---- bending ---- */

static void
test_segment_is_dragged (Fixture *fixture, gconstpointer data)
{
  drag (fixture, (DocPoint){550, 230}, (DocPoint){580, 230}, 0);

  const DocEdge *edge = &doc_wire (doc_of (fixture), 0)->edges[0];
  bool has_moved = false;

  for (uint32_t i = 0; i < edge->n_points; i++)
    has_moved |= edge->points[i].x == 580;
  g_assert_true (has_moved);
}

/* The diagram may lose what is being dragged (undo by key): nothing breaks. */
static void
test_survives_a_change_below (Fixture *fixture, gconstpointer data)
{
  click (fixture, port_of (fixture, "mass", "flange_b"), 0);
  g_assert_true (
      doc_delete_items (doc_of (fixture), (const char *const[]){"mass"}, 1, NULL));
  g_assert_cmpint (desk_tool_mode (fixture->tool), ==, DESK_TOOL_IDLE);
  desk_tool_motion (fixture->tool, (DocPoint){150, 150}, 0);
  desk_tool_release (fixture->tool, (DocPoint){150, 150}, 0);
}

/* A zoom or fit moves the diagram under a pointer at rest: what it was over stays
 * marked no longer. During a drag the next motion tells. */
static void
test_hover_follows_view (Fixture *fixture, gconstpointer data)
{
  desk_tool_moved_under (fixture->tool, (DocPoint){550, 550});
  g_assert_cmpint (desk_tool_hover (fixture->tool)->kind, ==, DOC_HIT_NOTHING);
  desk_tool_motion (fixture->tool, (DocPoint){550, 550}, 0);
  g_assert_cmpint (desk_tool_hover (fixture->tool)->kind, ==, DOC_HIT_ITEM);
  desk_tool_moved_under (fixture->tool, (DocPoint){1550, 1550});
  g_assert_cmpint (desk_tool_hover (fixture->tool)->kind, ==, DOC_HIT_NOTHING);
}

static void
describe_hover (Fixture *fixture)
{
  g_autofree char *told =
      desk_describe_hit (fixture->studio, desk_tool_hover (fixture->tool));

  g_assert_null (told);
}

/* What lay under the pointer is asked for while an emptier diagram takes the place of
 * its own, before the tool has heard of that (a tooltip of the running clock). */
static void
test_hover_of_another_diagram (Fixture *fixture, gconstpointer data)
{
  DeskDocument *document = fixture->studio->document;

  desk_tool_motion (fixture->tool, (DocPoint){550, 550}, 0);
  g_assert_cmpint (desk_tool_hover (fixture->tool)->kind, ==, DOC_HIT_ITEM);
  g_signal_connect_swapped (document, "notify::doc", G_CALLBACK (describe_hover),
                            fixture);
  desk_document_take (document, doc_new (fixture->library));
}

/* A wire that is marked says why; another one does not. */
static void
test_marked_wire (Fixture *fixture, gconstpointer data)
{
  const DocHit hit = {.kind = DOC_HIT_WIRE, .wire = 0};
  g_autofree char *before = desk_describe_hit (fixture->studio, &hit);
  GString *across = g_string_new (text);
  g_autofree char *file = NULL;
  const int fd = g_file_open_tmp ("across-XXXXXX.dyad", &file, NULL);

  g_assert_null (strstr (before, "Marked"));
  g_string_replace (across, "{\"x1\": 100, \"y1\": 100, \"x2\": 200",
                    "{\"x1\": 420, \"y1\": 100, \"x2\": 520", 1);
  g_assert_true (g_file_set_contents (file, across->str, -1, NULL));
  g_string_free (across, TRUE);
  g_close (fd, NULL);
  g_assert_true (desk_document_open_example (fixture->studio->document, file, NULL));
  g_autofree char *told = desk_describe_hit (fixture->studio, &hit);
  g_assert_nonnull (strstr (told, "across mass"));
  g_remove (file);
}

/* A tag selects its wire and is not bent; one goes on to the next, and says what it is
 * the net of. */
static void
test_tags (Fixture *fixture, gconstpointer data)
{
  DeskSelection *selection = fixture->studio->selection;
  DocRect box;

  desk_selection_set_wire (selection, 0);
  g_assert_true (desk_commands_has_wire (fixture->studio));
  desk_commands_show_as_tags (fixture->studio);
  g_assert_true (desk_commands_has_tag (fixture->studio));
  g_assert_false (desk_commands_has_wire (fixture->studio));
  const DocRect tag = doc_wire (doc_of (fixture), 0)->tags[0];
  const DocPoint at = {(tag.x1 + tag.x2) / 2, (tag.y1 + tag.y2) / 2};
  const uint64_t revision = doc_revision (doc_of (fixture));
  drag (fixture, at, (DocPoint){at.x, at.y + 50}, 0);
  g_assert_cmpuint (doc_revision (doc_of (fixture)), ==, revision);
  g_assert_cmpuint (desk_selection_wire (selection), ==, 0);
  g_assert_cmpuint (desk_tool_branch (fixture->tool), ==, 0);
  /* To the partner, and round. */
  g_assert_true (desk_tool_next_tag (fixture->tool, &box));
  g_assert_cmpuint (desk_tool_branch (fixture->tool), ==, 1);
  g_assert_true (desk_tool_next_tag (fixture->tool, &box));
  g_assert_cmpfloat (box.x1, ==, tag.x1);
  /* Its name. */
  g_assert_null (desk_commands_rename_tag (fixture->studio, "fixed.flange", "end"));
  g_autofree char *sentence = desk_describe_selection (fixture->studio);
  g_assert_cmpstr (sentence, ==, "Tag end, net of spring.flange_b — fixed.flange");
  /* It is selected by that, too. */
  desk_selection_set_wire (selection, UINT32_MAX);
  g_assert_false (desk_tool_first_tag (fixture->tool, "start", &box));
  g_assert_true (desk_tool_first_tag (fixture->tool, "end", &box));
  g_assert_cmpuint (desk_selection_wire (selection), ==, 0);
  g_assert_cmpuint (desk_tool_branch (fixture->tool), ==, 0);
  /* It is renamed by its end, whatever is selected. */
  desk_selection_set (selection, (const char *const[]){"spring"}, 1);
  g_assert_null (desk_commands_rename_tag (fixture->studio, "fixed.flange", "stop"));
  g_assert_cmpstr (doc_wire (doc_of (fixture), 0)->tag, ==, "stop");
  assert_selected (fixture, "spring");
  g_autofree char *refusal =
      desk_commands_rename_tag (fixture->studio, "spring.flange_a", "end");
  g_assert_cmpstr (refusal, ==, "spring.flange_a has no tag any more");
  desk_selection_set_wire (selection, 0);
  desk_commands_show_as_wire (fixture->studio);
  g_assert_true (desk_commands_has_wire (fixture->studio));
  g_assert_false (desk_tool_next_tag (fixture->tool, &box));
}

/* What is dropped on a tag that several connects lead to goes between its port and all
 * of them, as the mark on it says. */
static void
test_shared_tag (Fixture *fixture, gconstpointer data)
{
  static const char loop[] =
      "component M\n"
      "  a = TranslationalComponents.Components.Mass(m = 1)\n"
      "  b = TranslationalComponents.Components.Mass(m = 1)\n"
      "  c = TranslationalComponents.Components.Mass(m = 1)\n"
      "  s = TranslationalComponents.Components.Spring(c = 1)\n"
      "relations\n"
      "  connect(a.flange_b, b.flange_a) {\"Dyad\": {\"tag\": \"rod\"}}\n"
      "  connect(a.flange_b, c.flange_a) {\"Dyad\": {\"tag\": \"rod\"}}\n"
      "end\n";
  DocModel *doc = doc_of (fixture);

  g_assert_true (doc_set_text (doc, loop, strlen (loop)));
  const DocRect tag = doc_wire (doc, 0)->tags[0], box = box_of (fixture, "s");
  const DocPoint from = {(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2};
  drag (fixture, from, (DocPoint){(tag.x1 + tag.x2) / 2, (tag.y1 + tag.y2) / 2}, 0);
  g_assert_null (fixture->told);
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  g_assert_nonnull (strstr (doc_text (doc, NULL), "connect(s.flange_b, b.flange_a)"));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "connect(s.flange_b, c.flange_a)"));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "connect(a.flange_b, s.flange_a)"));
  g_assert_cmpstr (doc_wire (doc, 0)->tag, ==, "rod");
  g_assert_cmpstr (doc_wire (doc, 1)->tag, ==, "rod");
  g_assert_null (doc_wire (doc, 2)->tag);
  g_assert_true (doc_undo (doc));
  g_assert_cmpstr (doc_text (doc, NULL), ==, loop);
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/tool/click-selects", test_click_selects},
      {"/desk/tool/band-selects", test_band_selects_what_is_inside},
      {"/desk/tool/wire-is-selected", test_wire_is_selected},
      {"/desk/tool/move", test_move},
      {"/desk/tool/move-along-an-axis", test_move_along_an_axis},
      {"/desk/tool/move-off-the-grid", test_move_off_the_grid},
      {"/desk/tool/small-moves-are-clicks", test_small_moves_are_clicks},
      {"/desk/tool/escape", test_escape_leaves_all_as_it_was},
      {"/desk/tool/copy-by-drag", test_drag_with_control_copies},
      {"/desk/tool/wires-stay-orthogonal", test_wires_stay_orthogonal},
      {"/desk/tool/wire-by-dragging", test_wire_by_dragging},
      {"/desk/tool/wire-to-a-body", test_wire_to_a_body},
      {"/desk/tool/wire-by-clicking", test_wire_by_clicking},
      {"/desk/tool/backspace", test_backspace_takes_corners_back},
      {"/desk/tool/wrong-domain", test_wrong_domain_is_refused},
      {"/desk/tool/wire-to-wire", test_wire_to_wire},
      {"/desk/tool/branch", test_branch_is_deleted},
      {"/desk/tool/segment", test_segment_is_dragged},
      {"/desk/tool/tags", test_tags},
      {"/desk/tool/shared-tag", test_shared_tag},
      {"/desk/tool/change-below", test_survives_a_change_below},
      {"/desk/tool/hover-follows-view", test_hover_follows_view},
      {"/desk/tool/hover-of-another-diagram", test_hover_of_another_diagram},
      {"/desk/tool/marked-wire", test_marked_wire},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (text, tests, G_N_ELEMENTS (tests));
}
