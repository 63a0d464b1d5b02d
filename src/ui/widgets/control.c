/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several controls of ours have in common: accessible names, keys in tooltips,
 * marks for what cannot be taken, the colours of the theme, and undo: an entry whose
 * text is settled passes Ctrl+Z on to the diagram, one that is being typed in keeps it.
 */
#include "ui/widgets/control.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

void
ui_control_set_label (GtkWidget *control, const char *label)
{
  gtk_widget_set_tooltip_text (control, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

FigureTheme
ui_control_theme (void)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  FigureTheme theme = figure_theme (adw_style_manager_get_dark (style));

  if (adw_style_manager_get_high_contrast (style))
    theme.faint = theme.frame = theme.text;
  return theme;
}

void
ui_control_follow_theme (gpointer self, GCallback changed)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  g_signal_connect_object (style, "notify::dark", changed, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", changed, self,
                           G_CONNECT_SWAPPED);
}

void
ui_control_enable (GActionMap *actions, const char *name, bool is_enabled)
{
  GAction *action = g_action_map_lookup_action (actions, name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

void
ui_control_list_speeds (GtkWidget *drop,
                        const char *zero,
                        const double *speeds,
                        guint n)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < n; i++) {
    g_autofree char *factor = g_strdup_printf ("%g\u2009\u00D7", speeds[i]);

    gtk_string_list_append (names, speeds[i] == 0   ? zero
                                   : speeds[i] == 1 ? _ ("Real time")
                                                    : factor);
  }
  gtk_drop_down_set_model (GTK_DROP_DOWN (drop), G_LIST_MODEL (names));
}

void
ui_control_release_focus (GtkWidget *going)
{
  GtkRoot *root = gtk_widget_get_root (going);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *next = gtk_widget_get_parent (going);

  if (focus == NULL || (focus != going && !gtk_widget_is_ancestor (focus, going)))
    return;
  while (next != NULL &&
         !(gtk_widget_get_focusable (next) && gtk_widget_grab_focus (next)))
    next = gtk_widget_get_parent (next);
  if (next == NULL)
    gtk_root_set_focus (root, NULL);
}

gboolean
ui_control_focus_child (GtkWidget *widget, GtkDirectionType direction)
{
  return gtk_widget_child_focus (gtk_widget_get_first_child (widget), direction);
}

void
ui_control_stop_search (GtkEditable *entry)
{
  if (*gtk_editable_get_text (entry) != '\0')
    gtk_editable_set_text (entry, "");
  else
    gtk_widget_activate_action (GTK_WIDGET (entry), "win.diagram", NULL);
}

void
ui_control_add_shortcuts (GtkWidget *widget, const UiShortcut *list, guint n)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < n; i++) {
    g_autofree char *name = NULL;
    g_autoptr (GVariant) target = NULL;

    if (!g_action_parse_detailed_name (list[i].action, &name, &target, NULL))
      g_assert_not_reached ();

    GtkShortcut *shortcut = gtk_shortcut_new (
        gtk_shortcut_trigger_parse_string (list[i].keys), gtk_named_action_new (name));

    gtk_shortcut_set_arguments (shortcut, target);
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          shortcut);
  }
  gtk_widget_add_controller (widget, controller);
}

/* ---- tooltips ---- */

char *
ui_control_key_to_text (const char *keys)
{
  g_auto (GStrv) list = g_strsplit (keys, "|", 2);
  GdkModifierType mods;
  guint key;

  gtk_accelerator_parse (list[0], &key, &mods);
  return gtk_accelerator_get_label (key, mods);
}

void
ui_control_tell_key (GtkWidget *control, const char *keys)
{
  g_autofree char *key = ui_control_key_to_text (keys);
  g_autofree char *tip =
      g_strdup_printf ("%s (%s)", gtk_widget_get_tooltip_text (control), key);

  gtk_widget_set_tooltip_text (control, tip);
}

void
ui_control_tell_keys (GtkWidget *widget, const UiShortcut *list, guint n)
{
  const char *action = GTK_IS_ACTIONABLE (widget)
                           ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget))
                           : NULL;

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (action, list[i].action) == 0 &&
        gtk_widget_get_tooltip_text (widget) != NULL)
      ui_control_tell_key (widget, list[i].keys);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ui_control_tell_keys (child, list, n);
}

static void
menu_toggled (GtkWidget *menu, GParamSpec *property, GtkWidget *button)
{
  gtk_widget_set_has_tooltip (button, !gtk_widget_get_visible (menu));
}

void
ui_control_keep_menus_clear (GtkWidget *widget)
{
  if (GTK_IS_MENU_BUTTON (widget) &&
      gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)) != NULL)
    g_signal_connect_object (gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)),
                             "notify::visible", G_CALLBACK (menu_toggled), widget, 0);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ui_control_keep_menus_clear (child);
}

/* ---- undo ---- */

static const char settled_key[] = "settled";

char *
ui_control_held (GtkWidget *entry)
{
  return g_object_get_data (G_OBJECT (entry), settled_key);
}

bool
ui_control_is_typed_in (GtkWidget *entry)
{
  const char *settled = ui_control_held (entry);

  return strcmp (gtk_editable_get_text (GTK_EDITABLE (entry)),
                 settled != NULL ? settled : "") != 0;
}

/* Only entries whose text is applied have settled. */
GtkWidget *
ui_control_typed_in (GtkRoot *root)
{
  GtkWidget *focus = gtk_root_get_focus (root);
  GtkWidget *entry = GTK_IS_TEXT (focus) ? gtk_widget_get_parent (focus) : focus;

  if (!GTK_IS_ENTRY (entry) || ui_control_held (entry) == NULL)
    return NULL;
  return ui_control_is_typed_in (entry) ? entry : NULL;
}

void
ui_control_finish_typing (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *entry = root != NULL ? ui_control_typed_in (root) : NULL;

  if (entry != NULL)
    g_signal_emit_by_name (entry, "activate");
}

/* Switching the history off empties it. */
void
ui_control_settle (GtkWidget *entry)
{
  GtkEditable *text = GTK_EDITABLE (entry);

  g_object_set_data_full (G_OBJECT (entry), settled_key,
                          g_strdup (gtk_editable_get_text (text)), g_free);
  gtk_editable_set_enable_undo (text, FALSE);
  gtk_editable_set_enable_undo (text, TRUE);
}

void
ui_control_show_text (GtkWidget *entry, const char *text)
{
  const char *settled = ui_control_held (entry);

  if (g_strcmp0 (settled, text) == 0)
    return;
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  /* What is too long for its field is read from its beginning. */
  gtk_editable_set_position (
      GTK_EDITABLE (entry),
      gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN ? -1 : 0);
  ui_control_settle (entry);
  ui_control_show_problem (entry, NULL);
}

static const char tip_key[] = "tip";

void
ui_control_show_problem (GtkWidget *control, const char *problem)
{
  const bool is_told = gtk_widget_has_css_class (control, "error");

  if (problem != NULL && !is_told)
    g_object_set_data_full (G_OBJECT (control), tip_key,
                            g_strdup (gtk_widget_get_tooltip_text (control)), g_free);
  if (problem != NULL) {
    gtk_widget_add_css_class (control, "error");
    gtk_widget_set_tooltip_text (control, problem);
  } else if (is_told) {
    gtk_widget_remove_css_class (control, "error");
    gtk_widget_set_tooltip_text (control,
                                 g_object_get_data (G_OBJECT (control), tip_key));
  }
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_STATE_INVALID,
      problem != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

void
ui_control_refuse (const DeskMessages *messages, GtkWidget *control)
{
  desk_message_about (messages, gtk_widget_get_tooltip_text (control),
                      G_OBJECT (control));
}

/* An entry takes these keys even when it has nothing to undo. */
static gboolean
undo_pressed (GtkEventControllerKey *controller,
              guint key,
              guint code,
              GdkModifierType state,
              GtkWidget *entry)
{
  const GdkModifierType held =
      state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK | GDK_SUPER_MASK);
  const guint lower = gdk_keyval_to_lower (key);
  const bool is_shifted = held == (GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  const bool is_undo = held == GDK_CONTROL_MASK && lower == GDK_KEY_z;
  const bool is_redo = (is_shifted && lower == GDK_KEY_z) ||
                       (held == GDK_CONTROL_MASK && lower == GDK_KEY_y);

  if ((!is_undo && !is_redo) || ui_control_is_typed_in (entry))
    return GDK_EVENT_PROPAGATE;
  gtk_widget_activate_action (entry, is_undo ? "win.undo" : "win.redo", NULL);
  return GDK_EVENT_STOP;
}

/* Behind the entry's own keys: an input method ends a composition with it. What holds
 * is applied again, which takes back what was told of the other. */
static gboolean
escape_pressed (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType state,
                GtkWidget *entry)
{
  const char *settled = ui_control_held (entry);

  if (key != GDK_KEY_Escape ||
      (!ui_control_is_typed_in (entry) && !gtk_widget_has_css_class (entry, "error")))
    return GDK_EVENT_PROPAGATE;
  gtk_editable_set_text (GTK_EDITABLE (entry), settled != NULL ? settled : "");
  gtk_editable_set_position (GTK_EDITABLE (entry), -1);
  g_signal_emit_by_name (entry, "activate");
  return GDK_EVENT_STOP;
}

void
ui_control_add_undo (GtkWidget *entry)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *escape = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (undo_pressed), entry);
  gtk_widget_add_controller (entry, keys);
  g_signal_connect (escape, "key-pressed", G_CALLBACK (escape_pressed), entry);
  gtk_widget_add_controller (entry, escape);
  ui_control_settle (entry);
}
