/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for what is on the diagram, as far as no other test reads them. */
#include "desk/describe.h"

#define KEPT(text) "<span allow_breaks=\"false\">" text "</span>"

/* A formula is broken before a sign, behind a comma or between two formulas, and
 * nowhere else, also as code in prose. */
static void
test_formulas (void)
{
  static const struct {
    const char *doc, *markup;
  } CASES[] = {
      {"v - w", "v - w"},
      {"For `v - w` only", "For <tt>" KEPT ("v") " " KEPT ("- w") "</tt> only"},
      {"Law\n\n    y = a*(b + c)/d",
       "<b>Law</b>\n\n    " KEPT ("y = a*(b") " " KEPT ("+ c)/d")},
      {"So:\n\n  v = der(s)    r = [x, y]",
       "<b>So:</b>\n\n  " KEPT ("v = der(s)") "    " KEPT ("r = [x,") " " KEPT ("y]")},
      {"If\n\n  y < 0", "<b>If</b>\n\n  " KEPT ("y") " " KEPT ("&lt; 0")},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *markup = desk_describe_doc_markup (CASES[i].doc);

    g_assert_cmpstr (markup, ==, CASES[i].markup);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desk/describe/formulas", test_formulas);
  return g_test_run ();
}
