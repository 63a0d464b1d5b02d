/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "base/source.h"

/* A place in a text, in bytes and in characters; it goes on from its beginning, 1 ms
 * for 2 MB. */
typedef struct {
  const char *text;
  uint32_t byte;
  int character;
} UiTextPlace;

/* Goes on to a byte, of the text or its end. */
void ui_text_place_go (UiTextPlace *place, uint32_t byte);
/* The same place in a buffer that holds the text. */
void ui_text_place_iter (const UiTextPlace *place,
                         GtkTextBuffer *buffer,
                         GtkTextIter *iter);
/* Where a byte stands in that, and the byte where an iterator stands. */
void ui_text_place_find (const BaseSource *source,
                         uint32_t byte,
                         GtkTextBuffer *buffer,
                         GtkTextIter *iter);
uint32_t ui_text_place_byte (const BaseSource *source, const GtkTextIter *iter);
