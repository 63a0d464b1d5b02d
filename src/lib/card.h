/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/index.h"

/* What a component offers to its user: ports, parameters, symbol, documentation.
 * Collected over inheritance, with conditional ports decided for given modifiers. Made
 * for palette, canvas and inspector; the compiler does not use it. */

/* Where something is drawn, in units of 1/1000 of its frame. x1 > x2 or y1 > y2
 * mirrors. */
typedef struct {
  double x1, y1, x2, y2;
  double rot; /* degrees, clockwise */
} LibPlacement;

typedef struct {
  const char *name;
  const char *class_name;    /* qualified connector: "Dyad.Flange" */
  const LibEntry *connector; /* NULL: of a class that is not known */
  const char *doc;           /* or NULL */
  LibPlacement icon;
  bool is_input; /* signal connectors */
  bool is_output;
  bool is_present;    /* false: its condition is false for these modifiers */
  bool is_optional;   /* it has one */
  bool is_held;       /* its component determines its potentials, whatever flows */
  uint32_t size;      /* 0: scalar, else number of elements of the array */
  const char *stroke; /* wire colour "#rrggbb" of the connector, or NULL */
  double width;       /* of wires in units of the diagram, or 0 */
  bool is_round;      /* drawn as a disc, otherwise as a square */
  bool is_open;       /* and not filled */
  bool is_left;       /* of the symbol, if nothing is said of its place */
} LibPort;

static inline bool
lib_port_is_signal (const LibPort *port)
{
  return port->is_input || port->is_output;
}

typedef enum {
  LIB_PARAM_REAL,
  LIB_PARAM_INTEGER,
  LIB_PARAM_BOOLEAN,
  LIB_PARAM_STRING,
  LIB_PARAM_ENUM,
  LIB_PARAM_ARRAY,
  LIB_PARAM_OTHER
} LibParamKind;

/* What the numbers of a vector or matrix mean ("table" in the metadata of the
 * parameter, data/library/README.md). */
typedef enum {
  LIB_TABLE_PLAIN,
  LIB_TABLE_POINTS, /* a row is a point: the others over the first column */
  LIB_TABLE_CURVE,  /* that does not fall; two rows with the same make a jump */
  LIB_TABLE_STEPS,  /* that rises; the other values hold until the next row */
  LIB_TABLE_MAP,    /* values over the first column and the first row, which rise */
  LIB_TABLE_RISING  /* a vector that rises */
} LibTableMeaning;

enum { LIB_TABLE_MOST_NAMES = 6 };

typedef struct {
  LibParamKind of;    /* its elements: LIB_PARAM_REAL, LIB_PARAM_INTEGER, … */
  uint32_t n_dims;    /* 1 or 2; 0: no array */
  uint32_t n_columns; /* as the type fixes it; 0: as many as there are */
  uint32_t length;    /* of a vector, likewise */
  LibTableMeaning meaning;
  uint32_t n_names;
  const char *names[LIB_TABLE_MOST_NAMES]; /* of the columns, interned; the last one is
                                              that of all further ones */
  const char *units[LIB_TABLE_MOST_NAMES]; /* interned; "" if none */
  const char *between; /* interned: the parameter that says how values run from row to
                          row, a Smoothness; NULL: straight, or as steps */
} LibTable;

typedef struct {
  const char *name; /* "c"; fields of an enum case or a struct: "ref_type.f_crit" */
  LibParamKind kind;
  const char *doc;
  const char *units; /* "" if none */
  const char *display_units;
  const char *type_name; /* as declared: "TranslationalSpringConstant" */
  const char *value;     /* text of the default, or NULL: required */
  const char *assumed;   /* what may stand in for it (lib/assumed.h), or NULL */
  bool is_structural;
  bool is_final;
  bool is_stated; /* a new diagram writes its default down (LANGUAGE §12 `unset`) */
  bool has_min, has_max;
  double min, max;
  LibTable table;              /* LIB_PARAM_ARRAY */
  const LibEntry *enumeration; /* LIB_PARAM_ENUM */
  uint32_t n_cases;
  const char *const *cases;     /* names of the cases */
  const char *const *case_docs; /* or NULL each */
  const char
      *of_case; /* field of an enum parameter: shown only while it is this case */
} LibParam;

/* The numbers that expressions are within a component, as far as its own parameters
 * tell; NaN for the others. */
void lib_card_evaluate (const LibIndex *index,
                        const LibEntry *component,
                        const LangExpr *const *exprs,
                        uint32_t n,
                        double *values);

/* The SI unit of the elements of a column of a vector or matrix, 0 in a vector; of
 * anything else its own. Interned or the parameter's; "" if none. */
const char *lib_card_column_units (const LibParam *param, uint32_t column);

typedef struct {
  const char *name;
  const char *units;
  const char *display_units;
  const char *doc;
  bool is_discrete;
} LibVariable; /* what may be plotted or given a start value */

typedef struct {
  const char *text; /* with $(p) patterns */
  double x, y, rot;
  const char *layer; /* "icon", "diagram", "all" */
} LibLabel;

typedef struct {
  const LibEntry *entry;
  const char *title;    /* last part of the name */
  const char *category; /* namespace below the library: "Sources" */
  const char *library;
  const char *doc;
  const char *icon; /* how it is drawn: see lib/offer/icon.h */
  bool is_partial;
  bool is_alias; /* tag "alias": resolves, but is not shown in the palette */
  bool is_deprecated;
  uint32_t n_ports;
  const LibPort *ports; /* absent ones included */
  uint32_t n_params;
  const LibParam *params; /* its own before those that it inherits */
  uint32_t n_variables;
  const LibVariable *variables;
  uint32_t n_labels;
  const LibLabel *labels;
  uint32_t n_keywords;
  const char *const *keywords; /* search words */
  uint32_t n_decisive;
  const char *const *decisive; /* interned: the parameters whose values have decided
                                  something here; an instance with the same modifiers
                                  of these has the same card */
} LibCard;

/* The card of a component for an instance with these modifiers (`decl` NULL: none;
 * names in its modifiers are looked up from the namespace `from`). In `arena`, with
 * pointers into the index: keep both. NULL if the entry is no component or connector.
 * Never reports: what is wrong is left out, the compiler says it. */
const LibCard *lib_card (BaseArena *arena,
                         const LibIndex *index,
                         const LibEntry *entry,
                         const LangDecl *decl,
                         const char *from);

/* What all ports of a connector have in common, without name and place; present. */
LibPort lib_card_connector_port (const LibEntry *connector);

/* True if a wire may join these two connectors (same fields, kinds and units), both
 * being ports of subcomponents unless `_own`; on false `reason` (may be NULL) gets a
 * sentence for the tooltip. Caller frees the sentence. */
bool lib_card_match_ports (const LibIndex *index,
                           const LibPort *a,
                           bool a_own,
                           const LibPort *b,
                           bool b_own,
                           char **reason);
