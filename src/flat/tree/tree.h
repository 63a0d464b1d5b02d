/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/build-private.h"
#include "lib/class.h"
#include "lib/constant.h"

/* Pass 1: the tree of instances.
 *
 * Reads     FlatRoot and the classes of lib.
 * Adds      FlatBuild.root, nodes, n_vars and flat_classes; of each node what its
 * groups below say. Parts that a condition leaves out keep the id UINT32_MAX and are in
 * no list. Promises  Nodes are in the order of the text, each behind its parent, and
 * nodes.at[i] has the id i. Every size is known, and the variables of a node are the
 *           numbers from first_var on, by slot and element, those of its enum fields
 *           behind them: 0 to n_vars - 1 without a gap. Each `outer` leads to the node
 *           that it means. All modifiers have arrived at the member that they name.
 * Reports   E151, E202, E203, E301, E302, E304 to E308, E313, E601, W406.
 *
 * Later passes ask for modifiers and structural values; both are found when first asked
 * for, also for absent parts. Nothing but `is_vague`, the sizes, `constants` and
 * `known` changes by asking. */

typedef struct FlatLocal FlatLocal;
typedef struct FlatValue FlatValue;

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

/* As part of a sentence: "an array of size 2 × 3". The caller frees it. */
char *flat_shape_text (FlatShape shape);

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
  /* made (class.c) */
  const LibClass *lib;
  bool is_structural;    /* a struct whose fields are, since the parameter is */
  bool has_arrays;       /* among its values */
  FlatClass *structural; /* of a struct: the one that is; NULL until met */
  FlatClass **subs;      /* lib->n_subs; NULL until met */

  /* structural values, once one is asked for (structure.c) */
  uint32_t *constant_of; /* lib->n_members: its place in FlatNode.constants, if it may
                            be known */
  uint32_t n_constants;

  /* 2 variables */
  const FlatVar *pattern; /* lib->n_values, by slot: without name and instance */
  const bool *is_simple;  /* lib->n_values: the pattern holds but for modifiers */
  bool has_only_simple;

  /* 5 checks */
  bool is_checked; /* its units were looked at */
  bool is_balance_reported;
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

/* An instance. An array of instances is a node of its own, which is not numbered; its
 * elements are parts of the node that holds the array. */
struct FlatNode {
  /* made (flat_instance_new ()) */
  FlatNode *parent;        /* NULL: the model itself */
  const LibMember *member; /* of the parent's class */
  const char *name;
  const char *path;
  uint32_t path_length;
  uint32_t depth; /* parents up to the model */
  BaseSpan span;  /* of the declaration */
  FlatClass *class;
  FlatMod *env; /* its modifiers, the outermost first; taken by flat_modify_take () */
  bool is_void; /* a struct whose value was reported: its fields need no values */
  uint32_t element[2];  /* 1-based, of a struct in an array; 0: no array */
  uint32_t n_elements;  /* of an array */
  FlatNode **elements;  /* n_elements; NULL: no array */
  FlatShape shape;      /* of an array */
  FlatNode *added;      /* of the model: the first default for an `outer`, then */
  FlatNode *next_added; /* from one to the next */

  /* expanded, when its turn comes or when first asked (flat_instance_expand ()) */
  bool is_expanded;
  const FlatMod **mods; /* class->lib->n_members, the outermost first; NULL: none */
  FlatNode **subs;      /* class->lib->n_subs; an `outer` is the node that it means, see
                           flat_node_owns () */

  /* asked for (structure.c, shape.c, array.c) */
  FlatPresence presence;
  bool is_vague; /* a structural value was reported: relations make no sense */
  FlatConstant *constants; /* class->n_constants; NULL: none asked for */
  FlatShape *shapes;       /* class->lib->n_values; NULL in a class without arrays */
  uint8_t *shape_states;   /* the same number: FlatConstantState */
  FlatValue **known;       /* class->lib->n_members: structural arrays; NULL: none */

  /* numbered */
  uint32_t id; /* in the order of the model; UINT32_MAX: absent */
  uint32_t first_var;
  const uint32_t *offsets; /* class->lib->n_values + 1: the first element of each slot;
                              NULL in a class without arrays */
  const FlatField *fields;

  /* 3 relations */
  bool is_faulty; /* one of its relations was reported: what looks open may not be */

  /* 4 connects */
  uint32_t sets[2]; /* of a port, 1 + its place among those that the connects of the
                       enclosing component name, and of its own; 0: they do not */
  uint32_t *field_sets[2]; /* the same by member, if a connect names a single field */
};

/* ---- instances (instance.c, class.c, outer.c) ---- */

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

/* Of no instance a part of its text is missing, or a structural value. */
bool flat_instance_all_are_whole (const FlatBuild *build);

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

/* E308: says why, and which parameter would have to be structural; false. */
bool flat_structure_refuse (const FlatScope *scope,
                            const LangExpr *expr,
                            const char *why);
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
/* So many sizes and elements are asked for in turn, each for the one before. */
enum { FLAT_MOST_SIZES = 100 };
/* The value of size (A), size (A, k) or length (x); LIB_UNKNOWN if the text does not
 * tell. */
LibValue flat_shape_constant_size (const FlatScope *scope, const LangExpr *call);

/* The field of that name, or NULL. */
const FlatField *flat_structure_field (const FlatNode *node,
                                       uint32_t member,
                                       const char *name);

/* True if the expression hands a member through, itself or by the chosen branch of
 * structural conditions: *expr becomes that branch, NULL if none is known. */
bool flat_structure_follow_name (const FlatScope *scope,
                                 const LangExpr **expr,
                                 FlatTarget *target);
