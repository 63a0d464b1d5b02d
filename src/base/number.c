/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as the shortest text that reads back as the same (base/decimal.c), laid out
 * as printf's %g does; and back, by one exact operation where that suffices. */
#include "base/number.h"

#include <math.h>
#include <string.h>

#include "base/decimal.h"

enum { EXACT_POWER = 22 };

static const struct {
  const char *text;
  double factor;
} PREFIXES[] = {
    {"T", 1e12}, {"G", 1e9},   {"M", 1e6},       {"k", 1e3},
    {"m", 1e-3}, {"u", 1e-6},  {"\u00B5", 1e-6}, {"\u03BC", 1e-6},
    {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15},
};

/* Numbers from 1e-4 on and below 1e15 are written without an exponent. */
enum { PLAIN_LEAST = -4, PLAIN_DIGITS = 15 };

static const char *
not_finite (double value)
{
  return isnan (value) ? "nan" : value > 0 ? "inf" : "-inf";
}

/* "1e-06", as printf pads it, to "1e-6". */
static void
trim_exponent (char *text)
{
  char *at = strchr (text, 'e');

  if (at == NULL)
    return;
  at += 2;
  const size_t n_zeros = strspn (at, "0");
  memmove (at, at + n_zeros, strlen (at + n_zeros) + 1);
}

static const char *
format (double value, int digits, char *text)
{
  char pattern[8];

  g_snprintf (pattern, sizeof pattern, "%%.%dg", digits);
  g_ascii_formatd (text, BASE_NUMBER_SIZE, pattern, value);
  trim_exponent (text);
  return text;
}

/* "00" to "99" */
static const char PAIRS[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

/* Writes the digits of a number so that they end at `end`, two at a time; returns where
 * they begin. */
static char *
write_digits (uint64_t number, char *end)
{
  for (; number >= 10; number /= 100) {
    end -= 2;
    memcpy (end, PAIRS + 2 * (number % 100), 2);
  }
  if (number > 0)
    *--end = (char) ('0' + number);
  return end;
}

/* "1.5e-7": digits d.ddd times 10^exponent. */
static char *
write_scientific (char *at, const char *digits, int n, int exponent)
{
  int magnitude = ABS (exponent);

  *at++ = digits[0];
  if (n > 1)
    *at++ = '.';
  at = mempcpy (at, digits + 1, (size_t) (n - 1));
  *at++ = 'e';
  *at++ = exponent < 0 ? '-' : '+';
  if (magnitude >= 100)
    *at++ = (char) ('0' + magnitude / 100);
  if (magnitude >= 10)
    *at++ = (char) ('0' + magnitude / 10 % 10);
  *at++ = (char) ('0' + magnitude % 10);
  return at;
}

/* "0.015", "15", "1500", "1.5": the first digit stands for 10^exponent. */
static char *
write_plain (char *at, const char *digits, int n, int exponent)
{
  const int n_whole = CLAMP (exponent + 1, 0, n); /* digits before the point */
  const int n_zeros = exponent < 0 ? -1 - exponent : MAX (exponent + 1 - n, 0);

  if (exponent < 0)
    at = mempcpy (at, "0.", 2);
  at = mempcpy (at, digits, (size_t) n_whole);
  memset (at, '0', (size_t) n_zeros);
  at += n_zeros;
  if (exponent >= 0 && n_whole < n)
    *at++ = '.';
  return mempcpy (at, digits + n_whole, (size_t) (n - n_whole));
}

const char *
base_number_to_text (double value, char *text)
{
  char room[20], *end = room + sizeof room, *at = text;

  if (!isfinite (value))
    return strcpy (text, not_finite (value));
  if (signbit (value))
    *at++ = '-';
  if (value == 0) {
    strcpy (at, "0");
    return text;
  }
  BaseDecimal decimal = base_decimal_shortest (fabs (value));
  const char *digits = write_digits (decimal.digits, end);
  int n = (int) (end - digits);
  int exponent = decimal.exponent + n - 1;
  /* As printf's %g with the digits that are needed, at least as many as people type,
   * and no more of the exponent than they type. */
  bool is_plain = exponent >= PLAIN_LEAST && exponent < MAX (n, PLAIN_DIGITS);
  at = is_plain ? write_plain (at, digits, n, exponent)
                : write_scientific (at, digits, n, exponent);
  *at = '\0';
  return text;
}

const char *
base_number_to_short_text (double value, int digits, char *text)
{
  if (!isfinite (value))
    return strcpy (text, not_finite (value));
  return format (value == 0 ? 0 : value, digits, text); /* no "-0" */
}

const char *
base_number_with_minus (const char *number, char *text)
{
  static const char minus[] = "\u2212";
  size_t n = 0;

  for (; *number != '\0' && n + sizeof minus <= BASE_MINUS_SIZE; number++)
    if (*number == '-')
      n += g_strlcpy (text + n, minus, sizeof minus);
    else
      text[n++] = *number;
  text[n] = '\0';
  return text;
}

double
base_number_prefix (const char *text, size_t *length)
{
  for (size_t i = 0; i < G_N_ELEMENTS (PREFIXES); i++)
    if (g_str_has_prefix (text, PREFIXES[i].text)) {
      *length = strlen (PREFIXES[i].text);
      return PREFIXES[i].factor;
    }
  *length = 0;
  return 0;
}

size_t
base_number_length (const char *text)
{
  static const char DIGITS[] = "0123456789";
  const char *first = text + (*text == '-' || *text == '+');
  const char *end = first + strspn (first, DIGITS);

  if (*end == '.' && (end > first || g_ascii_isdigit (end[1])))
    end += 1 + strspn (end + 1, DIGITS);
  if (end == first)
    return 0;
  if (*end == 'e' || *end == 'E') {
    const char *exponent = end + 1 + (end[1] == '-' || end[1] == '+');

    if (g_ascii_isdigit (*exponent))
      end = exponent + strspn (exponent, DIGITS);
  }
  return (size_t) (end - text);
}

/* Powers of ten up to 22 and integers below 2^53 are exact, so that one operation on
 * them is correctly rounded (Clinger 1990). */
double
base_number_read (const char *digits, size_t length, int exponent)
{
  static const double POWERS[EXACT_POWER + 1] = {
      1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  uint64_t mantissa = 0;
  int scale = exponent, n_digits = 0;
  bool fraction = false;

  for (size_t i = 0; i < length && n_digits < 17; i++) {
    if (digits[i] == '.') {
      fraction = true;
      continue;
    }
    mantissa = mantissa * 10 + (uint64_t) (digits[i] - '0');
    n_digits += mantissa > 0;
    scale -= fraction;
  }
  if (n_digits < 17 && mantissa < (1ull << 53) && ABS (scale) <= EXACT_POWER)
    return scale < 0 ? (double) mantissa / POWERS[-scale]
                     : (double) mantissa * POWERS[scale];
  g_autofree char *text = g_strdup_printf ("%.*se%d", (int) length, digits, exponent);
  return g_ascii_strtod (text, NULL);
}
