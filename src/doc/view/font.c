/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths of letters as the font Cantarell has them, which does not move letters closer
 * in pairs. The painter draws a text of another font no wider than is said here. */
#include "doc/view/font.h"

#include <glib.h>
#include <stdint.h>
#include <string.h>

static const char ELLIPSIS[] = "\u2026";
static const gunichar FIRST = ' ';

/* In thousandths of the size, from the space on. */
static const uint16_t WIDTHS[] = {
    220, 262, 424, 653, 580, 987, 702, 244, 301, 301, 469, 580, 256, 424, 256, 338,
    614, 423, 528, 562, 597, 548, 583, 521, 580, 583, 256, 256, 580, 580, 580, 422,
    999, 626, 630, 645, 711, 584, 563, 715, 721, 267, 398, 608, 506, 859, 750, 760,
    590, 765, 620, 553, 566, 671, 603, 980, 596, 580, 636, 350, 338, 350, 580, 500,
    500, 512, 570, 467, 570, 528, 340, 570, 567, 246, 246, 498, 278, 886, 567, 567,
    571, 570, 377, 464, 361, 558, 480, 783, 469, 480, 464, 365, 261, 365, 580,
};

/* Of others that labels often have. */
static const struct {
  gunichar letter;
  double width;
} OTHERS[] = {
    {0x2009, 0.200}, /* thin space */
    {0x2212, 0.580}, /* minus */
    {0x00B7, 0.256}, /* middle dot */
    {0x00B0, 0.481}, /* degree */
    {0x00B2, 0.390}, /* squared */
    {0x2026, 1.000}, /* ellipsis */
};
static const double plain = 0.75, wide = 1.1; /* of all others, about */

static double
width_of (gunichar letter)
{
  if (letter >= FIRST && letter - FIRST < G_N_ELEMENTS (WIDTHS))
    return WIDTHS[letter - FIRST] / 1000.0;
  for (size_t i = 0; i < G_N_ELEMENTS (OTHERS); i++)
    if (OTHERS[i].letter == letter)
      return OTHERS[i].width;
  return g_unichar_iszerowidth (letter) ? 0 : g_unichar_iswide (letter) ? wide : plain;
}

double
doc_font_width (const char *text)
{
  double width = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    width += width_of (g_utf8_get_char (text));
  return width;
}

char *
doc_font_cut (const char *text, double width)
{
  const double room = width - doc_font_width (ELLIPSIS);
  const char *end = text;
  double used = 0;

  if (doc_font_width (text) <= width)
    return g_strdup (text);
  for (; used + width_of (g_utf8_get_char (end)) <= room; end = g_utf8_next_char (end))
    used += width_of (g_utf8_get_char (end));
  g_autofree char *kept = g_strndup (text, (gsize) (end - text));
  return g_strconcat (g_strchomp (kept), ELLIPSIS, NULL);
}
