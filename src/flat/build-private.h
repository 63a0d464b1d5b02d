/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "flat/build.h"
#include "lib/class.h"
#include "lib/constant.h"

/* What the steps of flat_build() share. Everything lives in the arena of the
 * compilation and is private to flat/. */

typedef struct FlatNode FlatNode;

/* A name of a loop or a function that stands for a value. */
typedef struct FlatLocal FlatLocal;
typedef struct FlatValue FlatValue;
typedef struct FlatScope FlatScope;

/* The size of a value: rank 0 (scalar), 1 or 2; n[] has as many entries. */
typedef struct {
  uint32_t rank;
  uint32_t n[2];
} FlatShape;

#define FLAT_SCALAR ((FlatShape){.rank = 0})

static inline uint32_t
flat_shape_count (FlatShape shape)
{
  return (shape.rank > 0 ? shape.n[0] : 1) * (shape.rank > 1 ? shape.n[1] : 1);
}

static inline bool
flat_shape_equal (FlatShape a, FlatShape b)
{
  return a.rank == b.rank && (a.rank < 1 || a.n[0] == b.n[0]) &&
         (a.rank < 2 || a.n[1] == b.n[1]);
}

/* The most elements of one array. */
enum { FLAT_MOST_ELEMENTS = 1000000 };

/* Whose names an expression means. */
typedef struct {
  FlatNode *node;          /* whose members; NULL: those of no component */
  const char *from;        /* the namespace for types and functions */
  const FlatLocal *locals; /* of loops and functions around it */
} FlatView;

/* A modifier on its way: `part` names of its target are behind it. */
typedef struct FlatMod FlatMod;

struct FlatMod {
  const FlatMod *next; /* the next inner one */
  const LangMod *mod;
  uint32_t part;
  bool is_final;   /* `final` before it or before what holds it */
  bool is_setting; /* of FlatRoot.set_names: a variable gets a start value */
  FlatView view;   /* of its values */
};

/* A class in this compilation: what is equal for all instances of it. */
typedef struct FlatClass FlatClass;

struct FlatClass {
  const LibClass *lib;
  bool is_structural;    /* a struct whose fields are, since the parameter is */
  FlatClass *structural; /* of a struct: the one that is; NULL until met */
  FlatClass **subs;      /* by slot; NULL until met */
  uint32_t
      *constant_of; /* by member: its place in FlatNode.constants, if it may be known */
  uint32_t n_constants;
  const FlatVar *pattern; /* by slot: the variables without name and instance */
  const bool *is_simple;  /* by slot: the pattern holds but for modifiers */
  bool has_only_simple;
  bool has_arrays;
  bool is_balance_reported;
  bool is_checked; /* its units were looked at */
};

/* A value of a structural parameter, computed when first asked for. */
typedef enum { FLAT_UNASKED, FLAT_ASKED, FLAT_KNOWN } FlatConstantState;

typedef struct {
  FlatConstantState state;
  LibValue value;
} FlatConstant;

/* A field of an enum parameter, in the case that it has: "position.ref_type.f_crit". */
typedef struct FlatField FlatField;

struct FlatField {
  const FlatField *next;
  uint32_t member;
  const LangDecl *decl;
  const char *from;
  const LibType *type;
  uint32_t var;
};

typedef enum { FLAT_UNDECIDED, FLAT_PRESENT, FLAT_ABSENT } FlatPresence;

/* An instance. */
struct FlatNode {
  FlatClass *class;
  FlatNode *parent;        /* NULL: the model itself */
  const LibMember *member; /* of the parent's class */
  const char *name;
  const char *path;
  uint32_t path_length;
  uint32_t depth; /* parents up to the model */
  BaseSpan span;  /* of the declaration */
  bool is_expanded;
  bool is_void;   /* a struct whose value was reported: its fields need no values */
  bool is_vague;  /* so was a structural value: its relations make no sense */
  bool is_faulty; /* one of its relations was reported: what looks open may not be */
  FlatPresence presence;
  FlatMod *env;            /* modifiers of the instance, the outermost first; taken by
                              flat_modify_take() */
  const FlatMod **mods;    /* by member, the outermost first; NULL: none at all */
  FlatNode **subs;         /* by slot; an array of instances is a node of its own, an */
                           /* `outer` is the node that it means, see flat_node_owns() */
  FlatNode *added;         /* of the model: the first default for an `outer`, then */
  FlatNode *next_added;    /* from one to the next */
  uint32_t element[2];     /* 1-based, of a struct in an array; 0: no array */
  uint32_t n_elements;     /* of an array, which is not numbered; its elements are */
  FlatNode **elements;     /* parts of the node that holds the array */
  FlatShape shape;         /* of an array */
  FlatShape *shapes;       /* by slot; NULL in a class without arrays */
  uint8_t *shape_states;   /* by slot: FlatConstantState */
  const uint32_t *offsets; /* by slot: the first element; NULL likewise */
  FlatConstant *constants; /* see FlatClass.constant_of; NULL: none asked for */
  FlatValue **known;       /* by member: structural arrays; NULL: none asked for */
  const FlatField *fields;
  uint32_t id; /* in the order of the model; UINT32_MAX: absent */
  uint32_t first_var;
  uint32_t sets[2]; /* of a port, 1 + its place among those that the connects of the
                       enclosing component name, and of its own; 0: they do not */
  uint32_t *field_sets[2]; /* the same by member, if a connect names a single field */
};

/* One connect, its ports led to their nodes; ports that do not exist are left out. */
typedef struct {
  FlatNode *owner;
  BaseSpan span;
  uint32_t n;
  FlatNode **ports;
  const uint32_t *fields; /* single fields: the member of each port; else NULL */
} FlatConnect;

/* What is elaborated just now. */
typedef struct {
  const FlatNode *node;
  const char *name;
  BaseSpan span;
  size_t begin;    /* bytes that were used before it */
  uint64_t n_work; /* multiplications in it */
} FlatTask;

typedef struct {
  BaseArena *arena;
  const LibIndex *index;
  LibClasses *classes;
  GHashTable *flat_classes; /* LibClass -> FlatClass */
  GHashTable *enums;        /* LibEntry -> FlatEnum */
  BaseDiags *diags;
  GHashTable *reports; /* which fault was reported where, as texts */
  ExprPool *pool;
  FlatNode *root;
  BASE_VEC (const BaseSource *) sources; /* texts of the user */
  uint32_t n_expanded;    /* functions expanded for the outermost call under way */
  uint32_t n_sizes_asked; /* sizes under way, each waiting for the next */
  bool is_part;           /* FlatRoot.is_part */
  bool is_vague;          /* the size of an array is missing: relations make no sense */
  bool is_incomplete;     /* something is missing that a part may lack */
  GPtrArray *stack;       /* nodes to be visited, while the tree is made */
  BASE_VEC (FlatNode *) nodes; /* by id */
  uint32_t n_vars;
  FlatVar *vars;
  bool *is_set; /* by variable: an equation outside its component names the input */
  uint32_t *guess_rank; /* by variable: of the relation that gave its guess (0: none),
                           1 + LibRelation.n_extends */
  BASE_VEC (FlatEq) eqs;
  BASE_VEC (FlatConnect) connects; /* in the order of their owners */
  BASE_VEC (LibSet) sets;
  BASE_VEC (FlatAssert) asserts;
  BASE_VEC (FlatWhen) whens;
  BASE_VEC (FlatTable) tables;
  BASE_VEC (FlatDelay) delays;
  GHashTable *known_tables; /* FlatTable -> 1 + number */
  GHashTable *data_files;   /* what is read of which file -> FlatValue */
  int32_t *balance;         /* by node: equations minus unknowns */
  BaseLimits limits;
  size_t memory;         /* that may be used, in bytes */
  size_t memory_at_once; /* by one declaration or relation */
  FlatTask task;
  bool is_spent;  /* too much was, which is reported: everything ends */
  ExprId *leaves; /* by variable, EXPR_NONE unless it was read as part of an array */
  uint32_t n_leaves;
} FlatBuild;

/* ---- reports: at a place, about an instance (NULL: none) ---- */

/* Is it a text that the user wrote? */
bool flat_report_is_users (const FlatBuild *build, const BaseSource *source);

/* Where the user sees it: what stands in a library is shown at the part, in the text of
 * the user, that brought it in. */
BaseSpan flat_report_place (const FlatBuild *build,
                            const FlatNode *node,
                            BaseSpan span);
/* An error. False, so that a test can end with its report. */
bool flat_report (FlatBuild *build,
                  uint32_t number,
                  BaseSpan span,
                  const FlatNode *node,
                  const char *format,
                  ...) G_GNUC_PRINTF (5, 6);
void flat_report_warning (FlatBuild *build,
                          uint32_t number,
                          BaseSpan span,
                          const FlatNode *node,
                          const char *format,
                          ...) G_GNUC_PRINTF (5, 6);
void flat_report_note (FlatBuild *build,
                       uint32_t number,
                       BaseSpan span,
                       const FlatNode *node,
                       const char *format,
                       ...) G_GNUC_PRINTF (5, 6);
/* The same of an expression in the scope. */
bool flat_report_at (const FlatScope *scope,
                     uint32_t number,
                     BaseSpan span,
                     const char *format,
                     ...) G_GNUC_PRINTF (4, 5);
/* An error whose expression has no value. */
#define flat_report_value(...) (flat_report_at (__VA_ARGS__), FLAT_ERROR)
/* E301 for a parameter of `node`, declared at `declared`; a part that stands alone may
 * lack its value. */
void flat_report_missing (FlatBuild *build,
                          FlatNode *node,
                          const char *name,
                          BaseSpan declared);
/* How to set a parameter, in the words of the window, and of a text. */
void flat_report_hint_to_set (FlatBuild *build,
                              const FlatNode *owner,
                              const char *parameter);
/* "did you mean": what is near a name that was just reported, among the members of a
 * class. */
void flat_report_hint_member (FlatBuild *build,
                              const LibClass *class,
                              const char *name,
                              LibMemberKind kind);

/* ---- memory (budget.c) ---- */

/* What is elaborated from now on, in case it takes too much. */
void flat_budget_begin (FlatBuild *build,
                        const FlatNode *node,
                        const char *name,
                        BaseSpan span);

/* True if that takes more than it may, or all together more than the compilation may
 * (E313, once). Whatever goes on element by element asks, and ends. */
bool flat_budget_is_spent (FlatBuild *build);

/* The same before so many multiplications, of numbers or of expressions, are made: they
 * cost time without memory. */
bool flat_budget_takes (FlatBuild *build, uint64_t n_products, bool are_numbers);

/* ---- instances (instance.c) ---- */

/* Makes the tree of instances, decides conditions, numbers the present ones. False
 * (reported) if there are too many to go on. */
bool flat_instance_build_tree (FlatBuild *build, const FlatRoot *root);
/* The largest model: what goes beyond is a slip, and must not eat all memory. */
enum { FLAT_MOST_INSTANCES = 2000000, FLAT_MOST_VARIABLES = 10000000 };
/* Gives a node its modifiers by member and its children, if it has not yet. */
void flat_instance_expand (FlatBuild *build, FlatNode *node);

static inline const LibMember *
flat_node_member (const FlatNode *node, uint32_t member)
{
  return &node->class->lib->members[member];
}

/* True for the instance that a parameter of a struct type is. */
static inline bool
flat_node_is_struct (const FlatNode *node)
{
  return node->class->lib->entry->class->kind == LANG_STRUCT;
}

/* The component that a port belongs to; a component itself. */
static inline FlatNode *
flat_node_owner (FlatNode *node)
{
  return node->class->lib->is_connector && node->parent != NULL ? node->parent : node;
}

/* A parameter whose value must be known before there are equations. */
static inline bool
flat_class_is_structural (const FlatClass *class, uint32_t member)
{
  const LangDecl *decl = class->lib->members[member].decl;

  return decl != NULL && decl->kind == LANG_PARAMETER &&
         (decl->is_structural || class->is_structural);
}

static inline bool
flat_node_is_structural (const FlatNode *node, uint32_t member)
{
  return flat_class_is_structural (node->class, member);
}

/* The variable of a member with a slot, or its first element. */
static inline uint32_t
flat_node_var (const FlatNode *node, uint32_t member)
{
  uint32_t slot = node->class->lib->members[member].slot;

  return node->first_var + (node->offsets == NULL ? slot : node->offsets[slot]);
}

/* The size of a member with a slot, once its node is numbered. */
static inline FlatShape
flat_node_shape (const FlatNode *node, uint32_t member)
{
  return node->shapes == NULL ? FLAT_SCALAR
                              : node->shapes[node->class->lib->members[member].slot];
}

/* True of a part of the node, false of what an `outer` of it means. */
static inline bool
flat_node_owns (const FlatNode *node, const FlatNode *part)
{
  return part != NULL && part->parent == node && part->member->decl->kind != LANG_OUTER;
}

/* The present parts and ports of a node, elements of arrays one by one. */
typedef struct {
  const FlatNode *node;
  uint32_t slot;
  uint32_t element;
  const FlatNode *added;
} FlatPartWalk;

/* The next one, or NULL. Begin with {.node = node}. */
FlatNode *flat_instance_part_next (FlatPartWalk *walk);

/* The instance that `outer name::C` of a node means (outer.c), NULL after a report. If
 * there is none, a default is made at the top (W406). */
FlatNode *flat_outer_find (FlatBuild *build, FlatNode *node, uint32_t member);
/* Decides the condition of an instance, if it has one. */
FlatPresence flat_instance_decide (FlatBuild *build, FlatNode *node);
/* An instance of `class` in `node`, declared by `member`, without modifiers. */
FlatNode *flat_instance_new (FlatBuild *build,
                             FlatNode *node,
                             const LibMember *member,
                             const char *name);
FlatClass *flat_class_of (FlatBuild *build, const LibEntry *entry);
/* A struct as the type of a structural parameter. */
FlatClass *flat_class_structural (FlatBuild *build, FlatClass *class);
/* "PARENT.NAME" and its length; "PARENT" for the value of a signal, whose name is "".
 */
const char *flat_instance_path (FlatBuild *build,
                                const FlatNode *parent,
                                const char *name,
                                uint32_t *length);
/* "x[2]", "A[1,3]": element `i` of an array, counted from 0 row by row. */
const char *flat_instance_element (FlatBuild *build,
                                   const char *name,
                                   FlatShape shape,
                                   uint32_t i);

/* ---- modifiers (modify.c) ---- */

/* Walks the modifiers of one member, the outermost first, those of extends last. */
typedef struct {
  const FlatMod *outer;
  const LibMod *own;
  FlatNode *node;
} FlatModWalk;

FlatModWalk flat_modify_walk (FlatNode *node, uint32_t member);
bool flat_modify_next (FlatModWalk *walk, FlatMod *mod);

/* True if the target ends here: the modifier speaks of the member itself. */
static inline bool
flat_mod_arrives (const FlatMod *mod)
{
  return mod->part >= mod->mod->target.n;
}

/* The modifiers of an instance split by member; E306 for unknown targets. */
void flat_modify_take (FlatBuild *build, FlatNode *node);
/* Those that reach the child that member `member` of `node` declares; `locals` are the
 * names of its loop. */
FlatMod *flat_modify_child (FlatBuild *build,
                            FlatNode *node,
                            uint32_t member,
                            bool is_signal,
                            const FlatLocal *locals);

/* Those that reach the fields of a struct, its value taken apart: S (a = e) says a = e,
 * the name q of another one says a = q.a. A struct of an array (node->element) takes
 * its element of a value. */
FlatMod *flat_modify_struct (FlatBuild *build, FlatNode *node);

/* An expression and where its names are looked up. */
typedef struct {
  const LangExpr *expr; /* NULL: none */
  FlatView view;
  BaseSpan span; /* of the modifier or declaration */
  bool is_modified;
  bool is_missing; /* dropped by `= missing` */
} FlatBinding;

/* The value of a parameter or the binding of a variable, the outermost modifier first.
 */
FlatBinding flat_modify_value (FlatBuild *build, FlatNode *node, uint32_t member);
/* The start value: `initial e` behind a modifier or declaration, or the attribute. */
FlatBinding flat_modify_attribute (FlatBuild *build,
                                   FlatNode *node,
                                   uint32_t member,
                                   LibAttribute attribute);
/* The value of an enum parameter's field; `call` is the `E.Case(f = e)` that the
 * parameter's value stands for, or NULL. Without an expression the field's own default
 * holds. */
FlatBinding flat_modify_field (FlatBuild *build,
                               FlatNode *node,
                               uint32_t member,
                               const LangDecl *field,
                               const LangExpr *call);
/* Reports modifiers of a value that mean nothing (E306) or change what is final (E305).
 */
void flat_modify_check (FlatBuild *build, FlatNode *node, uint32_t member);

/* ---- names and structural values (structure.c) ---- */

/* The enum parameters whose case a branch has fixed (E407). */
typedef struct FlatFixed FlatFixed;

struct FlatFixed {
  const FlatFixed *next;
  const FlatNode *node;
  uint32_t member;
};

/* Where an expression stands. */
struct FlatScope {
  FlatBuild *build;
  FlatNode *node;   /* whose members its names mean; NULL: none */
  const char *from; /* the namespace for types and functions */
  const FlatLocal *locals;
  const FlatFixed *fixed;
  FlatNode *place;  /* the instance that messages name */
  uint32_t depth;   /* of functions */
  bool is_equation; /* names of inputs count as set */
  bool is_action;   /* what a `when` does */
  bool is_reinit;   /* the new value of a state: pre() of any variable has a meaning */
};

/* E307 and false unless the value is of the type. */
bool flat_translate_check_type (const FlatScope *scope,
                                const FlatValue *value,
                                const LibType *type,
                                BaseSpan span);
/* A Boolean of the run; FLAT_ERROR after a report. */
FlatValue flat_translate_condition (const FlatScope *scope, const LangExpr *expr);
/* E202 for a name in the expression that means nothing; false if there is none. */
bool flat_translate_unknown_name (const FlatScope *scope, const LangExpr *expr);

/* E311 for tables whose abscissae fall. values[]: by variable, NaN where not known. */
void flat_tables_check (FlatBuild *build, const double *values);

/* The value of an expression that must be known before there are equations; LIB_UNKNOWN
 * if it is not. `fixed`, if given, gets the enum parameters that the expression asked
 * for. */
LibValue flat_structure_constant (const FlatScope *scope,
                                  const LangExpr *expr,
                                  const FlatFixed **fixed);
/* Of a structural one (no array) the reason why it is unknown is reported, except that
 * it has no value at all. */
LibValue flat_structure_parameter (FlatBuild *build, FlatNode *node, uint32_t member);

/* A name as written: "tank[i].level". */
typedef struct {
  uint32_t n;
  const char *parts[LIB_DEEPEST_NAME];
  const LangExpr *indexes[LIB_DEEPEST_NAME]; /* the LANG_INDEX behind a part, or NULL */
} FlatPath;

/* "a.b.c" of a name without indexes, NULL of anything else; the caller frees it. */
char *flat_structure_name (const LangExpr *expr);
/* False if the expression is no such name. */
bool flat_structure_path (const LangExpr *expr, FlatPath *path);

/* A whole number that is known before the run; false after E308 or E307. */
bool flat_structure_number (const FlatScope *scope,
                            const LangExpr *expr,
                            double *number);

/* The numbers of `a:b` or `a:s:b`. */
typedef struct {
  double from, step;
  uint32_t n;
} FlatRange;

/* False after E307 or E308. */
bool flat_structure_range (const FlatScope *scope,
                           const LangExpr *range,
                           FlatRange *numbers);

/* The place in an array of an index from 1; false after E310, E308. */
bool flat_structure_index (const FlatScope *scope,
                           const LangExpr *expr,
                           uint32_t size,
                           uint32_t *at);

/* A path led through the tree as far as it goes. */
typedef enum {
  FLAT_NAME_UNKNOWN,  /* parts[at] is no member of `node` */
  FLAT_NAME_VALUE,    /* member `member` of `node`; `at` parts are used up */
  FLAT_NAME_INSTANCE, /* `node` itself, which may be an array */
  FLAT_NAME_ARRAY, /* `node` is an array of instances, of whose elements more is said */
  FLAT_NAME_BROKEN /* reported already */
} FlatNameKind;

typedef struct {
  FlatNameKind kind;
  FlatNode *node;
  uint32_t member;
  uint32_t at;
  FlatNode *absent; /* the outermost instance on the way that does not exist, or NULL */
} FlatTarget;

/* From scope->node; indexes are evaluated in the scope. */
FlatTarget flat_structure_find (const FlatScope *scope, const FlatPath *path);
/* On from a target whose first `at` parts are used up, such as an element of an array.
 */
FlatTarget flat_structure_follow (const FlatScope *scope,
                                  FlatTarget target,
                                  const FlatPath *path);

/* Sizes (shape.c), found when first asked for; E308. Those of all members, and of one.
 */
const FlatShape *flat_shape_of_nodes (FlatBuild *build, FlatNode *node);
FlatShape flat_shape_of_member (FlatBuild *build, FlatNode *node, uint32_t member);
/* The size of a value as far as the text tells, else FLAT_SCALAR. */
FlatShape flat_shape_of (const FlatScope *scope, const LangExpr *expr);
/* The value of size (A), size (A, k) or length (x); LIB_UNKNOWN if the text does not
 * tell. */
LibValue flat_shape_constant_size (const FlatScope *scope, const LangExpr *call);

/* The field of that name, or NULL. */
const FlatField *flat_structure_field (const FlatNode *node,
                                       uint32_t member,
                                       const char *name);

/* The enum parameter that `binding` hands through, followed to where its case is
 * written: *node and *member are changed to it and true is returned; false if the case
 * is written in the binding itself. */
bool flat_structure_follow_enum (FlatBuild *build,
                                 const FlatBinding *binding,
                                 FlatNode **node,
                                 uint32_t *member);

/* ---- expressions (translate.c) ---- */

typedef enum {
  FLAT_VALUE_ERROR, /* reported */
  FLAT_VALUE_REAL,
  FLAT_VALUE_INTEGER,
  FLAT_VALUE_BOOLEAN,
  FLAT_VALUE_ENUM,
  FLAT_VALUE_STRING
} FlatValueKind;

typedef enum { FLAT_FIXED, FLAT_PARAM, FLAT_STEPPED, FLAT_SMOOTH } FlatChange;

struct FlatValue {
  FlatValueKind kind;
  FlatChange change; /* how often it may change */
  ExprId e;          /* scalars */
  const LibEntry *enumeration;
  const char *text;
  FlatShape shape;
  bool is_row;         /* v': a row, whose product with a vector is a scalar */
  const ExprId *items; /* arrays: row by row */
};

/* One element; a scalar counts as an array of any size. */
static inline ExprId
flat_value_item (const FlatValue *value, uint32_t i)
{
  return value->shape.rank == 0 ? value->e : value->items[i];
}

struct FlatLocal {
  const FlatLocal *next;
  const char *name;
  FlatValue value;
  LibValue constant; /* of loops, else LIB_UNKNOWN */
};

static inline FlatValue
flat_value_make (FlatValueKind kind, FlatChange change, ExprId e)
{
  return (FlatValue){.kind = kind, .change = change, .e = e};
}

static inline FlatValue
flat_value_whole (const FlatBuild *build, double number)
{
  return flat_value_make (FLAT_VALUE_INTEGER, FLAT_FIXED,
                          expr_number (build->pool, number));
}

/* A case of an enumeration. */
static inline FlatValue
flat_value_case (const FlatBuild *build, const LibValue *value)
{
  return (FlatValue){.kind = FLAT_VALUE_ENUM,
                     .change = FLAT_FIXED,
                     .enumeration = value->enumeration,
                     .e = expr_number (build->pool, value->number)};
}

/* A turn of a loop: what `name` stands for, before the names of the loops around; kept
 * in the arena by flat_local_turn (). */
static inline FlatLocal
flat_local_number (const FlatBuild *build,
                   const FlatLocal *next,
                   const char *name,
                   double number)
{
  return (FlatLocal){.next = next,
                     .name = name,
                     .value = flat_value_whole (build, number),
                     .constant = {.kind = LIB_NUMBER, .number = number}};
}

static inline const FlatLocal *
flat_local_turn (const FlatBuild *build,
                 const FlatLocal *next,
                 const char *name,
                 double number)
{
  const FlatLocal local = flat_local_number (build, next, name, number);

  return base_arena_copy (build->arena, &local, sizeof local, sizeof local);
}

FlatValue flat_translate (const FlatScope *scope, const LangExpr *expr);
/* As above; E307 and FLAT_VALUE_ERROR if the value does not fit the type. */
FlatValue flat_translate_as (const FlatScope *scope,
                             const LangExpr *expr,
                             const LibType *type);
/* False (E311) if what an Integer is to be holds a number that is not told from the
 * next one. Parameters are looked at once they are computed. */
bool flat_translate_check_whole (const FlatScope *scope,
                                 const FlatValue *value,
                                 BaseSpan span);
/* The scope for expressions of the view; `place` is what messages name. */
static inline FlatScope
flat_view_scope (FlatBuild *build, const FlatView *view, FlatNode *place)
{
  return (FlatScope){.build = build,
                     .node = view->node,
                     .from = view->from,
                     .locals = view->locals,
                     .place = place};
}
const char *flat_translate_kind_text (const FlatValue *value);

/* As above for one that must be scalar (E307). */
FlatValue flat_translate_scalar (const FlatScope *scope, const LangExpr *expr);
/* E307 and false unless the value has the shape, or is scalar where `may_repeat`. */
bool flat_translate_has_shape (const FlatScope *scope,
                               const FlatValue *value,
                               FlatShape shape,
                               bool may_repeat,
                               BaseSpan span);

/* The elements of an array of variables. All who read it share them: `x[i]` in a loop
 * must not cost an array. */
const ExprId *flat_array_leaves (FlatBuild *build, uint32_t var, uint32_t n);

/* A structural array: the numbers themselves, so that they may be indexes and sizes;
 * read once for all who ask. */
FlatValue flat_array_structural (const FlatScope *scope,
                                 FlatNode *node,
                                 uint32_t member);

/* Arrays (array.c): literals, ranges, elements, products, functions. */
FlatValue flat_array_literal (const FlatScope *scope, const LangExpr *expr);
FlatValue flat_array_element (const FlatScope *scope,
                              FlatValue value,
                              const LangExpr *index);
/* Values of one shape behind each other. */
FlatValue flat_array_stack (const FlatScope *scope,
                            uint32_t n,
                            const FlatValue *parts,
                            BaseSpan span);
FlatValue flat_array_transpose (const FlatScope *scope, FlatValue value);
/* a op b where one is an array: `expr` is the LANG_BINARY, `op` what it does. */
FlatValue flat_array_combine (const FlatScope *scope,
                              const LangExpr *expr,
                              ExprOp op,
                              const FlatValue *a,
                              const FlatValue *b);
/* Applies an operator to each element. */
FlatValue flat_array_map (const FlatScope *scope, FlatValue value, ExprOp op);
/* A function of arrays, one of those that call.c lists. */
FlatValue flat_array_call (const FlatScope *scope, const LangExpr *call);

/* Functions and what is written like one (call.c). */
FlatValue flat_call_translate (const FlatScope *scope, const LangExpr *call);

/* How the unit of a call follows from those of its arguments. */
typedef enum {
  FLAT_UNITS_ANY,        /* is not known */
  FLAT_UNITS_PURE,       /* of a pure number, gives one */
  FLAT_UNITS_SAME,       /* of equal ones, gives it */
  FLAT_UNITS_FIRST,      /* that of the first one */
  FLAT_UNITS_OF_SECOND,  /* that of the second one */
  FLAT_UNITS_LATER_SAME, /* the second and third are equal, gives that */
  FLAT_UNITS_RATIO,      /* of equal ones, gives a pure number */
  FLAT_UNITS_PRODUCT,
  FLAT_UNITS_ROOT,
  FLAT_UNITS_RATE,
  FLAT_UNITS_COUNT,
  FLAT_UNITS_DELAYED, /* the first one; the others are times */
  FLAT_UNITS_INSTANTS /* all are times */
} FlatUnits;

/* False if the language has no such function; it may be one of the user's. */
bool flat_call_units (const char *name, uint32_t n_args, FlatUnits *units);
/* `p.field`, also as getproperty(p, Symbol("field")). */
FlatValue flat_translate_field (const FlatScope *scope,
                                const FlatTarget *target,
                                const char *field,
                                BaseSpan span);
/* One value or the other; a structural condition keeps only the chosen one. */
FlatValue flat_choice_translate (const FlatScope *scope,
                                 const LangExpr *condition,
                                 const LangExpr *yes,
                                 const LangExpr *no);
/* The common kind of two branches or operands, FLAT_VALUE_ERROR if there is none. */
FlatValueKind flat_translate_join (const FlatValue *a, const FlatValue *b);

static inline bool
flat_value_is_number (const FlatValue *value)
{
  return value->kind == FLAT_VALUE_REAL || value->kind == FLAT_VALUE_INTEGER;
}

#define FLAT_ERROR                                                                     \
  ((FlatValue){.kind = FLAT_VALUE_ERROR, .e = EXPR_NONE, .shape = FLAT_SCALAR})

/* table1d, table2d (table.c). */
FlatValue flat_table_translate (const FlatScope *scope, const LangExpr *call);
FlatValue flat_table_translate_2d (const FlatScope *scope, const LangExpr *call);
/* table_file (table-file.c): a constant matrix. */
FlatValue flat_table_file (const FlatScope *scope, const LangExpr *call);
guint flat_table_hash (gconstpointer table);
gboolean flat_table_equal (gconstpointer a, gconstpointer b);

/* ---- the other steps ---- */

/* Adds an equation and counts it for the balance of `counts` (NULL: not at all). */
void flat_variable_add_eq (FlatBuild *build, const FlatEq *eq, const FlatNode *counts);
/* The variable that an expression is, or UINT32_MAX. */
static inline uint32_t
flat_variable_of (const FlatBuild *build, ExprId e)
{
  const ExprNode *node = expr_is_none (e) ? NULL : expr_node (build->pool, e);

  return node != NULL && node->op == EXPR_VAR
             ? expr_index (node->payload, build->n_vars)
             : UINT32_MAX;
}

void flat_variable_build (
    FlatBuild *build); /* variable.c: vars, bindings, attributes */
void flat_relations_build (FlatBuild *build);  /* relation.c: equations, connects */
void flat_connects_build (FlatBuild *build);   /* connect.c: sets, open ports, E40x */
void flat_check_parameters (FlatBuild *build); /* check.c: E302, E311 */
void flat_check_discrete (FlatBuild *build);   /* check.c: E409 */
void flat_units_check (FlatBuild *build);      /* units.c: W301 */
void flat_check_balance (FlatBuild *build);    /* check.c: E501 */
