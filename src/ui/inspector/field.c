/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One parameter in the inspector: an entry, a list of cases or a switch, with its unit
 * and a button back to the default. What is typed is checked by desk/quantity.h when
 * Return is pressed or the focus leaves; what cannot be taken stays, marked, with the
 * reason. Dragging a number changes it in each frame, and is one step of undo. */
#include "ui/inspector/field.h"

#include <glib/gi18n.h>

#include "base/unit.h"
#include "desk/describe.h"
#include "desk/quantity.h"
#include "desk/tool/params.h"
#include "lib/text.h"
#include "ui/inspector/table-window.h"
#include "ui/widgets/control.h"

enum {
  FIELD_CHARS = 8,
  TABLE_FIELD_CHARS = 9, /* a button beside it */
  LONG_FIELD_CHARS = 14,
  START_FIELD_CHARS = 16
};

struct _UiField {
  AdwActionRow parent_instance;

  DeskStudio *studio;
  GStrv items; /* that have the parameter; one at least */
  uint32_t n_items;
  LibParam param; /* strings are our own */
  char *doc;
  char *enumeration; /* qualified name */
  char *parent;      /* of a field of an enumeration: the parameter it belongs to */
  char *parent_default;
  GtkWidget *control; /* GtkEntry, GtkSwitch, GtkCheckButton or GtkDropDown */
  GtkWidget *unit;    /* label, or NULL */
  GtkWidget *reset;   /* beside controls that have no icon of their own */
  bool is_updating;
  bool is_various; /* the items differ in it */

  /* While the number is dragged. */
  char *scrubbed;   /* text at the begin, or NULL */
  uint64_t step;    /* of undo, that it is; 0: not yet */
  double steps;     /* from there to the pointer */
  double set_steps; /* to what is shown */
  guint tick;
};

static const double scrub_threshold_px = 4;
static const double px_per_whole = 12; /* from one whole number to the next */

G_DEFINE_FINAL_TYPE (UiField, ui_field, ADW_TYPE_ACTION_ROW)

/* ---- writing ---- */

static const char *const *
items_of (const UiField *self)
{
  return (const char *const *) self->items;
}

static bool
is_assumed (const UiField *self)
{
  for (uint32_t i = 0; i < self->n_items; i++)
    if (doc_is_assumed (self->studio->document->doc, self->items[i], self->param.name))
      return true;
  return false;
}

/* What it is, and what is to be said of its value. */
static void
show_problem (UiField *self, const char *problem)
{
  GtkWidget *row = GTK_WIDGET (self);
  g_autofree char *sentence = problem != NULL ? desk_describe_sentence (problem) : NULL;

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self),
                               sentence != NULL     ? sentence
                               : !is_assumed (self) ? self->doc
                               : GTK_IS_ENTRY (self->control)
                                   ? _ ("Assumed; Return confirms it")
                                   : _ ("Assumed; “Confirm Assumed Values” keeps it"));
  if (problem != NULL)
    gtk_widget_add_css_class (row, "field-error");
  else
    gtk_widget_remove_css_class (row, "field-error");
  ui_control_show_problem (self->control, sentence);
}

/* What cannot be taken is kept with the diagram, since the page may go; NULL: it is
 * mended. */
static void
settle_problem (UiField *self, const char *problem)
{
  const char *text = GTK_IS_ENTRY (self->control)
                         ? gtk_editable_get_text (GTK_EDITABLE (self->control))
                         : "";
  DeskDraft draft = {ui_control_held (self->control), (char *) text, (char *) problem};

  desk_document_set_draft (self->studio->document, items_of (self), self->param.name,
                           problem != NULL ? &draft : NULL);
  show_problem (self, problem);
}

/* Unless something else holds since. */
static void
restore_draft (UiField *self)
{
  const DeskDraft *draft =
      desk_document_draft (self->studio->document, items_of (self), self->param.name);

  if (draft == NULL || !GTK_IS_ENTRY (self->control))
    return;
  if (g_strcmp0 (draft->held, ui_control_held (self->control)) != 0) {
    settle_problem (self, NULL);
    return;
  }
  gtk_editable_set_text (GTK_EDITABLE (self->control), draft->text);
  show_problem (self, draft->problem);
}

static void
set (UiField *self, const char *value, const char *entry)
{
  g_autoptr (GError) error = NULL;

  doc_set_modifiers (self->studio->document->doc, items_of (self), self->param.name,
                     value, entry, &error);
  settle_problem (self, error != NULL ? error->message : NULL);
  if (error != NULL)
    return;
  if (GTK_IS_ENTRY (self->control))
    ui_control_settle (self->control);
  ui_field_update (self);
}

/* A parameter of the diagram has no other default to go back to. */
static bool
is_own (const UiField *self)
{
  return strcmp (self->items[0], DOC_SELF) == 0;
}

static void
reset (UiField *self)
{
  set (self, NULL, NULL);
}

static void
icon_released (UiField *self)
{
  if (is_own (self))
    gtk_widget_activate_action (GTK_WIDGET (self), "field.menu", NULL);
  else
    reset (self);
}

/* Only what somebody changed is written: looking at a field is no edit. */
static void
apply_text (UiField *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->control));
  g_auto (DeskQuantity) quantity = {NULL, NULL, NULL};

  if (self->is_updating || !ui_control_is_typed_in (self->control)) {
    settle_problem (self, NULL);
    return;
  }
  quantity = desk_quantity_read (&self->param, text);
  if (quantity.problem != NULL) {
    settle_problem (self, quantity.problem);
    return;
  }
  set (self, quantity.value, quantity.entry);
}

/* Return on a value that is assumed takes it as it is. */
static void
activated (UiField *self)
{
  const DocModel *doc = self->studio->document->doc;
  g_autofree char *value = doc_get_modifier (doc, self->items[0], self->param.name);

  if (ui_control_is_typed_in (self->control) || !is_assumed (self) || self->is_various)
    apply_text (self);
  else
    set (self, value, NULL);
}

/* The page may go with what stands on it. */
static void
left (UiField *self)
{
  apply_text (self);
  if (gtk_widget_has_css_class (self->control, "error"))
    ui_control_refuse (&self->studio->messages, self->control);
}

static void
switched (UiField *self)
{
  gboolean is_on;

  if (self->is_updating)
    return;
  g_object_get (self->control, "active", &is_on, NULL);
  set (self, is_on ? "true" : "false", NULL);
}

static void
case_chosen (UiField *self)
{
  const guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));

  if (self->is_updating || at >= self->param.n_cases)
    return;

  g_autofree char *value =
      g_strconcat (self->enumeration, ".", self->param.cases[at], NULL);
  set (self, value, NULL);
}

/* ---- reading ---- */

static void
mark_changed (UiField *self, bool is_changed)
{
  if (self->reset != NULL)
    gtk_widget_set_visible (self->reset, is_changed);
  if (GTK_IS_ENTRY (self->control))
    gtk_entry_set_icon_from_icon_name (GTK_ENTRY (self->control),
                                       GTK_ENTRY_ICON_SECONDARY,
                                       is_own (self) ? "view-more-symbolic"
                                       : is_changed  ? "edit-undo-symbolic"
                                                     : NULL);
  if (is_changed)
    gtk_widget_add_css_class (GTK_WIDGET (self), "field-changed");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "field-changed");
}

/* A start value, not a parameter. */
static bool
is_start (const UiField *self)
{
  return strchr (self->param.name, '(') != NULL;
}

/* What holds where nothing is shown: values that differ, the default, a start value; is
 * one needed? Caller frees. */
static char *
placeholder (const UiField *self, bool *is_needed)
{
  const size_t n = strcspn (self->param.name, "(");
  g_autofree char *variable =
      g_strdup_printf ("%s.%.*s", self->items[0], (int) n, self->param.name);

  *is_needed = false;
  if (self->is_various || self->param.value != NULL)
    return g_strdup (self->is_various ? _ ("various") : self->param.value);
  if (self->param.name[n] == '\0') {
    char *given =
        desk_starts_given (self->studio->starts, self->items[0], self->param.name);
    *is_needed = given == NULL;
    return given != NULL ? given : g_strdup (_ ("needed"));
  }
  char *start = desk_starts_to_text (self->studio->starts, variable);
  return start != NULL        ? start
         : self->unit != NULL ? g_strdup (gtk_label_get_text (GTK_LABEL (self->unit)))
                              : g_strdup ("");
}

/* What has a unit says it itself: as a start value in place of both, in their room. */
static void
show_unit (UiField *self, bool is_empty, bool has_unit)
{
  const bool is_wide = is_start (self) && is_empty && !self->is_various;
  const int n_chars = is_wide ? START_FIELD_CHARS : FIELD_CHARS;

  if (self->unit == NULL)
    return;
  gtk_widget_set_visible (self->unit, !is_wide);
  gtk_widget_set_opacity (self->unit, has_unit ? 0 : 1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->control), n_chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->control), n_chars);
}

static void
update_text (UiField *self, const char *value, const char *entry)
{
  bool is_needed;
  g_autofree char *otherwise = placeholder (self, &is_needed);
  g_autofree char *text = desk_quantity_show (&self->param, value, entry);

  ui_control_show_text (self->control, text);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->control), otherwise);
  show_unit (self, *text == '\0', entry != NULL);
  if (is_needed && value == NULL && self->parent == NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), "field-missing");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "field-missing");
}

static void
mark_assumed (UiField *self)
{
  if (is_assumed (self))
    gtk_widget_add_css_class (GTK_WIDGET (self), "field-assumed");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "field-assumed");
}

static void
update_case (UiField *self, const char *value)
{
  g_autofree char *name =
      desk_quantity_case (value != NULL ? value : self->param.value);

  if (self->is_various)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control),
                                GTK_INVALID_LIST_POSITION);
  for (guint i = 0; i < self->param.n_cases && !self->is_various; i++)
    if (g_str_equal (self->param.cases[i], name))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), i);
}

/* A field of an enumeration is there while its case is chosen. */
static void
update_visible (UiField *self)
{
  if (self->parent == NULL)
    return;

  g_autofree char *value = NULL, *entry = NULL;
  const bool is_one = desk_params_get (self->studio->document->doc, items_of (self),
                                       self->n_items, self->parent, &value, &entry);
  g_autofree char *name =
      desk_quantity_case (value != NULL ? value : self->parent_default);

  gtk_widget_set_visible (GTK_WIDGET (self),
                          is_one && g_strcmp0 (name, self->param.of_case) == 0);
}

static void
update_switch (UiField *self, const char *value)
{
  const bool is_on = g_strcmp0 (value != NULL ? value : self->param.value, "true") == 0;

  if (GTK_IS_CHECK_BUTTON (self->control))
    gtk_check_button_set_inconsistent (GTK_CHECK_BUTTON (self->control),
                                       self->is_various);
  g_object_set (self->control, "active", is_on && !self->is_various, NULL);
}

void
ui_field_update (UiField *self)
{
  g_autofree char *value = NULL, *entry = NULL;

  self->is_updating = true;
  self->is_various = !desk_params_get (self->studio->document->doc, items_of (self),
                                       self->n_items, self->param.name, &value, &entry);
  if (GTK_IS_ENTRY (self->control))
    update_text (self, value, entry);
  else if (GTK_IS_DROP_DOWN (self->control))
    update_case (self, value);
  else
    update_switch (self, value);
  mark_changed (self, !is_own (self) && (value != NULL || self->is_various));
  mark_assumed (self);
  if (!gtk_widget_has_css_class (self->control, "error"))
    show_problem (self, NULL);
  update_visible (self);
  self->is_updating = false;
}

void
ui_field_focus (UiField *self)
{
  gtk_widget_grab_focus (self->control);
  if (GTK_IS_ENTRY (self->control))
    gtk_editable_select_region (GTK_EDITABLE (self->control), 0, -1);
}

const char *
ui_field_name (UiField *self)
{
  return self->param.name;
}

/* ---- dragging a number ---- */

/* What counting begins with: what is shown, else the default. */
static char *
scrub_start (UiField *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->control));

  if (*text == '\0')
    text = self->is_various ? NULL : self->param.value;

  g_autofree char *counted =
      text != NULL ? desk_quantity_scrub (&self->param, text, 0) : NULL;

  return counted != NULL ? g_strdup (text) : NULL;
}

/* Steps for a pixel: Shift makes ten times as fine, Ctrl as coarse. */
static double
pace (GdkModifierType state)
{
  return state & GDK_SHIFT_MASK ? 0.1 : state & GDK_CONTROL_MASK ? 10 : 1;
}

/* The whole drag is one step of undo. A run that was shown is made anew, so that the
 * curves follow the hand. */
static void
scrub_to (UiField *self, double steps)
{
  DocModel *doc = self->studio->document->doc;
  g_autofree char *text = desk_quantity_scrub (&self->param, self->scrubbed, steps);
  g_auto (DeskQuantity) quantity = desk_quantity_read (&self->param, text);

  if (quantity.problem != NULL)
    return;
  doc_begin_anew (doc, &self->step, _ ("Drag value"));
  doc_set_modifiers (doc, items_of (self), self->param.name, quantity.value,
                     quantity.entry, NULL);
  doc_end (doc);
  if (self->studio->runs->current != NULL &&
      desk_runs_state (self->studio->runs) != RUN_PAUSED)
    desk_runs_repeat (self->studio->runs);
}

/* Up and Down in the field do what a drag by a pixel does, each key a step of undo. */
static gboolean
count_by_key (GtkEventControllerKey *controller,
              guint key,
              guint code,
              GdkModifierType state,
              UiField *self)
{
  const bool is_up = key == GDK_KEY_Up || key == GDK_KEY_KP_Up;
  const bool is_down = key == GDK_KEY_Down || key == GDK_KEY_KP_Down;

  if (!is_up && !is_down)
    return GDK_EVENT_PROPAGATE;
  if (self->scrubbed != NULL) /* the hand has it */
    return GDK_EVENT_STOP;
  apply_text (self);
  self->scrubbed = scrub_start (self);
  self->step = 0;
  if (self->scrubbed != NULL)
    scrub_to (self, is_up ? pace (state) : -pace (state));
  g_clear_pointer (&self->scrubbed, g_free);
  return GDK_EVENT_STOP;
}

static gboolean
scrub_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiField *self = data;

  if (self->steps != self->set_steps) {
    self->set_steps = self->steps;
    scrub_to (self, self->steps);
  }
  return G_SOURCE_CONTINUE;
}

static void
scrub_begin (GtkGestureDrag *gesture, double x, double y, UiField *self)
{
  GtkWidget *under = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  if (under == self->control || gtk_widget_is_ancestor (under, self->control))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
}

static void
scrub_update (GtkGestureDrag *gesture, double dx, double dy, UiField *self)
{
  const GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (self->scrubbed == NULL) {
    if (fabs (dx) < scrub_threshold_px || fabs (dx) < fabs (dy))
      return;
    self->scrubbed = scrub_start (self);
    if (self->scrubbed == NULL) {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    desk_document_hold (self->studio->document);
    self->step = 0;
    self->set_steps = 0;
    self->tick =
        gtk_widget_add_tick_callback (GTK_WIDGET (self), scrub_tick, self, NULL);
  }
  self->steps = pace (state) * (dx - copysign (scrub_threshold_px, dx)) /
                (self->param.kind == LIB_PARAM_INTEGER ? px_per_whole : 1);
}

static void
scrub_end (GtkGestureDrag *gesture, double dx, double dy, UiField *self)
{
  if (self->scrubbed == NULL)
    return;
  scrub_tick (GTK_WIDGET (self), NULL, self);
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  g_clear_pointer (&self->scrubbed, g_free);
  desk_document_release (self->studio->document);
}

static void
add_scrubbing (UiField *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  const char *doc = gtk_widget_get_tooltip_text (GTK_WIDGET (self));
  g_autofree char *tip = g_strconcat (
      doc != NULL ? doc : "", doc != NULL ? "\n" : "",
      _ ("Drag sideways, or press Up and Down, to change it (Shift: finely, Ctrl: "
         "coarsely)"),
      NULL);

  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tip);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (scrub_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (scrub_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (scrub_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (count_by_key), self);
  gtk_widget_add_controller (self->control, keys);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "ew-resize");
}

/* ---- controls ---- */

/* A vector or matrix that can be edited as a table. */
static bool
has_table (const UiField *self)
{
  const LibParam *param = &self->param;

  return param->kind == LIB_PARAM_ARRAY && !param->is_final && self->n_items == 1 &&
         !is_own (self) &&
         (param->table.of == LIB_PARAM_REAL || param->table.of == LIB_PARAM_INTEGER);
}

static GtkWidget *
entry_new (UiField *self)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  const bool is_long = self->param.kind == LIB_PARAM_ARRAY ||
                       self->param.kind == LIB_PARAM_OTHER ||
                       self->param.kind == LIB_PARAM_STRING;
  const int n_chars = has_table (self) ? TABLE_FIELD_CHARS
                      : is_long        ? LONG_FIELD_CHARS
                                       : FIELD_CHARS;

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), n_chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), n_chars);
  gtk_editable_set_alignment (GTK_EDITABLE (entry), is_long ? 0 : 1);
  gtk_entry_set_icon_tooltip_text (GTK_ENTRY (entry), GTK_ENTRY_ICON_SECONDARY,
                                   is_own (self) ? _ ("Rename, describe or remove it")
                                                 : _ ("Back to the default"));
  ui_control_add_undo (entry);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (activated), self);
  g_signal_connect_swapped (entry, "icon-release", G_CALLBACK (icon_released), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (left), self);
  gtk_widget_add_controller (entry, focus);
  return entry;
}

static GtkWidget *
drop_down_new (UiField *self)
{
  GtkWidget *drop = gtk_drop_down_new_from_strings (self->param.cases);

  g_signal_connect_swapped (drop, "notify::selected", G_CALLBACK (case_chosen), self);
  return drop;
}

/* Only a check button can show that it stands for several that differ. */
static GtkWidget *
switch_new (UiField *self)
{
  GtkWidget *toggle = self->n_items > 1 ? gtk_check_button_new () : gtk_switch_new ();

  g_signal_connect_swapped (toggle, "notify::active", G_CALLBACK (switched), self);
  return toggle;
}

static GtkWidget *
reset_new (UiField *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-undo-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ui_control_set_label (button, _ ("Back to the default"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (reset), self);
  return button;
}

/* Room for most, such as "N\u00B7m\u00B7s/rad", so that entries stand below each other.
 */
enum { UNIT_CHARS = 8 };

static GtkWidget *
unit_new (const LibParam *param)
{
  g_autofree char *text = base_unit_to_label (param->units);
  GtkWidget *label = gtk_label_new (text);
  g_autofree char *choices = desk_quantity_choices (param);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), UNIT_CHARS);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "unit");
  if (choices != NULL && strchr (choices, ',') != NULL) {
    g_autofree char *tip =
        g_strdup_printf (_ ("You may also type other units: %s"), choices);

    gtk_widget_set_tooltip_text (label, tip);
  }
  return label;
}

static void
open_table (UiField *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  apply_text (self);
  ui_table_window_show (GTK_WINDOW (root), self->studio, self->items[0],
                        self->param.name);
}

/* Beside what is typed as a list of numbers, where the others have their unit. */
static GtkWidget *
table_button_new (UiField *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("dashpot-table-symbolic");
  g_autofree char *label = g_strdup_printf (_ ("Edit %s as a table"), self->param.name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ui_control_set_label (button, label);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (open_table), self);
  return button;
}

static void
add_controls (UiField *self)
{
  AdwActionRow *row = ADW_ACTION_ROW (self);
  const bool is_number =
      self->param.kind == LIB_PARAM_REAL || self->param.kind == LIB_PARAM_INTEGER;

  switch (self->param.kind) {
  case LIB_PARAM_BOOLEAN:
    self->control = switch_new (self);
    break;
  case LIB_PARAM_ENUM:
    self->control = drop_down_new (self);
    break;
  case LIB_PARAM_REAL:
  case LIB_PARAM_INTEGER:
  case LIB_PARAM_STRING:
  case LIB_PARAM_ARRAY:
  case LIB_PARAM_OTHER:
    self->control = entry_new (self);
    break;
  }
  /* An entry has its way back in itself. */
  if (!GTK_IS_ENTRY (self->control)) {
    self->reset = reset_new (self);
    adw_action_row_add_suffix (row, self->reset);
  }
  gtk_widget_set_valign (self->control, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, self->param.name, -1);
  adw_action_row_add_suffix (row, self->control);
  if (self->param.kind == LIB_PARAM_REAL)
    adw_action_row_add_suffix (row, self->unit = unit_new (&self->param));
  if (has_table (self))
    adw_action_row_add_suffix (row, table_button_new (self));
  if (is_number && !self->param.is_final)
    add_scrubbing (self);
  gtk_widget_set_sensitive (self->control, !self->param.is_final);
}

/* ---- widget ---- */

static void
ui_field_finalize (GObject *object)
{
  UiField *self = UI_FIELD (object);

  g_strfreev (self->items);
  g_free ((char *) self->param.name);
  g_free ((char *) self->param.units);
  g_free ((char *) self->param.value);
  g_free ((char *) self->param.of_case);
  g_strfreev ((char **) self->param.cases);
  g_free (self->doc);
  g_free (self->enumeration);
  g_free (self->parent);
  g_free (self->parent_default);
  if (self->scrubbed != NULL)
    desk_document_release (self->studio->document);
  g_free (self->scrubbed);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_field_parent_class)->finalize (object);
}

static void
ui_field_class_init (UiFieldClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ui_field_finalize;
}

static void
ui_field_init (UiField *self)
{
  g_object_set (self, "use-markup", FALSE, "selectable", FALSE, "activatable", FALSE,
                "focusable", FALSE, NULL); /* Tab goes from value to value */
  gtk_widget_add_css_class (GTK_WIDGET (self), "field");
}

/* The parameter may die with the next edit of the diagram. */
static void
copy_param (UiField *self, const LibParam *param)
{
  self->param = *param;
  self->param.name = g_strdup (param->name);
  self->param.units = g_strdup (param->units != NULL ? param->units : "");
  self->param.value = g_strdup (param->value);
  self->param.of_case = g_strdup (param->of_case);
  self->param.cases = (const char *const *) g_new0 (char *, param->n_cases + 1);
  for (uint32_t i = 0; i < param->n_cases; i++)
    ((char **) self->param.cases)[i] = g_strdup (param->cases[i]);
  self->param.doc = self->param.display_units = self->param.type_name = NULL;
  self->param.case_docs = NULL;
  self->param.enumeration = NULL;
  self->enumeration =
      param->enumeration != NULL ? g_strdup (param->enumeration->name) : NULL;
}

/* "ref_type.f_crit" belongs to "ref_type", whose default says which case holds. */
static void
find_parent (UiField *self)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t item = doc_find_item (doc, self->items[0]);
  const char *dot = strrchr (self->param.name, '.');

  if (self->param.of_case == NULL || dot == NULL || item == UINT32_MAX)
    return;

  const LibCard *card = doc_item (doc, item)->card;
  self->parent = g_strndup (self->param.name, (gsize) (dot - self->param.name));
  for (uint32_t i = 0; card != NULL && i < card->n_params; i++)
    if (g_str_equal (card->params[i].name, self->parent))
      self->parent_default = g_strdup (card->params[i].value);
}

GtkWidget *
ui_field_new (DeskStudio *studio,
              const char *const *items,
              const LibParam *param,
              const char *title)
{
  UiField *self = g_object_new (UI_TYPE_FIELD, NULL);
  const char *dot = strrchr (param->name, '.');

  self->studio = g_object_ref (studio);
  self->items = g_strdupv ((char **) items);
  self->n_items = g_strv_length (self->items);
  copy_param (self, param);
  self->doc = desk_describe_param (param);
  find_parent (self);
  if (title == NULL)
    title = self->parent != NULL ? dot + 1 : param->name;
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), self->doc);
  g_autofree char *tooltip = lib_text_doc (param->doc);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip);
  add_controls (self);
  ui_field_update (self);
  restore_draft (self);
  return GTK_WIDGET (self);
}
