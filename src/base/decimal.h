/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* digits * 10^exponent */
typedef struct {
  uint64_t digits; /* at most 17 of them, the last one not 0 */
  int exponent;
} BaseDecimal;

/* The shortest decimal number that reads back as `value`, the nearest one if there are
 * several. `value` is finite and greater than 0. R. Giulietti, The Schubfach way to
 * render doubles, 2020, figures 4 and 6. */
BaseDecimal base_decimal_shortest (double value);
