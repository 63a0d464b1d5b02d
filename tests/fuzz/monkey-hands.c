/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer, keys and widgets. Events cannot be made in process; emitting the signals of
 * what gtk_widget_observe_controllers() lists runs the handlers, in the order in which
 * GTK runs them: a drag begins, moves, and ends or is taken away, while anything else
 * may happen in between. Widgets of GTK are used by what they are for: buttons are
 * clicked, entries are filled and activated, ranges set, rows activated. */
#include "tests/fuzz/monkey.h"

#include "ui/canvas/canvas-private.h"
#include "ui/motion/motion-view-private.h"

typedef enum { CANVAS, PLOTS, MOTION, N_AREAS } Area;

static const char *const values[] = {
    "1",          "0",         "-1",      "1e-9",      "1e300",  "2 kN",
    "nan",        "inf",       "",        "  ",        "abc",    "10 rad/s",
    "1 m + 2 kg", "[1, 2, 3]", "sin(1",   "1/0",       "mass",   "true",
    "\"text\"",   "-0",        "3 mm",    "0x10",      "ä µ ∞",  "end",
    "pi/4",       "45 deg",    "1e-400",  "1.5e3 N/m", "$%&/",   "a.b.c",
    "#",          "Gravity",   "rod mas", "component", "x; y\n", "999999999999"};

/* ---- places ---- */

static GtkWidget *
area_widget (UiWindow *window, Area area)
{
  switch (area) {
  case CANVAS:
    return GTK_WIDGET (window->canvas);
  case PLOTS:
    return GTK_WIDGET (window->plots);
  case MOTION:
    return window->motion->area;
  case N_AREAS:
    break;
  }
  g_assert_not_reached ();
}

/* Where something is: a port, the middle of an item, a corner of a wire. */
static DocPoint
place_of_something (const DocModel *doc, guint32 number)
{
  const guint32 which = number / 4;

  if (doc_n_wires (doc) > 0 && number % 4 == 0) {
    const DocWire *wire = doc_wire (doc, which % doc_n_wires (doc));
    const DocEdge *edge =
        wire->n_edges > 0 ? &wire->edges[which % wire->n_edges] : NULL;

    if (edge != NULL) {
      const DocPoint a = edge->points[which % (edge->n_points - 1)];
      const DocPoint b = edge->points[which % (edge->n_points - 1) + 1];

      return (DocPoint){(a.x + b.x) / 2, (a.y + b.y) / 2};
    }
  }

  const DocItem *item = doc_item (doc, which % doc_n_items (doc));

  if (number % 4 < 3 && item->n_ports > 0)
    return item->ports[which % item->n_ports].at;
  return (DocPoint){(item->box.x1 + item->box.x2) / 2,
                    (item->box.y1 + item->box.y2) / 2};
}

/* Three times of four where something is, on the canvas. */
static DocPoint
place (UiWindow *window, Area area, MonkeyDraw draw)
{
  GtkWidget *widget = area_widget (window, area);
  const DocModel *doc = window->studio->document->doc;

  if (area == CANVAS && draw[1] % 4 != 0 && doc_n_items (doc) > 0) {
    const DocPoint at = desk_view_to_pixel (&window->canvas->view,
                                            place_of_something (doc, draw[1] / 4));

    /* The pointer is never outside. */
    return (DocPoint){CLAMP (at.x, 0, gtk_widget_get_width (widget)),
                      CLAMP (at.y, 0, gtk_widget_get_height (widget))};
  }
  return (DocPoint){draw[1] / 4 % (guint32) (gtk_widget_get_width (widget) + 1),
                    draw[2] % (guint32) (gtk_widget_get_height (widget) + 1)};
}

/* ---- controllers ---- */

/* That of a widget which has this type and, for a gesture, this button. */
static GtkEventController *
controller (GtkWidget *widget, GType type, guint button)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);
  GtkEventController *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);

    if (G_TYPE_CHECK_INSTANCE_TYPE (one, type) && found == NULL &&
        (!GTK_IS_GESTURE_SINGLE (one) ||
         gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (one)) == button))
      found = one; /* the widget keeps it */
  }
  return found;
}

static void
click (UiWindow *window, Area area, guint button, int n_press, DocPoint at)
{
  GtkWidget *widget = area_widget (window, area);
  GtkEventController *gesture = controller (widget, GTK_TYPE_GESTURE_CLICK, button);

  if (gesture == NULL)
    gesture = controller (widget, GTK_TYPE_GESTURE_CLICK, 0);
  if (gesture != NULL)
    g_signal_emit_by_name (gesture, "pressed", n_press, at.x, at.y);
}

static void
go_on_dragging (Monkey *monkey, GtkEventController *drag, Area area, MonkeyDraw draw)
{
  const double dx = draw[1] % 600 - 300.0, dy = draw[2] % 400 - 200.0;

  if (draw[3] % 8 < 4) {
    g_signal_emit_by_name (drag, "drag-update", dx, dy);
    return;
  }
  monkey->is_down[area] = false;
  if (draw[3] % 8 == 4)
    g_signal_emit_by_name (drag, "cancel", NULL);
  else
    g_signal_emit_by_name (drag, "drag-end", dx, dy);
}

void
monkey_press (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);
  const Area area = draw[0] % 8 < 5 ? CANVAS : draw[0] % 8 == 5 ? PLOTS : MOTION;
  const DocPoint at = place (window, area, draw);
  GtkEventController *drag = controller (area_widget (window, area),
                                         GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);

  if (!gtk_widget_get_mapped (area_widget (window, area)))
    return;
  if (monkey->is_down[area]) {
    go_on_dragging (monkey, drag, area, draw);
    return;
  }
  if (draw[3] % 16 == 0) {
    click (window, area, GDK_BUTTON_SECONDARY, 1, at);
    return;
  }
  click (window, area, GDK_BUTTON_PRIMARY, draw[3] % 5 == 0 ? 2 : 1, at);
  monkey->is_down[area] = true;
  g_signal_emit_by_name (drag, "drag-begin", at.x, at.y);
}

void
monkey_hover (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);
  const Area area = draw[0] % N_AREAS;
  GtkEventController *motion =
      controller (area_widget (window, area), GTK_TYPE_EVENT_CONTROLLER_MOTION, 0);
  const DocPoint at = place (window, area, draw);

  if (motion == NULL || !gtk_widget_get_mapped (area_widget (window, area)))
    return;
  if (draw[3] % 6 == 0)
    g_signal_emit_by_name (motion, "leave");
  else
    g_signal_emit_by_name (motion, "motion", at.x, at.y);
}

void
monkey_wheel (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);
  const Area area = draw[0] % N_AREAS;
  GtkWidget *widget = area_widget (window, area);
  GtkEventController *wheel = controller (widget, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  GtkEventController *pinch = controller (widget, GTK_TYPE_GESTURE_ZOOM, 0);
  gboolean is_handled;

  if (pinch != NULL && draw[3] % 4 == 0) {
    g_signal_emit_by_name (pinch, "begin", NULL);
    g_signal_emit_by_name (pinch, "scale-changed", 0.1 + draw[1] % 100 / 20.0);
  } else if (wheel != NULL)
    g_signal_emit_by_name (wheel, "scroll", draw[1] % 3 - 1.0, draw[2] % 3 - 1.0,
                           &is_handled);
}

void
monkey_key (Monkey *monkey, MonkeyDraw draw)
{
  static const guint keys[] = {
      GDK_KEY_Escape, GDK_KEY_BackSpace, GDK_KEY_Left,  GDK_KEY_Right, GDK_KEY_Up,
      GDK_KEY_Down,   GDK_KEY_Tab,       GDK_KEY_space, GDK_KEY_Menu,  GDK_KEY_Return,
      GDK_KEY_Home,   GDK_KEY_End,       GDK_KEY_f,     GDK_KEY_comma, GDK_KEY_period};
  static const GdkModifierType states[] = {
      0, 0, 0, GDK_SHIFT_MASK, GDK_CONTROL_MASK, GDK_ALT_MASK};
  UiWindow *window = monkey_window (monkey);
  GtkWidget *widget = area_widget (window, draw[0] % N_AREAS);
  GtkEventController *key = controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean is_handled;

  if (key == NULL || !gtk_widget_get_mapped (widget))
    return;

  const guint value = keys[draw[1] % G_N_ELEMENTS (keys)];
  const GdkModifierType state = states[draw[2] % G_N_ELEMENTS (states)];

  g_signal_emit_by_name (key, "key-pressed", value, 0, state, &is_handled);
  if (draw[3] % 4 != 0)
    g_signal_emit_by_name (key, "key-released", value, 0, state);
}

void
monkey_drop (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);
  const char *class_name = monkey_one_of (monkey->classes, draw[0]);
  DeskComponent *component = desk_catalogue_find (
      ui_application_library (monkey->application)->catalogue, class_name);
  GtkEventController *target =
      controller (GTK_WIDGET (window->canvas), GTK_TYPE_DROP_TARGET, 0);
  const DocPoint at = place (window, CANVAS, draw);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean is_taken;

  if (component == NULL || !ui_window_is_editing (window))
    return;
  g_value_init (&value, DESK_TYPE_COMPONENT);
  g_value_set_object (&value, component);
  g_signal_emit_by_name (target, "drop", &value, at.x, at.y, &is_taken);
}

/* ---- whatever widget is there ---- */

static bool
is_usable (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget) || GTK_IS_EDITABLE (widget) || GTK_IS_RANGE (widget) ||
         GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget) ||
         GTK_IS_DROP_DOWN (widget) || GTK_IS_EXPANDER (widget) ||
         GTK_IS_MENU_BUTTON (widget) || GTK_IS_LIST_BOX_ROW (widget) ||
         GTK_IS_LIST_VIEW (widget) || GTK_IS_POPOVER (widget) ||
         GTK_IS_PANED (widget) || ADW_IS_VIEW_STACK (widget);
}

static void
collect (GtkWidget *widget, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget))
    return;
  if (is_usable (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, found);
}

static void
fill_in (GtkWidget *entry, MonkeyDraw draw)
{
  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), values[draw[1] % G_N_ELEMENTS (values)]);
  if (draw[2] % 4 != 0 && g_signal_lookup ("activate", G_OBJECT_TYPE (entry)) != 0)
    g_signal_emit_by_name (entry, "activate");
}

static void
set_range (GtkRange *range, MonkeyDraw draw)
{
  GtkAdjustment *adjustment = gtk_range_get_adjustment (range);
  const double lower = gtk_adjustment_get_lower (adjustment);
  const double upper = gtk_adjustment_get_upper (adjustment);
  gboolean is_handled;

  g_signal_emit_by_name (range, "change-value", GTK_SCROLL_JUMP,
                         lower + (upper - lower) * (draw[1] % 1001) / 1000,
                         &is_handled);
}

static void
turn_page (AdwViewStack *stack, MonkeyDraw draw)
{
  g_autoptr (GtkSelectionModel) pages = adw_view_stack_get_pages (stack);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (pages));

  if (n > 0)
    gtk_selection_model_select_item (pages, draw[1] % n, TRUE);
}

static void
use_list (GtkListView *list, MonkeyDraw draw)
{
  GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (list));
  const guint n = model != NULL ? g_list_model_get_n_items (model) : 0;

  if (n == 0)
    return;
  if (draw[2] % 2 == 0)
    gtk_widget_activate_action (GTK_WIDGET (list), "list.activate-item", "u",
                                draw[1] % n);
  else
    gtk_widget_activate_action (GTK_WIDGET (list), "list.select-item", "(ubb)",
                                draw[1] % n, FALSE, FALSE);
}

/* shape: one case per kind of widget */
static void
use (GtkWidget *widget, MonkeyDraw draw)
{
  if (GTK_IS_EDITABLE (widget))
    fill_in (widget, draw);
  else if (GTK_IS_RANGE (widget))
    set_range (GTK_RANGE (widget), draw);
  else if (GTK_IS_DROP_DOWN (widget)) {
    GListModel *model = gtk_drop_down_get_model (GTK_DROP_DOWN (widget));
    const guint n = model != NULL ? g_list_model_get_n_items (model) : 0;

    if (n > 0)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (widget), draw[1] % n);
  } else if (GTK_IS_LIST_VIEW (widget))
    use_list (GTK_LIST_VIEW (widget), draw);
  else if (GTK_IS_POPOVER (widget))
    gtk_popover_popdown (GTK_POPOVER (widget));
  else if (GTK_IS_PANED (widget))
    gtk_paned_set_position (GTK_PANED (widget), (int) (draw[1] % 1200));
  else if (ADW_IS_VIEW_STACK (widget))
    turn_page (ADW_VIEW_STACK (widget), draw);
  else if (GTK_IS_BUTTON (widget))
    g_signal_emit_by_name (widget, "clicked");
  else
    gtk_widget_activate (widget);
}

/* Buttons that leave the program or would write outside the scratch folder. */
static bool
is_spared (GtkWidget *widget)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkWindowControls") ||
         gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW_CONTROLS) != NULL ||
         gtk_widget_get_ancestor (widget, GTK_TYPE_FILE_CHOOSER_DIALOG) != NULL ||
         GTK_IS_LINK_BUTTON (widget);
}

static void
use_one_of (GtkWidget *root, MonkeyDraw draw)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  collect (root, found);
  for (guint i = 0; i < found->len;)
    if (is_spared (found->pdata[i]))
      g_ptr_array_remove_index (found, i);
    else
      i++;
  if (found->len == 0)
    return;

  g_autoptr (GtkWidget) widget = g_object_ref (found->pdata[draw[0] % found->len]);

  use (widget, draw);
}

void
monkey_widget (Monkey *monkey, MonkeyDraw draw)
{
  GtkWindow *dialog = monkey_dialog ();
  GtkWidget *root =
      dialog != NULL ? GTK_WIDGET (dialog) : GTK_WIDGET (monkey_window (monkey));

  use_one_of (root, draw);
}

/* A parameter of what is selected. */
void
monkey_field (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);
  DocModel *doc = window->studio->document->doc;
  const uint32_t n = doc_n_items (doc);

  if (n > 0 && draw[3] % 3 == 0) {
    const char *name = doc_item (doc, draw[3] / 3 % n)->name;

    desk_selection_set (window->studio->selection, &name, 1);
  }
  if (gtk_widget_get_mapped (GTK_WIDGET (window->inspector)))
    use_one_of (GTK_WIDGET (window->inspector), draw);
}

/* ---- where the keys go ---- */

static void
collect_focusable (GtkWidget *widget, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget) ||
      !gtk_widget_get_can_focus (widget))
    return;
  if (gtk_widget_get_focusable (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_focusable (child, found);
}

/* Something is typed there and not yet taken. */
static void
type_unfinished (GtkWidget *focus, guint32 number)
{
  if (GTK_IS_EDITABLE (focus) && !GTK_IS_TEXT_VIEW (focus))
    gtk_editable_set_text (GTK_EDITABLE (focus),
                           values[number % G_N_ELEMENTS (values)]);
}

static void
choose_another (UiWindow *window, guint32 number)
{
  const DocModel *doc = window->studio->document->doc;
  const guint32 n = doc_n_items (doc);
  const char *name = n > 0 ? doc_item (doc, number % n)->name : NULL;

  desk_selection_set (window->studio->selection, &name, n > 0 && number % 5 != 0);
}

static void
move_focus (GtkWidget *root, guint32 number)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  if (number % 3 == 0) {
    gtk_widget_child_focus (root, number / 3 % 6);
    return;
  }
  collect_focusable (root, found);
  if (found->len > 0)
    gtk_widget_grab_focus (found->pdata[number / 3 % found->len]);
}

/* The focus goes from field to field while what they stand on is made anew: four steps,
 * with at most a few turns of the main loop in between. */
void
monkey_focus (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);
  GtkWindow *dialog = monkey_dialog ();
  GtkWidget *root = dialog != NULL ? GTK_WIDGET (dialog) : GTK_WIDGET (window);

  for (guint i = 0; i < 4; i++) {
    const guint32 number = draw[i] / 8;
    GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (root));

    if (draw[i] % 8 < 4)
      move_focus (root, number);
    else if (draw[i] % 8 == 4 && focus != NULL)
      type_unfinished (focus, number);
    else if (draw[i] % 8 == 5 && focus != NULL)
      gtk_widget_activate (focus);
    else if (draw[i] % 8 == 6 && dialog == NULL)
      choose_another (window, number);
    else
      gtk_widget_activate_action (root, number % 2 ? "win.undo" : "win.redo", NULL);
    for (guint turn = 0; turn < number % 4; turn++)
      g_main_context_iteration (NULL, FALSE);
  }
}
