/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of the library: each is a curve, and where a component stands in a run is on
 * it, in all examples and models where it occurs. */
#include "lib/card.h"
#include "models.h"
#include "run/law-metadata.h"
#include "run/law.h"

#include <math.h>

enum { MOST_ROWS = 12, MOST_RUN_ROWS = 200000 };

static void
list_classes (GPtrArray *classes, const LibIndex *index)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibClasses) all = lib_classes_new (arena, index, NULL);
  const RunLawMetadata *laws;

  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    const LibEntry *entry = lib_index_entry (index, i);

    if (entry->class->kind == LANG_COMPONENT && !entry->class->is_partial &&
        run_law_metadata_list (arena, lib_class_get (all, entry), &laws) > 0)
      g_ptr_array_add (classes, (gpointer) entry);
  }
}

/* ---- each is a curve ---- */

/* What the window would take for values that nobody has given. */
static void
write_values (GString *text, const LibIndex *index, const LibEntry *entry)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const LibCard *card = lib_card (arena, index, entry, NULL, entry->namespace);
  const char *comma = "";

  for (uint32_t i = 0; i < card->n_params; i++) {
    const LibParam *param = &card->params[i];

    if (param->value != NULL || param->is_final || param->of_case != NULL)
      continue;
    if (param->table.n_dims == 1) /* Interpolation */
      g_string_append_printf (text, "%s%s = [0, 1, 2]", comma, param->name);
    else if (strstr (param->name, "Slide") != NULL) /* beyond the adhesion */
      g_string_append_printf (text, "%s%s = 3", comma, param->name);
    else
      g_string_append_printf (text, "%s%s = %s", comma, param->name,
                              param->assumed != NULL ? param->assumed : "1");
    comma = ", ";
  }
  /* A default that names a file. */
  if (strstr (entry->name, "CombiTable") != NULL)
    g_string_append_printf (text, "%stable = [[0, 1, 2], [1, 3, 5], [2, 4, 3]]", comma);
}

static void
check_curves (const GPtrArray *laws, const char *name)
{
  for (guint i = 0; i < laws->len; i++) {
    const RunLaw *law = laws->pdata[i];
    g_autoptr (RunLawCurve) curve = run_law_draw (law, NULL, NULL, NULL, NULL);

    g_test_message ("%s: %s over %s, %u rows", name, law->y[0], law->x,
                    curve != NULL ? (guint) run_trace_length (curve->trace) : 0);
    g_assert_nonnull (curve);
    for (uint32_t c = 0; c <= law->n_y; c++) {
      const size_t n = run_trace_length (curve->trace);
      const RunRange range = run_trace_range (curve->trace, c, 0, n);

      g_assert_cmpuint (n, >, 2);
      g_assert_true (isfinite (range.min) && isfinite (range.max));
    }
  }
}

static void
test_curves (void)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (GPtrArray) classes = g_ptr_array_new ();

  list_classes (classes, library);
  g_test_message ("%u components", classes->len);
  g_assert_cmpuint (classes->len, >=, 60);
  for (guint i = 0; i < classes->len; i++) {
    const LibEntry *entry = classes->pdata[i];
    g_autoptr (BaseDiags) diags = base_diags_new ();
    g_autoptr (GString) text = g_string_new ("component D\n  part = ");
    g_autoptr (BaseArena) arena = base_arena_new ();
    g_autoptr (LibClasses) all = lib_classes_new (arena, library, NULL);
    const RunLawMetadata *listed;

    g_string_append_printf (text, "%s(", entry->name);
    write_values (text, library, entry);
    g_string_append (text, ")\nend\n");
    g_autoptr (LangFile) file = test_file (text->str, diags);
    g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
    g_autoptr (GPtrArray) laws =
        run_laws_new (index, lib_index_of_class (index, lang_file_find (file, "D")),
                      "part", &(BaseLimits){0}, NULL);
    g_test_message ("%s", text->str);
    g_assert_cmpuint (
        laws->len, ==,
        run_law_metadata_list (arena, lib_class_get (all, entry), &listed));
    check_curves (laws, entry->name);
  }
}

/* ---- what a run does is on it ---- */

typedef struct {
  GArray *rows; /* doubles, `n` each */
  const uint32_t *columns;
  uint32_t n;
} Rows;

static void
take_row (void *data, SimState *state, double time, bool is_event)
{
  Rows *rows = data;

  for (uint32_t i = 0; i < rows->n && rows->rows->len < MOST_RUN_ROWS; i++) {
    const double value = sim_state_value (state, rows->columns[i]);

    g_array_append_val (rows->rows, value);
  }
}

static uint32_t
find_below (const SimModel *model, const char *item, const char *name)
{
  g_autofree char *path = g_strconcat (item, ".", name, NULL);

  return sim_model_find (model, path);
}

/* On the curve, or at a jump between its sides, or held at 0. */
static bool
is_on (const RunLawCurve *curve, uint32_t column, double x, double y)
{
  const size_t n = run_trace_length (curve->trace);
  const RunRange range = run_trace_range (curve->trace, column, 0, n);
  const RunRange hold = curve->hold;
  const double width = curve->to - curve->from;
  const double error =
      3e-3 * fmax (range.max - range.min, fmax (fabs (range.max), 1e-9));
  size_t row = run_trace_row_at (curve->trace, x);
  double least = INFINITY, greatest = -INFINITY;

  if (curve->can_hold && fabs (x) < 1e-6 * fmax (width, 1))
    return y > hold.min - error && y < hold.max + error;
  for (uint32_t i = 0; i < curve->n_jumps; i++)
    if (curve->jumps[i].curve == column - 1 &&
        fabs (x - curve->jumps[i].x) < 1e-6 * width) {
      least = fmin (curve->jumps[i].before, curve->jumps[i].after);
      greatest = fmax (curve->jumps[i].before, curve->jumps[i].after);
    }
  /* The rows around it. */
  for (size_t i = row > 2 ? row - 2 : 0; i < n && i <= row + 3; i++) {
    const double value = run_trace_value (curve->trace, column, i);

    if (isfinite (value) &&
        fabs (run_trace_value (curve->trace, 0, i) - x) < width / 100) {
      least = fmin (least, value);
      greatest = fmax (greatest, value);
    }
  }
  return y > least - error && y < greatest + error;
}

/* A mass at a stop is held by that, too. */
static guint
check_rows (const RunLaw *law, const Rows *rows, const char *item, bool has_stops)
{
  const double *all = (const double *) rows->rows->data;
  const uint32_t n = rows->n, n_rows = rows->rows->len / n;
  guint n_checked = 0;

  for (uint32_t i = 0; i < MOST_ROWS && n_rows > 0; i++) {
    const double *row = &all[(size_t) (i * (n_rows - 1) / (MOST_ROWS - 1)) * n];
    const RunRange visited = {row[0], row[0]};

    if (has_stops && row[n - 1] != 0)
      continue;
    g_autoptr (RunLawCurve) curve =
        run_law_draw (law, &row[1 + law->n_y], &visited, NULL, NULL);

    g_assert_nonnull (curve);
    for (uint32_t k = 1; k <= law->n_y; k++) {
      if (!is_on (curve, k, row[0], row[k]))
        g_test_message ("%s: %s = %g, %s = %.9g, curve %.9g", item, law->x, row[0],
                        law->y[k - 1], row[k],
                        run_trace_value_at (curve->trace, k, row[0]));
      g_assert_true (is_on (curve, k, row[0], row[k]));
      n_checked++;
    }
  }
  return n_checked;
}

/* Runs the model and compares one law of it. */
static guint
check_item (const SimModel *model,
            const SimOptions *options,
            const RunLaw *law,
            const char *item)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (SimState) state = sim_state_new (model, options, NULL);
  const uint32_t stopped = find_below (model, item, "stopped");
  const uint32_t n = 2 + law->n_y + law->n_given;
  g_autofree uint32_t *columns = g_new (uint32_t, n);
  Rows rows = {.rows = values, .columns = columns, .n = n};

  columns[0] = find_below (model, item, law->x);
  for (uint32_t i = 0; i < law->n_y; i++)
    columns[1 + i] = find_below (model, item, law->y[i]);
  for (uint32_t i = 0; i < law->n_given; i++)
    columns[1 + law->n_y + i] = find_below (model, item, law->given[i]);
  columns[n - 1] = stopped != UINT32_MAX ? stopped : columns[0];
  for (uint32_t i = 0; i < n; i++)
    g_assert_cmpuint (columns[i], !=, UINT32_MAX);
  if (sim_state_init (state, take_row, &rows, NULL) == SIM_OK)
    sim_state_run (state, options->stop, NULL, take_row, &rows, NULL);
  return check_rows (law, &rows, item, stopped != UINT32_MAX);
}

static void
check_model (const LibIndex *index,
             const LangFile *file,
             const LangClass *class,
             GHashTable *seen)
{
  const LibEntry *entry = lib_index_of_class (index, class), *analysis;
  g_autofree char *candidates = NULL;
  g_autoptr (SimModel) model = NULL;
  RunSettings settings;
  bool is_tried = false;

  if (entry == NULL || class->kind != LANG_COMPONENT || class->is_partial)
    return;
  for (uint32_t i = 0; i < class->n_decls; i++) {
    const LangDecl *decl = class->decls[i];

    if (decl->kind != LANG_SUB)
      continue;
    g_autoptr (GPtrArray) laws =
        run_laws_new (index, entry, decl->name, &(BaseLimits){0}, NULL);
    for (guint k = 0; k < laws->len; k++) {
      if (!is_tried) {
        g_autoptr (BaseDiags) diags = base_diags_new ();

        lib_model_find (index, file, class->name, &analysis, &candidates);
        const RunTarget target = {.model = analysis != NULL ? analysis : entry};
        model = run_compile (index, &target, &settings, diags);
      }
      is_tried = true;
      if (model != NULL &&
          check_item (model, &settings.options, laws->pdata[k], decl->name) > 0)
        g_hash_table_add (seen, g_strdup (decl->class_name.text));
    }
  }
}

static void
check_folder (const LibIndex *library, const char *path, GHashTable *seen)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *full = g_build_filename (path, name, NULL);
    g_autoptr (BaseDiags) diags = base_diags_new ();
    g_autoptr (BaseSource) source =
        g_str_has_suffix (name, ".dyad") ? base_source_read (full, NULL) : NULL;

    if (source == NULL)
      continue;
    g_autoptr (LangFile) file = lang_parse (source, diags);
    g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
    g_test_message ("%s", full);
    for (uint32_t i = 0; i < lang_file_n_classes (file); i++)
      check_model (index, file, lang_file_class (file, i), seen);
  }
}

static void
test_runs (void)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *examples =
      g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  g_autofree char *models = g_test_build_filename (G_TEST_DIST, "models", NULL);
  g_autofree char *rigs =
      g_test_build_filename (G_TEST_DIST, "models", "library", NULL);

  check_folder (library, examples, seen);
  check_folder (library, models, seen);
  check_folder (library, rigs, seen);
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init (&iter, seen);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_test_message ("seen %s", (char *) key);
  g_test_message ("%u classes by name", g_hash_table_size (seen));
  g_assert_cmpuint (g_hash_table_size (seen), >=, 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/law-library/curves", test_curves);
  g_test_add_func ("/run/law-library/runs", test_runs);
  return g_test_run ();
}
