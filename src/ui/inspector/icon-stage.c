/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbol and ports are drawn by the code that draws them in diagrams, the names of the
 * ports outside, along the way that wires leave. Over each port lies a widget that has
 * its focus, keys and name for those who listen, and shows nothing but the focus. */
#include "ui/inspector/icon-stage.h"

#include <glib/gi18n.h>
#include <math.h>

#include "doc/view/label.h"
#include "figure/diagram/diagram.h"
#include "figure/text.h"
#include "ui/widgets/control.h"

enum { ICON_PX = 200, BESIDE_PX = 150, ABOVE_PX = 100 };
static const double GRIP_PX = 32, NAME_GAP_PX = 22, RIM_PX = 6;

struct _UiIconStage {
  GtkWidget parent;

  DeskIcon *icon;
  FigureSymbols *symbols;
  GPtrArray *grips; /* GtkWidget, of the ports in their order; owned by the stage */
  char *dragged;    /* name of the port that is, or NULL */
  DocPoint from;    /* where it was taken, in pixels */
};

G_DEFINE_FINAL_TYPE (UiIconStage, ui_icon_stage, GTK_TYPE_WIDGET)

static const double scale = ICON_PX / DOC_ITEM_SIDE; /* pixels per unit of the item */

/* Where the icon begins, in the middle of the widget. */
static DocPoint
corner (UiIconStage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return (DocPoint){floor ((gtk_widget_get_width (widget) - ICON_PX) / 2.0),
                    floor ((gtk_widget_get_height (widget) - ICON_PX) / 2.0)};
}

static DocPoint
pixel_of (UiIconStage *self, const DocPort *port)
{
  const DocPoint from = corner (self);

  return (DocPoint){from.x + scale * port->at.x, from.y + scale * port->at.y};
}

static bool
can_move (UiIconStage *self, const DocPort *port)
{
  return desk_icon_owns (self->icon, port->name);
}

/* ---- drawing ---- */

/* As much of its end as there is room for; caller frees. */
static char *
shorten (cairo_t *cr, const char *font, const char *name, double room)
{
  const char *rest = name;
  char *text = g_strdup (name);
  double width, height;

  figure_text_size (cr, font, text, &width, &height);
  while (width > room && *rest != '\0') {
    rest = g_utf8_next_char (rest);
    g_free (text);
    text = g_strconcat ("…", rest, NULL);
    figure_text_size (cr, font, text, &width, &height);
  }
  return text;
}

/* Outside, read from the left or from below. */
static void
draw_name (UiIconStage *self,
           cairo_t *cr,
           const DocPort *port,
           const FigureTheme *theme)
{
  static const char font[] = DOC_LABEL_FONT " 10";
  const DocPoint at = pixel_of (self, port);
  const bool is_level = port->outward.x != 0;
  const double along = is_level ? port->outward.x : -port->outward.y;
  const double room = (is_level ? BESIDE_PX : ABOVE_PX) - NAME_GAP_PX - RIM_PX;
  g_autofree char *text = shorten (cr, font, port->name, room);

  cairo_save (cr);
  cairo_translate (cr, at.x, at.y);
  cairo_rotate (cr, is_level ? 0 : -G_PI / 2);
  figure_theme_source (cr, can_move (self, port) ? theme->text : theme->faint, 1);
  figure_text (cr, font, along * NAME_GAP_PX, 0, (FigureAnchor){along > 0 ? 0 : 1, 0.5},
               text);
  cairo_restore (cr);
}

static void
ui_icon_stage_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiIconStage *self = UI_ICON_STAGE (widget);
  const FigureTheme theme = ui_control_theme ();
  const float width = (float) gtk_widget_get_width (widget);
  const float height = (float) gtk_widget_get_height (widget);
  const DocPoint from = corner (self);
  const DocItem *item = &self->icon->item;

  if (self->icon->card == NULL)
    return;
  cairo_t *cr =
      gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  /* The edges that ports stand on, what is drawn, */
  cairo_rectangle (cr, from.x - 0.5, from.y - 0.5, ICON_PX + 1, ICON_PX + 1);
  cairo_set_dash (cr, (const double[]){2, 4}, 2, 0);
  cairo_set_line_width (cr, 1);
  figure_theme_source (cr, theme.faint, 0.6);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_save (cr);
  cairo_translate (cr, from.x, from.y);
  cairo_scale (cr, scale, scale);
  figure_item_draw_alone (cr, item, self->symbols, &theme);
  cairo_restore (cr);
  /* the names. */
  for (uint32_t i = 0; i < item->n_ports; i++)
    draw_name (self, cr, &item->ports[i], &theme);
  cairo_destroy (cr);
  for (guint i = 0; i < self->grips->len; i++)
    gtk_widget_snapshot_child (widget, self->grips->pdata[i], snapshot);
}

/* shape: GTK's own signature */
static void
ui_icon_stage_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural =
      ICON_PX + 2 * (orientation == GTK_ORIENTATION_HORIZONTAL ? BESIDE_PX : ABOVE_PX);
}

static void
ui_icon_stage_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UiIconStage *self = UI_ICON_STAGE (widget);
  const DocItem *item = &self->icon->item;

  for (guint i = 0; i < self->grips->len && i < item->n_ports; i++) {
    const DocPoint at = pixel_of (self, &item->ports[i]);
    const GtkAllocation place = {(int) (at.x - GRIP_PX / 2), (int) (at.y - GRIP_PX / 2),
                                 (int) GRIP_PX, (int) GRIP_PX};

    gtk_widget_size_allocate (self->grips->pdata[i], &place, -1);
  }
}

/* ---- ports ---- */

/* What it is called and where it stands; caller frees. */
static char *
describe (const DocPort *port)
{
  if (port->outward.x < 0)
    return g_strdup_printf (_ ("Port %s, on the left"), port->name);
  if (port->outward.x > 0)
    return g_strdup_printf (_ ("Port %s, on the right"), port->name);
  if (port->outward.y < 0)
    return g_strdup_printf (_ ("Port %s, at the top"), port->name);
  return g_strdup_printf (_ ("Port %s, at the bottom"), port->name);
}

static gboolean
key_pressed (GtkEventControllerKey *keys,
             guint value,
             guint code,
             GdkModifierType state,
             UiIconStage *self)
{
  GtkWidget *grip = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys));
  const char *name = g_object_get_data (G_OBJECT (grip), "port");
  const DocPoint way = {(value == GDK_KEY_Right) - (value == GDK_KEY_Left),
                        (value == GDK_KEY_Down) - (value == GDK_KEY_Up)};

  if (way.x == 0 && way.y == 0)
    return FALSE;
  g_autofree char *port = g_strdup (name); /* names go with what is read again */
  desk_icon_shift_port (self->icon, port, way);
  return TRUE;
}

static GtkWidget *
grip_new (UiIconStage *self)
{
  GtkWidget *grip =
      g_object_new (GTK_TYPE_BUTTON, "css-name", "icongrip", "can-target", FALSE, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (grip, keys);
  gtk_widget_set_parent (grip, GTK_WIDGET (self));
  return grip;
}

static void
icon_changed (UiIconStage *self)
{
  const DocItem *item = &self->icon->item;
  const uint32_t n = self->icon->card != NULL ? item->n_ports : 0;

  /* As many grips as ports, */
  while (self->grips->len > n) {
    GtkWidget *last = self->grips->pdata[self->grips->len - 1];

    ui_control_release_focus (last);
    g_ptr_array_set_size (self->grips, (gint) self->grips->len - 1);
  }
  while (self->grips->len < n)
    g_ptr_array_add (self->grips, grip_new (self));
  /* and what each is called. */
  for (uint32_t i = 0; i < n; i++) {
    const DocPort *port = &item->ports[i];
    g_autofree char *label = describe (port);

    g_object_set_data_full (self->grips->pdata[i], "port", g_strdup (port->name),
                            g_free);
    gtk_accessible_update_property (self->grips->pdata[i],
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    gtk_widget_set_sensitive (self->grips->pdata[i], can_move (self, port));
  }
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const DocPort *
port_at (UiIconStage *self, double x, double y, guint *index)
{
  const DocItem *item = &self->icon->item;

  for (uint32_t i = 0; self->icon->card != NULL && i < item->n_ports; i++) {
    const DocPoint at = pixel_of (self, &item->ports[i]);

    *index = i;
    if (fmax (fabs (at.x - x), fabs (at.y - y)) <= GRIP_PX / 2)
      return &item->ports[i];
  }
  return NULL;
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, UiIconStage *self)
{
  guint i;
  const DocPort *port = port_at (self, x, y, &i);

  if (port == NULL || !can_move (self, port)) {
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  self->from = pixel_of (self, port);
  self->dragged = g_strdup (port->name);
  desk_icon_end_step (self->icon);
  desk_document_hold (self->icon->studio->document);
  gtk_widget_grab_focus (self->grips->pdata[i]);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, UiIconStage *self)
{
  const DocPoint begin = corner (self);
  const double to_icon = 1000.0 / ICON_PX;

  if (self->dragged != NULL)
    desk_icon_drag_port (self->icon, self->dragged,
                         (DocPoint){to_icon * (self->from.x + dx - begin.x),
                                    to_icon * (self->from.y + dy - begin.y)});
}

static void
stop_dragging (UiIconStage *self)
{
  if (self->dragged == NULL)
    return;
  g_clear_pointer (&self->dragged, g_free);
  desk_icon_end_step (self->icon);
  desk_document_release (self->icon->studio->document);
}

static void
pointed (GtkEventControllerMotion *motion, double x, double y, UiIconStage *self)
{
  guint i;
  const DocPort *port = port_at (self, x, y, &i);

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->dragged != NULL ? "grabbing"
                                                      : port == NULL        ? NULL
                                                      : can_move (self, port)
                                                          ? "grab"
                                                          : "not-allowed");
}

/* ---- widget ---- */

static void
ui_icon_stage_dispose (GObject *object)
{
  UiIconStage *self = UI_ICON_STAGE (object);

  if (self->icon != NULL)
    stop_dragging (self);
  g_clear_pointer (&self->grips, g_ptr_array_unref);
  g_clear_object (&self->icon);
  G_OBJECT_CLASS (ui_icon_stage_parent_class)->dispose (object);
}

static void
ui_icon_stage_class_init (UiIconStageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_icon_stage_dispose;
  widget_class->snapshot = ui_icon_stage_snapshot;
  widget_class->measure = ui_icon_stage_measure;
  widget_class->size_allocate = ui_icon_stage_allocate;
  gtk_widget_class_set_css_name (widget_class, "iconstage");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ui_icon_stage_init (UiIconStage *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->grips = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect_swapped (drag, "end", G_CALLBACK (stop_dragging), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (motion, "motion", G_CALLBACK (pointed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  ui_control_follow_theme (self, G_CALLBACK (gtk_widget_queue_draw));
}

GtkWidget *
ui_icon_stage_new (DeskIcon *icon, FigureSymbols *symbols)
{
  UiIconStage *self = g_object_new (UI_TYPE_ICON_STAGE, NULL);

  self->icon = g_object_ref (icon);
  self->symbols = symbols;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Symbol with its ports"), -1);
  desk_property_listen (icon, "card", self, G_CALLBACK (icon_changed));
  icon_changed (self);
  return GTK_WIDGET (self);
}
