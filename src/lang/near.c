/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the three names nearest to a misspelt one by edit distance (Wagner & Fischer,
 * The string-to-string correction problem, 1974), case ignored, up to a third of the
 * name's length. Names whose lengths differ by more are not compared, so that offering
 * a whole library is cheap. */
#include "lang/near.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { LONGEST = 48 };

void
lang_near_begin (LangNear *near, const char *wanted)
{
  *near = (LangNear){.wanted = wanted};
}

/* Insertions, deletions, replacements (Wagner & Fischer 1974) that lead from `a` to
 * `b`, case ignored. */
static guint
distance (const char *a, const char *b)
{
  guint row[LONGEST + 1];
  guint n_a = (guint) strlen (a);
  guint n_b = (guint) strlen (b);

  if (n_a > LONGEST || n_b > LONGEST)
    return G_MAXUINT;
  for (guint k = 0; k <= n_b; k++)
    row[k] = k;
  for (guint i = 1; i <= n_a; i++) {
    guint diagonal = row[0];

    row[0] = i;
    for (guint k = 1; k <= n_b; k++) {
      guint change =
          diagonal + (g_ascii_tolower (a[i - 1]) != g_ascii_tolower (b[k - 1]));

      diagonal = row[k];
      row[k] = MIN (change, MIN (row[k], row[k - 1]) + 1);
    }
  }
  return row[n_b];
}

void
lang_near_offer (LangNear *near, const char *key, const char *name)
{
  gsize n_wanted = strlen (near->wanted), n_key = strlen (key);
  guint allowed = MAX (1, (guint) n_wanted / 3);
  guint at = 0;

  if (n_key == 0 || MAX (n_wanted, n_key) - MIN (n_wanted, n_key) > allowed)
    return;
  guint d = distance (near->wanted, key);
  if (d > allowed)
    return;
  /* Sorted by distance, each name once. */
  for (guint i = 0; i < near->n; i++)
    if (strcmp (near->names[i], name) == 0)
      return;
  while (at < near->n && near->distances[at] <= d)
    at++;
  if (at == G_N_ELEMENTS (near->names))
    return;
  if (near->n < G_N_ELEMENTS (near->names))
    near->n++;
  for (guint i = near->n - 1; i > at; i--) {
    near->names[i] = near->names[i - 1];
    near->distances[i] = near->distances[i - 1];
  }
  near->names[at] = name;
  near->distances[at] = d;
}

char *
lang_near_to_text (const LangNear *near)
{
  if (near->n == 0)
    return NULL;
  GString *text = g_string_new (near->names[0]);
  for (guint i = 1; i < near->n && (near->distances[0] > 0 || near->distances[i] == 0);
       i++)
    g_string_append_printf (text, ", %s", near->names[i]);
  return g_string_free (text, FALSE);
}

void
lang_near_hint (BaseDiags *diags, LangForeignPlace place, const char *name, char *near)
{
  const char *foreign = lang_foreign_hint (place, name);

  if (foreign != NULL)
    base_diags_set_hint (diags, "%s", foreign);
  else if (near != NULL)
    base_diags_set_hint (diags, "did you mean %s?", near);
  g_free (near);
}
