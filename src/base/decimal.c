/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/decimal.h"

#include <stdbool.h>
#include <string.h>

enum { MANTISSA_BITS = 52, EXPONENT_BIAS = 1023 + MANTISSA_BITS };

static const uint64_t HIDDEN_BIT = (uint64_t) 1 << MANTISSA_BITS;

__extension__ typedef unsigned __int128 Wide;

/* floor (log10 (2^e)) and floor (log10 (3/4 2^e)), exact in the range of doubles. */
static int
floor_log10_pow2 (int e, bool three_quarters)
{
  return (e * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

static int
floor_log2_pow10 (int e)
{
  return (e * 1741647) >> 19;
}

/* The product's upper part; its lowest bit is set if anything was cut off. */
static uint64_t
multiply_to_odd (const uint64_t power[2], uint64_t factor)
{
  Wide low = (Wide) power[1] * factor;
  Wide high = (Wide) power[0] * factor + (uint64_t) (low >> 64);

  return (uint64_t) (high >> 64) | ((uint64_t) high > 1);
}

/* The shortest in the interval of numbers that read back as c 2^q. */
static BaseDecimal
search (uint64_t c, int q, bool is_lower_closer)
{
  bool is_even = c % 2 == 0;
  int k = floor_log10_pow2 (q, is_lower_closer);
  int shift = q + floor_log2_pow10 (-k) + 1;
  const uint64_t *power = base_pow10[-k - BASE_POW10_LEAST];
  uint64_t lower = multiply_to_odd (power, (4 * c - 2 + is_lower_closer) << shift);
  uint64_t middle = multiply_to_odd (power, (4 * c) << shift);
  uint64_t upper = multiply_to_odd (power, (4 * c + 2) << shift);
  uint64_t s = middle / 4, tens = s / 10;

  lower += !is_even;
  upper -= !is_even;
  if (s >= 10) {
    bool fits_below = lower <= 40 * tens, fits_above = 40 * tens + 40 <= upper;

    if (fits_below != fits_above)
      return (BaseDecimal){tens + fits_above, k + 1};
  }
  bool fits_below = lower <= 4 * s, fits_above = 4 * s + 4 <= upper;
  if (fits_below != fits_above)
    return (BaseDecimal){s + fits_above, k};
  uint64_t half = 4 * s + 2;
  return (BaseDecimal){s + (middle > half || (middle == half && s % 2 == 1)), k};
}

BaseDecimal
base_decimal_shortest (double value)
{
  uint64_t bits, c;
  BaseDecimal decimal;

  memcpy (&bits, &value, sizeof bits);
  uint64_t mantissa = bits & (HIDDEN_BIT - 1);
  int exponent = (int) (bits >> MANTISSA_BITS);
  int q = (exponent == 0 ? 1 : exponent) - EXPONENT_BIAS;
  c = exponent == 0 ? mantissa : mantissa | HIDDEN_BIT;
  if (-q >= 0 && -q <= MANTISSA_BITS && (c & (((uint64_t) 1 << -q) - 1)) == 0)
    decimal = (BaseDecimal){c >> -q, 0};
  else
    decimal = search (c, q, mantissa == 0 && exponent > 1);
  while (decimal.digits % 10 == 0) {
    decimal.digits /= 10;
    decimal.exponent++;
  }
  return decimal;
}
