/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What opens over the canvas: lists to choose from (components to insert, components to
 * find, ports to join), the name of an item, the text of a note, the menu. So
 * everything that the pointer does can be done by keys. New things find a free place.
 */
#include <glib/gi18n.h>
#include <string.h>

#include "desk/tool/commands.h"
#include "doc/edit/edit.h"
#include "ui/canvas/canvas-private.h"
#include "ui/widgets/picker.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/prompt.h"

static const guint most_found = 50;

static bool
fits (const char *name, const char *folded_text)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  return strstr (folded, folded_text) != NULL;
}

/* ---- insert ---- */

typedef struct {
  UiCanvas *canvas;
  DocPoint at;
} Place;

static void
search_components (void *data, const char *text, GPtrArray *rows)
{
  const Place *place = data;
  g_autoptr (GListModel) found = desk_catalogue_search (place->canvas->catalogue, text);

  for (guint i = 0; i < g_list_model_get_n_items (found) && i < most_found; i++) {
    g_autoptr (DeskComponent) component = g_list_model_get_item (found, i);
    const LibCard *card = desk_catalogue_component_card (component);
    g_autofree char *where = g_strconcat (card->library, " › ", card->category, NULL);

    ui_picker_add (rows, desk_catalogue_component_class (component), card->title, where,
                   card->icon);
  }
}

static void
insert (void *data, const char *class_name)
{
  const Place *place = data;

  desk_commands_add (place->canvas->studio, class_name, desk_view_snap (place->at));
  gtk_widget_grab_focus (GTK_WIDGET (place->canvas));
}

void
ui_canvas_open_insert_at (UiCanvas *self, DocPoint at)
{
  const GdkRectangle box =
      ui_canvas_pixel_box (self, (DocRect){at.x, at.y, at.x, at.y});
  Place *place = g_new (Place, 1);

  *place = (Place){self, at};
  ui_picker_show (GTK_WIDGET (self), &box,
                  &(UiPicker){.name = _ ("Insert a component"),
                              .nothing = _ ("Type what you need: mass, spring, sine…"),
                              .symbols = self->symbols,
                              .search = search_components,
                              .chosen = insert,
                              .data = place,
                              .free_data = g_free});
}

void
ui_canvas_open_insert (UiCanvas *self)
{
  ui_canvas_open_insert_at (self, ui_canvas_place (self));
}

/* ---- find ---- */

static void
search_items (void *data, const char *text, GPtrArray *rows)
{
  const UiCanvas *self = data;
  const DocModel *doc = self->studio->document->doc;
  g_autofree char *folded = g_utf8_casefold (text, -1);

  for (uint32_t i = 0; i < doc_n_items (doc) && rows->len < most_found; i++) {
    const DocItem *item = doc_item (doc, i);
    const char *class = item->card != NULL ? item->card->title : "";

    if (fits (item->name, folded) || fits (class, folded))
      ui_picker_add (rows, item->name, item->name, class,
                     item->card != NULL ? item->card->icon : NULL);
  }
}

static void
show_found (void *data, const char *name)
{
  UiCanvas *self = data;

  desk_selection_set (self->studio->selection, &name, 1);
  ui_canvas_reveal (self, name);
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
                              .nothing = _ ("No component of that name"),
                              .symbols = self->symbols,
                              .search = search_items,
                              .chosen = show_found,
                              .data = self});
}

/* ---- connect ---- */

/* Every port of the selected component with every port that can take it. */
static void
search_joints (void *data, const char *text, GPtrArray *rows)
{
  const UiCanvas *self = data;
  const DocModel *doc = self->studio->document->doc;
  g_autofree char *folded = g_utf8_casefold (text, -1);
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  const uint32_t k = n > 0 ? doc_find_item (doc, names[0]) : UINT32_MAX;

  for (uint32_t p = 0; k != UINT32_MAX && p < doc_item (doc, k)->n_ports; p++) {
    g_autofree char *from = doc_port_name (doc_item (doc, k), p);

    for (uint32_t i = 0; i < doc_n_items (doc) && rows->len < most_found; i++)
      for (uint32_t q = 0; i != k && q < doc_item (doc, i)->n_ports; q++) {
        g_autofree char *to = doc_port_name (doc_item (doc, i), q);
        g_autofree char *title = g_strconcat (from, " — ", to, NULL);
        g_autofree char *key = g_strconcat (from, " ", to, NULL);
        g_autofree char *why =
            fits (title, folded) ? doc_refusal (doc, from, to) : NULL;

        if (fits (title, folded) && why == NULL)
          ui_picker_add (rows, key, title, NULL, NULL);
      }
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
  const char *name = desk_commands_add (
      self->studio, desk_catalogue_component_class (component), free_place (self));

  if (name != NULL)
    ui_canvas_reveal (self, name);
}

/* ---- names, notes, the menu ---- */

static char *
rename_item (void *data, const char *text)
{
  UiCanvas *self = data;
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  g_autoptr (GError) error = NULL;

  if (n != 1 || g_str_equal (names[0], text))
    return NULL;
  doc_rename (self->studio->document->doc, names[0], text, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

void
ui_canvas_open_rename (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  const uint32_t k = n == 1 ? doc_find_item (doc, names[0]) : UINT32_MAX;

  if (k == UINT32_MAX)
    return;

  const GdkRectangle box = ui_canvas_pixel_box (self, doc_item (doc, k)->box);

  ui_prompt_show (GTK_WIDGET (self), &box,
                  &(UiPrompt){_ ("Name"), names[0], false, rename_item, self});
}

static char *
set_note (void *data, const char *text)
{
  UiCanvas *self = data;
  DocModel *doc = self->studio->document->doc;
  const uint32_t note = desk_selection_note (self->studio->selection);

  if (note != UINT32_MAX)
    doc_set_note (doc, note, *text != '\0' ? text : NULL);
  else if (*text != '\0')
    doc_add_note (doc, ui_canvas_place (self), text);
  return NULL;
}

void
ui_canvas_open_note (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t note = desk_selection_note (self->studio->selection);
  const DocPoint at =
      note != UINT32_MAX ? doc_note (doc, note)->at : ui_canvas_place (self);
  const GdkRectangle box =
      ui_canvas_pixel_box (self, (DocRect){at.x, at.y, at.x, at.y});

  ui_prompt_show (GTK_WIDGET (self), &box,
                  &(UiPrompt){_ ("Note"),
                              note != UINT32_MAX ? doc_note (doc, note)->text : "",
                              true, set_note, self});
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
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}
