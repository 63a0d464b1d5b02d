/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates what libraries say, in a context of the catalogue for themselves: a
 * diagram may say "Save" and mean something else than the program. A documentation is
 * translated by paragraphs, so that neither the width of its lines nor a change
 * elsewhere in it loses a translation; tests/checks/translations.py takes the texts
 * apart in the same way. */
#include "lib/text.h"

#include <glib/gi18n-lib.h>
#include <stdbool.h>
#include <stdint.h>

const char *
lib_text (const char *text)
{
  return text != NULL && *text != '\0' ? g_dpgettext2 (GETTEXT_PACKAGE, "library", text)
                                       : text;
}

/* A line of its own: an item of a list, or indented like a formula. */
static bool
stands_alone (const char *line)
{
  return g_str_has_prefix (line, "  ") || g_str_has_prefix (line, "- ") ||
         g_str_has_prefix (line, "* ");
}

static void
append_paragraph (GString *out, GString *paragraph)
{
  if (paragraph->len == 0)
    return;
  if (out->len > 0)
    g_string_append (out, "\n\n");
  g_string_append (out, lib_text (paragraph->str));
  g_string_truncate (paragraph, 0);
}

char *
lib_text_doc (const char *doc)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GString) paragraph = g_string_new (NULL);
  g_auto (GStrv) lines = g_strsplit (doc != NULL ? doc : "", "\n", -1);
  bool was_alone = false;

  for (uint32_t i = 0; lines[i] != NULL; i++) {
    const bool is_alone = stands_alone (lines[i]);

    g_strchomp (lines[i]);
    /* An empty line ends a paragraph; the lines of one are joined. */
    if (*lines[i] == '\0') {
      append_paragraph (out, paragraph);
      continue;
    }
    if (paragraph->len > 0)
      g_string_append (paragraph, is_alone || was_alone ? "\n" : " ");
    g_string_append (paragraph, is_alone ? lines[i] : g_strchug (lines[i]));
    was_alone = is_alone;
  }
  append_paragraph (out, paragraph);
  return g_string_free (out, FALSE);
}
