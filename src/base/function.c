/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of base/function.h, expanded for those who need the name, the number of
 * arguments or the value of a single function. A name is looked for row by row: there
 * are some thirty. */
#include "base/function.h"

#include <math.h>
#include <string.h>

static const struct {
  const char *name;
  uint32_t n_args;
} FUNCTIONS[BASE_N_FUNCTIONS] = {
#define X(NAME, name, n_args, ...) [BASE_##NAME] = {name, n_args},
    BASE_FUNCTIONS (X)
#undef X
};

BaseFunction
base_function_find (const char *name, uint32_t n_args)
{
  if (strcmp (name, "atan") == 0 && n_args == 2)
    return BASE_ATAN2;
  for (uint32_t i = 0; i < BASE_N_FUNCTIONS; i++)
    if (FUNCTIONS[i].n_args == n_args && strcmp (FUNCTIONS[i].name, name) == 0)
      return i;
  return BASE_N_FUNCTIONS;
}

const char *
base_function_name (BaseFunction function)
{
  return FUNCTIONS[function].name;
}

uint32_t
base_function_n_args (BaseFunction function)
{
  return FUNCTIONS[function].n_args;
}

#define A a
#define B b

double
base_function_value (BaseFunction function, double a, double b)
{
  switch (function) {
#define X(NAME, name, n_args, value, ...)                                              \
  case BASE_##NAME:                                                                    \
    return value;
    BASE_FUNCTIONS (X)
#undef X
  case BASE_N_FUNCTIONS:
    break;
  }
  return (double) NAN;
}
