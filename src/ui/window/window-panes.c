/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large the panes are, and which of the sides are shown: sides keep their widths,
 * plots and picture their shares of the window. All are kept with the settings. Where
 * the window is too narrow for both sides, one is folded away, the one that was not
 * asked for last, and comes back when there is room: the palette, which leaves a rail,
 * in a wider window, the panel also when the palette goes. */
#include "ui/widgets/pane.h"
#include "ui/window/window-private.h"

static const int both_sides_px = 980; /* they leave 400 to the canvas */

/* ---- sizes ---- */

static int
remembered (UiWindow *self, const char *name, int otherwise)
{
  return self->settings != NULL ? g_settings_get_int (self->settings, name) : otherwise;
}

static double
remembered_share (UiWindow *self, const char *name, double otherwise)
{
  return self->settings != NULL ? g_settings_get_double (self->settings, name)
                                : otherwise;
}

static void
keep_sizes (UiWindow *self)
{
  ui_pane_keep (self->palette_paned, GTK_WIDGET (self->palette_bin),
                remembered (self, "palette-width", 250));
  ui_pane_keep (self->panel_paned, self->panel_box,
                remembered (self, "panel-width", 330));
  ui_pane_keep_share (self->text_paned, GTK_WIDGET (self->text_bin),
                      remembered_share (self, "text-share", 0.45));
  ui_pane_keep_share (self->bottom_paned, GTK_WIDGET (self->bottom_bin),
                      remembered_share (self, "bottom-share", 0.42));
  ui_pane_keep_share (self->motion_paned, GTK_WIDGET (self->motion_bin),
                      remembered_share (self, "motion-share", 0.41));
}

/* A size out of the range of its setting was dragged in an odd window; the one before
 * is the better one for the next. */
static void
remember (UiWindow *self, const char *name, GtkPaned *paned)
{
  const double share = ui_pane_share (paned);
  g_autoptr (GVariant) size =
      g_variant_ref_sink (share > 0 ? g_variant_new_double (share)
                                    : g_variant_new_int32 (ui_pane_size (paned)));
  g_autoptr (GSettingsSchema) schema = NULL;

  g_object_get (self->settings, "settings-schema", &schema, NULL);
  g_autoptr (GSettingsSchemaKey) key = g_settings_schema_get_key (schema, name);
  if (g_settings_schema_key_range_check (key, size))
    g_settings_set_value (self->settings, name, size);
}

void
ui_window_remember_sizes (UiWindow *self)
{
  int width, height;

  if (self->settings == NULL)
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set (self->settings, "window-size", "(ii)", width, height);
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  remember (self, "palette-width", self->palette_paned);
  remember (self, "panel-width", self->panel_paned);
  remember (self, "text-share", self->text_paned);
  remember (self, "bottom-share", self->bottom_paned);
  remember (self, "motion-share", self->motion_paned);
}

/* ---- room ---- */

static bool
is_narrow (UiWindow *self)
{
  GtkWidget *all = GTK_WIDGET (self->palette_paned);

  return gtk_widget_get_mapped (all) && gtk_widget_get_width (all) < both_sides_px;
}

static bool
is_palette (UiWindow *self, GtkWidget *side)
{
  return side == GTK_WIDGET (self->palette_bin);
}

static void
follow_setting (UiWindow *self, GtkWidget *side)
{
  if (self->settings != NULL && !(is_palette (self, side) && self->folds_palette))
    g_settings_bind (self->settings,
                     side == self->panel_box ? "panel-visible" : "palette-visible",
                     side, "visible", G_SETTINGS_BIND_DEFAULT);
}

static bool
is_palette_wanted (UiWindow *self)
{
  return self->settings == NULL ||
         g_settings_get_boolean (self->settings, "palette-visible");
}

/* A palette that is wanted and folded away leaves its rail. */
static void
show_rail (UiWindow *self)
{
  GtkWidget *palette = GTK_WIDGET (self->palette_bin);

  gtk_widget_set_visible (GTK_WIDGET (self->rail_bin),
                          is_palette_wanted (self) &&
                              !gtk_widget_get_visible (palette) &&
                              (self->folds_palette || self->folded == palette));
}

void
ui_window_fold_palette (UiWindow *self, bool is_folded)
{
  GtkWidget *palette = GTK_WIDGET (self->palette_bin);

  self->folds_palette = is_folded;
  if (is_folded) {
    if (self->folded == palette)
      self->folded = NULL;
    g_settings_unbind (palette, "visible");
    gtk_widget_set_visible (palette, FALSE);
  } else if (is_narrow (self) && gtk_widget_get_visible (self->panel_box) &&
             is_palette_wanted (self))
    self->folded = palette;
  else if (self->settings != NULL)
    follow_setting (self, palette);
  else
    gtk_widget_set_visible (palette, TRUE);
  show_rail (self);
}

/* `kept` of the two stays. The other is still wanted, here and in other windows: the
 * settings do not hear of it. */
static void
fold_other (UiWindow *self, GtkWidget *kept)
{
  GtkWidget *palette = GTK_WIDGET (self->palette_bin);
  GtkWidget *other = kept == palette ? self->panel_box : palette;

  if (!gtk_widget_get_visible (palette) || !gtk_widget_get_visible (self->panel_box))
    return;
  self->folded = other;
  g_settings_unbind (other, "visible");
  gtk_widget_set_visible (other, FALSE);
  show_rail (self);
}

static gboolean
fit_sides (gpointer data)
{
  UiWindow *self = data;

  self->fitting = 0;
  if (is_narrow (self))
    fold_other (self, self->panel_box);
  else if (self->folded != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->canvas)))
    gtk_widget_set_visible (self->folded, TRUE);
  return G_SOURCE_REMOVE;
}

/* Not while sizes are being given out. */
static void
fit_soon (UiWindow *self)
{
  if (self->fitting == 0)
    self->fitting = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_sides, self, NULL);
}

/* What is shown of the palette follows. */
static void
side_toggled (GtkWidget *side, GParamSpec *property, UiWindow *self)
{
  show_rail (self);
  if (!gtk_widget_get_visible (side)) {
    if (is_palette (self, side) && self->folded == self->panel_box)
      gtk_widget_set_visible (self->panel_box, TRUE);
    return;
  }
  if (self->folded == side) {
    self->folded = NULL;
    follow_setting (self, side);
  }
  if (is_narrow (self))
    fold_other (self, side);
}

/* ---- set up ---- */

/* F9 and the buttons in the header show and hide the sides. */
static void
add_side_actions (UiWindow *self)
{
  g_autoptr (GPropertyAction) panel =
      g_property_action_new ("show-panel", self->panel_box, "visible");
  g_autoptr (GPropertyAction) palette =
      g_property_action_new ("show-palette", self->palette_bin, "visible");
  g_autoptr (GPropertyAction) tiles =
      g_property_action_new ("tile-palette", self->palette, "is-tiled");

  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (panel));
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (palette));
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (tiles));
}

void
ui_window_add_panes (UiWindow *self)
{
  add_side_actions (self);
  keep_sizes (self);
  follow_setting (self, GTK_WIDGET (self->palette_bin));
  follow_setting (self, self->panel_box);
  g_signal_connect_object (self->palette_bin, "notify::visible",
                           G_CALLBACK (side_toggled), self, 0);
  g_signal_connect_object (self->panel_box, "notify::visible",
                           G_CALLBACK (side_toggled), self, 0);
  if (self->settings != NULL)
    g_signal_connect_object (self->settings, "changed::palette-visible",
                             G_CALLBACK (show_rail), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->palette_paned, "notify::max-position",
                           G_CALLBACK (fit_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panel_paned, "notify::max-position",
                           G_CALLBACK (fit_soon), self, G_CONNECT_SWAPPED);
}

/* GTK may hold the actions longer than the window, and they the sides and the palette:
 * their state must not change any more. */
void
ui_window_forget_panes (UiWindow *self)
{
  g_clear_handle_id (&self->fitting, g_source_remove);
  if (self->settings == NULL)
    return;
  g_settings_unbind (self->palette_bin, "visible");
  g_settings_unbind (self->panel_box, "visible");
  g_settings_unbind (self->palette, "is-tiled");
}
