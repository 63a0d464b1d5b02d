/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells are drawn, as many as are seen, so that a table of 100,000 rows is as quick as
 * one of ten; the entry on the current one is the only widget. The names of the columns
 * stay at the top while the rows scroll. */
#include "ui/inspector/table-grid.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/widgets/control.h"

enum { ROW_PX = 30, GUTTER_PX = 46, COLUMN_PX = 116, PAD_PX = 8, PAGE_ROWS = 12 };

struct _UiTableGrid {
  GtkWidget parent;

  DeskTableEdit *edit;
  GtkWidget *entry;
  GtkAdjustment *scroll; /* of the window that it scrolls in, or NULL */
  GtkAdjustment *sideways;
  bool is_inside; /* the keys move the caret, not from cell to cell */
};

G_DEFINE_FINAL_TYPE (UiTableGrid, ui_table_grid, GTK_TYPE_WIDGET)

static void
tell (UiTableGrid *self, const char *problem)
{
  g_signal_emit_by_name (self, "told", problem);
}

static uint32_t
n_rows (const UiTableGrid *self)
{
  return self->edit->table != NULL ? desk_table_n_rows (self->edit->table) : 0;
}

static uint32_t
n_columns (const UiTableGrid *self)
{
  return self->edit->table != NULL ? desk_table_n_columns (self->edit->table) : 1;
}

/* By a rule of the table, or by what the compiler says. */
static bool
is_faulty (const UiTableGrid *self, uint32_t row, uint32_t column)
{
  return desk_table_is_faulty (self->edit->table, row, column) ||
         desk_table_edit_cell_problem (self->edit, row, column) != NULL;
}

/* ---- the current cell ---- */

/* "u1 = 2, u2 = 0.5" of a value in a map. */
static char *
name_in_map (const DeskTable *table, uint32_t row, uint32_t column)
{
  g_autofree char *down = desk_table_column_name (table, 0);
  g_autofree char *across = desk_table_column_name (table, 1);
  g_autofree char *x = desk_table_cell (table, row, 0);
  g_autofree char *y = desk_table_cell (table, 0, column);

  return g_strdup_printf ("%s = %s, %s = %s", down, x, across, y);
}

/* "w_rel, row 2", or "column 1, row 2". */
static void
name_entry (UiTableGrid *self)
{
  const DeskTable *table = self->edit->table;
  const uint32_t row = self->edit->row, column = self->edit->column;
  g_autofree char *name = desk_table_column_name (table, column);
  g_autofree char *label =
      desk_table_is_corner (table, row, column) ? g_strdup (_ ("No value"))
      : desk_table_is_map (table) && row > 0 && column > 0
          ? name_in_map (table, row, column)
      : *name == '\0' ? g_strdup_printf (_ ("Column %u, row %u"), column + 1, row + 1)
      : desk_table_is_map (table) && row == 0
          ? g_strdup_printf (_ ("%s, column %u"), name, column + 1)
          : g_strdup_printf (_ ("%s, row %u"), name, row + 1);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* What is seen of a cell: "u1 [rad] \u2193" where the axes of a map meet. */
static char *
text_of (UiTableGrid *self, uint32_t row, uint32_t column)
{
  const DeskTable *table = self->edit->table;

  if (!desk_table_is_corner (table, row, column))
    return desk_table_cell (table, row, column);
  g_autofree char *axis = desk_table_heading (table, 0);
  return g_strconcat (axis, " \u2193", NULL);
}

static void
show_cell (UiTableGrid *self)
{
  const bool is_there = n_rows (self) > 0;

  gtk_widget_set_child_visible (self->entry, is_there);
  gtk_widget_set_sensitive (self->entry, is_there);
  if (!is_there)
    return;
  g_autofree char *text = text_of (self, self->edit->row, self->edit->column);
  const bool is_wrong = is_faulty (self, self->edit->row, self->edit->column);
  name_entry (self);
  gtk_editable_set_editable (
      GTK_EDITABLE (self->entry),
      !desk_table_is_corner (self->edit->table, self->edit->row, self->edit->column));
  ui_control_show_text (self->entry, text);
  (is_wrong ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (self->entry,
                                                                       "faulty");
  self->is_inside = false;
}

bool
ui_table_grid_commit (UiTableGrid *self)
{
  g_autofree char *problem = NULL;

  if (n_rows (self) == 0 || !ui_control_is_typed_in (self->entry)) {
    ui_control_show_problem (self->entry, NULL);
    self->is_inside = false;
    tell (self, NULL);
    return true;
  }
  problem = desk_table_edit_set (self->edit,
                                 gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  ui_control_show_problem (self->entry, problem);
  if (problem == NULL) {
    ui_control_settle (self->entry);
    show_cell (self);
  }
  tell (self, problem);
  return problem == NULL;
}

/* The keys go from cell to cell. Nothing is selected until something is typed: under
 * X11 each cell would claim what the middle button pastes, and GTK loses a selection
 * that it claims twice in quick succession. */
static void
rest (UiTableGrid *self)
{
  self->is_inside = false;
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

/* What is typed is taken first; what cannot be taken keeps its cell. */
static bool
go (UiTableGrid *self, int64_t row, int64_t column)
{
  if (!ui_table_grid_commit (self))
    return false;
  desk_table_edit_go (self->edit, row, column);
  rest (self);
  return true;
}

/* ---- paste ---- */

static void
take_pasted (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiTableGrid) self = data;
  g_autofree char *text =
      gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  GtkEditable *entry = GTK_EDITABLE (self->entry);

  if (text == NULL || self->edit->table == NULL)
    return;
  /* Rows go into the table. */
  if (desk_table_is_block (text) || n_rows (self) == 0) {
    g_autofree char *problem = desk_table_edit_paste (self->edit, text);

    if (problem == NULL)
      show_cell (self);
    tell (self, problem);
    return;
  }
  /* One value goes into the cell. */
  g_strdelimit (text, "\r\n", ' ');
  g_strstrip (text);
  int at;
  if (!self->is_inside)
    gtk_editable_select_region (entry, 0, -1);
  self->is_inside = true;
  gtk_editable_delete_selection (entry);
  at = gtk_editable_get_position (entry);
  gtk_editable_insert_text (entry, text, -1, &at);
  gtk_editable_set_position (entry, at);
}

static void
paste (UiTableGrid *self)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self)), NULL,
                                 take_pasted, g_object_ref (self));
}

/* In place of what the entry does with it, by keys and by its menu. */
static void
entry_pasted (GtkText *text, UiTableGrid *self)
{
  g_signal_stop_emission_by_name (text, "paste-clipboard");
  paste (self);
}

/* ---- what else is done ---- */

void
ui_table_grid_do (UiTableGrid *self, const char *what)
{
  static const struct {
    const char *name;
    char *(*act) (DeskTableEdit *edit);
  } ACTS[] = {
      {"add-row", desk_table_edit_add_row},
      {"remove-row", desk_table_edit_remove_row},
      {"add-column", desk_table_edit_add_column},
      {"remove-column", desk_table_edit_remove_column},
  };

  if (g_str_equal (what, "remove-row") && !desk_table_edit_can_remove_row (self->edit))
    return;
  if (!ui_table_grid_commit (self))
    return;
  if (g_str_equal (what, "paste"))
    paste (self);
  for (guint i = 0; i < G_N_ELEMENTS (ACTS); i++)
    if (g_str_equal (ACTS[i].name, what)) {
      g_autofree char *problem = ACTS[i].act (self->edit);

      tell (self, problem);
    }
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* ---- keys ---- */

/* To another cell, from row to row; false at the ends, where Tab leaves. */
static bool
tab (UiTableGrid *self, int by)
{
  const int64_t n = n_columns (self);
  const int64_t at = self->edit->row * n + self->edit->column + by;

  if (at < 0 || at >= n_rows (self) * n)
    return false;
  go (self, at / n, at % n);
  return true;
}

/* Where a key leads, in rows and columns; false for keys that lead nowhere. */
static bool
find_way (UiTableGrid *self, guint key, bool is_far, int64_t way[2])
{
  const int64_t far = is_far ? (int64_t) MAX (n_rows (self), n_columns (self)) : 1;

  way[0] = way[1] = 0;
  switch (key) {
  case GDK_KEY_Up:
  case GDK_KEY_KP_Up:
    way[0] = -far;
    return true;
  case GDK_KEY_Down:
  case GDK_KEY_KP_Down:
    way[0] = far;
    return true;
  case GDK_KEY_Page_Up:
  case GDK_KEY_KP_Page_Up:
    way[0] = -PAGE_ROWS;
    return true;
  case GDK_KEY_Page_Down:
  case GDK_KEY_KP_Page_Down:
    way[0] = PAGE_ROWS;
    return true;
  case GDK_KEY_Left:
  case GDK_KEY_KP_Left:
    way[1] = -far;
    return !self->is_inside;
  case GDK_KEY_Right:
  case GDK_KEY_KP_Right:
    way[1] = far;
    return !self->is_inside;
  case GDK_KEY_Home:
  case GDK_KEY_KP_Home:
    way[0] = is_far ? -far : 0;
    way[1] = -(int64_t) n_columns (self);
    return is_far || !self->is_inside;
  case GDK_KEY_End:
  case GDK_KEY_KP_End:
    way[0] = is_far ? far : 0;
    way[1] = n_columns (self);
    return is_far || !self->is_inside;
  default:
    return false;
  }
}

/* Ctrl with plus and minus, as in spreadsheets. */
static const char *
act_of (guint key)
{
  switch (key) {
  case GDK_KEY_plus:
  case GDK_KEY_equal:
  case GDK_KEY_KP_Add:
    return "add-row";
  case GDK_KEY_minus:
  case GDK_KEY_KP_Subtract:
    return "remove-row";
  default:
    return NULL;
  }
}

static bool
erases (guint key)
{
  return key == GDK_KEY_BackSpace || key == GDK_KEY_Delete || key == GDK_KEY_KP_Delete;
}

static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType state,
             UiTableGrid *self)
{
  const bool is_shifted = (state & GDK_SHIFT_MASK) != 0;
  const bool is_ctrl = (state & GDK_CONTROL_MASK) != 0;
  int64_t way[2];

  /* What changes rows. */
  if (is_ctrl && act_of (key) != NULL) {
    ui_table_grid_do (self, act_of (key));
    return GDK_EVENT_STOP;
  }
  /* What takes a value and goes on. */
  if (key == GDK_KEY_Tab || key == GDK_KEY_ISO_Left_Tab)
    return !is_ctrl && tab (self, is_shifted || key == GDK_KEY_ISO_Left_Tab ? -1 : 1);
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter) {
    go (self, (int64_t) self->edit->row + (is_shifted ? -1 : 1), self->edit->column);
    return GDK_EVENT_STOP;
  }
  if (key == GDK_KEY_F2) {
    self->is_inside = true;
    gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
    return GDK_EVENT_STOP;
  }
  /* What only goes. */
  if (is_shifted || !find_way (self, key, is_ctrl, way)) {
    if (!self->is_inside && (gdk_keyval_to_unicode (key) >= ' ' || erases (key))) {
      gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
      self->is_inside = !is_ctrl; /* typing replaces what the cell holds */
    }
    return GDK_EVENT_PROPAGATE;
  }
  go (self, self->edit->row + way[0], self->edit->column + way[1]);
  return GDK_EVENT_STOP;
}

/* ---- pointer ---- */

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, UiTableGrid *self)
{
  const int row = (int) floor ((y - ROW_PX) / ROW_PX);
  const int column = (int) floor ((x - GUTTER_PX) / COLUMN_PX);

  GtkWidget *under = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  const double top = self->scroll != NULL ? gtk_adjustment_get_value (self->scroll) : 0;

  if (n_rows (self) == 0 || y < ROW_PX + top)
    return;
  if (under == self->entry || gtk_widget_is_ancestor (under, self->entry)) {
    self->is_inside = true; /* the press sets the caret */
    return;
  }
  go (self, row, MAX (column, 0));
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* ---- drawing ---- */

static GdkRGBA
color_of (UiTableGrid *self, const char *name)
{
  GdkRGBA color = {0.5f, 0.5f, 0.5f, 1};

  gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (self)),
                                  name, &color);
  return color;
}

static GdkRGBA
faded (GdkRGBA color, float share)
{
  color.alpha *= share;
  return color;
}

/* A text in a cell, to the right, or in the middle. */
static void
draw_text (GtkSnapshot *snapshot,
           PangoLayout *layout,
           const GdkRGBA *color,
           graphene_rect_t cell,
           double place)
{
  int width, height;

  pango_layout_set_width (layout, (int) (cell.size.width - 2 * PAD_PX) * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, &width, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT (
                    cell.origin.x + PAD_PX,
                    cell.origin.y + (float) round ((cell.size.height - height) / 2.0)));
  pango_layout_set_alignment (layout, place == 1     ? PANGO_ALIGN_RIGHT
                                      : place == 0.5 ? PANGO_ALIGN_CENTER
                                                     : PANGO_ALIGN_LEFT);
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static graphene_rect_t
cell_area (uint32_t row, uint32_t column)
{
  return GRAPHENE_RECT_INIT (GUTTER_PX + COLUMN_PX * (float) column,
                             ROW_PX * (float) (row + 1), COLUMN_PX, ROW_PX);
}

/* The number of the row, and its cells but the one under the entry. */
static void
draw_row (UiTableGrid *self, GtkSnapshot *snapshot, PangoLayout *layout, uint32_t row)
{
  const DeskTable *table = self->edit->table;
  const GdkRGBA ink = color_of (self, "view_fg_color");
  const GdkRGBA faint = faded (ink, 0.55f), line = faded (ink, 0.12f);
  const GdkRGBA fault = color_of (self, "error_color");
  g_autofree char *number = g_strdup_printf ("%u", row + 1);
  const float top = ROW_PX * (float) (row + 1);

  /* The number. */
  pango_layout_set_text (layout, number, -1);
  draw_text (snapshot, layout, &faint, GRAPHENE_RECT_INIT (0, top, GUTTER_PX, ROW_PX),
             0.5);
  /* The cells. */
  for (uint32_t c = 0; c < n_columns (self); c++) {
    const bool is_wrong = is_faulty (self, row, c);
    g_autofree char *text = text_of (self, row, c);
    const graphene_rect_t area = cell_area (row, c);

    if (desk_table_is_map (table) && (row == 0 || c == 0)) /* the axes */
      gtk_snapshot_append_color (snapshot, &line, &area);
    if (is_wrong)
      gtk_snapshot_append_color (
          snapshot, &(GdkRGBA){fault.red, fault.green, fault.blue, 0.16f}, &area);
    pango_layout_set_text (layout, text, -1);
    if (row != self->edit->row || c != self->edit->column)
      draw_text (snapshot, layout, is_wrong ? &fault : &ink, area, 1);
    gtk_snapshot_append_color (snapshot, &line,
                               &GRAPHENE_RECT_INIT (area.origin.x, top, 1, ROW_PX));
  }
  gtk_snapshot_append_color (snapshot, &line,
                             &GRAPHENE_RECT_INIT (GUTTER_PX, top + ROW_PX - 1,
                                                  COLUMN_PX * (float) n_columns (self),
                                                  1));
}

/* The names of the columns, or of the axis that runs along them, with their units, over
 * what is scrolled below them. */
static void
draw_head (UiTableGrid *self, GtkSnapshot *snapshot, PangoLayout *layout, double top)
{
  const GdkRGBA ground = color_of (self, "window_bg_color");
  const GdkRGBA ink = faded (color_of (self, "view_fg_color"), 0.7f);
  const GdkRGBA line = faded (ink, 0.25f);
  const bool is_map = desk_table_is_map (self->edit->table);
  const float width = (float) gtk_widget_get_width (GTK_WIDGET (self));

  gtk_snapshot_append_color (snapshot, &ground,
                             &GRAPHENE_RECT_INIT (0, (float) top, width, ROW_PX));
  for (uint32_t c = is_map ? 1 : 0; c < (is_map ? 2 : n_columns (self)); c++) {
    g_autofree char *heading = desk_table_heading (self->edit->table, c);
    g_autofree char *text = g_strconcat (heading, is_map ? " \u2192" : "", NULL);
    graphene_rect_t area = cell_area (0, c);

    area.origin.y = (float) top;
    pango_layout_set_text (layout, text, -1);
    draw_text (snapshot, layout, &ink, area, 1);
  }
  gtk_snapshot_append_color (
      snapshot, &line, &GRAPHENE_RECT_INIT (0, (float) top + ROW_PX - 1, width, 1));
}

static void
ui_table_grid_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiTableGrid *self = UI_TABLE_GRID (widget);
  const double top = self->scroll != NULL ? gtk_adjustment_get_value (self->scroll) : 0;
  const double height = self->scroll != NULL
                            ? gtk_adjustment_get_page_size (self->scroll)
                            : gtk_widget_get_height (widget);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, NULL);
  const uint32_t first = (uint32_t) fmax (0, top / ROW_PX - 1);
  const uint32_t last = (uint32_t) ((top + height) / ROW_PX) + 1;

  if (self->edit->table == NULL)
    return;
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  for (uint32_t r = first; r < MIN (n_rows (self), last); r++)
    draw_row (self, snapshot, layout, r);
  gtk_widget_snapshot_child (widget, self->entry, snapshot);
  draw_head (self, snapshot, layout, top);
}

/* ---- size ---- */

/* shape: GTK's own signature */
static void
ui_table_grid_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  UiTableGrid *self = UI_TABLE_GRID (widget);

  /* The entry gets its own place, but wants to be asked. */
  gtk_widget_measure (self->entry, orientation, -1, NULL, NULL, NULL, NULL);
  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? GUTTER_PX + COLUMN_PX * (int) n_columns (self)
                            : ROW_PX * ((int) n_rows (self) + 1);
}

static void
ui_table_grid_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UiTableGrid *self = UI_TABLE_GRID (widget);
  const graphene_rect_t area = cell_area (self->edit->row, self->edit->column);

  if (gtk_widget_get_child_visible (self->entry))
    gtk_widget_size_allocate (self->entry,
                              &(GtkAllocation){(int) area.origin.x, (int) area.origin.y,
                                               COLUMN_PX + 1, ROW_PX},
                              -1);
}

/* The current cell is in view, below the names of the columns. */
static void
scroll_to_cell (UiTableGrid *self)
{
  const graphene_rect_t area = cell_area (self->edit->row, self->edit->column);
  const double top = area.origin.y, left = area.origin.x;

  if (self->scroll == NULL)
    return;
  gtk_adjustment_clamp_page (self->scroll, top - ROW_PX, top + ROW_PX);
  gtk_adjustment_clamp_page (self->sideways, self->edit->column == 0 ? 0 : left,
                             left + COLUMN_PX + 1);
}

static void
place_changed (UiTableGrid *self)
{
  if (self->edit->table == NULL)
    return;
  show_cell (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  scroll_to_cell (self);
}

static void
table_changed (UiTableGrid *self)
{
  gtk_widget_queue_resize (GTK_WIDGET (self));
  place_changed (self);
}

/* What is being typed stays. */
static void
problems_changed (UiTableGrid *self)
{
  if (n_rows (self) > 0 && !ui_control_is_typed_in (self->entry))
    show_cell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- widget ---- */

static void
follow_scroll (UiTableGrid *self)
{
  GtkWidget *window =
      gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);

  if (window == NULL || self->scroll != NULL)
    return;
  self->scroll = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (window));
  self->sideways = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (window));
  g_signal_connect_object (self->scroll, "value-changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scroll, "changed", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
}

static gboolean
ui_table_grid_grab_focus (GtkWidget *widget)
{
  UiTableGrid *self = UI_TABLE_GRID (widget);
  const bool is_taken = gtk_widget_grab_focus (self->entry);

  rest (self);
  return is_taken;
}

static void
ui_table_grid_dispose (GObject *object)
{
  UiTableGrid *self = UI_TABLE_GRID (object);

  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_object (&self->edit);
  G_OBJECT_CLASS (ui_table_grid_parent_class)->dispose (object);
}

static void
ui_table_grid_class_init (UiTableGridClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_table_grid_dispose;
  widget_class->snapshot = ui_table_grid_snapshot;
  widget_class->measure = ui_table_grid_measure;
  widget_class->size_allocate = ui_table_grid_allocate;
  widget_class->grab_focus = ui_table_grid_grab_focus;
  widget_class->focus = ui_control_focus_child;
  gtk_widget_class_set_css_name (widget_class, "tablegrid");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  g_signal_new ("told", UI_TYPE_TABLE_GRID, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
typed (UiTableGrid *self)
{
  self->is_inside = self->is_inside || ui_control_is_typed_in (self->entry);
}

/* What is typed is taken when the keys go elsewhere. */
static void
left (UiTableGrid *self)
{
  if (self->edit != NULL && self->edit->table != NULL)
    ui_table_grid_commit (self);
}

static void
ui_table_grid_init (UiTableGrid *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->entry = gtk_entry_new ();
  gtk_entry_set_alignment (GTK_ENTRY (self->entry), 1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 4);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  ui_control_add_undo (self->entry);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (typed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (ui_table_grid_commit),
                            self);
  g_signal_connect (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)),
                    "paste-clipboard", G_CALLBACK (entry_pasted), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left), self);
  gtk_widget_add_controller (self->entry, focus);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (self, "map", G_CALLBACK (follow_scroll), NULL);
}

GtkWidget *
ui_table_grid_new (DeskTableEdit *edit)
{
  UiTableGrid *self = g_object_new (UI_TYPE_TABLE_GRID, NULL);

  self->edit = g_object_ref (edit);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  edit->target, -1);
  desk_property_listen (edit, "table", self, G_CALLBACK (table_changed));
  desk_property_listen (edit, "place", self, G_CALLBACK (place_changed));
  desk_property_listen (edit, "problems", self, G_CALLBACK (problems_changed));
  show_cell (self);
  return GTK_WIDGET (self);
}
