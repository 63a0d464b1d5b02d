/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <math.h>

#include "lang/ast.h"
#include "lang/parse.h"
#include "lib/card.h"

/* The diagram being edited.
 *
 * The text is the truth: a DocModel holds the file's text and its tree; items, ports
 * and wires are a view of that tree. Every change is a set of text replacements, and
 * what they touch is read again, so that loading and saving reproduces all bytes that
 * no edit touched, and undo is exact. Belongs to the main thread. Coordinates are
 * diagram units (1/1000 of an icon's usual 100-unit side is not used here: an instance
 * of ordinary size is 100 units wide), x right, y down; the grid is 10 units.
 */
typedef struct DocModel DocModel;

typedef struct {
  double x, y;
} DocPoint;

typedef struct {
  double x1, y1, x2, y2; /* x1 <= x2, y1 <= y2 */
} DocRect;

/* Items are numbered anew after each change; names are stable. */
typedef struct {
  const char *name; /* of the port */
  const LibPort *port;
  DocPoint at;      /* centre, in the diagram */
  DocPoint outward; /* unit vector pointing away from the item: how wires leave */
  DocRect box;
  bool is_junction; /* several paths of wires meet here, or another port joined to it */
} DocPort;

/* Two ports of the parts of an array, of which each part's `last` is joined with the
 * `first` of the next one. */
typedef struct {
  const char *first, *last;
} DocChained;

/* How far the icon of an array reaches above its box, in units of the diagram. */
#define DOC_STACK 10.0

/* That an item stands for several parts (doc/structure/array.h). */
typedef struct {
  const char *count; /* as it is written, "10" or "n"; in brackets if not so plain */
  bool is_plain;     /* they are numbered from 1 to `count` */
  double number;     /* of parts, where its parameters have values; or NaN */
  const LangRelation *loop; /* that joins each with the next one, or NULL */
  uint32_t n_links;         /* of the loop; 0: it does not lead through all of them */
  const DocChained *links;
} DocArray;

typedef struct {
  const char *name; /* of the instance */
  const LangDecl *decl;
  const DocArray *array; /* NULL: a single part */
  const LibCard *card;   /* NULL if the class is unknown: drawn as a box with its name
                            and the ports that connects name, which have no connector */
  const char *icon;      /* of the card, or of that box */
  DocRect box;
  double rot;          /* degrees clockwise, multiples of 90 from the window */
  bool flip_x, flip_y; /* mirrored before turning */
  bool is_commented;   /* `if false` */
  bool is_auto_placed; /* W602 */
  bool is_of_shown;    /* its class is the component shown, or extends it */
  bool is_doubted;     /* W604: what was typed for a value differs from it */
  bool is_own_port; /* connector of the model itself (drawn as a port of the diagram) */
  uint32_t n_ports;
  const DocPort *ports; /* present ones; an own port has itself with name "" */
} DocItem;

/* As in a diagram, upright from (0, 0) to there; in `arena`, and part of no diagram. */
#define DOC_ITEM_SIDE 100.0
DocItem doc_item_of_card (BaseArena *arena, const LibCard *card);

/* Where a wire ends. */
typedef struct {
  uint32_t item;    /* UINT32_MAX: not found (broken connect) */
  uint32_t port;    /* of the item */
  const char *name; /* "mass.flange_a" as written, without the number of a loop */
} DocEnd;

typedef struct {
  uint32_t n_points; /* corners included, at least 2 */
  const DocPoint *points;
  int32_t from; /* k > 0: k-th end (1-based); < 0: junction -k */
  int32_t to;   /* the same, or 0: the tag of the wire */
} DocEdge;

/* One connect relation, or all those that a loop makes of it for the parts of arrays
 * (doc/structure/bundle.h). */
typedef struct {
  const LangRelation *relation; /* the connect */
  const LangRelation *loop;     /* around it, or NULL */
  const LangRelation *owner;    /* of these, whose metadata says how it is drawn */
  const char *count; /* of connections, as it is written, "10" or "n"; NULL: one */
  uint32_t n_ends;
  const DocEnd *ends;
  uint32_t n_edges;
  const DocEdge *edges;
  uint32_t n_junctions;
  const DocPoint *junctions; /* where edges end, as stored */
  const char *tag;           /* shown as tags of that name; NULL: as a wire */
  const DocRect *tags;       /* per edge: the tag that it ends in */
  uint32_t net;              /* equal of wires that lead to each other by ports */
  uint32_t n_branches;
  const DocPoint *branches; /* where the net as drawn parts; each with one wire only */
  uint32_t n_crossings;
  const DocPoint *crossings; /* where a level line of it crosses another net */
  const char *stroke;        /* "#rrggbb" */
  double width;
  bool is_signal;
  bool is_auto_routed;
} DocWire;

typedef struct {
  const char *text;
  DocPoint at;
  double rot;
  DocRect box;    /* about the room that it takes */
  uint32_t index; /* in metadata */
} DocNote;

/* A new, empty diagram "untitled" with one component `Untitled`. */
DocModel *doc_new (const LibIndex *library);

/* From a text. Never fails: what cannot be read is kept as text and reported by
 * doc_diags(). `path` may be NULL. The model shown is the one lib_model_find() would
 * run, else the first component. */
DocModel *doc_from_text (const LibIndex *library,
                         const char *path,
                         const char *text,
                         gsize length);
/* How large a diagram may be that is edited, and what is pasted into it: reading all of
 * a text takes some 0.05 s for a megabyte. */
#define DOC_TEXT_MOST  ((size_t) 8 << 20)
#define DOC_PASTE_MOST ((size_t) 256 << 10)

/* Fails if the file cannot be read, is larger than DOC_TEXT_MOST, or is no diagram: it
 * holds no component, and its name does not end in .dyad either. */
DocModel *doc_load (const LibIndex *library, const char *path, GError **error);
void doc_free (DocModel *doc);

/* An edit that takes long can be made apart: in a diagram of the same text, which is
 * not read yet, by any one thread. The first diagram then takes over what became of it,
 * as the steps that it was made in, unless it has another text by now: false. The fork
 * is to be freed either way, by any thread, and has nothing that anybody may look at
 * any more. It shows a level (doc/level.h) of its own. A diagram whose text is ahead is
 * so read apart: joining a fork of it without a step brings it up to that, if it has no
 * faults. Once `stop_flag` (atomic, may be NULL) is not 0, an edit that takes long
 * changes nothing and ends soon. */
DocModel *doc_fork (const DocModel *doc, const char *level, const int *stop_flag);
void doc_fork_read (DocModel *fork);
bool doc_fork_join (DocModel *doc, DocModel *fork);

/* As base_writer_save() does. */
bool doc_save (DocModel *doc, const char *path, GError **error);

/* What other programs have made of the file since it was read or saved here, by its
 * content; one that has become what is here is the same. */
typedef enum { DOC_DISK_SAME, DOC_DISK_CHANGED, DOC_DISK_GONE } DocDisk;
DocDisk doc_disk (const DocModel *doc);
/* Takes the file's text in place of the own one, as a step that can be undone. */
bool doc_reload (DocModel *doc, GError **error);
/* What is here stands nowhere else: it is modified until it is saved. */
void doc_forget_saved (DocModel *doc);

const char *doc_path (const DocModel *doc); /* NULL: never saved */
char *doc_title (const DocModel *doc);      /* caller frees */
const char *doc_text (const DocModel *doc, gsize *length);
bool doc_is_modified (const DocModel *doc); /* against the last save */
/* False: the definition is broken, or its text is ahead; text only. */
bool doc_can_edit (const DocModel *doc);
/* What was typed last (doc_type ()) has faults, or is not read yet: doc_text () is
 * ahead of doc_file () and of all that is shown, which stay as they were. */
bool doc_is_ahead (const DocModel *doc);
/* The text, counted, and named as the file. */
const BaseSource *doc_source (const DocModel *doc);
uint64_t doc_revision (const DocModel *doc);
const BaseDiags *doc_diags (const DocModel *doc); /* of the text alone */

/* Immutable and counted; edits make other ones, which share what they leave as it is,
 * so that the main thread alone reads their trees. Another one gets the text. */
const LangFile *doc_file (const DocModel *doc);
const LangClass *doc_class (const DocModel *doc); /* the component shown */
/* The library, and with this file on top; borrowed, the latter changes with every edit.
 */
const LibIndex *doc_library (const DocModel *doc);
/* Reads all anew over another library: no step, and nothing of the text changes. In a
 * fork, which the diagram joins for it, or at rest. */
void doc_set_library (DocModel *doc, const LibIndex *library);
const LibIndex *doc_index (const DocModel *doc);

/* What the diagram shows, by index. The views are borrowed and valid until the next
 * change; so are the indices. */
uint32_t doc_n_items (const DocModel *doc);
const DocItem *doc_item (const DocModel *doc, uint32_t i);
uint32_t doc_find_item (const DocModel *doc, const char *name); /* UINT32_MAX */
/* The item that a path leads into: "motor" for "motor.rotor.flange_a", UINT32_MAX. */
uint32_t doc_find_item_of (const DocModel *doc, const char *path);
/* "mass.flange_a", or "flange" for a connector of the model itself; of a chain the free
 * end, "w[1].flange_a". Caller frees. */
char *doc_port_name (const DocItem *item, uint32_t port);
/* The port "mass.flange_a" or "u" (an own port), or an element of it; false if there is
 * none. Leaves the name of the end. */
bool doc_find_port (const DocModel *doc, const char *name, DocEnd *end);
uint32_t doc_n_wires (const DocModel *doc);
const DocWire *doc_wire (const DocModel *doc, uint32_t i);
uint32_t doc_n_notes (const DocModel *doc);
const DocNote *doc_note (const DocModel *doc, uint32_t i);
DocRect doc_bounds (const DocModel *doc);

/* A rectangle that holds both, and one that holds nothing. */
static inline DocRect
doc_rect_join (DocRect a, DocRect b)
{
  return (DocRect){MIN (a.x1, b.x1), MIN (a.y1, b.y1), MAX (a.x2, b.x2),
                   MAX (a.y2, b.y2)};
}
#define DOC_RECT_NONE ((DocRect){INFINITY, INFINITY, -INFINITY, -INFINITY})
DocRect doc_wire_bounds (const DocWire *wire);
/* Of a wire that is shown as tags: where the line of an edge ends and its tag begins.
 */
static inline DocPoint
doc_wire_tag_foot (const DocWire *wire, uint32_t edge)
{
  const DocRect *tag = &wire->tags[edge];
  const DocPoint before = wire->edges[edge].points[wire->edges[edge].n_points - 2];

  return (DocPoint){CLAMP (before.x, tag->x1, tag->x2),
                    CLAMP (before.y, tag->y1, tag->y2)};
}
/* Of the items of these names; DOC_RECT_NONE if there are none. */
DocRect doc_items_bounds (const DocModel *doc, const char *const *names, uint32_t n);

/* Called once after every change, undo and redo included. */
typedef void (*DocListener) (void *data, DocModel *doc);
void doc_listen (DocModel *doc, DocListener listener, void *data);
void doc_unlisten (DocModel *doc, DocListener listener, void *data);
/* Called after each replacement in the text with what it was, also within a step, when
 * the rest of the diagram may not be looked at; n = 0: it is another text as a whole.
 * One listener; NULL: none. */
typedef void (*DocTextListener) (void *data,
                                 const BaseSource *text,
                                 const LangEdit *edits,
                                 uint32_t n);
void doc_listen_text (DocModel *doc, DocTextListener listener, void *data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocModel, doc_free)
