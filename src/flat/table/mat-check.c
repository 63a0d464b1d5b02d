/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headers of MAT files, as "MAT-File Format" (MathWorks) gives them: version 4 has
 * records of five numbers, a name and the data, version 5 elements within elements,
 * each with a tag of type and size. */
#include "flat/table/mat-check.h"

#include <glib.h>

enum {
  V5_HEADER = 128,
  V5_VERSION = 0x0100,
  V7_VERSION = 0x0200,
  MI_MATRIX = 14,
  MI_COMPRESSED = 15,
  CLASS_CELL = 1,
  CLASS_STRUCT = 2,
  CLASS_OBJECT = 3,
  CLASS_SPARSE = 5,
  CLASS_LAST = 15, /* with sizes and a name; objects of later ones have names only */
  DEEPEST = 16,
  MOST_INFLATED = 64 << 20
};

typedef struct {
  const uint8_t *at;
  size_t n;
  bool is_big_endian;
  FlatInflate inflate;
} Bytes;

typedef struct {
  uint32_t type;
  Bytes content;
} Element;

static uint32_t
number_at (const Bytes *bytes, size_t at)
{
  const uint8_t *b = bytes->at + at;

  return bytes->is_big_endian ? (uint32_t) b[0] << 24 | (uint32_t) b[1] << 16 |
                                    (uint32_t) b[2] << 8 | b[3]
                              : (uint32_t) b[3] << 24 | (uint32_t) b[2] << 16 |
                                    (uint32_t) b[1] << 8 | b[0];
}

static void
skip (Bytes *bytes, size_t n)
{
  n = MIN (n, bytes->n);
  bytes->at += n;
  bytes->n -= n;
}

/* ---- version 4 ---- */

static bool
is_record_sound (Bytes *rest)
{
  static const uint8_t SIZES[10] = {8, 4, 4, 2, 2, 1};

  if (rest->n < 20)
    return false;
  uint32_t type = number_at (rest, 0), n_rows = number_at (rest, 4),
           n_columns = number_at (rest, 8), n_name = number_at (rest, 16);
  uint64_t n_data = (uint64_t) n_rows * n_columns;
  uint64_t size =
      (uint64_t) SIZES[type / 10 % 10] * (number_at (rest, 12) != 0 ? 2 : 1);

  skip (rest, 20);
  if (n_name > rest->n)
    return false;
  skip (rest, n_name);
  if (n_data > rest->n || n_data * size > rest->n)
    return false;
  skip (rest, n_data * size);
  return true;
}

static bool
is_v4_sound (Bytes bytes)
{
  if (bytes.n < 20)
    return false;
  /* The type has four digits in the byte order of the file. */
  bytes.is_big_endian = number_at (&bytes, 0) > 9999;
  while (bytes.n > 0)
    if (!is_record_sound (&bytes))
      return false;
  return true;
}

/* ---- version 5 ---- */

static bool
take_element (Bytes *rest, Element *element)
{
  if (rest->n < 8)
    return false;
  uint32_t first = number_at (rest, 0);
  bool is_small = first >> 16 != 0;
  uint32_t n = is_small ? first >> 16 : number_at (rest, 4);

  if (n > (is_small ? 4 : rest->n - 8))
    return false;
  *element = (Element){.type = is_small ? first & 0xffff : first, .content = *rest};
  skip (&element->content, is_small ? 4 : 8);
  element->content.n = n;
  bool is_padded = !is_small && element->type != MI_COMPRESSED;
  skip (rest, is_small ? 8 : 8 + (is_padded ? ((size_t) n + 7) / 8 * 8 : n));
  return true;
}

static bool is_matrix_sound (Bytes content, int depth);

/* What stands behind the name: matrices are looked into. */
static bool
are_parts_sound (Bytes rest, int depth)
{
  Element part;

  while (rest.n > 0)
    if (!take_element (&rest, &part) || (part.type == MI_MATRIX && part.content.n > 0 &&
                                         !is_matrix_sound (part.content, depth + 1)))
      return false;
  return true;
}

/* The least bytes that an element of a matrix of the class takes in the file. */
static uint64_t
least_size (uint32_t class, Bytes rest)
{
  Element length, names;

  if (class != CLASS_STRUCT && class != CLASS_OBJECT)
    return class == CLASS_CELL ? 8 : class == CLASS_SPARSE ? 0 : 1;
  if ((class == CLASS_OBJECT && !take_element (&rest, &names)) ||
      !take_element (&rest, &length) || !take_element (&rest, &names) ||
      length.content.n < 4 || number_at (&length.content, 0) == 0)
    return UINT32_MAX;
  return 8 * (uint64_t) (names.content.n / number_at (&length.content, 0));
}

static bool
is_matrix_sound (Bytes content, int depth)
{
  Element flags, sizes, name;
  Bytes rest = content;
  uint64_t n = 1;

  if (depth > DEEPEST || !take_element (&rest, &flags) || flags.content.n < 8 ||
      !take_element (&rest, &sizes) || !take_element (&rest, &name))
    return false;
  uint32_t class = number_at (&flags.content, 0) & 0xff;
  if (class > CLASS_LAST)
    return are_parts_sound (rest, depth);
  for (size_t i = 0; i + 4 <= sizes.content.n; i += 4) {
    n *= number_at (&sizes.content, i);
    if (n > UINT32_MAX)
      return false;
  }
  return n * least_size (class, rest) <= content.n && are_parts_sound (rest, depth);
}

static bool
is_compressed_sound (Bytes content)
{
  unsigned long n = MOST_INFLATED;
  g_autofree uint8_t *inflated = NULL;

  if (content.inflate == NULL)
    return false;
  inflated = g_malloc (n);
  if (content.inflate (inflated, &n, content.at, content.n) != 0)
    return false;
  content.at = inflated;
  content.n = n;
  return are_parts_sound (content, 0);
}

static bool
is_v5_sound (Bytes bytes)
{
  Element element;

  skip (&bytes, V5_HEADER);
  while (bytes.n > 0) {
    if (!take_element (&bytes, &element))
      return false;
    bool is_good = element.type == MI_MATRIX ? is_matrix_sound (element.content, 0)
                   : element.type == MI_COMPRESSED
                       ? is_compressed_sound (element.content)
                       : true;
    if (!is_good)
      return false;
  }
  return true;
}

bool
flat_mat_check_is_sound (const uint8_t *bytes, size_t n_bytes, FlatInflate inflate)
{
  Bytes all = {.at = bytes, .n = n_bytes, .inflate = inflate};

  if (n_bytes < V5_HEADER)
    return is_v4_sound (all);
  all.is_big_endian = bytes[126] == 'M' && bytes[127] == 'I';
  bool is_little_endian = bytes[126] == 'I' && bytes[127] == 'M';
  uint32_t version = all.is_big_endian ? (uint32_t) bytes[124] << 8 | bytes[125]
                                       : (uint32_t) bytes[125] << 8 | bytes[124];
  if ((!all.is_big_endian && !is_little_endian) ||
      (version != V5_VERSION && version != V7_VERSION))
    return is_v4_sound (all);
  return version == V7_VERSION || is_v5_sound (all);
}
