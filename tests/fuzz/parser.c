/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold for the parser on any bytes: it comes back, its places lie in the
 * text, an unsound text was reported, and a sound one has a canonical layout that reads
 * back as the same tree and stays as it is. The entry is that of libFuzzer; replay.c
 * calls it too. */
#include "lang/parse.h"
#include "lang/print.h"

#include "../unit/lang/equal-class.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static LangFile *
parse (const char *text, size_t length, BaseDiags *diags)
{
  BaseSource *source = base_source_new ("fuzz.dyad", text, length);
  LangFile *file = lang_parse (source, diags);

  base_source_unref (source);
  return file;
}

static void
check_span (BaseSpan span, BaseSpan outer)
{
  g_assert_cmpuint (span.begin, <=, span.end);
  g_assert_cmpuint (outer.begin, <=, span.begin);
  g_assert_cmpuint (span.end, <=, outer.end);
}

static void
check_class (const LangClass *class, BaseSpan whole)
{
  check_span (class->span, whole);
  check_span (class->name_span, class->span);
  for (uint32_t i = 0; i < class->n_decls; i++)
    check_span (class->decls[i]->span, class->span);
  for (uint32_t i = 0; i < class->n_relations; i++)
    check_span (class->relations[i]->span, class->span);
}

static void
check_diags (const BaseDiags *diags, size_t length)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);

    g_assert_cmpuint (diag->begin, <=, diag->end);
    g_assert_cmpuint (diag->end, <=, length);
    g_assert_cmpuint (diag->line, >=, 1);
    g_assert_true (g_utf8_validate (diag->message, -1, NULL));
  }
}

static void
check_layout (const LangFile *file)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autofree char *text = lang_format (file);

  g_assert_nonnull (text);
  g_autoptr (LangFile) again = parse (text, strlen (text), diags);
  g_assert_true (lang_file_is_sound (again));
  g_assert_cmpuint (lang_file_n_classes (again), ==, lang_file_n_classes (file));
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++)
    g_assert_true (class_equal (lang_file_class (file, i), lang_file_class (again, i)));

  g_autofree char *twice = lang_format (again);
  g_assert_cmpstr (twice, ==, text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = parse (size > 0 ? (const char *) data : "", size, diags);
  const BaseSpan whole = {.source = lang_file_source (file), .begin = 0, .end = size};

  check_diags (diags, size);
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++)
    check_class (lang_file_class (file, i), whole);
  g_assert_cmpint (lang_file_is_sound (file), !=, base_diags_has_errors (diags));
  if (lang_file_is_sound (file))
    check_layout (file);
  else
    g_assert_null (lang_format (file));
  return 0;
}
