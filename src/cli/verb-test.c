/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the cases that components carry in their metadata and compares start, end and
 * stored curves. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "cli/job.h"
#include "cli/table.h"
#include "run/export.h"

/* The tests that components carry in their metadata (LANGUAGE §14):
 *   "tests": {case: {stop, params, initial, atol, expect: {initial, final, signals}}}
 */

/* Absolute and relative. */
static const double TOLERANCE = 1e-4;

/* A bit tighter than what is compared, so that the integrator is not what fails. */
static const double RTOL_SHARE = 0.01;

typedef struct {
  const char *path; /* of the file */
  const LibEntry *entry;
  const char *name; /* of the case */
  const LangJson *json;
  double tolerance;
  SimModel *model;
  RunRecorder *recorder;
  uint32_t n_failures;
} Case;

static void fail (Case *test, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
fail (Case *test, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  printf ("FAIL %s %s: %s\n", test->entry->class->name, test->name, text);
  test->n_failures++;
}

/* A key that nothing reads would pass in silence. */
static void
check_keys (Case *test, const char *place, const char *const *known)
{
  const LangJson *json =
      *place == '\0' ? test->json : lang_json_get (test->json, place);

  for (uint32_t i = 0; json != NULL && i < json->n && json->keys != NULL; i++)
    if (!g_strv_contains (known, json->keys[i])) {
      g_autofree char *names = g_strjoinv (", ", (char **) known);

      fail (test, "there is no key \"%s\"; there are %s", json->keys[i], names);
    }
}

/* ---- setting up ---- */

static char *
value_text (const LangJson *json)
{
  char number[BASE_NUMBER_SIZE];

  switch (json->kind) {
  case LANG_JSON_NUMBER:
    return g_strdup (base_number_to_text (json->number, number));
  case LANG_JSON_STRING:
    return g_strdup (json->string);
  case LANG_JSON_TRUE:
    return g_strdup ("true");
  case LANG_JSON_FALSE:
    return g_strdup ("false");
  case LANG_JSON_NULL:
  case LANG_JSON_ARRAY:
  case LANG_JSON_OBJECT:
    break;
  }
  return NULL;
}

static void
add_sets (Case *test, const char *key, GPtrArray *names, GPtrArray *values)
{
  const LangJson *sets = lang_json_get (test->json, key);

  for (uint32_t i = 0; sets != NULL && i < sets->n && sets->keys != NULL; i++) {
    char *value = value_text (sets->items[i]);

    if (value == NULL) {
      fail (test, "\"%s\": `%s` has no value", key, sets->keys[i]);
      continue;
    }
    g_ptr_array_add (names, (gpointer) sets->keys[i]);
    g_ptr_array_add (values, value);
  }
}

static bool
compile (Case *test, const LibIndex *index, const BaseLimits *limits)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (BaseDiags) diags = base_diags_new ();

  add_sets (test, "params", names, values);
  add_sets (test, "initial", names, values);
  const RunTarget target = {.model = test->entry,
                            .n_sets = names->len,
                            .set_names = (const char *const *) names->pdata,
                            .set_values = (const char *const *) values->pdata,
                            .limits = *limits};
  test->model = run_compile (index, &target, NULL, diags);
  if (test->model != NULL)
    return true;
  cli_input_write_diags (diags, NULL);
  fail (test, "the model is wrong");
  return false;
}

/* ---- comparing ---- */

/* The row that shows the start after its events, or the last one. */
static size_t
row_of (const RunTrace *trace, bool is_start)
{
  size_t row = is_start ? 0 : run_trace_length (trace) - 1;

  while (is_start && row + 1 < run_trace_length (trace) &&
         run_trace_time (trace, row + 1) == run_trace_time (trace, 0))
    row++;
  return row;
}

static double
expected_number (const LangJson *json)
{
  return json->kind == LANG_JSON_TRUE ? 1 : lang_json_number (json, 0);
}

static void
compare_values (Case *test, const char *when)
{
  g_autofree char *place = g_strconcat ("expect/", when, NULL);
  const LangJson *values = lang_json_find (test->json, place);
  const RunTrace *trace = run_recorder_trace (test->recorder);

  for (uint32_t i = 0; values != NULL && i < values->n && values->keys != NULL; i++) {
    uint32_t variable = sim_model_find (test->model, values->keys[i]);
    double expected = expected_number (values->items[i]);

    if (variable == UINT32_MAX) {
      fail (test, "there is no variable `%s`", values->keys[i]);
      continue;
    }
    size_t row = row_of (trace, strcmp (when, "initial") == 0);
    double value = run_trace_value (trace, variable, row);
    if (!(fabs (value - expected) <= test->tolerance * (1 + fabs (expected))))
      fail (test, "%s %s is %.10g, expected %.10g", when, values->keys[i], value,
            expected);
  }
}

/* Greatest distance between a variable and its stored curve. */
static double
distance (const RunTrace *trace,
          uint32_t variable,
          const CliTable *table,
          uint32_t column)
{
  double largest = 0;

  for (size_t row = 0; row < run_trace_length (table->trace); row++) {
    double stored = run_trace_value (table->trace, column, row);
    double value =
        run_trace_value_at (trace, variable, run_trace_time (table->trace, row));

    largest = fmax (largest, isnan (value) ? INFINITY : fabs (value - stored));
  }
  return largest;
}

/* Each signal must exist; one that has a curve in
 * FILE-WITHOUT-ENDING.COMPONENT.CASE.csv must follow it. */
static void
compare_signals (Case *test)
{
  const LangJson *signals = lang_json_find (test->json, "expect/signals");
  g_autofree char *stem = base_file_has_ending (test->path, ".dyad")
                              ? g_strndup (test->path, strlen (test->path) - 5)
                              : g_strdup (test->path);
  g_autofree char *path =
      g_strdup_printf ("%s.%s.%s.csv", stem, test->entry->class->name, test->name);
  g_autoptr (GError) error = NULL;
  CliTable table = {0};

  if (signals == NULL)
    return;
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !cli_table_read (&table, path, &error))
    fail (test, "%s", error->message);
  for (uint32_t i = 0; i < signals->n; i++) {
    const char *name = signals->keys != NULL ? signals->keys[i]
                                             : lang_json_string (signals->items[i], "");
    uint32_t variable = sim_model_find (test->model, name);
    uint32_t column = table.trace != NULL ? cli_table_find (&table, name) : UINT32_MAX;

    if (variable == UINT32_MAX) {
      fail (test, "there is no variable `%s`", name);
      continue;
    }
    if (column == UINT32_MAX)
      continue;
    /* Off by more than a part of its greatest value. */
    RunRange range =
        run_trace_range (table.trace, column, 0, run_trace_length (table.trace));
    double size = fmax (fabs (range.min), fabs (range.max));
    double off =
        distance (run_recorder_trace (test->recorder), variable, &table, column);
    if (!(off <= test->tolerance * (1 + size)))
      fail (test, "%s is off its stored curve by %.3g", name, off);
  }
  cli_table_clear (&table);
}

/* ---- running ---- */

static void
simulate (Case *test)
{
  double stop = lang_json_number (lang_json_get (test->json, "stop"), NAN);
  CliJob job = {.model = test->model, .options = sim_state_options_default ()};
  SimRunStats stats;

  if (!(stop > 0)) {
    fail (test, "\"stop\" is missing or not greater than 0");
    return;
  }
  job.options.stop = stop;
  job.options.rtol = CLAMP (RTOL_SHARE * test->tolerance, 1e-10, 1e-6);
  test->recorder = run_recorder_new (test->model, NULL, 0);
  if (cli_job_simulate (&job, test->path, test->recorder, &stats) != CLI_DONE) {
    fail (test, "the run failed");
    return;
  }
  compare_values (test, "initial");
  compare_values (test, "final");
  compare_signals (test);
}

static bool
run_case (Case *test, const LibIndex *index, const BaseLimits *limits)
{
  static const char *const KEYS[] = {"stop", "params", "initial",
                                     "atol", "expect", NULL};
  static const char *const EXPECTED[] = {"initial", "final", "signals", NULL};

  check_keys (test, "", KEYS);
  check_keys (test, "expect", EXPECTED);
  test->tolerance = lang_json_number (lang_json_get (test->json, "atol"), TOLERANCE);
  if (compile (test, index, limits))
    simulate (test);
  g_clear_pointer (&test->recorder, run_recorder_free);
  g_clear_pointer (&test->model, sim_model_unref);
  if (test->n_failures == 0)
    printf ("ok   %s %s\n", test->entry->class->name, test->name);
  return test->n_failures == 0;
}

typedef struct {
  uint32_t n_cases;
  uint32_t n_passed;
  BaseLimits limits;
} Count;

static void
run_entry (const LibEntry *entry, const char *path, const LibIndex *index, Count *count)
{
  const LangJson *tests = lang_json_find (entry->class->metadata, "Dyad/tests");

  for (uint32_t i = 0; tests != NULL && i < tests->n && tests->keys != NULL; i++) {
    Case test = {
        .path = path, .entry = entry, .name = tests->keys[i], .json = tests->items[i]};

    count->n_cases++;
    count->n_passed += run_case (&test, index, &count->limits);
  }
}

static CliExit
run_file (const char *path,
          const CliCommon *typed,
          const LibIndex *library,
          Count *count)
{
  g_autoptr (LangFile) file = NULL;
  CliExit status;
  g_autoptr (LibIndex) index = cli_input_open (library, path, typed, &file, &status);
  uint32_t before = count->n_cases;

  if (index == NULL)
    return status;
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LibEntry *entry = lib_index_of_class (index, lang_file_class (file, i));

    if (entry != NULL && entry->class->kind == LANG_COMPONENT)
      run_entry (entry, path, index, count);
  }
  return count->n_cases > before ? CLI_DONE
                                 : cli_options_usage ("%s holds no tests", path);
}

CliExit
cli_verb_test (const CliVerb *verb, int argc, char **argv)
{
  static const GOptionEntry NONE[] = {G_OPTION_ENTRY_NULL};
  g_auto (CliCommon) typed = {0};
  Count count = {0};
  CliExit status;

  if (!cli_options_read (verb, NONE, &typed, &argc, &argv, &status))
    return status;
  count.limits = typed.limits;
  g_autoptr (LibIndex) library = cli_input_library (typed.libraries);
  status = library != NULL ? CLI_DONE : CLI_USAGE;
  for (int i = 1; library != NULL && i < argc; i++)
    status =
        cli_options_worse_exit (status, run_file (argv[i], &typed, library, &count));
  printf ("%u of %u tests passed\n", count.n_passed, count.n_cases);
  return count.n_passed < count.n_cases
             ? cli_options_worse_exit (status, CLI_WRONG_MODEL)
             : status;
}
