/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers of MAT files that say more than there is. */
#include <glib.h>
#include <string.h>

#include "flat/table/mat-check.h"

static void
put_number (GByteArray *bytes, uint32_t number)
{
  const uint8_t b[] = {(uint8_t) number, (uint8_t) (number >> 8),
                       (uint8_t) (number >> 16), (uint8_t) (number >> 24)};

  g_byte_array_append (bytes, b, sizeof b);
}

static void
put_bytes (GByteArray *bytes, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    g_byte_array_append (bytes, (const uint8_t *) "x", 1);
}

/* A 3 by 2 matrix of doubles with a name of 4 bytes. */
static GByteArray *
version_4 (void)
{
  static const uint32_t HEADER[] = {0, 3, 2, 0, 4};
  GByteArray *bytes = g_byte_array_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (HEADER); i++)
    put_number (bytes, HEADER[i]);
  put_bytes (bytes, 4 + 6 * 8);
  return bytes;
}

static void
put_element (GByteArray *bytes, uint32_t type, GByteArray *content)
{
  put_number (bytes, type);
  put_number (bytes, content->len);
  g_byte_array_append (bytes, content->data, content->len);
  while (type != 15 && bytes->len % 8 != 0)
    put_bytes (bytes, 1);
  g_byte_array_unref (content);
}

static GByteArray *
numbers (uint32_t n, const uint32_t *number)
{
  GByteArray *bytes = g_byte_array_new ();

  for (uint32_t i = 0; i < n; i++)
    put_number (bytes, number[i]);
  return bytes;
}

static GByteArray *
letters (uint32_t n)
{
  GByteArray *bytes = g_byte_array_new ();

  put_bytes (bytes, n);
  return bytes;
}

#define NUMBERS(...)                                                                   \
  numbers (sizeof ((uint32_t[]){__VA_ARGS__}) / sizeof (uint32_t),                     \
           (const uint32_t[]){__VA_ARGS__})

/* A matrix of the class without its data. */
static GByteArray *
matrix (uint32_t class, uint32_t n_rows, uint32_t n_columns)
{
  GByteArray *bytes = g_byte_array_new ();

  put_element (bytes, 6, NUMBERS (class, 0));
  put_element (bytes, 5, NUMBERS (n_rows, n_columns));
  put_element (bytes, 1, letters (3));
  return bytes;
}

static GByteArray *
real_matrix (uint32_t n_rows, uint32_t n_columns)
{
  GByteArray *bytes = matrix (6, n_rows, n_columns);

  put_element (bytes, 9, letters (8 * 6));
  return bytes;
}

/* A file of version 5 with the element, which it takes over. */
static GByteArray *
version_5 (uint32_t type, GByteArray *element)
{
  GByteArray *bytes = letters (124);

  g_byte_array_append (bytes, (const uint8_t *) "\0\1IM", 4);
  put_element (bytes, type, element);
  return bytes;
}

/* In place of zlib: nothing is packed. */
static int
copy (unsigned char *to,
      unsigned long *n_to,
      const unsigned char *from,
      unsigned long n)
{
  if (n > *n_to)
    return -5;
  memcpy (to, from, n);
  *n_to = n;
  return 0;
}

static void
assert_sound (GByteArray *bytes, bool is_sound)
{
  g_assert_cmpint (flat_mat_check_is_sound (bytes->data, bytes->len, copy), ==,
                   is_sound);
  g_byte_array_unref (bytes);
}

/* Whole it is sound, cut anywhere it is not. */
static void
test_cut (void)
{
  GByteArray *files[] = {version_4 (), version_5 (14, real_matrix (3, 2))};

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++) {
    for (uint32_t n = 1; n < files[i]->len; n++) {
      g_autofree uint8_t *part = g_memdup2 (files[i]->data, n); /* its end is watched */

      if (i == 0 || n > 128)
        g_assert_false (flat_mat_check_is_sound (part, n, copy));
    }
    assert_sound (files[i], true);
  }
}

/* A byte that is wrong in a field of a record of version 4. */
static void
test_version_4 (void)
{
  static const uint32_t HIGH_BYTES[] = {7, 11,
                                        19}; /* rows, columns, length of the name */

  for (size_t i = 0; i < G_N_ELEMENTS (HIGH_BYTES); i++)
    for (uint32_t value = 1; value < 256; value++) {
      GByteArray *bytes = version_4 ();
      bytes->data[HIGH_BYTES[i]] = (uint8_t) value;
      assert_sound (bytes, false);
    }
}

/* Whatever two bytes are changed, no tag is believed that leads out of the file: the
 * address sanitizer watches the end. */
static void
test_any_byte (void)
{
  g_autoptr (GByteArray) whole = version_5 (14, real_matrix (3, 2));

  for (uint32_t i = 128; i < whole->len; i++)
    for (uint32_t k = i; k < whole->len; k++) {
      g_autofree uint8_t *bytes = g_memdup2 (whole->data, whole->len);
      bytes[i] ^= 0xff;
      bytes[k] = 0x7f;
      flat_mat_check_is_sound (bytes, whole->len, copy);
    }
  whole->data[128 + 8 + 16 + 16 + 7] = 0x7f; /* of the length of the name */
  g_assert_false (flat_mat_check_is_sound (whole->data, whole->len, copy));
}

static GByteArray *
cell (uint32_t n_rows, uint32_t n_columns, int depth)
{
  GByteArray *bytes = matrix (1, n_rows, n_columns);

  put_element (bytes, 14, depth > 1 ? cell (1, 1, depth - 1) : real_matrix (3, 2));
  return bytes;
}

static GByteArray *
structure (uint32_t n_rows, uint32_t n_fields)
{
  GByteArray *bytes = matrix (2, n_rows, 1);

  put_element (bytes, 5, NUMBERS (8));
  put_element (bytes, 1, letters (8 * n_fields));
  for (uint32_t i = 0; i < n_fields; i++)
    put_element (bytes, 14, real_matrix (3, 2));
  return bytes;
}

static void
test_sizes (void)
{
  assert_sound (version_5 (14, real_matrix (3000, 2000)), false);
  assert_sound (version_5 (14, real_matrix (0xffffffff, 0xffffffff)), false);
  assert_sound (version_5 (14, cell (1, 1, 2)), true);
  assert_sound (version_5 (14, cell (10000, 10000, 2)), false);
  assert_sound (version_5 (14, cell (1, 1, 100)), false);
  assert_sound (version_5 (14, structure (1, 3)), true);
  assert_sound (version_5 (14, structure (1000, 300)), false);
}

static void
test_compressed (void)
{
  GByteArray *inner = g_byte_array_new (), *wrong = g_byte_array_new ();

  put_element (inner, 14, real_matrix (3, 2));
  put_element (wrong, 14, real_matrix (3000, 2));
  assert_sound (version_5 (15, inner), true);
  assert_sound (version_5 (15, wrong), false);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flat/mat/cut", test_cut);
  g_test_add_func ("/flat/mat/version-4", test_version_4);
  g_test_add_func ("/flat/mat/any-byte", test_any_byte);
  g_test_add_func ("/flat/mat/sizes", test_sizes);
  g_test_add_func ("/flat/mat/compressed", test_compressed);
  return g_test_run ();
}
