/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A popover with an entry and a list that follows what is typed: the search for
 * components on the canvas, the list of commands. The caller fills the rows for a text;
 * arrow keys move the choice while the entry keeps the focus. */
#include "ui/widgets/picker.h"

#include "desk/describe.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/symbol-image.h"

static const guint most_rows = 9;
static const int symbol_px = 28;

typedef struct {
  UiPicker what;
  GtkPopover *popover;
  GtkListBox *list;
  GtkWidget *empty;
  bool is_moved; /* the choice, from the first row */
  bool is_taken; /* all that was typed, by `take` */
} Picker;

/* ---- rows ---- */

static void
row_free (gpointer data)
{
  UiPickerRow *row = data;

  g_free (row->key);
  g_free (row->title);
  g_free (row->detail);
  g_free (row->icon);
  g_free (row);
}

void
ui_picker_add (GPtrArray *rows,
               const char *key,
               const char *title,
               const char *detail,
               const char *icon)
{
  UiPickerRow *row = g_new (UiPickerRow, 1);

  *row = (UiPickerRow){g_strdup (key), g_strdup (title), g_strdup (detail),
                       g_strdup (icon)};
  g_ptr_array_add (rows, row);
}

static GtkWidget *
image_new (const Picker *picker, const char *icon)
{
  if (icon != NULL && g_str_has_suffix (icon, "-symbolic")) {
    GtkWidget *image = gtk_image_new_from_icon_name (icon);

    gtk_widget_set_size_request (image, symbol_px, symbol_px);
    return image;
  }
  g_autoptr (GdkPaintable) symbol =
      ui_symbol_image_new (picker->what.symbols, icon, symbol_px);
  GtkWidget *picture = gtk_picture_new_for_paintable (symbol);

  gtk_picture_set_can_shrink (GTK_PICTURE (picture), FALSE);
  return picture;
}

static GtkWidget *
row_new (Picker *picker, const UiPickerRow *what)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *title = gtk_label_new (what->title);
  GtkWidget *detail = gtk_label_new (what->detail);

  if (picker->what.symbols != NULL)
    gtk_box_append (GTK_BOX (box), image_new (picker, what->icon));
  /* Title and detail on one line. */
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_widget_add_css_class (detail, "caption");
  gtk_widget_set_hexpand (title, TRUE);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), detail);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "key", g_strdup (what->key), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  what->title, -1);
  return row;
}

/* ---- typing and choosing ---- */

static const char *
key_of (GtkListBoxRow *row)
{
  return row != NULL ? g_object_get_data (G_OBJECT (row), "key") : NULL;
}

static void
tell (Picker *picker, const char *sentence, bool is_refusal)
{
  gtk_label_set_text (GTK_LABEL (picker->empty), sentence);
  gtk_widget_remove_css_class (picker->empty, is_refusal ? "dim-label" : "error");
  gtk_widget_add_css_class (picker->empty, is_refusal ? "error" : "dim-label");
}

/* The reason stands below the rows until something else is typed. */
static bool
is_refused (Picker *picker, const char *key, bool otherwise)
{
  g_autofree char *why = picker->what.refuse != NULL
                             ? picker->what.refuse (picker->what.data, key, otherwise)
                             : NULL;

  if (why == NULL)
    return false;
  g_autofree char *sentence = desk_describe_sentence (why);
  tell (picker, sentence, true);
  gtk_widget_set_visible (picker->empty, TRUE);
  return true;
}

static void
choose_with (Picker *picker, GtkListBoxRow *row, bool has_shift)
{
  g_autofree char *key = g_strdup (key_of (row));
  const bool is_done = picker->is_taken && !picker->is_moved;

  if (!is_done && (key == NULL || is_refused (picker, key, has_shift)))
    return;
  gtk_popover_popdown (picker->popover);
  if (is_done)
    return;
  if (has_shift && picker->what.chosen_otherwise != NULL)
    picker->what.chosen_otherwise (picker->what.data, key);
  else
    picker->what.chosen (picker->what.data, key);
}

static void
choose (Picker *picker, GtkListBoxRow *row)
{
  choose_with (picker, row, false);
}

/* The first few rows. What was chosen with the arrows stays so if it still fits. */
static void
show_rows (Picker *picker, const GPtrArray *rows)
{
  g_autofree char *was =
      picker->is_moved
          ? g_strdup (key_of (gtk_list_box_get_selected_row (picker->list)))
          : NULL;
  GtkWidget *old;

  while ((old = gtk_widget_get_first_child (GTK_WIDGET (picker->list))) != NULL)
    gtk_list_box_remove (picker->list, old);
  for (guint i = 0; i < rows->len && i < most_rows; i++) {
    const UiPickerRow *what = rows->pdata[i];
    GtkWidget *row = row_new (picker, what);

    gtk_list_box_append (picker->list, row);
    if (i == 0 || g_strcmp0 (what->key, was) == 0)
      gtk_list_box_select_row (picker->list, GTK_LIST_BOX_ROW (row));
  }
  picker->is_moved =
      was != NULL &&
      g_strcmp0 (key_of (gtk_list_box_get_selected_row (picker->list)), was) == 0;
}

static void
explain (Picker *picker, const char *text)
{
  g_autofree char *why = picker->what.explain != NULL
                             ? picker->what.explain (picker->what.data, text)
                             : NULL;

  tell (picker, why != NULL ? why : picker->what.nothing, false);
}

static void
typed (GtkEditable *entry, Picker *picker)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);
  const char *text = gtk_editable_get_text (entry);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (picker->list);
  g_autofree char *key = picker->is_moved ? g_strdup (key_of (row)) : NULL;
  g_autofree char *rest = picker->what.take != NULL
                              ? picker->what.take (picker->what.data, text, key)
                              : NULL;

  if (rest != NULL) {
    picker->is_moved = false;
    gtk_editable_set_text (entry, rest); /* which is seen here, too */
    gtk_editable_set_position (entry, -1);
    if (*rest == '\0')
      picker->is_taken = true;
    return;
  }
  picker->is_taken = false;
  picker->what.search (picker->what.data, text, rows);
  show_rows (picker, rows);
  if (rows->len == 0)
    explain (picker, text);
  gtk_widget_set_visible (GTK_WIDGET (picker->list), rows->len > 0);
  gtk_widget_set_visible (picker->empty, rows->len == 0);
}

static void
move_choice (Picker *picker, int by)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (picker->list);
  const int at = row != NULL ? gtk_list_box_row_get_index (row) + by : 0;
  GtkListBoxRow *next = gtk_list_box_get_row_at_index (picker->list, MAX (at, 0));

  if (next == NULL)
    return;
  gtk_list_box_select_row (picker->list, next);
  picker->is_moved = true;
}

static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType state,
             Picker *picker)
{
  switch (key) {
  case GDK_KEY_Down:
    move_choice (picker, 1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Up:
    move_choice (picker, -1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    choose_with (picker, gtk_list_box_get_selected_row (picker->list),
                 state & GDK_SHIFT_MASK);
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

/* ---- popover ---- */

static void
picker_free (gpointer data)
{
  Picker *picker = data;

  if (picker->what.free_data != NULL)
    picker->what.free_data (picker->what.data);
  g_free (picker);
}

static GtkWidget *
hint_new (const char *text)
{
  GtkWidget *hint = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (hint), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (hint), 60);
  gtk_label_set_xalign (GTK_LABEL (hint), 0);
  gtk_widget_add_css_class (hint, "dim-label");
  gtk_widget_add_css_class (hint, "caption");
  return hint;
}

static GtkWidget *
content_new (Picker *picker, GtkWidget *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *list = gtk_list_box_new ();

  picker->list = GTK_LIST_BOX (list);
  picker->empty = gtk_label_new (picker->what.nothing);
  gtk_widget_add_css_class (list, "picker-list");
  gtk_widget_set_can_focus (list, FALSE);
  gtk_label_set_wrap (GTK_LABEL (picker->empty), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (picker->empty), 50);
  gtk_widget_add_css_class (picker->empty, "dim-label");
  gtk_widget_set_margin_top (picker->empty, 12);
  gtk_widget_set_margin_bottom (picker->empty, 12);
  gtk_widget_set_size_request (box, 400, -1);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (choose), picker);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), picker->empty);
  if (picker->what.hint != NULL)
    gtk_box_append (GTK_BOX (box), hint_new (picker->what.hint));
  return box;
}

GtkWidget *
ui_picker_show (GtkWidget *parent, const GdkRectangle *at, const UiPicker *what)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *entry = gtk_search_entry_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  Picker *picker = g_new0 (Picker, 1);

  picker->what = *what;
  picker->popover = GTK_POPOVER (popover);
  g_object_set (entry, "placeholder-text", what->name, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), content_new (picker, entry));
  gtk_widget_add_css_class (popover, "picker");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  what->name, -1);
  /* Arrow keys before the entry takes them. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), picker);
  gtk_widget_add_controller (popover, keys);
  g_signal_connect (entry, "changed", G_CALLBACK (typed), picker);
  g_signal_connect_swapped (entry, "stop-search", G_CALLBACK (gtk_popover_popdown),
                            popover);
  g_object_set_data_full (G_OBJECT (popover), "picker", picker, picker_free);
  typed (GTK_EDITABLE (entry), picker);
  ui_popover_show_once (popover, parent, at);
  gtk_widget_grab_focus (entry);
  return popover;
}
