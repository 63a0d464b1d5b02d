/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stages of a compilation as text, for people and golden files: the passes run as
 * for a compilation up to the stage that is asked for, and print what it holds. */
#include <string.h>

#include "code/program.h"
#include "flat/build.h"
#include "lang/lexer.h"
#include "lang/print.h"
#include "run/compile-private.h"
#include "run/compile.h"

static const char *const stages[] = {
    "tokens", "ast",  "flat",   "alias", "incidence", "index", "states",
    "blocks", "tear", "events", "start", "code",      NULL,
};

const char *const *
run_stages (void)
{
  return stages;
}

static char *
dump_tokens (const BaseSource *source)
{
  GString *out = g_string_new (NULL);
  LangNameCache cache = {0};
  LangLexer lexer = {.source = source,
                     .text = base_source_text (source),
                     .length = (uint32_t) base_source_length (source),
                     .cache = &cache};

  for (LangToken token = lang_lexer_next (&lexer); token.kind != LANG_TOKEN_EOF;
       token = lang_lexer_next (&lexer)) {
    uint32_t line, column;

    base_source_locate (source, token.begin, &line, &column);
    g_string_append_printf (out, "%u:%u %s ", line, column,
                            lang_token_kind_label (token.kind));
    g_string_append_len (out, lexer.text + token.begin, token.end - token.begin);
    g_string_append_c (out, '\n');
  }
  return g_string_free (out, FALSE);
}

static char *
dump_tree (const LangFile *file)
{
  GString *out = g_string_new (NULL);

  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    if (i > 0)
      g_string_append_c (out, '\n');
    lang_print_class (out, lang_file_class (file, i));
  }
  return g_string_free (out, FALSE);
}

static void
dump_code (GString *out, BaseArena *arena, FlatModel *flat, BaseDiags *diags)
{
  DaeSystem *dae = dae_build (arena, flat, diags);

  if (dae == NULL)
    return;
  g_autoptr (CodeProgram) program = code_build (dae, diags);
  if (program != NULL)
    code_dump (out, program, dae);
}

char *
run_compile_dump (const LibIndex *index,
                  const RunTarget *target,
                  const char *stage,
                  BaseDiags *diags)
{
  if (!g_strv_contains (stages, stage))
    return NULL;
  if (strcmp (stage, "tokens") == 0)
    return dump_tokens (lang_file_source (target->model->file));
  if (strcmp (stage, "ast") == 0)
    return dump_tree (target->model->file);
  /* The other stages need the model elaborated. */
  g_auto (RunCompileWork) work;
  RunSettings settings;
  run_compile_work_init (&work);
  FlatModel *flat = run_compile_elaborate (&work, index, target, &settings, diags);
  if (flat == NULL)
    return NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  if (strcmp (stage, "flat") == 0)
    flat_dump (out, flat);
  else if (strcmp (stage, "code") == 0)
    dump_code (out, work.arena, flat, diags);
  else
    dae_build_dump_step (out, work.arena, flat, stage, diags);
  return base_diags_has_errors (diags) ? NULL
                                       : g_string_free (g_steal_pointer (&out), FALSE);
}
