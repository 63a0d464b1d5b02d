/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simple icons: an outline in the colour of a domain with a soft fill, as symbols have
 * them, and a text. The text is put into as many lines as make it largest; it parts at
 * blanks and where a word of a name begins. */
#include "figure/diagram/drawing.h"

#include <math.h>

#include "doc/view/label.h"
#include "figure/plot/plot.h"
#include "figure/text.h"

#define WEIGHT    "700"
#define TEXT_FONT DOC_LABEL_FONT " Bold 75" /* points: an em of 100 */

enum { MOST_LINES = 3, MOST_LETTERS = 80 };
static const double line_height = 1.15; /* ems */
static const double largest = 380;      /* em, of a box of 1000 */
static const double rim = 42, inset = 46, corner = 150;

/* What of a shape the text may take: its middle from the left, width and height. */
static const struct {
  double middle, width, height;
} ROOM[] = {
    [LIB_SHAPE_ROUNDED] = {0.5, 0.80, 0.76},  [LIB_SHAPE_BOX] = {0.5, 0.82, 0.78},
    [LIB_SHAPE_CIRCLE] = {0.5, 0.74, 0.52},   [LIB_SHAPE_DIAMOND] = {0.5, 0.56, 0.36},
    [LIB_SHAPE_TRIANGLE] = {0.36, 0.52, 0.4}, [LIB_SHAPE_MISSING] = {0.5, 0.80, 0.76},
};

/* ---- the text ---- */

/* Whether a word begins there, behind another one. */
static bool
begins_word (const char *before, const char *at)
{
  const gunichar last = g_utf8_get_char (before), first = g_utf8_get_char (at);

  return g_unichar_islower (last) && g_unichar_isupper (first);
}

/* The words of a text: each with a blank before it if there was one. */
static GPtrArray *
part_words (const char *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) word = g_string_new (NULL);
  const char *before = NULL;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at)) {
    const gunichar c = g_utf8_get_char (at);
    const bool is_blank = c == '_' || g_unichar_isspace (c) || g_unichar_iscntrl (c);

    if ((is_blank || (before != NULL && begins_word (before, at))) && word->len > 0) {
      g_ptr_array_add (words, g_strdup (word->str));
      g_string_truncate (word, 0);
    }
    if (is_blank && words->len > 0)
      g_string_assign (word, " ");
    else if (!is_blank)
      g_string_append_unichar (word, c);
    before = at;
  }
  if (word->str[word->str[0] == ' '] != '\0')
    g_ptr_array_add (words, g_strdup (word->str));
  return words;
}

typedef struct {
  GPtrArray *words;
  double *widths; /* of words, in ems */
  uint32_t n;     /* lines */
  double longest; /* ems */
} Lines;

/* How many lines there are if none is longer, and where each but the first begins. */
static uint32_t
wrap (const Lines *lines, double longest, uint32_t *begins)
{
  uint32_t n = 1;
  double width = 0;

  for (guint i = 0; i < lines->words->len; i++) {
    if (width > 0 && width + lines->widths[i] > longest * (1 + 1e-9)) {
      if (n == MOST_LINES)
        return n + 1;
      begins[n++] = i;
      width = 0;
    }
    width += lines->widths[i];
  }
  return n;
}

/* The least length that lets the words stand in n lines: that of some words in a row.
 */
static double
least_length (const Lines *lines, uint32_t n)
{
  uint32_t begins[MOST_LINES];
  double least = INFINITY;

  for (guint i = 0; i < lines->words->len; i++) {
    double width = 0;

    for (guint k = i; k < lines->words->len; k++) {
      width += lines->widths[k];
      if (width < least && wrap (lines, width, begins) <= n)
        least = width;
    }
  }
  for (guint i = 0; i < lines->words->len; i++)
    least = fmax (least, lines->widths[i]);
  return least;
}

static void
measure (Lines *lines)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i < lines->words->len; i++) {
    double height;

    figure_text_size (cr, TEXT_FONT, lines->words->pdata[i], &lines->widths[i],
                      &height);
    lines->widths[i] /= 100;
  }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
print_lines (GString *out, const Lines *lines, double x, double y, double em)
{
  uint32_t begins[MOST_LINES + 1] = {0};
  const uint32_t n = wrap (lines, lines->longest, begins);

  begins[n] = lines->words->len;
  for (uint32_t l = 0; l < n; l++) {
    g_autoptr (GString) line = g_string_new (NULL);

    for (guint i = begins[l]; i < begins[l + 1]; i++)
      g_string_append (line, lines->words->pdata[i]);
    g_autofree char *text = g_markup_escape_text (g_strchug (line->str), -1);
    g_string_append_printf (out, "<text x='%.2f' y='%.2f' font-size='%.2f'>%s</text>",
                            x, y + em * (0.36 + line_height * (l - (n - 1) / 2.0)), em,
                            text);
  }
}

/* In a box of that size; a rectangle says where its middle is. */
static void
print_text (GString *out, const LibDrawing *drawing, double width, double height)
{
  g_autofree char *valid = g_utf8_make_valid (drawing->text, -1);
  g_autofree char *text = g_utf8_substring (
      valid, 0, MIN (g_utf8_strlen (valid, -1), (glong) MOST_LETTERS));
  g_autoptr (GPtrArray) words = part_words (text);
  g_autofree double *widths = g_new (double, words->len + 1);
  Lines lines = {.words = words, .widths = widths};
  double em = 0;

  if (words->len == 0)
    return;
  measure (&lines);
  /* In the number of lines that lets it be largest. */
  for (uint32_t n = 1; n <= MIN (words->len, (guint) MOST_LINES); n++) {
    const double longest = least_length (&lines, n);
    const double size =
        fmin (fmin (ROOM[drawing->shape].width * width / longest, largest),
              ROOM[drawing->shape].height * height / (n * line_height));

    if (size > em) {
      em = size;
      lines.longest = longest;
    }
  }
  const double x = ROOM[drawing->shape].middle * width;
  print_lines (out, &lines, x, height / 2, em);
  g_string_append_printf (out,
                          "<rect x='%.2f' y='%.2f' width='%.2f' height='%.2f' "
                          "fill='none' stroke='none'/>",
                          x - width / 4, height / 4, width / 2, height / 2);
}

/* ---- the shape ---- */

static void
print_shape (GString *out, LibShape shape, double width, double height)
{
  const double left = inset, right = width - inset, top = inset,
               bottom = height - inset;

  /* Its outline, within the rim of the box. */
  switch (shape) {
  case LIB_SHAPE_CIRCLE:
    g_string_append_printf (out, "<ellipse cx='%.2f' cy='%.2f' rx='%.2f' ry='%.2f'/>",
                            width / 2, height / 2, width / 2 - inset,
                            height / 2 - inset);
    return;
  case LIB_SHAPE_DIAMOND:
    g_string_append_printf (
        out, "<path d='M%.2f %.2fL%.2f %.2fL%.2f %.2fL%.2f %.2fZ'/>", left, height / 2,
        width / 2, top, right, height / 2, width / 2, bottom);
    return;
  case LIB_SHAPE_TRIANGLE:
    g_string_append_printf (out, "<path d='M%.2f %.2fL%.2f %.2fL%.2f %.2fZ'/>", left,
                            top, right, height / 2, left, bottom);
    return;
  case LIB_SHAPE_ROUNDED:
  case LIB_SHAPE_BOX:
  case LIB_SHAPE_MISSING:
    g_string_append_printf (
        out, "<rect x='%.2f' y='%.2f' width='%.2f' height='%.2f' rx='%.2f'/>", left,
        top, right - left, bottom - top, shape == LIB_SHAPE_BOX ? 0 : corner);
  }
}

static char *
hex (FigureColor color)
{
  return g_strdup_printf ("#%02x%02x%02x", (unsigned) lround (255 * color.r),
                          (unsigned) lround (255 * color.g),
                          (unsigned) lround (255 * color.b));
}

char *
figure_drawing_svg (const LibDrawing *drawing, double aspect)
{
  static const FigureColor WHITE = {1, 1, 1}, BLACK = {0, 0, 0};
  const bool is_missing = drawing->shape == LIB_SHAPE_MISSING;
  const double width = 1000 * fmax (aspect, 1), height = 1000 / fmin (aspect, 1);
  FigureColor color = WHITE;
  GString *out = g_string_new (NULL);

  figure_theme_color_parse (drawing->stroke, &color);
  g_autofree char *fill = hex (figure_theme_mix (color, WHITE, 0.6));
  g_autofree char *dark = hex (figure_theme_mix (color, BLACK, 0.5));
  g_string_append_printf (
      out,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.2f %.2f' "
      "preserveAspectRatio='none'><g id='turning' stroke='%s' stroke-width='%g' "
      "stroke-linejoin='round' fill='%s'%s>",
      width, height, drawing->stroke, is_missing ? rim / 1.5 : rim,
      is_missing ? "none" : fill, is_missing ? " stroke-dasharray='80 60'" : "");
  print_shape (out, drawing->shape, width, height);
  g_string_append_printf (out,
                          "</g><g id='upright' fill='%s' text-anchor='middle' "
                          "font-family='%s, sans-serif' font-weight='" WEIGHT "'>",
                          is_missing ? drawing->stroke : dark, DOC_LABEL_FONT);
  print_text (out, drawing, width, height);
  g_string_append (out, "</g></svg>");
  return g_string_free (out, FALSE);
}
