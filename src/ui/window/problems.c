/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of what is wrong with the model, errors first, up to a number that a list
 * can show, and how many more there are. Choosing a row selects the components that it
 * names. A file outside of the diagram's folder is read only after a question. */
#include "ui/window/problems.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "desk/describe.h"
#include "desk/problem/mend.h"
#include "desk/tool/levels.h"
#include "ui/inspector/table-window.h"
#include "ui/widgets/control.h"

struct _UiProblems {
  GtkWidget parent_instance;

  DeskStudio *studio;
  GtkWidget *stack;
  GtkListBox *list;
  uint32_t count;
};

enum { REVEALED, PLACED, PREVIEWED, ASKED, COUNT_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiProblems, ui_problems, GTK_TYPE_WIDGET)

static const struct {
  const char *icon;
  const char *css_class;
} looks[] = {
    [BASE_NOTE] = {"dialog-information-symbolic", "accent"},
    [BASE_WARNING] = {"dialog-warning-symbolic", "warning"},
    [BASE_ERROR] = {"dialog-error-symbolic", "error"},
};

/* Where it is, for the end of the row: an instance path, else a line of the text, which
 * nobody sees before it is saved. */
static char *
place_text (UiProblems *self, const BaseDiag *diag)
{
  if (diag->path != NULL && *diag->path != '\0')
    return g_strdup (diag->path);
  if (diag->line > 0 && doc_path (self->studio->document->doc) != NULL)
    return g_strdup_printf (_ ("line %u"), diag->line);
  return g_strdup ("");
}

static GtkWidget *
lines_new (const BaseDiag *diag)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *text = desk_describe_sentence (diag->message);
  GtkWidget *sentence = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (sentence), 0);
  gtk_label_set_wrap (GTK_LABEL (sentence), TRUE);
  gtk_box_append (GTK_BOX (box), sentence);
  if (diag->hint != NULL) {
    g_autofree char *advice = desk_describe_sentence (diag->hint);
    GtkWidget *hint = gtk_label_new (advice);

    gtk_label_set_xalign (GTK_LABEL (hint), 0);
    gtk_label_set_wrap (GTK_LABEL (hint), TRUE);
    gtk_widget_add_css_class (hint, "dim-label");
    gtk_widget_add_css_class (hint, "caption");
    gtk_box_append (GTK_BOX (box), hint);
  }
  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  return box;
}

static GtkWidget *
small_label_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  return label;
}

/* ---- reading what lies elsewhere ---- */

typedef struct {
  DeskStudio *studio;
  char *path;
} Wanted;

static void
wanted_free (gpointer data, GClosure *closure)
{
  Wanted *wanted = data;

  g_object_unref (wanted->studio);
  g_free (wanted->path);
  g_free (wanted);
}

static void
answered (GtkWidget *dialog, const char *response, Wanted *wanted)
{
  if (strcmp (response, "allow") == 0)
    desk_document_allow_file (wanted->studio->document, wanted->path);
}

static void
ask_to_read (GtkWidget *button, Wanted *wanted)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (button)),
                                              _ ("Allow Reading This File?"), NULL);
  g_autofree char *name = g_filename_display_name (wanted->path);

  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _ ("The diagram wants to read a table from “%s”, "
                                     "outside its own folder. Allow it "
                                     "only if you trust the diagram."),
                                  name);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel",
                                    _ ("_Cancel"), "allow", _ ("_Allow Reading"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  Wanted *copy = g_new (Wanted, 1);
  *copy = (Wanted){g_object_ref (wanted->studio), g_strdup (wanted->path)};
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered), copy, wanted_free,
                         0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static GtkWidget *
allow_button_new (UiProblems *self, const char *path)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("Allow _Reading…"));
  Wanted *wanted = g_new (Wanted, 1);

  *wanted = (Wanted){g_object_ref (self->studio), g_strdup (path)};
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Let this diagram read the file"));
  g_signal_connect_data (button, "clicked", G_CALLBACK (ask_to_read), wanted,
                         wanted_free, 0);
  return button;
}

/* ---- mending ---- */

typedef struct {
  UiProblems *problems;
  DeskMend *mend;
} Offer;

static void
offer_free (gpointer data, GClosure *closure)
{
  Offer *offer = data;

  desk_mend_free (offer->mend);
  g_free (offer);
}

static void
show_preview (UiProblems *self, const DeskMend *mend)
{
  const DeskDocument *document = self->studio->document;

  /* Whoever listens takes it over. */
  if (g_signal_has_handler_pending (self, signals[PREVIEWED], 0, FALSE))
    g_signal_emit (self, signals[PREVIEWED], 0,
                   mend != NULL
                       ? desk_mend_preview (mend, document->doc, document->library)
                       : NULL);
}

static void
entered (GtkEventController *controller, double x, double y, Offer *offer)
{
  show_preview (offer->problems, offer->mend);
}

static void
focused (GtkEventController *controller, Offer *offer)
{
  show_preview (offer->problems, offer->mend);
}

static void
left (UiProblems *self)
{
  show_preview (self, NULL);
}

static void
mend_now (GtkWidget *button, Offer *offer)
{
  DeskStudio *studio = offer->problems->studio;
  const DeskMend *mend = offer->mend;
  g_autoptr (GError) error = NULL;

  if (mend->kind == DESK_MEND_FILL) {
    ui_table_window_show (GTK_WINDOW (gtk_widget_get_root (button)), studio, mend->item,
                          mend->target);
    return;
  }
  desk_mend_do (offer->mend, studio->document->doc, &error);
  desk_message_error (&studio->messages, error);
}

/* Pointing at it, or going there by keys, shows what it would do. */
static GtkWidget *
mend_button_new (UiProblems *self, DeskMend *mend)
{
  GtkWidget *button = gtk_button_new_with_label (mend->label);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  Offer *offer = g_new (Offer, 1);

  *offer = (Offer){self, mend};
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_data (button, "clicked", G_CALLBACK (mend_now), offer, offer_free,
                         0);
  g_signal_connect (motion, "enter", G_CALLBACK (entered), offer);
  g_signal_connect_object (motion, "leave", G_CALLBACK (left), self, G_CONNECT_SWAPPED);
  g_signal_connect (focus, "enter", G_CALLBACK (focused), offer);
  g_signal_connect_object (focus, "leave", G_CALLBACK (left), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (button, motion);
  gtk_widget_add_controller (button, focus);
  return button;
}

/* Where nothing is known to help, the place tells most. */
static void
append_mends (UiProblems *self, GtkWidget *box, const BaseDiag *diag, const char *place)
{
  g_autoptr (GPtrArray) mends = desk_mends (self->studio->document->doc, diag);

  if (mends->len == 0)
    gtk_box_append (GTK_BOX (box), small_label_new (place));
  while (mends->len > 0)
    gtk_box_append (GTK_BOX (box),
                    mend_button_new (self, g_ptr_array_steal_index (mends, 0)));
}

/* ---- what it means ---- */

static char *
all_of (const BaseDiag *diag)
{
  return g_strconcat (diag->message, "\n", diag->hint, NULL);
}

static void
ask (GObject *button, UiProblems *self)
{
  g_signal_emit (self, signals[ASKED], 0, g_object_get_data (button, "message"));
}

/* Leads to the terms that are named, if there are some. */
static void
append_question (UiProblems *self, GtkWidget *box, const BaseDiag *diag)
{
  g_autofree char *message = all_of (diag);
  g_autoptr (GPtrArray) named = desk_glossary_named (self->studio->glossary, message);

  if (named->len == 0)
    return;
  GtkWidget *button = gtk_button_new_with_label ("?");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ui_control_set_label (button, _ ("What Does This Mean?"));
  g_object_set_data_full (G_OBJECT (button), "message", g_steal_pointer (&message),
                          g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (ask), self, 0);
  gtk_box_append (GTK_BOX (box), button);
}

/* ---- rows ---- */

static GtkWidget *
row_new (UiProblems *self, const BaseDiag *diag, uint32_t index)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  const BaseSeverity severity = desk_problems_severity (self->studio->problems, diag);
  GtkWidget *icon = gtk_image_new_from_icon_name (looks[severity].icon);
  g_autofree char *code = base_diag_code (diag);
  g_autofree char *place = place_text (self, diag);
  g_autofree char *details =
      g_strdup_printf ("%s %s", desk_describe_severity (severity), code);
  g_autofree char *spoken = g_strdup_printf ("%s: %s", details, diag->message);

  /* From left to right. */
  gtk_widget_add_css_class (icon, looks[severity].css_class);
  gtk_widget_add_css_class (box, "problem-row");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), lines_new (diag));
  if (diag->file_wanted != NULL)
    gtk_box_append (GTK_BOX (box), allow_button_new (self, diag->file_wanted));
  append_mends (self, box, diag, place);
  append_question (self, box, diag);
  /* What is told of it. */
  gtk_widget_set_tooltip_text (icon, details);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "index", GUINT_TO_POINTER (index));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
  return row;
}

/* "and 12 more errors" */
static GtkWidget *
more_row_new (uint32_t n, BaseSeverity severity)
{
  GtkWidget *row = gtk_list_box_row_new ();
  g_autofree char *text =
      severity == BASE_ERROR
          ? g_strdup_printf (ngettext ("and %u more error", "and %u more errors", n), n)
      : severity == BASE_WARNING
          ? g_strdup_printf (
                ngettext ("and %u more warning", "and %u more warnings", n), n)
          : g_strdup_printf (ngettext ("and %u more note", "and %u more notes", n), n);

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), small_label_new (text));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  return row;
}

/* The first ones of a severity, and how many there are. */
static uint32_t
append_rows (UiProblems *self, const BaseDiags *diags, BaseSeverity severity)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);

    if (desk_problems_severity (self->studio->problems, diag) == severity &&
        n++ < BASE_DIAGS_SHOWN)
      gtk_list_box_append (self->list, row_new (self, diag, i));
  }
  if (n > BASE_DIAGS_SHOWN)
    gtk_list_box_append (self->list, more_row_new (n - BASE_DIAGS_SHOWN, severity));
  return n;
}

/* The row that has the focus, or -1. */
static int
focused_row (UiProblems *self)
{
  GtkWidget *child = gtk_widget_get_focus_child (GTK_WIDGET (self->list));

  return GTK_IS_LIST_BOX_ROW (child)
             ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (child))
             : -1;
}

/* Who walks through the list with keys stays at the same place of it. */
static void
focus_row (UiProblems *self, int at)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, at);

  if (row == NULL)
    row = gtk_list_box_get_row_at_index (self->list, 0);
  if (at >= 0 && row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* Errors, warnings, notes; each in the order in which they were found. */
static void
rebuild (UiProblems *self)
{
  const BaseDiags *diags = self->studio->problems->diags;
  const int focused = focused_row (self);
  uint32_t n_notes;
  GtkWidget *row;

  if (focused >= 0)
    ui_control_release_focus (
        GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, focused)));
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  self->count = append_rows (self, diags, BASE_ERROR);
  self->count += append_rows (self, diags, BASE_WARNING);
  n_notes = append_rows (self, diags, BASE_NOTE);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    self->count + n_notes > 0 ? "list" : "empty");
  focus_row (self, focused);
  g_signal_emit (self, signals[COUNT_CHANGED], 0);
}

/* ---- the culprit ---- */

static void
select_culprits (UiProblems *self, const BaseDiag *diag)
{
  g_autoptr (GPtrArray) names = desk_problems_items (self->studio->problems, diag);
  const uint32_t wire = desk_problems_wire (self->studio->problems, diag);

  if (names->len > 0) {
    desk_selection_set (self->studio->selection, (const char *const *) names->pdata,
                        names->len);
    g_signal_emit (self, signals[REVEALED], 0, names->pdata[0]);
  } else if (wire != UINT32_MAX)
    desk_selection_set_wire (self->studio->selection, wire);
}

static void
row_activated (GtkListBox *list, GtkListBoxRow *row, UiProblems *self)
{
  const uint32_t index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "index"));
  DeskProblems *problems = self->studio->problems;

  /* On the level where it is: there they are gathered anew, in the same order. */
  if (index < base_diags_count (problems->diags))
    desk_levels_show (self->studio, base_diags_get (problems->diags, index));
  const BaseDiags *diags = problems->diags;
  if (index < base_diags_count (diags)) {
    const BaseDiag *diag = base_diags_get (diags, index);

    select_culprits (self, diag);
    g_signal_emit (self, signals[PLACED], 0, diag);
  }
}

/* ---- widget ---- */

static void
ui_problems_dispose (GObject *object)
{
  UiProblems *self = UI_PROBLEMS (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_problems_parent_class)->dispose (object);
}

static void
ui_problems_class_init (UiProblemsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_problems_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/problems.ui");
  gtk_widget_class_bind_template_child (widget_class, UiProblems, stack);
  gtk_widget_class_bind_template_child (widget_class, UiProblems, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  signals[REVEALED] = g_signal_new ("revealed", UI_TYPE_PROBLEMS, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[PLACED] = g_signal_new ("placed", UI_TYPE_PROBLEMS, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[PREVIEWED] =
      g_signal_new ("previewed", UI_TYPE_PROBLEMS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[ASKED] = g_signal_new ("asked", UI_TYPE_PROBLEMS, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[COUNT_CHANGED] =
      g_signal_new ("count-changed", UI_TYPE_PROBLEMS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 0);
}

static void
ui_problems_init (UiProblems *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ui_problems_new (DeskStudio *studio)
{
  UiProblems *self = g_object_new (UI_TYPE_PROBLEMS, NULL);

  self->studio = g_object_ref (studio);
  desk_property_listen (studio->problems, "diags", self, G_CALLBACK (rebuild));
  rebuild (self);
  return GTK_WIDGET (self);
}

uint32_t
ui_problems_count (UiProblems *self)
{
  return self->count;
}
