/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of components as curves: values, jumps, ranges, and what is no curve. */
#include "models.h"
#include "run/law.h"

#include <glib/gstdio.h>
#include <math.h>

/* Components of a user, and a diagram with one of each. */
static const char *const TEXT =
    "component Friction\n"
    "  u = RealInput()\n"
    "  press = RealInput() if pressed\n"
    "  structural parameter pressed::Boolean = false\n"
    "  parameter F::Real\n"
    "  parameter k::Real = 2\n"
    "  variable v::Velocity\n"
    "  variable f::Dyad.Force\n"
    "  variable share::Real\n"
    "  variable locked::Boolean\n"
    "  variable dir::Integer\n"
    "relations\n"
    "  assert(F >= 0, \"no friction\")\n"
    "  v = u\n"
    "  if pressed\n    share = press\n  else\n    share = 1\n  end\n"
    "  locked = v >= 0 and v <= 0\n"
    "  dir = ifelse(pre(dir) > 0 and v >= 0, 1, -1)\n"
    "  f = ifelse(locked, 0, share * (dir * F + k * v))\n"
    "metadata {\"Dyad\": {\"law\": {\"x\": \"v\", \"y\": \"f\",\n"
    "  \"range\": [\"-F\", \"2 * F\"], \"hold\": [\"-1.5 * F\", null],\n"
    "  \"with\": {\"locked\": \"false\", \"dir\": \"ifelse(v < 0, -1, 1)\"},\n"
    "  \"given\": {\"press\": 0.5}}}}\n"
    "end\n"
    "component Slippery\n  extends Friction(F = 1)\nend\n"
    "component Columns\n"
    "  u = RealInput()\n"
    "  variable y::Real[2]\n"
    "relations\n"
    "  y[1] = table1d([[0, 0], [1, 1], [1, 3], [2, 4]], u)\n"
    "  y[2] = y[1] ^ 2\n"
    "metadata {\"Dyad\": {\"law\": {\"x\": \"u\", \"y\": \"y\", \"range\": "
    "[\"0.5\"]}}}\n"
    "end\n"
    "component Moving\n"
    "  u = RealInput()\n"
    "  variable a::Real\n  variable b::Real\n  variable c::Real\n"
    "relations\n"
    "  der(a) = u\n  b = u * time\n  c = delay(u, 1)\n"
    "metadata {\"Dyad\": {\"law\": [{\"x\": \"u\", \"y\": \"a\"},\n"
    "  {\"x\": \"u\", \"y\": \"b\"}, {\"x\": \"u\", \"y\": \"c\"},\n"
    "  {\"x\": \"u\", \"y\": \"none\"}, {\"x\": \"u\"}]}}\n"
    "end\n"
    "component Memory\n"
    "  u = RealInput()\n"
    "  variable y::Real\n  variable is_high::Boolean\n"
    "relations\n"
    "  is_high = ifelse(u > 1, true, ifelse(u < -1, false, pre(is_high)))\n"
    "  y = ifelse(is_high, 1, -1)\n"
    "metadata {\"Dyad\": {\"law\": {\"x\": \"u\", \"y\": \"y\",\n"
    "  \"range\": [\"-2\", \"2\"]}}}\n"
    "end\n"
    "component Kit\n  parameter F0::Real = 1\nend\n"
    "component Diagram\n"
    "  \"Force\"\n"
    "  extends Kit(F0 = 5)\n"
    "  parameter F::Real = 3 {^F}\n"
    "  kit = Friction(F = F0, k = 0)\n"
    "  memory = Memory()\n"
    "  brake = Friction(F = F + 1, k = 1)\n"
    "  pressed = Friction(F = 10, pressed = true)\n"
    "  slippery = Slippery()\n"
    "  columns = Columns()\n"
    "  moving = Moving()\n"
    "  wrong = Friction(F = -1)\n"
    "  unfinished = Friction()\n"
    "  gain = BlockComponents.Math.Gain(k = 2)\n"
    "metadata {\"_links\": {\"F\": {}}}\n"
    "end\n";

static GPtrArray *
laws_of (const char *name)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (TEXT, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const LibEntry *diagram =
      lib_index_of_class (index, lang_file_find (file, "Diagram"));

  g_assert_false (base_diags_has_errors (diags));
  return run_laws_new (index, diagram, name, &(BaseLimits){0}, NULL);
}

static RunLawCurve *
curve_of (const char *name, const double *given, const RunRange *visited)
{
  g_autoptr (GPtrArray) laws = laws_of (name);

  g_assert_cmpuint (laws->len, ==, 1);
  return run_law_draw (laws->pdata[0], given, visited, NULL, NULL);
}

/* Of the curve at x, by the rows around it. */
static double
value_at (const RunLawCurve *curve, uint32_t column, double x)
{
  return run_trace_value_at (curve->trace, column, x);
}

/* The numbers are the diagram's, over a range that these decide, and the two branches
 * meet in a jump. */
static void
test_friction (void)
{
  g_autoptr (RunLawCurve) curve = curve_of ("brake", NULL, NULL);

  g_assert_nonnull (curve);
  g_assert_cmpfloat_with_epsilon (curve->from, -4, 1e-12);
  g_assert_cmpfloat_with_epsilon (curve->to, 8, 1e-12);
  g_assert_cmpfloat_with_epsilon (value_at (curve, 1, 2), 6, 1e-9);
  g_assert_cmpfloat_with_epsilon (value_at (curve, 1, -3), -7, 1e-9);
  g_assert_cmpuint (curve->n_jumps, ==, 1);
  g_assert_cmpfloat_with_epsilon (curve->jumps[0].x, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (curve->jumps[0].before, -4, 1e-9);
  g_assert_cmpfloat_with_epsilon (curve->jumps[0].after, 4, 1e-9);
  g_assert_true (curve->can_hold);
  g_assert_cmpfloat_with_epsilon (curve->hold.min, -6, 1e-12);
  g_assert_true (isinf (curve->hold.max));
}

/* What an input says is a value of the metadata until a run gives another one. */
static void
test_given (void)
{
  const double whole = 1;
  g_autoptr (GPtrArray) laws = laws_of ("pressed");
  const RunLaw *law = laws->pdata[0];
  g_autoptr (RunLawCurve) half = run_law_draw (law, NULL, NULL, NULL, NULL);
  g_autoptr (RunLawCurve) full = run_law_draw (law, &whole, NULL, NULL, NULL);

  g_assert_cmpuint (law->n_given, ==, 1);
  g_assert_cmpstr (law->given[0], ==, "press");
  g_assert_cmpfloat_with_epsilon (value_at (half, 1, 1), 6, 1e-9);
  g_assert_cmpfloat_with_epsilon (value_at (full, 1, 1), 12, 1e-9);
}

/* A law is inherited, and there is no input where it is switched off. */
static void
test_inherited (void)
{
  g_autoptr (GPtrArray) laws = laws_of ("slippery");

  g_assert_cmpuint (laws->len, ==, 1);
  g_assert_cmpuint (((RunLaw *) laws->pdata[0])->n_given, ==, 0);
}

/* Each element of a vector is a curve; a table jumps where it says so; what a run has
 * visited is drawn, too. */
static void
test_columns (void)
{
  g_autoptr (RunLawCurve) alone = curve_of ("columns", NULL, NULL);
  g_autoptr (RunLawCurve) curve = curve_of ("columns", NULL, &(RunRange){1.5, 1.75});

  g_assert_cmpfloat (alone->from, <, 0.5);
  g_assert_cmpfloat (alone->to, >, 0.5);
  g_assert_cmpfloat_with_epsilon (curve->from, 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (curve->to, 1.75, 1e-12);
  g_assert_cmpfloat_with_epsilon (value_at (curve, 1, 1.5), 3.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (value_at (curve, 2, 1.5), 12.25, 1e-2);
  g_assert_cmpuint (curve->n_jumps, ==, 2);
  g_assert_cmpuint (curve->jumps[1].curve, ==, 1);
  g_assert_cmpfloat_with_epsilon (curve->jumps[1].before, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (curve->jumps[1].after, 9, 1e-9);
}

/* States, delays, the time itself: nothing that has a history is a curve over x. */
static void
test_no_curve (void)
{
  static const char *const NAMES[] = {"moving",     "memory", "wrong",
                                      "unfinished", "gain",   "nobody"};

  for (uint32_t i = 0; i < G_N_ELEMENTS (NAMES); i++) {
    g_autoptr (GPtrArray) laws = laws_of (NAMES[i]);

    for (guint k = 0; k < laws->len; k++)
      g_assert_null (run_law_draw (laws->pdata[k], NULL, NULL, NULL, NULL));
    if (strcmp (NAMES[i], "wrong") != 0)
      g_assert_cmpuint (laws->len, ==, 0);
  }
}

/* A table of a file stands beside the diagram, wherever the program was started. */
static void
test_file_beside (void)
{
  static const char diagram[] =
      "component Cam\n  profile = BlockComponents.Tables.CombiTable1Ds("
      "tableOnFile = true, fileName = \"cam.csv\")\nend\n";
  g_autofree char *folder = g_dir_make_tmp ("dashpot-law-XXXXXX", NULL);
  g_autofree char *table = g_build_filename (folder, "cam.csv", NULL);
  g_autofree char *path = g_build_filename (folder, "cam.dyad", NULL);
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();

  g_assert_true (g_file_set_contents (table, "0,0\n1,1\n2,4\n", -1, NULL));
  g_assert_true (g_file_set_contents (path, diagram, -1, NULL));
  g_autoptr (BaseSource) source = base_source_read (path, NULL);
  g_autoptr (LangFile) file = lang_parse (source, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const LibEntry *cam = lib_index_of_class (index, lang_file_class (file, 0));
  g_autoptr (GPtrArray) laws =
      run_laws_new (index, cam, "profile", &(BaseLimits){0}, NULL);
  g_assert_cmpuint (laws->len, ==, 1);
  g_autoptr (RunLawCurve) curve = run_law_draw (laws->pdata[0], NULL, NULL, NULL, NULL);
  g_assert_cmpfloat_with_epsilon (value_at (curve, 1, 1.5), 2.5, 1e-9);
  g_remove (table);
  g_remove (path);
  g_rmdir (folder);
}

/* A parameter that the diagram inherits has the value that it has there. */
static void
test_inherited_parameter (void)
{
  g_autoptr (RunLawCurve) curve = curve_of ("kit", NULL, NULL);

  g_assert_cmpfloat_with_epsilon (value_at (curve, 1, 2), 5, 1e-9);
}

static void
assert_why (const char *name, const char *expected)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (TEXT, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const LibEntry *diagram =
      lib_index_of_class (index, lang_file_find (file, "Diagram"));
  g_autofree char *why = NULL;
  g_autoptr (GPtrArray) laws =
      run_laws_new (index, diagram, name, &(BaseLimits){0}, &why);

  if (laws->len > 0)
    g_assert_null (run_law_draw (laws->pdata[0], NULL, NULL, NULL, &why));
  g_assert_cmpstr (why, ==, expected);
}

/* What there is no curve for is said in the words of the diagram. */
static void
test_why (void)
{
  assert_why ("memory", "y does not follow from u alone");
  assert_why ("moving", "a does not follow from u alone");
  assert_why ("wrong", "an assertion failed: no friction");
  assert_why ("unfinished", "`unfinished` needs a value for F");
  assert_why ("gain", NULL);
}

/* Nobody waits for it any more. */
static void
test_stopped (void)
{
  g_autoptr (GPtrArray) laws = laws_of ("brake");
  const int stop_flag = 1;

  g_assert_null (run_law_draw (laws->pdata[0], NULL, NULL, &stop_flag, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/law/friction", test_friction);
  g_test_add_func ("/run/law/given", test_given);
  g_test_add_func ("/run/law/inherited", test_inherited);
  g_test_add_func ("/run/law/inherited-parameter", test_inherited_parameter);
  g_test_add_func ("/run/law/why", test_why);
  g_test_add_func ("/run/law/stopped", test_stopped);
  g_test_add_func ("/run/law/columns", test_columns);
  g_test_add_func ("/run/law/no-curve", test_no_curve);
  g_test_add_func ("/run/law/file-beside", test_file_beside);
  return g_test_run ();
}
