/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of the inspector other than that of one component: the model with the settings
 * of its experiment, several components, a wire; and the name, title and text that all
 * pages begin with. */
#include "ui/inspector/inspector-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "desk/describe.h"
#include "desk/tool/icon.h"
#include "doc/level.h"
#include "ui/inspector/parameters.h"
#include "ui/widgets/control.h"

/* ---- helpers ---- */

GtkWidget *
ui_inspector_group_new (const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  if (title != NULL)
    adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  return group;
}

static void
tell_problem (DeskStudio *studio, GtkWidget *entry)
{
  if (gtk_widget_has_css_class (entry, "error"))
    ui_control_refuse (&studio->messages, entry);
}

/* GtkEditableLabel would be the thing to use; that of GTK 4.8 looks at itself after it
 * has gone. */
typedef struct {
  DeskStudio *studio;
  GtkWidget *entry;
  GtkWidget *problem; /* a label below */
  UiInspectorRename accept;
  void *data;
  bool is_applying;
} Name;

static void
name_free (gpointer data)
{
  g_object_unref (((Name *) data)->problem);
  g_free (data);
}

static void
name_show_problem (Name *name, const char *problem)
{
  g_autofree char *sentence = problem != NULL ? desk_describe_sentence (problem) : NULL;

  ui_control_show_problem (name->entry, sentence);
  gtk_label_set_text (GTK_LABEL (name->problem), sentence != NULL ? sentence : "");
  gtk_widget_set_visible (name->problem, sentence != NULL);
}

static void
name_apply (Name *name)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (name->entry));
  /* What is accepted may build the page anew, and the entry then loses the focus. */
  g_autoptr (GtkWidget) kept = g_object_ref (name->entry);
  g_autofree char *problem = NULL;

  if (name->is_applying)
    return;
  name->is_applying = true;
  if (ui_control_is_typed_in (kept))
    problem = name->accept (name->data, text);
  if (problem == NULL)
    ui_control_settle (kept);
  name_show_problem (name, problem);
  name->is_applying = false;
}

/* The page may go with what stands on it. */
static void
name_left (Name *name)
{
  g_autoptr (GtkWidget) kept = g_object_ref (name->entry);

  name_apply (name);
  tell_problem (name->studio, kept);
}

GtkWidget *
ui_inspector_name_new (DeskStudio *studio,
                       const char *label,
                       UiInspectorRename accept,
                       void *data)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  Name *name = g_new0 (Name, 1);

  *name = (Name){.studio = studio,
                 .entry = entry,
                 .problem = g_object_ref_sink (gtk_label_new (NULL)),
                 .accept = accept,
                 .data = data};
  gtk_widget_add_css_class (name->problem, "caption");
  gtk_widget_add_css_class (name->problem, "error");
  gtk_label_set_wrap (GTK_LABEL (name->problem), TRUE);
  gtk_label_set_xalign (GTK_LABEL (name->problem), 0);
  gtk_widget_set_visible (name->problem, FALSE);
  g_object_set_data_full (G_OBJECT (entry), "name", name, name_free);
  gtk_widget_add_css_class (entry, "flat");
  gtk_widget_add_css_class (entry, "name-entry");
  ui_control_set_label (entry, label);
  ui_control_add_undo (entry);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (name_apply), name);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (name_left), name);
  gtk_widget_add_controller (entry, focus);
  return entry;
}

void
ui_inspector_name_set (GtkWidget *entry, const char *text)
{
  Name *name = g_object_get_data (G_OBJECT (entry), "name");

  ui_control_show_text (entry, text);
  if (!gtk_widget_has_css_class (entry, "error"))
    name_show_problem (name, NULL);
}

GtkWidget *
ui_inspector_name_problem (GtkWidget *entry)
{
  return ((Name *) g_object_get_data (G_OBJECT (entry), "name"))->problem;
}

GtkWidget *
ui_inspector_title_new (GdkPaintable *symbol, GtkWidget *name, const char *below)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *label = gtk_label_new (below);

  if (symbol != NULL) {
    GtkWidget *image = gtk_image_new_from_paintable (symbol);

    gtk_image_set_pixel_size (GTK_IMAGE (image),
                              gdk_paintable_get_intrinsic_height (symbol));
    gtk_box_append (GTK_BOX (box), image);
  }
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, below);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (lines), name);
  if (g_object_get_data (G_OBJECT (name), "name") != NULL)
    gtk_box_append (GTK_BOX (lines), ui_inspector_name_problem (name));
  gtk_box_append (GTK_BOX (lines), label);
  gtk_box_append (GTK_BOX (box), lines);
  return box;
}

GtkWidget *
ui_inspector_doc_new (const char *doc)
{
  g_autofree char *text = desk_describe_doc_markup (doc);
  GtkWidget *group = ui_inspector_group_new (_ ("Documentation"));
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_can_focus (label, FALSE);
  gtk_widget_add_css_class (label, "inspector-doc");
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), label);
  gtk_widget_set_visible (group, *text != '\0');
  return group;
}

static GtkWidget *
heading_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "title-3");
  return label;
}

/* ---- settings of the experiment ---- */

typedef struct {
  DeskStudio *studio;
  SimOption option;
  const char *units; /* "" if none */
  const char *meaning;
  GtkWidget *row;
  GtkWidget *entry;
} Setting;

static void
setting_show_problem (Setting *setting, const char *problem)
{
  g_autofree char *sentence = problem != NULL ? desk_describe_sentence (problem) : NULL;

  ui_control_show_problem (setting->entry, sentence);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (setting->row),
                               sentence != NULL ? sentence : setting->meaning);
  if (sentence != NULL)
    gtk_widget_add_css_class (setting->row, "field-error");
  else
    gtk_widget_remove_css_class (setting->row, "field-error");
}

static void
setting_update (Setting *setting)
{
  char text[BASE_NUMBER_SIZE];
  const double value = desk_settings_value (setting->studio->document, setting->option);

  ui_control_show_text (setting->entry,
                        isnan (value) ? "" : base_number_to_text (value, text));
  if (!gtk_widget_has_css_class (setting->entry, "error"))
    setting_show_problem (setting, NULL);
}

/* What cannot be taken stays, with the reason below its name. */
static void
setting_apply (Setting *setting)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (setting->entry));
  g_autofree char *problem = NULL;

  if (ui_control_is_typed_in (setting->entry))
    problem = desk_settings_set (setting->studio->document, setting->option, text);
  setting_show_problem (setting, problem);
  if (problem == NULL) {
    ui_control_settle (setting->entry);
    setting_update (setting);
  }
}

static void
setting_left (Setting *setting)
{
  const bool is_told = gtk_widget_has_css_class (setting->entry, "error");

  setting_apply (setting);
  if (!is_told)
    tell_problem (setting->studio, setting->entry);
}

static GtkWidget *
setting_new (const Setting *what, const char *title)
{
  GtkWidget *row = adw_action_row_new ();
  Setting *setting = g_memdup2 (what, sizeof *what);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkWidget *unit = gtk_label_new (what->units);

  gtk_widget_set_focusable (row, FALSE);
  setting->row = row;
  setting->entry = gtk_entry_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), what->meaning);
  gtk_editable_set_width_chars (GTK_EDITABLE (setting->entry), 9);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (setting->entry), 9);
  gtk_editable_set_alignment (GTK_EDITABLE (setting->entry), 1);
  gtk_widget_set_valign (setting->entry, GTK_ALIGN_CENTER);
  gtk_label_set_width_chars (GTK_LABEL (unit), 6);
  gtk_label_set_xalign (GTK_LABEL (unit), 0);
  gtk_widget_add_css_class (unit, "dim-label");
  gtk_widget_add_css_class (row, "field");
  /* Taken with Return and when the focus leaves. */
  ui_control_add_undo (setting->entry);
  gtk_accessible_update_property (GTK_ACCESSIBLE (setting->entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_swapped (setting->entry, "activate", G_CALLBACK (setting_apply),
                            setting);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (setting_left), setting);
  gtk_widget_add_controller (setting->entry, focus);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), setting->entry);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), unit);
  g_object_set_data_full (G_OBJECT (row), "setting", setting, g_free);
  setting_update (setting);
  return row;
}

static GtkWidget *
experiment_new (DeskStudio *studio, GPtrArray *settings)
{
  GtkWidget *group = ui_inspector_group_new (_ ("Experiment"));
  const struct {
    const char *title;
    Setting setting;
  } rows[] = {
      {_ ("Stop time"),
       {.option = SIM_OPTION_STOP,
        .units = "s",
        .meaning = _ ("The run begins at 0 s unless its analysis says otherwise")}},
      {_ ("Tolerance"),
       {.option = SIM_OPTION_RTOL,
        .units = "",
        .meaning = _ ("Relative error tolerance of each step")}},
      {_ ("Output interval"),
       {.option = SIM_OPTION_INTERVAL,
        .units = "s",
        .meaning = _ ("Empty: adaptive, -1: every step")}},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (rows); i++) {
    Setting setting = rows[i].setting;

    setting.studio = studio;
    GtkWidget *row = setting_new (&setting, rows[i].title);

    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
    g_ptr_array_add (settings, g_object_get_data (G_OBJECT (row), "setting"));
  }
  return group;
}

/* ---- components of the user's ---- */

GtkWidget *
ui_inspector_component_new (bool is_selected)
{
  static const struct {
    const char *label, *tooltip, *action;
  } BUTTONS[] = {{N_ ("Open"), N_ ("What the component is made of"), "win.go-in"},
                 {N_ ("Symbol…"),
                  N_ ("How the component is drawn, and where its ports are"),
                  "win.icon"}};
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  for (guint i = is_selected ? 0 : 1; i < G_N_ELEMENTS (BUTTONS); i++) {
    GtkWidget *button = gtk_button_new_with_label (_ (BUTTONS[i].label));

    gtk_widget_set_tooltip_text (button, _ (BUTTONS[i].tooltip));
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), BUTTONS[i].action);
    g_object_bind_property (button, "sensitive", button, "visible",
                            G_BINDING_SYNC_CREATE);
    gtk_box_append (GTK_BOX (box), button);
  }
  return box;
}

/* ---- the model ---- */

typedef struct {
  DeskStudio *studio;
  GtkWidget *name;
  GtkWidget *counts;
  GtkWidget *symbol;     /* of a component with ports */
  GtkWidget *experiment; /* of the model alone */
  AdwBin *doc;
  GPtrArray *settings;
} ModelPage;

static char *
model_renamed (void *data, const char *name)
{
  ModelPage *page = data;
  g_autoptr (GError) error = NULL;

  doc_rename_model (page->studio->document->doc, name, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

static char *
counts_text (const DocModel *doc)
{
  const uint32_t n_items = doc_n_items (doc);
  const uint32_t n_wires = doc_n_wires (doc);
  g_autofree char *items = g_strdup_printf (
      g_dngettext (NULL, "%u component", "%u components", n_items), n_items);
  g_autofree char *wires =
      g_strdup_printf (g_dngettext (NULL, "%u wire", "%u wires", n_wires), n_wires);

  return g_strconcat (items, ", ", wires, NULL);
}

static void
model_update (GtkWidget *widget)
{
  ModelPage *page = g_object_get_data (G_OBJECT (widget), "model-page");
  const DocModel *doc = page->studio->document->doc;
  const LangClass *class = doc_class (doc);
  g_autofree char *counts = counts_text (doc);

  ui_inspector_name_set (page->name, class != NULL ? class->name : "");
  gtk_label_set_text (GTK_LABEL (page->counts), counts);
  gtk_widget_set_visible (page->symbol, desk_icon_component (page->studio) != NULL);
  gtk_widget_set_visible (page->experiment, *doc_level (doc) == '\0');
  adw_bin_set_child (page->doc,
                     ui_inspector_doc_new (class != NULL ? class->doc : NULL));
  for (guint i = 0; i < page->settings->len; i++)
    setting_update (page->settings->pdata[i]);
}

static void
model_page_free (ModelPage *page)
{
  g_ptr_array_unref (page->settings);
  g_free (page);
}

GtkWidget *
ui_inspector_model_page_new (DeskStudio *studio)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  ModelPage *page = g_new0 (ModelPage, 1);
  GtkWidget *title;
  GtkWidget *lines;

  page->studio = studio;
  page->settings = g_ptr_array_new ();
  page->name = ui_inspector_name_new (studio, _ ("Model name"), model_renamed, page);
  title = ui_inspector_title_new (NULL, page->name, "");
  lines = gtk_widget_get_first_child (title);
  page->counts = gtk_widget_get_last_child (lines);
  page->doc = ADW_BIN (adw_bin_new ());
  /* In this order. */
  gtk_box_append (GTK_BOX (box), title);
  page->symbol = ui_inspector_component_new (false);
  gtk_box_append (GTK_BOX (box), page->symbol);
  page->experiment = experiment_new (studio, page->settings);
  gtk_box_append (GTK_BOX (box), page->experiment);
  gtk_box_append (GTK_BOX (box), ui_parameters_new (studio));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (page->doc));
  g_object_set_data_full (G_OBJECT (box), "model-page", page,
                          (GDestroyNotify) model_page_free);
  desk_property_listen (studio->document, "revision", box, G_CALLBACK (model_update));
  desk_property_listen (studio->document, "level", box, G_CALLBACK (model_update));
  model_update (box);
  return box;
}

/* ---- several components, wires ---- */

typedef struct {
  const char *icon;
  const char *text;
  const char *action;
} Button;

static GtkWidget *
buttons_new (const Button *list, uint32_t n)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  for (uint32_t i = 0; i < n; i++) {
    GtkWidget *button = gtk_button_new_from_icon_name (list[i].icon);

    ui_control_set_label (button, _ (list[i].text));
    gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), list[i].action);
    gtk_box_append (GTK_BOX (box), button);
  }
  return box;
}

GtkWidget *
ui_inspector_many_page_new (DeskStudio *studio)
{
  static const Button BUTTONS[] = {
      {"object-rotate-right-symbolic", N_ ("Rotate"), "win.rotate"},
      {"object-flip-horizontal-symbolic", N_ ("Flip Left and Right"),
       "win.flip-horizontal"},
      {"object-flip-vertical-symbolic", N_ ("Flip Up and Down"), "win.flip-vertical"},
      {"edit-copy-symbolic", N_ ("Duplicate"), "win.duplicate"},
      {"user-trash-symbolic", N_ ("Delete"), "win.delete"},
  };
  static const Button ALIGN[] = {
      {"dashpot-align-left-symbolic", N_ ("Align Left"), "win.align::left"},
      {"dashpot-align-center-symbolic", N_ ("Align Centers"), "win.align::center"},
      {"dashpot-align-right-symbolic", N_ ("Align Right"), "win.align::right"},
      {"dashpot-align-top-symbolic", N_ ("Align Top"), "win.align::top"},
      {"dashpot-align-middle-symbolic", N_ ("Align Middles"), "win.align::middle"},
      {"dashpot-align-bottom-symbolic", N_ ("Align Bottom"), "win.align::bottom"},
      {"dashpot-distribute-across-symbolic", N_ ("Distribute Across"),
       "win.align::across"},
      {"dashpot-distribute-down-symbolic", N_ ("Distribute Down"), "win.align::down"},
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  g_autofree char *title = desk_describe_selection (studio);
  g_autoptr (GString) list = g_string_new (NULL);
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);

  for (uint32_t i = 0; i < n && i < 12; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", names[i]);
  if (n > 12)
    g_string_append (list, ", …");
  gtk_box_append (GTK_BOX (box),
                  ui_inspector_title_new (NULL, heading_new (title), list->str));
  gtk_box_append (GTK_BOX (box), buttons_new (BUTTONS, G_N_ELEMENTS (BUTTONS)));
  gtk_box_append (GTK_BOX (box), buttons_new (ALIGN, G_N_ELEMENTS (ALIGN)));
  return box;
}

GtkWidget *
ui_inspector_wire_page_new (DeskStudio *studio, uint32_t wire)
{
  static const Button BUTTONS[] = {
      {"view-refresh-symbolic", N_ ("Tidy"), "win.tidy"},
      {"dashpot-tag-symbolic", N_ ("Show as Tags"), "win.show-as-tags"},
      {"user-trash-symbolic", N_ ("Delete"), "win.delete"},
  };
  static const Button OF_TAGS[] = {
      {"document-edit-symbolic", N_ ("Rename…"), "win.rename"},
      {"go-next-symbolic", N_ ("Next Tag of the Net"), "win.next-tag"},
      {"dashpot-wire-symbolic", N_ ("Show as Wire"), "win.show-as-wire"},
      {"user-trash-symbolic", N_ ("Delete"), "win.delete"},
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  const DocWire *w = doc_wire (studio->document->doc, wire);
  GtkWidget *group = ui_inspector_group_new (_ ("Joins"));

  /* What it is, what it joins, and what can be done with it. */
  gtk_box_append (GTK_BOX (box),
                  ui_inspector_title_new (
                      NULL, heading_new (w->tag != NULL ? w->tag : _ ("Wire")),
                      w->is_signal ? _ ("Signal") : _ ("Mechanical connection")));
  for (uint32_t i = 0; i < w->n_ends; i++) {
    GtkWidget *row = adw_action_row_new ();

    g_object_set (row, "use-markup", FALSE, "focusable", FALSE, NULL);
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), w->ends[i].name);
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  }
  gtk_box_append (GTK_BOX (box), group);
  gtk_box_append (GTK_BOX (box), w->tag != NULL
                                     ? buttons_new (OF_TAGS, G_N_ELEMENTS (OF_TAGS))
                                     : buttons_new (BUTTONS, G_N_ELEMENTS (BUTTONS)));
  return box;
}
