/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: puts the parts together around one desk (DeskStudio) and connects them.
 * Its own are the pages, sizes and settings, titles, messages, and which parts are told
 * what; no decision about the model is made here. */
#include "ui/window/window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "desk/describe.h"
#include "ui/inspector/help.h"
#include "ui/widgets/control.h"
#include "ui/window/subwindow.h"
#include "ui/window/window-private.h"

static const guint letters_per_s = 15; /* what an unhurried reader reads */
static const int least_plots_px = 120;

G_DEFINE_FINAL_TYPE (UiWindow, ui_window, ADW_TYPE_APPLICATION_WINDOW)

static UiApplication *
application_of (UiWindow *self)
{
  return UI_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));
}

/* ---- pages ---- */

bool
ui_window_is_editing (UiWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), "editor") == 0;
}

static void
forget_loading (UiWindow *self)
{
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  self->runs_when_open = false;
}

void
ui_window_show_page (UiWindow *self, const char *name)
{
  const bool is_editor = g_str_equal (name, "editor");

  forget_loading (self);
  if (!is_editor)
    ui_control_release_focus (GTK_WIDGET (self->run_bar));
  gtk_stack_set_visible_child_name (self->pages, name);
  adw_header_bar_set_title_widget (self->header, is_editor ? GTK_WIDGET (self->run_bar)
                                                           : GTK_WIDGET (self->title));
  gtk_widget_set_visible (self->file_buttons, is_editor);
  gtk_widget_set_visible (self->palette_button, is_editor);
  gtk_widget_set_visible (self->panel_button, is_editor);
  ui_window_update_title (self);
  ui_window_update_actions (self);
}

void
ui_window_show_editor (UiWindow *self)
{
  ui_window_show_page (self, "editor");
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
ui_window_show_gallery (UiWindow *self)
{
  g_auto (GStrv) recent = ui_application_recent (application_of (self));

  desk_document_take (self->studio->document,
                      doc_new (self->studio->document->library));
  ui_gallery_set_recent (self->gallery, (const char *const *) recent);
  ui_window_show_page (self, "gallery");
}

void
ui_window_update_title (UiWindow *self)
{
  const DocModel *doc = self->studio->document->doc;
  g_autofree char *title = doc_title (doc);
  const bool is_editing = ui_window_is_editing (self);
  g_autofree char *shown =
      g_strconcat (doc_is_modified (doc) ? "• " : "", title, " — Dashpot", NULL);
  g_autofree char *folder =
      doc_path (doc) != NULL ? g_path_get_dirname (doc_path (doc)) : NULL;

  gtk_window_set_title (GTK_WINDOW (self), is_editing ? shown : "Dashpot");
  gtk_label_set_text (GTK_LABEL (self->name_label), title);
  gtk_widget_set_tooltip_text (
      self->name_label, doc_path (doc) != NULL ? doc_path (doc) : _ ("Never saved"));
  gtk_widget_set_visible (self->modified_dot, doc_is_modified (doc));
}

static AdwToast *
toast_new (const char *sentence)
{
  g_autofree char *begun = desk_describe_sentence (sentence);
  g_autofree char *plain = g_markup_escape_text (begun, -1);
  AdwToast *toast = adw_toast_new (plain);

  adw_toast_set_timeout (toast,
                         3 + (guint) g_utf8_strlen (sentence, -1) / letters_per_s);
  return toast;
}

void
ui_window_tell (UiWindow *self, const char *sentence)
{
  if (sentence != NULL && *sentence != '\0')
    adw_toast_overlay_add_toast (self->toasts, toast_new (sentence));
}

static gboolean
dismiss (gpointer toast)
{
  adw_toast_dismiss (toast);
  return G_SOURCE_REMOVE;
}

/* Not at once: what was typed is refused when the focus leaves it, and GTK 4.8 goes on
 * with a freed widget if that was on its way to the toast's button. */
static void
dismiss_soon (AdwToast *toast)
{
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, dismiss, g_object_ref (toast), g_object_unref);
}

void
ui_window_tell_next (UiWindow *self, AdwToast **toast, const char *sentence)
{
  if (*toast != NULL)
    dismiss_soon (*toast);
  g_clear_object (toast);
  if (sentence == NULL || *sentence == '\0')
    return;
  *toast = g_object_ref_sink (toast_new (sentence));
  adw_toast_overlay_add_toast (self->toasts, g_object_ref (*toast));
}

/* What a message names, or everything (NULL). */
static void
explain (UiWindow *self, const char *message)
{
  if (self->terms == NULL)
    self->terms = ui_terms_new (GTK_APPLICATION_WINDOW (self), self->studio->glossary);
  ui_terms_show (self->terms, message);
}

void
ui_window_show_help (UiWindow *self)
{
  const DocModel *doc = self->studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  const uint32_t k = n == 1 ? doc_find_item (doc, names[0]) : UINT32_MAX;

  if (k != UINT32_MAX && doc_item (doc, k)->card != NULL)
    ui_help_show (GTK_WINDOW (self), doc_item (doc, k)->card,
                  ui_application_symbols (application_of (self)));
  else
    explain (self, NULL);
}

/* ---- what the studio and the parts tell ---- */

static void
update_hint (UiWindow *self)
{
  gtk_widget_set_visible (self->empty_hint,
                          doc_n_items (self->studio->document->doc) == 0 &&
                              doc_n_notes (self->studio->document->doc) == 0);
}

static void
doc_changed (UiWindow *self)
{
  ui_window_update_title (self);
  ui_window_update_actions (self);
  ui_window_keep_journal (self);
  ui_window_update_text_bar (self);
  update_hint (self);
}

static void
problems_changed (UiWindow *self)
{
  const uint32_t n = ui_problems_count (self->problems);

  g_autofree char *count = g_strdup_printf ("%u", n);
  g_autofree char *spoken =
      g_strdup_printf (g_dngettext (NULL, "%u problem", "%u problems", n), n);
  GtkWidget *button =
      gtk_widget_get_ancestor (self->problems_count, GTK_TYPE_TOGGLE_BUTTON);

  gtk_label_set_text (GTK_LABEL (self->problems_count), count);
  gtk_widget_set_visible (self->problems_count, n > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, spoken, -1);
}

void
ui_window_show_problems (UiWindow *self)
{
  ui_window_show_below (self, "problems");
}

static void
problem_revealed (UiProblems *problems, const char *item, UiWindow *self)
{
  ui_canvas_reveal (self->canvas, item);
}

/* In the text, if that is open. */
static void
problem_placed (UiProblems *problems, const BaseDiag *diag, UiWindow *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->text_view)))
    ui_text_view_show_problem (self->text_view, diag);
}

static void
mend_previewed (UiProblems *problems, DocModel *after, UiWindow *self)
{
  ui_canvas_preview (self->canvas, after);
}

static void
view_changed (UiWindow *self)
{
  g_autofree char *text =
      g_strdup_printf ("%.0f %%", 100 * ui_canvas_zoom (self->canvas));

  gtk_label_set_text (GTK_LABEL (self->zoom_label), text);
  ui_window_keep_view (self);
}

static void
component_chosen (UiPalette *palette, DeskComponent *component, UiWindow *self)
{
  ui_canvas_add (self->canvas, component);
}

static void
rail_opened (UiRail *rail, const char *library, UiWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->palette_bin), TRUE);
  if (library != NULL)
    ui_palette_open (self->palette, library);
  else
    ui_palette_focus_search (self->palette);
}

static void
component_used (UiCanvas *canvas, DeskComponent *component, UiWindow *self)
{
  ui_palette_use (self->palette, component);
}

static void
run_changed (UiWindow *self)
{
  if (desk_runs_state (self->studio->runs) == RUN_RUNNING)
    ui_window_tell_next (self, &self->told, NULL);
}

static void
example_chosen (UiGallery *gallery, const char *path, UiWindow *self)
{
  ui_window_open_example (self, path);
}

static void
recent_chosen (UiGallery *gallery, const char *path, UiWindow *self)
{
  ui_window_open (self, path);
}

/* The first file comes next, each other one into a window of its own. */
static gboolean
files_dropped (GtkDropTarget *target,
               const GValue *value,
               double x,
               double y,
               UiWindow *self)
{
  const GSList *files = g_value_get_boxed (value);
  g_autofree char *path = files != NULL ? g_file_get_path (files->data) : NULL;

  if (path == NULL) {
    ui_window_tell (self, _ ("Only files on this computer can be opened"));
    return FALSE;
  }
  ui_window_open (self, path);
  for (files = files->next; files != NULL; files = files->next) {
    GFile *file = files->data;

    g_application_open (G_APPLICATION (application_of (self)), &file, 1, "");
  }
  return TRUE;
}

/* ---- widget ---- */

static gboolean
ui_window_close_request (GtkWindow *window)
{
  UiWindow *self = UI_WINDOW (window);

  if (!self->may_close && ui_window_waits_to_close (self))
    return TRUE;
  if (!self->may_close && doc_is_modified (self->studio->document->doc)) {
    ui_window_ask_to_close (self);
    return TRUE;
  }
  ui_window_remember_sizes (self);
  ui_window_close_motion (self);
  desk_runs_stop (self->studio->runs);
  desk_starts_stop (self->studio->starts);
  g_clear_pointer (&self->journal, desk_journal_free);
  return GTK_WINDOW_CLASS (ui_window_parent_class)->close_request (window);
}

static void
ui_window_dispose (GObject *object)
{
  UiWindow *self = UI_WINDOW (object);

  forget_loading (self);
  ui_window_forget_focus (self);
  ui_window_forget_text (self);
  g_clear_object (&self->run_bar);
  g_clear_object (&self->title);
  g_clear_object (&self->told);
  g_clear_object (&self->refused);
  g_clear_object (&self->not_opened);
  g_clear_object (&self->not_saved);
  ui_window_forget_panes (self);
  g_clear_object (&self->settings);
  self->studio->messages = (DeskMessages){0};
  g_clear_pointer (&self->journal, desk_journal_free);
  G_OBJECT_CLASS (ui_window_parent_class)->dispose (object);
}

static void
ui_window_finalize (GObject *object)
{
  g_clear_object (&UI_WINDOW (object)->studio);
  G_OBJECT_CLASS (ui_window_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, UiWindow, name)
  BIND (toasts);
  BIND (header);
  BIND (pages);
  BIND (open_button);
  BIND (file_buttons);
  BIND (undo_button);
  BIND (redo_button);
  BIND (name_label);
  BIND (modified_dot);
  BIND (recent_menu);
  BIND (palette_button);
  BIND (panel_button);
  BIND (palette_paned);
  BIND (panel_paned);
  BIND (bottom_paned);
  BIND (palette_bin);
  BIND (rail_bin);
  BIND (gallery_bin);
  BIND (text_paned);
  BIND (text_bin);
  BIND (canvas_overlay);
  BIND (empty_hint);
  BIND (zoom_box);
  BIND (zoom_label);
  BIND (bottom);
  BIND (bottom_bin);
  BIND (bottom_bar);
  BIND (problems_count);
  BIND (time_bin);
  BIND (motion_paned);
  BIND (motion_bin);
  BIND (panel);
  BIND (panel_box);
  BIND (loading_label);
  BIND (disk_bar);
  BIND (disk_label);
  BIND (text_bar);
  BIND (text_label);
  BIND (ahead_hint);
#undef BIND
}

static void
ui_window_class_init (UiWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_window_dispose;
  G_OBJECT_CLASS (class)->finalize = ui_window_finalize;
  GTK_WINDOW_CLASS (class)->close_request = ui_window_close_request;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/window.ui");
  bind_children (widget_class);
}

/* The arrow of a split button has a tooltip, and no name. */
static void
name_arrow (GtkWidget *split_button)
{
  GtkWidget *arrow = gtk_widget_get_first_child (split_button);

  while (!GTK_IS_MENU_BUTTON (arrow))
    arrow = gtk_widget_get_next_sibling (arrow);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (arrow), GTK_ACCESSIBLE_PROPERTY_LABEL,
      adw_split_button_get_dropdown_tooltip (ADW_SPLIT_BUTTON (split_button)), -1);
}

static void
ui_window_init (UiWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  name_arrow (self->open_button);
  self->title =
      g_object_ref_sink (ADW_WINDOW_TITLE (adw_window_title_new ("Dashpot", "")));
}

/* ---- making it ---- */

static void
add_tab (AdwViewStack *stack,
         GtkWidget *child,
         const char *name,
         const char *title,
         const char *icon)
{
  AdwViewStackPage *page = adw_view_stack_add_titled (stack, child, name, title);

  adw_view_stack_page_set_icon_name (page, icon);
}

/* More plots than there is room for do not make the window grow. A click into one,
 * which gives all of them the focus, moves nothing. */
static GtkWidget *
scrolled_new (GtkWidget *plots)
{
  GtkWidget *widget = gtk_scrolled_window_new ();
  GtkScrolledWindow *scrolled = GTK_SCROLLED_WINDOW (widget);

  gtk_scrolled_window_set_policy (scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (scrolled, least_plots_px);
  gtk_widget_add_css_class (widget, "beside-divider");
  gtk_widget_set_focusable (widget, FALSE); /* keys are for the plots */
  gtk_scrolled_window_set_child (scrolled, plots);
  gtk_viewport_set_scroll_to_focus (
      GTK_VIEWPORT (gtk_scrolled_window_get_child (scrolled)), FALSE);
  return widget;
}

/* With what is measured below. */
static GtkWidget *
plots_pane_new (UiPlots *plots)
{
  GtkWidget *pane = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (pane), scrolled_new (GTK_WIDGET (plots)));
  gtk_box_append (GTK_BOX (pane), ui_plots_measures (plots));
  return pane;
}

static void
add_parts (UiWindow *self, UiApplication *application)
{
  FigureSymbols *symbols = ui_application_symbols (application);
  DeskCatalogue *catalogue = self->studio->library->catalogue;

  self->canvas = UI_CANVAS (ui_canvas_new (self->studio, symbols, catalogue));
  ui_canvas_set_floating (self->canvas, self->zoom_box);
  self->palette =
      UI_PALETTE (ui_palette_new (self->studio, catalogue, symbols, self->settings));
  self->rail = UI_RAIL (ui_rail_new (catalogue, symbols));
  self->inspector = UI_INSPECTOR (ui_inspector_new (self->studio, symbols));
  self->browser = UI_BROWSER (ui_browser_new (self->studio));
  self->plots = UI_PLOTS (ui_plots_new (self->studio));
  self->problems = UI_PROBLEMS (ui_problems_new (self->studio));
  self->run_bar =
      g_object_ref_sink (UI_RUN_BAR (ui_run_bar_new (self->studio, self->settings)));
  self->gallery = UI_GALLERY (ui_gallery_new (self->studio->library->below, symbols));
  /* Each into its place in the template. */
  adw_bin_set_child (self->time_bin, ui_time_bar_new (self->studio));
  gtk_overlay_set_child (self->canvas_overlay, GTK_WIDGET (self->canvas));
  gtk_overlay_add_overlay (self->canvas_overlay, ui_crumbs_new (self->studio));
  adw_bin_set_child (self->palette_bin, GTK_WIDGET (self->palette));
  adw_bin_set_child (self->rail_bin, GTK_WIDGET (self->rail));
  adw_bin_set_child (self->gallery_bin, GTK_WIDGET (self->gallery));
  add_tab (self->panel, GTK_WIDGET (self->inspector), "inspector", _ ("Inspector"),
           "dashpot-inspector-symbolic");
  add_tab (self->panel, GTK_WIDGET (self->browser), "variables", _ ("Variables"),
           "dashpot-variables-symbolic");
  adw_view_stack_add_named (self->bottom, plots_pane_new (self->plots), "plots");
  adw_view_stack_add_named (self->bottom, GTK_WIDGET (self->problems), "problems");
  gtk_widget_insert_action_group (GTK_WIDGET (self), "run",
                                  ui_run_bar_actions (self->run_bar));
}

/* The user's own libraries have changed. */
static void
library_changed (UiWindow *self)
{
  DeskDocument *document = self->studio->document;
  DeskLibrary *library = self->studio->library;
  const bool is_used =
      desk_library_is_named (library, document->library, document->doc) ||
      desk_library_is_named (library, library->index, document->doc);

  desk_document_set_library (document, library->index, is_used);
  if (library->problem != NULL)
    ui_window_tell (self, library->problem);
}

static void
connect_parts (UiWindow *self)
{
  const struct {
    gpointer from;
    const char *signal;
    GCallback callback;
    GConnectFlags flags;
  } links[] = {
      {self->problems, "count-changed", G_CALLBACK (problems_changed),
       G_CONNECT_SWAPPED},
      {self->problems, "revealed", G_CALLBACK (problem_revealed), 0},
      {self->problems, "placed", G_CALLBACK (problem_placed), 0},
      {self->problems, "previewed", G_CALLBACK (mend_previewed), 0},
      {self->problems, "asked", G_CALLBACK (explain), G_CONNECT_SWAPPED},
      {self->canvas, "view-changed", G_CALLBACK (view_changed), G_CONNECT_SWAPPED},
      {self->palette, "chosen", G_CALLBACK (component_chosen), 0},
      {self->rail, "opened", G_CALLBACK (rail_opened), 0},
      {self->canvas, "used", G_CALLBACK (component_used), 0},
      {self->browser, "plotted", G_CALLBACK (ui_window_show_plotted),
       G_CONNECT_SWAPPED},
      {self->run_bar, "asked", G_CALLBACK (ui_window_watch_next), G_CONNECT_SWAPPED},
      {self->gallery, "example", G_CALLBACK (example_chosen), 0},
      {self->gallery, "recent", G_CALLBACK (recent_chosen), 0},
  };

  const GCallback changed = G_CALLBACK (doc_changed);
  DeskStudio *studio = self->studio;
  /* The studio, then the parts. */
  desk_property_listen (studio->document, "revision", self, changed);
  desk_property_listen (studio->document, "level", self, changed);
  desk_property_listen (studio->document, "path", self, changed);
  desk_property_listen (studio->document, "doc", self, changed);
  desk_property_listen (studio->document, "editing", self,
                        G_CALLBACK (ui_window_update_actions));
  desk_property_listen (studio->library, "index", self, G_CALLBACK (library_changed));
  desk_property_listen (studio->selection, "names", self,
                        G_CALLBACK (ui_window_update_actions));
  desk_property_listen (studio->plots, "all", self,
                        G_CALLBACK (ui_window_update_actions));
  desk_property_listen (studio->runs, "all", self,
                        G_CALLBACK (ui_window_update_actions));
  desk_property_listen (studio->runs, "current", self, G_CALLBACK (run_changed));
  desk_property_listen (studio->runs, "outdated", self, G_CALLBACK (run_changed));
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    g_signal_connect_object (links[i].from, links[i].signal, links[i].callback, self,
                             links[i].flags);
}

static void
control_changed (GtkWidget *control, GParamSpec *property, AdwToast *toast)
{
  if (!gtk_widget_has_css_class (control, "error"))
    dismiss_soon (toast);
}

/* Toasts wait for each other: why nothing was taken does not wait for older news. */
static void
told (gpointer owner, const char *sentence, GObject *about)
{
  UiWindow *self = owner;

  ui_window_tell_next (self, &self->told, about == NULL ? sentence : NULL);
  if (about == NULL)
    return;
  ui_window_tell_next (self, &self->refused, sentence);
  g_signal_connect_object (about, "notify::css-classes", G_CALLBACK (control_changed),
                           self->refused, 0);
}

static void
edit_requested (UiWindow *self, const char *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.inspect", NULL);
  if (parameter != NULL)
    ui_inspector_focus_value (self->inspector, parameter);
}

static void
journal_trouble (gpointer data, const char *reason)
{
  g_autofree char *sentence =
      reason != NULL
          ? g_strdup_printf (_ ("Unsaved work would be lost in a crash: it cannot "
                                "be kept: %s. Save often"),
                             reason)
          : g_strdup (_ ("Unsaved work is backed up again"));

  ui_window_tell (data, sentence);
}

/* The recent files behind the Open button, made anew whenever it is opened. */
static void
fill_recent (UiWindow *self)
{
  UiApplication *application = application_of (self);

  if (application == NULL)
    return; /* closed, and held by what is still being read for it */

  g_auto (GStrv) paths = ui_application_recent (application);

  g_menu_remove_all (self->recent_menu);
  for (guint i = 0; paths[i] != NULL; i++) {
    g_autofree char *name = g_path_get_basename (paths[i]);
    g_autoptr (GMenuItem) item = g_menu_item_new (name, NULL);

    g_menu_item_set_action_and_target (item, "win.open-path", "s", paths[i]);
    g_menu_append_item (self->recent_menu, item);
  }
}

static void
bind_settings (UiWindow *self)
{
  int width, height;

  if (self->settings == NULL)
    return;
  g_settings_get (self->settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

GtkWidget *
ui_window_new (UiApplication *application)
{
  UiWindow *self = g_object_new (UI_TYPE_WINDOW, "application", application, NULL);
  GSettings *settings = ui_application_settings (application);
  GtkDropTarget *files = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->studio = desk_studio_new (ui_application_library (application)->index);
  self->studio->library = g_object_ref (ui_application_library (application));
  self->studio->messages = (DeskMessages){told, self};
  self->settings = settings != NULL ? g_object_ref (settings) : NULL;
  self->journal = desk_journal_new (NULL);
  desk_journal_on_trouble (self->journal, journal_trouble, self);
  /* Parts, actions, connections, in this order. */
  add_parts (self, application);
  ui_window_add_actions (self);
  ui_window_add_text (self, self->studio->library->catalogue);
  ui_window_add_panes (self);
  ui_window_add_room (self);
  ui_subwindow_attach (GTK_WINDOW (gtk_application_window_get_help_overlay (
                           GTK_APPLICATION_WINDOW (self))),
                       GTK_WINDOW (self));
  ui_window_add_motion (self);
  connect_parts (self);
  g_signal_connect_object (self->canvas, "edit-requested", G_CALLBACK (edit_requested),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect (files, "drop", G_CALLBACK (files_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (files));
  /* What is remembered, and bars that appear when needed. */
  bind_settings (self);
  ui_window_add_disk_bar (self);
  ui_window_add_text_bar (self);
  ui_window_add_focus (self);
  fill_recent (self);
  if (self->settings != NULL)
    g_signal_connect_object (self->settings, "changed::recent-files",
                             G_CALLBACK (fill_recent), self, G_CONNECT_SWAPPED);
  problems_changed (self);
  view_changed (self);
  update_hint (self);
  ui_window_show_gallery (self);
  return GTK_WIDGET (self);
}

DeskStudio *
ui_window_studio (UiWindow *self)
{
  return self->studio;
}

bool
ui_window_is_fresh (UiWindow *self)
{
  const DocModel *doc = self->studio->document->doc;

  return self->loading == NULL && doc_path (doc) == NULL && doc_n_items (doc) == 0 &&
         !doc_is_modified (doc);
}
