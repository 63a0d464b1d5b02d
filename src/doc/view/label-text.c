/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands beside a symbol: the lines that its class gives, with `$(p)` replaced by
 * the name and by values, to be read and not typed: with units and minus signs; a
 * default that follows from other parameters as the number that it comes to. A line
 * that says only that nothing acts is left out. How much
 * room a line takes does not depend on the user's language, since wires go around it:
 * it is that of the untranslated line. */
#include "doc/view/label-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "base/unit.h"
#include "doc/model-private.h"
#include "doc/view/font.h"
#include "doc/view/modifier.h"
#include "lang/parse.h"
#include "lib/assumed.h"
#include "lib/constant.h"

static const double frame = 1000; /* of a class, in the units of its labels */
static const double rim = 0.1;    /* of the frame: what lies there is beside it */

static const double cut_width = 60;      /* of a name that is cut */
static const double worth_cutting = 1.3; /* one that is so much wider */

enum { MAX_DEPTH = 32, PARTS_MOST = 8, DIGITS = 6 };

/* ---- values ---- */

/* The number that a value begins with, to be read, and what follows as it is. */
static void
append_read (GString *out, const char *value)
{
  const size_t length = base_number_length (value);
  char number[BASE_NUMBER_SIZE], text[BASE_MINUS_SIZE];

  if (length < BASE_NUMBER_SIZE) {
    g_strlcpy (number, value, length + 1);
    g_string_append (out, base_number_with_minus (number, text));
    value += length;
  }
  g_string_append (out, value);
}

/* Whether a value is a number, and nothing behind it but maybe the letter of a prefix:
 * where that is. */
static bool
is_number (const char *value, const char **letter)
{
  const char *end = value + base_number_length (value);
  size_t length = 0;

  *letter = end;
  return end != value && (*end == '\0' || (base_number_prefix (end, &length) != 0 &&
                                           end[length] == '\0'));
}

/* "2.5" with its unit; "1k" of N/m as "1 kN/m". What is no number stands as written. */
static void
append_with_units (GString *out, const char *value, const char *units)
{
  const char *letter;

  if (units[0] == '\0' || !is_number (value, &letter) ||
      (*letter != '\0' && g_str_has_prefix (units, "kg"))) {
    append_read (out, value);
    return;
  }
  g_autofree char *label = base_unit_to_label (units);
  g_autofree char *number = g_strndup (value, (gsize) (letter - value));
  append_read (out, number);
  g_string_append_printf (out, "\u2009%s%s", letter, label);
}

/* ---- defaults ---- */

/* Each parameter is worked out once, from others that are; one that is still under way
 * follows from itself, and is not known. */
typedef struct {
  const DocModel *doc;
  const DocItem *item;
  LibValue *values; /* per parameter of the card */
  bool *is_begun;
  uint32_t depth;
  bool has_others; /* names were looked up */
} Defaults;

static LibValue default_of (Defaults *defaults, const LibParam *param);

/* The value of another parameter of the item, given as a number or by default. */
static LibValue
look_up (void *data, const char *const *parts, uint32_t n_parts)
{
  Defaults *defaults = data;
  const LibParam *param =
      n_parts == 1 ? doc_modifier_param (defaults->item, parts[0]) : NULL;

  defaults->has_others = true;
  if (param == NULL)
    return (LibValue){.kind = LIB_UNKNOWN};
  const LangExpr *given = doc_modifier_find (defaults->item->decl, parts[0]);
  return given == NULL ? default_of (defaults, param)
                       : lib_constant (given, defaults->doc->index, "", NULL, NULL);
}

static LibValue
work_out (Defaults *defaults, const char *text)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("default", text, strlen (text));
  const LangExpr *expr = lang_parse_expression (arena, source, diags);
  const LibValue value =
      expr == NULL
          ? (LibValue){.kind = LIB_UNKNOWN}
          : lib_constant (expr, defaults->doc->index,
                          defaults->item->card->entry->namespace, look_up, defaults);

  return (LibValue){.kind = value.kind, .number = value.number};
}

static LibValue
default_of (Defaults *defaults, const LibParam *param)
{
  const size_t number = (size_t) (param - defaults->item->card->params);

  if (!defaults->is_begun[number] && param->value != NULL &&
      defaults->depth < MAX_DEPTH) {
    defaults->is_begun[number] = true;
    defaults->depth++;
    defaults->values[number] = work_out (defaults, param->value);
    defaults->depth--;
  }
  return defaults->values[number];
}

/* A default as it stands, or what it comes to if other parameters are in it. */
static char *
default_text (const DocModel *doc, const DocItem *item, const LibParam *param)
{
  const bool is_real =
      param->kind == LIB_PARAM_REAL || param->kind == LIB_PARAM_INTEGER;
  const uint32_t n = item->card->n_params;
  char number[BASE_NUMBER_SIZE];
  const char *letter;

  if (!is_real || param->value == NULL || is_number (param->value, &letter))
    return g_strdup (param->value);
  g_autofree LibValue *values = g_new0 (LibValue, n); /* all LIB_UNKNOWN */
  g_autofree bool *is_begun = g_new0 (bool, n);
  Defaults defaults = {
      .doc = doc, .item = item, .values = values, .is_begun = is_begun};
  const LibValue value = default_of (&defaults, param);
  const bool is_known = value.kind == LIB_NUMBER && isfinite (value.number);
  return g_strdup (is_known && defaults.has_others
                       ? base_number_to_short_text (value.number, DIGITS, number)
                       : param->value);
}

/* What the label says, with a bare `instance_name` in the usual form. */
static const char *
pattern_of (const LibLabel *label)
{
  return strcmp (label->text, "instance_name") == 0 ? "$(instance)" : label->text;
}

static bool
is_of_name (const LibLabel *label)
{
  return strstr (pattern_of (label), "$(instance)") != NULL;
}

/* Whether the class shows more values than one: directions, of which some may be free.
 */
static bool
has_directions (const LibCard *card)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < card->n_labels; i++)
    n += !is_of_name (&card->labels[i]);
  return n > 1;
}

/* Of a parameter: zero, and what is so by default or has it as its least value, as a
 * stiffness in a direction without a spring; a body without mass is worth saying. */
static bool
is_idle (const LibCard *card, const LibParam *param, const char *value)
{
  const char *letter;

  return param != NULL && param->value != NULL && value != NULL &&
         is_number (value, &letter) && g_ascii_strtod (value, NULL) == 0 &&
         ((param->has_min && param->min == 0 && has_directions (card)) ||
          (is_number (param->value, &letter) &&
           g_ascii_strtod (param->value, NULL) == 0));
}

/* False if there is none. */
static bool
append_value (GString *out,
              const DocModel *doc,
              const DocItem *item,
              const char *name,
              bool *idle)
{
  const LibParam *param = doc_modifier_param (item, name);
  const char *entry = doc_modifier_entry (item, name);
  const DocModifier modifier = doc_modifier_read (item, name);
  const LangExpr *given = doc_modifier_value (item->decl, &modifier);
  g_autofree char *value =
      given != NULL
          ? g_strndup (base_source_text (given->span.source) + given->span.begin,
                       given->span.end - given->span.begin)
      : param != NULL ? default_text (doc, item, param)
                      : NULL;

  *idle = is_idle (item->card, param, value);
  if (entry != NULL)
    append_read (out, entry);
  else if (value == NULL)
    g_string_append (out, "?");
  else
    append_with_units (out, value, param == NULL ? "" : param->units);
  return value != NULL;
}

/* ---- lines ---- */

/* A line that is being put together. */
typedef struct {
  const DocModel *doc;
  const DocItem *item;
  BaseArena *arena;
  GString *text;  /* in the user's language */
  GString *plain; /* not translated */
  double size;    /* of its font, in units of the diagram */
  bool is_idle;   /* its values say that nothing acts */
  DocLabelText *line;
  DocLabelPart parts[PARTS_MOST];
} Writer;

static uint32_t
order_of (const DocItem *item, const char *name)
{
  for (uint32_t i = 0; item->card != NULL && i < item->card->n_params; i++)
    if (strcmp (item->card->params[i].name, name) == 0)
      return i + 1;
  return 0;
}

static void
write_text (Writer *w, const char *text)
{
  g_string_append (w->text, text);
  g_string_append (w->plain, text);
}

/* A value that nobody has given says so. */
static void
write_value (Writer *w, const char *name)
{
  g_autoptr (GString) value = g_string_new (NULL);
  bool idle;

  w->line->is_given &= append_value (value, w->doc, w->item, name, &idle);
  w->is_idle = idle && (w->is_idle || w->line->n_parts == 0);
  write_text (w, value->str);
  if (lib_assumed_value (w->item->decl, name) == NULL)
    return;
  g_string_append_printf (w->text, ", %s", _ ("assumed"));
  g_string_append (w->plain, ", assumed");
  w->line->is_given = false;
}

/* Of an array with its number. */
static void
write_name (Writer *w, const DocItem *item)
{
  write_text (w, item->name);
  if (item->array == NULL)
    return;
  write_text (w, item->array->is_plain ? "\u2009×\u2009" : "");
  write_text (w, item->array->count);
}

static void
write_part (Writer *w, const char *name)
{
  if (strcmp (name, "instance") == 0)
    write_name (w, w->item);
  else if (strcmp (name, "class") == 0)
    write_text (w, w->item->card == NULL ? "" : w->item->card->title);
  else
    write_value (w, name);
  if (w->line->n_parts == 0)
    w->line->order += DOC_LABELS_MOST * order_of (w->item, name);
  if (w->line->n_parts < PARTS_MOST)
    w->parts[w->line->n_parts++] =
        (DocLabelPart){base_name (name), w->size * doc_font_width (w->text->str)};
}

static void
write_line (Writer *w, const char *pattern)
{
  while (*pattern != '\0') {
    const char *close = g_str_has_prefix (pattern, "$(") ? strchr (pattern, ')') : NULL;
    const gsize length = close != NULL ? (gsize) (close - pattern) + 1
                                       : (gsize) (g_utf8_next_char (pattern) - pattern);
    g_autofree char *piece = g_strndup (pattern, length);

    pattern += length;
    if (close == NULL) {
      write_text (w, piece);
      continue;
    }
    piece[length - 1] = '\0';
    write_part (w, piece + strlen ("$("));
  }
}

/* Cuts it, and keeps it with where its parts end: the painter draws it no wider than
 * the line is. */
static void
finish_line (Writer *w)
{
  const double most = DOC_LABEL_WIDTH / w->size;
  g_autofree char *plain = doc_font_cut (w->plain->str, most);
  const bool is_cut = strcmp (plain, w->plain->str) != 0;
  g_autofree char *text =
      is_cut ? doc_font_cut (w->text->str, most) : g_strdup (w->text->str);
  DocLabelText *line = w->line;

  line->text = base_arena_strdup (w->arena, text);
  line->width = w->size * doc_font_width (plain);
  const double drawn = fmax (w->size * doc_font_width (text), line->width);
  for (uint32_t i = 0; i < line->n_parts; i++)
    w->parts[i].end = i + 1 == line->n_parts ? 1 : MIN (w->parts[i].end / drawn, 1);
  line->parts = base_arena_copy (w->arena, w->parts, sizeof *w->parts * line->n_parts,
                                 sizeof *w->parts * (line->n_parts + 1));
}

/* False if there is nothing to say. */
static bool
read_label (const DocModel *doc,
            const DocItem *item,
            BaseArena *arena,
            const LibLabel *label,
            uint32_t number,
            DocLabelText *line)
{
  g_autoptr (GString) text = g_string_new (NULL), plain = g_string_new (NULL);
  const bool is_name = is_of_name (label);
  Writer w = {.doc = doc,
              .item = item,
              .arena = arena,
              .text = text,
              .plain = plain,
              .size = is_name ? DOC_LABEL_NAME : DOC_LABEL_VALUE,
              .line = line};

  *line = (DocLabelText){.is_name = is_name,
                         .is_given = true,
                         .order = number,
                         .at = {label->x / frame, label->y / frame}};
  /* Upon the symbol or beside it? */
  line->is_inside = line->at.x > rim && line->at.x < 1 - rim && line->at.y > rim &&
                    line->at.y < 1 - rim;
  write_line (&w, pattern_of (label));
  finish_line (&w);
  return !w.is_idle;
}

static int
by_order (const void *left, const void *right)
{
  const DocLabelText *a = left, *b = right;

  if (a->is_name != b->is_name)
    return a->is_name ? -1 : 1;
  if (a->order != b->order)
    return a->order < b->order ? -1 : 1;
  return 0;
}

double
doc_label_text_height (const DocLabelText *line)
{
  return (line->is_name ? DOC_LABEL_NAME : DOC_LABEL_VALUE) * DOC_FONT_LINE;
}

uint32_t
doc_label_texts (const DocModel *doc,
                 const DocItem *item,
                 BaseArena *arena,
                 DocLabelText lines[DOC_LABELS_MOST])
{
  static const LibLabel NAME = {.text = "$(instance)", .x = 500, .y = 1100};
  bool has_name = false;
  uint32_t n = 0;

  for (uint32_t i = 0; item->card != NULL && i < item->card->n_labels; i++) {
    const LibLabel *label = &item->card->labels[i];
    const bool is_name = is_of_name (label);

    if (n + 1 >= DOC_LABELS_MOST || (is_name && has_name) ||
        (label->layer != NULL && strcmp (label->layer, "diagram") == 0))
      continue;
    if (read_label (doc, item, arena, label, n, &lines[n]))
      n++;
    has_name |= is_name;
  }
  /* Its name in any case; in the order of the inspector. */
  if (!has_name) {
    read_label (doc, item, arena, &NAME, n, &lines[n]);
    n++;
  }
  qsort (lines, n, sizeof *lines, by_order);
  return n;
}

DocLabelText
doc_label_text_cut (const DocLabelText *name, BaseArena *arena)
{
  DocLabelText cut = *name;

  if (name->width < worth_cutting * cut_width)
    return (DocLabelText){.text = NULL};
  g_autofree char *text = doc_font_cut (name->text, cut_width / DOC_LABEL_NAME);
  cut.text = base_arena_strdup (arena, text);
  cut.width = doc_font_width (text) * DOC_LABEL_NAME;
  return cut;
}
