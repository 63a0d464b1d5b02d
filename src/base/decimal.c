/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only operation on powers of ten that Schubfach needs is the product of one, to
 * 128 bits, with an integer. Each power is put together from a coarse one and a fine
 * one. */
#include "base/decimal.h"

#include <stdbool.h>
#include <string.h>

enum { MANTISSA_BITS = 52, EXPONENT_BIAS = 1023 + MANTISSA_BITS };

static const uint64_t HIDDEN_BIT = (uint64_t) 1 << MANTISSA_BITS;

__extension__ typedef unsigned __int128 Wide;

enum { POW10_LEAST = -297, POW10_STEP = 27 };

/* Every POW10_STEP-th power of ten from POW10_LEAST on, scaled by the power of two that
 * brings it into [2^191, 2^192), rounded up; the upper part first. 0 is among the
 * exponents, so that powers are exact as far as 128 bits can hold them. */
/* clang-format off */
static const uint64_t COARSE[][3] = {
    {0xa76c582338ed2621u, 0xaf2af2b80af6f24eu, 0x657c8f4d43323a37u},
    {0x873e4f75e2224e68u, 0x5a7744a6e804a291u, 0xcc35eddfcf0996d8u},
    {0xda7f5bf590966848u, 0xaf39a475506a899eu, 0xa30294cc2934e663u},
    {0xb080392cc4349decu, 0xbd8d794d96aacfb3u, 0xfe13a5c86af64419u},
    {0x8e938662882af53eu, 0x547eb47b7282ee9cu, 0x41b0230e1421487eu},
    {0xe65829b3046b0afau, 0x0cb4a5a3112a5112u, 0xa3b561b1cb208397u},
    {0xba121a4650e4ddebu, 0x92f34d62616ce413u, 0x21a0183e10583cd4u},
    {0x964e858c91ba2655u, 0x3a6a07f8d510f86fu, 0xe9082f25e9c5e9edu},
    {0xf2d56790ab41c2a2u, 0xfae27299423fb9c3u, 0x3695dad7e8858902u},
    {0xc428d05aa4751e4cu, 0xaa97e14c3c26b886u, 0x96842dc95323f5a9u},
    {0x9e74d1b791e07e48u, 0x775ea264cf55347du, 0xca49f1c05120c9c8u},
    {0x8000000000000000u, 0x0000000000000000u, 0x0000000000000000u},
    {0xcecb8f27f4200f3au, 0x0000000000000000u, 0x0000000000000000u},
    {0xa70c3c40a64e6c51u, 0x999090b65f67d924u, 0x0000000000000000u},
    {0x86f0ac99b4e8dafdu, 0x69a028bb3ded71a3u, 0xdf9f915627c04e28u},
    {0xda01ee641a708de9u, 0xe80e6f4820cc9495u, 0xd74baad03bc1d8d4u},
    {0xb01ae745b101e9e4u, 0x5ec05dcff72e7f8fu, 0xc04c79ffe3243020u},
    {0x8e41ade9fbebc27du, 0x14588f13be847307u, 0x23bd6a2059c002f6u},
    {0xe5d3ef282a242e81u, 0x8f1668c8a86da5fau, 0xf0b5ccf5176ecc7du},
    {0xb9a74a0637ce2ee1u, 0x6d953e2bd7173692u, 0x88efb0037ac08bdfu},
    {0x95f83d0a1fb69cd9u, 0x4abdaf101564f98eu, 0x0d5a4af7b3a98e48u},
    {0xf24a01a73cf2dccfu, 0xbc633b39673c8cecu, 0x3d9c44cd2f36917du},
    {0xc3b8358109e84f07u, 0x0a862f80ec4700c8u, 0x02606ea01029dc38u},
    {0x9e19db92b4e31ba9u, 0x6c07a2c26a8346d1u, 0x4944d9f52cd0dec3u},
};

/* 10^i for i from 0 on, scaled into [2^63, 2^64), exact. */
static const uint64_t FINE[POW10_STEP] = {
    0x8000000000000000u, 0xa000000000000000u, 0xc800000000000000u,
    0xfa00000000000000u, 0x9c40000000000000u, 0xc350000000000000u,
    0xf424000000000000u, 0x9896800000000000u, 0xbebc200000000000u,
    0xee6b280000000000u, 0x9502f90000000000u, 0xba43b74000000000u,
    0xe8d4a51000000000u, 0x9184e72a00000000u, 0xb5e620f480000000u,
    0xe35fa931a0000000u, 0x8e1bc9bf04000000u, 0xb1a2bc2ec5000000u,
    0xde0b6b3a76400000u, 0x8ac7230489e80000u, 0xad78ebc5ac620000u,
    0xd8d726b7177a8000u, 0x878678326eac9000u, 0xa968163f0a57b400u,
    0xd3c21bcecceda100u, 0x84595161401484a0u, 0xa56fa5b99019a5c8u,
};
/* clang-format on */

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

/* 10^k scaled into [2^127, 2^128), rounded up. */
static Wide
scaled_pow10 (int k)
{
  const uint64_t *coarse = COARSE[(k - POW10_LEAST) / POW10_STEP];
  uint64_t fine = FINE[(k - POW10_LEAST) % POW10_STEP];
  Wide low = (Wide) coarse[2] * fine;
  Wide middle = (Wide) coarse[1] * fine + (uint64_t) (low >> 64);
  Wide high = (Wide) coarse[0] * fine + (uint64_t) (middle >> 64);
  uint64_t rest = (uint64_t) middle;

  if (high >> 127 == 0) {
    high = high << 1 | rest >> 63;
    rest <<= 1;
  }
  return high + (rest != 0 || (uint64_t) low != 0);
}

/* The product's upper part; its lowest bit is set if anything was cut off. */
static uint64_t
multiply_to_odd (Wide power, uint64_t factor)
{
  Wide low = (Wide) (uint64_t) power * factor;
  Wide high = (power >> 64) * factor + (uint64_t) (low >> 64);

  return (uint64_t) (high >> 64) | ((uint64_t) high > 1);
}

/* The shortest in the interval of numbers that read back as c 2^q. */
static BaseDecimal
search (uint64_t c, int q, bool is_lower_closer)
{
  bool is_even = c % 2 == 0;
  int k = floor_log10_pow2 (q, is_lower_closer);
  int shift = q + floor_log2_pow10 (-k) + 1;
  Wide power = scaled_pow10 (-k);
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
