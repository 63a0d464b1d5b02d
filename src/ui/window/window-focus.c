/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the keys go. F6 leads from pane to pane, back to where each was left. Buttons
 * of bars do not take the focus by a click, and what had it before a menu or a popover
 * gets it back: GTK 4.8 leaves it within a popover that is hidden. A GtkPopoverMenu
 * turns back to its first page when it is unmapped, which gives the focus to an item of
 * that page; after the next frame GTK looks for a widget above that will have it, does
 * not notice that the popover is hidden, and finds the popover's own scrolled window
 * (maybe_unset_focus_and_default of gtkwindow.c). Keys sent there reach nobody, not
 * even the window. */
#include "ui/window/window-private.h"

typedef struct {
  GtkWidget *whole[2]; /* what it fills, or NULL */
  GtkWidget *first[2]; /* where the focus goes: the first that will have it */
} Pane;

static Pane
pane_at (UiWindow *self, UiWindowPane pane)
{
  switch (pane) {
  case UI_WINDOW_PANE_CANVAS:
    return (Pane){{GTK_WIDGET (self->canvas_overlay)}, {GTK_WIDGET (self->canvas)}};
  case UI_WINDOW_PANE_TEXT:
    return (Pane){{GTK_WIDGET (self->text_bin)}, {GTK_WIDGET (self->text_view)}};
  case UI_WINDOW_PANE_BOTTOM:
    return (Pane){{GTK_WIDGET (self->bottom_bin), self->bottom_bar},
                  {adw_view_stack_get_visible_child (self->bottom), self->bottom_bar}};
  case UI_WINDOW_PANE_MOTION:
    return (Pane){{GTK_WIDGET (self->motion_bin)}, {GTK_WIDGET (self->motion)}};
  case UI_WINDOW_PANE_SIDE:
    return (Pane){{self->panel_box},
                  {adw_view_stack_get_visible_child (self->panel), self->panel_box}};
  case UI_WINDOW_PANE_PALETTE:
  case UI_WINDOW_N_PANES:
    break;
  }
  return (Pane){{GTK_WIDGET (self->palette_bin), GTK_WIDGET (self->rail_bin)},
                {GTK_WIDGET (self->palette_bin), GTK_WIDGET (self->rail_bin)}};
}

static bool
holds (GtkWidget *whole, GtkWidget *widget)
{
  return whole != NULL && widget != NULL &&
         (widget == whole || gtk_widget_is_ancestor (widget, whole));
}

static bool
pane_holds (UiWindow *self, UiWindowPane at, GtkWidget *widget)
{
  const Pane pane = pane_at (self, at);

  return holds (pane.whole[0], widget) || holds (pane.whole[1], widget);
}

/* Backwards, since what lies within another one comes behind that. */
static UiWindowPane
pane_of (UiWindow *self, GtkWidget *widget)
{
  for (UiWindowPane pane = UI_WINDOW_N_PANES; pane-- > 0;)
    if (pane_holds (self, pane, widget))
      return pane;
  return UI_WINDOW_N_PANES;
}

/* ---- from pane to pane ---- */

static bool
can_have (GtkWidget *widget)
{
  return widget != NULL && gtk_widget_get_mapped (widget);
}

static bool
enter (UiWindow *self, UiWindowPane at)
{
  const Pane pane = pane_at (self, at);
  GtkWidget *left = self->left_at[at];

  if (can_have (left) && pane_holds (self, at, left) && gtk_widget_grab_focus (left))
    return true;
  for (guint i = 0; i < G_N_ELEMENTS (pane.first); i++)
    if (can_have (pane.first[i]) &&
        (gtk_widget_grab_focus (pane.first[i]) ||
         gtk_widget_child_focus (pane.first[i], GTK_DIR_TAB_FORWARD)))
      return true;
  return false;
}

static void
step (UiWindow *self, guint by)
{
  const UiWindowPane now = pane_of (self, gtk_window_get_focus (GTK_WINDOW (self)));
  /* From what is in no pane forwards to the first, backwards to the last. */
  const guint from = now < UI_WINDOW_N_PANES ? now
                     : by == 1               ? UI_WINDOW_N_PANES - 1
                                             : 0;

  for (guint i = 1; i <= UI_WINDOW_N_PANES; i++)
    if (enter (self, (from + i * by) % UI_WINDOW_N_PANES))
      return;
}

void
ui_window_next_pane (UiWindow *self)
{
  step (self, 1);
}

void
ui_window_previous_pane (UiWindow *self)
{
  step (self, UI_WINDOW_N_PANES - 1);
}

/* ---- what gets it back ---- */

/* From a popover that has closed it goes to the button that opens it. */
static bool
is_at_opener (UiWindow *self, GtkWidget *focus)
{
  GtkWidget *opener =
      self->popover != NULL ? gtk_widget_get_parent (self->popover) : NULL;

  return GTK_IS_MENU_BUTTON (opener) && holds (opener, focus) &&
         !holds (self->popover, focus) && focus != self->home;
}

static gboolean
give_back (gpointer data)
{
  UiWindow *self = data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  self->giving_back = 0;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->canvas)) ||
      (can_have (focus) && !is_at_opener (self, focus)))
    return G_SOURCE_REMOVE;
  if (!can_have (self->home) || !gtk_widget_grab_focus (self->home))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  return G_SOURCE_REMOVE;
}

/* Not at once: GTK is on its way, and may find a place itself. */
static void
focus_changed (UiWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *popover =
      focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;

  if (!can_have (focus) || is_at_opener (self, focus)) {
    if (self->giving_back == 0)
      self->giving_back = g_idle_add_full (G_PRIORITY_HIGH_IDLE, give_back, self, NULL);
    return;
  }
  g_set_weak_pointer (&self->popover, popover);
  if (popover != NULL)
    return;
  g_set_weak_pointer (&self->home, focus);

  const UiWindowPane pane = pane_of (self, focus);

  if (pane < UI_WINDOW_N_PANES)
    g_set_weak_pointer (&self->left_at[pane], focus);
}

static void
pane_toggled (GtkWidget *pane, GParamSpec *property, UiWindow *self)
{
  if (!gtk_widget_get_visible (pane) &&
      holds (pane, gtk_window_get_focus (GTK_WINDOW (self))))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

/* A page that has nothing to focus leaves the focus to the bar above. */
static void
page_turned (GtkWidget *stack, GParamSpec *property, UiWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (holds (stack, focus) && !gtk_widget_get_mapped (focus))
    enter (self, pane_of (self, stack));
}

/* ---- set up ---- */

static void
leave_focus (GtkWidget *bar)
{
  if (GTK_IS_BUTTON (bar))
    gtk_widget_set_focus_on_click (bar, FALSE);
  for (GtkWidget *child = gtk_widget_get_first_child (bar); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    leave_focus (child);
}

void
ui_window_add_focus (UiWindow *self)
{
  GtkWidget *const sides[] = {GTK_WIDGET (self->palette_bin),
                              GTK_WIDGET (self->rail_bin),
                              self->panel_box,
                              GTK_WIDGET (self->motion_bin),
                              GTK_WIDGET (self->bottom_bin),
                              GTK_WIDGET (self->text_bin)};
  GtkWidget *const bars[] = {GTK_WIDGET (self->header), GTK_WIDGET (self->run_bar),
                             GTK_WIDGET (self->canvas_overlay), self->bottom_bar,
                             GTK_WIDGET (self->bottom_bin)};

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    g_signal_connect_object (sides[i], "notify::visible", G_CALLBACK (pane_toggled),
                             self, 0);
  for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
    leave_focus (bars[i]);
  g_signal_connect_object (self->bottom, "notify::visible-child",
                           G_CALLBACK (page_turned), self, 0);
  g_signal_connect_object (self->panel, "notify::visible-child",
                           G_CALLBACK (page_turned), self, 0);
  g_signal_connect (self, "notify::focus-widget", G_CALLBACK (focus_changed), NULL);
}

void
ui_window_forget_focus (UiWindow *self)
{
  g_signal_handlers_disconnect_by_func (self, focus_changed, NULL);
  g_clear_handle_id (&self->giving_back, g_source_remove);
  g_clear_weak_pointer (&self->home);
  g_clear_weak_pointer (&self->popover);
  for (guint i = 0; i < UI_WINDOW_N_PANES; i++)
    g_clear_weak_pointer (&self->left_at[i]);
}
