/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads products of symbols: the longest symbol as a whole comes first, then a prefix
 * with a symbol. What a dimension does not tell, angles, cycles and energies, is
 * counted beside it. */
#include "base/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* Powers are those of m kg s A K mol cd. */
typedef struct {
  const char *name;
  double factor;
  double offset;
  int8_t power[BASE_UNIT_N_BASES];
  bool takes_prefix;
  BaseUnitSense sense;
} Symbol;

static const Symbol SYMBOLS[] = {
    {"1", 1, 0, {0}, false},
    {"m", 1, 0, {1}, true},
    {"g", 1e-3, 0, {0, 1}, true},
    {"s", 1, 0, {0, 0, 1}, true},
    {"A", 1, 0, {0, 0, 0, 1}, true},
    {"K", 1, 0, {0, 0, 0, 0, 1}, true},
    {"mol", 1, 0, {0, 0, 0, 0, 0, 1}, true},
    {"cd", 1, 0, {0, 0, 0, 0, 0, 0, 1}, true},
    {"rad", 1, 0, {0}, true, {.angle = 1}},
    {"sr", 1, 0, {0}, false},
    {"Hz", 1, 0, {0, 0, -1}, true, {.cycles = 1}},
    {"N", 1, 0, {1, 1, -2}, true},
    {"Nm", 1, 0, {2, 1, -2}, true},
    {"Ns", 1, 0, {1, 1, -1}, true},
    {"Pa", 1, 0, {-1, 1, -2}, true},
    {"J", 1, 0, {2, 1, -2}, true, {.energy = 1}},
    {"W", 1, 0, {2, 1, -3}, true, {.energy = 1}},
    {"Wh", 3600, 0, {2, 1, -2}, true, {.energy = 1}},
    {"C", 1, 0, {0, 0, 1, 1}, true},
    {"V", 1, 0, {2, 1, -3, -1}, true},
    {"F", 1, 0, {-2, -1, 4, 2}, true},
    {"ohm", 1, 0, {2, 1, -3, -2}, true},
    {"Ω", 1, 0, {2, 1, -3, -2}, true},
    {"S", 1, 0, {-2, -1, 3, 2}, true},
    {"Wb", 1, 0, {2, 1, -2, -1}, true},
    {"T", 1, 0, {0, 1, -2, -1}, true},
    {"H", 1, 0, {2, 1, -2, -2}, true},
    {"L", 1e-3, 0, {3}, true},
    {"l", 1e-3, 0, {3}, true},
    {"bar", 1e5, 0, {-1, 1, -2}, true},
    {"min", 60, 0, {0, 0, 1}, false},
    {"h", 3600, 0, {0, 0, 1}, false},
    {"d", 86400, 0, {0, 0, 1}, false},
    {"t", 1e3, 0, {0, 1}, false},
    {"deg", G_PI / 180, 0, {0}, false, {.angle = 1}},
    {"°", G_PI / 180, 0, {0}, false, {.angle = 1}},
    {"rev", 2 * G_PI, 0, {0}, false, {.angle = 1}},
    {"rpm", G_PI / 30, 0, {0, 0, -1}, false, {.angle = 1}},
    {"g_n", 9.80665, 0, {1, 0, -2}, false},
    {"in", 0.0254, 0, {1}, false},
    {"ft", 0.3048, 0, {1}, false},
    {"mi", 1609.344, 0, {1}, false},
    {"mph", 0.44704, 0, {1, 0, -1}, false},
    {"lb", 0.45359237, 0, {0, 1}, false},
    {"lbf", 4.4482216152605, 0, {1, 1, -2}, false},
    {"hp", 745.69987158227022, 0, {2, 1, -3}, false},
    {"psi", 6894.7572931683608, 0, {-1, 1, -2}, false},
    {"degC", 1, 273.15, {0, 0, 0, 0, 1}, false},
    {"°C", 1, 273.15, {0, 0, 0, 0, 1}, false},
    {"degF", 5.0 / 9, 459.67 * 5 / 9, {0, 0, 0, 0, 1}, false},
    {"%", 0.01, 0, {0}, false},
};

static const struct {
  const char *name;
  double factor;
} PREFIXES[] = {
    {"da", 1e1}, {"T", 1e12}, {"G", 1e9},  {"M", 1e6},   {"k", 1e3},
    {"h", 1e2},  {"d", 1e-1}, {"c", 1e-2}, {"m", 1e-3},  {"u", 1e-6},
    {"µ", 1e-6}, {"μ", 1e-6}, {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15},
};

/* ---- symbols ---- */

static const Symbol *
find_symbol (const char *text, size_t length, bool with_prefix)
{
  for (size_t i = 0; i < G_N_ELEMENTS (SYMBOLS); i++)
    if (strlen (SYMBOLS[i].name) == length &&
        memcmp (SYMBOLS[i].name, text, length) == 0 &&
        (!with_prefix || SYMBOLS[i].takes_prefix))
      return &SYMBOLS[i];
  return NULL;
}

/* A symbol as a whole comes first: "min" is no milli-inch. */
static const Symbol *
read_symbol (const char *text, size_t length, double *factor)
{
  const Symbol *symbol = find_symbol (text, length, false);

  *factor = 1;
  for (size_t i = 0; symbol == NULL && i < G_N_ELEMENTS (PREFIXES); i++) {
    size_t n = strlen (PREFIXES[i].name);

    if (n >= length || memcmp (PREFIXES[i].name, text, n) != 0)
      continue;
    symbol = find_symbol (text + n, length - n, true);
    *factor = PREFIXES[i].factor;
  }
  return symbol;
}

static bool
is_symbol_char (const char *at)
{
  return g_ascii_isalpha (*at) || *at == '_' || *at == '%' ||
         ((unsigned char) *at >= 0x80 && !g_str_has_prefix (at, "·") &&
          !g_str_has_prefix (at, "²") && !g_str_has_prefix (at, "³"));
}

static const char *
read_power (const char *at, int *power)
{
  *power = 1;
  if (g_str_has_prefix (at, "²") || g_str_has_prefix (at, "³")) {
    *power = g_str_has_prefix (at, "²") ? 2 : 3;
    return at + strlen ("²");
  }
  bool is_marked = *at == '^';
  at += is_marked;
  if (g_ascii_isdigit (*at) ||
      ((*at == '-' || *at == '+') && g_ascii_isdigit (at[1]))) {
    char *end;
    long value = strtol (at, &end, 10);

    *power = (int) CLAMP (value, -99, 99);
    return end;
  }
  return is_marked ? NULL : at;
}

/* ---- products ---- */

typedef struct {
  BaseUnit unit;
  int n_factors;
} Product;

static bool
multiply (Product *product, const Symbol *symbol, double prefix, int power)
{
  product->unit.factor *= pow (symbol->factor * prefix, power);
  product->unit.offset = power == 1 ? symbol->offset : 0;
  product->n_factors++;
  product->unit.sense.angle += (int8_t) (power * symbol->sense.angle);
  product->unit.sense.cycles += (int8_t) (power * symbol->sense.cycles);
  product->unit.sense.energy += (int8_t) (power * symbol->sense.energy);
  for (int i = 0; i < BASE_UNIT_N_BASES; i++) {
    int sum = product->unit.power[i] + power * symbol->power[i];

    if (sum < INT8_MIN || sum > INT8_MAX)
      return false;
    product->unit.power[i] = (int8_t) sum;
  }
  return true;
}

/* One symbol with its power; `sign` is -1 behind a division. NULL if there is none. */
static const char *
read_factor (const char *at, int sign, Product *product)
{
  const char *begin = at;
  const Symbol *symbol;
  double prefix;
  int power;

  if (*at == '1' && !g_ascii_isdigit (at[1]))
    return multiply (product, &SYMBOLS[0], 1, 1) ? at + 1 : NULL;
  while (*at != '\0' && is_symbol_char (at))
    at++;
  symbol = at == begin ? NULL : read_symbol (begin, (size_t) (at - begin), &prefix);
  if (symbol == NULL)
    return NULL;
  at = read_power (at, &power);
  return at != NULL && multiply (product, symbol, prefix, sign * power) ? at : NULL;
}

static const char *
skip_product_sign (const char *at)
{
  while (*at == ' ' || *at == '.' || *at == '*' || g_str_has_prefix (at, "·"))
    at += g_str_has_prefix (at, "·") ? strlen ("·") : 1;
  return at;
}

bool
base_unit_parse (const char *text, BaseUnit *unit)
{
  Product product = {.unit = {.factor = 1}};
  int sign = 1, group = 0; /* that of the open bracket, 0 outside */

  while (text != NULL && *text != '\0') {
    text = skip_product_sign (text);
    if (*text == '/') {
      sign = -1;
      text++;
    } else if (*text == '(' && group == 0) {
      group = sign;
      sign = 1;
      text++;
    } else if (*text == ')' && group != 0 && sign == 1) {
      group = 0;
      text++;
    } else if (*text != '\0') {
      text = read_factor (text, group < 0 ? -sign : sign, &product);
      sign = 1;
    }
  }
  if (text == NULL || product.n_factors == 0 || group != 0 || sign != 1)
    return false;
  /* Degrees Celsius in a product or to a power are differences of temperature. */
  if (product.n_factors > 1)
    product.unit.offset = 0;
  *unit = product.unit;
  return true;
}

bool
base_unit_same_dimension (const BaseUnit *a, const BaseUnit *b)
{
  return memcmp (a->power, b->power, sizeof a->power) == 0;
}

static bool
is_one_of (const BaseUnit *unit, int from, int to)
{
  for (int i = from; i < to; i++)
    if (unit->power[i] != 0)
      return true;
  return false;
}

/* Frequencies count cycles, angular speeds radians: 2 pi of these make one of those. */
static BaseUnitFit
fit_turns (const BaseUnitSense *typed, const BaseUnitSense *wanted, double *factor)
{
  bool to_cycles = wanted->cycles != 0 && typed->angle != 0;
  bool to_angle = wanted->angle != 0 && typed->cycles != 0;

  if (to_cycles || to_angle) {
    *factor = pow (2 * G_PI, to_angle ? typed->cycles : -wanted->cycles);
    return typed->angle + typed->cycles == wanted->angle + wanted->cycles
               ? BASE_UNIT_FITS
               : BASE_UNIT_OTHER_DIMENSION;
  }
  return BASE_UNIT_FITS;
}

BaseUnitFit
base_unit_fit (const BaseUnit *typed, const BaseUnit *wanted, double *factor)
{
  static const int8_t TORQUE[BASE_UNIT_N_BASES] = {2, 1, -2};
  const BaseUnitSense *from = &typed->sense, *to = &wanted->sense;
  bool is_neutral = from->angle == 0 && from->cycles == 0;
  bool has_base = is_one_of (typed, 0, BASE_UNIT_N_BASES);
  bool has_more_than_time = is_one_of (typed, 0, 2) || is_one_of (typed, 3, 7);

  *factor = 1;
  if (!base_unit_same_dimension (typed, wanted))
    return BASE_UNIT_OTHER_DIMENSION;
  if (from->energy != 0 && to->energy == 0 &&
      memcmp (wanted->power, TORQUE, sizeof TORQUE) == 0)
    return BASE_UNIT_ENERGY;
  if (is_neutral)
    return to->angle > 0 && has_base ? BASE_UNIT_AMBIGUOUS : BASE_UNIT_FITS;
  if (to->angle == 0 && to->cycles == 0)
    return from->angle + from->cycles < 0 && has_more_than_time ? BASE_UNIT_PER_ANGLE
                                                                : BASE_UNIT_FITS;
  return fit_turns (from, to, factor);
}

bool
base_unit_scale (const char *units, const char *shown, double *factor, double *offset)
{
  BaseUnit unit, own;
  double turns;

  if (!base_unit_parse (shown, &unit) || !base_unit_parse (units, &own) ||
      base_unit_fit (&unit, &own, &turns) != BASE_UNIT_FITS)
    return false;
  *factor = unit.factor * turns;
  *offset = unit.offset * turns;
  return true;
}

/* ---- quantities ---- */

/* "5", "-2.5e3", "1/4": what stands before the unit. NULL if there is no number. */
static const char *
read_number (const char *text, double *value)
{
  while (g_ascii_isspace (*text))
    text++;
  const char *end = text + base_number_length (text);
  *value = g_ascii_strtod (text, NULL);
  if (end == text || !isfinite (*value))
    return NULL;
  if (end[0] == '/' && g_ascii_isdigit (end[1])) {
    const double divisor = g_ascii_strtod (end + 1, NULL);

    if (divisor == 0)
      return NULL;
    *value /= divisor;
    end += 1 + base_number_length (end + 1);
  }
  return end;
}

/* "10k": one prefix letter directly behind the number, as in the language. */
static bool
read_suffix (const char *text, double *factor)
{
  size_t length;

  *factor = base_number_prefix (text, &length);
  return *factor != 0 && text[length] == '\0';
}

/* The unit behind a number, in what is expected. */
static BaseUnitFit
read_unit (const char *symbols, const char *expected, BaseUnit *unit)
{
  BaseUnitFit fit;
  BaseUnit wanted;
  double turns;

  if (!base_unit_parse (symbols, unit))
    return BASE_UNIT_UNKNOWN;
  if (expected[0] == '\0')
    return BASE_UNIT_FITS;
  if (!base_unit_parse (expected, &wanted))
    return BASE_UNIT_OTHER_DIMENSION;
  fit = base_unit_fit (unit, &wanted, &turns);
  unit->factor *= turns;
  unit->offset *= turns;
  return fit;
}

BaseUnitFit
base_unit_read_quantity (const char *text,
                         const char *expected,
                         const char *default_unit,
                         double *value)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  BaseUnit unit = {.factor = 1};
  double number, suffix = 1;
  const char *rest = read_number (trimmed, &number);
  BaseUnitFit fit = BASE_UNIT_FITS;

  if (rest == NULL)
    return BASE_UNIT_UNKNOWN;
  bool is_attached = *rest != ' ';
  g_autofree char *symbols = g_strdup_printf ("%s%s", *rest == '/' ? "1" : "", rest);
  g_strstrip (symbols);
  /* A unit, or a letter that multiplies a bare number. */
  if (symbols[0] != '\0')
    fit = read_unit (symbols, expected, &unit);
  bool has_letter = fit != BASE_UNIT_FITS && is_attached && read_suffix (rest, &suffix);
  if (symbols[0] == '\0' || has_letter) {
    unit = (BaseUnit){.factor = 1};
    fit = default_unit[0] == '\0' ? BASE_UNIT_FITS
                                  : read_unit (default_unit, expected, &unit);
  }
  *value = unit.factor * number * suffix + unit.offset;
  return fit;
}

bool
base_unit_parse_quantity (const char *text,
                          const char *expected,
                          const char *default_unit,
                          double *value)
{
  return base_unit_read_quantity (text, expected, default_unit, value) ==
         BASE_UNIT_FITS;
}

/* ---- for people ---- */

#define CHOICES(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct {
  const char *units;
  const char *const *choices;
} TABLE[] = {
    {"m", CHOICES ("m", "mm", "cm", "km", "in", "ft")},
    {"m2", CHOICES ("m2", "cm2", "mm2")},
    {"m3", CHOICES ("m3", "cm3", "L")},
    {"m/s", CHOICES ("m/s", "mm/s", "km/h", "mph")},
    {"m/s2", CHOICES ("m/s2", "mm/s2", "g_n")},
    {"m/s3", CHOICES ("m/s3", "mm/s3")},
    {"rad", CHOICES ("deg", "rad", "rev")},
    {"rad/s", CHOICES ("rad/s", "rpm", "deg/s")},
    {"rad/s2", CHOICES ("rad/s2", "deg/s2")},
    {"s", CHOICES ("s", "ms", "min", "h", "d")},
    {"Hz", CHOICES ("Hz", "kHz", "rpm")},
    {"kg", CHOICES ("kg", "g", "t", "lb")},
    {"kg/m3", CHOICES ("kg/m3", "g/cm3")},
    {"kg.m2", CHOICES ("kg.m2", "kg.cm2", "g.cm2")},
    {"N", CHOICES ("N", "kN", "mN", "lbf")},
    {"N.m", CHOICES ("N.m", "N.mm", "kN.m", "lbf.ft")},
    {"N/m", CHOICES ("N/m", "N/mm", "kN/m", "kN/mm")},
    {"N.s/m", CHOICES ("N.s/m", "N.s/mm", "kN.s/m")},
    {"N.m/rad", CHOICES ("N.m/rad", "N.m/deg", "kN.m/rad")},
    {"N.m.s/rad", CHOICES ("N.m.s/rad", "N.m.s/deg", "N.m/rpm")},
    {"rad/m", CHOICES ("rad/m", "rad/mm", "rev/m")},
    {"W", CHOICES ("W", "kW", "mW", "hp")},
    {"J", CHOICES ("J", "kJ", "mJ", "kW.h")},
    {"K", CHOICES ("degC", "K", "degF")},
    {"Pa", CHOICES ("Pa", "kPa", "MPa", "bar", "psi")},
    {"1", CHOICES ("1", "%")},
};

const char *const *
base_unit_choices (const char *units)
{
  static const char *const NONE[] = {NULL};

  for (size_t i = 0; i < G_N_ELEMENTS (TABLE); i++)
    if (strcmp (TABLE[i].units, units) == 0)
      return TABLE[i].choices;
  return NONE;
}

static void
append_power (GString *label, char digit)
{
  static const char *const POWERS[] = {"⁰", "¹", "²", "³", "⁴",
                                       "⁵", "⁶", "⁷", "⁸", "⁹"};

  g_string_append (label, digit == '-' ? "⁻" : POWERS[digit - '0']);
}

char *
base_unit_to_label (const char *units)
{
  GString *label = g_string_new (NULL);
  bool after_symbol = false;

  for (const char *at = units; *at != '\0'; at++) {
    bool is_power = after_symbol &&
                    (g_ascii_isdigit (*at) || (*at == '-' && g_ascii_isdigit (at[1])));

    if (g_str_has_prefix (at, "deg") && !after_symbol) {
      g_string_append (label, "°");
      at += 2;
    } else if (*at == '.' || *at == '*') {
      g_string_append (label, "·");
    } else if (is_power) {
      append_power (label, *at);
    } else if (*at != '^') {
      g_string_append_c (label, *at);
    }
    after_symbol = g_ascii_isalpha (*at) || (unsigned char) *at >= 0x80 || is_power ||
                   (after_symbol && *at == '^');
  }
  return g_string_free (label, FALSE);
}

char *
base_unit_behind (const char *space, const char *units)
{
  if (units == NULL || *units == '\0' || strcmp (units, "1") == 0)
    return g_strdup ("");
  g_autofree char *label = base_unit_to_label (units);
  /* Degrees of an angle follow at once (The International System of Units, 2019,
   * §5.4.3). */
  return g_strconcat (strcmp (label, "°") == 0 ? "" : space, label, NULL);
}

char *
base_unit_quantity_to_text (double value, int digits, const char *units)
{
  g_autofree char *behind = base_unit_behind (" ", units);
  char number[BASE_NUMBER_SIZE], text[BASE_MINUS_SIZE];

  base_number_to_short_text (value, digits, number);
  return g_strconcat (base_number_with_minus (number, text), behind, NULL);
}

/* ---- what may have been meant ---- */

/* The first word that is no unit: where it begins, and its length; 0 if there is none.
 */
static size_t
find_unknown (const char *text, const char **word)
{
  double prefix;

  while (*text != '\0') {
    const char *end = text;

    while (*end != '\0' && is_symbol_char (end))
      end++;
    *word = text;
    if (end > text && read_symbol (text, (size_t) (end - text), &prefix) == NULL)
      return (size_t) (end - text);
    text = end > text ? end : text + 1;
  }
  return 0;
}

/* The text with the word replaced, if that fits. */
static char *
replace_word (const char *text,
              const char *word,
              size_t length,
              const char *by,
              const char *expected)
{
  g_autofree char *before = g_strndup (text, (gsize) (word - text));
  g_autofree char *whole = g_strconcat (before, by, word + length, NULL);
  double value;
  g_autofree char *quantity = g_strconcat ("1 ", whole, NULL);

  return base_unit_parse_quantity (quantity, expected, "", &value)
             ? base_unit_to_label (whole)
             : NULL;
}

/* Units written without a sign between them. */
static char *
split_word (const char *text, const char *word, size_t length, const char *expected)
{
  char *found = NULL;
  double prefix;

  for (size_t i = length - 1; i > 0 && found == NULL; i--) {
    if (read_symbol (word, i, &prefix) == NULL ||
        read_symbol (word + i, length - i, &prefix) == NULL)
      continue;
    g_autofree char *by =
        g_strdup_printf ("%.*s.%.*s", (int) i, word, (int) (length - i), word + i);
    found = replace_word (text, word, length, by, expected);
  }
  return found;
}

/* A plural, or a symbol in other letters. */
static char *
mend_word (const char *text, const char *word, size_t length, const char *expected)
{
  g_autofree char *plain =
      g_strndup (word, word[length - 1] == 's' ? length - 1 : length);
  char *found = replace_word (text, word, length, plain, expected);

  for (size_t i = 0; i < G_N_ELEMENTS (SYMBOLS) && found == NULL; i++)
    if (g_ascii_strncasecmp (SYMBOLS[i].name, word, length) == 0 &&
        strlen (SYMBOLS[i].name) == length)
      found = replace_word (text, word, length, SYMBOLS[i].name, expected);
  return found;
}

char *
base_unit_suggest (const char *text, const char *expected)
{
  double number;
  const char *unit = read_number (text, &number), *word;

  if (unit == NULL)
    return NULL;
  g_autofree char *digits = g_strndup (text, (gsize) (unit - text));
  unit += strspn (unit, " ");
  size_t length = find_unknown (unit, &word);
  if (length < 2)
    return NULL;
  g_autofree char *label = split_word (unit, word, length, expected);
  if (label == NULL)
    label = mend_word (unit, word, length, expected);
  return label == NULL ? NULL : g_strdup_printf ("%s %s", digits, label);
}
