/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <string.h>

#include "base/source.h"

static void
check_place (const BaseSource *source, uint32_t offset, uint32_t line, uint32_t column)
{
  uint32_t found_line, found_column;

  base_source_locate (source, offset, &found_line, &found_column);
  g_assert_cmpuint (found_line, ==, line);
  g_assert_cmpuint (found_column, ==, column);
}

/* Lines and columns count from 1, columns in characters. */
static void
test_places (void)
{
  const char *text = "a\u00b5b\n\nlast";
  g_autoptr (BaseSource) source = base_source_new ("places", text, strlen (text));

  check_place (source, 0, 1, 1);
  check_place (source, 1, 1, 2);
  check_place (source, 3, 1, 3);
  check_place (source, 5, 2, 1);
  check_place (source, 6, 3, 1);
  check_place (source, 10, 3, 5);
  check_place (source, 99, 3, 5);
  g_assert_cmpuint (base_source_line_begin (source, 3), ==, 0);
  g_assert_cmpuint (base_source_line_begin (source, 8), ==, 6);
}

/* Every place of a line of 2 MB, which holds characters of two bytes: if each took the
 * time of the line, this would not end. */
static void
test_places_of_a_long_line (void)
{
  enum { N = 1 << 20, BEGIN = 2 };
  g_autoptr (GString) text = g_string_new ("\n\n");

  for (int i = 0; i < N; i++)
    g_string_append (text, "\u00b5");
  g_autoptr (BaseSource) source = base_source_new ("long", text->str, text->len);
  for (uint32_t i = 0; i < N; i++) {
    check_place (source, BEGIN + 2 * i, 3, i + 1);
    g_assert_cmpuint (base_source_line_begin (source, BEGIN + 2 * i), ==, BEGIN);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/source/places", test_places);
  g_test_add_func ("/base/source/places-of-a-long-line", test_places_of_a_long_line);
  return g_test_run ();
}
