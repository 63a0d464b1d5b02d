/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A GtkPaned whose one child keeps its size, or its share. The position that gives it
 * that is set whenever the paned has got another size of its own, which its limits
 * tell, in an idle handler behind the layout. A position that changes without that was
 * set by hand.
 */
#include "ui/widgets/pane.h"

#include <stdbool.h>

typedef struct {
  GtkPaned *paned;
  GtkWidget *child;
  int size;     /* px */
  double share; /* of the whole, which then counts, or 0 */
  int all;      /* of the paned when the position was set last */
  int position; /* that was set then */
  guint placing;
} Pane;

static const char key[] = "pane";

static int
extent (const Pane *pane)
{
  GtkWidget *widget = GTK_WIDGET (pane->paned);

  return gtk_orientable_get_orientation (GTK_ORIENTABLE (widget)) ==
                 GTK_ORIENTATION_HORIZONTAL
             ? gtk_widget_get_width (widget)
             : gtk_widget_get_height (widget);
}

static bool
is_at_end (const Pane *pane)
{
  return gtk_paned_get_end_child (pane->paned) == pane->child;
}

static bool
is_seen (const Pane *pane)
{
  return gtk_widget_get_mapped (GTK_WIDGET (pane->paned)) &&
         gtk_widget_get_mapped (pane->child);
}

static gboolean
place (gpointer data)
{
  Pane *pane = data;
  int min, max;

  pane->placing = 0;
  if (!is_seen (pane))
    return G_SOURCE_REMOVE;
  g_object_get (pane->paned, "min-position", &min, "max-position", &max, NULL);
  pane->all = extent (pane);
  if (pane->share > 0)
    pane->size = (int) (pane->share * pane->all);
  pane->position = is_at_end (pane) ? MAX (pane->all - pane->size, pane->all / 4)
                                    : MIN (pane->size, pane->all - pane->all / 4);
  pane->position = CLAMP (pane->position, min, MAX (min, max));
  gtk_paned_set_position (pane->paned, pane->position);
  return G_SOURCE_REMOVE;
}

static void
place_soon (Pane *pane)
{
  if (pane->placing == 0)
    pane->placing = g_idle_add_full (G_PRIORITY_HIGH_IDLE, place, pane, NULL);
}

static void
position_changed (Pane *pane)
{
  const int position = gtk_paned_get_position (pane->paned);

  if (pane->placing != 0 || pane->all != extent (pane) || pane->position == position ||
      !is_seen (pane))
    return;
  pane->position = position;
  pane->size = is_at_end (pane) ? pane->all - position : position;
  if (pane->share > 0 && pane->all > 0)
    pane->share = (double) pane->size / pane->all;
}

/* GTK 4.8 hides the handle with the child and keeps taking the presses where it last
 * stood, which belong to the other child then. */
static void
follow_child (Pane *pane)
{
  const bool has_handle = gtk_widget_get_visible (pane->child);
  g_autoptr (GListModel) all =
      gtk_widget_observe_controllers (GTK_WIDGET (pane->paned));

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (all, i);

    if (GTK_IS_GESTURE_DRAG (controller))
      gtk_event_controller_set_propagation_phase (
          controller, has_handle ? GTK_PHASE_CAPTURE : GTK_PHASE_NONE);
  }
}

static void
pane_free (gpointer data)
{
  Pane *pane = data;

  g_clear_handle_id (&pane->placing, g_source_remove);
  g_free (pane);
}

static void
keep (GtkPaned *paned, GtkWidget *child, int size, double share)
{
  Pane *pane = g_new0 (Pane, 1);

  *pane = (Pane){.paned = paned, .child = child, .size = size, .share = share};
  g_object_set_data_full (G_OBJECT (paned), key, pane, pane_free);
  g_signal_connect_swapped (paned, "notify::min-position", G_CALLBACK (place_soon),
                            pane);
  g_signal_connect_swapped (paned, "notify::max-position", G_CALLBACK (place_soon),
                            pane);
  g_signal_connect_swapped (paned, "notify::position", G_CALLBACK (position_changed),
                            pane);
  g_signal_connect_swapped (child, "notify::visible", G_CALLBACK (follow_child), pane);
  follow_child (pane);
  place_soon (pane);
}

void
ui_pane_keep (GtkPaned *paned, GtkWidget *child, int size)
{
  keep (paned, child, size, 0);
}

void
ui_pane_keep_share (GtkPaned *paned, GtkWidget *child, double share)
{
  keep (paned, child, 0, share);
}

static const Pane *
pane_of (GtkPaned *paned)
{
  return g_object_get_data (G_OBJECT (paned), key);
}

int
ui_pane_size (GtkPaned *paned)
{
  return pane_of (paned)->size;
}

double
ui_pane_share (GtkPaned *paned)
{
  return pane_of (paned)->share;
}
