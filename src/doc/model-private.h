/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Inside of the module: the model's fields, and how a change of the text is put
 * together. */

/* What a new component is called until somebody names it. */
#define DOC_UNNAMED "Untitled"

typedef struct {
  DocListener listener;
  void *data;
} DocListening;

/* What a change costs today is the whole text, and what holds it to that, for whoever
 * makes it cost what the change touches:
 * - spans are bytes of the text, so that an edit moves all behind it: a tree of one
 *   definition that is read again needs spans that count from its own beginning;
 * - LangFile owns all its definitions, and lib_index_put() takes a file as a whole;
 * - items and wires point into the tree (`decl`, `relation`, names of ports), and all
 * live in one arena; they are numbered in the order of the text;
 * - the layout of items without a place depends on all connects (which is why settling
 *   writes places down), routes of wires without a drawing on all that is drawn.
 * What is ready for it: names are interned and last, cards are kept by the text of
 * class and modifiers, the grids find what lies near, and a step keeps the view before
 * it. */
struct DocModel {
  const LibIndex *library;
  char *path;              /* NULL: never saved */
  const char *shown;       /* name of the component shown, interned, or NULL */
  const BaseSource *saved; /* the text of the last save, NULL if never */

  /* the text and what it says */
  LangFile *file;
  BaseDiags *diags;
  LibIndex *index;
  const LangClass *class;
  const char *namespace; /* that the names in the file mean */

  /* the view of it, made anew after each change */
  BaseArena *arena;
  uint32_t n_items;
  DocItem *items;
  GHashTable *item_of; /* interned name -> index + 1 */
  uint32_t n_wires;
  DocWire *wires;
  uint32_t n_notes;
  DocNote *notes;
  GHashTable *item_grid;     /* cell -> GArray of items that touch it */
  GHashTable *wire_grid;     /* cell -> GArray of DocSegment; made when first asked */
  DocWire *wires_read;       /* before they were drawn anew in the view, or NULL */
  const bool *in_flux;       /* per wire: is about to be led anew; NULL: none */
  struct DocLabels **labels; /* per item; made when first asked */
  uint64_t label_epoch;      /* counts what doc_labels_place_again() is told */
  uint64_t n_visited;        /* what doc_route_effort says */
  uint64_t most_visited;     /* 0: none (doc_route_limit) */

  /* cards of library components, kept over changes */
  BaseArena *card_arena;
  GHashTable *cards; /* text of class and modifiers -> card */

  GPtrArray *undo; /* DocStep */
  GPtrArray *redo;
  struct DocStep *open; /* the step that is being made */
  struct DocSettle
      *before;       /* what was drawn before it, once it has changed something */
  GHashTable *loose; /* names of wires that the open step may lead anew, or NULL */
  uint32_t nesting;
  bool is_taken_back; /* a step, and the listeners do not know yet */
  uint64_t revision;
  GArray *listeners;
};

/* ---- geometry ---- */

#define DOC_GRID     10.0 /* diagram units */
#define DOC_FARTHEST 1e8  /* from the origin: what is written farther off lies there */

static inline double
doc_on_grid (double value)
{
  return DOC_GRID * round (value / DOC_GRID);
}

static inline bool
doc_is_same (DocPoint a, DocPoint b)
{
  return a.x == b.x && a.y == b.y;
}

/* The point between a and b that is nearest to p. */
static inline DocPoint
doc_nearest (DocPoint a, DocPoint b, DocPoint p)
{
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double t = square == 0 ? 0 : ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;

  return (DocPoint){a.x + CLAMP (t, 0, 1) * dx, a.y + CLAMP (t, 0, 1) * dy};
}

/* The direction from a to b. */
static inline DocPoint
doc_unit (DocPoint a, DocPoint b)
{
  const double far = hypot (b.x - a.x, b.y - a.y);

  return far == 0 ? (DocPoint){0, 0} : (DocPoint){(b.x - a.x) / far, (b.y - a.y) / far};
}

/* The smallest rectangle with both points. */
static inline DocRect
doc_box (DocPoint a, DocPoint b)
{
  return (DocRect){fmin (a.x, b.x), fmin (a.y, b.y), fmax (a.x, b.x), fmax (a.y, b.y)};
}

static inline DocRect
doc_grown (DocRect box, double by)
{
  return (DocRect){box.x1 - by, box.y1 - by, box.x2 + by, box.y2 + by};
}

/* Whether they have more than an edge in common. */
static inline bool
doc_meet (DocRect a, DocRect b)
{
  return a.x1 < b.x2 && a.x2 > b.x1 && a.y1 < b.y2 && a.y2 > b.y1;
}

/* ---- model.c ---- */

/* Makes file, index and view anew from a text. */
void doc_read (DocModel *doc, const char *text, size_t length);

/* Counts a change and tells the listeners. */
void doc_changed (DocModel *doc);
/* The text is what the file holds now. */
void doc_note_saved (DocModel *doc);

/* Whether a name as written in this file means its class `class`. */
bool doc_means (const DocModel *doc, const LangName *name, const LangClass *class);

/* ---- view.c ---- */

void doc_view_build (DocModel *doc);
void doc_view_clear (DocModel *doc);

/* Whether a declaration of that condition is commented out: `if false`. */
bool doc_is_never (const LangExpr *condition);

/* The placement that an element's metadata gives, mirrored and turned. */
typedef struct {
  double x, y;          /* centre */
  double width, height; /* before turning, both >= 0 */
  double rot;
  bool flip_x, flip_y;
} DocPlace;

/* Puts an item to a place in the view; its wires stay as they are. */
void doc_view_place (DocModel *doc, uint32_t item, const DocPlace *place);

bool doc_place_read (const LangJson *placement, DocPlace *place);
DocRect doc_place_box (const DocPlace *place);
DocPlace doc_item_place (const DocItem *item);
/* A port of that icon placement on an item of this place: centre, box, outward. */
DocPort doc_place_port (const DocPlace *place, const LibPort *port, bool is_own);

/* The name that a reference begins with, through members, elements and `der`; NULL if
 * it is none. */
const char *doc_root_name (const LangExpr *expr);

/* The port "mass.flange_a" or "u" (an own port), or an element of it; false if there is
 * none. Leaves the name of the end. */
bool doc_find_port (const DocModel *doc, const char *name, DocEnd *end);

/* Where a wire ends, or NULL. */
static inline const DocPort *
doc_end_port (const DocModel *doc, const DocEnd *end)
{
  return end->item == UINT32_MAX ? NULL : &doc->items[end->item].ports[end->port];
}

/* ---- label.c ---- */

/* Labels stand from now on as if the marked wires (NULL: none) were not there: those
 * are about to be led anew. Also after any change of what lies around them. */
void doc_labels_place_again (DocModel *doc, const bool *in_flux);

/* ---- auto-layout.c ---- */

/* Places for the items whose `place` is missing, from the wires between them. */
typedef struct {
  uint32_t a, b;      /* items */
  int side_a, side_b; /* of their ports: 1 right, -1 left, 0 above, below or unknown */
} DocLink;

void doc_auto_layout (DocPlace *places,
                      const bool *is_placed,
                      uint32_t n,
                      const DocLink *links,
                      uint32_t n_links);

/* ---- grid.c ---- */

/* What lies in a part of the diagram: square cells by hash. */
void doc_grid_add (GHashTable *grid, DocRect rect, const void *value, guint size);
GHashTable *doc_grid_new (void);
/* The item numbers whose boxes meet the rectangle (an edge in common is none), in
 * order. */
GArray *doc_grid_items (const DocModel *doc, DocRect rect);

typedef struct {
  uint32_t wire, edge, segment;
} DocSegment;

/* The segments of wires that meet the rectangle, in order. */
GArray *doc_grid_segments (const DocModel *doc, DocRect rect);
DocRect doc_grid_segment_box (const DocModel *doc, const DocSegment *segment);
/* The same of wires as the text draws them, which doc_grid_keep_read() keeps before one
 * is drawn otherwise in the view. */
GArray *doc_grid_segments_read (const DocModel *doc, DocRect rect);
DocRect doc_grid_segment_read_box (const DocModel *doc, const DocSegment *segment);
void doc_grid_keep_read (DocModel *doc);
/* Tells that a wire has got another drawing. */
void doc_grid_redrawn (DocModel *doc, uint32_t wire);
