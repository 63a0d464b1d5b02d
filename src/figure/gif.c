/* CompuServe, Graphics Interchange Format 89a (1990), with its variant of Welch's
 * compression (IEEE Computer 17(6), 1984) in appendix F. */
#include "figure/gif.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Colours are counted with so many bits a channel. */
enum { BITS = 5, N_CELLS = 1 << (3 * BITS), N_COLORS = 256 };

enum { CODE_BITS = 8, CLEAR = 1 << CODE_BITS, END, FIRST_FREE, N_CODES = 4096 };

/* Sums of what fell into one cell of the cube of colours. */
typedef struct {
  uint64_t n, r, g, b;
} Cell;

typedef struct {
  uint32_t at; /* of the cell */
  uint64_t n;
} Ranked;

struct FigureGif {
  uint32_t width, height;
  GByteArray *bytes;
  Cell *cells;
  bool is_open; /* the header is written: colours are fixed */
  uint8_t colors[N_COLORS][3];
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
      cell->r += pixel >> 16 & 255;
      cell->g += pixel >> 8 & 255;
      cell->b += pixel & 255;
    }
}

static int
by_count (const void *a, const void *b)
{
  const Ranked *x = a, *y = b;

  return x->n != y->n ? (x->n < y->n) - (x->n > y->n)
                      : (x->at > y->at) - (x->at < y->at);
}

/* The commonest cells give the colours, each by the mean of what fell into it: pictures
 * of few flat colours with soft edges need no better. */
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
    const Cell *cell = &gif->cells[ranked[i].at];

    gif->colors[i][0] = (uint8_t) (cell->r / cell->n);
    gif->colors[i][1] = (uint8_t) (cell->g / cell->n);
    gif->colors[i][2] = (uint8_t) (cell->b / cell->n);
  }
  memset (gif->nearest, 0xff, N_CELLS * sizeof *gif->nearest);
}

static uint8_t
nearest_color (FigureGif *gif, uint32_t pixel)
{
  uint32_t cell = cell_of (pixel), least = UINT32_MAX;

  for (uint32_t i = 0; gif->nearest[cell] < 0 || i != 0; i++) {
    int r = (int) (pixel >> 16 & 255) - gif->colors[i][0];
    int g = (int) (pixel >> 8 & 255) - gif->colors[i][1];
    int b = (int) (pixel & 255) - gif->colors[i][2];
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

/* ---- bytes ---- */

static void
put (FigureGif *gif, const void *bytes, uint32_t n)
{
  g_byte_array_append (gif->bytes, bytes, n);
}

static void
put_byte (FigureGif *gif, uint32_t value)
{
  uint8_t byte = (uint8_t) value;

  put (gif, &byte, 1);
}

static void
put_word (FigureGif *gif, uint32_t value)
{
  put_byte (gif, value & 255);
  put_byte (gif, value >> 8 & 255);
}

static void
open_file (FigureGif *gif)
{
  static const char LOOP[] = "\x21\xff\x0bNETSCAPE2.0\x03\x01"; /* then 0: for ever */

  choose_colors (gif);
  put (gif, "GIF89a", 6);
  put_word (gif, gif->width);
  put_word (gif, gif->height);
  put_byte (gif, 0x80 | 0x70 | (CODE_BITS - 1)); /* 256 colours for all frames */
  put_word (gif, 0);
  put (gif, gif->colors, sizeof gif->colors);
  put (gif, LOOP, sizeof LOOP - 1);
  put_word (gif, 0);
  put_byte (gif, 0);
  gif->is_open = true;
}

/* ---- compression ---- */

/* Codes of growing width, packed from the lowest bit on into blocks of 255 bytes. */
typedef struct {
  FigureGif *gif;
  uint32_t bits, n_bits;
  uint8_t block[255];
  uint32_t n;
} Packer;

static void
flush_block (Packer *packer)
{
  if (packer->n == 0)
    return;
  put_byte (packer->gif, packer->n);
  put (packer->gif, packer->block, packer->n);
  packer->n = 0;
}

static void
pack (Packer *packer, uint32_t code, uint32_t width)
{
  packer->bits |= code << packer->n_bits;
  packer->n_bits += width;
  for (; packer->n_bits >= 8; packer->n_bits -= 8, packer->bits >>= 8) {
    packer->block[packer->n++] = (uint8_t) packer->bits;
    if (packer->n == sizeof packer->block)
      flush_block (packer);
  }
}

/* Strings known so far as a tree: the child of `code` for the next pixel. */
typedef struct {
  uint16_t (*child)[N_COLORS]; /* 0: none */
  uint32_t next, width;
} Tree;

static void
forget (Tree *tree)
{
  memset (tree->child, 0, N_CODES * sizeof *tree->child);
  tree->next = FIRST_FREE;
  tree->width = CODE_BITS + 1;
}

/* Notes the string `code` + pixel; when the codes are used up all begins anew. */
static void
learn_string (Packer *packer, Tree *tree, uint32_t code, uint8_t pixel)
{
  if (tree->next == N_CODES) {
    pack (packer, CLEAR, tree->width);
    forget (tree);
    return;
  }
  if (tree->next == 1u << tree->width)
    tree->width++;
  tree->child[code][pixel] = (uint16_t) tree->next++;
}

static void
compress (FigureGif *gif, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
  g_autofree void *child = g_malloc (N_CODES * sizeof (uint16_t[N_COLORS]));
  Packer packer = {.gif = gif};
  Tree tree = {.child = child};
  uint32_t code = gif->next[y * gif->width + x];

  put_byte (gif, CODE_BITS);
  forget (&tree);
  pack (&packer, CLEAR, tree.width);
  for (uint32_t i = 1; i < w * h; i++) {
    uint8_t pixel = gif->next[(y + i / w) * gif->width + x + i % w];
    uint32_t longer = tree.child[code][pixel];

    if (longer != 0) {
      code = longer;
      continue;
    }
    pack (&packer, code, tree.width);
    learn_string (&packer, &tree, code, pixel);
    code = pixel;
  }
  pack (&packer, code, tree.width);
  if (tree.next == 1u << tree.width && tree.width < 12)
    tree.width++;
  pack (&packer, END, tree.width);
  if (packer.n_bits > 0)
    pack (&packer, 0, 8 - packer.n_bits);
  flush_block (&packer);
  put_byte (gif, 0);
}

/* ---- frames ---- */

/* The least rectangle that holds all pixels that differ; at least one pixel. */
static void
find_change (const FigureGif *gif, uint32_t *x, uint32_t *y, uint32_t *w, uint32_t *h)
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
  *x = x1 < x2 ? x1 : 0;
  *y = y1 < y2 ? y1 : 0;
  *w = x1 < x2 ? x2 - x1 : 1;
  *h = y1 < y2 ? y2 - y1 : 1;
}

void
figure_gif_add (FigureGif *gif, cairo_surface_t *surface, double seconds)
{
  bool is_first = !gif->is_open;
  uint32_t x = 0, y = 0, w = gif->width, h = gif->height;

  if (is_first) {
    figure_gif_learn (gif, surface);
    open_file (gif);
  }
  for (uint32_t i = 0; i < gif->width * gif->height; i++)
    gif->next[i] =
        nearest_color (gif, pixel_at (surface, i % gif->width, i / gif->width));
  if (!is_first)
    find_change (gif, &x, &y, &w, &h);
  gif->due += seconds;
  double hundredths = floor ((gif->due - gif->shown) * 100 + 0.5);
  gif->shown += hundredths / 100;
  put (gif, "\x21\xf9\x04\x04", 4); /* what was drawn stays */
  put_word (gif, (uint32_t) CLAMP (hundredths, 1, 65535));
  put_word (gif, 0);
  put_byte (gif, 0x2c);
  put_word (gif, x);
  put_word (gif, y);
  put_word (gif, w);
  put_word (gif, h);
  put_byte (gif, 0);
  compress (gif, x, y, w, h);
  uint8_t *swap = gif->last;
  gif->last = gif->next;
  gif->next = swap;
}

bool
figure_gif_save (FigureGif *gif, const char *path, GError **error)
{
  put_byte (gif, 0x3b);
  return g_file_set_contents (path, (const char *) gif->bytes->data, gif->bytes->len,
                              error);
}
