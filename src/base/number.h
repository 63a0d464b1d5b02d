/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* Numbers as text, independent of the locale. */
enum { BASE_NUMBER_SIZE = 32 };

/* The greatest whole number that is told from the next one: 2^53 + 1 reads as 2^53. */
#define BASE_WHOLE_MOST 9007199254740991.0

/* The shortest text that reads back as the same double: "0.1", "1e-9", "nan", "inf".
 * `text` has room for BASE_NUMBER_SIZE bytes and is returned. */
const char *base_number_to_text (double value, char *text);

/* As above with at most `digits` significant digits, for labels: "1.235", "0" for
 * both zeros. */
const char *base_number_to_short_text (double value, int digits, char *text);

/* A number to be read, not typed: minus signs (U+2212) for the hyphens in what these
 * functions or printf made of it. `text` has room for BASE_MINUS_SIZE bytes and is
 * returned. */
enum { BASE_MINUS_SIZE = 40 };
const char *base_number_with_minus (const char *number, char *text);

/* The factor of an SI prefix letter (T G M k m u n p f, and the two letters mu given as
 * UTF-8), or 0 when `text` does not begin with one; *length is its size in bytes. */
double base_number_prefix (const char *text, size_t *length);

/* How many bytes at the beginning of a text are a number: a sign, digits with at most
 * one
 * '.', an exponent. 0: it begins otherwise, as "nan", "inf" and "infinity" do. */
size_t base_number_length (const char *text);

/* The double nearest to `digits` (a run of decimal digits with at most one '.') times
 * 10^exponent. */
double base_number_read (const char *digits, size_t length, int exponent);
