/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a component around declarations and relations that came without one, as from a
 * mail or a book. Where `relations` is missing as well, it stands before the first
 * connect, and declarations that follow go above it. What comes of it is parsed: if it
 * has no part, or a fault, the text was something else. */
#include <string.h>

#include "doc/edit/edit.h"
#include "doc/model-private.h"
#include "lang/parse.h"

static bool
begins_with_word (const char *line, const char *word)
{
  line += strspn (line, " \t");
  const size_t length = strlen (word);

  return strncmp (line, word, length) == 0 && !g_ascii_isalnum (line[length]) &&
         line[length] != '_';
}

/* How many more parentheses a line opens than it closes. */
static int
depth_of (const char *line)
{
  int depth = 0;

  for (; *line != '\0'; line++)
    depth += *line == '(' ? 1 : *line == ')' ? -1 : 0;
  return depth;
}

static bool
has_line (char *const *lines, const char *word)
{
  for (; *lines != NULL; lines++)
    if (begins_with_word (*lines, word))
      return true;
  return false;
}

/* "{^mass}" refers to metadata that stayed where the text comes from. */
static void
strip_keys (char **lines)
{
  g_autoptr (GRegex) key = g_regex_new ("[ \t]*\\{\\^\\w+\\}", 0, 0, NULL);

  for (; *lines != NULL; lines++) {
    char *rest = g_regex_replace_literal (key, *lines, -1, 0, "", 0, NULL);

    if (rest == NULL)
      continue; /* no UTF-8 */
    g_free (*lines);
    *lines = rest;
  }
}

/* The lines in between, with connects, over several lines too, behind the rest. */
static void
append_sorted (GString *out, char *const *lines)
{
  g_autoptr (GString) relations = g_string_new (NULL);
  GString *into = out;
  int depth = 0;

  for (; *lines != NULL; lines++) {
    if (depth <= 0) {
      into = begins_with_word (*lines, "connect") ? relations : out;
      depth = 0;
    }
    g_string_append_printf (into, "%s\n", *lines);
    depth += depth_of (*lines);
  }
  if (relations->len > 0)
    g_string_append_printf (out, "relations\n%s", relations->str);
}

static bool
has_parts (const char *text)
{
  g_autoptr (BaseSource) source = base_source_new ("", text, strlen (text));
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = lang_parse (source, diags);

  if (!lang_file_is_sound (file) || lang_file_n_classes (file) != 1)
    return false;
  const LangClass *class = lang_file_class (file, 0);
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->kind == LANG_SUB)
      return true;
  return false;
}

char *
doc_wrap (const char *text, size_t length)
{
  if (length > DOC_PASTE_MOST)
    return NULL;
  g_autofree char *copy = g_strndup (text, length);
  g_autoptr (GString) out = g_string_new ("component " DOC_UNNAMED "\n");

  g_strdelimit (copy, "\r", ' ');
  g_auto (GStrv) lines = g_strsplit (g_strchomp (copy), "\n", -1);
  if (!has_line (lines, "metadata"))
    strip_keys (lines);
  if (has_line (lines, "relations")) {
    g_autofree char *all = g_strjoinv ("\n", lines);
    g_string_append_printf (out, "%s\n", all);
  } else
    append_sorted (out, lines);
  g_string_append (out, "end\n");
  return has_parts (out->str) ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}
