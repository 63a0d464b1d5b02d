/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "lang/ast.h"
#include "lang/foreign.h"
#include "lang/lexer.h"

/* The state of reading one text, shared by the parts of the parser.
 *
 * A fault is reported once, at the token that does not fit, with the set of all tokens
 * that were tried there; `panic` then holds until a caller has found a place to go on
 * from, and nothing more is reported meanwhile. The functions below return NULL or
 * false in panic.
 */

enum {
  LANG_MAX_DEPTH = 200,  /* nesting, hence recursion */
  LANG_MAX_HEIGHT = 2000 /* of an expression tree: long chains of operators */
};

typedef struct LangBlock LangBlock;

/* An open `component …`, `if …`, and so on: what an `end` is missing for. */
struct LangBlock {
  const LangBlock *outer;
  const char *word; /* "component" */
  const char *name; /* or NULL */
  BaseSpan span;    /* of the opening words */
  bool first_on_line;
};

/* An attachment by key that waits for its class's `_links`. */
typedef struct {
  LangMeta *meta;
  BaseSpan span;
} LangPending;

typedef struct {
  BaseArena *arena;
  const BaseSource *source;
  BaseDiags *diags;
  LangLexer lexer;
  LangToken token;      /* the next one, not consumed */
  LangToken before[2];  /* the last two that were consumed */
  uint32_t last_end;    /* where the last of them ended */
  uint64_t expected[2]; /* kinds that were tried since */
  uint32_t n_errors;    /* syntax errors so far, lexical ones excluded */
  bool panic;
  bool has_semicolons;             /* which is told once for the whole text */
  uint32_t last_fault;             /* one report for one place */
  bool reported;                   /* the last fault was, and has no hint yet */
  uint32_t brackets;               /* inside them a new line is a blank */
  uint32_t opened[LANG_MAX_DEPTH]; /* where each of them stands */
  uint32_t n_choices;              /* if-expressions whose `else` is still to come */
  bool no_range;                   /* inside `? … :` a colon is not a range */
  uint32_t depth;
  const LangBlock *block;
  LangBlock suspect; /* the first block that was closed by an `end` further left */
  BaseSpan else_if;  /* the last one that began a block of its own */
  GArray *stack;     /* pointers of the lists that are being read */
  GArray *pending;   /* LangPending of the class that is being read */
  uint32_t n_cases;  /* bodies of `case` that are open */
  uint32_t n_heads;  /* foreign ones that were passed over, and whose `end` follows */
  const char *word_then;
} LangReader;

/* ---- tokens (reader.c) ---- */

void lang_reader_init (LangReader *r,
                       BaseArena *arena,
                       const BaseSource *source,
                       BaseDiags *diags,
                       LangNameCache *cache);
void lang_reader_clear (LangReader *r);

void lang_reader_advance (LangReader *r);
/* Moves over the bracket that is the next token, and into it. */
void lang_reader_open_bracket (LangReader *r);
/* The token behind the next one. */
LangToken lang_reader_peek (const LangReader *r);

/* Whether the next token is of this kind, on any line. */
bool lang_reader_at (LangReader *r, LangTokenKind kind);
/* The same, but only where an element may still go on: on its line or inside brackets.
 */
bool lang_reader_continues (LangReader *r, LangTokenKind kind);
bool lang_reader_at_word (const LangReader *r, const char *word);
/* `initial ()`, the function; any other `initial` is a keyword. */
bool lang_reader_at_initial_call (const LangReader *r);
bool lang_reader_accept (LangReader *r, LangTokenKind kind);
bool lang_reader_expect (LangReader *r, LangTokenKind kind);
/* `=` and the like, which end a line but do not begin one. */
bool lang_reader_expect_on_line (LangReader *r, LangTokenKind kind);
/* Adds to what the report of a fault lists. */
void lang_reader_note_expected (LangReader *r, LangTokenKind kind);
/* The next name, interned; NULL in panic. */
const char *lang_reader_name (LangReader *r, BaseSpan *span);
/* A dotted name; `attribute` also admits the word `initial`. False in panic. */
bool lang_reader_qname (LangReader *r, LangName *name, bool attribute);

BaseSpan lang_reader_span (const LangReader *r, uint32_t begin);
BaseSpan lang_reader_next_span (const LangReader *r); /* of the next token */
BaseSpan lang_reader_here (const LangReader *r);      /* empty, behind the last token */

/* Reports the next token, or the bracket that is not closed before it, and begins
 * panic. A name behind a number gets the hint that it is no unit or that a product
 * needs a sign. */
void lang_reader_unexpected (LangReader *r);

/* 1 for an opening bracket, -1 for a closing one. */
int lang_reader_bracket_change (LangTokenKind kind);
/* Whether `=` stands in what is left of the line, outside brackets. */
bool lang_reader_line_assigns (const LangReader *r);
/* Whether what begins with the next token goes on in the line of another element, but
 * is none itself: no `=` follows. */
bool lang_reader_is_rest (const LangReader *r);
/* Reports something else of this number and begins panic. */
void lang_reader_fail (LangReader *r,
                       uint32_t number,
                       BaseSpan span,
                       const char *format,
                       ...) G_GNUC_PRINTF (4, 5);
/* Reports without panic. */
void lang_reader_report (LangReader *r,
                         uint32_t number,
                         BaseSpan span,
                         const char *format,
                         ...) G_GNUC_PRINTF (4, 5);

/* Completes the last report, if there was one; the first hint stays. */
void lang_reader_hint (LangReader *r, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Ends panic at the next line that can begin an element, or at a word that ends or
 * divides a block. Always moves on if `begin` is where the faulty element began. */
void lang_reader_recover (LangReader *r, uint32_t begin);

/* Reports and moves over what other languages write behind an element, on its last
 * line: `;` and doc texts that end their line, which would belong to the next element.
 */
void lang_reader_skip_behind (LangReader *r);
/* Moves over `@[clock]` or `@(clock)` if it stands here, with E601. */
void lang_reader_skip_clock (LangReader *r);

/* Deeper by one level; false (and panic) when that is too deep. */
bool lang_reader_enter (LangReader *r);
void lang_reader_leave (LangReader *r);

void lang_reader_open (LangReader *r,
                       LangBlock *block,
                       const char *word,
                       const char *name);
/* How many bytes stand before `offset` in its line. */
uint32_t lang_reader_column (const LangReader *r, uint32_t offset);
/* The `end` of the block opened last; reports and moves over what other languages write
 * behind it (`end when;`). */
BaseSpan lang_reader_close (LangReader *r, const LangBlock *block);

/* Whether the next token ends or divides a block; the end of the text does, too. */
bool lang_reader_at_divider (const LangReader *r);
/* Whether the next token begins a definition. */
bool lang_reader_at_definition (const LangReader *r);

/* Lists: remember the height of the stack, push, then take what was pushed as an array.
 */
void lang_reader_push (LangReader *r, const void *node);
const void *lang_reader_take (LangReader *r, uint32_t bottom, uint32_t *n);

/* Doc text: strings, or the comment directly above the next token. */
const char *lang_reader_doc (LangReader *r, BaseSpan *span);

/* ---- parts ---- */

/* read-foreign.c: reports what other languages write at such a place, and moves over it
 * or takes it as what is meant; its row, or NULL if nothing foreign stands here. */
const LangForeign *lang_read_foreign (LangReader *r, LangForeignPlace place);

/* read-expr.c; NULL or false in panic */
const LangExpr *lang_read_expr (LangReader *r);
/* `( expr, … )` */
const LangExpr *const *lang_read_expr_args (LangReader *r, uint32_t *n);
/* `[ index, … ]`, the bracket being the next token: indices or sizes. */
bool lang_read_expr_dims (LangReader *r, const LangExpr *const **dims, uint32_t *n);

/* read-meta.c */
void lang_read_meta (LangReader *r, LangMeta *meta);
/* `metadata {…}` if it stands here; resolves the attachments by key in any case. */
void lang_read_meta_block (LangReader *r, LangClass *class);

/* read-decl.c; NULL in panic */
bool lang_read_decl_type (LangReader *r, LangType *type);
LangDecl *lang_read_decl (LangReader *r);
LangDecl *lang_read_decl_connector_field (LangReader *r);
/* `name::type [= expr]` of a struct, an enum's case or a function. */
LangDecl *lang_read_decl_field (LangReader *r, LangDeclKind kind);

/* read-relation.c */
/* One, with the doc text above it; NULL in panic, and for a block whose head was
 * faulty. */
LangRelation *lang_read_relation (LangReader *r, bool in_when);
/* All up to a word that ends or divides a block. Recovers by itself. */
const LangRelation *const *lang_read_relations (LangReader *r,
                                                bool in_when,
                                                uint32_t *n);

/* read-class.c: a definition; NULL if it has no name. Recovers by itself. */
LangClass *lang_read_class (LangReader *r);
