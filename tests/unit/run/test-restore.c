/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run that is taken up again from a snapshot gives the rows that it gave before, to
 * the bit: every example and many models of the tests, with every method, from random
 * instants, in the state that went on meanwhile and in a new one. Whatever a part of a
 * run remembers and does not keep shows here. */
#include <math.h>

#include "models.h"
#include "sim/method/stepper.h"
#include "sim/snapshot.h"

/* Stretches between the instants, and rows after which a run is long enough. */
enum { N_STRETCHES = 6, ROWS_MOST = 400 };

typedef struct {
  const SimModel *model;
  const SimOptions *options;
  double until[N_STRETCHES]; /* ends of the stretches */
  uint32_t changed;          /* a parameter that is set before the fourth one, */
  double value;              /* to this; UINT32_MAX: none */
  SimSnapshot *before[N_STRETCHES];
  guint n_rows[N_STRETCHES]; /* until then */
  GArray *rows;              /* uint64_t: a hash of each */
  SimStatus status;
  char *message; /* of a failure */
} Case;

static void
keep_row (void *data, SimState *state, double time, bool is_event)
{
  Case *c = data;
  uint64_t hash = is_event ? 1 : 2, bits;

  for (uint32_t v = 0; v <= sim_model_n_vars (c->model); v++) {
    double value = v == 0 ? time : sim_state_value (state, v - 1);

    memcpy (&bits, &value, sizeof bits);
    hash = (hash ^ bits) * UINT64_C (0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  g_array_append_val (c->rows, hash);
}

static SimState *
state_new (const Case *c)
{
  g_autoptr (GError) error = NULL;
  SimState *state = sim_state_new (c->model, c->options, &error);

  g_assert_no_error (error);
  return state;
}

/* Goes on from a stretch to the end, with a snapshot before each one if asked. */
static void
go_on (Case *c, SimState *state, int from, bool saves)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&c->message, g_free);
  c->status = SIM_OK;
  for (int k = from; k < N_STRETCHES && c->status == SIM_OK; k++) {
    if (saves) {
      c->before[k] = sim_snapshot_new (state);
      c->n_rows[k] = c->rows->len;
    }
    if (k == 3 && c->changed != UINT32_MAX)
      sim_state_set_parameter (state, c->changed, c->value);
    c->status = sim_state_run (state, c->until[k], NULL, keep_row, c, &error);
    if (saves && c->rows->len > ROWS_MOST)
      for (int i = k + 1; i < N_STRETCHES; i++)
        c->until[i] = c->until[k];
  }
  c->message = g_strdup (error != NULL ? error->message : "");
}

/* Some parameter of the user's that is a number. */
static void
choose_change (Case *c)
{
  uint32_t n = sim_model_n_vars (c->model), first = g_test_rand_int_range (0, (int) n);

  c->changed = UINT32_MAX;
  for (uint32_t i = 0; i < n && c->changed == UINT32_MAX; i++) {
    const SimVar *var = sim_model_var (c->model, (first + i) % n);
    if (var->is_settable && var->type == SIM_REAL)
      c->changed = (first + i) % n;
  }
}

static void
compare (Case *c, SimState *state, int from, const Case *expected)
{
  g_array_set_size (c->rows, 0);
  sim_snapshot_restore (expected->before[from], state);
  go_on (c, state, from, false);
  g_assert_cmpint (c->status, ==, expected->status);
  g_assert_cmpstr (c->message, ==, expected->message);
  g_assert_cmpuint (c->rows->len, ==, expected->rows->len - expected->n_rows[from]);
  for (guint i = 0; i < c->rows->len; i++)
    g_assert_cmphex (
        g_array_index (c->rows, uint64_t, i), ==,
        g_array_index (expected->rows, uint64_t, expected->n_rows[from] + i));
}

/* The work of both, rejected steps and factorisations included, was the same. */
static void
compare_work (const SimState *a, const SimState *b)
{
  SimRunStats x, y;

  sim_state_stats (a, &x);
  sim_state_stats (b, &y);
  x.wall_s = y.wall_s = 0;
  g_assert_cmpmem (&x, sizeof x, &y, sizeof y);
}

static void
clear (Case *c)
{
  for (int k = 0; k < N_STRETCHES; k++)
    g_clear_pointer (&c->before[k], sim_snapshot_unref);
  g_clear_pointer (&c->rows, g_array_unref);
  g_clear_pointer (&c->message, g_free);
}

/* False if the run does not even begin. */
static bool
check_run (const SimModel *model, const SimOptions *options, bool is_exact)
{
  double part[N_STRETCHES] = {0.02, 0.1, 0.3, 0.5, 0.8, 1.0};
  Case expected = {.model = model, .options = options};
  SimState *state = state_new (&expected);

  expected.rows = g_array_new (FALSE, FALSE, sizeof (uint64_t));
  if (sim_state_init (state, keep_row, &expected, NULL) != SIM_OK) {
    clear (&expected);
    sim_state_free (state);
    return false;
  }
  for (int k = 0; k < N_STRETCHES - 1; k++)
    part[k] *= g_test_rand_double_range (0.5, 1.2);
  for (int k = 0; k < N_STRETCHES; k++)
    expected.until[k] = options->start + part[k] * (options->stop - options->start);
  choose_change (&expected);
  if (expected.changed != UINT32_MAX)
    expected.value = sim_state_value (state, expected.changed) *
                     g_test_rand_double_range (1.0, 1.01);
  go_on (&expected, state, 0, true);
  int from = g_test_rand_int_range (0, N_STRETCHES);
  while (expected.before[from] == NULL)
    from--;
  Case again = expected, anew = expected;
  again.rows = g_array_new (FALSE, FALSE, sizeof (uint64_t));
  anew.rows = g_array_new (FALSE, FALSE, sizeof (uint64_t));
  again.message = anew.message = NULL;
  SimState *other = state_new (&expected);
  if (is_exact) {
    compare (&again, state, from, &expected);
    compare (&anew, other, from, &expected);
  } else { /* these begin anew, in both in the same way */
    sim_snapshot_restore (expected.before[from], state);
    go_on (&again, state, from, false);
    again.n_rows[from] = 0;
    compare (&anew, other, from, &again);
  }
  compare_work (state, other);
  memset (again.before, 0, sizeof again.before);
  memset (anew.before, 0, sizeof anew.before);
  clear (&again);
  clear (&anew);
  clear (&expected);
  sim_state_free (state);
  sim_state_free (other);
  return true;
}

static void
ignore_row (void *data, SimState *state, double time, bool is_event)
{
}

/* A run of the same diagram, compiled anew, that begins where this one stands has the
 * same values there. */
static void
check_transfer (const SimModel *model, const SimModel *other, const SimOptions *options)
{
  g_autoptr (GError) error = NULL;
  double part = g_test_rand_double_range (0.1, 0.9);
  double t = options->start + part * (options->stop - options->start);
  g_autoptr (SimState) from = sim_state_new (model, options, NULL);
  g_autoptr (SimState) to = sim_state_new (other, options, NULL);

  if (sim_state_init (from, ignore_row, NULL, NULL) != SIM_OK ||
      sim_state_run (from, t, NULL, ignore_row, NULL, NULL) != SIM_OK)
    return;
  /* A run that stands behind its last row may stand where it has no value: it is not
   * looked at there before it goes on, nor can another one begin there. */
  bool has_values = sim_state_evaluate (from, NULL);
  SimStatus status = sim_state_init_from (to, from, ignore_row, NULL, &error);
  if (!has_values) {
    g_assert_cmpint (status, ==, SIM_BAD_VALUE);
    return;
  }
  g_assert_no_error (error);
  g_assert_cmpfloat (sim_state_time (to), ==, sim_state_time (from));
  int n_conditions = 0;
  for (uint32_t v = 0; v < sim_model_n_vars (model); v++) {
    const SimVar *var = sim_model_var (model, v);
    double a = sim_state_value (from, v), b = sim_state_value (to, v);
    bool is_same = a == b || (isnan (a) && isnan (b)) ||
                   fabs (a - b) <= 1e-6 * (var->nominal + fabs (a));

    /* States that are chosen, which share names, may be chosen otherwise; and this is
     * an event, at which a discrete variable follows a continuous one, as time. */
    if (is_same || var->is_derived || sim_model_find (model, var->name) != v ||
        (var->is_discrete && b == t))
      continue;
    /* One condition may hang on the sign of a rounding error, as that of a gear that
     * drives nothing, but then nothing else differs. */
    if (var->type == SIM_BOOLEAN && n_conditions++ == 0)
      continue;
    g_test_message ("%s at %g s, %s: %g, %g", sim_model_name (model), t, var->name, a,
                    b);
    g_test_fail ();
  }
}

/* With every so many of the methods. */
static void
check_model (const SimModel *model, const SimOptions *options, int every)
{
  int place = g_test_rand_int_range (0, every);

  for (const SimStepperClass *const *m = sim_stepper_all (); *m != NULL; m++) {
    SimOptions own = *options;

    if (place++ % every != 0)
      continue;
    own.solver = (*m)->name;
    if ((*m)->max_states == 0 || sim_model_n_states (model) <= (*m)->max_states)
      check_run (model, &own, !(*m)->is_restarted);
  }
}

/* Every component of the file that can run. Returns their number. */
static int
check_file (const LibIndex *library, const char *text, int every)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (text, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  int n = 0;

  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LangClass *class = lang_file_class (file, i);
    const LibEntry *entry = lib_index_of_class (index, class);
    RunSettings settings;

    if (entry == NULL || class->kind != LANG_COMPONENT || class->is_partial)
      continue;
    const LibEntry *analysis = lib_model_analysis (index, file, entry, NULL);
    const RunTarget target = {.model = analysis != NULL ? analysis : entry};
    g_autoptr (SimModel) model = run_compile (index, &target, &settings, diags);
    if (model == NULL || settings.is_steady)
      continue;
    g_test_message ("%s", sim_model_name (model));
    check_model (model, &settings.options, every);
    g_autoptr (SimModel) other = run_compile (index, &target, NULL, diags);
    check_transfer (model, other, &settings.options);
    n++;
  }
  return n;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

typedef struct {
  const char *folder;
  int at_least; /* models that run */
  int every;    /* of the methods */
} Folder;

static const Folder FOLDERS[] = {{"../data/examples", 15, 1},
                                 {"models", 60, 1},
                                 {"models/language/rules", 200, 5},
                                 {"models/library", 150, 5}};

static void
test_folder (gconstpointer data)
{
  const Folder *folder = data;
  g_autoptr (LibIndex) library = test_library ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, folder->folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  int n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".dyad"))
      g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *text = NULL;

    g_assert_true (g_file_get_contents (names->pdata[i], &text, NULL, NULL));
    /* The rules of the language stand one behind the other, each with a model M. */
    g_auto (GStrv) parts = g_strsplit (text, "\n#:", -1);
    for (char **part = parts; *part != NULL; part++) {
      g_autofree char *one = g_strconcat (part == parts ? "" : "#", *part, NULL);
      n += check_file (library, one, folder->every);
    }
  }
  g_test_message ("%d models", n);
  g_assert_cmpint (n, >=, folder->at_least);
}

/* States that are chosen anew on the way round, and what depends on the time of a delay
 * that changes, behind jumps. */
static void
test_rare (void)
{
  g_autoptr (LibIndex) library = test_library ();

  g_assert_cmpint (check_file (library,
                               "component Pendulum\n"
                               "  variable x::Real(initial = 0)\n"
                               "  variable y::Real(guess = -1)\n"
                               "  variable vx::Real(initial = 12)\n"
                               "  variable vy::Real\n"
                               "  variable f::Real\n"
                               "relations\n"
                               "  der(x) = vx\n"
                               "  der(y) = vy\n"
                               "  der(vx) = -f * x\n"
                               "  der(vy) = -f * y - 9.81\n"
                               "  x ^ 2 + y ^ 2 = 4\n"
                               "end\n"
                               "component Echo\n"
                               "  variable x::Real(initial = 0)\n"
                               "  variable y::Real\n"
                               "  variable z::Real(initial = 0)\n"
                               "relations\n"
                               "  der(x) = 1\n"
                               "  when x > 1\n"
                               "    reinit(x, 0)\n"
                               "  end\n"
                               "  y = delay(x, 0.7 + 0.3 * sin(time), 1)\n"
                               "  der(z) = y - delay(z, 0.4)\n"
                               "end\n",
                               1),
                   ==, 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (FOLDERS); i++) {
    g_autofree char *base = g_path_get_basename (FOLDERS[i].folder);
    g_autofree char *path = g_strconcat ("/run/restore/", base, NULL);

    g_test_add_data_func (path, &FOLDERS[i], test_folder);
  }
  g_test_add_func ("/run/restore/rare", test_rare);
  return g_test_run ();
}
