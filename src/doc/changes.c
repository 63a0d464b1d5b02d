/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions are compared by name, or in their order where one was renamed; in them
 * declarations by name, and in these modifiers by what they set. Whatever is compared
 * is printed without its metadata and documentation: equal texts mean the same. What an
 * edit has left as it was is shared by both and not looked at. */
#include "doc/changes.h"

#include "doc/view/modifier.h"
#include "lang/print.h"

#include <string.h>

typedef struct {
  const LangClass *gone; /* the definition that was renamed, or NULL */
  const LangClass *added;
  DocChanges changes;
} Comparison;

/* Takes over the value. */
static void
note (Comparison *c,
      DocChangeKind kind,
      const char *item,
      const char *target,
      char *value)
{
  if (c->changes.n++ > 0) {
    g_free (value);
    return;
  }
  c->changes.kind = kind;
  c->changes.value = value;
  c->changes.name = item != NULL && target != NULL
                        ? g_strconcat (item, ".", target, NULL)
                        : g_strdup (item != NULL ? item : target);
}

/* ---- texts ---- */

static char *
decl_text (const Comparison *c, const LangDecl *decl, const char *name)
{
  LangDecl plain = *decl;
  GString *out = g_string_new (NULL);

  plain.name = name;
  plain.meta = (LangMeta){0};
  plain.doc = NULL;
  if (c->gone != NULL && plain.class_name.text == c->gone->name)
    plain.class_name.text = c->added->name;
  lang_print_decl (out, &plain, 0);
  return g_string_free (out, FALSE);
}

static char *
mod_text (const LangMod *mod)
{
  GString *out = g_string_new (NULL);

  if (mod != NULL)
    lang_print_mod (out, mod);
  return g_string_free (out, FALSE);
}

static char *
value_text (const LangExpr *value)
{
  GString *out = g_string_new (NULL);

  lang_print_expr (out, value);
  return g_string_free (out, FALSE);
}

static char *
relation_text (const LangRelation *relation)
{
  LangRelation plain = *relation;
  GString *out = g_string_new (NULL);

  plain.meta = (LangMeta){0};
  plain.doc = NULL;
  lang_print_relation (out, &plain, 0);
  return g_string_free (out, FALSE);
}

static bool
have_same_relations (const LangClass *before, const LangClass *now)
{
  if (before->n_relations != now->n_relations)
    return false;
  for (uint32_t i = 0; i < now->n_relations; i++) {
    if (before->relations[i] == now->relations[i])
      continue;
    g_autofree char *old_text = relation_text (before->relations[i]);
    g_autofree char *text = relation_text (now->relations[i]);
    if (strcmp (old_text, text) != 0)
      return false;
  }
  return true;
}

/* ---- declarations ---- */

static void
compare_mod (Comparison *c,
             const LangDecl *decl,
             const char *target,
             const LangMod *before,
             const LangMod *now)
{
  g_autofree char *old_text = mod_text (before), *text = mod_text (now);
  const LangExpr *value = now == NULL            ? NULL
                          : now->value != NULL   ? now->value
                          : now->initial != NULL ? now->initial
                          : now->n_mods == 1     ? now->mods[0]->value
                                                 : NULL;

  if (strcmp (old_text, text) != 0)
    note (c, value != NULL ? DOC_CHANGE_VALUE : DOC_CHANGE_OTHER, decl->name, target,
          value != NULL ? value_text (value) : NULL);
}

/* Two declarations of one name whose texts differ. */
static void
compare_decls (Comparison *c, const LangDecl *before, const LangDecl *now)
{
  const bool was_out = doc_is_never (before->condition);
  const bool is_out = doc_is_never (now->condition);
  uint32_t n = c->changes.n;

  if (was_out || is_out) {
    if (was_out != is_out)
      note (c, is_out ? DOC_CHANGE_OUT : DOC_CHANGE_IN, now->name, NULL, NULL);
    return;
  }
  /* Modifiers of both by name. */
  for (uint32_t i = 0; i < now->n_mods; i++)
    compare_mod (
        c, now, now->mods[i]->target.text,
        doc_modifier_named (before->mods, before->n_mods, now->mods[i]->target.text),
        now->mods[i]);
  for (uint32_t i = 0; i < before->n_mods; i++)
    if (doc_modifier_named (now->mods, now->n_mods, before->mods[i]->target.text) ==
        NULL)
      compare_mod (c, now, before->mods[i]->target.text, before->mods[i], NULL);
  /* Nothing there: the value, or something else. */
  if (c->changes.n > n)
    return;
  if (now->value != NULL)
    note (c, DOC_CHANGE_VALUE, now->name, NULL, value_text (now->value));
  else
    note (c, DOC_CHANGE_OTHER, now->name, NULL, NULL);
}

static const char *
key_of (const LangDecl *decl)
{
  return decl->name != NULL ? decl->name : decl->class_name.text;
}

/* What two definitions do not share at the beginning and the end of their lists. */
typedef struct {
  const LangDecl *const *at;
  uint32_t n;
} Decls;

static void
part_decls (const LangClass *before, const LangClass *now, Decls *old, Decls *new)
{
  *old = (Decls){before->decls, before->n_decls};
  *new = (Decls){now->decls, now->n_decls};
  for (; old->n > 0 && new->n > 0 && *old->at == *new->at; old->n--, new->n--) {
    old->at++;
    new->at++;
  }
  for (; old->n > 0 && new->n > 0 && old->at[old->n - 1] == new->at[new->n - 1];
       old->n--)
    new->n--;
}

/* Key, interned -> declaration. */
static GHashTable *
index_decls (const Decls *list)
{
  GHashTable *decls = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (uint32_t i = 0; i < list->n; i++)
    if (key_of (list->at[i]) != NULL)
      g_hash_table_insert (decls, (gpointer) key_of (list->at[i]),
                           (gpointer) list->at[i]);
  return decls;
}

/* The only declaration that the others have not. */
static const LangDecl *
find_only (const Decls *list, GHashTable *others)
{
  const LangDecl *found = NULL;

  for (uint32_t i = 0; i < list->n; i++) {
    const char *key = key_of (list->at[i]);

    if (key == NULL || g_hash_table_contains (others, key))
      continue;
    if (found != NULL)
      return NULL;
    found = list->at[i];
  }
  return found;
}

static bool
is_renamed (const Comparison *c, const LangDecl *before, const LangDecl *now)
{
  if (before == NULL || now == NULL || before->name == NULL || now->name == NULL)
    return false;
  g_autofree char *old_text = decl_text (c, before, now->name);
  g_autofree char *text = decl_text (c, now, now->name);
  return strcmp (old_text, text) == 0;
}

static void
compare_members (Comparison *c, const Decls *before, const Decls *now)
{
  g_autoptr (GHashTable) old = index_decls (before);
  g_autoptr (GHashTable) new = index_decls (now);
  const LangDecl *gone = find_only (before, new), *added = find_only (now, old);
  bool has_new_name = is_renamed (c, gone, added);

  /* One that is gone for one that is new, and else the same. */
  if (has_new_name)
    note (c, DOC_CHANGE_RENAMED, gone->name, NULL, g_strdup (added->name));
  for (uint32_t i = 0; i < now->n; i++) {
    const LangDecl *decl = now->at[i];
    const char *key = key_of (decl);
    const LangDecl *was = key == NULL ? decl : g_hash_table_lookup (old, key);

    if (was == NULL && !has_new_name)
      note (c, DOC_CHANGE_ADDED, key, NULL, NULL);
    if (was == NULL || was == decl)
      continue;
    /* In both: compared by their texts first. */
    g_autofree char *old_text = decl_text (c, was, was->name);
    g_autofree char *text = decl_text (c, decl, decl->name);
    if (strcmp (old_text, text) != 0)
      compare_decls (c, was, decl);
  }
  for (uint32_t i = 0; i < before->n && !has_new_name; i++) {
    const char *key = key_of (before->at[i]);

    if (key != NULL && !g_hash_table_contains (new, key))
      note (c, DOC_CHANGE_REMOVED, key, NULL, NULL);
  }
}

static void
compare_classes (Comparison *c, const LangClass *before, const LangClass *now)
{
  uint32_t n = c->changes.n;
  Decls old, new;

  part_decls (before, now, &old, &new);
  compare_members (c, &old, &new);
  /* What is put into a wire, or has another name, changes wires, too, and is one
   * change. */
  if (c->changes.n == n && !have_same_relations (before, now))
    note (c, DOC_CHANGE_OTHER, NULL, NULL, NULL);
}

/* ---- definitions ---- */

/* The only definition of a that b has not. */
static const LangClass *
find_renamed (const LangFile *a, const LangFile *b)
{
  const LangClass *found = NULL;

  for (uint32_t i = 0; i < lang_file_n_classes (a); i++) {
    const LangClass *class = lang_file_class (a, i);

    if (lang_file_find (b, class->name) != NULL)
      continue;
    if (found != NULL)
      return NULL;
    found = class;
  }
  return found;
}

static Comparison
comparison (const LangFile *before, const LangFile *now)
{
  const LangClass *gone = find_renamed (before, now),
                  *added = find_renamed (now, before);

  if (gone == NULL || added == NULL || gone->kind != added->kind)
    return (Comparison){0};
  return (Comparison){gone, added};
}

const char *
doc_changes_find (const LangFile *before, const LangFile *now, const char *name)
{
  const LangClass *was = lang_file_find (before, name);
  const Comparison c = comparison (before, now);

  if (was == NULL || lang_file_find (now, name) != NULL)
    return was == NULL ? NULL : name;
  return was == c.gone ? c.added->name : NULL;
}

/* Setting the stop time of a diagram that had no analysis makes one. */
static void
note_added (Comparison *c, const LangClass *class)
{
  const LangExpr *stop = NULL;

  for (uint32_t i = 0; class->kind == LANG_ANALYSIS && i < class->n_decls; i++)
    if (class->decls[i]->name == NULL)
      stop = doc_modifier_find (class->decls[i], "stop");
  if (stop != NULL)
    note (c, DOC_CHANGE_VALUE, NULL, "stop", value_text (stop));
  else
    note (c, DOC_CHANGE_ADDED, class->name, NULL, NULL);
}

DocChanges
doc_changes (const LangFile *before, const LangFile *now)
{
  Comparison c = comparison (before, now);

  if (lang_file_is_sound (before) && !lang_file_is_sound (now)) {
    note (&c, DOC_CHANGE_OTHER, NULL, NULL, NULL);
    return c.changes;
  }
  /* Definitions by name, or as the one that is renamed. */
  for (uint32_t i = 0; before != now && i < lang_file_n_classes (now); i++) {
    const LangClass *class = lang_file_class (now, i);
    const LangClass *was =
        class == c.added ? c.gone : lang_file_find (before, class->name);

    if (was == NULL)
      note_added (&c, class);
    else
      compare_classes (&c, was, class);
  }
  for (uint32_t i = 0; before != now && i < lang_file_n_classes (before); i++) {
    const LangClass *was = lang_file_class (before, i);

    if (lang_file_find (now, was->name) == NULL && was != c.gone)
      note (&c, DOC_CHANGE_REMOVED, was->name, NULL, NULL);
  }
  return c.changes;
}

void
doc_changes_clear (DocChanges *changes)
{
  g_free (changes->name);
  g_free (changes->value);
  *changes = (DocChanges){0};
}
