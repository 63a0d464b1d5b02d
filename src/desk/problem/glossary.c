/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A term is a member of `terms` in a library.json: "state|states": "A quantity that …",
 * all of it translated, so that its words are those of the messages in that language. A
 * message is searched at the beginning of each of its words, longest words of terms
 * first: linear in the message, times the number of these words. */
#include "desk/problem/glossary.h"

#include <string.h>

#include "lib/text.h"

/* A word of a term, or several, as it stands in a message. */
typedef struct {
  const char *word;
  size_t length;
  const DeskTerm *term;
} Form;

struct DeskGlossary {
  GPtrArray *terms; /* DeskTerm */
  GArray *forms;    /* Form, the longest first */
};

static void
term_free (DeskTerm *term)
{
  g_free ((char *) term->title);
  g_strfreev (term->words);
  g_free (term);
}

static DeskTerm *
term_new (const char *words, const char *text)
{
  DeskTerm *term = g_new (DeskTerm, 1);
  g_autofree char *folded = g_utf8_casefold (lib_text (words), -1);

  term->title = g_strndup (lib_text (words), strcspn (lib_text (words), "|"));
  term->text = lib_text (text);
  term->words = g_strsplit (folded, "|", -1);
  return term;
}

static int
compare_terms (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(*(const DeskTerm *const *) a)->words,
                         *(*(const DeskTerm *const *) b)->words);
}

static int
compare_forms (gconstpointer a, gconstpointer b)
{
  const Form *x = a, *y = b;

  return x->length != y->length ? (x->length < y->length) - (x->length > y->length)
                                : strcmp (x->word, y->word);
}

static void
add_forms (DeskGlossary *glossary, const DeskTerm *term)
{
  for (char **word = term->words; *word != NULL; word++) {
    const Form form = {*word, strlen (*word), term};

    g_array_append_val (glossary->forms, form);
  }
}

DeskGlossary *
desk_glossary_new (const LibIndex *library)
{
  DeskGlossary *glossary = g_new (DeskGlossary, 1);
  const LibAbout *about;

  glossary->terms = g_ptr_array_new_with_free_func ((GDestroyNotify) term_free);
  glossary->forms = g_array_new (FALSE, FALSE, sizeof (Form));
  for (uint32_t i = 0; (about = lib_index_about_at (library, i)) != NULL; i++)
    for (uint32_t k = 0; about->terms != NULL &&
                         about->terms->kind == LANG_JSON_OBJECT && k < about->terms->n;
         k++)
      g_ptr_array_add (glossary->terms,
                       term_new (about->terms->keys[k],
                                 lang_json_string (about->terms->items[k], "")));
  g_ptr_array_sort (glossary->terms, compare_terms);
  for (guint i = 0; i < glossary->terms->len; i++)
    add_forms (glossary, glossary->terms->pdata[i]);
  g_array_sort (glossary->forms, compare_forms);
  return glossary;
}

void
desk_glossary_free (DeskGlossary *glossary)
{
  if (glossary == NULL)
    return;
  g_array_unref (glossary->forms);
  g_ptr_array_unref (glossary->terms);
  g_free (glossary);
}

uint32_t
desk_glossary_n (const DeskGlossary *glossary)
{
  return glossary->terms->len;
}

const DeskTerm *
desk_glossary_at (const DeskGlossary *glossary, uint32_t i)
{
  return glossary->terms->pdata[i];
}

/* ---- what a message names ---- */

static bool
is_of_word (const char *at)
{
  const gunichar c = g_utf8_get_char (at);

  return c == '_' || g_unichar_isalnum (c);
}

static bool
stands_at (const Form *form, const char *at)
{
  return strncmp (at, form->word, form->length) == 0 && !is_of_word (at + form->length);
}

/* All terms of the longest word that stands there; its length, or 0. */
static size_t
add_named (const DeskGlossary *glossary, const char *at, GPtrArray *named)
{
  size_t length = 0;

  for (guint i = 0; i < glossary->forms->len; i++) {
    const Form *form = &g_array_index (glossary->forms, Form, i);

    if (form->length < length)
      break;
    if (!stands_at (form, at))
      continue;
    length = form->length;
    if (!g_ptr_array_find (named, form->term, NULL))
      g_ptr_array_add (named, (gpointer) form->term);
  }
  return length;
}

GPtrArray *
desk_glossary_named (const DeskGlossary *glossary, const char *message)
{
  GPtrArray *named = g_ptr_array_new ();
  g_autofree char *folded = g_utf8_casefold (message, -1);
  bool is_code = false, is_inside = false;

  for (const char *at = folded; *at != '\0';) {
    const bool is_word = is_of_word (at);
    const size_t length =
        is_word && !is_inside && !is_code ? add_named (glossary, at, named) : 0;

    is_code ^= *at == '`';
    is_inside = is_word;
    at = length > 0 ? at + length : g_utf8_next_char (at);
  }
  return named;
}

bool
desk_glossary_matches (const DeskTerm *term, const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *said = g_utf8_casefold (term->text, -1);

  for (char **word = term->words; *word != NULL; word++)
    if (strstr (*word, folded) != NULL)
      return true;
  return strstr (said, folded) != NULL;
}
