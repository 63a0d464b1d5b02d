/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands beside a symbol: the lines that its class gives, with `$(p)` replaced by
 * the name and by values, to be read and not typed: with units and minus signs; a
 * default that follows from other parameters as the number that it comes to. How much
 * room a line takes does not depend on the user's language, since wires go around it:
 * it is that of the untranslated line. */
#include "doc/view/label-text.h"

#include <glib/gi18n-lib.h>
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

enum { MAX_DEPTH = 8, PARTS_MOST = 8, DIGITS = 6 };

/* ---- values ---- */

/* The number that a value begins with, to be read, and what follows as it is. */
static void
append_read (GString *out, const char *value)
{
  char number[BASE_NUMBER_SIZE], text[BASE_MINUS_SIZE];
  char *end;

  g_ascii_strtod (value, &end);
  if (end - value < BASE_NUMBER_SIZE) {
    g_strlcpy (number, value, (gsize) (end - value) + 1);
    g_string_append (out, base_number_with_minus (number, text));
    value = end;
  }
  g_string_append (out, value);
}

/* "2.5" with its unit; "1k" of N/m as "1 kN/m". What is no number stands as written. */
static void
append_with_units (GString *out, const char *value, const char *units)
{
  char *end;
  size_t length = 0;

  g_ascii_strtod (value, &end);
  bool has_prefix = end != value && base_number_prefix (end, &length) != 0 &&
                    end[length] == '\0' && !g_str_has_prefix (units, "kg");
  if (units[0] == '\0' || end == value || (*end != '\0' && !has_prefix)) {
    append_read (out, value);
    return;
  }
  g_autofree char *label = base_unit_to_label (units);
  g_autofree char *number = g_strndup (value, (gsize) (end - value));
  append_read (out, number);
  g_string_append_printf (out, "\u2009%s%s", end, label);
}

/* ---- defaults ---- */

typedef struct {
  const DocModel *doc;
  const DocItem *item;
  uint32_t depth;
} Defaults;

static LibValue default_of (const Defaults *defaults, const LibParam *param);

/* The value of another parameter of the item, given as a number or by default. */
static LibValue
look_up (void *data, const char *const *parts, uint32_t n_parts)
{
  const Defaults *defaults = data;
  const LibParam *param =
      n_parts == 1 ? doc_modifier_param (defaults->item, parts[0]) : NULL;

  if (param == NULL)
    return (LibValue){.kind = LIB_UNKNOWN};
  const LangExpr *given = doc_modifier_find (defaults->item->decl, parts[0]);
  return given == NULL ? default_of (defaults, param)
                       : lib_constant (given, defaults->doc->index, "", NULL, NULL);
}

static LibValue
default_of (const Defaults *defaults, const LibParam *param)
{
  Defaults inner = *defaults;
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();

  if (param->value == NULL || ++inner.depth > MAX_DEPTH)
    return (LibValue){.kind = LIB_UNKNOWN};
  BaseSource *source = base_source_new ("default", param->value, strlen (param->value));
  const LangExpr *expr = lang_parse_expression (arena, source, diags);
  const LibValue value =
      expr == NULL ? (LibValue){.kind = LIB_UNKNOWN}
                   : lib_constant (expr, inner.doc->index,
                                   inner.item->card->entry->namespace, look_up, &inner);
  base_source_unref (source);
  return (LibValue){.kind = value.kind, .number = value.number};
}

/* A default as it stands, or what it comes to if other parameters are in it. */
static char *
default_text (const DocModel *doc, const DocItem *item, const LibParam *param)
{
  char number[BASE_NUMBER_SIZE];

  if (param->kind != LIB_PARAM_REAL && param->kind != LIB_PARAM_INTEGER)
    return g_strdup (param->value);
  if (param->value == NULL || strpbrk (param->value, "([\"") != NULL)
    return g_strdup (param->value);
  char *end;
  g_ascii_strtod (param->value, &end);
  if (end != param->value)
    return g_strdup (param->value);
  const LibValue value = default_of (&(Defaults){doc, item, 0}, param);
  return g_strdup (value.kind == LIB_NUMBER
                       ? base_number_to_short_text (value.number, DIGITS, number)
                       : param->value);
}

/* False if there is none. */
static bool
append_value (GString *out, const DocModel *doc, const DocItem *item, const char *name)
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

  w->line->is_given &= append_value (value, w->doc, w->item, name);
  write_text (w, value->str);
  if (lib_assumed_value (w->item->decl, name) == NULL)
    return;
  g_string_append_printf (w->text, ", %s", _ ("assumed"));
  g_string_append (w->plain, ", assumed");
  w->line->is_given = false;
}

static void
write_part (Writer *w, const char *name)
{
  if (strcmp (name, "instance") == 0)
    write_text (w, w->item->name);
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

static void
read_label (const DocModel *doc,
            const DocItem *item,
            BaseArena *arena,
            const LibLabel *label,
            uint32_t number,
            DocLabelText *line)
{
  g_autoptr (GString) text = g_string_new (NULL), plain = g_string_new (NULL);
  const bool is_name = strstr (label->text, "instance") != NULL;
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
  write_line (&w,
              strcmp (label->text, "instance_name") == 0 ? "$(instance)" : label->text);
  finish_line (&w);
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
    const bool is_name = strstr (label->text, "instance") != NULL;

    if (n + 1 >= DOC_LABELS_MOST || (is_name && has_name) ||
        (label->layer != NULL && strcmp (label->layer, "diagram") == 0))
      continue;
    read_label (doc, item, arena, label, n, &lines[n]);
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
