/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "lib/offer/icon.h"

/* Changes. Each function is one undoable step, returns true if something changed, and
 * sets `error` (may be NULL) with a sentence for the user if it was refused. Names are
 * instance names; `n` of them. */

/* Takes the last step back, or does the last one that was taken back again; false if
 * there is none. The label says what it would be, in the user's language; borrowed. */
bool doc_undo (DocModel *doc);
bool doc_redo (DocModel *doc);
bool doc_can_undo (const DocModel *doc);
bool doc_can_redo (const DocModel *doc);
const char *doc_undo_label (const DocModel *doc); /* "Move mass1", or NULL */
const char *doc_redo_label (const DocModel *doc);

/* Several changes as one undo step; may be nested. */
void doc_begin (DocModel *doc, const char *label);
void doc_end (DocModel *doc);
/* Ends a step that failed half way: nothing is left of it, nor of the one that it is a
 * part of, and what could be made again still can. */
void doc_cancel (DocModel *doc);

/* doc_begin() for a change that takes the place of the one before it that was begun
 * with this number, if nothing was done or undone since: a value that follows the
 * pointer is one step. `step` is 0 at first, and the number of this one from now on. */
void doc_begin_anew (DocModel *doc, uint64_t *step, const char *label);
uint32_t doc_undo_depth (const DocModel *doc); /* how many steps can be undone */

/* Adds an instance of a class centred at `at`; the name is made from the class
 * ("mass2"). Returns the new name (interned) or NULL. `into_wire` inserts it into the
 * wire at that place if two of its ports fit, and puts it beside what lies there: no
 * component is covered. A straight wire that is too short for it gets longer: whatever
 * lies on the right of its middle, or below, is moved on. */
const char *doc_add (DocModel *doc,
                     const char *class_name,
                     DocPoint at,
                     bool into_wire,
                     GError **error);

/* The same beside an item, where nothing else lies, and, if `is_wired`, joined with it:
 * by a port of its that has no wire yet if one fits, else by one that has; turned so
 * that the two ports face each other. Where a row would get longer than seven parts,
 * the train turns back in another row. Not wired if none fits. `beside` may name the
 * port. */
const char *doc_add_beside (DocModel *doc,
                            const char *class_name,
                            const char *beside,
                            bool is_wired,
                            GError **error);

/* Points that a wire is led through. */
typedef struct {
  const DocPoint *points;
  uint32_t n;
} DocCorners;

/* The same at the end of a new wire that begins at a port and comes to `at` through the
 * corners. Refused if no port of the component fits, or only one that would give a
 * second signal to that port. */
const char *doc_add_at_end (DocModel *doc,
                            const char *class_name,
                            const char *from,
                            DocPoint at,
                            const DocCorners *corners,
                            GError **error);

/* Removes items with the ends of wires at them and their start values; what is left of
 * a wire stays, if it joins two ports. */
bool doc_delete_items (DocModel *doc,
                       const char *const *names,
                       uint32_t n,
                       GError **error);
/* Whether wires lead on from either side of it: from two ports of one kind that look in
 * opposite directions. */
bool doc_is_in_series (const DocModel *doc, const char *name);
/* Removes items of which each is in series, and joins what they were between. */
bool doc_delete_joined (DocModel *doc,
                        const char *const *names,
                        uint32_t n,
                        GError **error);
bool doc_delete_wire (DocModel *doc, uint32_t wire, GError **error);
bool doc_delete_edge (DocModel *doc, uint32_t wire, uint32_t edge, GError **error);

/* Wires follow and stay orthogonal. */
bool doc_move (DocModel *doc,
               const char *const *names,
               uint32_t n,
               double dx,
               double dy);
/* Whether an item could go into that wire, which is none of its own; and moves it
 * there: out of the wires that it was in, whose other ends are joined if it was in
 * series, and into the stretch of the wire that is nearest to its middle then. False,
 * and nothing is changed, if it does not go in there. Put before a tag, it leads to all
 * that the tag leads to. */
bool doc_can_splice (const DocModel *doc, const char *name, uint32_t wire);
bool doc_splice (DocModel *doc, const char *name, uint32_t wire, double dx, double dy);
bool doc_rotate (DocModel *doc,
                 const char *const *names,
                 uint32_t n,
                 bool counter_clockwise);
bool doc_flip (DocModel *doc, const char *const *names, uint32_t n, bool vertically);
typedef enum {
  DOC_ALIGN_LEFT,
  DOC_ALIGN_CENTER,
  DOC_ALIGN_RIGHT,
  DOC_ALIGN_TOP,
  DOC_ALIGN_MIDDLE,
  DOC_ALIGN_BOTTOM,
  DOC_DISTRIBUTE_X,
  DOC_DISTRIBUTE_Y
} DocAlign;
bool doc_align (DocModel *doc, const char *const *names, uint32_t n, DocAlign how);

/* Joins two ports ("mass.flange_a"); `corners` are the points the user clicked in
 * between (may be none: routed). Refused if they do not match or are joined already. */
bool doc_connect (DocModel *doc,
                  const char *from,
                  const char *to,
                  const DocPoint *corners,
                  uint32_t n_corners,
                  GError **error);

/* Ends a new wire on an existing one: a junction at the point nearest to `at`. */
bool doc_connect_to_wire (DocModel *doc,
                          const char *from,
                          uint32_t wire,
                          DocPoint at,
                          const DocPoint *corners,
                          uint32_t n_corners,
                          GError **error);

/* Why these two ports may not be joined, or NULL if they may. Caller frees. */
char *doc_refusal (const DocModel *doc, const char *from, const char *to);

/* Whether there is a signal at the port, so that it takes no other: it gives one, or a
 * wire brings it one. */
bool doc_has_signal (const DocModel *doc, const char *port);

/* Whether a part there, or one that wires lead to, determines the potentials at the
 * port, as a wall does. */
bool doc_is_held (const DocModel *doc, const char *port);

/* Moves segment `segment` of an edge sideways by (dx, dy); neighbours follow. */
bool doc_move_segment (DocModel *doc,
                       uint32_t wire,
                       uint32_t edge,
                       uint32_t segment,
                       double dx,
                       double dy);
/* Shows a wire as tags at its ends, or, with all that have the same tags, as wires
 * again, which are led anew. Connects stay as they are. */
bool doc_set_tagged (DocModel *doc, uint32_t wire, bool is_tagged, GError **error);
/* What stands in the tags of a wire, and of all with the same; "": the name of the port
 * that gives the signal. Refused if another net has it. */
#define DOC_TAG_MOST 60 /* letters */
bool doc_set_tag (DocModel *doc, uint32_t wire, const char *name, GError **error);

/* How wires have been led, between the places where their ports were then. */
typedef struct DocWays DocWays;
DocWays *doc_ways_new (void);
void doc_ways_free (DocWays *ways);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocWays, doc_ways_free)
/* Draws wires anew, whatever corners they had; those that are shown as tags stay.
 * `ways` (may be NULL) knows how from then on. Within a step there is less time to look
 * for paths: of what `ways` knows from before, all is taken that still leads there with
 * nothing in its way. */
bool doc_tidy (DocModel *doc, const uint32_t *wires, uint32_t n, DocWays *ways);

/* Whether a text can stand as the value of a modifier; false with a sentence if not. */
bool doc_check_value (const char *value, GError **error);

/* The modifier of a parameter, as text in the language ("2k", "ReferenceType.Exact");
 * NULL removes it (back to the default). `target` may be nested: "ref_type",
 * "s(initial)", "s(guess)". Refused with a sentence if it is no expression. `entry`
 * (may be NULL) is what the user typed with a unit ("5 kN/mm"), kept in _links. */
bool doc_set_modifier (DocModel *doc,
                       const char *item,
                       const char *target,
                       const char *value,
                       const char *entry,
                       GError **error);
/* The same of several items (NULL-terminated) in one step; of all or, refused, of none.
 */
bool doc_set_modifiers (DocModel *doc,
                        const char *const *items,
                        const char *target,
                        const char *value,
                        const char *entry,
                        GError **error);
/* The text of a modifier or NULL; the entry as typed if there is one that still holds.
 */
char *doc_get_modifier (const DocModel *doc, const char *item, const char *target);
char *doc_get_entry (const DocModel *doc, const char *item, const char *target);
/* The same of an item that may be on another level (doc/level.h). Caller frees. */
char *doc_item_modifier (const DocItem *item, const char *target);
char *doc_item_entry (const DocItem *item, const char *target);
/* Where the modifier's value stands in the text; false if there is none. */
bool doc_find_value (const DocModel *doc,
                     const char *item,
                     const char *target,
                     BaseSpan *span);

/* Parameters of the component shown: with this as the item, the functions above set and
 * read their defaults. */
#define DOC_SELF ""

typedef struct {
  const char *name;
  const char *type;  /* as it is written: "Length", "Real[:, 2]", "Mass(min = 1)" */
  const char *value; /* and the next two: NULL if there is none */
  const char *entry;
  const char *doc;
  bool is_structural;
} DocParameter;

/* Refused: what is no name, and one that is taken. */
bool doc_add_parameter (DocModel *doc, const DocParameter *parameter, GError **error);
/* With its value in place of its uses. Refused if it is used and has none, or is used
 * by another component of the file. */
bool doc_remove_parameter (DocModel *doc, const char *name, GError **error);
/* Its doc text; NULL or "": none. */
bool doc_describe_parameter (DocModel *doc,
                             const char *name,
                             const char *text,
                             GError **error);

/* Makes the value of a modifier, of the first of these items (NULL-terminated), the
 * default of a new parameter of the same type, unit and bounds, and that parameter the
 * value of all of them. What was typed goes along. If the value is that name, which
 * nothing has yet, the parameter gets none. Refused where there is no value that could
 * stand in this component. */
bool doc_make_parameter (DocModel *doc,
                         const char *const *items,
                         const char *target,
                         const char *name,
                         GError **error);
/* A name for that which is free: "spring_c", or "c" of several. Caller frees. */
char *doc_propose_parameter (const DocModel *doc,
                             const char *const *items,
                             const char *target);

/* Values that nobody has given (LANGUAGE §13). A value is missing if its parameter has
 * no default and the item, which counts, no modifier for it. Assuming gives all missing
 * ones of these items a value as good as another, marked as such; where there is none,
 * or the mark would stand in metadata that another element shares, they stay missing.
 * The mark goes when the value is set, or confirmed as it is; one that stands in shared
 * metadata goes for all that share it. */
bool doc_assume (DocModel *doc, const char *const *names, uint32_t n, GError **error);
bool doc_confirm (DocModel *doc, const char *const *names, uint32_t n, GError **error);
bool doc_is_assumed (const DocModel *doc, const char *item, const char *target);
/* Whether doc_assume() would give the item this one. */
bool doc_lacks (const DocModel *doc, const char *item, const char *target);
uint32_t doc_n_assumed (const DocModel *doc); /* of all items that count */
/* How many values doc_assume() would give to all items. */
uint32_t doc_n_missing (const DocModel *doc);

/* Whether a text is a valid name that nothing in the component has. */
bool doc_name_is_free (const DocModel *doc, const char *name);
/* Renames an instance or a parameter; its wires, values and all references in the file
 * follow. Refused: what is no name, and one that is taken. */
bool doc_rename (DocModel *doc, const char *item, const char *name, GError **error);
/* The component shown. References follow, and so do names of analyses that were made of
 * it (`MRun`). */
bool doc_rename_model (DocModel *doc, const char *name, GError **error);
/* Calls a component that nobody has named yet (`Untitled`) after the file it is saved
 * as: "two-mass.dyad" holds `two_mass`. References follow. */
bool doc_name_after (DocModel *doc, const char *path);
bool doc_set_commented (DocModel *doc,
                        const char *const *names,
                        uint32_t n,
                        bool commented);

/* Text notes. */
bool doc_add_note (DocModel *doc, DocPoint at, const char *text);
bool doc_set_note (DocModel *doc,
                   uint32_t note,
                   const char *text); /* NULL deletes it */
bool doc_move_note (DocModel *doc, uint32_t note, double dx, double dy);

/* The plots that the component shows when it is run: DocPlot *, as doc_plots_of() reads
 * them; those without curves are left out. */
bool doc_keep_plots (DocModel *doc, const GPtrArray *plots);

/* The selection and the wires inside it as text in the language, and back: pasting
 * keeps relative places, moves the whole to `at`, or where it covers nothing near that
 * if it makes way, and renames what meets. */
char *doc_copy (const DocModel *doc, const char *const *names, uint32_t n);
bool doc_paste (DocModel *doc,
                const char *text,
                DocPoint at,
                bool makes_way,
                GPtrArray *new_names, /* gets the interned names, may be NULL */
                GError **error);
/* Declarations of parts, with relations or connects among them, that have no component
 * around them, inside of one; pasting takes them as they are. Caller frees. NULL: the
 * text is something else. */
char *doc_wrap (const char *text, size_t length);

/* Puts items into a component of their own, behind the one shown in the file, and an
 * instance of it in their place: its name (interned), or NULL. Wires inside go with
 * them; where a wire is cut, the component has a port, on the side that the wire comes
 * from and named after the port inside. Parameters of the component shown that they use
 * become parameters of the new one; equations, start values and plots that name them
 * follow, also in other components of the file. Ports of the component shown stay, and
 * so does what others look for around them (a World). Refused, with the name, if they
 * use anything else from outside, and for inputs that equations set, wires to ports
 * that are not there, wires of several signals or parts that would be cut, and connects
 * in loops or conditions that do not go along as a whole. */
const char *doc_group (DocModel *doc,
                       const char *const *names,
                       uint32_t n,
                       GError **error);

/* The opposite: what a component of this file consists of takes the place of one of its
 * instances, and the component goes if there is no other. `added` gets the interned
 * names of the items. Refused if it has more than parts, ports and parameters with
 * values, if ports of it are joined with each other, inside or outside, and if another
 * component of the file names something inside of the instance. */
bool doc_ungroup (DocModel *doc, const char *name, GPtrArray *added, GError **error);

/* Makes an array of `count` parts of an item, or that many of an array that it is
 * already: a number, or an expression of parameters of the component, which become
 * structural; "" or "1": a single part again, the inverse. Of parts that wires lead
 * through, the first and the last take these over, and the others are chained between
 * them; other wires join all parts with what they led to. What else refers to the part
 * means the first one then. Curves of parts that go are left out. Refused where the
 * text or another component would have to know which of several parts it means, and
 * where a wire joins as many parts of another array, or one input with all signals. */
bool doc_set_count (DocModel *doc, const char *name, const char *count, GError **error);
/* Joins each part of an array with the next one by the ports that face each other, or
 * parts them again, and from what their free ends were joined with. */
bool doc_can_chain (const DocModel *doc, const char *name);
bool doc_chain (DocModel *doc, const char *name, GError **error);
bool doc_unchain (DocModel *doc, const char *name, GError **error);

/* The component of a subsystem as an entry of a library of the user's: the text of the
 * file `path` in the library's folder, after which it is called, with what it needs of
 * this file. Caller frees. NULL and an error if it is no subsystem, the file's name is
 * no name, the diagram has faults, it has a part that the library has in another file,
 * a name that means something else there, or anything that does not go along. */
char *doc_own_text (const DocModel *doc,
                    const char *item,
                    const char *path,
                    GError **error);
/* Copies the SVGs that stand for these components from beside the diagram to beside
 * that file. Refused if another one of the name is there. */
bool doc_own_copy_icons (const DocModel *doc,
                         const char *item,
                         const char *path,
                         GError **error);
/* Once that file is in doc_library (): all instances are of the library, and the
 * definitions that went there are gone from this file, in one step. Refused until the
 * library has them. */
bool doc_own_use (DocModel *doc, const char *item, const char *path, GError **error);

/* The text of the diagram with all that it uses of libraries that do not come with the
 * program, under names that are free here: so that it means the same where these are
 * not. Caller frees. NULL and an error if something cannot go along. */
char *doc_pack (const DocModel *doc, GError **error);
/* Copies the SVGs that stand for components of the diagram's file from beside that to
 * beside the file `path`; also those of what goes along when it is packed, if it
 * `packs`. Refused if another one of the name is there. */
bool doc_copy_icons (const DocModel *doc, const char *path, bool packs, GError **error);

/* How a component is drawn in diagrams, as far as its definition says it. NULL: it says
 * nothing, which is the name of the component as text, the colour of most of its ports,
 * and no file. Borrowed from the tree. */
typedef struct {
  LibShape shape;
  const char *text;   /* inside; "": none */
  const char *stroke; /* "#rrggbb" */
  const char *file;   /* an SVG that lies beside the diagram or in a folder below */
} DocIcon;
DocIcon doc_get_icon (const LangClass *class);
/* The same for a component of this file, by its name, in one step; what is not said is
 * taken from the text. False if nothing changes; an error if it cannot be edited. */
bool doc_set_icon (DocModel *doc,
                   const char *component,
                   const DocIcon *icon,
                   GError **error);

/* The place on an edge of the icon, in its units, that is nearest to `at`: on the grid
 * of ports, and clear of all others. Only places in the direction of `way` from where
 * the port is, unless that is (0, 0). False if there is none. */
bool doc_find_port_place (const LibCard *card,
                          const char *port,
                          DocPoint at,
                          DocPoint way,
                          DocPoint *place);
/* Puts a port of a component of this file there, which declares it itself. Wires to it
 * are led anew, now in the component shown and in the others when they are. False and
 * no error if it is there already. */
bool doc_move_port (DocModel *doc,
                    const char *component,
                    const char *port,
                    DocPoint at,
                    GError **error);

/* Experiment settings of the diagram: the analysis in the file, or none. Writing adds
 * one. */
typedef struct {
  bool exists;
  double stop, reltol, abstol, saveat; /* NaN: not written */
  const char *alg;                     /* interned; NULL: not written */
} DocAnalysis;
DocAnalysis doc_get_analysis (const DocModel *doc);
bool doc_set_analysis (DocModel *doc, const DocAnalysis *analysis, GError **error);

/* Replaces the whole text (reading the file again, recovery); one undo step. */
bool doc_set_text (DocModel *doc, const char *text, gsize length);

/* Replaces bytes [begin, end) by what is typed there: as a step of its own or, if it
 * `goes_on`, in the one before, if that was typed, too, and nothing was undone since.
 * The text is always what was typed; where it has faults, or is too long to be read in
 * a moment, the diagram stays as it was: doc_is_ahead (). Within another step it is
 * refused. */
typedef struct {
  uint32_t begin, end;
  const char *text;
  size_t length;
} DocTyped;
bool doc_type (DocModel *doc, DocTyped typed, bool goes_on);
