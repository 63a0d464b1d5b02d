/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget of the stack of plots: when it draws again, how high it is and where it is
 * scrolled to. */
#include <glib/gi18n.h>

#include "ui/plots/plots-private.h"
#include "ui/widgets/control.h"
#include "ui/widgets/popover.h"

G_DEFINE_FINAL_TYPE (UiPlots, ui_plots, GTK_TYPE_WIDGET)

/* shape: GTK's own signature */
static void
ui_plots_measure (GtkWidget *widget,
                  GtkOrientation orientation,
                  int for_size,
                  int *minimum,
                  int *natural,
                  int *minimum_baseline,
                  int *natural_baseline)
{
  UiPlots *self = UI_PLOTS (widget);

  *minimum_baseline = *natural_baseline = -1;
  *minimum =
      orientation == GTK_ORIENTATION_HORIZONTAL
          ? 130
          : UI_PLOTS_MIN_HEIGHT * (int) MAX (1, desk_plots_n (self->studio->plots));
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 600 : MAX (*minimum, 260);
}

/* Draws again only when rows have come; the frame clock runs only while a run does. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiPlots *self = UI_PLOTS (widget);

  if (desk_plot_view_n_rows (self->view) != self->n_rows_drawn)
    ui_plots_redraw (self);
  if (desk_runs_is_active (self->studio->runs))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
on_run_changed (UiPlots *self)
{
  if (self->tick == 0 && desk_runs_is_active (self->studio->runs))
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  ui_plots_redraw (self);
}

/* The first plot that got a variable, or UINT32_MAX: a run that chooses several at once
 * is read from the top. */
static uint32_t
find_grown (UiPlots *self)
{
  const uint32_t n = desk_plots_n (self->studio->plots);
  const guint n_before = self->n_shown->len;
  uint32_t grown = UINT32_MAX;

  g_array_set_size (self->n_shown, n);
  for (uint32_t p = 0; p < n; p++) {
    uint32_t *before = &g_array_index (self->n_shown, uint32_t, p);
    const uint32_t n_now = doc_plot_n (desk_plots_at (self->studio->plots, p));

    if (n >= n_before && n_now > *before)
      grown = MIN (grown, p);
    *before = n_now;
  }
  return grown;
}

/* Once a new plot has its place. */
static gboolean
scroll_to_wanted (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiPlots *self = UI_PLOTS (widget);
  const double n = desk_plots_n (self->studio->plots);
  const double height = gtk_widget_get_height (widget);
  GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  if (height < UI_PLOTS_MIN_HEIGHT * n)
    return G_SOURCE_CONTINUE;
  self->scroll_tick = 0;
  if (scrolled != NULL)
    gtk_adjustment_clamp_page (
        gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
        height * self->wanted / n, height * (self->wanted + 1) / n);
  return G_SOURCE_REMOVE;
}

static void
on_plots_changed (UiPlots *self)
{
  const uint32_t grown = find_grown (self);

  self->current = MIN (self->current, desk_plots_n (self->studio->plots) - 1);
  ui_plots_give_up_drag (self);
  ui_plots_redraw (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  if (grown == UINT32_MAX)
    return;
  self->wanted = self->current = grown;
  if (self->scroll_tick == 0)
    self->scroll_tick =
        gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to_wanted, NULL, NULL);
}

static void
on_doc_replaced (UiPlots *self)
{
  ui_plots_give_up_drag (self);
  desk_plot_view_forget (self->view);
  desk_plot_view_clear_cursors (self->view);
  ui_plots_redraw (self);
}

/* The legend shortens names. */
static gboolean
on_tooltip (UiPlots *self, int x, int y, gboolean is_by_key, GtkTooltip *tooltip)
{
  g_autofree char *text = desk_plot_view_legend (self->view, y);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* ---- object ---- */

static void
ui_plots_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&UI_PLOTS (widget)->curves, gsk_render_node_unref);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ui_popover_present (GTK_POPOVER (child));
}

static void
ui_plots_dispose (GObject *object)
{
  UiPlots *self = UI_PLOTS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child); /* popovers */
  g_clear_object (&self->measure_view);
  g_clear_object (&self->measures);
  g_clear_pointer (&self->view, desk_plot_view_free);
  g_clear_pointer (&self->curves, gsk_render_node_unref);
  g_clear_pointer (&self->n_shown, g_array_unref);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_plots_parent_class)->dispose (object);
}

static void
ui_plots_class_init (UiPlotsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_plots_dispose;
  widget_class->snapshot = ui_plots_snapshot;
  widget_class->measure = ui_plots_measure;
  widget_class->size_allocate = ui_plots_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "plots");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  ui_plots_install_actions (widget_class);
}

static void
ui_plots_init (UiPlots *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->n_shown = g_array_new (FALSE, TRUE, sizeof (uint32_t));
  self->grabbed = self->named = UINT32_MAX;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Plots"), -1);
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_tooltip), NULL);
  self->menu = ui_popover_menu_new ("plots-menu", widget);
  ui_plots_add_controllers (self);
  ui_control_follow_theme (self, G_CALLBACK (ui_plots_redraw));
}

/* Escape does there what it does here. */
static void
on_table_left (UiPlots *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  desk_plot_view_clear_cursors (self->view);
  ui_plots_redraw (self);
}

GtkWidget *
ui_plots_measures (UiPlots *self)
{
  return GTK_WIDGET (self->measure_view);
}

GtkWidget *
ui_plots_new (DeskStudio *studio)
{
  UiPlots *self = g_object_new (UI_TYPE_PLOTS, NULL);

  self->studio = g_object_ref (studio);
  self->view = desk_plot_view_new (studio);
  self->measures = desk_measures_new ();
  self->measure_view =
      g_object_ref_sink (UI_MEASURE_VIEW (ui_measure_view_new (self->measures)));
  g_signal_connect_object (self->measure_view, "left", G_CALLBACK (on_table_left), self,
                           G_CONNECT_SWAPPED);
  desk_property_listen (studio->runs, "current", self, G_CALLBACK (on_run_changed));
  desk_property_listen (studio->runs, "all", self, G_CALLBACK (ui_plots_redraw));
  desk_property_listen (studio->runs, "outdated", self, G_CALLBACK (ui_plots_redraw));
  desk_property_listen (studio->runs, "assumed", self, G_CALLBACK (ui_plots_redraw));
  desk_property_listen (studio->plots, "all", self, G_CALLBACK (on_plots_changed));
  desk_property_listen (studio->timeline, "time", self,
                        G_CALLBACK (gtk_widget_queue_draw));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (on_doc_replaced));
  return GTK_WIDGET (self);
}
