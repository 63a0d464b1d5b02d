/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether ports may be joined: two connectors are compared field by field, as sets, by
 * kind (potential, flow, input, output), type and unit. Signals need only the same
 * type, since units are judged where values meet. */
#include "lib/match.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/unit.h"
#include "lib/text.h"

static bool
same_units (const char *a, const char *b)
{
  BaseUnit one, two;

  if (strcmp (a, b) == 0)
    return true;
  return base_unit_parse (a, &one) && base_unit_parse (b, &two) &&
         base_unit_same_dimension (&one, &two) && one.factor == two.factor;
}

static bool
same_type (const LibMember *a, const LibMember *b)
{
  return a->type->kind == b->type->kind && a->type->entry == b->type->entry &&
         a->type->n_dims == b->type->n_dims;
}

static bool
is_variable (const LibMember *member)
{
  return member->type != NULL &&
         (member->decl == NULL || member->decl->kind == LANG_FIELD);
}

/* An input may meet an output: which one drives is judged where they are joined. */
static bool
is_signal (const LibMember *member)
{
  return member->field == LANG_FIELD_INPUT || member->field == LANG_FIELD_OUTPUT;
}

static uint32_t
count_fields (const LibClass *class)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < class->n_members; i++)
    n += is_variable (&class->members[i]);
  return n;
}

bool
lib_match_fields (const LibMember *a, const LibMember *b)
{
  if (!is_variable (a) || !is_variable (b) || !same_type (a, b))
    return false;
  return (is_signal (a) && is_signal (b)) ||
         (a->field == b->field && same_units (a->type->units, b->type->units));
}

/* Every field of `a` is one of `b`, of the same kind, type and unit. */
static bool
fields_match (const LibClass *a, const LibClass *b)
{
  for (uint32_t i = 0; i < a->n_members; i++) {
    const LibMember *one = &a->members[i];
    uint32_t at = lib_class_find (b, one->name);
    const LibMember *two = at == UINT32_MAX ? NULL : &b->members[at];

    if (is_variable (one) && (two == NULL || !lib_match_fields (one, two)))
      return false;
  }
  return true;
}

/* What one of the two connectors says of ports of the other kind, or NULL. */
static const char *
why_apart (const LibClass *a, const LibClass *b)
{
  const LibClass *const both[] = {a, b};

  for (uint32_t i = 0; i < 2; i++) {
    const LangJson *known =
        lang_json_find (both[i]->entry->class->metadata, "Dyad/messages/apart");
    const char *why =
        lang_json_string (lang_json_get (known, both[1 - i]->entry->class->name), NULL);

    if (why != NULL)
      return why;
  }
  return NULL;
}

bool
lib_match_classes (const LibClass *a, const LibClass *b, char **reason)
{
  const char *name_a = a->entry->class->name;
  const char *name_b = b->entry->class->name;
  bool good;

  if (a == b)
    return true;
  if (a->is_signal && b->is_signal)
    good = same_type (&a->members[0], &b->members[0]);
  else
    good = !a->is_signal && !b->is_signal && count_fields (a) == count_fields (b) &&
           fields_match (a, b);
  if (good || reason == NULL)
    return good;
  const char *known = why_apart (a, b);
  *reason = known != NULL ? g_strdup (lib_text (known))
                          : g_strdup_printf (_ ("a %s cannot be connected to a %s"),
                                             name_a, name_b);
  return false;
}
