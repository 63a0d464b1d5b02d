#include "base/number.h"

#include <math.h>
#include <string.h>

static const struct {
  const char *text;
  double factor;
} PREFIXES[] = {
    {"T", 1e12}, {"G", 1e9},   {"M", 1e6},       {"k", 1e3},
    {"m", 1e-3}, {"u", 1e-6},  {"\u00B5", 1e-6}, {"\u03BC", 1e-6},
    {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15},
};

static const char *
not_finite (double value)
{
  return isnan (value) ? "nan" : value > 0 ? "inf" : "-inf";
}

static const char *
format (double value, int digits, char *text)
{
  char pattern[8];

  g_snprintf (pattern, sizeof pattern, "%%.%dg", digits);
  return g_ascii_formatd (text, BASE_NUMBER_SIZE, pattern, value);
}

const char *
base_number_to_text (double value, char *text)
{
  if (!isfinite (value))
    return strcpy (text, not_finite (value));
  /* 15 digits are enough for most numbers that people type, 17 for all. */
  for (int digits = 15; digits < 17; digits++)
    if (g_ascii_strtod (format (value, digits, text), NULL) == value)
      return text;
  return format (value, 17, text);
}

const char *
base_number_to_short_text (double value, int digits, char *text)
{
  if (!isfinite (value))
    return strcpy (text, not_finite (value));
  return format (value, digits, text);
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
