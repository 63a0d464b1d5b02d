/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Models as text, compiled against the library of the source tree. */

#include "lang/parse.h"
#include "lib/model.h"
#include "run/open.h"

#include <string.h>

static inline LibIndex *
test_library (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LibIndex *library = run_open_library (diags, NULL);

  g_assert_nonnull (library);
  g_assert_false (base_diags_has_errors (diags));
  return library;
}

static inline LangFile *
test_file (const char *text, BaseDiags *diags)
{
  g_autoptr (BaseSource) source = base_source_new ("model.dyad", text, strlen (text));

  return lang_parse (source, diags);
}

/* The one model in `text`. */
static inline SimModel *
test_compile (const char *text, RunSettings *settings)
{
  g_autoptr (LibIndex) library = test_library ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("model.dyad", text, strlen (text));
  SimModel *compiled = run_open_source (library, source, NULL, settings, diags, NULL);

  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    g_autofree char *message = base_diag_to_text (base_diags_get (diags, i));

    g_test_message ("%s", message);
  }
  g_assert_nonnull (compiled);
  return compiled;
}

/* A mass on a spring at rest, pulled 1 m: s = cos (w t), w = sqrt (c / m). */
static const char *const TEST_OSCILLATOR =
    "component Oscillator\n"
    "  fixed = TranslationalComponents.Components.Fixed()\n"
    "  spring = TranslationalComponents.Components.Spring(c = 100)\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = 1),\n"
    "    v(initial = 0))\n"
    "relations\n"
    "  connect(fixed.flange, spring.flange_a)\n"
    "  connect(spring.flange_b, mass.flange_a)\n"
    "end\n";
