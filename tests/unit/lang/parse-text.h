/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/parse.h"

#include <string.h>

/* A text that was parsed in a test, with all that it needs. */
typedef struct {
  BaseSource *source;
  BaseDiags *diags;
  LangFile *file;
} Parsed;

static inline void
parsed_free (Parsed *parsed)
{
  lang_file_unref (parsed->file);
  base_diags_free (parsed->diags);
  base_source_unref (parsed->source);
  g_free (parsed);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Parsed, parsed_free)

static inline Parsed *
parse_bytes (const char *text, size_t length)
{
  Parsed *parsed = g_new0 (Parsed, 1);

  parsed->source = base_source_new ("test.dyad", text, length);
  parsed->diags = base_diags_new ();
  parsed->file = lang_parse (parsed->source, parsed->diags);
  return parsed;
}

static inline Parsed *
parse_text (const char *text)
{
  return parse_bytes (text, strlen (text));
}

/* All diagnostics as "LINE:COLUMN-LINE:COLUMN CODE", one per line. */
static inline char *
parsed_codes (const Parsed *parsed)
{
  GString *out = g_string_new (NULL);

  for (uint32_t i = 0; i < base_diags_count (parsed->diags); i++) {
    const BaseDiag *diag = base_diags_get (parsed->diags, i);
    g_autofree char *code = base_diag_code (diag);

    g_string_append_printf (out, "%s%u:%u-%u:%u %s", i > 0 ? "\n" : "", diag->line,
                            diag->column, diag->end_line, diag->end_column, code);
  }
  return g_string_free (out, FALSE);
}

static inline void
assert_sound (const Parsed *parsed)
{
  g_autofree char *codes = parsed_codes (parsed);

  g_assert_cmpstr (codes, ==, "");
  g_assert_true (lang_file_is_sound (parsed->file));
}

static inline const LangClass *
first_class (const Parsed *parsed)
{
  g_assert_cmpuint (lang_file_n_classes (parsed->file), >, 0);
  return lang_file_class (parsed->file, 0);
}

/* The bytes of a span. */
static inline char *
span_text (BaseSpan span)
{
  return g_strndup (base_source_text (span.source) + span.begin, span.end - span.begin);
}

static inline void
assert_span (BaseSpan span, const char *expected)
{
  g_autofree char *text = span_text (span);

  g_assert_cmpstr (text, ==, expected);
}
