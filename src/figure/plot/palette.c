/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of numbers by names. A new name takes the least number that nobody has, names
 * of the last collection included, so that removing one curve and adding another in its
 * place changes no colour of the rest. */
#include "figure/plot/palette.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
  char *variable;
  uint32_t index;
  bool is_used; /* in this collection */
} Entry;

struct FigurePalette {
  GArray *entries;
};

static void
entry_clear (gpointer data)
{
  g_free (((Entry *) data)->variable);
}

FigurePalette *
figure_palette_new (void)
{
  FigurePalette *palette = g_new0 (FigurePalette, 1);

  palette->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (palette->entries, entry_clear);
  return palette;
}

void
figure_palette_free (FigurePalette *palette)
{
  g_array_unref (palette->entries);
  g_free (palette);
}

void
figure_palette_begin (FigurePalette *palette)
{
  for (guint i = 0; i < palette->entries->len; i++)
    g_array_index (palette->entries, Entry, i).is_used = false;
}

void
figure_palette_end (FigurePalette *palette)
{
  for (guint i = palette->entries->len; i-- > 0;)
    if (!g_array_index (palette->entries, Entry, i).is_used)
      g_array_remove_index (palette->entries, i);
}

static bool
is_free (const FigurePalette *palette, uint32_t index)
{
  for (guint i = 0; i < palette->entries->len; i++)
    if (g_array_index (palette->entries, Entry, i).index == index)
      return false;
  return true;
}

uint32_t
figure_palette_index (FigurePalette *palette, const char *variable)
{
  Entry new = {.is_used = true};

  for (guint i = 0; i < palette->entries->len; i++) {
    Entry *entry = &g_array_index (palette->entries, Entry, i);

    if (strcmp (entry->variable, variable) == 0) {
      entry->is_used = true;
      return entry->index;
    }
  }
  while (!is_free (palette, new.index))
    new.index++;
  new.variable = g_strdup (variable);
  g_array_append_val (palette->entries, new);
  return new.index;
}
