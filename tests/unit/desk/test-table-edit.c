/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of a component in a diagram: each change is one step of undo, and what
 * others change is seen. */
#include "desk/table/table-edit.h"

#include <math.h>
#include <string.h>

#include "studio-fixture.h"

#define TABLE                                                                          \
  "[[0, 0], [0.2, 24], [1.5, 24], [2, 0], [4, 0], [4.2, -8], [5, -8], [5.2, 4], [7, "  \
  "4]]"

static void
assert_table (Fixture *fixture, const char *wanted)
{
  g_autofree char *value =
      doc_get_modifier (fixture->studio->document->doc, "command", "table");

  g_assert_cmpstr (value, ==, wanted);
}

static DeskTableEdit *
edit_new (Fixture *fixture)
{
  DeskTableEdit *edit = desk_table_edit_new (fixture->studio, "command", "table");

  g_assert_cmpuint (desk_table_n_rows (edit->table), ==, 9);
  assert_table (fixture, TABLE);
  return edit;
}

static void
undo_one (Fixture *fixture)
{
  g_assert_true (doc_undo (fixture->studio->document->doc));
  assert_table (fixture, TABLE);
}

static void
test_steps (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit = edit_new (fixture);

  desk_table_edit_go (edit, 3, 1);
  g_assert_null (desk_table_edit_set (edit, "1"));
  g_assert_cmpfloat (desk_table_number (edit->table, 3, 1), ==, 1);
  undo_one (fixture);
  g_assert_cmpfloat (desk_table_number (edit->table, 3, 1), ==, 0);
  g_assert_null (desk_table_edit_add_row (edit));
  g_assert_cmpuint (edit->row, ==, 4);
  g_assert_cmpfloat (desk_table_number (edit->table, 4, 0), ==, 3);
  undo_one (fixture);
  g_assert_null (desk_table_edit_remove_row (edit));
  undo_one (fixture);
  desk_table_edit_go (edit, 0, 0);
  g_assert_null (desk_table_edit_paste (edit, "0\t1\n2\t3\n"));
  assert_table (fixture, "[0, 1; 2, 3]");
  undo_one (fixture);
}

/* A list is a table of one column. */
static void
test_list (Fixture *fixture, gconstpointer data)
{
  static const char text[] =
      "component M\n  t = BlockComponents.Discrete.TransferFunction(b = [1, 2, "
      "3])\nend\n";
  DocModel *doc = fixture->studio->document->doc;

  doc_set_text (doc, text, strlen (text));
  g_autoptr (DeskTableEdit) edit = desk_table_edit_new (fixture->studio, "t", "b");
  g_assert_nonnull (edit->table);
  g_assert_cmpuint (desk_table_n_rows (edit->table), ==, 3);
  g_assert_cmpfloat (desk_table_number (edit->table, 1, 0), ==, 2);
  desk_table_edit_go (edit, 1, 0);
  g_assert_null (desk_table_edit_set (edit, "5"));
  g_autofree char *value = doc_get_modifier (doc, "t", "b");
  g_assert_cmpstr (value, ==, "[1, 5, 3]");
}

/* Refused is refused: the diagram and the cells stay. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit = edit_new (fixture);
  g_autofree char *problem = desk_table_edit_set (edit, "2 *");

  g_assert_nonnull (problem);
  assert_table (fixture, TABLE);
  g_assert_false (doc_can_undo (fixture->studio->document->doc));
}

/* However many frames a point takes on its way. */
static void
test_point (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit = edit_new (fixture);

  desk_table_edit_take (edit, 2, 1);
  for (int k = 1; k <= 5; k++)
    desk_table_edit_move (edit, &(DeskTableMove){1.5 + 0.01 * k, 24 - k, 0.001, 0.1});
  g_assert_cmpfloat (desk_table_number (edit->table, 2, 0), ==, 1.55);
  g_assert_cmpfloat (desk_table_number (edit->table, 2, 1), ==, 19);
  undo_one (fixture);
  g_assert_false (doc_can_undo (fixture->studio->document->doc));
}

static void
move_item (DocModel *doc, gpointer name)
{
  g_assert_true (doc_move (doc, (const char *const[]){name}, 1, 0, 500));
}

/* What is made on a thread waits until the point is let go: the next frame of the drag
 * would take it back. */
static void
test_held (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit = edit_new (fixture);
  DeskDocument *document = fixture->studio->document;
  const uint32_t k = doc_find_item (document->doc, "gear");
  const double y1 = doc_item (document->doc, k)->box.y1;

  desk_table_edit_take (edit, 2, 1);
  desk_table_edit_move (edit, &(DeskTableMove){1.5, 20, 0.001, 0.1});
  desk_document_edit (
      document,
      (DeskEdit){.make = move_item, .data = g_strdup ("gear"), .free = g_free});
  for (uint32_t i = 0; i < 40; i++) {
    g_usleep (5000);
    while (g_main_context_iteration (NULL, FALSE))
      ;
  }
  g_assert_true (desk_document_is_editing (document));
  desk_table_edit_move (edit, &(DeskTableMove){1.5, 18, 0.001, 0.1});
  desk_table_edit_let_go (edit);
  while (desk_document_is_editing (document))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (doc_undo_depth (document->doc), ==, 2);
  g_assert_cmpfloat (doc_item (document->doc, k)->box.y1, ==, y1 + 500);
  g_assert_cmpfloat (desk_table_number (edit->table, 2, 1), ==, 18);
}

/* A window that is closed in the middle of a drag holds nothing. */
static void
test_closed_while_held (Fixture *fixture, gconstpointer data)
{
  DeskTableEdit *edit = edit_new (fixture);

  desk_table_edit_take (edit, 2, 1);
  g_assert_cmpuint (fixture->studio->document->n_holds, ==, 1);
  g_object_unref (edit);
  g_assert_cmpuint (fixture->studio->document->n_holds, ==, 0);
}

/* A point whose table goes, becomes an expression or gets other rows is not dragged any
 * further, and holds nothing. */
static void
test_gone_while_held (Fixture *fixture, gconstpointer data)
{
  DeskDocument *document = fixture->studio->document;
  static const char *const VALUES[] = {"[0, 1; 2, 3]", "2 * [0, 1; 2, 3]", NULL};
  const DeskTableMove to = {1.5, 20, 0.001, 0.1};

  for (size_t i = 0; i < G_N_ELEMENTS (VALUES); i++) {
    g_autoptr (DeskTableEdit) edit = edit_new (fixture);
    const char *const name = "command";

    desk_table_edit_take (edit, 8, 1);
    desk_table_edit_move (edit, &to);
    if (VALUES[i] != NULL)
      doc_set_modifier (document->doc, name, "table", VALUES[i], NULL, NULL);
    else
      doc_delete_items (document->doc, &name, 1, NULL);
    g_assert_false (edit->is_taken);
    g_assert_cmpuint (document->n_holds, ==, 0);
    g_autofree char *before = g_strdup (doc_text (document->doc, NULL));
    desk_table_edit_move (edit, &to);
    desk_table_edit_let_go (edit);
    g_assert_cmpstr (doc_text (document->doc, NULL), ==, before);
    while (doc_can_undo (document->doc))
      doc_undo (document->doc);
  }
}

/* What is typed with a unit beside a comment is found again. */
static void
test_units (Fixture *fixture, gconstpointer data)
{
  DocModel *doc = fixture->studio->document->doc;
  g_autoptr (DeskTableEdit) edit =
      desk_table_edit_new (fixture->studio, "gear", "lossTable");

  g_assert_true (doc_set_modifier (doc, "gear", "lossTable",
                                   "[0, 1, 1, 0, 0; # at rest\n  9, 1, 1, 0, 0]", NULL,
                                   NULL));
  desk_table_edit_go (edit, 1, 0);
  g_assert_null (desk_table_edit_set (edit, "60 rev/min"));
  g_autofree char *text = g_strconcat (doc_text (doc, NULL), "# read again\n", NULL);
  g_assert_true (doc_set_text (doc, text, strlen (text)));
  g_autofree char *entry = doc_get_entry (doc, "gear", "lossTable");
  g_assert_cmpstr (entry, ==, "[0, 1, 1, 0, 0; # at rest\n  60 rev/min, 1, 1, 0, 0]");
  g_autofree char *value = doc_get_modifier (doc, "gear", "lossTable");
  g_assert_cmpstr (value, ==,
                   "[0, 1, 1, 0, 0; # at rest\n  6.283185307179586, 1, 1, 0, 0]");
}

/* Each column has its unit: what is typed in another one of it is no other value. */
static void
test_units_of_columns (Fixture *fixture, gconstpointer data)
{
  DocModel *doc = fixture->studio->document->doc;
  g_autoptr (DeskTableEdit) edit =
      desk_table_edit_new (fixture->studio, "gear", "lossTable");
  static const char ENTRY[] = "[[0, 0.55, 0.3, 1, 12], [10 Hz, 70 %, 0.4, 1, 2 N.m]]";

  desk_table_edit_go (edit, 1, 0);
  g_assert_null (desk_table_edit_set (edit, "10 Hz"));
  desk_table_edit_go (edit, 1, 1);
  g_assert_null (desk_table_edit_set (edit, "70 %"));
  desk_table_edit_go (edit, 1, 4);
  g_assert_null (desk_table_edit_set (edit, "2 N.m"));
  g_autofree char *text = g_strconcat (doc_text (doc, NULL), "# read again\n", NULL);
  g_assert_true (doc_set_text (doc, text, strlen (text)));
  g_assert_cmpfloat_with_epsilon (desk_table_number (edit->table, 1, 0), 62.83185307,
                                  1e-6);
  g_autofree char *entry = doc_get_entry (doc, "gear", "lossTable");
  g_assert_cmpstr (entry, ==, ENTRY);
  g_assert_cmpuint (base_diags_find (doc_diags (doc), 604), ==, UINT32_MAX);
}

/* How values run between the rows is another parameter's to say. */
static void
test_between (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit =
      desk_table_edit_new (fixture->studio, "gear", "lossTable");

  g_autoptr (RunTrace) straight = desk_table_trace (edit->table);
  g_assert_cmpuint (run_trace_length (straight), ==, desk_table_n_rows (edit->table));
  g_assert_true (doc_set_modifier (fixture->studio->document->doc, "gear", "smoothness",
                                   "Smoothness.Akima", NULL, NULL));
  g_autoptr (RunTrace) bent = desk_table_trace (edit->table);
  g_assert_cmpuint (run_trace_length (bent), >, desk_table_n_rows (edit->table));
}

/* Another diagram ends it, also where that has a component of this name. */
static void
test_other_diagram (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit = edit_new (fixture);

  g_assert_true (
      desk_document_open_example (fixture->studio->document, fixture->example, NULL));
  g_assert_null (edit->table);
  assert_table (fixture, TABLE);
}

/* The current cell is one that there is, and the table goes with its component. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit = edit_new (fixture);
  DocModel *doc = fixture->studio->document->doc;
  const char *const name = "command";

  desk_table_edit_go (edit, 99, 99);
  g_assert_cmpuint (edit->row, ==, 8);
  g_assert_cmpuint (edit->column, ==, 1);
  g_assert_true (doc_set_modifier (doc, name, "table", "[0, 1; 2, 3]", NULL, NULL));
  g_assert_cmpuint (edit->row, ==, 1);
  g_assert_true (doc_delete_items (doc, &name, 1, NULL));
  g_assert_null (edit->table);
}

static void
look (DeskTableEdit *edit, GParamSpec *property, guint *n)
{
  if (edit->table != NULL && desk_table_n_rows (edit->table) > 0)
    desk_table_is_faulty (edit->table, edit->row, edit->column);
  (*n)++;
}

/* The place is within the table whenever anybody hears of it. */
static void
test_place_within (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit = edit_new (fixture);
  guint n = 0;

  desk_table_edit_go (edit, desk_table_n_rows (edit->table) - 1, 1);
  g_signal_connect (edit, "notify", G_CALLBACK (look), &n);
  doc_set_modifier (fixture->studio->document->doc, "command", "table", "[0, 1; 2, 3]",
                    NULL, NULL);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (edit->row, <, 2);
}

/* What the compiler says of a value stands at its cell, and what it says of the whole
 * table in the line; nothing of that outlives an edit. */
static void
test_problems (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DeskTableEdit) edit = edit_new (fixture);

  desk_table_edit_go (edit, 3, 0);
  g_assert_null (desk_table_edit_set (edit, "abc"));
  settle (fixture->studio);
  const BaseDiag *diag = desk_table_edit_cell_problem (edit, 3, 0);
  g_assert_nonnull (diag);
  g_assert_cmpuint (diag->number, ==, 202);
  g_assert_null (desk_table_edit_cell_problem (edit, 3, 1));
  desk_table_edit_go (edit, 0, 0);
  g_assert_true (desk_table_edit_problem (edit) == diag);
  desk_table_edit_go (edit, 3, 0);
  g_assert_null (desk_table_edit_set (edit, "2"));
  g_assert_null (desk_table_edit_cell_problem (edit, 3, 0));
  settle (fixture->studio);
  g_assert_null (desk_table_edit_problem (edit));
}

/* A cell that is an expression counts with its value: in the order of the rows, in the
 * curve, and in rows that go on from it. */
static void
test_values (Fixture *fixture, gconstpointer data)
{
  const char *text =
      "component A\n  command = BlockComponents.Tables.CombiTable1Ds(table = "
      "[0, 2*h; h, 1; 3*h, b])\n  parameter h::Real = 2*k\n"
      "  parameter k::Real = 0.5\nend\n";
  DeskStudio *studio = fixture->studio;

  desk_document_take (studio->document,
                      doc_from_text (fixture->library, NULL, text, strlen (text)));
  g_autoptr (DeskTableEdit) edit = desk_table_edit_new (studio, "command", "table");
  g_assert_cmpfloat (desk_table_number (edit->table, 0, 1), ==, 2);
  g_assert_cmpfloat (desk_table_number (edit->table, 2, 0), ==, 3);
  g_assert_true (isnan (desk_table_number (edit->table, 2, 1)));
  g_assert_true (desk_table_is_expression (edit->table, 0, 1));
  g_assert_false (desk_table_is_expression (edit->table, 0, 0));
  g_assert_null (desk_table_fault (edit->table));
  /* The order. */
  desk_table_edit_go (edit, 0, 0);
  g_assert_null (desk_table_edit_set (edit, "2"));
  g_assert_true (desk_table_is_faulty (edit->table, 1, 0));
  g_assert_null (desk_table_edit_set (edit, "c")); /* not known, and passed over */
  desk_table_edit_go (edit, 1, 0);
  g_assert_null (desk_table_edit_set (edit, "c"));
  desk_table_edit_go (edit, 0, 0);
  g_assert_null (desk_table_edit_set (edit, "4"));
  g_assert_true (desk_table_is_faulty (edit->table, 2, 0));
  /* A row that goes on, and a point of which one half can be moved. */
  g_assert_null (desk_table_edit_set (edit, "0"));
  desk_table_edit_go (edit, 1, 0);
  g_assert_null (desk_table_edit_set (edit, "h"));
  desk_table_edit_go (edit, 2, 0);
  g_assert_null (desk_table_edit_add_row (edit));
  g_assert_cmpfloat (desk_table_number (edit->table, 3, 0), ==, 5);
  desk_table_edit_take (edit, 1, 1);
  desk_table_edit_move (edit, &(DeskTableMove){1.5, 7, 0.1, 0.1});
  desk_table_edit_let_go (edit);
  g_autofree char *x = desk_table_cell (edit->table, 1, 0);
  g_assert_cmpstr (x, ==, "h");
  g_assert_cmpfloat (desk_table_number (edit->table, 1, 1), ==, 7);
  g_assert_false (desk_table_can_move (edit->table, 2, 1));
}

/* One expression among numbers is enough to say what becomes of expressions. */
static void
test_one_expression (Fixture *fixture, gconstpointer data)
{
  static const char *const CELLS[] = {"3", "h"};

  for (int i = 0; i < 2; i++) {
    DeskStudio *studio = fixture->studio;
    g_autofree char *text = g_strdup_printf (
        "component A\n  command = BlockComponents.Tables.CombiTable1Ds(table = "
        "[0, 2; 1, %s])\n  parameter h::Real = 2\nend\n",
        CELLS[i]);

    desk_document_take (studio->document,
                        doc_from_text (fixture->library, NULL, text, strlen (text)));
    g_autoptr (DeskTableEdit) edit = desk_table_edit_new (studio, "command", "table");
    g_assert_true (desk_table_has_expressions (edit->table) == (i == 1));
  }
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/table-edit/steps", test_steps},
      {"/desk/table-edit/list", test_list},
      {"/desk/table-edit/refused", test_refused},
      {"/desk/table-edit/point", test_point},
      {"/desk/table-edit/held", test_held},
      {"/desk/table-edit/closed-while-held", test_closed_while_held},
      {"/desk/table-edit/gone-while-held", test_gone_while_held},
      {"/desk/table-edit/units", test_units},
      {"/desk/table-edit/units-of-columns", test_units_of_columns},
      {"/desk/table-edit/between", test_between},
      {"/desk/table-edit/other-diagram", test_other_diagram},
      {"/desk/table-edit/gone", test_gone},
      {"/desk/table-edit/place-within", test_place_within},
      {"/desk/table-edit/problems", test_problems},
      {"/desk/table-edit/values", test_values},
      {"/desk/table-edit/one-expression", test_one_expression},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests ("lossy-hoist.dyad", TESTS, G_N_ELEMENTS (TESTS));
}
