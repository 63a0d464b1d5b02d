/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws one item: its symbol, mirrored first and then turned into its box, its ports in
 * shape and colour of their connector, and labels upright, with `$(…)` replaced by
 * names and values. Details are left out where the zoom is too small for them. */
#include "figure/diagram/item.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/unit.h"
#include "doc/edit/edit.h"
#include "doc/view/label.h"
#include "figure/diagram/diagram.h"
#include "figure/text.h"

#define NAME_FONT      "Cantarell 10"
#define VALUE_FONT     "Cantarell 9"
#define LABEL_ROOM     26.0 /* above and below the symbol */
#define MIN_LABEL_ZOOM 0.3
#define READABLE_ZOOM  0.8 /* below it labels shrink less than the symbols */
#define LABEL_GROWTH   1.7
#define MIN_PORT_ZOOM  0.25
#define PORT_SIZE      11.0
#define PORT_RIM       1.6
#define JOINED_SIZE    1.6 /* of a port's dot, as multiple of the port */

DocRect
figure_item_extent (const DocItem *item)
{
  double room = LABEL_ROOM + PORT_SIZE;

  return (DocRect){item->box.x1 - room, item->box.y1 - room, item->box.x2 + room,
                   item->box.y2 + room};
}

static const LibParam *
find_param (const LibCard *card, const char *name)
{
  for (uint32_t i = 0; i < card->n_params; i++)
    if (g_str_equal (card->params[i].name, name))
      return &card->params[i];
  return NULL;
}

/* The number that a value begins with, to be read, and what follows as it is. */
static void
append_read (GString *out, const char *value)
{
  char number[BASE_NUMBER_SIZE], text[BASE_MINUS_SIZE];
  char *end;

  g_ascii_strtod (value, &end);
  if (end - value < BASE_NUMBER_SIZE) {
    g_strlcpy (number, value, (gsize) (end - value) + 1);
    g_string_append (out, base_number_with_minus (number, text));
    value = end;
  }
  g_string_append (out, value);
}

/* "2.5" with its unit; "1k" of N/m as "1 kN/m". What is no number stands as written. */
static void
append_with_units (GString *out, const char *value, const char *units)
{
  char *end;
  size_t length = 0;

  g_ascii_strtod (value, &end);
  bool has_prefix = end != value && base_number_prefix (end, &length) != 0 &&
                    end[length] == '\0' && !g_str_has_prefix (units, "kg");
  if (units[0] == '\0' || end == value || (*end != '\0' && !has_prefix)) {
    append_read (out, value);
    return;
  }
  g_autofree char *label = base_unit_to_label (units);
  g_autofree char *number = g_strndup (value, (gsize) (end - value));
  append_read (out, number);
  g_string_append_printf (out, "\u2009%s%s", end, label);
}

/* A value that nobody has given says so. False if there are such. */
static bool
append_value (GString *out, const DocModel *doc, const DocItem *item, const char *name)
{
  const LibParam *param = item->card == NULL ? NULL : find_param (item->card, name);
  g_autofree char *entry = doc_get_entry (doc, item->name, name);
  g_autofree char *value = doc_get_modifier (doc, item->name, name);

  if (value == NULL && param != NULL)
    value = g_strdup (param->value);
  if (entry != NULL)
    append_read (out, entry);
  else if (value == NULL)
    g_string_append (out, "?");
  else
    append_with_units (out, value, param == NULL ? "" : param->units);
  if (doc_is_assumed (doc, item->name, name)) {
    g_string_append_printf (out, ", %s", _ ("assumed"));
    return false;
  }
  return value != NULL;
}

/* A label with $(p), $(instance), $(class) replaced by what the item has. */
static char *
label_text (const DocModel *doc,
            const DocItem *item,
            const char *pattern,
            bool *is_given)
{
  GString *out = g_string_new (NULL);

  *is_given = true;
  if (g_str_equal (pattern, "instance_name"))
    pattern = "$(instance)";
  while (*pattern != '\0') {
    const char *close = g_str_has_prefix (pattern, "$(") ? strchr (pattern, ')') : NULL;

    if (close == NULL) {
      g_string_append_c (out, *pattern++);
      continue;
    }
    g_autofree char *name = g_strndup (pattern + 2, (gsize) (close - pattern - 2));
    if (g_str_equal (name, "instance"))
      g_string_append (out, item->name);
    else if (g_str_equal (name, "class"))
      g_string_append (out, item->card == NULL ? "" : item->card->title);
    else
      *is_given &= append_value (out, doc, item, name);
    pattern = close + 1;
  }
  return g_string_free (out, FALSE);
}

/* From the unit square of the symbol to the diagram: mirrored first, then turned. */
static void
symbol_transform (cairo_t *cr, const DocItem *item)
{
  const DocRect *box = &item->box;
  bool is_upright =
      fmod (fabs (item->rot), 180) < 45 || fmod (fabs (item->rot), 180) > 135;
  double width = is_upright ? box->x2 - box->x1 : box->y2 - box->y1;
  double height = is_upright ? box->y2 - box->y1 : box->x2 - box->x1;

  cairo_translate (cr, (box->x1 + box->x2) / 2, (box->y1 + box->y2) / 2);
  cairo_rotate (cr, item->rot * G_PI / 180);
  cairo_scale (cr, item->flip_x ? -width : width, item->flip_y ? -height : height);
  cairo_translate (cr, -0.5, -0.5);
}

static void
draw_symbol (cairo_t *cr,
             const DocItem *item,
             FigureSymbols *symbols,
             const FigureTheme *theme)
{
  const char *uri = item->card == NULL ? NULL : item->card->icon;

  cairo_save (cr);
  symbol_transform (cr, item);
  figure_symbol_draw (symbols, cr, uri, theme->is_dark,
                      item->is_commented ? FIGURE_ITEM_COMMENTED : 1);
  cairo_restore (cr);
}

/* A disc that is filled: quicker than one that is stroked. */
static void
disc (cairo_t *cr, DocPoint at, double size, FigureColor color)
{
  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, size / 2, 0, 2 * G_PI);
  figure_theme_source (cr, color, 1);
  cairo_fill (cr);
}

static void
square (cairo_t *cr, DocPoint at, double size, FigureColor color)
{
  cairo_rectangle (cr, at.x - size / 2, at.y - size / 2, size, size);
  figure_theme_source (cr, color, 1);
  cairo_fill (cr);
}

/* A triangle that points the way a signal goes. */
static void
draw_signal (cairo_t *cr,
             DocPoint at,
             DocPoint way,
             double size,
             FigureColor rim,
             FigureColor inside)
{
  DocPoint side = {-way.y * 0.6 * size, way.x * 0.6 * size};
  DocPoint back = {at.x - way.x * 0.6 * size, at.y - way.y * 0.6 * size};

  cairo_new_path (cr);
  cairo_move_to (cr, at.x + way.x * 0.6 * size, at.y + way.y * 0.6 * size);
  cairo_line_to (cr, back.x + side.x, back.y + side.y);
  cairo_line_to (cr, back.x - side.x, back.y - side.y);
  cairo_close_path (cr);
  figure_theme_source (cr, inside, 1);
  cairo_fill_preserve (cr);
  figure_theme_source (cr, rim, 1);
  cairo_set_line_width (cr, PORT_RIM);
  cairo_stroke (cr);
}

/* Other ports than those of signals are discs or squares as their connector says: a
 * domain is told by shape and colour. Where paths meet, a dot shows beside the port
 * that these are joined. */
static void
draw_port (cairo_t *cr,
           const DocItem *item,
           const DocPort *port,
           const FigureTheme *theme,
           double size)
{
  static const LibPort UNKNOWN = {0};
  const LibPort *card = port->port != NULL ? port->port : &UNKNOWN;
  FigureColor color = figure_theme_domain_color (theme, card->stroke);
  double sense = (card->is_output - card->is_input) * (item->is_own_port ? -1 : 1);

  if (port->is_junction)
    disc (cr, port->at, JOINED_SIZE * size, color);
  if (sense != 0) {
    draw_signal (cr, port->at,
                 (DocPoint){sense * port->outward.x, sense * port->outward.y}, size,
                 color, card->is_open ? theme->background : color);
    return;
  }
  void (*const fill) (cairo_t *, DocPoint, double, FigureColor) =
      card->is_round ? disc : square;
  fill (cr, port->at, size + PORT_RIM, color);
  if (card->is_open)
    fill (cr, port->at, size - PORT_RIM, theme->background);
}

/* How the labels of one item are set. */
typedef struct {
  const DocItem *item;
  const FigureTheme *theme;
  double scale; /* of the text: larger where the zoom would make it unreadable */
  uint32_t n;
  const LibLabel *list[DOC_LABELS_MOST];
} Labels;

/* Upright, however the symbol is turned. */
static FigureAnchor
label_place (const Labels *labels, const LibLabel *label, uint32_t row, DocPoint *at)
{
  const DocLabelPlace place =
      doc_label_place (labels->item, label, row, labels->n, labels->scale);

  *at = place.at;
  return (FigureAnchor){place.across, place.down};
}

static void
draw_label (cairo_t *cr,
            const DocModel *doc,
            const Labels *labels,
            const LibLabel *label,
            uint32_t row)
{
  bool is_name = strstr (label->text, "instance") != NULL;
  bool is_given;
  g_autofree char *text = label_text (doc, labels->item, label->text, &is_given);
  FigureColor color = is_name    ? labels->theme->text
                      : is_given ? labels->theme->faint
                                 : labels->theme->caution;
  DocPoint at;
  FigureAnchor anchor = label_place (labels, label, row, &at);

  cairo_save (cr);
  cairo_translate (cr, at.x, at.y);
  cairo_scale (cr, labels->scale, labels->scale);
  figure_theme_source (cr, color,
                       labels->item->is_commented ? FIGURE_ITEM_COMMENTED : 1);
  figure_text (cr, is_name ? NAME_FONT : VALUE_FONT, 0, 0, anchor, text);
  cairo_restore (cr);
}

static Labels
labels_of (const DocItem *item, const FigureTheme *theme, double zoom)
{
  Labels labels = {.item = item,
                   .theme = theme,
                   .scale = CLAMP (READABLE_ZOOM / zoom, 1, LABEL_GROWTH)};

  labels.n = doc_labels (item, labels.list);
  return labels;
}

static double
label_width (cairo_t *cr,
             const DocModel *doc,
             const Labels *labels,
             const char *pattern,
             size_t length,
             double *height)
{
  g_autofree char *begin = g_strndup (pattern, length);
  bool is_given;
  g_autofree char *text = label_text (doc, labels->item, begin, &is_given);
  const bool is_name = strstr (pattern, "instance") != NULL;
  double width;

  figure_text_size (cr, is_name ? NAME_FONT : VALUE_FONT, text, &width, height);
  return width * labels->scale;
}

/* Each value reaches from the one before to its own end, with what stands between. */
static void
add_boxes (GArray *boxes,
           cairo_t *cr,
           const DocModel *doc,
           const Labels *labels,
           const LibLabel *label,
           uint32_t row)
{
  double height;
  const double width =
      label_width (cr, doc, labels, label->text, strlen (label->text), &height);
  DocPoint at;
  const FigureAnchor anchor = label_place (labels, label, row, &at);
  DocRect box = {.x1 = at.x - anchor.x * width,
                 .y1 = at.y - anchor.y * height * labels->scale};
  const double left = box.x1;

  box.y2 = box.y1 + height * labels->scale;
  for (const char *open = strstr (label->text, "$("); open != NULL;) {
    const char *close = strchr (open, ')');
    const char *next = strstr (open + 2, "$(");

    if (close == NULL)
      return;
    box.x2 =
        left + (next != NULL ? label_width (cr, doc, labels, label->text,
                                            (size_t) (close + 1 - label->text), &height)
                             : width);
    g_array_append_val (
        boxes,
        ((FigureDiagramLabel){g_strndup (open + 2, (size_t) (close - open - 2)), box}));
    box.x1 = box.x2;
    open = next;
  }
}

static void
label_clear (gpointer label)
{
  g_free (((FigureDiagramLabel *) label)->name);
}

GArray *
figure_item_labels (const DocModel *doc, uint32_t index, double zoom)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (FigureDiagramLabel));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  const Labels labels = labels_of (doc_item (doc, index), NULL, zoom);

  g_array_set_clear_func (boxes, label_clear);
  for (uint32_t row = 0; zoom >= MIN_LABEL_ZOOM && row < labels.n; row++)
    add_boxes (boxes, cr, doc, &labels, labels.list[row], row);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return boxes;
}

void
figure_item_draw (cairo_t *cr,
                  const DocModel *doc,
                  uint32_t index,
                  FigureSymbols *symbols,
                  const FigureTheme *theme,
                  double zoom)
{
  const DocItem *item = doc_item (doc, index);

  if (!item->is_own_port)
    draw_symbol (cr, item, symbols, theme);
  for (uint32_t p = 0; zoom >= MIN_PORT_ZOOM && p < item->n_ports; p++)
    draw_port (cr, item, &item->ports[p], theme,
               item->is_own_port ? 2 * PORT_SIZE : PORT_SIZE);
  if (zoom < MIN_LABEL_ZOOM)
    return;
  const Labels labels = labels_of (item, theme, zoom);
  for (uint32_t row = 0; row < labels.n; row++)
    draw_label (cr, doc, &labels, labels.list[row], row);
}
