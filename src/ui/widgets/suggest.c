/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A popover that takes neither keys nor the pointer from the window. GtkSourceView 5.6
 * has completion of its own: its list stays empty when it opens for the second time
 * (gdk_popup_present: width > 0). */
#include "ui/widgets/suggest.h"

#include "desk/text/text-complete.h"

enum { MOST_ROWS = 10, MOST_CHARS = 48 };

struct UiSuggest {
  UiSuggestions what;
  GtkWidget *popover; /* NULL: gone */
  GtkListBox *list;
  GPtrArray *found; /* or NULL */
  guint renewing;
};

bool
ui_suggest_is_open (const UiSuggest *self)
{
  return self->popover != NULL && gtk_widget_get_visible (self->popover);
}

void
ui_suggest_close (UiSuggest *self)
{
  g_clear_handle_id (&self->renewing, g_source_remove);
  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* ---- rows ---- */

static GtkWidget *
row_new (const DeskCompletion *completion)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (completion->label);
  GtkWidget *detail = gtk_label_new (completion->detail);

  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (detail), MOST_CHARS);
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), detail);
  return box;
}

static void
show_rows (UiSuggest *self)
{
  GtkWidget *old;

  while ((old = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, old);
  for (guint i = 0; i < MIN (self->found->len, MOST_ROWS); i++)
    gtk_list_box_append (self->list, row_new (self->found->pdata[i]));
}

static void
renew (UiSuggest *self, bool is_asked)
{
  GdkRectangle at;

  g_clear_handle_id (&self->renewing, g_source_remove);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  self->found = self->what.search (self->what.data, is_asked, &at);
  if (self->found->len == 0) {
    ui_suggest_close (self);
    return;
  }
  show_rows (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &at);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static gboolean
renew_now (gpointer data)
{
  UiSuggest *self = data;

  self->renewing = 0;
  renew (self, false);
  return G_SOURCE_REMOVE;
}

void
ui_suggest_renew (UiSuggest *self)
{
  if (self->renewing == 0)
    self->renewing = g_idle_add_full (G_PRIORITY_HIGH_IDLE, renew_now, self, NULL);
}

/* ---- choosing ---- */

static void
take (UiSuggest *self, guint i)
{
  g_autoptr (GPtrArray) found = g_steal_pointer (&self->found);

  ui_suggest_close (self);
  if (found != NULL && i < found->len)
    self->what.take (self->what.data, ((DeskCompletion *) found->pdata[i])->text);
}

static void
clicked (GtkListBox *list, GtkListBoxRow *row, UiSuggest *self)
{
  take (self, (guint) gtk_list_box_row_get_index (row));
}

/* Around both ends. */
static void
move (UiSuggest *self, int from, int by)
{
  const int n = (int) MIN (self->found->len, MOST_ROWS);

  gtk_list_box_select_row (
      self->list, gtk_list_box_get_row_at_index (self->list, (from + by + n) % n));
}

static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType state,
             UiSuggest *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  const int at = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  /* The key that asks, */
  if (key == GDK_KEY_space && state & GDK_CONTROL_MASK) {
    renew (self, true);
    return GDK_EVENT_STOP;
  }
  if (!ui_suggest_is_open (self) || self->found == NULL)
    return GDK_EVENT_PROPAGATE;
  /* and those of the list. */
  switch (key) {
  case GDK_KEY_Down:
    move (self, at, 1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Up:
    move (self, MAX (at, 0), -1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Tab:
    take (self, (guint) MAX (at, 0));
    return GDK_EVENT_STOP;
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    if (at < 0)
      break;
    take (self, (guint) at);
    return GDK_EVENT_STOP;
  case GDK_KEY_Escape:
    ui_suggest_close (self);
    return GDK_EVENT_STOP;
  case GDK_KEY_Left:
  case GDK_KEY_Right:
  case GDK_KEY_Home:
  case GDK_KEY_End:
    ui_suggest_close (self);
    break;
  default:
    break;
  }
  return GDK_EVENT_PROPAGATE;
}

/* ---- set up ---- */

static void
suggest_free (gpointer data)
{
  UiSuggest *self = data;

  g_clear_handle_id (&self->renewing, g_source_remove);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_weak_pointer (&self->popover);
  g_free (self);
}

/* Unless the parent has let go of it itself. */
static void
parent_gone (GtkWidget *parent, UiSuggest *self)
{
  g_clear_handle_id (&self->renewing, g_source_remove);
  if (self->popover != NULL)
    gtk_widget_unparent (self->popover);
}

UiSuggest *
ui_suggest_new (GtkWidget *widget, GtkWidget *parent, const UiSuggestions *what)
{
  UiSuggest *self = g_new0 (UiSuggest, 1);
  GtkWidget *list = gtk_list_box_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  /* The list, */
  self->what = *what;
  self->list = GTK_LIST_BOX (list);
  g_set_weak_pointer (&self->popover, gtk_popover_new ());
  gtk_popover_set_child (GTK_POPOVER (self->popover), list);
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_can_focus (self->popover, FALSE);
  gtk_widget_add_css_class (self->popover, "suggestions");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  what->name, -1);
  gtk_widget_set_parent (self->popover, parent);
  /* and what it listens to. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (ui_suggest_close), self);
  g_signal_connect (list, "row-activated", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_add_controller (widget, focus);
  g_signal_connect (parent, "destroy", G_CALLBACK (parent_gone), self);
  g_object_set_data_full (G_OBJECT (parent), "suggest", self, suggest_free);
  return self;
}
