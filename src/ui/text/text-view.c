/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The buffer holds what the diagram's text is, byte for byte: keys are replacements in
 * the text of the diagram, whose own are made here at the same places, so that caret,
 * selection and scrolling stay. It has no history of its own; Ctrl+Z is that of the
 * diagram. A long text is put in piece by piece, and GtkSourceView colours what is seen
 * first. */
#include <glib/gi18n.h>
#include <string.h>

#include "desk/text/text-scope.h"
#include "ui/text/text-place.h"
#include "ui/text/text-reader.h"
#include "ui/text/text-style.h"
#include "ui/text/text-view-private.h"
#include "ui/widgets/control.h"

enum {
  MOST_AT_ONCE = 32 << 10, /* bytes that are put in within a frame: 3 ms */
  MOST_MARKED = 100,       /* selected components */
  MOST_WRAPPED = 64 << 10  /* bytes of pasted declarations, read at once */
};

G_DEFINE_FINAL_TYPE (UiTextView, ui_text_view, GTK_TYPE_WIDGET)

/* ---- what is shown ---- */

static void
set_shown (UiTextView *self, const BaseSource *source)
{
  const BaseSource *before = self->shown;

  self->shown = source != NULL ? base_source_ref (source) : NULL;
  base_source_unref ((BaseSource *) before);
}

/* Makes edits here that were made in the text shown, of which `now` has come. */
static void
follow (UiTextView *self, const BaseSource *now, const LangEdit *edits, uint32_t n)
{
  UiTextPlace before = {base_source_text (self->shown), 0, 0};
  UiTextPlace after = {base_source_text (now), 0, 0};
  GtkTextIter from, to;

  self->is_following = true;
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t at = edits[i].begin + after.byte - before.byte;

    ui_text_place_go (&after, at);
    ui_text_place_iter (&after, self->text, &from);
    /* What goes, counted in the text before, */
    if (edits[i].end > edits[i].begin) {
      ui_text_place_go (&before, edits[i].begin);
      const int begin = before.character;
      ui_text_place_go (&before, edits[i].end);
      to = from;
      gtk_text_iter_forward_chars (&to, before.character - begin);
      gtk_text_buffer_delete (self->text, &from, &to);
    }
    /* and what comes. */
    gtk_text_buffer_insert (self->text, &from, after.text + at, (int) edits[i].length);
    ui_text_place_go (&after, at + edits[i].length);
    before.byte = edits[i].end;
  }
  self->is_following = false;
  set_shown (self, now);
}

static void
clear (UiTextView *self, const char *text)
{
  self->is_following = true;
  gtk_text_buffer_set_text (self->text, text, -1);
  self->is_following = false;
  set_shown (self, NULL);
}

static void
stop_filling (UiTextView *self)
{
  g_clear_handle_id (&self->filler, g_source_remove);
  g_clear_pointer ((BaseSource **) &self->filling, base_source_unref);
}

static void catch_up (UiTextView *self);
static void mark_selected (UiTextView *self);

/* The component that one has gone into begins at the top; not under the hands of
 * somebody who is in the text. */
static void
show_level (UiTextView *self)
{
  const DocModel *doc = self->studio->document->doc;
  const LangClass *class = doc_class (doc);
  GtkTextIter at;

  if (class == NULL || self->shown == NULL || self->shown != doc_source (doc) ||
      doc_is_ahead (doc) || gtk_widget_has_focus (GTK_WIDGET (self->view)))
    return;
  ui_text_place_find (self->shown,
                      lang_file_span (doc_file (doc), class->name_span).begin,
                      self->text, &at);
  gtk_text_iter_set_line_offset (&at, 0);
  GtkTextMark *mark = gtk_text_buffer_create_mark (self->text, NULL, &at, TRUE);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), mark, 0, TRUE, 0, 0);
  gtk_text_buffer_delete_mark (self->text, mark);
}

static gboolean
fill (gpointer data)
{
  UiTextView *self = data;
  const char *text = base_source_text (self->filling);
  const size_t length = base_source_length (self->filling);
  size_t to = MIN (length, self->filled + MOST_AT_ONCE);
  GtkTextIter end;

  while (to < length && text[to - 1] != '\n')
    to--;
  if (to <= self->filled) /* one long line */
    to = length;
  gtk_text_buffer_get_end_iter (self->text, &end);
  self->is_following = true;
  gtk_text_buffer_insert (self->text, &end, text + self->filled,
                          (int) (to - self->filled));
  self->is_following = false;
  self->filled = to;
  if (to < length)
    return G_SOURCE_CONTINUE;
  self->filler = 0;
  set_shown (self, self->filling);
  stop_filling (self);
  gtk_text_buffer_get_start_iter (self->text, &end);
  gtk_text_buffer_place_cursor (self->text, &end);
  gtk_source_buffer_set_highlight_syntax (self->buffer, TRUE);
  if (*self->studio->document->level != '\0')
    show_level (self);
  catch_up (self);
  return G_SOURCE_REMOVE;
}

static void
begin_filling (UiTextView *self, const BaseSource *source)
{
  stop_filling (self);
  clear (self, "");
  gtk_source_buffer_set_highlight_syntax (self->buffer, FALSE);
  self->filling = base_source_ref (source);
  self->filled = 0;
  if (fill (self) == G_SOURCE_CONTINUE)
    self->filler = g_idle_add (fill, self);
}

static bool
is_text (const BaseSource *source)
{
  return g_utf8_validate_len (base_source_text (source), base_source_length (source),
                              NULL);
}

/* Shows the text that the diagram has now, whatever was shown before. */
static void
catch_up (UiTextView *self)
{
  const BaseSource *now = doc_source (self->studio->document->doc);
  const bool is_fit = self->shown == now || is_text (now);

  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), is_fit);
  if (!is_fit) {
    stop_filling (self);
    clear (self, _ ("# This file is not UTF-8 text, so it cannot be edited here."));
    return;
  }
  if (self->filler != 0)
    return; /* comes here when it is full */
  if (self->shown == NULL) {
    begin_filling (self, now);
    gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), self->filler == 0);
    return;
  }
  if (self->shown != now) {
    const LangEdit edit = desk_text_difference (self->shown, now);

    if (MAX (edit.length, edit.end - edit.begin) > MOST_AT_ONCE) {
      set_shown (self, NULL);
      catch_up (self);
      return;
    }
    follow (self, now, &edit, 1);
  }
  mark_selected (self);
  ui_text_view_renew_marks (self);
}

/* ---- the diagram changes ---- */

static void
text_changed (void *data, const BaseSource *now, const LangEdit *edits, uint32_t n)
{
  UiTextView *self = data;

  if (self->is_following) /* it was typed here */
    set_shown (self, now);
  else if (n == 0 || self->shown == NULL)
    catch_up (self);
  else
    follow (self, now, edits, n);
}

static void
listen (UiTextView *self)
{
  self->is_listening = true;
  doc_listen_text (self->studio->document->doc, text_changed, self);
  catch_up (self);
}

static void
doc_replaced (UiTextView *self)
{
  if (!self->is_listening)
    return;
  stop_filling (self);
  set_shown (self, NULL);
  listen (self);
}

static void
unlisten (UiTextView *self)
{
  self->is_listening = false;
  doc_listen_text (self->studio->document->doc, NULL, NULL);
}

/* ---- the user types ---- */

/* The text as it is here, once somebody else keeps the diagram from being changed. */
static gboolean
take_back (gpointer data)
{
  UiTextView *self = data;

  set_shown (self, NULL);
  if (self->is_listening)
    catch_up (self);
  return G_SOURCE_REMOVE;
}

static void
tell (UiTextView *self, const char *text, size_t length)
{
  const DocTyped typed = {self->begin, self->end, text, length};

  self->is_following = true;
  const bool is_taken = desk_text_type (self->studio->text, typed, self->action);
  self->is_following = false;
  if (!is_taken)
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, take_back, g_object_ref (self),
                     g_object_unref);
}

/* New lines end as the text's lines do. */
static bool
needs_returns (const BaseSource *source, const char *text, size_t length)
{
  const char *all = base_source_text (source);
  const char *newline = memchr (all, '\n', base_source_length (source));

  return newline != NULL && newline > all && newline[-1] == '\r' &&
         memchr (text, '\n', length) != NULL && memchr (text, '\r', length) == NULL;
}

static void
before_insert (GtkTextBuffer *buffer,
               GtkTextIter *at,
               const char *text,
               int length,
               UiTextView *self)
{
  if (self->is_following || self->shown == NULL)
    return;
  if (needs_returns (self->shown, text, (size_t) length)) {
    g_autoptr (GString) lines = g_string_new_len (text, length);

    g_string_replace (lines, "\n", "\r\n", 0);
    g_signal_stop_emission_by_name (buffer, "insert-text");
    gtk_text_buffer_insert (buffer, at, lines->str, (int) lines->len);
    return;
  }
  self->begin = self->end = ui_text_place_byte (self->shown, at);
}

/* After which it may be asked how the word goes on. */
static bool
is_letter (char c)
{
  return g_ascii_isalpha (c) || c == '_' || c == '.';
}

static void
after_insert (GtkTextBuffer *buffer,
              GtkTextIter *at,
              const char *text,
              int length,
              UiTextView *self)
{
  if (self->is_following || self->shown == NULL)
    return;
  tell (self, text, (size_t) length);
  if (length == 1 && (is_letter (*text) || ui_suggest_is_open (self->suggest)))
    ui_suggest_renew (self->suggest);
}

static void
before_delete (GtkTextBuffer *buffer,
               const GtkTextIter *from,
               const GtkTextIter *to,
               UiTextView *self)
{
  if (self->is_following || self->shown == NULL)
    return;
  self->begin = ui_text_place_byte (self->shown, from);
  self->end = ui_text_place_byte (self->shown, to);
}

static void
after_delete (GtkTextBuffer *buffer,
              const GtkTextIter *from,
              const GtkTextIter *to,
              UiTextView *self)
{
  if (self->is_following || self->shown == NULL)
    return;
  tell (self, "", 0);
  if (ui_suggest_is_open (self->suggest))
    ui_suggest_renew (self->suggest);
}

static gboolean
end_key (gpointer data)
{
  UiTextView *self = data;

  self->key = 0;
  return G_SOURCE_REMOVE;
}

/* All that is done before the next key is one: GTK 4.8 deletes what is selected and
 * puts in what is typed as two actions. */
static void
begin_action (UiTextView *self)
{
  if (self->key != 0)
    return;
  self->action++;
  self->key = g_idle_add_full (G_PRIORITY_HIGH, end_key, self, NULL);
}

/* Pasted declarations that are all there is get a component around them. */
static void
pasted (UiTextView *self)
{
  const char *text = self->shown != NULL ? base_source_text (self->shown) : "";
  const size_t length = strlen (text);
  g_autofree char *component = length <= MOST_WRAPPED ? doc_wrap (text, length) : NULL;
  GtkTextIter from, to;

  if (component == NULL)
    return;
  gtk_text_buffer_get_bounds (self->text, &from, &to);
  gtk_text_buffer_begin_user_action (self->text);
  gtk_text_buffer_delete (self->text, &from, &to);
  gtk_text_buffer_insert (self->text, &from, component, -1);
  gtk_text_buffer_end_user_action (self->text);
}

/* ---- what is selected ---- */

/* Where the caret is, if the user has led it there. */
static void
caret_moved (UiTextView *self)
{
  GtkTextIter at;
  uint32_t n;

  if (self->is_following || self->shown == NULL ||
      !gtk_widget_has_focus (GTK_WIDGET (self->view)) ||
      gtk_text_buffer_get_has_selection (self->text))
    return;
  gtk_text_buffer_get_iter_at_mark (self->text, &at,
                                    gtk_text_buffer_get_insert (self->text));
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  const char *name =
      desk_text_item_at (self->studio->text, ui_text_place_byte (self->shown, &at));
  if (name == NULL || (n == 1 && names[0] == name))
    return;
  self->is_selecting = true;
  desk_selection_set (self->studio->selection, &name, 1);
  self->is_selecting = false;
}

static int
by_place (gconstpointer a, gconstpointer b)
{
  const BaseSpan *left = a, *right = b;

  return (left->begin > right->begin) - (left->begin < right->begin);
}

static GArray *
selected_spans (UiTextView *self)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (BaseSpan));
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  BaseSpan span;

  for (uint32_t i = 0; i < MIN (n, MOST_MARKED); i++)
    if (desk_text_find_item (self->studio->text, names[i], &span))
      g_array_append_val (spans, span);
  g_array_sort (spans, by_place);
  return spans;
}

static void
mark_selected (UiTextView *self)
{
  GtkTextIter from, to;

  if (self->shown == NULL || self->shown != doc_source (self->studio->document->doc) ||
      doc_is_ahead (self->studio->document->doc))
    return;
  g_autoptr (GArray) spans = selected_spans (self);
  UiTextPlace walk = {base_source_text (self->shown), 0, 0};
  gtk_text_buffer_get_bounds (self->text, &from, &to);
  gtk_text_buffer_remove_tag (self->text, self->selected, &from, &to);
  for (guint i = 0; i < spans->len; i++) {
    const BaseSpan *span = &g_array_index (spans, BaseSpan, i);

    ui_text_place_go (&walk, span->begin);
    ui_text_place_iter (&walk, self->text, &from);
    ui_text_place_go (&walk, span->end);
    ui_text_place_iter (&walk, self->text, &to);
    gtk_text_iter_set_line_offset (&from, 0);
    gtk_text_buffer_apply_tag (self->text, self->selected, &from, &to);
  }
}

/* What was selected elsewhere is to be seen here, if it is one thing. */
static void
selection_changed (UiTextView *self)
{
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  BaseSpan span;
  GtkTextIter at;

  if (!self->is_listening)
    return;
  mark_selected (self);
  if (self->is_selecting || n != 1 || self->shown == NULL ||
      !desk_text_find_item (self->studio->text, names[0], &span))
    return;
  ui_text_place_find (self->shown, span.begin, self->text, &at);
  gtk_text_iter_set_line_offset (&at, 0);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &at, 0.1, FALSE, 0, 0);
}

/* Declarations have moved, or others are shown. */
static void
revised (UiTextView *self)
{
  if (self->is_listening)
    mark_selected (self);
}

/* ---- ways here ---- */

static void
select_bytes (UiTextView *self, uint32_t begin, uint32_t end)
{
  GtkTextIter from, to;

  if (self->shown == NULL)
    return;
  ui_text_place_find (self->shown, begin, self->text, &from);
  ui_text_place_find (self->shown, end, self->text, &to);
  gtk_text_buffer_select_range (self->text, &from, &to);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view),
                                gtk_text_buffer_get_insert (self->text), 0.2, FALSE, 0,
                                0);
}

void
ui_text_view_show (UiTextView *self, uint32_t begin, uint32_t end)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  select_bytes (self, begin, end);
}

void
ui_text_view_show_problem (UiTextView *self, const BaseDiag *diag)
{
  if (diag->file == NULL || self->shown == NULL ||
      strcmp (diag->file, base_source_path (self->shown)) != 0)
    return;
  select_bytes (self, diag->begin, diag->end);
  if (doc_is_ahead (self->studio->document->doc))
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

bool
ui_text_view_show_item (UiTextView *self, const char *name)
{
  BaseSpan span;

  if (!desk_text_find_item (self->studio->text, name, &span))
    return false;
  ui_text_view_show (self, span.begin, span.begin);
  return true;
}

int
ui_text_view_first_line (UiTextView *self)
{
  GdkRectangle seen;
  GtkTextIter at;

  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self->view), &seen);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self->view), &at, seen.y, NULL);
  return gtk_text_iter_get_line (&at) + 1;
}

static bool
show_target (UiTextView *self, const GtkTextIter *at)
{
  const DocModel *doc = self->studio->document->doc;
  DeskTextTarget target;

  if (self->shown == NULL ||
      !desk_text_scope_target (doc, ui_text_place_byte (self->shown, at), &target))
    return false;
  if (target.file == doc_file (doc))
    ui_text_view_show (self, target.span.begin, target.span.end);
  else
    ui_text_reader_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                         target.file, target.span);
  return true;
}

bool
ui_text_view_show_target (UiTextView *self)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_mark (self->text, &at,
                                    gtk_text_buffer_get_insert (self->text));
  return show_target (self, &at);
}

/* With Ctrl. */
static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, UiTextView *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  GtkTextIter at;
  int left, top;

  if (!(gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) &
        GDK_CONTROL_MASK))
    return;
  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y,
                                         &left, &top);
  if (gtk_text_view_get_iter_at_location (view, &at, left, top) &&
      show_target (self, &at))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/* ---- set up ---- */

/* GtkTextView takes some of these keys even where it has no history. */
static void
add_keys (UiTextView *self)
{
  static const UiShortcut keys[] = {{"<Control>z", "win.undo"},
                                    {"<Control><Shift>z|<Control>y", "win.redo"},
                                    {"<Control>f", "text.find"}};
  GtkWidget *view = GTK_WIDGET (self->view);

  ui_control_add_shortcuts (view, keys, G_N_ELEMENTS (keys));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (view);
  g_autoptr (GtkEventController) added = g_list_model_get_item (controllers, 0);
  gtk_event_controller_set_propagation_phase (added, GTK_PHASE_CAPTURE);
}

/* GtkSourceView's Alt+Up and Alt+Down would change the text where one means to go a
 * level out, on the outermost one, too. */
static void
keep_lines (GtkSourceView *view, gboolean down)
{
  if (!down)
    gtk_widget_activate_action (GTK_WIDGET (view), "win.go-out", NULL);
  g_signal_stop_emission_by_name (view, "move-lines");
}

static void
add_buffer (UiTextView *self)
{
  const struct {
    const char *signal;
    GCallback before, after;
  } edits[] = {
      {"insert-text", G_CALLBACK (before_insert), G_CALLBACK (after_insert)},
      {"delete-range", G_CALLBACK (before_delete), G_CALLBACK (after_delete)},
  };

  self->buffer = ui_text_style_buffer_new ();
  self->text = GTK_TEXT_BUFFER (self->buffer);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, TRUE);
  self->selected = gtk_text_buffer_create_tag (self->text, NULL, "paragraph-background",
                                               "rgba(53,132,228,0.16)", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_signal_connect (self->text, edits[i].signal, edits[i].before, self);
    g_signal_connect_after (self->text, edits[i].signal, edits[i].after, self);
  }
  g_signal_connect_swapped (self->text, "begin-user-action", G_CALLBACK (begin_action),
                            self);
  g_signal_connect_swapped (self->text, "paste-done", G_CALLBACK (pasted), self);
  g_signal_connect_swapped (self->text, "notify::cursor-position",
                            G_CALLBACK (caret_moved), self);
}

static void
add_view (UiTextView *self)
{
  GtkWidget *view = ui_text_style_view_new (self->buffer);

  self->view = GTK_SOURCE_VIEW (view);
  gtk_source_view_set_highlight_current_line (self->view, TRUE);
  gtk_source_view_set_auto_indent (self->view, TRUE);
  gtk_source_view_set_insert_spaces_instead_of_tabs (self->view, TRUE);
  gtk_source_view_set_smart_backspace (self->view, TRUE);
  gtk_source_view_set_smart_home_end (self->view, GTK_SOURCE_SMART_HOME_END_BEFORE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Text of the diagram"), -1);
  g_signal_connect (view, "move-lines", G_CALLBACK (keep_lines), NULL);
  add_keys (self);
}

static void
add_ways (UiTextView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
}

static void
add_child (UiTextView *self, GtkWidget *child, int column, int row)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_widget_set_parent (child, GTK_WIDGET (self));
  g_object_set (gtk_layout_manager_get_layout_child (layout, child), "column", column,
                "row", row, NULL);
}

static void
add_bars (UiTextView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW (scrolled);

  gtk_scrolled_window_set_policy (window, GTK_POLICY_EXTERNAL, GTK_POLICY_EXTERNAL);
  gtk_scrolled_window_set_child (window, GTK_WIDGET (self->view));
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_vexpand (scrolled, TRUE);
  add_child (self, ui_text_view_add_search (self), 0, 0);
  add_child (self, scrolled, 0, 1);
  add_child (self,
             gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL,
                                gtk_scrolled_window_get_vadjustment (window)),
             1, 1);
  add_child (self,
             gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL,
                                gtk_scrolled_window_get_hadjustment (window)),
             0, 2);
}

/* The bars first: GtkTextView may measure what was just typed only when it is painted,
 * which moves them, and GTK 4.8 complains of what has no place when it is painted. */
static void
ui_text_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  for (GtkWidget *child = gtk_widget_get_last_child (widget); child != NULL;
       child = gtk_widget_get_prev_sibling (child))
    gtk_widget_snapshot_child (widget, child, snapshot);
}

static gboolean
ui_text_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (UI_TEXT_VIEW (widget)->view));
}

static void
ui_text_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ui_text_view_parent_class)->map (widget);
  listen (UI_TEXT_VIEW (widget));
}

static void
ui_text_view_unmap (GtkWidget *widget)
{
  UiTextView *self = UI_TEXT_VIEW (widget);

  unlisten (self);
  stop_filling (self);
  ui_suggest_close (self->suggest);
  GTK_WIDGET_CLASS (ui_text_view_parent_class)->unmap (widget);
}

static void
ui_text_view_dispose (GObject *object)
{
  UiTextView *self = UI_TEXT_VIEW (object);

  if (self->is_listening)
    unlisten (self);
  stop_filling (self);
  g_clear_handle_id (&self->key, g_source_remove);
  set_shown (self, NULL);
  ui_text_view_forget_marks (self);
  for (GtkWidget *child; (child = gtk_widget_get_first_child (GTK_WIDGET (self)));)
    gtk_widget_unparent (child);
  if (self->buffer != NULL)
    g_signal_handlers_disconnect_by_data (self->buffer, self);
  g_clear_object (&self->search);
  g_clear_object (&self->buffer);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_text_view_parent_class)->dispose (object);
}

static void
find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ui_text_view_open_search (UI_TEXT_VIEW (widget));
}

static void
ui_text_view_class_init (UiTextViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_text_view_dispose;
  widget_class->grab_focus = ui_text_view_grab_focus;
  widget_class->focus = ui_control_focus_child;
  widget_class->map = ui_text_view_map;
  widget_class->unmap = ui_text_view_unmap;
  gtk_widget_class_install_action (widget_class, "text.find", NULL, find);
  widget_class->snapshot = ui_text_view_snapshot;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_GRID_LAYOUT);
}

static void
ui_text_view_init (UiTextView *self)
{
}

GtkWidget *
ui_text_view_new (DeskStudio *studio, DeskCatalogue *catalogue)
{
  UiTextView *self = g_object_new (UI_TYPE_TEXT_VIEW, NULL);

  self->studio = g_object_ref (studio);
  add_buffer (self);
  add_view (self);
  add_ways (self);
  ui_text_view_add_completion (self, catalogue);
  add_bars (self);
  ui_text_view_add_marks (self);
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (doc_replaced));
  desk_property_listen (studio->document, "revision", self, G_CALLBACK (revised));
  desk_property_listen (studio->document, "level", self, G_CALLBACK (show_level));
  desk_property_listen (studio->selection, "names", self,
                        G_CALLBACK (selection_changed));
  return GTK_WIDGET (self);
}
