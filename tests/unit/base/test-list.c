/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the elements of vectors and tables stand in their text. */
#include "base/list.h"

#include <string.h>

/* "a|b||c|d": elements, with a double bar between rows. */
static char *
elements_of (const char *text, BaseListForm *form)
{
  g_autoptr (BaseList) list = base_list_read (text);
  GString *out;

  if (list == NULL)
    return NULL;
  out = g_string_new (NULL);
  *form = list->form;
  for (guint r = 0; r < list->rows->len; r++) {
    const BaseListRow row = g_array_index (list->rows, BaseListRow, r);

    for (guint i = row.first; i < row.first + row.n; i++) {
      const BaseListSpan span = g_array_index (list->elements, BaseListSpan, i);

      g_string_append (out, i == 0 ? "" : i == row.first ? "||" : "|");
      g_string_append_len (out, text + span.begin, span.end - span.begin);
    }
  }
  return g_string_free (out, FALSE);
}

static void
assert_elements (const char *text, BaseListForm form, const char *wanted)
{
  BaseListForm found = form;
  g_autofree char *elements = elements_of (text, &found);

  g_assert_cmpstr (elements, ==, wanted);
  g_assert_cmpint (found, ==, form);
}

static void
test_forms (void)
{
  assert_elements ("[1, 2.5]", BASE_LIST_VECTOR, "1|2.5");
  assert_elements ("[ 100 mm , x ]", BASE_LIST_VECTOR, "100 mm|x");
  assert_elements ("[1, 2; 3, 4]", BASE_LIST_ROWS, "1|2||3|4");
  assert_elements ("[1, 2;]", BASE_LIST_ROWS, "1|2");
  assert_elements ("[[1, 2], [3, 4]]", BASE_LIST_NESTED, "1|2||3|4");
  assert_elements ("[[ 1 ]]", BASE_LIST_NESTED, "1");
  assert_elements ("[]", BASE_LIST_VECTOR, "");
}

/* Commas in parentheses and indices part nothing, and comments are no elements. */
static void
test_expressions (void)
{
  assert_elements ("[f(1, 2), A[1, 2]; x[1][2], (3)]", BASE_LIST_ROWS,
                   "f(1, 2)|A[1, 2]||x[1][2]|(3)");
  assert_elements ("[0, 1; # at rest, at first\n  2, 3 # ]\n]", BASE_LIST_ROWS,
                   "0|1||2|3");
  assert_elements ("[1 + # one\n 1]", BASE_LIST_VECTOR, "1 + # one\n 1");
}

/* Whatever else an expression may be is no list. */
static void
test_others (void)
{
  static const char *const OTHERS[] = {
      "",
      "2",
      "[1, 2",
      "[1, 2]]",
      "[1, , 2]",
      "[1, 2] * 3",
      "zeros(3)",
      "[i for i in 1:3]",
      "[[1, i] for i in 1:3]",
      "[\"a, b\"]",
      "[[1], 2]",
      "[1, 2 # ]",
      "[,]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (OTHERS); i++) {
    BaseListForm form;
    g_autofree char *elements = elements_of (OTHERS[i], &form);

    g_assert_cmpstr (elements, ==, NULL);
  }
}

static char *
shout (void *data, const char *element, uint32_t column)
{
  return strcmp (element, data) == 0 ? NULL : g_ascii_strup (element, -1);
}

/* All but the elements stays as it is. */
static void
test_map (void)
{
  g_autofree char *all = base_list_map ("[ a,b ;\tc , d # e\n]", shout, (void *) "x");
  g_autofree char *none = base_list_map ("[a, x]", shout, (void *) "x");

  g_assert_cmpstr (all, ==, "[ A,B ;\tC , D # e\n]");
  g_assert_null (none);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/list/forms", test_forms);
  g_test_add_func ("/base/list/expressions", test_expressions);
  g_test_add_func ("/base/list/others", test_others);
  g_test_add_func ("/base/list/map", test_map);
  return g_test_run ();
}
