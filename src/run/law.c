/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text is written beside the diagram: the component extended by the equations of its
 * metadata, with x = time among them, and one of it with the modifiers of the diagram's
 * component. Of that only what y follows from is elaborated (flat/slice.h). A run of it
 * from one end of the range to the other gives rows where the curve needs them, finds
 * its corners and jumps as events, and costs about a millisecond. */
#include "run/law.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "dae/system.h"
#include "lang/parse.h"
#include "lang/print.h"
#include "lib/card.h"
#include "run/compile-private.h"
#include "run/law-metadata.h"
#include "sim/build.h"

/* No user's names. */
#define LAW_CLASS  "DashpotLaw"
#define RIG_CLASS  "DashpotLawRig"
#define PART       "dashpotLaw"
#define RANGE_FROM "dashpotFrom"
#define RANGE_TO   "dashpotTo"
#define LEAST      "dashpotLeast"
#define GREATEST   "dashpotGreatest"

static const double ALONE = 1; /* to both sides of a place, in its unit */
static const double LEAST_SHARE =
    1e-6; /* of its ends, at least of 1: shorter, it is a place */
static const double SAME_SHARE = 1e-9; /* of the range of y: it does not jump */
/* A table that jumps over something else than x itself is no event: rows come as near
 * as they can. Of the range of x, and of y. */
static const double NEAR_SHARE = 1e-9, STEEP_SHARE = 1e-3;

/* ---- the text ---- */

static const LangDecl *
find_part (const LangClass *diagram, const char *name)
{
  for (uint32_t i = 0; i < diagram->n_decls; i++) {
    const LangDecl *decl = diagram->decls[i];

    if (decl->kind == LANG_SUB && decl->n_for == 0 && strcmp (decl->name, name) == 0)
      return decl;
  }
  return NULL;
}

typedef struct {
  const LibIndex *index;
  const LibEntry *diagram;
  const LangDecl *part;
  const LibCard *card;
  const BaseLimits *limits;
} Place;

/* An input that is switched off is not there, and a modifier may say what it is. */
static bool
is_open (const Place *place, const char *name)
{
  for (uint32_t i = 0; i < place->card->n_ports; i++)
    if (strcmp (place->card->ports[i].name, name) == 0 &&
        !place->card->ports[i].is_present)
      return false;
  for (uint32_t i = 0; i < place->part->n_mods; i++)
    if (strcmp (place->part->mods[i]->target.text, name) == 0 &&
        place->part->mods[i]->value != NULL)
      return false;
  return true;
}

static void
write_law (GString *text, const Place *place, const RunLawMetadata *law)
{
  char number[BASE_NUMBER_SIZE];

  g_string_append_printf (
      text,
      "component " LAW_CLASS "\n  extends %s\n"
      "  parameter " RANGE_FROM "::Real = %s\n"
      "  parameter " RANGE_TO "::Real = %s\n"
      "  variable " LEAST "::Real\n"
      "  variable " GREATEST "::Real\n"
      "relations\n  %s = time\n"
      "  " LEAST " = %s\n  " GREATEST " = %s\n",
      place->part->class_name.text, law->from != NULL ? law->from : "0",
      law->to != NULL ? law->to : "0", law->x, law->least != NULL ? law->least : "0",
      law->greatest != NULL ? law->greatest : "0");
  for (uint32_t i = 0; i < law->n_with; i++)
    g_string_append_printf (text, "  %s = %s\n", law->with_names[i],
                            law->with_values[i]);
  for (uint32_t i = 0; i < law->n_given; i++)
    if (is_open (place, law->given_names[i]))
      g_string_append_printf (text, "  %s = %s\n", law->given_names[i],
                              base_number_to_text (law->given_values[i], number));
  g_string_append (text, "end\n");
}

/* The part with its modifiers, which may name parameters of the diagram, or of what it
 * extends. */
static void
write_rig (GString *text, const LangClass *diagram, const LangDecl *part)
{
  g_string_append (text, "component " RIG_CLASS "\n");
  for (uint32_t i = 0; i < diagram->n_decls; i++)
    if (diagram->decls[i]->kind == LANG_PARAMETER ||
        diagram->decls[i]->kind == LANG_EXTENDS) {
      LangDecl decl = *diagram->decls[i];

      decl.meta = (LangMeta){0};
      lang_print_decl (text, &decl, 1);
    }
  g_string_append (text, "  " PART " = " LAW_CLASS "(");
  for (uint32_t i = 0; i < part->n_mods; i++) {
    g_string_append (text, i > 0 ? ", " : "");
    lang_print_mod (text, part->mods[i]);
  }
  g_string_append (text, ")\nend\n");
}

/* ---- the model ---- */

/* The first error, in the words of the diagram; if there is none, the slice has none.
 */
static char *
tell_why (const Place *place, const RunLawMetadata *law, const BaseDiags *diags)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);

    if (diag->severity != BASE_ERROR)
      continue;
    GString *text = g_string_new (diag->message);
    g_string_replace (text, PART, place->part->name, 0);
    return g_string_free (text, FALSE);
  }
  /* Translators: names of variables, as in "f does not follow from v alone". */
  return g_strdup_printf (_ ("%s does not follow from %s alone"), law->y, law->x);
}

/* NULL, and it is said why, if it has no model. */
static SimModel *
compile (const Place *place, const RunLawMetadata *law, char **why)
{
  g_auto (RunCompileWork) work;
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  run_compile_work_init (&work);
  /* What is wanted and given, by their names in the rig. */
  const char *wanted[] = {base_arena_printf (work.arena, PART ".%s", law->y),
                          base_arena_printf (work.arena, PART ".%s", law->x),
                          PART "." LEAST, PART "." GREATEST};
  const char **given = base_arena_array (work.arena, const char *, law->n_given);
  for (uint32_t i = 0; i < law->n_given; i++)
    given[i] = base_arena_printf (work.arena, PART ".%s", law->given_names[i]);
  /* The rig, as a text that stands where the diagram does: it reads the same files. */
  write_law (text, place, law);
  write_rig (text, place->diagram->class, place->part);
  BaseSource *source = base_source_new (
      base_source_path (lang_file_source (place->diagram->file)), text->str, text->len);
  g_autoptr (LangFile) file = lang_parse (source, diags);
  g_autoptr (LibIndex) with =
      lib_index_put (place->index, file, place->diagram->namespace, diags);
  const FlatSlice slice = {.n_wanted = G_N_ELEMENTS (wanted),
                           .wanted = wanted,
                           .n_given = law->n_given,
                           .given = given};
  const LangClass *class = lang_file_find (file, RIG_CLASS);
  const FlatRoot root = {.model =
                             class != NULL ? lib_index_of_class (with, class) : NULL,
                         .slice = &slice,
                         .limits = *place->limits};

  base_source_unref (source);
  FlatModel *flat = root.model != NULL && !base_diags_has_errors (diags)
                        ? flat_build (work.arena, with, &root, diags)
                        : NULL;
  DaeSystem *dae = flat != NULL && !base_diags_has_errors (diags)
                       ? dae_build (work.arena, flat, diags)
                       : NULL;
  SimModel *model = dae != NULL ? sim_model_new (dae, diags) : NULL;
  if (model == NULL && *why == NULL)
    *why = tell_why (place, law, diags);
  return model;
}

/* The name below the part if the variable is `name`, or an element of it. */
static const char *
name_below (const SimVar *var, const char *name)
{
  const size_t length = strlen (PART "."), rest = strlen (name);
  const char *below;

  if (strncmp (var->name, PART ".", length) != 0)
    return NULL;
  below = var->name + length;
  return strncmp (below, name, rest) == 0 && (below[rest] == '\0' || below[rest] == '[')
             ? below
             : NULL;
}

static uint32_t
find_var (const RunLaw *law, const char *name)
{
  g_autofree char *path = g_strconcat (PART ".", name, NULL);

  return sim_model_find (law->model, path);
}

/* x and all y, by name and number. */
static void
find_variables (RunLaw *law, const RunLawMetadata *from)
{
  g_autoptr (GPtrArray) y = g_ptr_array_new ();
  GArray *variables = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  const uint32_t x = find_var (law, from->x);

  g_array_append_val (variables, x);
  for (uint32_t i = 0; i < sim_model_n_vars (law->model); i++) {
    const char *name = name_below (sim_model_var (law->model, i), from->y);

    if (name == NULL)
      continue;
    g_ptr_array_add (y, (gpointer) g_intern_string (name));
    g_array_append_val (variables, i);
  }
  law->x = g_intern_string (from->x);
  law->n_y = y->len;
  law->y = (const char *const *) g_ptr_array_steal (y, NULL);
  law->variables = (const uint32_t *) g_array_free (variables, FALSE);
}

/* Those that matter: an input may be switched off. */
static void
find_given (RunLaw *law, const RunLawMetadata *from)
{
  g_autoptr (GPtrArray) given = g_ptr_array_new ();
  double *values = g_new0 (double, from->n_given + 1);
  uint32_t *variables = g_new0 (uint32_t, from->n_given + 1);

  for (uint32_t i = 0; i < from->n_given; i++) {
    const uint32_t variable = find_var (law, from->given_names[i]);

    if (variable == UINT32_MAX || !sim_model_var (law->model, variable)->is_settable)
      continue;
    values[given->len] = from->given_values[i];
    variables[given->len] = variable;
    g_ptr_array_add (given, (gpointer) g_intern_string (from->given_names[i]));
  }
  law->n_given = given->len;
  law->given = (const char *const *) g_ptr_array_steal (given, NULL);
  law->given_values = values;
  law->given_variables = variables;
}

/* Takes the model, and copies what the metadata says. */
static RunLaw *
law_new (SimModel *model, const RunLawMetadata *from)
{
  RunLaw *law = g_new0 (RunLaw, 1);

  law->model = model;
  find_variables (law, from);
  find_given (law, from);
  law->from = find_var (law, RANGE_FROM);
  law->to = find_var (law, RANGE_TO);
  law->can_hold = from->can_hold;
  law->least = from->least != NULL ? find_var (law, LEAST) : UINT32_MAX;
  law->greatest = from->greatest != NULL ? find_var (law, GREATEST) : UINT32_MAX;
  return law;
}

void
run_law_free (RunLaw *law)
{
  if (law == NULL)
    return;
  sim_model_unref ((SimModel *) law->model);
  g_free ((gpointer) law->y);
  g_free ((gpointer) law->variables);
  g_free ((gpointer) law->given);
  g_free ((gpointer) law->given_values);
  g_free ((gpointer) law->given_variables);
  g_free (law);
}

/* What the diagram calls so; NULL if it has no such component. */
static const LibEntry *
find_class (const Place *place)
{
  return place->part != NULL
             ? lib_index_find (place->index, place->diagram->namespace,
                               place->part->class_name.text, LIB_COMPONENTS)
             : NULL;
}

bool
run_law_is_named (const LibIndex *index, const LibEntry *component)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, NULL);
  const LibClass *class = lib_class_get (classes, component);
  const RunLawMetadata *list;

  return class != NULL && run_law_metadata_list (arena, class, &list) > 0;
}

GPtrArray *
run_laws_new (const LibIndex *index,
              const LibEntry *diagram,
              const char *name,
              const BaseLimits *limits,
              char **why)
{
  GPtrArray *laws = g_ptr_array_new_with_free_func ((GDestroyNotify) run_law_free);
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, NULL);
  Place place = {.index = index,
                 .diagram = diagram,
                 .part = find_part (diagram->class, name),
                 .limits = limits};
  const LibEntry *entry = find_class (&place);
  const LibClass *class = entry != NULL ? lib_class_get (classes, entry) : NULL;
  const RunLawMetadata *list;
  const uint32_t n = class != NULL ? run_law_metadata_list (arena, class, &list) : 0;

  g_autofree char *reason = NULL;

  /* Which inputs there are; then each law that can be compiled. */
  if (n > 0)
    place.card = lib_card (arena, index, entry, place.part, diagram->namespace);
  for (uint32_t i = 0; i < n && place.card != NULL; i++) {
    SimModel *model = compile (&place, &list[i], &reason);

    if (model != NULL)
      g_ptr_array_add (laws, law_new (model, &list[i]));
  }
  if (why != NULL)
    *why = g_steal_pointer (&reason);
  return laws;
}

/* ---- the curve ---- */

typedef struct {
  const RunLaw *law;
  const double *given; /* of law, finite; or NULL */
  GArray *rows;        /* of 1 + n_y numbers */
  const int *stop_flag;
  char *why; /* there is none */
  double from, to;
  RunRange hold;
} Drawing;

static void
take_row (void *data, SimState *state, double time, bool is_event)
{
  Drawing *drawing = data;

  for (uint32_t i = 0; i <= drawing->law->n_y; i++) {
    const double value = sim_state_value (state, drawing->law->variables[i]);

    g_array_append_val (drawing->rows, value);
  }
}

static SimState *
state_new (Drawing *drawing, double start, double stop)
{
  g_autoptr (GError) error = NULL;
  const RunLaw *law = drawing->law;
  SimOptions options = sim_state_options_default ();

  options.start = start;
  options.stop = stop;
  SimState *state = sim_state_new (law->model, &options, &error);

  if (state == NULL)
    drawing->why = g_strdup (error->message);
  else
    sim_state_set_stop_flag (state, drawing->stop_flag);
  for (uint32_t i = 0; state != NULL && i < law->n_given; i++)
    sim_state_set_parameter (state, law->given_variables[i],
                             drawing->given != NULL && isfinite (drawing->given[i])
                                 ? drawing->given[i]
                                 : law->given_values[i]);
  return state;
}

static double
value_of (const SimState *state, uint32_t variable, double otherwise)
{
  return variable != UINT32_MAX ? sim_state_value (state, variable) : otherwise;
}

static bool
run_over (Drawing *drawing, double start, double stop)
{
  g_autoptr (SimState) state = state_new (drawing, start, stop);

  if (state == NULL)
    return false;
  g_array_set_size (drawing->rows, 0);
  sim_state_follow (state, drawing->law->variables, 1 + drawing->law->n_y);
  if (sim_state_init (state, take_row, drawing, NULL) != SIM_OK ||
      sim_state_run (state, stop, drawing->stop_flag, take_row, drawing, NULL) !=
          SIM_OK) {
    const BaseDiag *failure = sim_state_failure (state);

    drawing->why = g_strdup (failure != NULL ? failure->message : NULL);
    return false;
  }
  sim_state_evaluate (state, NULL);
  drawing->hold = (RunRange){value_of (state, drawing->law->least, -INFINITY),
                             value_of (state, drawing->law->greatest, INFINITY)};
  return true;
}

/* What is of interest; around a single place as much as can be said of nothing. */
static bool
choose_range (Drawing *drawing, const RunRange *visited)
{
  const RunLaw *law = drawing->law;
  g_autoptr (SimState) state = state_new (drawing, 0, 1);

  if (state == NULL)
    return false;
  /* Parameters are known even where y has no value at 0. */
  sim_state_init (state, take_row, drawing, NULL);
  const double a = sim_state_value (state, law->from);
  const double b = sim_state_value (state, law->to);
  drawing->from = fmin (a, b);
  drawing->to = fmax (a, b);
  if (visited != NULL && visited->min <= visited->max) {
    drawing->from = fmin (drawing->from, visited->min);
    drawing->to = fmax (drawing->to, visited->max);
  }
  const double size =
      fmax (sim_model_var (law->model, drawing->law->variables[0])->nominal,
            fmax (fabs (drawing->from), fabs (drawing->to)));
  if (!(drawing->to - drawing->from > LEAST_SHARE * size)) {
    drawing->from -= ALONE;
    drawing->to += ALONE;
  }
  if (isfinite (a) && isfinite (b))
    return true;
  drawing->why = g_strdup (_ ("the range of its curve has no value"));
  return false;
}

/* How far each column of the rows goes. */
static RunRange *
find_ranges (const double *rows, uint32_t n_rows, uint32_t n)
{
  RunRange *ranges = g_new (RunRange, n);

  for (uint32_t k = 0; k < n; k++) {
    ranges[k] = (RunRange){INFINITY, -INFINITY};
    for (uint32_t i = 0; i < n_rows; i++) {
      ranges[k].min = fmin (ranges[k].min, rows[i * n + k]);
      ranges[k].max = fmax (ranges[k].max, rows[i * n + k]);
    }
  }
  return ranges;
}

/* Between two rows, in column k. Two at one x are an event, but not each event is a
 * jump. */
static bool
is_jump (const double *before, const double *after, const RunRange *ranges, uint32_t k)
{
  const double step = fabs (after[k] - before[k]) / (ranges[k].max - ranges[k].min);
  const double width = (after[0] - before[0]) / (ranges[0].max - ranges[0].min);

  return width == 0 ? step > SAME_SHARE : width < NEAR_SHARE && step > STEEP_SHARE;
}

/* Rows as a trace, with a gap where y jumps. */
static RunLawCurve *
curve_new (const Drawing *drawing)
{
  const uint32_t n = 1 + drawing->law->n_y;
  const double *rows = (const double *) drawing->rows->data;
  const uint32_t n_rows = drawing->rows->len / n;
  g_autofree RunRange *ranges = find_ranges (rows, n_rows, n);
  g_autofree double *gap = g_new (double, n);
  GArray *jumps = g_array_new (FALSE, FALSE, sizeof (RunLawJump));
  RunLawCurve *curve = g_new0 (RunLawCurve, 1);

  for (uint32_t k = 0; k < n; k++)
    gap[k] = NAN;
  /* A row of no numbers before the second side of a jump. */
  curve->trace = run_trace_new (n, NULL, NULL);
  for (uint32_t i = 0; i < n_rows; i++) {
    const double *row = &rows[i * n], *last = &rows[(i > 0 ? i - 1 : 0) * n];
    const guint n_before = jumps->len;

    for (uint32_t k = 1; k < n; k++)
      if (is_jump (last, row, ranges, k)) {
        const RunLawJump jump = {row[0], k - 1, last[k], row[k]};

        g_array_append_val (jumps, jump);
      }
    if (jumps->len > n_before)
      run_trace_append (curve->trace, row[0], gap);
    run_trace_append (curve->trace, row[0], row);
  }
  curve->n_jumps = jumps->len;
  curve->jumps = (const RunLawJump *) g_array_free (jumps, FALSE);
  return curve;
}

RunLawCurve *
run_law_draw (const RunLaw *law,
              const double *given,
              const RunRange *visited,
              const int *stop_flag,
              char **why)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (double));
  Drawing drawing = {.law = law, .given = given, .rows = rows, .stop_flag = stop_flag};
  const bool is_drawn =
      choose_range (&drawing, visited) && run_over (&drawing, drawing.from, drawing.to);

  if (why != NULL)
    *why = drawing.why;
  else
    g_free (drawing.why);
  if (!is_drawn)
    return NULL;
  RunLawCurve *curve = curve_new (&drawing);
  curve->from = drawing.from;
  curve->to = drawing.to;
  curve->can_hold = law->can_hold && drawing.hold.max > drawing.hold.min;
  curve->hold = drawing.hold;
  return curve;
}

void
run_law_curve_free (RunLawCurve *curve)
{
  if (curve == NULL)
    return;
  run_trace_unref (curve->trace);
  g_free ((gpointer) curve->jumps);
  g_free (curve);
}
