/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A popover that asks for a text, of one line or several, at a place of the canvas:
 * names and notes. The owner says whether it takes the text; what it refuses stays to
 * be mended. The length is bounded, as a line of megabytes takes minutes to lay out. */
#include "ui/widgets/prompt.h"

#include <glib/gi18n.h>

#include "ui/widgets/control.h"
#include "ui/widgets/popover.h"

enum { most_bytes = 20000 };

typedef struct {
  GtkPopover *popover;
  GtkWidget *entry; /* GtkEntry or GtkTextView */
  GtkLabel *problem;
  UiPromptAccept accept;
  void *data;
  GDestroyNotify free_data;
} Prompt;

static void
prompt_free (gpointer data)
{
  Prompt *prompt = data;

  if (prompt->free_data != NULL)
    prompt->free_data (prompt->data);
  g_free (prompt);
}

static char *
text_of (const Prompt *prompt)
{
  GtkTextIter start, end;

  if (GTK_IS_EDITABLE (prompt->entry))
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (prompt->entry)));

  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (prompt->entry));

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

static void
accept (Prompt *prompt)
{
  g_autofree char *text = text_of (prompt);
  g_autofree char *refusal = prompt->accept (prompt->data, text);

  gtk_widget_set_visible (GTK_WIDGET (prompt->problem), refusal != NULL);
  if (refusal == NULL) {
    gtk_popover_popdown (prompt->popover);
    return;
  }
  gtk_label_set_text (prompt->problem, refusal);
  gtk_widget_add_css_class (prompt->entry, "error");
}

static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType state,
             Prompt *prompt)
{
  const bool is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter;

  if (!is_enter || (GTK_IS_TEXT_VIEW (prompt->entry) && !(state & GDK_CONTROL_MASK)))
    return GDK_EVENT_PROPAGATE;
  accept (prompt);
  return GDK_EVENT_STOP;
}

/* A line of megabytes takes minutes to lay out. Entries of one line have their own
 * limit in GTK. */
static void
before_insert (GtkTextBuffer *buffer,
               const GtkTextIter *at,
               const char *text,
               int length,
               Prompt *prompt)
{
  const bool fits = length <= most_bytes - gtk_text_buffer_get_char_count (buffer);
  g_autofree char *problem =
      g_strdup_printf (_ ("That is more than the %d characters that fit"), most_bytes);

  if (!fits)
    g_signal_stop_emission_by_name (buffer, "insert-text");
  gtk_label_set_text (prompt->problem, problem);
  gtk_widget_set_visible (GTK_WIDGET (prompt->problem), !fits);
}

static GtkWidget *
entry_new (const UiPrompt *asked, GtkWidget **focus)
{
  if (!asked->has_lines) {
    *focus = gtk_entry_new ();
    gtk_editable_set_text (GTK_EDITABLE (*focus), asked->text);
    ui_control_settle (*focus);
    gtk_editable_set_width_chars (GTK_EDITABLE (*focus), 24);
    return *focus;
  }

  GtkWidget *scrolled = gtk_scrolled_window_new ();

  *focus = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (*focus), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (*focus), 8);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (*focus), 8);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (*focus), 8);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (*focus), FALSE);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (*focus));

  gtk_text_buffer_begin_irreversible_action (buffer); /* undo begins after it */
  gtk_text_buffer_set_text (buffer, asked->text, -1);
  gtk_text_buffer_end_irreversible_action (buffer);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), *focus);
  gtk_widget_set_size_request (scrolled, 280, 110);
  gtk_widget_add_css_class (scrolled, "prompt-text");
  gtk_widget_set_overflow (scrolled, GTK_OVERFLOW_HIDDEN); /* round corners */
  return scrolled;
}

static GtkWidget *
content_new (Prompt *prompt, const UiPrompt *asked)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = gtk_label_new (asked->title);
  GtkWidget *entry = entry_new (asked, &prompt->entry);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new_with_label (_ ("Apply"));
  GtkWidget *problem = gtk_label_new (NULL);

  prompt->problem = GTK_LABEL (problem);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (prompt->problem, 0);
  gtk_label_set_wrap (prompt->problem, TRUE);
  gtk_label_set_max_width_chars (prompt->problem, 32);
  gtk_widget_add_css_class (problem, "error");
  gtk_widget_add_css_class (problem, "caption");
  gtk_widget_set_visible (problem, FALSE);
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_END);
  gtk_accessible_update_property (GTK_ACCESSIBLE (prompt->entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, asked->title, -1);
  /* Title, entry and button, and below them what is wrong. */
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (accept), prompt);
  gtk_box_append (GTK_BOX (line), entry);
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), problem);
  return box;
}

GtkWidget *
ui_prompt_show (GtkWidget *parent, const GdkRectangle *at, const UiPrompt *asked)
{
  GtkWidget *popover = gtk_popover_new ();
  Prompt *prompt = g_new0 (Prompt, 1);
  GtkEventController *keys = gtk_event_controller_key_new ();

  prompt->popover = GTK_POPOVER (popover);
  prompt->accept = asked->accept;
  prompt->data = asked->data;
  prompt->free_data = asked->free_data;
  gtk_popover_set_child (GTK_POPOVER (popover), content_new (prompt, asked));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), prompt);
  gtk_widget_add_controller (popover, keys);
  g_object_set_data_full (G_OBJECT (popover), "prompt", prompt, prompt_free);
  ui_popover_show_once (popover, parent, at);
  gtk_widget_grab_focus (prompt->entry);
  if (GTK_IS_TEXT_VIEW (prompt->entry))
    g_signal_connect (gtk_text_view_get_buffer (GTK_TEXT_VIEW (prompt->entry)),
                      "insert-text", G_CALLBACK (before_insert), prompt);
  if (GTK_IS_EDITABLE (prompt->entry))
    gtk_editable_select_region (GTK_EDITABLE (prompt->entry), 0, -1);
  return popover;
}
