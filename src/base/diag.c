/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of reports whose texts lie in an arena of its own; a table of their texts
 * drops repetitions. */
#include "base/diag.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"

typedef struct {
  BaseDiag diag;
  BASE_VEC (const char *) culprits;
} Entry;

struct BaseDiags {
  BaseArena *arena;
  BASE_VEC (Entry) entries;
  uint32_t n_errors;
  uint32_t n_before; /* errors of what it will be appended to */
  GHashTable *seen;  /* text of each, to drop repetitions */
  bool open;         /* the last add was kept and may be completed */
};

static const char *const NO_CULPRITS[] = {NULL};

/* More are no help in a line of text. */
enum { CULPRITS_SHOWN = 6 };

static const char LETTER[] =
    {[BASE_NOTE] = 'W', [BASE_WARNING] = 'W', [BASE_ERROR] = 'E'};
static const char *const WORD[] =
    {[BASE_NOTE] = "note", [BASE_WARNING] = "warning", [BASE_ERROR] = "error"};

BaseDiags *
base_diags_new (void)
{
  BaseDiags *diags = g_new0 (BaseDiags, 1);

  diags->arena = base_arena_new ();
  diags->seen = g_hash_table_new (g_str_hash, g_str_equal);
  return diags;
}

BaseDiags *
base_diags_new_for (const BaseDiags *diags)
{
  BaseDiags *own = base_diags_new ();

  own->n_before = diags->n_before + diags->n_errors;
  return own;
}

void
base_diags_free (BaseDiags *diags)
{
  if (diags == NULL)
    return;
  g_hash_table_unref (diags->seen);
  base_arena_free (diags->arena);
  g_free (diags);
}

static void
place (BaseDiags *diags, BaseDiag *diag, BaseSpan span)
{
  if (span.source == NULL)
    return;
  diag->file = base_arena_strdup (diags->arena, base_source_path (span.source));
  diag->begin = span.begin;
  diag->end = span.end;
  base_source_locate (span.source, span.begin, &diag->line, &diag->column);
  base_source_locate (span.source, span.end, &diag->end_line, &diag->end_column);
}

static void
add (BaseDiags *diags, Entry entry)
{
  const BaseDiag *diag = &entry.diag;
  char *key = base_arena_printf (
      diags->arena, "%c%u %s:%u-%u %s", LETTER[diag->severity], diag->number,
      diag->file == NULL ? "" : diag->file, diag->begin, diag->end, diag->message);

  diags->open = g_hash_table_add (diags->seen, key);
  if (!diags->open)
    return;
  base_vec_push (diags->arena, diags->entries, entry);
  diags->n_errors += diag->severity == BASE_ERROR;
}

void
base_diags_add (BaseDiags *diags,
                BaseSeverity severity,
                uint32_t number,
                BaseSpan span,
                const char *format,
                ...)
{
  Entry entry = {
      .diag = {.severity = severity, .number = number, .culprits = NO_CULPRITS}};
  va_list args;

  if (diags == NULL)
    return;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (_ (format), args);
  va_end (args);
  entry.diag.message = base_arena_strdup (diags->arena, message);
  place (diags, &entry.diag, span);
  add (diags, entry);
}

static Entry *
last (BaseDiags *diags)
{
  return diags != NULL && diags->open ? &diags->entries.at[diags->entries.n - 1] : NULL;
}

void
base_diags_set_path (BaseDiags *diags, const char *path)
{
  Entry *entry = last (diags);

  if (entry != NULL)
    entry->diag.path = base_arena_strdup (diags->arena, path);
}

void
base_diags_set_hint (BaseDiags *diags, const char *format, ...)
{
  Entry *entry = last (diags);
  va_list args;

  if (entry == NULL)
    return;
  va_start (args, format);
  g_autofree char *hint = g_strdup_vprintf (_ (format), args);
  va_end (args);
  entry->diag.hint = base_arena_strdup (diags->arena, hint);
}

bool
base_diags_wants_hint (const BaseDiags *diags)
{
  return diags != NULL && diags->open &&
         diags->n_before + diags->n_errors <= BASE_DIAGS_SHOWN;
}

void
base_diags_set_file_wanted (BaseDiags *diags, const char *path)
{
  Entry *entry = last (diags);

  if (entry != NULL)
    entry->diag.file_wanted = base_arena_strdup (diags->arena, path);
}

void
base_diags_set_class_wanted (BaseDiags *diags, const char *class_name)
{
  Entry *entry = last (diags);

  if (entry != NULL)
    entry->diag.class_wanted = base_arena_strdup (diags->arena, class_name);
}

void
base_diags_add_culprit (BaseDiags *diags, const char *path)
{
  Entry *entry = last (diags);

  if (entry == NULL)
    return;
  if (entry->culprits.n > 0)
    entry->culprits.n--; /* the terminating NULL */
  base_vec_push (diags->arena, entry->culprits, base_arena_strdup (diags->arena, path));
  base_vec_push (diags->arena, entry->culprits, NULL);
  entry->diag.culprits = (const char *const *) entry->culprits.at;
}

uint32_t
base_diags_count (const BaseDiags *diags)
{
  return diags->entries.n;
}

const BaseDiag *
base_diags_get (const BaseDiags *diags, uint32_t index)
{
  g_assert (index < diags->entries.n);
  return &diags->entries.at[index].diag;
}

bool
base_diags_has_errors (const BaseDiags *diags)
{
  return diags->n_errors > 0;
}

uint32_t
base_diags_find (const BaseDiags *diags, uint32_t number)
{
  for (uint32_t i = 0; i < diags->entries.n; i++)
    if (diags->entries.at[i].diag.number == number)
      return i;
  return UINT32_MAX;
}

void
base_diags_set_of_run (BaseDiags *diags)
{
  Entry *entry = last (diags);

  if (entry != NULL)
    entry->diag.is_of_run = true;
}

static const char *
copy (BaseArena *arena, const char *text)
{
  return text == NULL ? NULL : base_arena_strdup (arena, text);
}

void
base_diags_drop (BaseDiags *diags)
{
  diags->open = false;
}

void
base_diags_append_one (BaseDiags *diags, const BaseDiag *from)
{
  Entry entry = {.diag = *from};

  entry.diag.file = copy (diags->arena, from->file);
  entry.diag.path = copy (diags->arena, from->path);
  entry.diag.message = copy (diags->arena, from->message);
  entry.diag.hint = copy (diags->arena, from->hint);
  entry.diag.file_wanted = copy (diags->arena, from->file_wanted);
  entry.diag.class_wanted = copy (diags->arena, from->class_wanted);
  entry.diag.culprits = NO_CULPRITS;
  add (diags, entry);
  for (uint32_t c = 0; from->culprits[c] != NULL; c++)
    base_diags_add_culprit (diags, from->culprits[c]);
}

void
base_diags_append (BaseDiags *diags, const BaseDiags *other)
{
  for (uint32_t i = 0; i < other->entries.n; i++)
    base_diags_append_one (diags, &other->entries.at[i].diag);
}

char *
base_diag_code (const BaseDiag *diag)
{
  return g_strdup_printf ("%c%u", diag->is_of_run ? 'R' : LETTER[diag->severity],
                          diag->number);
}

/* " [gear.spline_a, shaft.spline_b, …]": where it is in the model. */
static void
append_places (GString *text, const BaseDiag *diag)
{
  const char *before = " [";
  uint32_t n = 0;

  if (diag->path != NULL && *diag->path != '\0') {
    g_string_append_printf (text, "%s%s", before, diag->path);
    before = ", ";
  }
  for (; diag->culprits[n] != NULL && n < CULPRITS_SHOWN; n++) {
    if (g_strcmp0 (diag->culprits[n], diag->path) == 0)
      continue;
    g_string_append_printf (text, "%s%s", before, diag->culprits[n]);
    before = ", ";
  }
  if (diag->culprits[n] != NULL)
    g_string_append (text, ", …");
  if (*before == ',')
    g_string_append_c (text, ']');
}

char *
base_diag_to_text (const BaseDiag *diag)
{
  g_autofree char *code = base_diag_code (diag);
  GString *text = g_string_new (NULL);

  if (diag->file != NULL)
    g_string_append_printf (text, "%s:%u:%u: ", diag->file, diag->line, diag->column);
  g_string_append_printf (text, "%s %s: %s", WORD[diag->severity], code, diag->message);
  append_places (text, diag);
  g_string_append_c (text, '\n');
  if (diag->hint != NULL)
    g_string_append_printf (text, "  hint: %s\n", diag->hint);
  return g_string_free (text, FALSE);
}
