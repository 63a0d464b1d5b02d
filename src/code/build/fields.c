/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables of one declaration, in whatever instances, are a field. Where many of them
 * follow each other in a list, they are brought together in it, so that equal
 * instructions of equal components go through memory side by side (an array for each
 * member of a structure instead of structures in an array). Linear in the variables. */
#include "code/build/build-private.h"

/* What fewer have in common is not worth a loop (code/loops.c). */
enum { FEWEST = 6 };

/* A declaration, and how many times it is differentiated. */
typedef struct {
  BaseSpan span;
  uint32_t order;
  uint32_t number;
} Field;

static guint
hash (gconstpointer key)
{
  const Field *field = key;

  return g_direct_hash (field->span.source) ^ (field->span.begin * 31 + field->order);
}

static gboolean
are_equal (gconstpointer a, gconstpointer b)
{
  const Field *x = a, *y = b;

  return x->span.source == y->span.source && x->span.begin == y->span.begin &&
         x->order == y->order;
}

static uint32_t
order_of (const DaeSystem *dae, uint32_t variable)
{
  uint32_t order = 0;

  for (uint32_t v = variable; v != dae->vars[variable].flat; order++) {
    v = dae->vars[v].integral;
    if (v == DAE_NONE)
      break;
  }
  return order;
}

static void
note_field (CodeBuild *build, GHashTable *known, uint32_t variable)
{
  const DaeVar *var = &build->dae->vars[variable];

  build->field_of[variable] = CODE_NONE;
  if (var->flat >= build->dae->flat->n_vars ||
      build->dae->flat->vars[var->flat].span.source == NULL)
    return;
  Field key = {.span = build->dae->flat->vars[var->flat].span,
               .order = order_of (build->dae, variable),
               .number = g_hash_table_size (known)};
  Field *field = g_hash_table_lookup (known, &key);
  if (field == NULL) {
    field = base_arena_copy (build->arena, &key, sizeof key, sizeof key);
    g_hash_table_add (known, field);
  }
  build->field_of[variable] = field->number;
}

void
code_fields_find (CodeBuild *build)
{
  const uint32_t n = build->dae->n_vars;
  g_autoptr (GHashTable) known = g_hash_table_new (hash, are_equal);

  build->field_of = base_arena_array (build->arena, uint32_t, n);
  for (uint32_t v = 0; v < n; v++)
    note_field (build, known, v);
  build->n_fields = g_hash_table_size (known);
}

void
code_fields_gather (const CodeBuild *build,
                    const uint32_t *list,
                    uint32_t n,
                    uint32_t *order)
{
  g_autofree uint32_t *count = g_new0 (uint32_t, build->n_fields);
  g_autofree uint32_t *next = g_new (uint32_t, build->n_fields);
  uint32_t n_placed = 0;

  for (uint32_t i = 0; i < n; i++)
    if (build->field_of[list[i]] != CODE_NONE)
      count[build->field_of[list[i]]]++;
  for (uint32_t f = 0; f < build->n_fields; f++)
    next[f] = CODE_NONE;
  /* A field takes all its places where its first member stands. */
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t f = build->field_of[list[i]];

    if (f == CODE_NONE || count[f] < FEWEST) {
      order[n_placed++] = i;
      continue;
    }
    if (next[f] == CODE_NONE) {
      next[f] = n_placed;
      n_placed += count[f];
    }
    order[next[f]++] = i;
  }
}
