/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inspector: what is chosen and typed there becomes the text of the diagram. */
#include "ui/inspector/inspector.h"

#include <adwaita.h>
#include <locale.h>
#include <string.h>

#include "base/folder.h"
#include "find-widget.h"
#include "ui/inspector/field.h"

static const char text[] = "component M\n"
                           "  signal = BlockComponents.Sources.Sine()\n"
                           "  drive = TranslationalComponents.Sources.Position()\n"
                           "  mass = TranslationalComponents.Components.Mass()\n"
                           "relations\n"
                           "  connect(signal.y, drive.s_ref)\n"
                           "  connect(drive.flange, mass.flange_a)\n"
                           "end\n";

typedef struct {
  LibIndex *library;
  FigureSymbols *symbols;
  DeskStudio *studio;
  GtkWidget *window;
  GtkWidget *inspector;
} Fixture;

static void
settle (DeskStudio *studio)
{
  while (g_main_context_pending (NULL) ||
         desk_document_is_compiling (studio->document) ||
         desk_starts_is_busy (studio->starts))
    g_main_context_iteration (NULL, TRUE);
}

/* One window serves all tests; each begins with the same diagram. */
static void
make (Fixture *fixture)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *icons = base_folder_icons ();
  g_autoptr (BaseDiags) diags = base_diags_new ();

  fixture->library = lib_index_load_all (folder, diags, NULL);
  g_assert_nonnull (fixture->library);
  fixture->symbols = figure_symbols_new (icons);
  fixture->studio = desk_studio_new (fixture->library);
  fixture->window = gtk_window_new ();
  fixture->inspector = ui_inspector_new (fixture->studio, fixture->symbols);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->inspector);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
destroy (Fixture *fixture)
{
  settle (fixture->studio);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->studio);
  figure_symbols_free (fixture->symbols);
  lib_index_unref (fixture->library);
}

static void
begin (Fixture *fixture)
{
  desk_selection_set (fixture->studio->selection, NULL, 0);
  doc_set_text (fixture->studio->document->doc, text, strlen (text));
  settle (fixture->studio);
}

static void
show (Fixture *fixture, const char *name)
{
  desk_selection_set (fixture->studio->selection, &name, 1);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

typedef struct {
  GType type;
  const char *title;
} Row;

static bool
is_row (GtkWidget *widget, gconstpointer wanted)
{
  const Row *row = wanted;

  return G_TYPE_CHECK_INSTANCE_TYPE (widget, row->type) &&
         g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)),
                      row->title);
}

static GtkWidget *
find_row (Fixture *fixture, GType type, const char *title)
{
  return find_widget (fixture->inspector, is_row, &(Row){type, title});
}

static GtkWidget *
field (Fixture *fixture, const char *title)
{
  GtkWidget *found = find_row (fixture, UI_TYPE_FIELD, title);

  g_assert_nonnull (found);
  return found;
}

static void
type_in (Fixture *fixture, const char *title, const char *typed)
{
  GtkWidget *entry = find_type (field (fixture, title), GTK_TYPE_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (entry), typed);
  g_signal_emit_by_name (entry, "activate");
}

/* The same, not yet applied. */
static void
begin_typing (GtkWidget *below, const char *typed)
{
  GtkWidget *entry = find_type (below, GTK_TYPE_ENTRY);

  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), typed);
}

static void
assert_modifier (Fixture *fixture,
                 const char *item,
                 const char *target,
                 const char *wanted)
{
  g_autofree char *value =
      doc_get_modifier (fixture->studio->document->doc, item, target);

  g_assert_cmpstr (value, ==, wanted);
}

/* One unit is shown: that which was typed, or the parameter's own behind the field. */
static void
test_parameter_with_unit (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  GtkWidget *unit;
  g_autofree char *entry = NULL;

  begin (fixture);
  show (fixture, "mass");
  g_assert_true (gtk_widget_has_css_class (field (fixture, "m"), "field-missing"));
  unit = find_widget (field (fixture, "m"), has_class, "unit");
  g_assert_cmpfloat (gtk_widget_get_opacity (unit), ==, 1);
  type_in (fixture, "m", "2500 g");
  assert_modifier (fixture, "mass", "m", "2.5");
  entry = doc_get_entry (fixture->studio->document->doc, "mass", "m");
  g_assert_cmpstr (entry, ==, "2500 g");
  g_assert_cmpfloat (gtk_widget_get_opacity (unit), ==, 0);
  g_assert_false (gtk_widget_has_css_class (field (fixture, "m"), "field-missing"));
  type_in (fixture, "m", "");
  assert_modifier (fixture, "mass", "m", NULL);
  g_assert_cmpfloat (gtk_widget_get_opacity (unit), ==, 1);
}

/* What cannot be taken stays in the field, and the diagram as it was. */
static void
test_wrong_unit_is_refused (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  GtkWidget *entry;

  begin (fixture);
  show (fixture, "mass");
  type_in (fixture, "m", "3 s");
  assert_modifier (fixture, "mass", "m", NULL);
  g_assert_true (gtk_widget_has_css_class (field (fixture, "m"), "field-error"));
  entry = find_type (field (fixture, "m"), GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "3 s");
}

/* A case of an enumeration brings its own field; both reach the compiler. */
static void
test_enumeration_with_field (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  GtkWidget *drop;

  begin (fixture);
  show (fixture, "drive");
  drop = find_type (field (fixture, "ref_type"), GTK_TYPE_DROP_DOWN);
  g_assert_nonnull (drop);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), 1);
  g_assert_true (gtk_widget_get_visible (field (fixture, "f_crit")));
  type_in (fixture, "f_crit", "30 Hz");
  type_in (fixture, "f_crit", "20");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), 0);
  g_assert_false (gtk_widget_get_visible (field (fixture, "f_crit")));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), 1);
  type_in (fixture, "f_crit", "20");
  show (fixture, "mass");
  type_in (fixture, "m", "1");
  settle (fixture->studio);
  g_assert_nonnull (desk_document_model (fixture->studio->document));

  const uint32_t k = sim_model_find (desk_document_model (fixture->studio->document),
                                     "drive.ref_type.f_crit");

  g_assert_cmpuint (k, !=, UINT32_MAX);
}

/* Undo shows in the field at once. */
static void
test_follows_undo (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  GtkWidget *entry;

  begin (fixture);
  show (fixture, "mass");
  type_in (fixture, "m", "7");
  entry = find_type (field (fixture, "m"), GTK_TYPE_ENTRY);
  g_assert_true (doc_undo (fixture->studio->document->doc));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
}

/* What is wrong stands on the page until it is mended. */
static void
test_problem_goes (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;

  begin (fixture);
  show (fixture, "mass");
  g_assert_true (gtk_widget_get_visible (
      find_widget (fixture->inspector, has_class, "inspector-problem")));
  type_in (fixture, "m", "7");
  settle (fixture->studio);
  g_assert_false (gtk_widget_get_visible (
      find_widget (fixture->inspector, has_class, "inspector-problem")));
}

/* An initial value, from the list that opens. */
static void
test_start_value (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;

  begin (fixture);
  show (fixture, "mass");
  type_in (fixture, "s, initial value", "20 mm");
  assert_modifier (fixture, "mass", "s(initial)", "0.02");
}

/* A name that is longer than its field is read from its beginning. */
static void
test_long_name (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;

  begin (fixture);
  doc_rename (fixture->studio->document->doc, "mass",
              "theMassThatHangsBelowTheSpringAndIsDampedByTheOil", NULL);
  show (fixture, "theMassThatHangsBelowTheSpringAndIsDampedByTheOil");
  g_assert_cmpint (gtk_editable_get_position (GTK_EDITABLE (
                       find_widget (fixture->inspector, has_class, "name-entry"))),
                   ==, 0);
}

/* A name is written when the focus leaves it, on its way to a field of the page that
 * shows the component under its old name. */
static void
test_focus_after_rename (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;

  begin (fixture);
  show (fixture, "mass");
  begin_typing (fixture->inspector, "ballast");
  gtk_widget_grab_focus (find_type (field (fixture, "m"), GTK_TYPE_ENTRY));
  settle (fixture->studio);
  g_assert_cmpuint (doc_find_item (fixture->studio->document->doc, "ballast"), !=,
                    UINT32_MAX);
}

/* What is typed, and not yet applied, when another component is selected belongs to the
 * one that it was typed for; and nothing that has gone keeps the focus, where keys
 * would reach it. */
static void
test_page_goes_with_focus (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;
  const char *other = "drive";

  for (int is_field = 0; is_field < 2; is_field++) {
    begin (fixture);
    show (fixture, "mass");
    begin_typing (is_field ? field (fixture, "m") : fixture->inspector,
                  is_field ? "3" : "ballast");
    desk_selection_set (fixture->studio->selection, &other, 1);
    while (find_row (fixture, UI_TYPE_FIELD, "ref_type") == NULL)
      g_main_context_iteration (NULL, TRUE);

    GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
    const char *name = is_field ? "mass" : "ballast";

    g_assert_true (focus == NULL || gtk_widget_is_ancestor (focus, fixture->inspector));
    settle (fixture->studio);
    g_assert_cmpuint (doc_find_item (doc, "drive"), !=, UINT32_MAX);
    g_assert_cmpuint (doc_find_item (doc, name), !=, UINT32_MAX);
    if (is_field)
      assert_modifier (fixture, "mass", "m", "3");
  }
}

/* What is being typed when another diagram comes is not for that one. */
static void
test_other_diagram (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;

  begin (fixture);
  show (fixture, "mass");
  begin_typing (field (fixture, "m"), "3");
  desk_document_take (fixture->studio->document,
                      doc_from_text (fixture->library, NULL, text, strlen (text)));
  settle (fixture->studio);
  assert_modifier (fixture, "mass", "m", NULL);
  g_assert_false (doc_is_modified (fixture->studio->document->doc));
}

static void
count_message (gpointer owner, const char *sentence, GObject *about)
{
  ++*(guint *) owner;
}

static GtkWidget *
type_into (GtkWidget *entry, const char *typed)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), typed);
  g_signal_emit_by_name (entry, "activate");
  return entry;
}

static void
assert_refused (GtkWidget *entry, const char *typed)
{
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, typed);
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_nonnull (gtk_widget_get_tooltip_text (entry));
}

static GtkWidget *
setting (Fixture *fixture, const char *title)
{
  GtkWidget *row = find_row (fixture, ADW_TYPE_ACTION_ROW, title);

  g_assert_nonnull (row);
  return row;
}

static void
press (GtkWidget *entry, guint key)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (entry);
  const guint n = g_list_model_get_n_items (all);
  gboolean is_taken = FALSE;

  for (guint i = 0; i < n && !is_taken; i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);

    if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
      g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &is_taken);
  }
  g_assert_true (is_taken);
}

/* Escape brings back what is in the diagram, and nothing is wrong any more. */
static void
test_escape (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;

  begin (fixture);
  const uint64_t revision = doc_revision (doc);
  for (guint i = 0; i < 4; i++) {
    GtkWidget *row;

    if (i == 2)
      show (fixture, "mass"); /* the model is shown before */
    row = i == 1   ? setting (fixture, "Tolerance")
          : i == 3 ? field (fixture, "m")
                   : fixture->inspector;
    GtkWidget *entry = find_type (row, GTK_TYPE_ENTRY);
    g_autofree char *held = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));

    assert_refused (type_into (entry, "2 x"), "2 x");
    press (entry, GDK_KEY_Escape);
    g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, held);
    g_assert_false (gtk_widget_has_css_class (entry, "error"));
    g_assert_null (find_widget (row, has_class, "field-error"));
  }
  g_assert_cmpuint (doc_revision (doc), ==, revision);
}

static int
natural_width (GtkWidget *widget, int height)
{
  int width;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, height, NULL, &width, NULL,
                      NULL);
  return width;
}

/* What was typed in vain is there again when its component is, with the reason, which
 * is told whenever the focus leaves it; until it is mended, taken back, or something
 * else holds. */
static void
test_draft (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;
  guint n_told = 0;

  fixture->studio->messages = (DeskMessages){count_message, &n_told};
  for (guint way = 0; way < 3; way++) {
    begin (fixture);
    show (fixture, "mass");
    GtkWidget *entry = find_type (field (fixture, "m"), GTK_TYPE_ENTRY);
    gtk_widget_grab_focus (entry);
    assert_refused (type_into (entry, "3 s"), "3 s");
    show (fixture, "drive");
    g_assert_cmpuint (n_told, ==, way + 1);
    show (fixture, "mass");
    entry = find_type (field (fixture, "m"), GTK_TYPE_ENTRY);
    assert_refused (entry, "3 s");
    g_assert_true (gtk_widget_has_css_class (field (fixture, "m"), "field-error"));
    assert_modifier (fixture, "mass", "m", NULL);

    if (way == 0)
      type_into (entry, "3 kg");
    else if (way == 1)
      press (entry, GDK_KEY_Escape);
    show (fixture, "drive");
    if (way == 2)
      doc_set_modifier (doc, "mass", "m", "5", NULL, NULL);
    show (fixture, "mass");
    entry = find_type (field (fixture, "m"), GTK_TYPE_ENTRY);
    g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==,
                     ((const char *[]){"3 kg", "", "5"})[way]);
    g_assert_false (gtk_widget_has_css_class (entry, "error"));
  }
  fixture->studio->messages = (DeskMessages){0};
}

/* A name that cannot be one stays, with the reason below it, until it is mended. */
static void
test_wrong_name (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;
  guint n_told = 0;

  fixture->studio->messages = (DeskMessages){count_message, &n_told};
  for (guint i = 0; i < 2; i++) {
    begin (fixture);
    if (i == 0)
      show (fixture, "mass"); /* else the model is shown */
    GtkWidget *entry = find_type (fixture->inspector, GTK_TYPE_ENTRY);
    GtkWidget *problem = gtk_widget_get_next_sibling (entry);
    GtkWidget *symbol = find_type (fixture->inspector, GTK_TYPE_IMAGE);
    const int size = i == 0 ? natural_width (symbol, 48) : 0;

    gtk_widget_grab_focus (entry);
    gtk_editable_set_text (GTK_EDITABLE (entry), "2 x");
    gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
    assert_refused (entry, "2 x");
    g_assert_true (gtk_widget_get_visible (problem));
    if (i == 0) /* it does not grow with the line */
      g_assert_cmpint (natural_width (symbol, 90), ==, size);
    g_assert_cmpuint (n_told, ==, i + 1);
    doc_set_modifier (doc, "mass", "m", "3", NULL, NULL);
    settle (fixture->studio);
    assert_refused (entry, "2 x");
    type_into (entry, "Ballast");
    g_assert_false (gtk_widget_has_css_class (entry, "error"));
    g_assert_false (gtk_widget_get_visible (problem));
    settle (fixture->studio);
    g_assert_true (i == 0 ? doc_find_item (doc, "Ballast") != UINT32_MAX
                          : g_str_equal (doc_class (doc)->name, "Ballast"));
  }
  fixture->studio->messages = (DeskMessages){0};
}

/* A setting is what is run, or stays with the reason why it is not. */
static void
test_settings (gconstpointer data)
{
  static const struct {
    const char *title, *wrong, *right, *shown;
  } CASES[] = {
      {"Stop time", "soon", "250 ms", "0.25"},
      {"Stop time", "-3", "20 s", "20"},
      {"Tolerance", "1", "1e-7", "1e-7"},
      {"Tolerance", "2 mm", "1e-5", "1e-5"},
      {"Output interval", "-2", "10 ms", "0.01"},
      {"Output interval", "often", "-1", "-1"},
      {"Output interval", "1 kg", "", ""},
  };
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;

  begin (fixture);
  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    GtkWidget *row = setting (fixture, CASES[i].title);
    GtkWidget *entry = find_type (row, GTK_TYPE_ENTRY);
    const uint64_t revision = doc_revision (doc);
    g_autofree char *meaning =
        g_strdup (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)));

    assert_refused (type_into (entry, CASES[i].wrong), CASES[i].wrong);
    g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), !=, meaning);
    g_assert_cmpuint (doc_revision (doc), ==, revision);
    type_into (entry, CASES[i].right);
    g_assert_cmpuint (doc_revision (doc), >, revision);
    g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, CASES[i].shown);
    g_assert_false (gtk_widget_has_css_class (entry, "error"));
    g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, meaning);
  }
}

/* What a file asks for is what is shown. */
static void
test_every_step (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  g_autofree char *all =
      g_strconcat (text,
                   "analysis Base\n  extends TransientAnalysis(saveat = -1)\n"
                   "  model = M()\nend\n"
                   "analysis Run\n  extends Base(stop = 2)\nend\n",
                   NULL);
  const char *inherited = strstr (all, "analysis Base");

  begin (fixture);
  doc_set_text (fixture->studio->document->doc, all, strlen (all));
  settle (fixture->studio);
  g_assert_nonnull (inherited);
  GtkWidget *entry = find_type (setting (fixture, "Output interval"), GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "-1");
}

static void
show_several (Fixture *fixture)
{
  static const char several[] =
      "component M\n"
      "  mass = TranslationalComponents.Components.Mass(m = 1, L = 0.2)\n"
      "  other = TranslationalComponents.Components.Mass(m = 2, L = 0.2)\n"
      "  source = BlockComponents.Sources.BooleanConstant(k = true)\n"
      "  second = BlockComponents.Sources.BooleanConstant(k = false)\n"
      "end\n";

  doc_set_text (fixture->studio->document->doc, several, strlen (several));
  settle (fixture->studio);
}

static void
choose (Fixture *fixture, const char *const *names, uint32_t n)
{
  desk_selection_set (fixture->studio->selection, names, n);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

/* What all of several have is edited for all, in one step; what differs is not shown.
 */
static void
test_several (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;
  const char *const masses[] = {"mass", "other"}, *const all[] = {"mass", "source"};

  begin (fixture);
  show_several (fixture);
  choose (fixture, masses, 2);
  GtkWidget *m = find_type (field (fixture, "m"), GTK_TYPE_ENTRY);
  GtkWidget *length = find_type (field (fixture, "L"), GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (m)), ==, "");
  g_assert_cmpstr (gtk_entry_get_placeholder_text (GTK_ENTRY (m)), ==, "various");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (length)), ==, "0.2");

  const uint32_t depth = doc_undo_depth (doc);
  type_in (fixture, "m", "3 t");
  for (guint i = 0; i < 2; i++) {
    g_autofree char *value = doc_get_modifier (doc, masses[i], "m");

    g_assert_cmpstr (value, ==, "3000");
  }
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth + 1);
  g_assert_cmpstr (doc_undo_label (doc), ==, "Set m of 2 components");
  g_assert_true (find_type (field (fixture, "m"), GTK_TYPE_ENTRY) == m);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (m)), ==, "3 t");
  doc_undo (doc);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (m)), ==, "");
  /* What cannot be taken changes none. */
  type_in (fixture, "m", "3 N");
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth);
  /* Nothing is common to a mass and a source. */
  choose (fixture, all, 2);
  g_assert_null (find_row (fixture, UI_TYPE_FIELD, "m"));
}

/* Also a switch says that its value was assumed. */
static void
test_assumed_switch (gconstpointer data)
{
  static const char assumed[] =
      "component M\n"
      "  source = BlockComponents.Sources.BooleanConstant(k = false) {\n"
      "    \"assumed\": {\"k\": \"false\"}\n"
      "  }\n"
      "end\n";
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;
  const char *const names[] = {"source"};

  begin (fixture);
  doc_set_text (doc, assumed, strlen (assumed));
  settle (fixture->studio);
  choose (fixture, names, 1);
  GtkWidget *row = field (fixture, "k");
  const char *said = adw_action_row_get_subtitle (ADW_ACTION_ROW (row));
  g_assert_nonnull (strstr (said, "Assumed"));
  g_assert_true (doc_confirm (doc, names, 1, NULL));
  said = adw_action_row_get_subtitle (ADW_ACTION_ROW (row));
  g_assert_null (strstr (said, "Assumed"));
}

/* A switch that stands for different values says so until it is pressed. */
static void
test_several_switches (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;
  const char *const sources[] = {"source", "second"};

  begin (fixture);
  show_several (fixture);
  choose (fixture, sources, 2);
  GtkWidget *check = find_type (field (fixture, "k"), GTK_TYPE_CHECK_BUTTON);
  g_assert_true (gtk_check_button_get_inconsistent (GTK_CHECK_BUTTON (check)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_false (gtk_check_button_get_inconsistent (GTK_CHECK_BUTTON (check)));
  for (guint i = 0; i < 2; i++) {
    g_autofree char *value = doc_get_modifier (doc, sources[i], "k");

    g_assert_cmpstr (value, ==, "true");
  }
}

/* An empty setting that is looked at and left is none. */
static void
test_looking_is_no_edit (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  DocModel *doc = fixture->studio->document->doc;
  uint32_t n_visited = 0;

  begin (fixture);
  const uint64_t revision = doc_revision (doc);
  for (GtkWidget *row = find_type (fixture->inspector, ADW_TYPE_ACTION_ROW);
       row != NULL; row = gtk_widget_get_next_sibling (row)) {
    GtkWidget *entry = find_type (row, GTK_TYPE_ENTRY);

    if (entry == NULL)
      continue;
    g_signal_emit_by_name (entry, "activate");
    n_visited++;
  }
  g_assert_cmpuint (n_visited, ==, 3);
  g_assert_cmpuint (doc_revision (doc), ==, revision);
}

static GtkEventController *
find_drag (GtkWidget *widget)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);
  GtkEventController *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (all) && found == NULL; i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);

    found = GTK_IS_GESTURE_DRAG (controller) ? controller : NULL;
  }
  return found;
}

/* A key that counts while the number is dragged does not end the drag: it would leave
 * the diagram held. */
static void
test_key_during_drag (gconstpointer data)
{
  Fixture *fixture = (Fixture *) data;
  DeskDocument *document = fixture->studio->document;

  begin (fixture);
  show (fixture, "mass");
  type_in (fixture, "m", "5");
  GtkWidget *row = field (fixture, "m");
  GtkEventController *drag = find_drag (row);
  const uint32_t depth = doc_undo_depth (document->doc);

  g_signal_emit_by_name (drag, "drag-update", 14.0, 0.0);
  g_assert_cmpuint (document->n_holds, ==, 1);
  press (find_type (row, GTK_TYPE_ENTRY), GDK_KEY_Up);
  g_signal_emit_by_name (drag, "drag-end", 14.0, 0.0);
  g_assert_cmpuint (document->n_holds, ==, 0);
  assert_modifier (fixture, "mass", "m", "5.1");
  g_assert_cmpuint (doc_undo_depth (document->doc), ==, depth + 1);
}

/* What a parameter means is not cut, and entries stand below each other, however long
 * their units are. */
static void
test_fields_line_up (gconstpointer data)
{
  static const char shaft[] =
      "component M\n"
      "  shaft = RotationalComponents.Components.SpringDamper(c = 1, d = 1)\n"
      "end\n";
  static const char *const names[] = {"phi_rel0", "c", "d"};
  Fixture *fixture = (Fixture *) data;
  int width[G_N_ELEMENTS (names)];

  begin (fixture);
  doc_set_text (fixture->studio->document->doc, shaft, strlen (shaft));
  settle (fixture->studio);
  show (fixture, "shaft");
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++) {
    GtkWidget *row = field (fixture, names[i]);
    GtkWidget *subtitle = find_widget (row, has_class, "subtitle");

    g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (subtitle)), ==,
                     PANGO_ELLIPSIZE_NONE);
    gtk_widget_measure (find_widget (row, has_class, "unit"),
                        GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width[i], NULL, NULL);
    g_assert_cmpint (width[i], ==, width[0]);
  }
}

int
main (int argc, char **argv)
{
  Fixture fixture = {NULL};
  int status;

  g_test_init (&argc, &argv, NULL);
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  if (!gtk_init_check ())
    return puts ("1..0 # SKIP no display"), 0;
  adw_init ();
  make (&fixture);
#define ADD(path, test) g_test_add_data_func ("/ui/inspector/" path, &fixture, test)
  ADD ("parameter-with-unit", test_parameter_with_unit);
  ADD ("wrong-unit", test_wrong_unit_is_refused);
  ADD ("enumeration", test_enumeration_with_field);
  ADD ("follows-undo", test_follows_undo);
  ADD ("problem-goes", test_problem_goes);
  ADD ("start-value", test_start_value);
  ADD ("long-name", test_long_name);
  ADD ("focus-after-rename", test_focus_after_rename);
  ADD ("page-goes-with-focus", test_page_goes_with_focus);
  ADD ("other-diagram", test_other_diagram);
  ADD ("draft", test_draft);
  ADD ("wrong-name", test_wrong_name);
  ADD ("escape", test_escape);
  ADD ("settings", test_settings);
  ADD ("every-step", test_every_step);
  ADD ("several", test_several);
  ADD ("several-switches", test_several_switches);
  ADD ("assumed-switch", test_assumed_switch);
  ADD ("looking-is-no-edit", test_looking_is_no_edit);
  ADD ("key-during-drag", test_key_during_drag);
  ADD ("fields-line-up", test_fields_line_up);
#undef ADD
  status = g_test_run ();
  destroy (&fixture);
  return status;
}
