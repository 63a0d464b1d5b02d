/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "flat/build.h"
#include "lang/parse.h"

/* One text on top of the libraries, and what flat_build() makes of it. */
typedef struct {
  BaseArena *arena;
  BaseDiags *diags;
  LibIndex *index;
  LangFile *file;
  FlatModel *flat;
} FlatBench;

static inline LibIndex *
flat_bench_library (BaseDiags *diags)
{
  LibIndex *index = lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);

  g_assert_nonnull (index);
  g_assert_cmpuint (base_diags_count (diags), ==, 0);
  return index;
}

static inline FlatBench
flat_bench_new_limited (const char *text,
                        const char *within,
                        const char *model,
                        BaseLimits limits)
{
  FlatBench bench = {.arena = base_arena_new (), .diags = base_diags_new ()};
  g_autoptr (BaseSource) source = base_source_new ("test.dyad", text, strlen (text));
  g_autoptr (LibIndex) below = flat_bench_library (bench.diags);
  g_autofree char *name = g_strdup_printf ("%s.%s", within, model);

  bench.file = lang_parse (source, bench.diags);
  bench.index = lib_index_put (below, bench.file, within, bench.diags);
  FlatRoot root = {.model = lib_index_get (bench.index, name, LIB_COMPONENTS),
                   .limits = limits};
  g_assert_nonnull (root.model);
  bench.flat = flat_build (bench.arena, bench.index, &root, bench.diags);
  if (bench.flat != NULL && bench.flat->is_sketch) /* errors, for one who runs it */
    bench.flat = NULL;
  if (bench.flat != NULL)
    flat_verify (bench.flat);
  return bench;
}

/* Flattens the component `model` of `text`, whose definitions stand within `within`. */
static inline FlatBench
flat_bench_new (const char *text, const char *within, const char *model)
{
  return flat_bench_new_limited (text, within, model, (BaseLimits){0});
}

static inline void
flat_bench_clear (FlatBench *bench)
{
  lib_index_unref (bench->index);
  lang_file_unref (bench->file);
  base_diags_free (bench->diags);
  base_arena_free (bench->arena);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlatBench, flat_bench_clear)

/* Fails with the diagnostics if there is no model. */
static inline void
flat_bench_check_good (const FlatBench *bench)
{
  for (uint32_t i = 0; bench->flat == NULL && i < base_diags_count (bench->diags);
       i++) {
    g_autofree char *text = base_diag_to_text (base_diags_get (bench->diags, i));

    g_test_message ("%s", text);
  }
  g_assert_nonnull (bench->flat);
}

/* "lhs = rhs" of each equation of a kind, one per line, in order. */
static inline char *
flat_bench_equations (const FlatBench *bench, FlatEqKind kind)
{
  const FlatModel *flat = bench->flat;
  GString *text = g_string_new (NULL);

  for (uint32_t i = 0; i < flat->n_eqs; i++) {
    if (flat->eqs[i].kind != kind)
      continue;
    expr_print (text, flat->pool, flat->eqs[i].lhs, flat_model_var_name, flat);
    g_string_append (text, " = ");
    expr_print (text, flat->pool, flat->eqs[i].rhs, flat_model_var_name, flat);
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

/* UINT32_MAX if there is none. */
static inline uint32_t
flat_bench_find (const FlatBench *bench, const char *name)
{
  for (uint32_t i = 0; i < bench->flat->n_vars; i++)
    if (strcmp (bench->flat->vars[i].name, name) == 0)
      return i;
  return UINT32_MAX;
}

static inline const FlatVar *
flat_bench_var (const FlatBench *bench, const char *name)
{
  uint32_t at = flat_bench_find (bench, name);

  if (at == UINT32_MAX)
    g_error ("there is no variable %s", name);
  return &bench->flat->vars[at];
}

/* The value of a parameter as text. */
static inline char *
flat_bench_value (const FlatBench *bench, const char *name)
{
  GString *text = g_string_new (NULL);

  expr_print (text, bench->flat->pool, flat_bench_var (bench, name)->value,
              flat_model_var_name, bench->flat);
  return g_string_free (text, FALSE);
}
