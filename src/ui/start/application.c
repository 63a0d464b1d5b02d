/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The application: library, symbols and settings that all windows share, the command
 * line, recent files, actions and keys. One process serves all windows; a file that is
 * shown in none gets the fresh one or a new one. Work that was lost in a crash is
 * offered at the start. */
#include "ui/start/application.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "base/folder.h"
#include "desk/describe.h"
#include "ui/start/preferences.h"
#include "ui/widgets/control.h"
#include "ui/widgets/remember.h"
#include "ui/window/subwindow.h"
#include "ui/window/window.h"

static const guint most_recent = 10;
/* With it files are opened to be run at once. */
#define RUN_HINT "run"

struct _UiApplication {
  AdwApplication parent_instance;

  DeskLibrary *library;
  FigureSymbols *symbols;
  GSettings *settings;
  GPtrArray *left; /* what lost sessions left; NULL once asked about */
  char *problem;   /* why the libraries could not be read */
};

G_DEFINE_FINAL_TYPE (UiApplication, ui_application, ADW_TYPE_APPLICATION)

/* ---- settings ---- */

static void
apply_color_scheme (UiApplication *self)
{
  g_autofree char *name = g_settings_get_string (self->settings, "color-scheme");
  AdwColorScheme scheme = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (name, "light"))
    scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (name, "dark"))
    scheme = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
}

char **
ui_application_recent (UiApplication *self)
{
  g_auto (GStrv) all = self->settings != NULL
                           ? g_settings_get_strv (self->settings, "recent-files")
                           : g_new0 (char *, 1);
  g_autoptr (GStrvBuilder) there = g_strv_builder_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (g_file_test (all[i], G_FILE_TEST_EXISTS))
      g_strv_builder_add (there, all[i]);
  return g_strv_builder_end (there);
}

/* For the desktop: its own list of recent files, and the chooser's. */
static void
tell_desktop (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  GtkRecentData about = {.mime_type = (char *) "application/x-dyad",
                         .app_name = (char *) "Dashpot",
                         .app_exec = (char *) "dashpot %f"};

  if (uri != NULL)
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &about);
}

void
ui_application_add_recent (UiApplication *self, const char *path)
{
  g_auto (GStrv) old = ui_application_recent (self);
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  guint n = 1;

  tell_desktop (full);
  if (self->settings == NULL)
    return;
  g_strv_builder_add (all, full);
  for (guint i = 0; old[i] != NULL && n < most_recent; i++)
    if (!g_str_equal (old[i], full)) {
      g_strv_builder_add (all, old[i]);
      n++;
    }

  g_auto (GStrv) list = g_strv_builder_end (all);

  g_settings_set_strv (self->settings, "recent-files", (const char *const *) list);
}

/* ---- actions ---- */

/* The one that was used last. */
static GtkWindow *
find_window (gpointer application, GType type)
{
  GList *link = gtk_application_get_windows (application);

  while (link != NULL && !g_type_is_a (G_OBJECT_TYPE (link->data), type))
    link = link->next;
  return link != NULL ? link->data : NULL;
}

static gpointer
add_ref (gconstpointer object, gpointer data)
{
  return g_object_ref ((gpointer) object);
}

static gboolean
quit (gpointer data)
{
  GtkApplication *application = data;
  GList *windows =
      g_list_copy_deep (gtk_application_get_windows (application), add_ref, NULL);

  /* Each asks about its own unsaved work, and nothing stands before the question; the
   * program ends with the last one. A window takes those that hang on it along. */
  g_application_hold (data);
  for (GList *link = windows; link != NULL; link = link->next)
    if (gtk_window_get_modal (link->data))
      gtk_window_close (link->data);
  for (GList *link = windows; link != NULL; link = link->next)
    if (UI_IS_WINDOW (link->data))
      gtk_window_close (link->data);
  g_list_free_full (windows, g_object_unref);
  g_application_release (data);
  return G_SOURCE_REMOVE;
}

/* The key may come from a window that goes away: GTK has to be done with it. */
static void
act_quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, quit, g_object_ref (data), g_object_unref);
}

/* Whose laws and names the library has: data/library/CREDITS.md. */
static void
add_credits (AdwAboutWindow *about)
{
  static const struct {
    const char *title;
    const char *copyright;
  } originals[] = {
      {N_ ("Laws and names from the Modelica Standard Library"),
       "© 1998–2025 Modelica Association and contributors"},
      {N_ ("Laws and names from PlanarMechanics"),
       "© 2010–2023 Deutsches Zentrum für Luft- und Raumfahrt e.V."},
      {N_ ("Laws and names from the Dyad component libraries"),
       "© 1998–2025 Modelica Association and contributors\n"
       "Translation © 2025 JuliaHub Inc. and contributors"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (originals); i++)
    adw_about_window_add_legal_section (
        about, _ (originals[i].title), originals[i].copyright, GTK_LICENSE_BSD_3, NULL);
}

static void
act_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *about = g_object_new (
      ADW_TYPE_ABOUT_WINDOW, "application-name", "Dashpot", "application-icon",
      DASHPOT_APP_ID, "version", DASHPOT_VERSION, "developer-name",
      _ ("The Dashpot developers"), "license-type", GTK_LICENSE_GPL_3_0, "comments",
      _ ("Draw mechanical models and watch them move. Files are written in a profile "
         "of "
         "the Dyad language; Dashpot is not connected with its makers."),
      "modal", TRUE, NULL);

  add_credits (ADW_ABOUT_WINDOW (about));
  ui_subwindow_attach (about, find_window (data, UI_TYPE_WINDOW));
  gtk_window_present (about);
}

static void
act_preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiApplication *self = data;
  GtkWindow *there = find_window (data, ADW_TYPE_PREFERENCES_WINDOW);

  if (there != NULL)
    gtk_window_present (there);
  else
    ui_preferences_show (find_window (data, UI_TYPE_WINDOW), self->settings);
}

static void
add_actions (UiApplication *self)
{
  static const GActionEntry entries[] = {
      {.name = "quit", .activate = act_quit},
      {.name = "about", .activate = act_about},
      {.name = "preferences", .activate = act_preferences},
  };
  static const struct {
    const char *action;
    const char *keys[3];
  } keys[] = {
      {"app.quit", {"<Control>q"}},
      {"app.preferences", {"<Control>comma"}},
      {"win.new", {"<Control>n"}},
      {"win.open", {"<Control>o"}},
      {"win.save", {"<Control>s"}},
      {"win.save-as", {"<Control><Shift>s"}},
      {"window.close", {"<Control>w"}},
      {"win.show-text", {"F4"}},
      {"win.show-in-text", {"F12"}},
      {"win.next-pane", {"F6"}},
      {"win.previous-pane", {"<Shift>F6"}},
      {"win.watch", {"F7"}},
      {"win.show-motion", {"F8"}},
      {"win.show-panel", {"F9"}},
      {"win.show-palette", {"<Control>F9"}},
      {"win.fullscreen", {"F11"}},
      {"win.help", {"F1"}},
      {"win.show-help-overlay", {"<Control>question"}},
      {"run.start", {"F5"}},
      {"run.stop", {"<Shift>F5"}},
      {"run.repeat-runs", {"<Control>F5"}},
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), keys[i].action,
                                           keys[i].keys);
  /* Without settings there is nothing to prefer. */
  ui_control_enable (G_ACTION_MAP (self), "preferences", self->settings != NULL);
  if (self->settings != NULL) {
    g_autoptr (GAction) scheme =
        g_settings_create_action (self->settings, "color-scheme");

    g_action_map_add_action (G_ACTION_MAP (self), scheme);
  }
}

/* ---- work that was lost ---- */

enum { MOST_LISTED = 8 }; /* lines of a message */

static UiWindow *
window_for_file (UiApplication *self)
{
  GtkWindow *window = find_window (self, UI_TYPE_WINDOW);

  if (window != NULL && ui_window_is_fresh (UI_WINDOW (window)))
    return UI_WINDOW (window);
  return UI_WINDOW (ui_window_new (self));
}

/* The one whose place lost work on this file takes. */
static UiWindow *
window_for_left (UiApplication *self, const char *path)
{
  GList *link = gtk_application_get_windows (GTK_APPLICATION (self));

  for (; link != NULL && path != NULL; link = link->next)
    if (UI_IS_WINDOW (link->data) && ui_window_shows_file (link->data, path))
      return link->data;
  return window_for_file (self);
}

static void
restore_answered (AdwMessageDialog *dialog, const char *response, UiApplication *self)
{
  g_autoptr (GPtrArray) left = g_steal_pointer (&self->left);

  for (guint i = 0; left != NULL && i < left->len; i++) {
    const DeskJournalLeft *one = left->pdata[i];

    if (g_str_equal (response, "restore")) {
      UiWindow *window = window_for_left (self, one->path);

      ui_window_restore (window, one->path, one->text, one->view);
      gtk_window_present (GTK_WINDOW (window));
    }
    desk_journal_drop (one);
  }
}

/* A line for each diagram. */
static char *
list_left (const GPtrArray *left, const LibIndex *library)
{
  const guint n_shown = left->len > MOST_LISTED ? MOST_LISTED - 1 : left->len;
  GString *lines = g_string_new (NULL);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  for (guint i = 0; i < n_shown; i++) {
    g_autofree char *line = desk_describe_left (left->pdata[i], library, now);

    g_string_append_printf (lines, "\n%s", line);
  }
  if (n_shown < left->len) {
    g_string_append_c (lines, '\n');
    g_string_append_printf (lines, _ ("and %u more"), left->len - n_shown);
  }
  return g_string_free (lines, FALSE);
}

static void
offer_left (UiApplication *self, GtkWindow *window)
{
  GtkWidget *dialog;

  if (self->left == NULL || self->left->len == 0)
    return;

  g_autofree char *names = list_left (self->left, self->library->index);
  g_autofree char *sentence = g_strdup_printf (
      g_dngettext (NULL, "Dashpot ended unexpectedly. %u diagram has unsaved changes:",
                   "Dashpot ended unexpectedly. %u diagrams have unsaved changes:",
                   self->left->len),
      self->left->len);
  dialog = adw_message_dialog_new (window, _ ("Restore Unsaved Work?"), NULL);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog), "%s\n%s", sentence,
                                  names);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "discard",
                                    _ ("_Discard"), "restore", _ ("_Restore"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "restore",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "restore");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "restore");
  g_signal_connect (dialog, "response", G_CALLBACK (restore_answered), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- life ---- */

static void
show (UiApplication *self, UiWindow *window)
{
  gtk_window_present (GTK_WINDOW (window));
  if (self->problem != NULL)
    ui_window_tell (window, self->problem);
  g_clear_pointer (&self->problem, g_free);
  if (self->left == NULL)
    return;
  offer_left (self, GTK_WINDOW (window));
}

static void
ui_application_activate (GApplication *application)
{
  GtkWindow *window = find_window (application, UI_TYPE_WINDOW);

  if (window == NULL)
    window = GTK_WINDOW (ui_window_new (UI_APPLICATION (application)));
  show (UI_APPLICATION (application), UI_WINDOW (window));
}

static void
ui_application_open (GApplication *application,
                     GFile **files,
                     int n_files,
                     const char *hint)
{
  UiApplication *self = UI_APPLICATION (application);

  for (int i = 0; i < n_files; i++) {
    UiWindow *window = window_for_file (self);
    g_autofree char *path = g_file_get_path (files[i]);
    bool is_open = path != NULL && ui_window_open (window, path);

    show (self, window);
    if (is_open && g_str_equal (hint, RUN_HINT))
      ui_window_run (window);
  }
}

void
ui_application_show_file (UiApplication *self, const char *path)
{
  GList *link = gtk_application_get_windows (GTK_APPLICATION (self));
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (; link != NULL; link = link->next)
    if (UI_IS_WINDOW (link->data) && ui_window_has_file (link->data, path)) {
      gtk_window_present (link->data);
      return;
    }
  g_application_open (G_APPLICATION (self), &file, 1, "");
}

/* ---- the command line ---- */

/* Here, in the process that was called, before anything asks for a display. */
static int
ui_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (!g_variant_dict_contains (options, "version"))
    return -1;
  bool is_out = printf ("dashpot %s\n", DASHPOT_VERSION) > 0 && fflush (stdout) == 0;
  return is_out ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* In the process that has the windows, which may be an earlier one. */
static int
ui_application_command_line (GApplication *application,
                             GApplicationCommandLine *command_line)
{
  GVariantDict *options = g_application_command_line_get_options_dict (command_line);
  const char *hint = g_variant_dict_contains (options, "run") ? RUN_HINT : "";
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  int argc;
  g_auto (GStrv) argv = g_application_command_line_get_arguments (command_line, &argc);

  for (int i = 1; i < argc; i++)
    g_ptr_array_add (
        files, g_application_command_line_create_file_for_arg (command_line, argv[i]));
  if (files->len > 0)
    g_application_open (application, (GFile **) files->pdata, (int) files->len, hint);
  else
    g_application_activate (application);
  return EXIT_SUCCESS;
}

static void
add_options (GApplication *application)
{
  static const GOptionEntry entries[] = {
      {"run", 0, 0, G_OPTION_ARG_NONE, NULL,
       N_ ("Run the diagrams at once and show their plots"), NULL},
      {"version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version"), NULL},
      {0},
  };

  g_application_add_main_option_entries (application, entries);
  g_application_set_option_context_parameter_string (application, _ ("[FILE…]"));
  g_application_set_option_context_summary (
      application,
      _ ("Draw mechanical models and watch them move.\n\n"
         "FILE is a diagram (.dyad); each one opens in a window of its own. Without\n"
         "any, the window offers a new diagram, the examples and recent files."));
}

static void
load_library (UiApplication *self)
{
  g_autofree char *data = base_folder_data ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;

  g_autofree char *own = base_folder_own ();
  g_autoptr (LibIndex) below = lib_index_load_all (data, diags, &error);
  if (below == NULL) {
    self->problem = g_strdup_printf (_ ("The component libraries were not found: %s"),
                                     error->message);
    below = lib_index_load ((const char *const[]){NULL}, diags, NULL);
  }
  self->library = desk_library_new (below, own);
}

static void
ui_application_startup (GApplication *application)
{
  UiApplication *self = UI_APPLICATION (application);
  g_autofree char *icons = base_folder_icons ();

  G_APPLICATION_CLASS (ui_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (DASHPOT_APP_ID);
  self->symbols = figure_symbols_new (icons);
  self->settings = ui_remember_settings ();
  load_library (self);
  add_actions (self);
  if (self->settings != NULL) {
    g_signal_connect_object (self->settings, "changed::color-scheme",
                             G_CALLBACK (apply_color_scheme), self, G_CONNECT_SWAPPED);
    apply_color_scheme (self);
  }
  self->left = desk_journal_find_left (NULL);
}

/* After the windows are gone, which use all of this. */
static void
ui_application_finalize (GObject *object)
{
  UiApplication *self = UI_APPLICATION (object);

  g_clear_pointer (&self->left, g_ptr_array_unref);
  g_clear_object (&self->library);
  g_clear_pointer (&self->symbols, figure_symbols_free);
  g_clear_object (&self->settings);
  g_free (self->problem);
  G_OBJECT_CLASS (ui_application_parent_class)->finalize (object);
}

static void
ui_application_class_init (UiApplicationClass *class)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = ui_application_finalize;
  application_class->startup = ui_application_startup;
  application_class->activate = ui_application_activate;
  application_class->open = ui_application_open;
  application_class->handle_local_options = ui_application_handle_local_options;
  application_class->command_line = ui_application_command_line;
}

static void
ui_application_init (UiApplication *self)
{
  add_options (G_APPLICATION (self));
}

UiApplication *
ui_application_new (void)
{
  return g_object_new (UI_TYPE_APPLICATION, "application-id", DASHPOT_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN | G_APPLICATION_HANDLES_COMMAND_LINE,
                       "resource-base-path", "/org/dashpot/Dashpot", NULL);
}

DeskLibrary *
ui_application_library (UiApplication *self)
{
  return self->library;
}

FigureSymbols *
ui_application_symbols (UiApplication *self)
{
  return self->symbols;
}

GSettings *
ui_application_settings (UiApplication *self)
{
  return self->settings;
}
