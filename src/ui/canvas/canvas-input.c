/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns gestures, scrolling, keys and drops on the canvas into acts of the tool
 * (desk/tool/tool.h) and of the view. The canvas decides only what the event means,
 * with which modifiers and at which place of the diagram; what becomes of it the tool
 * decides, which a test can drive without a window. */
#include <math.h>

#include "desk/tool/commands.h"
#include "doc/view/label.h"
#include "ui/canvas/canvas-private.h"
#include "ui/widgets/control.h"

static const double notch_px = 60;      /* one notch of a wheel pans so far */
static const double notch_zoom = 1.2;   /* and zooms so much */
static const double touch_zoom = 1.006; /* per pixel of two fingers */
static const double pan_key_px = 60;

/* ---- helpers ---- */

static unsigned
modifiers_of (GtkEventController *controller)
{
  const GdkModifierType state =
      gtk_event_controller_get_current_event_state (controller);

  return (state & GDK_SHIFT_MASK ? DESK_TOOL_SHIFT : 0) |
         (state & GDK_CONTROL_MASK ? DESK_TOOL_CTRL : 0) |
         (state & GDK_ALT_MASK ? DESK_TOOL_ALT : 0);
}

static void
set_cursor (UiCanvas *self)
{
  const DeskToolMode mode = desk_tool_mode (self->tool);
  const DocHitKind over = desk_tool_hover (self->tool)->kind;
  const char *name = "default";

  if (self->is_panning)
    name = "grabbing";
  else if (self->is_space_down)
    name = "grab";
  else if (mode == DESK_TOOL_WIRING)
    name = desk_tool_refusal (self->tool) != NULL ? "not-allowed" : "crosshair";
  else if (mode == DESK_TOOL_MOVING)
    name = desk_tool_is_copying (self->tool) ? "copy" : "move";
  else if (mode == DESK_TOOL_IDLE && over == DOC_HIT_PORT)
    name = "crosshair";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

static void
tool_changed (UiCanvas *self)
{
  set_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static DocPoint
place (UiCanvas *self, double x, double y)
{
  const bool is_moved = x != self->pointer_x || y != self->pointer_y;

  self->pointer_x = x;
  self->pointer_y = y;
  self->has_pointer = true;
  if (is_moved)
    ui_canvas_pointer_moved (self);
  return desk_view_to_diagram (&self->view, x, y);
}

/* ---- pan ---- */

static void
pan_begin (UiCanvas *self)
{
  self->is_panning = true;
  self->pan_x = self->view.x;
  self->pan_y = self->view.y;
  set_cursor (self);
}

static void
view_chosen (UiCanvas *self)
{
  ui_canvas_view_chosen (self);
  ui_canvas_view_changed (self);
}

static void
pan_update (UiCanvas *self, double dx, double dy)
{
  self->view.x = self->pan_x + dx;
  self->view.y = self->pan_y + dy;
  view_chosen (self);
}

static void
pan_end (UiCanvas *self)
{
  self->is_panning = false;
  set_cursor (self);
}

static void
middle_begin (GtkGestureDrag *gesture, double x, double y, UiCanvas *self)
{
  pan_begin (self);
}

static void
middle_update (GtkGestureDrag *gesture, double dx, double dy, UiCanvas *self)
{
  pan_update (self, dx, dy);
}

static void
middle_end (GtkGestureDrag *gesture, double dx, double dy, UiCanvas *self)
{
  pan_end (self);
}

/* ---- first button ---- */

/* GtkGestureClick of GTK 4.8 does not count a press as the second one if something else
 * was clicked shortly before the first: it forgets the button of that
 * (gtk_gesture_click_begin). */
static bool
is_second_press (UiCanvas *self, guint32 time, double x, double y)
{
  int most_ms, most_px;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-double-click-time",
                &most_ms, "gtk-double-click-distance", &most_px, NULL);

  const bool is_second =
      self->has_press && time - self->press_time <= (guint) most_ms &&
      fabs (x - self->press_x) < most_px && fabs (y - self->press_y) < most_px;

  self->has_press = !is_second;
  self->press_time = time;
  self->press_x = x;
  self->press_y = y;
  return is_second;
}

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, UiCanvas *self)
{
  const guint32 time =
      gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture));

  self->is_double = is_second_press (self, time, x, y) &&
                    desk_tool_mode (self->tool) == DESK_TOOL_IDLE;
}

/* What is written there: a name is changed in place, a value in the inspector. */
static bool
edit_label (UiCanvas *self, DocPoint at)
{
  const DocModel *doc = self->studio->document->doc;
  const char *name;
  const uint32_t item =
      doc_label_at (doc, at, doc_label_scale (self->view.zoom), &name);

  if (item == UINT32_MAX)
    return false;
  desk_selection_set (self->studio->selection,
                      (const char *const[]){doc_item (doc, item)->name}, 1);
  if (g_str_equal (name, "instance"))
    ui_canvas_open_rename (self);
  else
    g_signal_emit_by_name (self, "edit-requested", name);
  return true;
}

/* At the end of the second click, when nothing was dragged and no button is down. */
static void
double_clicked (UiCanvas *self, bool goes_in)
{
  const DocModel *doc = self->studio->document->doc;
  const DocHit *hit = desk_tool_hover (self->tool);
  const DocPoint at =
      desk_view_to_diagram (&self->view, self->pointer_x, self->pointer_y);
  const DocHitKind kind = hit->kind;

  self->is_double = false;
  /* A label, else what lies there. */
  if (kind != DOC_HIT_PORT && kind != DOC_HIT_NOTE && !goes_in && edit_label (self, at))
    return;
  switch (kind) {
  case DOC_HIT_NOTHING:
    ui_canvas_open_insert_at (self, at);
    break;
  case DOC_HIT_ITEM:
    if (goes_in) { /* Ctrl has taken it out of the selection */
      desk_selection_set (self->studio->selection,
                          (const char *const[]){doc_item (doc, hit->item)->name}, 1);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.go-in", NULL);
    } else
      g_signal_emit_by_name (self, "edit-requested", NULL);
    break;
  case DOC_HIT_NOTE:
    ui_canvas_open_note (self);
    break;
  case DOC_HIT_WIRE:
    ui_canvas_next_tag (self);
    break;
  case DOC_HIT_PORT:
    break;
  }
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, UiCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->keeps_fit = false;
  self->start_x = x;
  self->start_y = y;
  if (self->is_space_down) {
    pan_begin (self);
    return;
  }
  desk_tool_press (self->tool, place (self, x, y),
                   modifiers_of (GTK_EVENT_CONTROLLER (gesture)));
  tool_changed (self);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, UiCanvas *self)
{
  if (self->is_panning) {
    pan_update (self, dx, dy);
    return;
  }
  desk_tool_motion (self->tool, place (self, self->start_x + dx, self->start_y + dy),
                    modifiers_of (GTK_EVENT_CONTROLLER (gesture)));
  self->is_double = self->is_double && desk_tool_mode (self->tool) == DESK_TOOL_PRESSED;
  tool_changed (self);
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, UiCanvas *self)
{
  if (self->is_panning) {
    pan_end (self);
    return;
  }
  const unsigned modifiers = modifiers_of (GTK_EVENT_CONTROLLER (gesture));

  desk_tool_release (self->tool, place (self, self->start_x + dx, self->start_y + dy),
                     modifiers);
  tool_changed (self);

  DeskInsertEnd *end = desk_tool_loose_end (self->tool);

  if (end != NULL)
    ui_canvas_open_offer (self, end);
  else if (self->is_double && desk_tool_mode (self->tool) == DESK_TOOL_IDLE)
    double_clicked (self, modifiers & DESK_TOOL_CTRL);
}

static void
drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence, UiCanvas *self)
{
  g_autoptr (DeskInsertEnd) end = desk_tool_loose_end (self->tool);

  self->is_panning = false;
  if (end == NULL) /* else the list has taken the pointer, the wire stays for it */
    desk_tool_cancel (self->tool);
  tool_changed (self);
}

/* The menu speaks of what is under the pointer. */
static void
menu_pressed (GtkGestureClick *gesture, int n_press, double x, double y, UiCanvas *self)
{
  const DocPoint at = place (self, x, y);

  self->has_press = false; /* what comes next is no second press of the first button */
  if (desk_tool_cancel (self->tool)) {
    tool_changed (self);
    return;
  }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  desk_tool_motion (self->tool, at, 0);

  const DocHit hit = *desk_tool_hover (self->tool);
  const bool is_item = hit.kind == DOC_HIT_ITEM || hit.kind == DOC_HIT_PORT;
  const char *name =
      is_item ? doc_item (self->studio->document->doc, hit.item)->name : NULL;

  if (name != NULL && !desk_selection_has (self->studio->selection, name))
    desk_selection_set (self->studio->selection, &name, 1);
  else if (hit.kind == DOC_HIT_WIRE)
    desk_selection_set_wire (self->studio->selection, hit.wire);
  else if (hit.kind == DOC_HIT_NOTE)
    desk_selection_set_note (self->studio->selection, hit.note);
  ui_canvas_open_menu (self, x, y);
}

/* ---- pointer without a button ---- */

static void
moved (GtkEventControllerMotion *controller, double x, double y, UiCanvas *self)
{
  const DocPoint at = place (self, x, y);

  if (gtk_gesture_is_active (self->drag) || self->is_panning)
    return;
  desk_tool_motion (self->tool, at, modifiers_of (GTK_EVENT_CONTROLLER (controller)));
  tool_changed (self);
}

static void
left (GtkEventControllerMotion *controller, UiCanvas *self)
{
  self->has_pointer = false;
  desk_tool_leave (self->tool);
  tool_changed (self);
}

/* ---- wheel, two fingers ---- */

static void
zoom_at_pointer (UiCanvas *self, double factor)
{
  desk_view_zoom_at (&self->view, factor, self->pointer_x, self->pointer_y);
  view_chosen (self);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, UiCanvas *self)
{
  const unsigned modifiers = modifiers_of (GTK_EVENT_CONTROLLER (controller));
  const bool is_wheel =
      gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;
  const double step = is_wheel ? notch_px : 1;

  if (modifiers & DESK_TOOL_CTRL)
    zoom_at_pointer (self, pow (is_wheel ? notch_zoom : touch_zoom, -dy));
  else {
    const bool is_sideways = modifiers & DESK_TOOL_SHIFT && dx == 0;

    self->view.x -= step * (is_sideways ? dy : dx);
    self->view.y -= step * (is_sideways ? 0 : dy);
    view_chosen (self);
  }
  return GDK_EVENT_STOP;
}

/* Between the fingers on a screen; on a touchpad, where the pointer is. */
static DocPoint
pinch_center (UiCanvas *self, GtkGesture *gesture)
{
  DocPoint at = {self->pointer_x, self->pointer_y};

  if (gtk_gesture_is_active (gesture))
    gtk_gesture_get_bounding_box_center (gesture, &at.x, &at.y);
  return at;
}

/* Two fingers mean the view, whatever the first of them had begun. */
static void
pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, UiCanvas *self)
{
  const DocPoint at = pinch_center (self, gesture);

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  self->pinch_zoom = self->view.zoom;
  self->pinch_at = desk_view_to_diagram (&self->view, at.x, at.y);
}

/* What was between the fingers stays there, also while they move side by side. */
static void
pinch_changed (GtkGestureZoom *gesture, double scale, UiCanvas *self)
{
  const DocPoint at = pinch_center (self, GTK_GESTURE (gesture));
  const DocPoint was = desk_view_to_pixel (&self->view, self->pinch_at);

  self->view.x += at.x - was.x;
  self->view.y += at.y - was.y;
  desk_view_zoom_at (&self->view, self->pinch_zoom * scale / self->view.zoom, at.x,
                     at.y);
  view_chosen (self);
}

/* ---- keys ---- */

static void
nudge (UiCanvas *self, double x, double y, GdkModifierType state)
{
  const double step = state & GDK_SHIFT_MASK ? 50 : state & GDK_CONTROL_MASK ? 1 : 10;

  if (desk_commands_has_items (self->studio)) {
    desk_commands_nudge (self->studio, step * x, step * y);
    return;
  }
  self->view.x -= pan_key_px * x;
  self->view.y -= pan_key_px * y;
  view_chosen (self);
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const DocRect x = doc_item (data, *(const uint32_t *) a)->box;
  const DocRect y = doc_item (data, *(const uint32_t *) b)->box;

  if (fabs (x.y1 - y.y1) > 50)
    return x.y1 < y.y1 ? -1 : 1;
  return x.x1 < y.x1 ? -1 : x.x1 > y.x1;
}

/* Tab walks over the items row by row; at either end the focus leaves the canvas. */
static gboolean
walk (UiCanvas *self, int by)
{
  DocModel *doc = self->studio->document->doc;
  const uint32_t n = doc_n_items (doc);
  g_autofree uint32_t *order = g_new (uint32_t, n + 1);
  uint32_t n_selected;
  const char *const *names =
      desk_selection_names (self->studio->selection, &n_selected);
  int64_t at = by > 0 ? -1 : (int64_t) n;

  for (uint32_t i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof (uint32_t), compare_places, doc);
  /* From the last one selected on. */
  for (uint32_t i = 0; i < n && n_selected > 0; i++)
    if (g_str_equal (doc_item (doc, order[i])->name, names[n_selected - 1]))
      at = i;
  at += by;
  if (at < 0 || at >= n)
    return GDK_EVENT_PROPAGATE;

  const char *name = doc_item (doc, order[at])->name;

  desk_selection_set (self->studio->selection, &name, 1);
  ui_canvas_reveal (self, name);
  return GDK_EVENT_STOP;
}

static gboolean
escape (UiCanvas *self)
{
  if (!desk_tool_cancel (self->tool))
    desk_selection_set (self->studio->selection, NULL, 0);
  tool_changed (self);
  return GDK_EVENT_STOP;
}

static gboolean
step_back (UiCanvas *self)
{
  const bool is_done = desk_tool_step_back (self->tool);

  tool_changed (self);
  return is_done;
}

static gboolean
open_menu_here (UiCanvas *self)
{
  const DocRect box = desk_commands_bounds (self->studio);
  const DocPoint at = desk_view_to_pixel (&self->view, (DocPoint){box.x2, box.y1});

  ui_canvas_open_menu (self, at.x, at.y);
  return GDK_EVENT_STOP;
}

/* shape: one case per key */
static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType state,
             UiCanvas *self)
{
  const bool has_shift = state & GDK_SHIFT_MASK;

  self->has_press = false; /* a key between two presses: they are two clicks */
  if (has_shift && state & GDK_CONTROL_MASK)
    return GDK_EVENT_PROPAGATE; /* the arrows align then */
  switch (key) {
  case GDK_KEY_Escape:
    return escape (self);
  case GDK_KEY_BackSpace:
    return step_back (self);
  case GDK_KEY_Left:
    nudge (self, -1, 0, state);
    return GDK_EVENT_STOP;
  case GDK_KEY_Right:
    nudge (self, 1, 0, state);
    return GDK_EVENT_STOP;
  case GDK_KEY_Up:
    if (state & GDK_ALT_MASK)
      return GDK_EVENT_PROPAGATE;
    nudge (self, 0, -1, state);
    return GDK_EVENT_STOP;
  case GDK_KEY_Down:
    nudge (self, 0, 1, state);
    return GDK_EVENT_STOP;
  case GDK_KEY_Tab:
    return walk (self, 1);
  case GDK_KEY_ISO_Left_Tab:
    return walk (self, -1);
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    if (state & GDK_CONTROL_MASK)
      return GDK_EVENT_PROPAGATE;
    g_signal_emit_by_name (self, "edit-requested", NULL);
    return GDK_EVENT_STOP;
  case GDK_KEY_Menu:
    return open_menu_here (self);
  case GDK_KEY_F10:
    return has_shift ? open_menu_here (self) : GDK_EVENT_PROPAGATE;
  case GDK_KEY_space:
    self->is_space_down = true;
    set_cursor (self);
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

static void
key_released (GtkEventControllerKey *controller,
              guint key,
              guint code,
              GdkModifierType state,
              UiCanvas *self)
{
  if (key == GDK_KEY_space) {
    self->is_space_down = false;
    set_cursor (self);
  }
}

/* What is held down while the focus goes is let go elsewhere, and a press after it has
 * come back is no second one. */
static void
focus_left (GtkEventControllerFocus *controller, UiCanvas *self)
{
  self->has_press = false;
  self->is_space_down = false;
  set_cursor (self);
}

/* Keys that mean an action of the window while the canvas has the focus. */
static const UiShortcut shortcuts[] = {
    {"Delete|KP_Delete", "win.delete"},
    {"r", "win.rotate"},
    {"<Shift>r|<Control>r", "win.rotate-back"},
    {"h", "win.flip-horizontal"},
    {"v", "win.flip-vertical"},
    {"t", "win.tidy"},
    {"a", "win.make-array"},
    {"g", "win.show-as-tags"},
    {"<Shift>g", "win.show-as-wire"},
    {"n", "win.next-tag"},
    {"p", "win.plot"},
    {"f", "win.fit"},
    {"<Shift>f", "win.fit-selection"},
    {"slash|KP_Divide|Insert", "win.insert"},
    {"w", "win.connect"},
    {"F2", "win.rename"},
    {"<Control>c", "win.copy"},
    {"<Control>x", "win.cut"},
    {"<Control>v", "win.paste"},
    {"<Control>a", "win.select-all"},
    {"<Control>d", "win.duplicate"},
    {"<Control><Shift>x", "win.comment-out"},
    {"<Control><Shift>Left|<Control><Shift>KP_Left", "win.align::left"},
    {"<Control><Shift>Right|<Control><Shift>KP_Right", "win.align::right"},
    {"<Control><Shift>Up|<Control><Shift>KP_Up", "win.align::top"},
    {"<Control><Shift>Down|<Control><Shift>KP_Down", "win.align::bottom"},
    {"<Control><Shift>c", "win.align::center"},
    {"<Control><Shift>m", "win.align::middle"},
    {"<Control><Shift>h", "win.align::across"},
    {"<Control><Shift>v", "win.align::down"},
    {"<Shift>Delete|<Shift>KP_Delete", "win.delete-joined"},
};

void
ui_canvas_tell_keys (UiCanvas *self, GtkWidget *around)
{
  ui_control_tell_keys (around, shortcuts, G_N_ELEMENTS (shortcuts));
}

/* ---- the palette's components ---- */

static void
set_ghost (UiCanvas *self, DeskComponent *component, double x, double y)
{
  g_set_object (&self->ghost, component);
  self->ghost_at = desk_view_snap (desk_view_to_diagram (&self->view, x, y));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static GdkDragAction
drop_motion (GtkDropTarget *target, double x, double y, UiCanvas *self)
{
  const GValue *value = gtk_drop_target_get_value (target);

  set_ghost (self, value != NULL ? g_value_get_object (value) : NULL, x, y);
  return GDK_ACTION_COPY;
}

static void
drop_leave (GtkDropTarget *target, UiCanvas *self)
{
  set_ghost (self, NULL, 0, 0);
}

/* GTK tells no leave after a drop. */
static gboolean
drop (GtkDropTarget *target, const GValue *value, double x, double y, UiCanvas *self)
{
  g_autoptr (DeskComponent) component = g_value_dup_object (value);

  set_ghost (self, NULL, 0, 0);
  self->keeps_fit = false;
  if (desk_commands_add (self->studio, desk_catalogue_component_class (component),
                         desk_view_snap (desk_view_to_diagram (&self->view, x, y))))
    g_signal_emit_by_name (self, "used", component);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  return TRUE;
}

static void
add_drop_target (UiCanvas *self)
{
  GtkDropTarget *target = gtk_drop_target_new (DESK_TYPE_COMPONENT, GDK_ACTION_COPY);

  gtk_drop_target_set_preload (target, TRUE);
  g_signal_connect (target, "enter", G_CALLBACK (drop_motion), self);
  g_signal_connect (target, "motion", G_CALLBACK (drop_motion), self);
  g_signal_connect (target, "leave", G_CALLBACK (drop_leave), self);
  g_signal_connect (target, "drop", G_CALLBACK (drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/* ---- all together ---- */

static GtkGesture *
add_drag (UiCanvas *self,
          guint button,
          GCallback begin,
          GCallback update,
          GCallback end)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", begin, self);
  g_signal_connect (drag, "drag-update", update, self);
  g_signal_connect (drag, "drag-end", end, self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  return drag;
}

static void
add_click (UiCanvas *self, guint button, GCallback callback)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), button);
  g_signal_connect (click, "pressed", callback, self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

void
ui_canvas_add_controllers (UiCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  self->drag = add_drag (self, GDK_BUTTON_PRIMARY, G_CALLBACK (drag_begin),
                         G_CALLBACK (drag_update), G_CALLBACK (drag_end));
  g_signal_connect (self->drag, "cancel", G_CALLBACK (drag_cancel), self);
  add_drag (self, GDK_BUTTON_MIDDLE, G_CALLBACK (middle_begin),
            G_CALLBACK (middle_update), G_CALLBACK (middle_end));
  add_click (self, GDK_BUTTON_PRIMARY, G_CALLBACK (pressed));
  add_click (self, GDK_BUTTON_SECONDARY, G_CALLBACK (menu_pressed));
  /* Pointer, wheel, two fingers, keys, focus. */
  g_signal_connect (motion, "motion", G_CALLBACK (moved), self);
  g_signal_connect (motion, "enter", G_CALLBACK (moved), self);
  g_signal_connect (motion, "leave", G_CALLBACK (left), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  gtk_widget_add_controller (widget, scroll);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_changed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (key_released), self);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect (focus, "leave", G_CALLBACK (focus_left), self);
  gtk_widget_add_controller (widget, focus);
  ui_control_add_shortcuts (widget, shortcuts, G_N_ELEMENTS (shortcuts));
  add_drop_target (self);
}
