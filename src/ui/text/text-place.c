/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The diagram counts bytes and GtkTextBuffer characters: the way between counts those
 * that begin one. */
#include "ui/text/text-place.h"

void
ui_text_place_go (UiTextPlace *place, uint32_t byte)
{
  int n = 0;

  for (const char *p = place->text + place->byte; p < place->text + byte; p++)
    n += (*p & 0xC0) != 0x80;
  place->byte = byte;
  place->character += n;
}

void
ui_text_place_iter (const UiTextPlace *place, GtkTextBuffer *buffer, GtkTextIter *iter)
{
  gtk_text_buffer_get_iter_at_offset (buffer, iter, place->character);
}

void
ui_text_place_find (const BaseSource *source,
                    uint32_t byte,
                    GtkTextBuffer *buffer,
                    GtkTextIter *iter)
{
  UiTextPlace place = {base_source_text (source), 0, 0};

  ui_text_place_go (&place, MIN (byte, (uint32_t) base_source_length (source)));
  ui_text_place_iter (&place, buffer, iter);
}

uint32_t
ui_text_place_byte (const BaseSource *source, const GtkTextIter *iter)
{
  const char *text = base_source_text (source), *p = text;
  const char *end = text + base_source_length (source);
  int n = gtk_text_iter_get_offset (iter);

  for (; p < end && n > 0; p++)
    n -= (p[1] & 0xC0) != 0x80;
  return (uint32_t) (p - text);
}
