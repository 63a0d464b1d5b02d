/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of a definition on its own, and what is left to its user. */
#include "models.h"

static const char TEXT[] = "component Held\n" /* 1 */
                           "  parameter k::Real\n"
                           "  variable x::Real\n"
                           "relations\n"
                           "  x = k\n"
                           "end\n"
                           "component Loose\n" /* 7 */
                           "  parameter k::Real\n"
                           "  variable x::Real\n"
                           "  variable y::Real\n"
                           "relations\n"
                           "  x = k\n"
                           "end\n"
                           "component Block\n" /* 14 */
                           "  u = RealInput()\n"
                           "  y = RealOutput()\n"
                           "relations\n"
                           "  y = 2 * u\n"
                           "end\n"
                           "component Owner\n" /* 20 */
                           "  block = Block()\n"
                           "  held = Held()\n"
                           "end\n"
                           "component Unknown\n" /* 24 */
                           "  parameter k::Real\n"
                           "  variable x::Real = k + z\n"
                           "end\n"
                           "partial component Part\n" /* 28 */
                           "  parameter k::Real\n"
                           "  variable x::Real\n"
                           "end\n"
                           "partial component Wrong\n" /* 32 */
                           "  s = Nothing()\n"
                           "end\n"
                           "component Port\n" /* 35 */
                           "  flange = Flange()\n"
                           "  variable x::Real\n"
                           "relations\n"
                           "  x = flange.s\n"
                           "  flange.f = x\n"
                           "end\n"
                           "component Double\n" /* 42 */
                           "  variable x::Real\n"
                           "  variable y::Real\n"
                           "relations\n"
                           "  x = 1\n"
                           "  x = 2\n"
                           "end\n"
                           "analysis Good\n" /* 49 */
                           "  extends TransientAnalysis(stop = 1)\n"
                           "  model = Held(k = 1)\n"
                           "end\n"
                           "analysis Missing\n" /* 53 */
                           "  extends TransientAnalysis(stop = 1)\n"
                           "  model = Held()\n"
                           "end\n"
                           "analysis Early\n" /* 57 */
                           "  extends TransientAnalysis(\n"
                           "    start = 1,\n"
                           "    stop = 0)\n"
                           "  model = Held(k = 1)\n"
                           "end\n"
                           "analysis Method\n" /* 63 */
                           "  extends TransientAnalysis(stop = 1,\n"
                           "    alg = \"euler\")\n"
                           "  model = Held(k = 1)\n"
                           "end\n"
                           "analysis Loosely\n" /* 68 */
                           "  extends TransientAnalysis(stop = 1,\n"
                           "    reltol = -1)\n"
                           "  model = Held(k = 1)\n"
                           "end\n"
                           "partial analysis Half\n" /* 73 */
                           "  extends TransientAnalysis(stop = 1)\n"
                           "end\n"
                           "type Length = Nonsense\n"; /* 76 */

/* The errors of each definition as LINE:CODE, blanks between. */
static const struct {
  const char *name;
  const char *errors;
} CASES[] = {
    /* A value and a signal at the top are the user's to give, and the equations are
     * counted all the same. */
    {"Held", ""},
    {"Block", ""},
    {"Loose", "10:E503 7:E501"},
    {"Unknown", "26:E202"},
    /* What stands inside is not. */
    {"Owner", "22:E301 21:E402"},
    /* A part needs neither a counterpart nor, if partial, its equations. */
    {"Port", ""},
    {"Part", ""},
    {"Wrong", "33:E202"},
    {"Double", "46:E503 44:E503"},
    /* An analysis is a whole run: nothing is left to anybody. */
    {"Good", ""},
    {"Missing", "2:E301"},
    {"Early", "60:E311"},
    {"Method", "65:E307"},
    {"Loosely", "70:E311"},
    {"Half", ""},
    {"Length", "76:E202"},
};

static void
test_definition (gconstpointer data)
{
  size_t which = GPOINTER_TO_SIZE (data);
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = test_file (TEXT, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const BaseLimits limits = {0};
  g_autoptr (GString) errors = g_string_new (NULL);

  g_assert_false (base_diags_has_errors (diags));
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++) {
    const LangClass *class = lang_file_class (file, i);

    if (strcmp (class->name, CASES[which].name) == 0)
      g_assert_true (run_compile_check (index, lib_index_of_class (index, class),
                                        &limits,
                                        diags) == (*CASES[which].errors == '\0'));
  }
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);
    g_autofree char *code = base_diag_code (diag);

    if (diag->severity == BASE_ERROR)
      g_string_append_printf (errors, "%s%u:%s", errors->len > 0 ? " " : "", diag->line,
                              code);
  }
  g_assert_cmpstr (errors->str, ==, CASES[which].errors);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *path = g_strconcat ("/run/check/", CASES[i].name, NULL);

    g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_definition);
  }
  return g_test_run ();
}
