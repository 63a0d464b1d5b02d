/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An `analysis` definition: what to run and how. Settings are evaluated on the syntax
 * tree, by name. The modifiers of its model may name parameters of the analysis, which
 * the model does not know: such names are replaced by what gives them their value, in a
 * copy that shares all subtrees without them. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/vec.h"
#include "flat/build.h"
#include "lib/constant.h"
#include "lib/model.h"

/* Parameters that name each other, and expressions within expressions. */
enum { DEEPEST = 1000 };

typedef struct {
  BaseArena *arena;
  const LibIndex *index;
  const LibClass *class;
  BaseDiags *diags;
  uint32_t depth;
} Reader;

/* ---- settings ---- */

/* The expression that gives a parameter of the analysis its value, or NULL. */
static const LangExpr *
value_of (const LibMember *member, const char **from)
{
  for (const LibMod *mod = member->mods; mod != NULL; mod = mod->next)
    if (mod->mod->target.n == 1 && mod->mod->value != NULL) {
      *from = mod->from;
      return mod->mod->value;
    }
  *from = member->value_from;
  return member->value;
}

static LibValue
look_up (void *data, const char *const *parts, uint32_t n)
{
  Reader *reader = data;
  uint32_t at = n == 1 ? lib_class_find (reader->class, parts[0]) : UINT32_MAX;
  const LangExpr *expr = NULL;
  LibValue value = {.kind = LIB_UNKNOWN};
  const char *from;

  if (at != UINT32_MAX)
    expr = value_of (&reader->class->members[at], &from);
  if (expr == NULL || reader->depth >= DEEPEST)
    return value;
  reader->depth++;
  value = lib_constant (expr, reader->index, from, look_up, reader);
  reader->depth--;
  return value;
}

/* The value of a setting and where it is said; LIB_UNKNOWN if it has none or (reported)
 * an unusable one. */
static LibValue
setting (Reader *reader, const char *name, LibValueKind kind, BaseSpan *span)
{
  uint32_t at = lib_class_find (reader->class, base_name (name));
  LibValue value = {.kind = LIB_UNKNOWN};
  const LangExpr *expr = NULL;
  const char *from;

  if (at != UINT32_MAX && reader->class->members[at].type != NULL)
    expr = value_of (&reader->class->members[at], &from);
  if (expr == NULL)
    return value;
  value = lib_constant (expr, reader->index, from, look_up, reader);
  if (value.kind == kind) {
    *span = expr->span;
    return value;
  }
  base_diags_add (reader->diags, BASE_ERROR, 307, expr->span,
                  kind == LIB_NUMBER    ? N_ ("%s must be a constant number")
                  : kind == LIB_BOOLEAN ? N_ ("%s must be a constant Boolean")
                                        : N_ ("%s must be a constant String"),
                  name);
  return (LibValue){.kind = LIB_UNKNOWN};
}

static void
read_settings (Reader *reader, const LibEntry *entry, FlatAnalysis *analysis)
{
  BaseSpan nowhere;
  const struct {
    const char *name;
    double *number;
    BaseSpan *span;
  } numbers[] = {{"start", &analysis->start, &nowhere},
                 {"stop", &analysis->stop, &analysis->stop_span},
                 {"reltol", &analysis->reltol, &analysis->reltol_span},
                 {"abstol", &analysis->abstol, &analysis->abstol_span},
                 {"saveat", &analysis->saveat, &analysis->saveat_span},
                 {"dtmax", &analysis->dtmax, &analysis->dtmax_span}};
  LibValue value;

  /* Each at its own place, for messages, or that of the analysis. */
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++) {
    *numbers[i].span = entry->class->name_span;
    value = setting (reader, numbers[i].name, LIB_NUMBER, numbers[i].span);
    if (value.kind == LIB_NUMBER)
      *numbers[i].number = value.number;
  }
  analysis->alg_span = entry->class->name_span;
  value = setting (reader, "alg", LIB_TEXT, &analysis->alg_span);
  if (value.kind == LIB_TEXT)
    analysis->alg = value.text;
  value = setting (reader, "IfLifting", LIB_BOOLEAN, &nowhere);
  if (value.kind == LIB_BOOLEAN)
    analysis->if_lifting = value.number != 0;
}

/* ---- parameters of the analysis in the modifiers of its model ---- */

static const LangExpr *substitute (Reader *reader, const LangExpr *expr);

static const LangExpr *
substitute_name (Reader *reader, const LangExpr *expr)
{
  uint32_t at = lib_class_find (reader->class, expr->name);
  const LibMember *member = at == UINT32_MAX ? NULL : &reader->class->members[at];
  const LangExpr *value;
  const char *from;

  if (member == NULL || member->type == NULL)
    return expr;
  value = value_of (member, &from);
  if (value != NULL)
    return substitute (reader, value);
  base_diags_add (reader->diags, BASE_ERROR, 301, member->decl->name_span,
                  "the parameter %s has no value", member->name);
  return expr;
}

/* The expression with the analysis' parameters replaced by their values; itself if it
 * names none. */
static const LangExpr *
substitute (Reader *reader, const LangExpr *expr)
{
  const LangExpr **args = NULL;
  LangExpr *copy;

  /* A name is replaced; what it stands for is looked into, too. */
  if (expr->kind == LANG_NAME && reader->depth < DEEPEST) {
    reader->depth++;
    expr = substitute_name (reader, expr);
    reader->depth--;
    return expr;
  }
  if (reader->depth >= DEEPEST) {
    base_diags_add (reader->diags, BASE_ERROR, 302, expr->span,
                    "this value depends on itself or is nested too deeply");
    return expr;
  }
  reader->depth++;
  /* Arguments are copied only where one has changed. */
  for (uint32_t i = expr->kind == LANG_CALL; i < expr->n_args; i++) {
    const LangExpr *arg = substitute (reader, expr->args[i]);

    if (arg == expr->args[i])
      continue;
    if (args == NULL)
      args = base_arena_copy (reader->arena, expr->args, expr->n_args * sizeof *args,
                              expr->n_args * sizeof *args);
    args[i] = arg;
  }
  reader->depth--;
  if (args == NULL)
    return expr;
  copy = base_arena_copy (reader->arena, expr, sizeof *expr, sizeof *expr);
  copy->args = args;
  return copy;
}

static const LangMod *
substitute_mod (Reader *reader, const LangMod *mod)
{
  LangMod *copy = base_arena_copy (reader->arena, mod, sizeof *mod, sizeof *mod);
  const LangMod **mods = base_arena_array (reader->arena, const LangMod *, mod->n_mods);

  if (mod->value != NULL)
    copy->value = substitute (reader, mod->value);
  if (mod->initial != NULL)
    copy->initial = substitute (reader, mod->initial);
  for (uint32_t i = 0; i < mod->n_mods; i++)
    mods[i] = substitute_mod (reader, mod->mods[i]);
  copy->mods = mods;
  return copy;
}

/* `model.p = e`, from outside, as the model sees it. */
static const LangMod *
without_first_part (Reader *reader, const LangMod *mod)
{
  LangMod *copy = base_arena_copy (reader->arena, mod, sizeof *mod, sizeof *mod);
  const char *dot = strchr (mod->target.text, '.');

  copy->target.n--;
  copy->target.parts++;
  copy->target.text = base_name (dot == NULL ? "" : dot + 1);
  return copy;
}

static void
read_mods (Reader *reader, const LibMember *model, FlatRoot *root)
{
  BASE_VEC (const LangMod *) mods = {0};

  for (const LibMod *mod = model->mods; mod != NULL; mod = mod->next) {
    if (mod->mod->target.n > 1)
      base_vec_push (reader->arena, mods,
                     substitute_mod (reader, without_first_part (reader, mod->mod)));
    for (uint32_t i = 0; mod->mod->target.n == 1 && i < mod->mod->n_mods; i++)
      base_vec_push (reader->arena, mods, substitute_mod (reader, mod->mod->mods[i]));
  }
  for (uint32_t i = 0; i < model->decl->n_mods; i++)
    base_vec_push (reader->arena, mods, substitute_mod (reader, model->decl->mods[i]));
  root->model = model->entry;
  root->from = model->from;
  root->n_mods = mods.n;
  root->mods = mods.at;
}

/* Of a kind that this program does not know, perhaps by a slip of the pen. */
static void
report_kept (Reader *reader, const LibEntry *entry)
{
  const LangClass *class = entry->class;

  base_diags_add (reader->diags, BASE_WARNING, 603, class->name_span,
                  "analyses of this kind are kept but not run");
  for (uint32_t i = 0; i < class->n_decls; i++) {
    g_autofree char *near =
        class->decls[i]->kind != LANG_EXTENDS
            ? NULL
            : lib_index_near (reader->index, entry->namespace,
                              class->decls[i]->class_name.text, LIB_ANALYSES);

    if (near != NULL)
      base_diags_set_hint (reader->diags, "did you mean %s?", near);
  }
}

static bool
find_model (Reader *reader, const LibEntry *entry, FlatAnalysis *analysis)
{
  const LibMember *member = lib_model_analysed (reader->class);

  if (member == NULL) {
    base_diags_add (reader->diags, BASE_ERROR, 301, entry->class->name_span,
                    "the analysis %s names no model", entry->class->name);
    base_diags_set_hint (reader->diags, "add a line: model = Component()");
    return false;
  }
  if (member->entry == NULL)
    return false; /* reported where the class was read */
  read_mods (reader, member, &analysis->root);
  return true;
}

bool
flat_analysis (BaseArena *arena,
               const LibIndex *index,
               const LibEntry *entry,
               FlatAnalysis *analysis,
               BaseDiags *diags)
{
  g_autoptr (BaseDiags) own = base_diags_new_for (diags);
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, own);
  Reader reader = {.arena = arena, .index = index, .diags = own};
  bool good = false;

  reader.class = lib_class_get (classes, entry);
  g_return_val_if_fail (reader.class != NULL, false);
  *analysis = (FlatAnalysis){
      .stop = NAN, .reltol = 1e-6, .abstol = NAN, .alg = "auto", .if_lifting = true};
  LibRun run = lib_model_analysis_run (index, reader.class);
  analysis->is_steady = run == LIB_AT_REST;
  /* The model and the settings; kinds that are only kept say so. */
  if (run != LIB_NOT_RUN) {
    good = find_model (&reader, entry, analysis);
    read_settings (&reader, entry, analysis);
  } else if (!base_diags_has_errors (own)) {
    report_kept (&reader, entry);
  }
  good = good && !base_diags_has_errors (own);
  base_diags_append (diags, own);
  return good;
}
