/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/gif.h"

#include <gif_lib.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

typedef struct {
  uint32_t at; /* of the cell */
  uint64_t n;
} Ranked;

struct FigureGif {
  uint32_t width, height;
  GByteArray *bytes;
  GifFileType *file; /* NULL before the first picture: colours are open */
  bool is_sound;     /* nothing has gone wrong */
  Cell *cells;
  GifColorType colors[N_COLORS];
  uint32_t n_colors;
  int16_t *nearest; /* per cell, -1: not looked for yet */
  uint8_t *last;    /* the pixels shown */
  uint8_t *next;
  double due, shown; /* seconds that were asked for and written */
};

FigureGif *
figure_gif_new (uint32_t width, uint32_t height)
{
  FigureGif *gif = g_new0 (FigureGif, 1);

  gif->width = width;
  gif->height = height;
  gif->bytes = g_byte_array_new ();
  gif->cells = g_new0 (Cell, N_CELLS);
  gif->nearest = g_new (int16_t, N_CELLS);
  gif->last = g_new0 (uint8_t, (gsize) width * height);
  gif->next = g_new0 (uint8_t, (gsize) width * height);
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
  g_free (gif->cells);
  g_free (gif->nearest);
  g_free (gif->last);
  g_free (gif->next);
  g_free (gif);
}

/* ---- colours ---- */

static uint32_t
pixel_at (cairo_surface_t *surface, uint32_t x, uint32_t y)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  uint32_t pixel;

  memcpy (&pixel,
          data + (gsize) y * (gsize) cairo_image_surface_get_stride (surface) +
              (gsize) x * sizeof pixel,
          sizeof pixel);
  return pixel;
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
      uint32_t pixel = pixel_at (surface, x, y);
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

static int
by_count (const void *a, const void *b)
{
  const Ranked *x = a, *y = b;

  return x->n != y->n ? (x->n < y->n) - (x->n > y->n)
                      : (x->at > y->at) - (x->at < y->at);
}

/* The commonest cells give the colours: pictures of few flat colours with soft edges
 * need no better. */
static void
choose_colors (FigureGif *gif)
{
  g_autofree Ranked *ranked = g_new (Ranked, N_CELLS);
  uint32_t n = 0;

  for (uint32_t i = 0; i < N_CELLS; i++)
    if (gif->cells[i].n > 0)
      ranked[n++] = (Ranked){i, gif->cells[i].n};
  qsort (ranked, n, sizeof *ranked, by_count);
  gif->n_colors = CLAMP (n, 1, N_COLORS);
  for (uint32_t i = 0; i < MIN (n, N_COLORS); i++) {
    uint32_t pixel = gif->cells[ranked[i].at].pixel;

    gif->colors[i] = (GifColorType){(GifByteType) (pixel >> 16),
                                    (GifByteType) (pixel >> 8), (GifByteType) pixel};
  }
  memset (gif->nearest, 0xff, N_CELLS * sizeof *gif->nearest);
}

static uint8_t
nearest_color (FigureGif *gif, uint32_t pixel)
{
  uint32_t cell = cell_of (pixel), least = UINT32_MAX;

  for (uint32_t i = 0; gif->nearest[cell] < 0 || i != 0; i++) {
    int r = (int) (pixel >> 16 & 255) - gif->colors[i].Red;
    int g = (int) (pixel >> 8 & 255) - gif->colors[i].Green;
    int b = (int) (pixel & 255) - gif->colors[i].Blue;
    uint32_t away = (uint32_t) (3 * r * r + 4 * g * g + 2 * b * b);

    if (away < least) {
      least = away;
      gif->nearest[cell] = (int16_t) i;
    }
    if (i + 1 == gif->n_colors)
      break;
  }
  return (uint8_t) gif->nearest[cell];
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

typedef struct {
  uint32_t x, y, w, h;
} Area;

/* The least rectangle that holds all pixels that differ; at least one pixel. */
static Area
find_change (const FigureGif *gif)
{
  uint32_t x1 = gif->width, y1 = gif->height, x2 = 0, y2 = 0;

  for (uint32_t i = 0; i < gif->width * gif->height; i++)
    if (gif->last[i] != gif->next[i]) {
      uint32_t px = i % gif->width, py = i / gif->width;

      x1 = MIN (x1, px);
      x2 = MAX (x2, px + 1);
      y1 = MIN (y1, py);
      y2 = MAX (y2, py + 1);
    }
  return x1 < x2 ? (Area){x1, y1, x2 - x1, y2 - y1} : (Area){0, 0, 1, 1};
}

/* Times count in hundredths of a second; what rounding takes the next frames get. */
static bool
put_time (FigureGif *gif, double seconds)
{
  gif->due += seconds;
  double hundredths = floor ((gif->due - gif->shown) * 100 + 0.5);
  gif->shown += hundredths / 100;
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
  bool is_sound = EGifPutImageDesc (gif->file, (int) area.x, (int) area.y, (int) area.w,
                                    (int) area.h, false, NULL) == GIF_OK;

  for (uint32_t y = area.y; is_sound && y < area.y + area.h; y++)
    is_sound = EGifPutLine (gif->file, gif->next + (gsize) y * gif->width + area.x,
                            (int) area.w) == GIF_OK;
  return is_sound;
}

void
figure_gif_add (FigureGif *gif, cairo_surface_t *surface, double seconds)
{
  Area area = {0, 0, gif->width, gif->height};
  bool is_first = gif->file == NULL;

  if (is_first) {
    figure_gif_learn (gif, surface);
    gif->is_sound = open_file (gif);
  }
  if (!gif->is_sound)
    return;
  for (uint32_t i = 0; i < gif->width * gif->height; i++)
    gif->next[i] =
        nearest_color (gif, pixel_at (surface, i % gif->width, i / gif->width));
  if (!is_first)
    area = find_change (gif);
  gif->is_sound = put_time (gif, seconds) && put_area (gif, area);
  uint8_t *swap = gif->last;
  gif->last = gif->next;
  gif->next = swap;
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
