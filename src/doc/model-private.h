/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/edit/step.h"
#include "doc/model.h"
#include "doc/view/cards.h"

/* Inside of the module: the model's fields, and how a change of the text is put
 * together. */

/* What a new component is called until somebody names it. */
#define DOC_UNNAMED "Untitled"

typedef struct {
  DocListener listener;
  void *data;
} DocListening;

/* What a change costs is what it touches, and copies of the text and of the lists of
 * items and wires: spans are places in the source that a node was read from
 * (lang_file_span () tells where that stands), unchanged elements are the same nodes
 * before and after (lang_parse_edit ()), and the view keeps what belongs to them
 * (view/renew.c). All of it is read again where either says that it cannot do that. */
struct DocModel {
  const LibIndex *library;
  char *path; /* NULL: never saved */
  DocShown shown;
  const BaseSource *saved; /* the text of the last save, NULL if never */

  /* the text and what it says */
  LangFile *file;
  const BaseSource *ahead; /* typed since that was read, or NULL */
  LangEdit typed;          /* all that this is ahead by */
  BaseDiags *faults;       /* of the file */
  BaseDiags *diags;        /* these, and what is noticed in the component shown */
  LibIndex *index;
  const LangClass *root;  /* the component that is run */
  const LangClass *class; /* the component shown: that, or one that it is made of */
  const char *namespace;  /* that the names in the file mean */

  /* the view of it, brought up to date after each change */
  BaseArena *arena;       /* of what items, wires and notes point to */
  size_t n_view_bytes;    /* of it, when the view was built */
  bool is_file_new;       /* shares no node with that of the view */
  bool is_view_whole;     /* all is placed, and has a name of its own */
  const char *view_class; /* whose view it is, or NULL */
  GArray *stale_items;    /* uint32_t: what was moved or drawn in the view since */
  GArray *stale_wires;
  GArray *stale_boxes; /* DocRect: of the segments that these had */
  uint32_t n_items;
  DocItem *items;
  GHashTable *item_of;      /* interned name -> index + 1 */
  struct DocArrays *arrays; /* of the component shown */
  GArray *bundles;          /* DocBundle: its connects that are wires */
  uint32_t n_wires;
  DocWire *wires;
  uint32_t n_notes;
  DocNote *notes;
  const LangJson *notes_read; /* the metadata that they were read from, or NULL */
  struct DocGrid *item_grid;  /* of numbers */
  struct DocGrid *note_grid;
  struct DocGrid *wire_grid; /* of DocSegment; made when first asked */
  GHashTable *wires_read;    /* number -> DocWire as the text draws it, if not so now */
  const bool *in_flux;       /* per wire: is about to be led anew; NULL: none */
  BaseArena *label_arena;    /* of the labels; made when first asked, like these */
  struct DocLabels **labels; /* per item */
  uint64_t label_epoch;      /* counts what doc_labels_place_again() is told */
  BaseArena *route_arena;    /* of one search, kept for the next */
  uint64_t n_visited;        /* what doc_route_effort says */
  uint64_t most_visited;     /* 0: none (doc_route_limit) */

  /* cards of library components, kept over changes */
  BaseArena *card_arena;
  size_t n_card_bytes; /* of it, when the view was built */
  DocCards *cards;
  DocCards *own_cards;  /* of other definitions of the file, in the view's arena */
  LibIndex *view_index; /* that was there when the view was built: what these know */

  struct DocMissing *missing; /* of the text as the view was read from it, or NULL */

  GPtrArray *undo; /* DocStep */
  GPtrArray *redo;
  GPtrArray *groups;    /* what doc_ungroup_remember() keeps; NULL: none */
  uint64_t n_steps;     /* that were ever begun */
  struct DocStep *open; /* the step that is being made */
  struct DocSettle
      *before;            /* what was drawn before it, once it has changed something */
  GPtrArray *kept_arenas; /* of views before, as long as that is needed */
  struct DocWays *ways;   /* of wires that the open step will write down; or NULL */
  GHashTable *loose;    /* ends of wires -> may the open step lead them anew? or NULL */
  const int *stop_flag; /* of a fork, atomic; or NULL */
  uint32_t nesting;
  bool is_taken_back; /* a step, and the listeners do not know yet */
  uint64_t revision;
  GArray *listeners;
  DocTextListener text_listener;
  void *text_data;
};

/* Whether nobody waits any more for what is made in this fork. */
static inline bool
doc_is_stopped (const DocModel *doc)
{
  return doc->stop_flag != NULL && g_atomic_int_get (doc->stop_flag) != 0;
}

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
  return (DocRect){MIN (a.x, b.x), MIN (a.y, b.y), MAX (a.x, b.x), MAX (a.y, b.y)};
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

/* Makes the file and its index anew from a text, or from one that edits (LangEdit) made
 * of the one before: that costs what they touch, where lang_parse_edit() can do it. The
 * view is to follow. */
void doc_read (DocModel *doc, const BaseSource *source);
void doc_read_edit (DocModel *doc, const BaseSource *source, const GArray *edits);
/* The same of what is typed: false, and the text is ahead, if it has faults or cannot
 * be read in a moment. */
bool doc_read_typed (DocModel *doc, const BaseSource *source, const GArray *edits);
/* Tells who listens to the text; NULL: it is another one. */
void doc_tell_text (DocModel *doc, const GArray *edits);

/* Counts a change and tells the listeners. */
void doc_changed (DocModel *doc);
/* The text is what the file holds now. */
void doc_note_saved (DocModel *doc);

/* Whether a name as written in this file means its class `class`. */
bool doc_means (const DocModel *doc, const LangName *name, const LangClass *class);

/* ---- level.c ---- */

/* Finds the component that the level leads to in the file as it is, and cuts the level
 * where it leads no further. */
void doc_level_find (DocModel *doc);

/* ---- view.c ---- */

void doc_view_build (DocModel *doc);
void doc_view_clear (DocModel *doc);
/* Whether most of an arena is for what is gone; it held n bytes when all was made. */
bool doc_view_is_outgrown (const BaseArena *arena, size_t n_bytes);
/* Read an item or a wire of this number; false if it has no place. */
bool doc_view_read_item (DocModel *doc, uint32_t number, const LangDecl *decl);
void doc_view_read_wire (DocModel *doc, uint32_t number);
/* Leads the wires that are read and not drawn around all else. */
void doc_view_route (DocModel *doc);
/* Gives an item its name, card and icon, in an arena. */
void doc_view_name_item (DocModel *doc,
                         BaseArena *arena,
                         DocItem *item,
                         const LangDecl *decl);
/* Whether a label of the metadata is a note, not of the icon alone. */
bool doc_view_is_note (const LangJson *label);
/* Unless the metadata that they stand in is the same node. */
void doc_view_read_notes (DocModel *doc);
/* Where the ports of each item begin if all are numbered, and their number. Caller
 * frees. */
uint32_t *doc_view_first_ports (const DocModel *doc);
/* Finds what hangs together, with the marked wires changed, and segments drawn or gone
 * in boxes (DocRect). */
void doc_view_join (DocModel *doc, bool *is_changed, const GArray *boxes);

/* ---- renew.c ---- */

/* Brings the view to what the file says. */
void doc_view_read (DocModel *doc);

/* ---- view.c, again ---- */

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

/* A coordinate in metadata, no farther off than DOC_FARTHEST; `otherwise` for what is
 * no number. */
double doc_coordinate (const LangJson *object, const char *key, double otherwise);
bool doc_place_read (const LangJson *placement, DocPlace *place);
DocRect doc_place_box (const DocPlace *place);
DocPlace doc_item_place (const DocItem *item);
/* About the room that a note of that text takes. */
#define DOC_NOTE_SIZE 16.0 /* of the font of notes: 12 points */
DocRect doc_place_note (const char *text, DocPoint at, double rot);
/* A point of the diagram in the coordinates of an icon, from its middle. */
DocPoint doc_place_to_icon (const DocPlace *place, DocPoint p);
/* A port of that icon placement on an item of this place: centre, box, outward. */
DocPort doc_place_port (const DocPlace *place, const LibPort *port, bool is_own);

/* The name that a reference begins with, through members, elements and `der`; NULL if
 * it is none. */
const char *doc_root_name (const LangExpr *expr);

/* Where a wire ends, or NULL. */
static inline const DocPort *
doc_end_port (const DocModel *doc, const DocEnd *end)
{
  return end->item == UINT32_MAX ? NULL : &doc->items[end->item].ports[end->port];
}

/* Whether an end gives a signal to its wires. */
static inline bool
doc_gives (const DocModel *doc, const DocEnd *end)
{
  const DocPort *port = doc_end_port (doc, end);

  if (port == NULL)
    return false;
  return doc->items[end->item].is_own_port ? port->port->is_input
                                           : port->port->is_output;
}

/* ---- label.c ---- */

/* Labels stand from now on as if the marked wires (NULL: none) were not there: those
 * are about to be led anew. Also after any change of what lies around them. */
void doc_labels_place_again (DocModel *doc, const bool *in_flux);
/* Forgets all about labels: the items are others. */
void doc_labels_clear (DocModel *doc);
/* Takes over those of the items that have stayed: was[] is the number before,
 * UINT32_MAX: read again. `is_same_drawing`: all items are where they were, with the
 * same numbers and ports, and so are wires and notes. */
void doc_labels_keep (DocModel *doc, const uint32_t *was, bool is_same_drawing);

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

/* What lies in a part of the diagram: values of one size that begin with a number. */
typedef struct DocGrid {
  guint size;         /* of what it holds */
  GHashTable *cells;  /* place -> GArray of these, with slots */
  GArray *slot_of;    /* uint32_t: per number, UINT32_MAX: none */
  GArray *number_of;  /* uint32_t: per slot */
  GArray *free_slots; /* uint32_t */
} DocGrid;
DocGrid *doc_grid_new (guint size);
void doc_grid_free (DocGrid *grid);
void doc_grid_add (DocGrid *grid, DocRect rect, const void *value);
void doc_grid_remove (DocGrid *grid, DocRect rect, const void *value);
/* What had a number below n_before has is[number] from now on, less than n_now; of what
 * has UINT32_MAX there nothing may be left. NULL: nobody has asked for that grid yet.
 */
void doc_grid_renumber (DocGrid *grid,
                        const uint32_t *is,
                        uint32_t n_before,
                        uint32_t n_now);
/* The numbers of items or notes whose boxes meet the rectangle (an edge in common is
 * none), in order. */
GArray *doc_grid_items (const DocModel *doc, DocRect rect);
GArray *doc_grid_notes (const DocModel *doc, DocRect rect);

typedef struct {
  uint32_t wire, edge, segment;
} DocSegment;

/* The segments of wires that meet the rectangle, in order. */
GArray *doc_grid_segments (const DocModel *doc, DocRect rect);
/* The tag that a segment leads into, or NULL; and the line alone. */
const DocRect *doc_grid_segment_tag (const DocModel *doc, const DocSegment *segment);
DocRect doc_grid_segment_box (const DocModel *doc, const DocSegment *segment);
/* The same of wires as the text draws them; boxes with the tags. */
GArray *doc_grid_segments_read (const DocModel *doc, DocRect rect);
DocRect doc_grid_segment_read_box (const DocModel *doc, const DocSegment *segment);
/* Tells that from now on the text draws the wires as they are drawn in the view. */
void doc_grid_forget_read (DocModel *doc);
/* Adds the boxes (DocRect) of the segments of a wire. */
void doc_grid_note_boxes (const DocWire *wire, GArray *boxes);
/* Tells that a wire goes; that it is about to be drawn otherwise in the view, which
 * keeps how the text draws it; and that it has got another drawing. */
void doc_grid_undrawn (DocModel *doc, uint32_t wire);
void doc_grid_redraw (DocModel *doc, uint32_t wire);
void doc_grid_redrawn (DocModel *doc, uint32_t wire);
