/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What opens over the canvas: lists to choose from (components to insert, components to
 * find, ports to join), the name of an item, the text of a note, the menu. So
 * everything that the pointer does can be done by keys. New things find a free place.
 */
#include <adwaita.h>
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "desk/tool/chain.h"
#include "desk/tool/commands.h"
#include "desk/tool/find.h"
#include "desk/tool/joints.h"
#include "desk/tool/levels.h"
#include "desk/tool/offer.h"
#include "doc/edit/edit.h"
#include "doc/level.h"
#include "doc/wire/tag-extent.h"
#include "ui/canvas/canvas-private.h"
#include "ui/widgets/picker.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/prompt.h"

static const guint most_found = 50;
static const guint most_offered = 9;
static const int list_width_px = 430, list_height_px = 420; /* of quick insert, full */
#define PART_HALF 50.0 /* of a component, in units of the diagram */

/* ---- insert ---- */

/* What quick insert is about: where, for which wire, and what is typed. */
typedef struct {
  UiCanvas *canvas;
  DocPoint at;
  DeskInsertEnd *end; /* of the wire that was let go there, or NULL */
  char *from;         /* the port that the next part goes to, or NULL: any */
  char *text;
  DeskChain *chain; /* what has been inserted */
} Place;

/* The wire is drawn as long as the list is open. */
static void
end_wire (Place *place)
{
  UiCanvas *self = place->canvas;
  g_autoptr (DeskInsertEnd) drawn =
      self->tool != NULL ? desk_tool_loose_end (self->tool) : NULL;

  if (place->end != NULL && drawn != NULL) {
    desk_tool_cancel (self->tool);
    gtk_widget_queue_draw (GTK_WIDGET (self));
  }
  g_clear_pointer (&place->end, desk_insert_end_free);
}

static void
place_free (gpointer data)
{
  Place *place = data;

  end_wire (place);
  g_free (place->from);
  g_free (place->text);
  desk_chain_free (place->chain);
  g_free (place);
}

/* What is offered for that text. */
static GListModel *
offer (const Place *place, const char *text)
{
  UiCanvas *self = place->canvas;
  g_autofree char *words = desk_insert_words (self->catalogue, text);
  const char *port = place->end != NULL ? place->end->from : place->from;

  return port != NULL ? desk_offer_at_port (self->studio, self->catalogue, port, words)
                      : desk_offer_search (self->studio, self->catalogue, words);
}

/* What is typed before the comma that another part follows. */
static char *
first_part (const char *text)
{
  const char *end = desk_insert_next (text);

  return end != NULL ? g_strndup (text, (gsize) (end - text)) : g_strdup (text);
}

/* Its values, why they cannot be taken, or where it stands in the palette. */
static char *
detail_of (const Place *place, DeskComponent *component, const char *text)
{
  const LibCard *card = desk_catalogue_component_card (component);
  g_autofree char *part = first_part (text);
  g_autofree char *problem = NULL;
  g_autofree char *values =
      desk_insert_preview (place->canvas->catalogue, component, part, &problem);

  if (problem != NULL)
    return g_steal_pointer (&problem);
  return *values != '\0' ? g_steal_pointer (&values)
                         : g_strconcat (card->library, " › ", card->category, NULL);
}

static void
search_components (void *data, const char *text, GPtrArray *rows)
{
  Place *place = data;
  g_autoptr (GListModel) found = offer (place, text);

  g_free (place->text);
  place->text = g_strdup (text);
  for (guint i = 0; i < g_list_model_get_n_items (found) && i < most_offered; i++) {
    g_autoptr (DeskComponent) component = g_list_model_get_item (found, i);
    const LibCard *card = desk_catalogue_component_card (component);
    g_autofree char *detail = detail_of (place, component, text);

    ui_picker_add (rows, desk_catalogue_component_class (component), card->title,
                   detail, card->icon);
  }
}

static char *
explain_nothing (void *data, const char *text)
{
  const Place *place = data;
  DeskCatalogue *catalogue = place->canvas->catalogue;
  g_autofree char *words = desk_insert_words (catalogue, text);
  const char *instead = desk_catalogue_instead (catalogue, words);
  const char *branch = strchr (words, ':'); /* behind a part that would be there */

  if (*words == '\0')
    return NULL;
  if (branch != NULL)
    return g_strdup_printf (_ ("No part of the diagram is called “%.*s”"),
                            (int) (branch - words), words);
  if (instead != NULL)
    return g_strdup (instead);
  return place->end != NULL
             ? g_strdup_printf (_ ("No component called “%s” has a port for this wire"),
                                words)
             : g_strdup_printf (_ ("No component is called “%s”"), words);
}

/* Why its values cannot be taken, or why it cannot be joined if it is not alone; NULL
 * if neither. */
static char *
refuse_part (void *data, const char *class_name, bool is_alone)
{
  const Place *place = data;
  DeskCatalogue *catalogue = place->canvas->catalogue;
  DeskComponent *component = desk_catalogue_find (catalogue, class_name);
  g_autofree char *part = first_part (place->text);
  char *problem = NULL;

  g_free (desk_insert_preview (catalogue, component, part, &problem));
  return problem != NULL || is_alone ? problem
                                     : desk_chain_refusal (place->chain, component);
}

static void
insert_part (Place *place, const DeskInsertion *what)
{
  UiCanvas *self = place->canvas;
  g_autoptr (DeskInsertEnd) end = g_steal_pointer (&place->end);
  const DocPoint at = desk_view_snap (place->at);
  uint32_t n;

  if (end != NULL) /* idle before the edit */
    desk_tool_cancel (self->tool);
  const bool is_done = desk_chain_insert (place->chain, what, at, end) != NULL;
  g_clear_pointer (&place->from, g_free);
  if (!is_done)
    return;
  const char *const *names = desk_chain_names (place->chain, &n);
  ui_canvas_show_new (self, names, n);
  g_signal_emit_by_name (self, "used", what->component);
}

/* What was typed last. */
static void
insert_last (Place *place, const char *class_name, bool is_alone)
{
  insert_part (place, &(DeskInsertion){
                          desk_catalogue_find (place->canvas->catalogue, class_name),
                          place->text, is_alone, place->from, false});
  gtk_widget_grab_focus (GTK_WIDGET (place->canvas));
}

static void
insert (void *data, const char *class_name)
{
  insert_last (data, class_name, false);
}

static void
insert_alone (void *data, const char *class_name)
{
  insert_last (data, class_name, true);
}

/* Goes on at a part of the diagram, or at a port of it; what follows the name. */
static char *
go_to (Place *place, const char *text)
{
  char *port = NULL;
  const char *rest = desk_insert_begin (place->canvas->studio, text, &port);

  if (rest == NULL)
    return NULL;
  end_wire (place);
  g_free (place->from);
  place->from = port;
  return g_strdup (rest);
}

/* A comma inserts what stands before it; the next part goes beside that. */
static char *
insert_next (void *data, const char *text, const char *key)
{
  Place *place = data;
  const char *end = desk_insert_next (text);
  char *rest = go_to (place, text);

  if (end == NULL || rest != NULL)
    return rest;
  g_autofree char *part = g_strndup (text, (gsize) (end - text));
  g_autoptr (GListModel) found = offer (place, part);
  g_autoptr (DeskComponent) first = g_list_model_get_item (found, 0);
  DeskComponent *chosen =
      key != NULL ? desk_catalogue_find (place->canvas->catalogue, key) : first;
  if (chosen == NULL)
    return NULL;
  g_free (place->text);
  place->text = g_strdup (text);
  g_autofree char *problem =
      refuse_part (place, desk_catalogue_component_class (chosen), false);
  if (problem != NULL)
    return NULL;
  insert_part (place, &(DeskInsertion){chosen, part, false, place->from, key != NULL});
  return g_strdup (end + strspn (end, ", "));
}

/* Whether a list above the box hides fewer components than one below it. */
static bool
is_better_above (UiCanvas *self, const GdkRectangle *box)
{
  const double left = box->x + (box->width - list_width_px) / 2.0;
  const double tops[] = {box->y - list_height_px, box->y + box->height};
  uint32_t n[2];

  for (uint32_t k = 0; k < 2; k++) {
    const DocPoint a = desk_view_to_diagram (&self->view, left, tops[k]);
    const DocPoint b = desk_view_to_diagram (&self->view, left + list_width_px,
                                             tops[k] + list_height_px);

    g_free (doc_hit_items (self->studio->document->doc, (DocRect){a.x, a.y, b.x, b.y},
                           false, &n[k]));
  }
  return n[0] < n[1];
}

/* The list stands beside what is in the box, where it hides least. */
static void
open_insert (UiCanvas *self, DocRect beside, DocPoint at, DeskInsertEnd *end)
{
  const GdkRectangle box = ui_canvas_pixel_box (self, beside);
  Place *place = g_new (Place, 1);

  *place = (Place){.canvas = self,
                   .at = at,
                   .end = end,
                   .text = g_strdup (""),
                   .chain = desk_chain_new (self->studio, self->catalogue)};
  /* The list, and on which side of the box it is. */
  GtkWidget *list = ui_picker_show (
      GTK_WIDGET (self), &box,
      &(UiPicker){.name = _ ("Insert a component"),
                  .nothing = _ ("Type what you need: mass, spring, sine…"),
                  .hint = _ ("A comma inserts at once what stands before it: “spring "
                             "1k, mass 10”. “mass: damper” goes on at the mass. "
                             "Shift+Return inserts without a wire."),
                  .symbols = self->symbols,
                  .search = search_components,
                  .refuse = refuse_part,
                  .chosen = insert,
                  .chosen_otherwise = insert_alone,
                  .explain = explain_nothing,
                  .take = insert_next,
                  .data = place,
                  .free_data = place_free});
  if (is_better_above (self, &box))
    gtk_popover_set_position (GTK_POPOVER (list), GTK_POS_TOP);
}

/* Of a component that will stand there. */
static DocRect
part_at (DocPoint at)
{
  return (DocRect){at.x - PART_HALF, at.y - PART_HALF, at.x + PART_HALF,
                   at.y + PART_HALF};
}

void
ui_canvas_open_insert_at (UiCanvas *self, DocPoint at)
{
  open_insert (self, part_at (at), at, NULL);
}

/* Beside what is selected. */
void
ui_canvas_open_insert (UiCanvas *self)
{
  if (!desk_commands_has_items (self->studio)) {
    ui_canvas_open_insert_at (self, ui_canvas_place (self));
    return;
  }
  const DocRect bounds = desk_commands_bounds (self->studio);
  open_insert (self, bounds, (DocPoint){bounds.x2, bounds.y1}, NULL);
}

void
ui_canvas_open_offer (UiCanvas *self, DeskInsertEnd *end)
{
  const DocPoint at = end->points[end->n - 1];

  open_insert (self, part_at (at), at, end);
}

/* ---- find ---- */

static void
search_diagram (void *data, const char *text, GPtrArray *rows)
{
  const UiCanvas *self = data;
  g_autoptr (GPtrArray) found = desk_find (self->studio, text, most_found);

  for (guint i = 0; i < found->len; i++) {
    const DeskFound *one = found->pdata[i];
    g_autofree char *what = one->item != NULL  ? g_strdup (one->item)
                            : one->tag != NULL ? g_strdup_printf ("#%s", one->tag)
                                               : g_strdup_printf ("%u", one->note);
    g_autofree char *key = g_strconcat (one->level, "/", what, NULL);

    ui_picker_add (rows, key, one->title, one->detail,
                   one->tag != NULL ? "dashpot-tag-symbolic" : one->icon);
  }
}

/* A level, "/", and a name, the number of a note, or "#" and what stands in a tag. */
static void
show_found (void *data, const char *place)
{
  UiCanvas *self = data;
  const char *key = strchr (place, '/') + 1;
  g_autofree char *level = g_strndup (place, (gsize) (key - 1 - place));
  DocRect box;

  if (!desk_document_show_level (self->studio->document, level))
    return;

  if (*key == '#') {
    if (desk_tool_first_tag (self->tool, key + 1, &box))
      ui_canvas_reveal_box (self, box);
  } else if (g_ascii_isdigit (*key)) {
    desk_selection_set_note (self->studio->selection, (uint32_t) atoi (key));
    ui_canvas_reveal_note (self, (uint32_t) atoi (key));
  } else {
    desk_selection_set (self->studio->selection, &key, 1);
    ui_canvas_reveal (self, key);
  }
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* At the top, in the middle, where it hides least. */
static GdkRectangle
top_middle (UiCanvas *self)
{
  return (GdkRectangle){gtk_widget_get_width (GTK_WIDGET (self)) / 2, 0, 1, 1};
}

void
ui_canvas_open_find (UiCanvas *self)
{
  const GdkRectangle at = top_middle (self);

  ui_picker_show (GTK_WIDGET (self), &at,
                  &(UiPicker){.name = _ ("Find in the diagram"),
                              .nothing = _ ("Nothing in the diagram has that name, "
                                            "value or text"),
                              .symbols = self->symbols,
                              .search = search_diagram,
                              .chosen = show_found,
                              .data = self});
}

/* ---- connect ---- */

static void
search_joints (void *data, const char *text, GPtrArray *rows)
{
  const UiCanvas *self = data;
  g_autoptr (GPtrArray) joints = desk_joints (self->studio, text, most_found);

  for (guint i = 0; i < joints->len; i++) {
    const DeskJoint *joint = joints->pdata[i];
    g_autofree char *title = g_strconcat (joint->from, " — ", joint->to, NULL);
    g_autofree char *key = g_strconcat (joint->from, " ", joint->to, NULL);

    ui_picker_add (rows, key, title, NULL, NULL);
  }
}

static void
join (void *data, const char *key)
{
  UiCanvas *self = data;
  g_auto (GStrv) ends = g_strsplit (key, " ", 2);
  g_autoptr (GError) error = NULL;

  doc_connect (self->studio->document->doc, ends[0], ends[1], NULL, 0, &error);
  if (error != NULL)
    desk_message (&self->studio->messages, error->message);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

void
ui_canvas_open_connect (UiCanvas *self)
{
  const DocRect box = desk_commands_bounds (self->studio);
  const GdkRectangle at = ui_canvas_pixel_box (self, box);

  if (!desk_commands_has_items (self->studio))
    return;
  ui_picker_show (GTK_WIDGET (self), &at,
                  &(UiPicker){.name = _ ("Connect with"),
                              .nothing = _ ("No port that accepts this connection"),
                              .search = search_joints,
                              .chosen = join,
                              .data = self});
}

/* ---- places ---- */

/* The middle of what is seen, beside what already stands there. */
static DocPoint
free_place (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;
  DocPoint at = desk_view_snap (
      desk_view_to_diagram (&self->view, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                            gtk_widget_get_height (GTK_WIDGET (self)) / 2.0));
  uint32_t n = 1;

  /* At most a row of them: then they may lie on each other. */
  for (uint32_t i = 0; i < 8 && n > 0; i++) {
    g_free (doc_hit_items (doc, (DocRect){at.x - 40, at.y - 40, at.x + 40, at.y + 40},
                           false, &n));
    if (n > 0)
      at.x += 150;
  }
  return at;
}

DocPoint
ui_canvas_place (UiCanvas *self)
{
  if (self->has_pointer)
    return desk_view_snap (
        desk_view_to_diagram (&self->view, self->pointer_x, self->pointer_y));
  return free_place (self);
}

void
ui_canvas_add (UiCanvas *self, DeskComponent *component)
{
  const char *name = desk_insert (self->studio, self->catalogue,
                                  &(DeskInsertion){.component = component, .text = ""},
                                  free_place (self));

  if (name != NULL)
    ui_canvas_show_new (self, &name, 1);
}

/* ---- names, notes, the menu ---- */

/* What a prompt was opened for, whatever is selected when it is answered. */
typedef struct {
  UiCanvas *canvas; /* the prompt's parent */
  char *name;       /* of the component, or of an end of the net; a note's text, NULL: a
                       new one */
  DocPoint at;      /* of a note */
} Asked;

static Asked *
asked_new (UiCanvas *canvas, const char *name)
{
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked){.canvas = canvas, .name = g_strdup (name)};
  return asked;
}

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_free (asked->name);
  g_free (asked);
}

static char *
rename_item (void *data, const char *text)
{
  const Asked *asked = data;
  g_autoptr (GError) error = NULL;

  doc_rename (asked->canvas->studio->document->doc, asked->name, text, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

static char *
rename_tag (void *data, const char *text)
{
  const Asked *asked = data;

  return desk_commands_rename_tag (asked->canvas->studio, asked->name, text);
}

/* The one that was clicked, or the first of the wire. Where another connect has the
 * tags of its ports, it has none. */
static void
open_rename_tag (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;
  const DocWire *wire = doc_wire (doc, desk_selection_wire (self->studio->selection));
  const uint32_t branch = desk_tool_branch (self->tool);

  if (wire->n_edges == 0)
    return;
  const uint32_t edge = branch < wire->n_edges ? branch : 0;
  const uint32_t end = (uint32_t) wire->edges[edge].from - 1;
  const GdkRectangle box = ui_canvas_pixel_box (
      self, doc_tag_extent (doc, desk_selection_wire (self->studio->selection), edge,
                            self->view.zoom));

  ui_prompt_show (GTK_WIDGET (self), &box,
                  &(UiPrompt){_ ("Tag"), wire->tag, false, rename_tag,
                              asked_new (self, wire->ends[end].name), asked_free});
}

void
ui_canvas_next_tag (UiCanvas *self)
{
  DocRect box;

  if (desk_tool_next_tag (self->tool, &box))
    ui_canvas_reveal_box (self, box);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The only item that is selected, or NULL. */
static const DocItem *
selected_item (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  const uint32_t k = n == 1 ? doc_find_item (doc, names[0]) : UINT32_MAX;

  return k != UINT32_MAX ? doc_item (doc, k) : NULL;
}

/* Asks for a text about an item, beside it. */
static void
ask_about (UiCanvas *self,
           const DocItem *item,
           const char *title,
           const char *text,
           UiPromptAccept accept)
{
  const GdkRectangle box = ui_canvas_pixel_box (self, item->box);

  ui_prompt_show (GTK_WIDGET (self), &box,
                  &(UiPrompt){title, text, false, accept, asked_new (self, item->name),
                              asked_free});
}

void
ui_canvas_open_rename (UiCanvas *self)
{
  const DocItem *item = selected_item (self);

  if (desk_commands_has_tag (self->studio))
    open_rename_tag (self);
  else if (item != NULL)
    ask_about (self, item, _ ("Name"), item->name, rename_item);
}

static char *
set_count (void *data, const char *text)
{
  const Asked *asked = data;
  g_autoptr (GError) error = NULL;

  doc_set_count (asked->canvas->studio->document->doc, asked->name, text, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

void
ui_canvas_open_count (UiCanvas *self)
{
  const DocItem *item = selected_item (self);

  if (item != NULL)
    ask_about (self, item, _ ("Number of parts"),
               item->array != NULL ? item->array->count : "1", set_count);
}

/* ---- My Library ---- */

static char *
save_own (const Asked *asked, const char *name)
{
  DeskStudio *studio = asked->canvas->studio;
  g_autofree char *sentence = g_strdup_printf (_ ("%s is in My Library"), name);
  g_autoptr (GError) error = NULL;

  if (!desk_levels_save (studio, asked->name, name, &error))
    return g_strdup (error->message);
  desk_message (&studio->messages, sentence);
  return NULL;
}

typedef struct {
  Asked *asked;
  char *name;
} Replacing;

static void
replacing_free (gpointer data)
{
  Replacing *replacing = data;

  g_object_unref (replacing->asked->canvas);
  asked_free (replacing->asked);
  g_free (replacing->name);
  g_free (replacing);
}

static void
replace_answered (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  const Replacing *replacing = data;
  g_autofree char *refused = g_str_equal (response, "replace")
                                 ? save_own (replacing->asked, replacing->name)
                                 : NULL;

  if (refused != NULL)
    desk_message (&replacing->asked->canvas->studio->messages, refused);
}

static void
ask_replace (const Asked *asked, const char *name)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (asked->canvas));
  GtkWidget *dialog = adw_message_dialog_new (
      GTK_WINDOW (window), NULL, _ ("All diagrams that use it will use the new one."));
  Replacing *replacing = g_new (Replacing, 1);

  *replacing = (Replacing){asked_new (g_object_ref (asked->canvas), asked->name),
                           g_strdup (name)};
  adw_message_dialog_format_heading (ADW_MESSAGE_DIALOG (dialog),
                                     _ ("Replace %s in My Library?"), name);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel",
                                    _ ("_Cancel"), "replace", _ ("_Replace"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "replace",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "replacing", replacing, replacing_free);
  g_signal_connect (dialog, "response", G_CALLBACK (replace_answered), replacing);
  gtk_window_present (GTK_WINDOW (dialog));
}

static char *
save_asked (void *data, const char *name)
{
  const Asked *asked = data;
  g_autofree char *path = desk_levels_own_file (asked->canvas->studio, name);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return save_own (asked, name);
  ask_replace (asked, name);
  return NULL;
}

void
ui_canvas_open_save (UiCanvas *self)
{
  const DocItem *item = selected_item (self);
  const LangClass *class =
      item != NULL ? doc_level_inside (self->studio->document->doc, item->name) : NULL;

  if (class != NULL)
    ask_about (self, item, _ ("Name in My Library"), class->name, save_asked);
}

/* UINT32_MAX: it is new, or has gone meanwhile. */
static uint32_t
find_note (const Asked *asked)
{
  const DocModel *doc = asked->canvas->studio->document->doc;

  for (uint32_t i = 0; asked->name != NULL && i < doc_n_notes (doc); i++) {
    const DocNote *note = doc_note (doc, i);

    if (strcmp (note->text, asked->name) == 0 && note->at.x == asked->at.x &&
        note->at.y == asked->at.y)
      return i;
  }
  return UINT32_MAX;
}

static char *
set_note (void *data, const char *text)
{
  const Asked *asked = data;
  DocModel *doc = asked->canvas->studio->document->doc;
  const uint32_t note = find_note (asked);

  if (note != UINT32_MAX)
    doc_set_note (doc, note, *text != '\0' ? text : NULL);
  else if (*text != '\0')
    doc_add_note (doc, asked->at, text);
  return NULL;
}

void
ui_canvas_open_note (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t note = desk_selection_note (self->studio->selection);
  const char *text = note != UINT32_MAX ? doc_note (doc, note)->text : NULL;
  Asked *asked = asked_new (self, text);
  const DocPoint at = asked->at =
      text != NULL ? doc_note (doc, note)->at : ui_canvas_place (self);
  const GdkRectangle box =
      ui_canvas_pixel_box (self, (DocRect){at.x, at.y, at.x, at.y});

  ui_prompt_show (GTK_WIDGET (self), &box,
                  &(UiPrompt){_ ("Note"), text != NULL ? text : "", true, set_note,
                              asked, asked_free});
}

bool
ui_canvas_delete_branch (UiCanvas *self)
{
  return desk_tool_delete_branch (self->tool);
}

void
ui_canvas_open_menu (UiCanvas *self, double x, double y)
{
  /* The keyboard asks for it where the selection is, in view or not. */
  const DocPoint place = desk_view_to_diagram (&self->view, x, y);
  const GdkRectangle at =
      ui_canvas_pixel_box (self, (DocRect){place.x, place.y, place.x, place.y});

  if (self->menu == NULL)
    self->menu = ui_popover_menu_new ("canvas-menu", GTK_WIDGET (self));
  ui_popover_popup_menu (self->menu, at);
}
