/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What menus and keys do with what is selected: one step of undo each, and nothing
 * where nothing is selected. */
#include "desk/tool/commands.h"

#include "blank-fixture.h"

/* Steps of undo before the first command: the text itself. */
enum { BEGUN = 1 };

/* Three boxes 100 units wide, in a row. */
static const char text[] =
    "component M\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1) {^mass}\n"
    "  spring = TranslationalComponents.Components.Spring(c = 1) {^spring}\n"
    "  fixed = TranslationalComponents.Components.Fixed() {^fixed}\n"
    "relations\n"
    "  connect(mass.flange_b, spring.flange_a)\n"
    "  connect(spring.flange_b, fixed.flange)\n"
    "metadata {\n"
    "  \"Dyad\": {\"labels\": [{\"label\": \"a note\", \"x\": 0, \"y\": 0, \"rot\": 0, "
    "\"layer\": \"diagram\"}]},\n"
    "  \"_links\": {\n"
    "    \"mass\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 100, \"y1\": 100, "
    "\"x2\": 200, \"y2\": 200, \"rot\": 0}}}},\n"
    "    \"spring\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 300, \"y1\": "
    "130, \"x2\": 400, \"y2\": 230, \"rot\": 0}}}},\n"
    "    \"fixed\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 500, \"y1\": "
    "100, \"x2\": 600, \"y2\": 200, \"rot\": 0}}}}\n"
    "  }\n"
    "}\n"
    "end\n";

static const DocItem *
item_of (Fixture *fixture, const char *name)
{
  return doc_item (doc_of (fixture), doc_find_item (doc_of (fixture), name));
}

static void
select_two (Fixture *fixture)
{
  const char *const names[] = {"mass", "spring"};

  desk_selection_set (fixture->studio->selection, names, 2);
}

static void
select_one (Fixture *fixture, const char *name)
{
  desk_selection_set (fixture->studio->selection, &name, 1);
}

/* The last command was one step, which is taken back. */
static void
undo_one (Fixture *fixture)
{
  DocModel *doc = doc_of (fixture);

  g_assert_cmpuint (doc_undo_depth (doc), ==, BEGUN + 1);
  desk_commands_undo (fixture->studio);
  g_assert_cmpstr (doc_text (doc, NULL), ==, text);
}

/* To be taken out of a chain is offered for what is between others. */
static void
test_series (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  g_assert_false (desk_commands_has_series (studio));
  select_one (fixture, "spring");
  g_assert_true (desk_commands_has_series (studio));
  select_one (fixture, "fixed");
  g_assert_false (desk_commands_has_series (studio));
  select_two (fixture);
  g_assert_false (desk_commands_has_series (studio));
}

static void
do_all (DeskStudio *studio)
{
  desk_commands_rotate (studio, true);
  desk_commands_flip (studio, true);
  desk_commands_nudge (studio, 10, 10);
  desk_commands_align (studio, DOC_ALIGN_TOP);
  desk_commands_toggle_commented (studio);
  desk_commands_delete (studio);
  desk_commands_delete_joined (studio);
  desk_commands_duplicate_to (studio, (DocPoint){10, 10});
}

/* Nothing at all happens, and there is nothing that could. */
static void
test_without_selection (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const uint64_t revision = doc_revision (doc_of (fixture));

  do_all (studio);
  g_assert_cmpuint (doc_revision (doc_of (fixture)), ==, revision);
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, BEGUN);
  g_assert_null (fixture->told);
  g_assert_null (desk_commands_copy (studio));
  g_assert_false (desk_commands_has_items (studio));
  g_assert_false (desk_commands_has_one (studio));
  g_assert_false (desk_commands_has_any (studio));
  g_assert_false (desk_commands_can_delete (studio));
}

/* What there is to work on: some, one, a wire, a note. */
static void
test_has (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  select_two (fixture);
  g_assert_true (desk_commands_has_items (studio));
  g_assert_false (desk_commands_has_one (studio));
  select_one (fixture, "mass");
  g_assert_true (desk_commands_has_one (studio));
  desk_selection_set_wire (studio->selection, 0);
  g_assert_false (desk_commands_has_items (studio));
  g_assert_true (desk_commands_has_any (studio));
  g_assert_true (desk_commands_can_delete (studio));
  desk_selection_set_note (studio->selection, 0);
  g_assert_false (desk_commands_has_any (studio));
  g_assert_true (desk_commands_can_delete (studio));
  desk_commands_select_all (studio);
  uint32_t n;
  desk_selection_names (studio->selection, &n);
  g_assert_cmpuint (n, ==, 3);
}

/* Moved by what was asked for, and only what is selected. */
static void
test_nudge (Fixture *fixture, gconstpointer data)
{
  select_two (fixture);
  desk_commands_nudge (fixture->studio, 30, -20);
  g_assert_cmpfloat (item_of (fixture, "mass")->box.x1, ==, 130);
  g_assert_cmpfloat (item_of (fixture, "mass")->box.y1, ==, 80);
  g_assert_cmpfloat (item_of (fixture, "spring")->box.x1, ==, 330);
  g_assert_cmpfloat (item_of (fixture, "fixed")->box.x1, ==, 500);
  undo_one (fixture);
}

static DocPoint
port_of (Fixture *fixture, const char *item, const char *name)
{
  const DocItem *it = item_of (fixture, item);

  for (uint32_t i = 0; i < it->n_ports; i++)
    if (g_str_equal (it->ports[i].name, name))
      return it->ports[i].at;
  g_assert_not_reached ();
}

/* A flange on the right comes to the top by a turn to the left, to the left by a
 * mirror, and stays by one upside down. */
static void
test_turn (Fixture *fixture, gconstpointer data)
{
  const DocPoint middle = {150, 150}, at = port_of (fixture, "mass", "flange_b");
  const double far = at.x - middle.x;

  g_assert_cmpfloat (far, >, 0);
  select_one (fixture, "mass");
  desk_commands_rotate (fixture->studio, true);
  g_assert_cmpfloat (port_of (fixture, "mass", "flange_b").y, ==, middle.y - far);
  undo_one (fixture);
  desk_commands_rotate (fixture->studio, false);
  g_assert_cmpfloat (port_of (fixture, "mass", "flange_b").y, ==, middle.y + far);
  undo_one (fixture);
  desk_commands_flip (fixture->studio, false);
  g_assert_cmpfloat (port_of (fixture, "mass", "flange_b").x, ==, middle.x - far);
  undo_one (fixture);
  desk_commands_flip (fixture->studio, true);
  g_assert_cmpfloat (port_of (fixture, "mass", "flange_b").x, ==, at.x);
  undo_one (fixture);
}

/* Two at least; one stays where it is. */
static void
test_align (Fixture *fixture, gconstpointer data)
{
  select_one (fixture, "spring");
  desk_commands_align (fixture->studio, DOC_ALIGN_TOP);
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, BEGUN);
  select_two (fixture);
  desk_commands_align (fixture->studio, DOC_ALIGN_TOP);
  g_assert_cmpfloat (item_of (fixture, "mass")->box.y1, ==,
                     item_of (fixture, "spring")->box.y1);
  g_assert_cmpfloat (item_of (fixture, "mass")->box.x1, ==, 100);
  undo_one (fixture);
}

/* All out unless all are out: one that is out already does not come in. */
static void
test_commented (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  select_one (fixture, "mass");
  desk_commands_toggle_commented (studio);
  g_assert_true (item_of (fixture, "mass")->is_commented);
  select_two (fixture);
  desk_commands_toggle_commented (studio);
  g_assert_true (item_of (fixture, "mass")->is_commented);
  g_assert_true (item_of (fixture, "spring")->is_commented);
  g_assert_false (item_of (fixture, "fixed")->is_commented);
  desk_commands_toggle_commented (studio);
  g_assert_false (item_of (fixture, "mass")->is_commented);
  g_assert_false (item_of (fixture, "spring")->is_commented);
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, BEGUN + 3);
}

/* Items go with their wires, a wire and a note alone; what is then selected is gone. */
static void
test_delete (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const DocModel *doc = doc_of (fixture);

  select_one (fixture, "mass");
  desk_commands_delete (studio);
  g_assert_cmpuint (doc_n_items (doc), ==, 2);
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  undo_one (fixture);
  desk_selection_set_wire (studio->selection, 1);
  desk_commands_delete (studio);
  g_assert_cmpuint (doc_n_items (doc), ==, 3);
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  g_assert_cmpuint (desk_selection_wire (studio->selection), ==, UINT32_MAX);
  undo_one (fixture);
  desk_selection_set_note (studio->selection, 0);
  desk_commands_delete (studio);
  g_assert_cmpuint (doc_n_items (doc), ==, 3);
  g_assert_cmpuint (doc_n_wires (doc), ==, 2);
  g_assert_cmpuint (doc_n_notes (doc), ==, 0);
  g_assert_cmpuint (desk_selection_note (studio->selection), ==, UINT32_MAX);
  undo_one (fixture);
}

/* What stands in a series is taken out of it, and its neighbours are joined; what ends
 * one cannot be, and that is told. */
static void
test_delete_joined (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  select_one (fixture, "fixed");
  g_assert_null (fixture->told);
  desk_commands_delete_joined (studio);
  g_assert_nonnull (strstr (fixture->told, "fixed is not between others"));
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, BEGUN);
  select_one (fixture, "spring");
  desk_commands_delete_joined (studio);
  g_assert_cmpuint (doc_n_items (doc_of (fixture)), ==, 2);
  g_assert_cmpuint (doc_n_wires (doc_of (fixture)), ==, 1);
  g_autofree char *refusal =
      doc_refusal (doc_of (fixture), "mass.flange_b", "fixed.flange");
  g_assert_nonnull (refusal); /* they are joined already */
  undo_one (fixture);
}

/* The copy of two parts and the wire between them, with their values, lies beside them
 * and is selected. */
static void
test_duplicate (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const DocModel *doc = doc_of (fixture);
  uint32_t n;

  select_two (fixture);
  const DocRect before = desk_commands_bounds (studio);
  g_assert_cmpfloat (before.x1, ==, 100);
  g_assert_cmpfloat (before.x2, ==, 400);
  g_assert_cmpfloat (before.y2, ==, 230);
  desk_commands_duplicate_to (studio, (DocPoint){0, 400});

  g_assert_cmpuint (doc_n_items (doc), ==, 5);
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  const char *const *names = desk_selection_names (studio->selection, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (names[0], !=, "mass");
  const DocRect after = desk_commands_bounds (studio);
  g_assert_cmpfloat (after.x1, ==, before.x1);
  g_assert_cmpfloat (after.y1, ==, before.y1 + 400);
  g_autofree char *value = doc_get_modifier (doc, names[0], "m");
  g_assert_cmpstr (value, ==, "1");
  undo_one (fixture);
}

/* What was copied comes where it is asked for; what is no diagram is refused in
 * words. */
static void
test_paste (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  select_one (fixture, "mass");
  g_autofree char *copied = desk_commands_copy (studio);
  desk_commands_paste (studio, copied, (DocPoint){1050, 850});
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpfloat (item_of (fixture, names[0])->box.x1, ==, 1000);
  g_assert_cmpfloat (item_of (fixture, names[0])->box.y1, ==, 800);
  g_assert_null (fixture->told);
  undo_one (fixture);
  desk_commands_paste (studio, "no diagram", (DocPoint){0, 0});
  g_assert_nonnull (fixture->told);
  g_assert_cmpstr (doc_text (doc_of (fixture), NULL), ==, text);
}

/* One of a class, selected; of no class none, and that is said. */
static void
test_add (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const char *name = desk_commands_add (
      studio, "TranslationalComponents.Components.Damper", (DocPoint){1050, 850});

  g_assert_cmpstr (name, ==, "damper");
  g_assert_true (desk_selection_has (studio->selection, "damper"));
  g_assert_false (desk_selection_has (studio->selection, "mass"));
  undo_one (fixture);
  g_assert_null (fixture->told);
  g_assert_null (desk_commands_add (studio, "Nothing", (DocPoint){0, 0}));
  g_assert_nonnull (fixture->told);
}

/* Values that are missing are taken for all, and confirmed for all. */
static void
test_assume (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = doc_of (fixture);

  doc_set_modifier (doc, "mass", "m", NULL, NULL, NULL);
  doc_set_modifier (doc, "spring", "c", NULL, NULL, NULL);
  g_assert_cmpuint (doc_n_missing (doc), ==, 2);
  desk_commands_assume (studio);
  g_assert_cmpuint (doc_n_missing (doc), ==, 0);
  g_assert_cmpuint (doc_n_assumed (doc), ==, 2);
  desk_commands_confirm (studio);
  g_assert_cmpuint (doc_n_assumed (doc), ==, 0);
  g_assert_cmpuint (doc_n_missing (doc), ==, 0);
  g_assert_cmpuint (doc_undo_depth (doc), ==, BEGUN + 4);
}

/* Without a selection the bounds are those of the whole diagram. */
static void
test_bounds (Fixture *fixture, gconstpointer data)
{
  const DocRect all = desk_commands_bounds (fixture->studio);

  g_assert_cmpfloat (all.x1, <=, 100);
  g_assert_cmpfloat (all.x2, >=, 600);
  select_one (fixture, "fixed");
  const DocRect one = desk_commands_bounds (fixture->studio);
  g_assert_cmpfloat (one.x1, ==, 500);
  g_assert_cmpfloat (one.x2, ==, 600);
}

/* What is selected is plotted as if its row were dropped there; before the model is
 * known, and where a part has no variables, that is told. */
static void
test_plot (Fixture *fixture, gconstpointer data)
{
  DeskPlots *plots = fixture->studio->plots;

  select_one (fixture, "mass");
  desk_commands_plot (fixture->studio);
  g_assert_nonnull (fixture->told);
  g_assert_false (desk_plots_has (plots, "mass.s"));
  while (desk_document_is_compiling (fixture->studio->document))
    g_main_context_iteration (NULL, TRUE);
  select_two (fixture);
  desk_commands_plot (fixture->studio);
  g_assert_true (desk_plots_has (plots, "mass.s"));
  g_assert_true (desk_plots_has (plots, "mass.v"));
  g_assert_true (desk_plots_has (plots, "spring.f"));
  g_assert_false (desk_plots_has (plots, "fixed.s0"));
}

/* Of an array the first part. */
static void
test_plot_array (Fixture *fixture, gconstpointer data)
{
  static const char array[] =
      "component M\n  w = [TranslationalComponents.Components.Mass(m = 1, s(initial = "
      "0), "
      "v(initial = 1)) for i in 1:3]\nend\n";

  doc_set_text (fixture->studio->document->doc, array, strlen (array));
  while (desk_document_is_compiling (fixture->studio->document))
    g_main_context_iteration (NULL, TRUE);
  select_one (fixture, "w");
  desk_commands_plot (fixture->studio);
  g_assert_true (desk_plots_has (fixture->studio->plots, "w[1].s"));
}

/* A subsystem has no variables of its own: states of its parts. */
static void
test_plot_subsystem (Fixture *fixture, gconstpointer data)
{
  static const char subsystems[] =
      "component M\n  w = [Cell() for i in 1:3]\nend\n\n"
      "component Cell\n  mass = TranslationalComponents.Components.Mass(m = 1, "
      "s(initial = 0), v(initial = 1))\nend\n";

  doc_set_text (fixture->studio->document->doc, subsystems, strlen (subsystems));
  while (desk_document_is_compiling (fixture->studio->document))
    g_main_context_iteration (NULL, TRUE);
  select_one (fixture, "w");
  desk_commands_plot (fixture->studio);
  g_assert_true (desk_plots_has (fixture->studio->plots, "w[1].mass.s"));
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/commands/series", test_series},
      {"/desk/commands/without-selection", test_without_selection},
      {"/desk/commands/has", test_has},
      {"/desk/commands/nudge", test_nudge},
      {"/desk/commands/turn", test_turn},
      {"/desk/commands/align", test_align},
      {"/desk/commands/commented", test_commented},
      {"/desk/commands/delete", test_delete},
      {"/desk/commands/delete-joined", test_delete_joined},
      {"/desk/commands/duplicate", test_duplicate},
      {"/desk/commands/paste", test_paste},
      {"/desk/commands/add", test_add},
      {"/desk/commands/assume", test_assume},
      {"/desk/commands/bounds", test_bounds},
      {"/desk/commands/plot", test_plot},
      {"/desk/commands/plot-array", test_plot_array},
      {"/desk/commands/plot-subsystem", test_plot_subsystem},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (text, tests, G_N_ELEMENTS (tests));
}
