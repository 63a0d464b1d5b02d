/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours and changes of an animation; giflib packs and frames them. Colours are those
 * of the commonest of 32 768 cells of the colour cube, once for all frames. */
#include "figure/gif.h"

#include <gif_lib.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/arena.h"
#include "base/writer.h"

/* Colours are counted with so many bits a channel. */
enum { BITS = 5, N_CELLS = 1 << (3 * BITS), N_COLORS = 256 };

/* Of a colour of the screen, as the format wants to know. */
enum { COLOR_BITS = 8 };

/* What fell into one cell of the cube of colours: how much, and the colour that most of
 * it had (Boyer & Moore 1991, majority vote), so that flat grounds keep their colour.
 */
typedef struct {
  uint64_t n, votes;
  uint32_t pixel;
} Cell;

struct FigureGif {
  BaseArena *arena;
  uint32_t width, height;
  GByteArray *bytes;
  GifFileType *file; /* NULL before the first picture: colours are open */
  bool is_sound;     /* nothing has gone wrong */
  Cell *cells;
  GifColorType colors[N_COLORS];
  uint32_t n_colors;
  int16_t *nearest; /* per cell, -1: not looked for yet */
  uint8_t *shown;   /* the pixels that the last picture left */
  double due, told; /* seconds that were asked for and written */
};

FigureGif *
figure_gif_new (uint32_t width, uint32_t height)
{
  BaseArena *arena = base_arena_new ();
  FigureGif *gif = base_arena_new0 (arena, FigureGif);

  gif->arena = arena;
  gif->width = width;
  gif->height = height;
  gif->bytes = g_byte_array_new ();
  gif->cells = base_arena_array (arena, Cell, N_CELLS);
  gif->nearest = base_arena_array (arena, int16_t, N_CELLS);
  gif->shown = base_arena_array (arena, uint8_t, (size_t) width * height);
  return gif;
}

void
figure_gif_free (FigureGif *gif)
{
  if (gif == NULL)
    return;
  if (gif->file != NULL)
    EGifCloseFile (gif->file, NULL);
  g_byte_array_unref (gif->bytes);
  base_arena_free (gif->arena);
}

/* ---- colours ---- */

static const uint32_t *
row_of (cairo_surface_t *surface, uint32_t y)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);

  return (const void *) (data + (size_t) y *
                                    (size_t) cairo_image_surface_get_stride (surface));
}

static uint32_t
cell_of (uint32_t pixel)
{
  uint32_t shift = 8 - BITS, mask = (1 << BITS) - 1;

  return (pixel >> (16 + shift) & mask) << (2 * BITS) |
         (pixel >> (8 + shift) & mask) << BITS | (pixel >> shift & mask);
}

void
figure_gif_learn (FigureGif *gif, cairo_surface_t *surface)
{
  for (uint32_t y = 0; y < gif->height; y++)
    for (uint32_t x = 0; x < gif->width; x++) {
      uint32_t pixel = row_of (surface, y)[x];
      Cell *cell = &gif->cells[cell_of (pixel)];

      cell->n++;
      if (cell->votes == 0)
        cell->pixel = pixel;
      if (cell->pixel == pixel)
        cell->votes++;
      else
        cell->votes--;
    }
}

/* The commoner first, of equals that with the lower number. */
static int
by_count (const void *a, const void *b, gpointer data)
{
  const Cell *cells = data, *x = &cells[*(const uint16_t *) a];
  const Cell *y = &cells[*(const uint16_t *) b];

  return (x->n < y->n) - (x->n > y->n);
}

/* The commonest cells give the colours: pictures of few flat colours with soft edges
 * need no better. */
static void
choose_colors (FigureGif *gif)
{
  g_autofree uint16_t *ranked = g_new (uint16_t, N_CELLS);

  for (uint32_t i = 0; i < N_CELLS; i++) {
    ranked[i] = (uint16_t) i;
    gif->nearest[i] = -1;
  }
  g_qsort_with_data (ranked, N_CELLS, sizeof *ranked, by_count, gif->cells);
  for (; gif->n_colors < N_COLORS && gif->cells[ranked[gif->n_colors]].n > 0;
       gif->n_colors++) {
    uint32_t pixel = gif->cells[ranked[gif->n_colors]].pixel;

    gif->colors[gif->n_colors] =
        (GifColorType){pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255};
  }
}

static uint8_t
nearest_color (FigureGif *gif, uint32_t pixel)
{
  int16_t *nearest = &gif->nearest[cell_of (pixel)];
  bool is_known = *nearest >= 0;

  for (uint32_t i = 0, least = UINT32_MAX; i < gif->n_colors && !is_known; i++) {
    int r = (int) (pixel >> 16 & 255) - gif->colors[i].Red;
    int g = (int) (pixel >> 8 & 255) - gif->colors[i].Green;
    int b = (int) (pixel & 255) - gif->colors[i].Blue;
    uint32_t away = (uint32_t) (3 * r * r + 4 * g * g + 2 * b * b);

    if (away < least) {
      least = away;
      *nearest = (int16_t) i;
    }
  }
  return (uint8_t) *nearest;
}

/* ---- the file ---- */

static int
write_bytes (GifFileType *file, const GifByteType *bytes, int n)
{
  g_byte_array_append (file->UserData, bytes, (guint) n);
  return n;
}

/* Header, colours for all frames, and that the animation runs for ever. */
static bool
open_file (FigureGif *gif)
{
  static const GifByteType FOR_EVER[] = {1, 0, 0};
  ColorMapObject *colors = NULL;
  bool is_sound;

  choose_colors (gif);
  gif->file = EGifOpen (gif->bytes, write_bytes, NULL);
  colors = GifMakeMapObject (N_COLORS, gif->colors);
  is_sound = gif->file != NULL && colors != NULL;
  if (is_sound)
    EGifSetGifVersion (gif->file, true);
  is_sound = is_sound &&
             EGifPutScreenDesc (gif->file, (int) gif->width, (int) gif->height,
                                COLOR_BITS, 0, colors) == GIF_OK &&
             EGifPutExtensionLeader (gif->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
             EGifPutExtensionBlock (gif->file, 11, "NETSCAPE2.0") == GIF_OK &&
             EGifPutExtensionBlock (gif->file, sizeof FOR_EVER, FOR_EVER) == GIF_OK &&
             EGifPutExtensionTrailer (gif->file) == GIF_OK;
  GifFreeMapObject (colors);
  return is_sound;
}

/* ---- frames ---- */

/* Pixels from (x1, y1) to before (x2, y2). */
typedef struct {
  uint32_t x1, y1, x2, y2;
} Area;

/* Shows the picture; gives the least rectangle of all that differs from what was shown,
 * at least one pixel. */
static Area
take_picture (FigureGif *gif, cairo_surface_t *surface)
{
  Area area = {gif->width, gif->height, 0, 0};

  for (uint32_t y = 0; y < gif->height; y++)
    for (uint32_t x = 0; x < gif->width; x++) {
      uint8_t color = nearest_color (gif, row_of (surface, y)[x]);
      uint8_t *shown = &gif->shown[(size_t) y * gif->width + x];

      if (*shown != color)
        area = (Area){MIN (area.x1, x), MIN (area.y1, y), MAX (area.x2, x + 1),
                      MAX (area.y2, y + 1)};
      *shown = color;
    }
  return area.x1 < area.x2 ? area : (Area){0, 0, 1, 1};
}

/* Times count in hundredths of a second; what rounding takes the next frames get. */
static bool
put_time (FigureGif *gif, double seconds)
{
  gif->due += seconds;
  double hundredths = floor ((gif->due - gif->told) * 100 + 0.5);
  gif->told += hundredths / 100;
  GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                  .DelayTime = (int) CLAMP (hundredths, 1, 65535),
                                  .TransparentColor = NO_TRANSPARENT_COLOR};
  GifByteType block[4];
  size_t n = EGifGCBToExtension (&control, block);
  return EGifPutExtension (gif->file, GRAPHICS_EXT_FUNC_CODE, (int) n, block) == GIF_OK;
}

static bool
put_area (FigureGif *gif, Area area)
{
  int width = (int) (area.x2 - area.x1), height = (int) (area.y2 - area.y1);
  bool is_sound = EGifPutImageDesc (gif->file, (int) area.x1, (int) area.y1, width,
                                    height, false, NULL) == GIF_OK;

  for (uint32_t y = area.y1; is_sound && y < area.y2; y++)
    is_sound = EGifPutLine (gif->file, gif->shown + (size_t) y * gif->width + area.x1,
                            width) == GIF_OK;
  return is_sound;
}

void
figure_gif_add (FigureGif *gif, cairo_surface_t *surface, double seconds)
{
  bool is_first = gif->file == NULL;

  if (is_first) {
    figure_gif_learn (gif, surface);
    gif->is_sound = open_file (gif);
  }
  if (!gif->is_sound)
    return;
  Area area = take_picture (gif, surface);
  if (is_first)
    area = (Area){0, 0, gif->width, gif->height};
  gif->is_sound = put_time (gif, seconds) && put_area (gif, area);
}

bool
figure_gif_save (FigureGif *gif, const char *path, GError **error)
{
  bool is_closed = gif->file != NULL && EGifCloseFile (gif->file, NULL) == GIF_OK;

  gif->file = NULL;
  if (gif->is_sound && is_closed)
    return base_writer_save (path, (const char *) gif->bytes->data, gif->bytes->len,
                             error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               _ ("%s: the frames cannot be packed"), path);
  return false;
}
