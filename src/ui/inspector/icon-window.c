/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbol large, the rows that say how it is drawn, and a line that tells why an SVG
 * was refused, else what can be done. What is chosen is in the diagram at once. */
#include "ui/inspector/icon-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "desk/describe.h"
#include "desk/tool/icon.h"
#include "ui/inspector/icon-stage.h"
#include "ui/widgets/chooser.h"
#include "ui/widgets/control.h"
#include "ui/widgets/symbol-image.h"
#include "ui/window/subwindow.h"

enum { TILE_PX = 32, LEAST_ROWS_PX = 120 };

typedef struct {
  DeskIcon *icon;
  FigureSymbols *symbols;
  GtkWindow *window;
  GtkWidget *shapes[LIB_N_SHAPES]; /* toggle buttons */
  GtkWidget *drawing;              /* the rows that a file takes the place of */
  GtkWidget *text;
  GtkWidget *color, *automatic;
  GtkWidget *file; /* the row */
  GtkWidget *remove;
  GtkWidget *stage;
  GtkWidget *line;
  bool is_showing; /* what the diagram says: nobody has chosen it */
  char *problem;   /* why a file was refused, or NULL */
} View;

static void
view_free (View *view)
{
  g_object_unref (view->icon);
  g_free (view->problem);
  g_free (view);
}

/* ---- what the diagram says ---- */

static void
update_line (View *view)
{
  const bool has_ports = view->icon->item.n_ports > 0;
  const char *said = view->problem != NULL ? view->problem
                     : has_ports ? _ ("Ports can be dragged along the edges, or moved "
                                      "by the arrow keys.")
                                 : _ ("The component has no ports.");
  g_autofree char *sentence = desk_describe_sentence (said);

  gtk_label_set_text (GTK_LABEL (view->line), sentence);
  gtk_widget_remove_css_class (view->line,
                               view->problem != NULL ? "dim-label" : "error");
  gtk_widget_add_css_class (view->line, view->problem != NULL ? "error" : "dim-label");
}

static void
told (View *view, char *problem)
{
  g_free (view->problem);
  view->problem = problem;
  update_line (view);
}

/* What is typed there stays as it is. */
static void
show_text (View *view)
{
  const char *said = view->icon->said.text;
  const char *text = said != NULL ? said : view->icon->component;

  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (view->text)), text))
    gtk_editable_set_text (GTK_EDITABLE (view->text), text);
}

static void
show_color (View *view)
{
  const DocIcon *said = &view->icon->said;
  LibDrawing drawing;
  GdkRGBA color;

  if (said->stroke != NULL)
    gdk_rgba_parse (&color, said->stroke);
  else if (lib_icon_to_drawing (view->icon->item.icon, &drawing))
    gdk_rgba_parse (&color, drawing.stroke);
  else
    gdk_rgba_parse (&color, LIB_ICON_COLOR);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (view->color), &color);
  gtk_widget_set_sensitive (view->automatic, said->stroke != NULL);
}

/* Of a file that is not there the symbol is drawn. */
static void
show_file (View *view)
{
  const char *file = view->icon->said.file;
  const bool is_there = file != NULL && g_path_is_absolute (view->icon->item.icon);
  g_autofree char *missing =
      file != NULL ? g_strdup_printf (_ ("%s is not there"), file) : NULL;

  adw_action_row_set_subtitle (ADW_ACTION_ROW (view->file), file == NULL ? _ ("None")
                                                            : is_there   ? file
                                                                         : missing);
  gtk_widget_set_visible (view->remove, file != NULL);
  gtk_widget_set_sensitive (view->drawing, !is_there);
}

static void
icon_changed (GtkWindow *window)
{
  View *view = g_object_get_data (G_OBJECT (window), "view");
  const DocIcon *said = &view->icon->said;

  if (view->icon->card == NULL) {
    gtk_window_close (window);
    return;
  }
  view->is_showing = true;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (view->shapes[said->shape]), TRUE);
  show_text (view);
  show_color (view);
  show_file (view);
  view->is_showing = false;
  told (view, NULL);
}

/* ---- what is chosen ---- */

static void
shape_chosen (GtkToggleButton *button, View *view)
{
  for (LibShape shape = 0; shape < LIB_N_SHAPES; shape++)
    if (!view->is_showing && gtk_toggle_button_get_active (button) &&
        view->shapes[shape] == GTK_WIDGET (button))
      desk_icon_set_shape (view->icon, shape);
}

/* The name of the component is not written down. */
static void
text_changed (GtkEditable *entry, View *view)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (entry));
  const bool is_name = g_str_equal (text, view->icon->component);

  if (!view->is_showing)
    desk_icon_set_text (view->icon, is_name ? NULL : text);
}

static void
text_left (View *view)
{
  desk_icon_end_step (view->icon);
}

static void
color_chosen (GtkColorButton *button, View *view)
{
  GdkRGBA color;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &color);
  g_autofree char *stroke =
      g_strdup_printf ("#%02x%02x%02x", (unsigned) lround (255 * (double) color.red),
                       (unsigned) lround (255 * (double) color.green),
                       (unsigned) lround (255 * (double) color.blue));
  desk_icon_set_stroke (view->icon, stroke);
}

static void
color_cleared (View *view)
{
  desk_icon_set_stroke (view->icon, NULL);
}

static void
file_chosen (gpointer data, const char *path)
{
  View *view = g_object_get_data (data, "view");

  if (path != NULL)
    told (view, desk_icon_take_file (view->icon, path));
}

static void
choose_file (View *view)
{
  const char *own = doc_path (view->icon->studio->document->doc);

  if (own == NULL) {
    told (view, desk_icon_take_file (view->icon, ""));
    return;
  }
  ui_chooser_ask (GTK_WIDGET (view->window),
                  &(UiChooser){.title = _ ("Take Symbol from SVG"),
                               .accept = _ ("Take"),
                               .beside = own,
                               .messages = &view->icon->studio->messages,
                               .filters = {{_ ("SVG pictures"), "*.svg"}}},
                  file_chosen, view->window);
}

static void
remove_file (View *view)
{
  desk_icon_remove_file (view->icon);
}

/* ---- widgets ---- */

static GtkWidget *
row_new (const char *title, GtkWidget *control)
{
  GtkWidget *row = adw_action_row_new ();

  gtk_widget_set_focusable (row, FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  return row;
}

static GtkWidget *
shapes_new (View *view)
{
  static const char *const NAMES[] = {N_ ("Rounded Box"), N_ ("Box"), N_ ("Circle"),
                                      N_ ("Diamond"), N_ ("Triangle")};
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  g_autoptr (BaseArena) arena = base_arena_new ();

  gtk_widget_add_css_class (box, "linked");
  /* One of them is chosen. */
  for (LibShape shape = 0; shape < LIB_N_SHAPES; shape++) {
    const LibDrawing drawing = {shape, LIB_ICON_COLOR, ""};
    g_autoptr (GdkPaintable) picture = ui_symbol_image_new (
        view->symbols, lib_icon_from_drawing (arena, &drawing), TILE_PX);
    GtkWidget *image = gtk_image_new_from_paintable (picture);
    GtkWidget *button = gtk_toggle_button_new ();

    gtk_image_set_pixel_size (GTK_IMAGE (image), TILE_PX);
    gtk_button_set_child (GTK_BUTTON (button), image);
    ui_control_set_label (button, _ (NAMES[shape]));
    gtk_widget_add_css_class (button, "icon-shape");
    if (shape > 0)
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                   GTK_TOGGLE_BUTTON (view->shapes[0]));
    g_signal_connect (button, "toggled", G_CALLBACK (shape_chosen), view);
    gtk_box_append (GTK_BOX (box), button);
    view->shapes[shape] = button;
  }
  return box;
}

static GtkWidget *
text_new (View *view)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  view->text = gtk_entry_new ();
  ui_control_set_label (view->text, _ ("Text on the symbol"));
  gtk_editable_set_width_chars (GTK_EDITABLE (view->text), 18);
  g_signal_connect (view->text, "changed", G_CALLBACK (text_changed), view);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (text_left), view);
  gtk_widget_add_controller (view->text, focus);
  return view->text;
}

static GtkWidget *
colors_new (View *view)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  view->automatic = gtk_button_new_with_label (_ ("Automatic"));
  gtk_widget_set_tooltip_text (view->automatic, _ ("The color of most of its ports"));
  gtk_widget_add_css_class (view->automatic, "flat");
  view->color = gtk_color_button_new ();
  ui_control_set_label (view->color, _ ("Color of the outline"));
  gtk_color_button_set_title (GTK_COLOR_BUTTON (view->color),
                              _ ("Color of the outline"));
  g_signal_connect (view->color, "color-set", G_CALLBACK (color_chosen), view);
  g_signal_connect_swapped (view->automatic, "clicked", G_CALLBACK (color_cleared),
                            view);
  gtk_box_append (GTK_BOX (box), view->automatic);
  gtk_box_append (GTK_BOX (box), view->color);
  return box;
}

static GtkWidget *
files_new (View *view)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *take = gtk_button_new_with_label (_ ("Take from SVG…"));

  view->remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  ui_control_set_label (view->remove, _ ("Remove SVG"));
  gtk_widget_add_css_class (view->remove, "flat");
  g_signal_connect_swapped (take, "clicked", G_CALLBACK (choose_file), view);
  g_signal_connect_swapped (view->remove, "clicked", G_CALLBACK (remove_file), view);
  gtk_box_append (GTK_BOX (box), view->remove);
  gtk_box_append (GTK_BOX (box), take);
  return box;
}

/* On a small screen the rows are scrolled below the stage, which stays. */
static GtkWidget *
scrolled_new (GtkWidget *rows)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW (scrolled);

  gtk_scrolled_window_set_policy (window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (window, TRUE);
  gtk_scrolled_window_set_min_content_height (window, LEAST_ROWS_PX);
  gtk_scrolled_window_set_child (window, rows);
  gtk_viewport_set_scroll_to_focus (
      GTK_VIEWPORT (gtk_scrolled_window_get_child (window)), TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static GtkWidget *
content_new (View *view)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *file = adw_preferences_group_new ();

  /* How it is drawn, */
  view->drawing = adw_preferences_group_new ();
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (view->drawing),
                             row_new (_ ("Shape"), shapes_new (view)));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (view->drawing),
                             row_new (_ ("Text"), text_new (view)));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (view->drawing),
                             row_new (_ ("Color"), colors_new (view)));
  /* or what is shown instead. */
  view->file = row_new (_ ("SVG file"), files_new (view));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (file), view->file);
  gtk_box_append (GTK_BOX (rows), view->drawing);
  gtk_box_append (GTK_BOX (rows), file);
  gtk_widget_add_css_class (rows, "icon-rows");
  view->line = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (view->line), TRUE);
  gtk_label_set_xalign (GTK_LABEL (view->line), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (view->line), 1); /* as wide as the rest */
  gtk_widget_add_css_class (view->line, "table-line");
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  view->stage = ui_icon_stage_new (view->icon, view->symbols);
  gtk_box_append (GTK_BOX (box), view->stage);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), scrolled_new (rows));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), view->line);
  return box;
}

void
ui_icon_window_show (GtkWindow *parent,
                     DeskStudio *studio,
                     FigureSymbols *symbols,
                     const char *component)
{
  View *view = g_new0 (View, 1);
  GtkWidget *window = adw_window_new ();
  g_autofree char *title = g_strdup_printf (_ ("Symbol of %s"), component);

  view->icon = desk_icon_new (studio, component);
  view->symbols = symbols;
  view->window = GTK_WINDOW (window);
  g_object_set_data_full (G_OBJECT (window), "view", view, (GDestroyNotify) view_free);
  gtk_window_set_title (view->window, title);
  adw_window_set_content (ADW_WINDOW (window), content_new (view));
  ui_subwindow_pass_on (view->window);
  ui_subwindow_close_by_escape (view->window);
  desk_property_listen (view->icon, "card", window, G_CALLBACK (icon_changed));
  desk_property_listen (studio->disk, "symbols", view->stage,
                        G_CALLBACK (gtk_widget_queue_draw));
  icon_changed (view->window);
  ui_subwindow_attach (view->window, parent);
  gtk_window_present (view->window);
}
