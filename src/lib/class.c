/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a class together in the order of its text: what a base brings stands at its
 * extends, names that meet are compared, modifiers are led to the members that they
 * change. Members are found by a table of interned names (open addressing), which is
 * asked for each name of each instance. */
#include "lib/class.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"
#include "base/vec.h"
#include "lang/near.h"

enum { DEEPEST_EXTENDS = 100 };

struct LibClasses {
  BaseArena *arena;
  const LibIndex *index;
  BaseDiags *diags;  /* or NULL */
  GHashTable *known; /* LibEntry -> LibClass; those being made are absent */
  GHashTable *open;  /* LibEntry being made */
};

/* A class while it is put together. */
typedef struct {
  LibClasses *all;
  LibClass *class;
  GHashTable *by_name; /* name -> index + 1 */
  BASE_VEC (LibMember) members;
  BASE_VEC (LibRelation) relations;
  BASE_VEC (LibClass *) bases;
} Maker;

G_GNUC_PRINTF (4, 5)
static void
report (Maker *maker, uint32_t number, BaseSpan span, const char *format, ...)
{
  va_list args;

  maker->class->is_sound = false;
  if (maker->all->diags == NULL)
    return;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (_ (format), args);
  va_end (args);
  base_diags_add (maker->all->diags, BASE_ERROR, number, span, "%s", text);
}

static void
hint_near (Maker *maker, const LibClass *class, const LangMod *mod)
{
  BaseDiags *diags = maker->all->diags;
  const LangName *target = &mod->target;
  LibMemberKind kind =
      target->n == 1 && mod->value != NULL ? LIB_PARAMETER : LIB_ANY_MEMBER;

  if (base_diags_wants_hint (diags))
    lang_near_hint (diags, LANG_FOREIGN_MEMBER, target->parts[0],
                    lib_class_near (class, target->parts[0], kind));
}

/* ---- names ---- */

const LibEntry *
lib_class_lookup (const LibIndex *index,
                  const char *from,
                  const LangName *name,
                  LibWant want,
                  BaseDiags *diags)
{
  const LibEntry *entry =
      name->n == 0 ? NULL : lib_index_find (index, from, name->text, want);

  if (entry != NULL || diags == NULL || name->n == 0)
    return entry;
  /* Why not: the library, its kind, or the name. */
  if (!lib_index_knows_root (index, from, name->text)) {
    lib_index_report_root (index, name, diags);
    return NULL;
  }
  if (lib_index_find (index, from, name->text, LIB_ANY) != NULL)
    base_diags_add (diags, BASE_ERROR, 203, name->span,
                    want == LIB_ANALYSES ? N_ ("%s is not a kind of analysis")
                                         : N_ ("%s is not a component or connector"),
                    name->text);
  else
    base_diags_add (diags, BASE_ERROR, 202, name->span, "unknown component %s",
                    name->text);
  g_autofree char *near = base_diags_wants_hint (diags)
                              ? lib_index_near (index, from, name->text, want)
                              : NULL;
  if (near != NULL)
    base_diags_set_hint (diags, "did you mean %s?", near);
  return NULL;
}

static uint32_t
find_member (const Maker *maker, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (maker->by_name, name)) - 1;
}

static void
add_member (Maker *maker, LibMember member)
{
  base_vec_push (maker->all->arena, maker->members, member);
  g_hash_table_insert (maker->by_name, (gpointer) member.name,
                       GUINT_TO_POINTER (maker->members.n));
}

/* ---- declarations of the class itself ---- */

static void
check_mods (Maker *maker, uint32_t n, const LangMod *const *mods)
{
  g_autoptr (GHashTable) seen = NULL;

  if (n < 2)
    return;
  seen = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < n; i++)
    if (mods[i]->target.n > 0 && (mods[i]->value != NULL || mods[i]->value_missing) &&
        !g_hash_table_add (seen, (gpointer) mods[i]->target.text))
      report (maker, 201, mods[i]->span, "%s is set twice", mods[i]->target.text);
}

/* The lists within as well; their depth is that of the text. */
static void
check_all_mods (Maker *maker, uint32_t n, const LangMod *const *mods)
{
  check_mods (maker, n, mods);
  for (uint32_t i = 0; i < n; i++)
    if (mods[i]->n_mods > 0)
      check_all_mods (maker, mods[i]->n_mods, mods[i]->mods);
}

static bool
is_value (LangDeclKind kind)
{
  return kind == LANG_PARAMETER || kind == LANG_VARIABLE || kind == LANG_FIELD;
}

/* `x::Real = y`: its first word was forgotten. */
static bool
refuse_builtin (Maker *maker, const LangDecl *decl)
{
  const char *base = decl->base_name.n == 1 ? decl->base_name.text : "";

  if (lib_type_builtin (base) == LIB_TYPE_UNKNOWN ||
      lib_index_find (maker->all->index, maker->class->entry->namespace, base,
                      LIB_COMPONENTS) != NULL)
    return false;
  report (maker, 203, decl->base_name.span, "%s is not a component", base);
  base_diags_set_hint (maker->all->diags,
                       "write `parameter %s::%s = …` or `variable %s::%s`", decl->name,
                       base, decl->name, base);
  return true;
}

static LibMember
make_member (Maker *maker, const LangDecl *decl)
{
  LibClasses *all = maker->all;
  const char *from = maker->class->entry->namespace;
  LibMember member = {.name = decl->name,
                      .decl = decl,
                      .from = from,
                      .value = decl->value,
                      .value_from = from,
                      .field = decl->field,
                      .slot = UINT32_MAX};

  if (maker->class->entry->class->kind == LANG_COMPONENT &&
      strcmp (decl->name, "time") == 0)
    report (maker, 201, decl->name_span,
            "time is the simulated time: choose another name");
  /* Values have a type, of which a struct is made of parts. */
  if (is_value (decl->kind))
    check_all_mods (maker, decl->type.n_mods, decl->type.mods);
  if (is_value (decl->kind))
    member.type = lib_type (all->arena, all->index, &decl->type, from, all->diags);
  if (decl->kind == LANG_PARAMETER && member.type->kind == LIB_TYPE_STRUCT) {
    member.entry = member.type->entry;
    member.array = member.type->n_dims > 0 ? member.type : NULL;
    member.type = NULL;
  }
  /* Parts have a class, and perhaps a base that others must extend. */
  if (decl->kind == LANG_SUB || decl->kind == LANG_OUTER) {
    LibWant want = LIB_COMPONENTS;

    if (!refuse_builtin (maker, decl))
      member.entry =
          lib_class_lookup (all->index, from, &decl->class_name, want, all->diags);
    if (decl->base_name.n > 0 && member.entry != NULL)
      member.base =
          lib_class_lookup (all->index, from, &decl->base_name, want, all->diags);
    check_all_mods (maker, decl->n_mods, decl->mods);
    if (member.entry == NULL)
      maker->class->is_sound = false;
  }
  return member;
}

static bool
same_type (const LibType *a, const LibType *b)
{
  return a != NULL && b != NULL && a->kind == b->kind && a->entry == b->entry &&
         a->n_dims == b->n_dims && strcmp (a->units, b->units) == 0;
}

static bool
same_meaning (const LibMember *a, const LibMember *b)
{
  bool are_structs = a->type == NULL && b->type == NULL;

  if (are_structs && a->array != NULL)
    return same_type (a->array, b->array);
  return are_structs ? a->entry == b->entry && b->array == NULL
                     : same_type (a->type, b->type);
}

static bool
declares (const LangClass *class, const LangDecl *decl)
{
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i] == decl)
      return true;
  return false;
}

/* A name met twice: the same declaration, or parameters of one type, of which the later
 * default and doc text win. */
static void
meet (Maker *maker, uint32_t at, const LibMember *later, BaseSpan place, bool is_own)
{
  LibMember *first = &maker->members.at[at];

  if (first->decl == later->decl)
    return;
  if (is_own && first->from == later->from &&
      declares (maker->class->entry->class, first->decl)) {
    report (maker, 201, later->decl->name_span, "%s is declared twice", later->name);
    return;
  }
  /* The model of an analysis is replaced as a whole. */
  if (is_own && maker->class->entry->class->kind == LANG_ANALYSIS &&
      first->decl->kind == LANG_SUB && later->decl->kind == LANG_SUB) {
    *first = *later;
    return;
  }
  if (first->decl->kind != LANG_PARAMETER || later->decl->kind != LANG_PARAMETER ||
      !same_meaning (first, later)) {
    report (maker, 303, place, "%s is inherited with conflicting declarations",
            later->name);
    return;
  }
  LibMember merged = *later;
  if (merged.value == NULL) {
    merged.value = first->value;
    merged.value_from = first->value_from;
  }
  if (merged.mods == NULL)
    merged.mods = first->mods;
  *first = merged;
}

/* The fields of a struct are parameters of what holds it. */
static const LangDecl *
as_parameter (Maker *maker, const LangDecl *field)
{
  LangDecl *decl = base_arena_new0 (maker->all->arena, LangDecl);

  *decl = *field;
  decl->kind = LANG_PARAMETER;
  return decl;
}

static void
take_own (Maker *maker, const LangDecl *decl)
{
  uint32_t at = find_member (maker, decl->name);

  if (maker->class->entry->class->kind == LANG_STRUCT)
    decl = as_parameter (maker, decl);
  LibMember member = make_member (maker, decl);

  if (at != UINT32_MAX)
    meet (maker, at, &member, decl->name_span, true);
  else
    add_member (maker, member);
}

/* ---- extends ---- */

static void
modify (Maker *maker, const LibClass *base, const LangMod *mod)
{
  uint32_t at =
      mod->target.n == 0 ? UINT32_MAX : find_member (maker, mod->target.parts[0]);

  if (at == UINT32_MAX || lib_class_find (base, mod->target.parts[0]) == UINT32_MAX) {
    report (maker, 306, mod->target.span, "%s has no member %s",
            base->entry->class->name, mod->target.n == 0 ? "" : mod->target.parts[0]);
    if (mod->target.n > 0)
      hint_near (maker, base, mod);
    return;
  }
  LibMod *made = base_arena_new0 (maker->all->arena, LibMod);
  LibMember *member = &maker->members.at[at];
  *made = (LibMod){
      .next = member->mods, .mod = mod, .from = maker->class->entry->namespace};
  member->mods = made;
}

/* Two bases may share one: its relations count once. */
static void
take_relations (Maker *maker, const LibClass *base)
{
  g_autoptr (GHashTable) seen = NULL;

  if (maker->relations.n > 0)
    seen = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < maker->relations.n; i++)
    g_hash_table_add (seen, (gpointer) maker->relations.at[i].relation);
  for (uint32_t i = 0; i < base->n_relations; i++)
    if (seen == NULL || !g_hash_table_contains (seen, base->relations[i].relation))
      base_vec_push (maker->all->arena, maker->relations,
                     (LibRelation){base->relations[i].relation, base->relations[i].from,
                                   base->relations[i].n_extends + 1});
}

static void
take_base (Maker *maker, const LangDecl *decl)
{
  LibClasses *all = maker->all;
  const LibEntry *self = maker->class->entry;
  LibWant want = self->class->kind == LANG_ANALYSIS ? LIB_ANALYSES : LIB_COMPONENTS;
  /* An analysis of a kind that nobody defines is kept (W603). */
  bool is_kept =
      want == LIB_ANALYSES && lib_index_find (all->index, self->namespace,
                                              decl->class_name.text, LIB_ANY) == NULL;
  const LibEntry *entry =
      lib_class_lookup (all->index, self->namespace, &decl->class_name, want,
                        is_kept ? NULL : all->diags);

  if (entry == NULL) {
    maker->class->is_sound = false;
    return;
  }
  if (g_hash_table_contains (all->open, entry)) {
    report (maker, 304, decl->class_name.span, "%s extends itself", self->class->name);
    return;
  }
  if (g_hash_table_size (all->open) > DEEPEST_EXTENDS) {
    report (maker, 304, decl->class_name.span,
            "inheritance is more than %d levels deep here", DEEPEST_EXTENDS);
    return;
  }
  LibClass *base = lib_class_get (all, entry);
  base_vec_push (all->arena, maker->bases, base);
  maker->class->is_sound = maker->class->is_sound && base->is_sound;
  for (uint32_t i = 0; i < base->n_members; i++) {
    uint32_t at = find_member (maker, base->members[i].name);

    if (at != UINT32_MAX)
      meet (maker, at, &base->members[i], decl->class_name.span, false);
    else
      add_member (maker, base->members[i]);
  }
  take_relations (maker, base);
  check_all_mods (maker, decl->n_mods, decl->mods);
  for (uint32_t i = 0; i < decl->n_mods; i++)
    modify (maker, base, decl->mods[i]);
}

/* ---- putting together ---- */

static void
take_signal (Maker *maker)
{
  LibClasses *all = maker->all;
  const LibEntry *entry = maker->class->entry;

  maker->class->is_signal = true;
  add_member (
      maker, (LibMember){.name = base_name (""),
                         .from = entry->namespace,
                         .type = lib_type (all->arena, all->index, &entry->class->alias,
                                           entry->namespace, all->diags),
                         .field = entry->class->signal,
                         .slot = UINT32_MAX});
}

static void
take_all (Maker *maker)
{
  const LangClass *class = maker->class->entry->class;
  const char *from = maker->class->entry->namespace;

  if (class->kind == LANG_CONNECTOR && class->signal != LANG_FIELD_PLAIN)
    take_signal (maker);
  for (uint32_t i = 0; i < class->n_decls; i++) {
    if (class->decls[i]->kind == LANG_EXTENDS)
      take_base (maker, class->decls[i]);
    else
      take_own (maker, class->decls[i]);
  }
  for (uint32_t i = 0; i < class->n_relations; i++)
    base_vec_push (maker->all->arena, maker->relations,
                   (LibRelation){.relation = class->relations[i], .from = from});
}

static guint
bucket_of (const LibClass *class, const char *name)
{
  /* Names are interned, so their addresses tell them apart (multiplicative hashing,
   * Knuth 1973, 6.4); the order of buckets is never visible. */
  guint64 bits = (guint64) (guintptr) name * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (bits >> 32) & (class->n_buckets - 1);
}

static void
hash_members (LibClasses *all, LibClass *class)
{
  uint32_t *buckets;

  class->n_buckets = 4;
  while (class->n_buckets < 2 * class->n_members)
    class->n_buckets *= 2;
  buckets = base_arena_array (all->arena, uint32_t, class->n_buckets);
  for (uint32_t i = 0; i < class->n_members; i++) {
    guint at = bucket_of (class, class->members[i].name);

    while (buckets[at] != 0)
      at = (at + 1) & (class->n_buckets - 1);
    buckets[at] = i + 1;
  }
  class->buckets = buckets;
}

static void
number_members (LibClass *class)
{
  for (uint32_t i = 0; i < class->n_members; i++) {
    LibMember *member = &class->members[i];

    if (member->type != NULL && member->type->kind <= LIB_TYPE_ENUM &&
        member->type->kind != LIB_TYPE_STRING)
      member->slot = class->n_values++;
    else if (member->type == NULL &&
             (member->decl->kind == LANG_SUB || member->decl->kind == LANG_OUTER ||
              member->decl->kind == LANG_PARAMETER))
      member->slot = class->n_subs++;
  }
}

static void
finish (Maker *maker)
{
  LibClass *class = maker->class;

  class->n_members = maker->members.n;
  class->members = maker->members.at;
  class->n_relations = maker->relations.n;
  class->relations = maker->relations.at;
  class->n_bases = maker->bases.n;
  class->bases = maker->bases.at;
  number_members (class);
  hash_members (maker->all, class);
}

LibClasses *
lib_classes_new (BaseArena *arena, const LibIndex *index, BaseDiags *diags)
{
  LibClasses *classes = base_arena_new0 (arena, LibClasses);

  classes->arena = arena;
  classes->index = index;
  classes->diags = diags;
  classes->known = g_hash_table_new (NULL, NULL);
  classes->open = g_hash_table_new (NULL, NULL);
  return classes;
}

void
lib_classes_free (LibClasses *classes)
{
  if (classes == NULL)
    return;
  g_hash_table_unref (classes->known);
  g_hash_table_unref (classes->open);
}

LibClass *
lib_class_get (LibClasses *classes, const LibEntry *entry)
{
  LibClass *class = g_hash_table_lookup (classes->known, entry);
  LangClassKind kind = entry->class->kind;

  if (class != NULL)
    return class;
  if (kind != LANG_COMPONENT && kind != LANG_CONNECTOR && kind != LANG_ANALYSIS &&
      kind != LANG_STRUCT)
    return NULL;
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL);
  class = base_arena_new0 (classes->arena, LibClass);
  class->entry = entry;
  class->is_connector = kind == LANG_CONNECTOR;
  class->is_sound = true;
  Maker maker = {.all = classes, .class = class, .by_name = by_name};

  g_hash_table_add (classes->open, (gpointer) entry);
  take_all (&maker);
  g_hash_table_remove (classes->open, entry);
  finish (&maker);
  g_hash_table_insert (classes->known, (gpointer) entry, class);
  return class;
}

uint32_t
lib_class_find (const LibClass *class, const char *name)
{
  guint at = bucket_of (class, name);

  for (; class->buckets[at] != 0; at = (at + 1) & (class->n_buckets - 1))
    if (class->members[class->buckets[at] - 1].name == name)
      return class->buckets[at] - 1;
  return UINT32_MAX;
}

/* Recurses over inheritance, which is at most DEEPEST_EXTENDS deep. */
bool
lib_class_extends (const LibClass *class, const LibEntry *entry)
{
  if (class->entry == entry)
    return true;
  for (uint32_t i = 0; i < class->n_bases; i++)
    if (lib_class_extends (class->bases[i], entry))
      return true;
  return false;
}

const LangJson *
lib_class_meta (const LibClass *class, const char *section, const char *key)
{
  const LangJson *own = lang_json_get (class->entry->class->metadata, section);
  const LangJson *found = lang_json_get (own, key);

  for (uint32_t i = 0; found == NULL && i < class->n_bases; i++)
    found = lib_class_meta (class->bases[i], section, key);
  return found;
}

bool
lib_class_lists (const LibClass *class, const char *key, const char *port)
{
  const LangJson *names = lib_class_meta (class, "Dyad", key);

  for (uint32_t i = 0; i < lang_json_length (names); i++)
    if (strcmp (lang_json_string (names->items[i], ""), port) == 0)
      return true;
  return false;
}

const LangJson *
lib_class_member_meta (const LibClass *class, const LangDecl *decl)
{
  const LangJson *found = NULL;

  if (decl->meta.key != NULL)
    found = lib_class_meta (class, "_links", decl->meta.key);
  return found == NULL ? decl->meta.json : found;
}

const char *
lib_class_unset (const LibClass *class, const LangDecl *decl)
{
  const LangJson *reason =
      lang_json_find (lib_class_member_meta (class, decl), "Dyad/unset");

  return reason == NULL ? NULL : lang_json_string (reason, NULL);
}

static bool
is_of_kind (const LibMember *member, LibMemberKind kind)
{
  const LangDecl *decl = member->decl;

  switch (kind) {
  case LIB_ANY_MEMBER:
    return true;
  case LIB_PARAMETER: /* that can be given a value */
    return decl != NULL && decl->kind == LANG_PARAMETER && !decl->is_final;
  case LIB_PART:
    return decl != NULL && (decl->kind == LANG_SUB || decl->kind == LANG_OUTER);
  }
  g_assert_not_reached ();
}

char *
lib_class_near (const LibClass *class, const char *name, LibMemberKind kind)
{
  LangNear near;

  lang_near_begin (&near, name);
  for (uint32_t i = 0; i < class->n_members; i++)
    if (is_of_kind (&class->members[i], kind))
      lang_near_offer (&near, class->members[i].name, class->members[i].name);
  return near.n == 0 && kind != LIB_ANY_MEMBER
             ? lib_class_near (class, name, LIB_ANY_MEMBER)
             : lang_near_to_text (&near);
}
