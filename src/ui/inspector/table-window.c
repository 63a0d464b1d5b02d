/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grid, curve, the buttons below the grid and a line that says what is wrong: what was
 * refused, else what the compiler says of the table, else the first rule that it
 * breaks, else what can be done. */
#include "ui/inspector/table-window.h"

#include <glib/gi18n.h>

#include "desk/describe.h"
#include "ui/inspector/table-curve.h"
#include "ui/inspector/table-grid.h"
#include "ui/widgets/control.h"
#include "ui/widgets/remember.h"
#include "ui/window/subwindow.h"

typedef struct {
  DeskTableEdit *edit;
  GtkWindow *window;
  UiTableGrid *grid;
  GtkWidget *line;
  GtkWidget *columns; /* the buttons for columns */
  GSimpleActionGroup *actions;
  char *problem; /* what was refused, or NULL */
} View;

static void
view_free (View *view)
{
  g_object_unref (view->edit);
  g_object_unref (view->actions);
  g_free (view->problem);
  g_free (view);
}

/* ---- the line below ---- */

/* What is to be said of the table as it is; caller frees. */
static char *
hint_of (const DeskTableEdit *edit)
{
  const DeskTable *table = edit->table;
  const char *value = desk_table_value (table);

  /* What the place means. */
  if (desk_table_n_rows (table) > 0 &&
      desk_table_is_corner (table, edit->row, edit->column)) {
    g_autofree char *down = desk_table_column_name (table, 0);
    g_autofree char *across = desk_table_column_name (table, 1);

    return g_strdup_printf (
        _ ("The first column is %s, the first row is %s; where they meet is no value."),
        down, across);
  }
  /* What can be done. */
  if (desk_table_n_rows (table) == 0)
    return value != NULL && !desk_table_is_list (table)
               ? g_strdup_printf (_ ("The value is computed: %s. Added or pasted rows "
                                     "take its place."),
                                  value)
               : g_strdup (_ ("Add a row, or paste rows from a spreadsheet."));
  if (!desk_table_is_curve (table))
    return g_strdup (_ ("Rows pasted on the first cell become the table."));
  return g_strdup (desk_table_has_unknowns (table)
                       ? _ ("Points whose values are not known are not drawn.")
                   : desk_table_has_expressions (table)
                       ? _ ("Points can be dragged, but for values that are "
                            "expressions, which are drawn where these lead.")
                       : _ ("Rows pasted on the first cell become the table. Points of "
                            "the curve can be dragged."));
}

static void
update_line (View *view)
{
  g_autofree char *fault = desk_table_fault (view->edit->table);
  g_autofree char *hint = hint_of (view->edit);
  const BaseDiag *diag = desk_table_edit_problem (view->edit);
  const char *said = view->problem != NULL ? view->problem
                     : diag != NULL        ? diag->message
                                           : fault;
  g_autofree char *sentence = said != NULL ? desk_describe_sentence (said) : NULL;

  gtk_label_set_text (GTK_LABEL (view->line), sentence != NULL ? sentence : hint);
  gtk_widget_remove_css_class (view->line, said != NULL ? "dim-label" : "error");
  gtk_widget_add_css_class (view->line, said != NULL ? "error" : "dim-label");
}

static void
told (View *view, const char *problem)
{
  g_free (view->problem);
  view->problem = g_strdup (problem);
  if (view->edit->table != NULL)
    update_line (view);
}

static void
said_changed (GtkWindow *window)
{
  View *view = g_object_get_data (G_OBJECT (window), "view");

  if (view->edit->table != NULL)
    update_line (view);
}

static void
table_changed (GtkWindow *window)
{
  View *view = g_object_get_data (G_OBJECT (window), "view");
  const DeskTable *table = view->edit->table;

  if (table == NULL) {
    gtk_window_close (window);
    return;
  }
  gtk_widget_set_visible (view->columns, desk_table_has_free_columns (table));
  ui_control_enable (G_ACTION_MAP (view->actions), "remove-row",
                     desk_table_edit_can_remove_row (view->edit));
  ui_control_enable (G_ACTION_MAP (view->actions), "add-column",
                     desk_table_n_rows (table) > 0);
  ui_control_enable (G_ACTION_MAP (view->actions), "remove-column",
                     desk_table_edit_can_remove_column (view->edit));
  told (view, NULL);
}

/* ---- actions ---- */

static void
acted (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  View *view = data;

  ui_table_grid_do (view->grid, g_action_get_name (G_ACTION (action)));
}

static void
add_actions (View *view)
{
  static const GActionEntry ACTIONS[] = {
      {"add-row", acted}, {"remove-row", acted},    {"add-column", acted},
      {"paste", acted},   {"remove-column", acted},
  };

  view->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (view->actions), ACTIONS,
                                   G_N_ELEMENTS (ACTIONS), view);
  gtk_widget_insert_action_group (GTK_WIDGET (view->window), "table",
                                  G_ACTION_GROUP (view->actions));
  ui_subwindow_pass_on (view->window);
}

/* ---- widgets ---- */

static GtkWidget *
button_new (const char *icon, const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  ui_control_set_label (button, label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "flat");
  return button;
}

/* "Rows", and two buttons. */
static GtkWidget *
pair_new (const char *what, GtkWidget *add, GtkWidget *take)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (what);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_margin_start (label, 6);
  gtk_widget_set_margin_end (label, 3);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), add);
  gtk_box_append (GTK_BOX (box), take);
  return box;
}

static GtkWidget *
bar_new (View *view)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *paste =
      button_new ("edit-paste-symbolic", _ ("Paste Rows"), "table.paste");

  gtk_widget_add_css_class (bar, "pane-bar");
  gtk_box_append (
      GTK_BOX (bar),
      pair_new (
          _ ("Rows"), button_new ("list-add-symbolic", _ ("Add Row"), "table.add-row"),
          button_new ("list-remove-symbolic", _ ("Remove Row"), "table.remove-row")));
  view->columns = pair_new (
      _ ("Columns"),
      button_new ("list-add-symbolic", _ ("Add Column"), "table.add-column"),
      button_new ("list-remove-symbolic", _ ("Remove Column"), "table.remove-column"));
  gtk_box_append (GTK_BOX (bar), view->columns);
  gtk_widget_set_hexpand (paste, TRUE);
  gtk_widget_set_halign (paste, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (bar), paste);
  return bar;
}

static GtkWidget *
cells_new (View *view)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  view->grid = UI_TABLE_GRID (ui_table_grid_new (view->edit));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled),
                                 GTK_WIDGET (view->grid));
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled),
                                                   TRUE);
  gtk_scrolled_window_set_max_content_width (GTK_SCROLLED_WINDOW (scrolled), 460);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), bar_new (view));
  return box;
}

static GtkWidget *
content_new (View *view)
{
  const bool is_curve = desk_table_is_curve (view->edit->table);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *sides = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *cells = cells_new (view);

  /* The line below. */
  view->line = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (view->line), TRUE);
  gtk_label_set_xalign (GTK_LABEL (view->line), 0);
  gtk_widget_add_css_class (view->line, "table-line");

  /* Cells and curve. */
  gtk_box_append (GTK_BOX (sides), cells);
  if (is_curve) {
    GtkWidget *curve = ui_table_curve_new (view->edit);

    gtk_widget_set_hexpand (curve, TRUE);
    gtk_box_append (GTK_BOX (sides), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
    gtk_box_append (GTK_BOX (sides), curve);
  } else
    gtk_widget_set_hexpand (cells, TRUE);
  gtk_widget_set_vexpand (sides, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), sides);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), view->line);
  return box;
}

/* Where there are no cells yet, no entry takes these. */
static void
add_keys (GtkWidget *window)
{
  static const UiShortcut KEYS[] = {
      {"<Control>v", "table.paste"},
      {"<Control>plus|<Control>equal|<Control>KP_Add", "table.add-row"},
      {"<Control>minus|<Control>KP_Subtract", "table.remove-row"},
  };

  ui_subwindow_close_by_escape (GTK_WINDOW (window));
  ui_control_add_shortcuts (window, KEYS, G_N_ELEMENTS (KEYS));
  ui_control_tell_keys (window, KEYS, G_N_ELEMENTS (KEYS));
}

/* What is being typed is taken; what cannot be goes with the window, and is said. */
static gboolean
closing (GtkWindow *window, View *view)
{
  if (view->edit->table != NULL && !ui_table_grid_commit (view->grid))
    desk_message (&view->edit->studio->messages, view->problem);
  gtk_window_set_focus (window, NULL);
  return FALSE;
}

/* Windows open in the middle of the one they belong to: narrow enough to leave the side
 * panes, with the inspector, in sight, if they have their usual width. */
static int
width_beside (GtkWindow *parent)
{
  enum { PANE_PX = 350, LEAST_PX = 560, MOST_PX = 880 };

  return CLAMP (gtk_widget_get_width (GTK_WIDGET (parent)) - 2 * PANE_PX, LEAST_PX,
                MOST_PX);
}

void
ui_table_window_show (GtkWindow *parent,
                      DeskStudio *studio,
                      const char *item,
                      const char *target)
{
  View *view = g_new0 (View, 1);
  GtkWidget *window = adw_window_new ();
  g_autofree char *title = g_strdup_printf ("%s.%s", item, target);

  /* What is shown. */
  view->edit = desk_table_edit_new (studio, item, target);
  view->window = GTK_WINDOW (window);
  g_object_set_data_full (G_OBJECT (window), "view", view, (GDestroyNotify) view_free);
  gtk_window_set_title (view->window, title);
  add_actions (view);
  adw_window_set_content (ADW_WINDOW (window), content_new (view));
  add_keys (window);
  if (desk_table_is_curve (view->edit->table))
    ui_remember_size (view->window, "table-curve-size", width_beside (parent), 460);
  else
    ui_remember_size (view->window, "table-size", 420, 460);

  /* What it follows. */
  g_signal_connect_swapped (view->grid, "told", G_CALLBACK (told), view);
  g_signal_connect (window, "close-request", G_CALLBACK (closing), view);
  desk_property_listen (view->edit, "table", window, G_CALLBACK (table_changed));
  desk_property_listen (view->edit, "place", window, G_CALLBACK (said_changed));
  desk_property_listen (view->edit, "problems", window, G_CALLBACK (said_changed));
  table_changed (view->window);
  ui_subwindow_attach (view->window, parent);
  gtk_window_present (view->window);
  gtk_widget_grab_focus (GTK_WIDGET (view->grid));
}
