/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What words of messages mean. */
#include "desk/problem/glossary.h"

#include <string.h>

#include "base/folder.h"

typedef struct {
  LibIndex *library;
  DeskGlossary *glossary;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = base_folder_data ();

  fixture->library = lib_index_load_all (folder, NULL, NULL);
  g_assert_nonnull (fixture->library);
  fixture->glossary = desk_glossary_new (fixture->library);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  desk_glossary_free (fixture->glossary);
  lib_index_unref (fixture->library);
}

/* The titles of what a message names, joined with ", ". */
static void
assert_named (Fixture *fixture, const char *message, const char *titles)
{
  g_autoptr (GPtrArray) named = desk_glossary_named (fixture->glossary, message);
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < named->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "",
                            ((const DeskTerm *) named->pdata[i])->title);
  g_assert_cmpstr (all->str, ==, titles);
}

/* Every library of the folder brings its own, and they come in the order of titles. */
static void
test_all_libraries (Fixture *fixture, gconstpointer data)
{
  bool has_state = false, has_joint = false;

  for (uint32_t i = 0; i < desk_glossary_n (fixture->glossary); i++) {
    const DeskTerm *term = desk_glossary_at (fixture->glossary, i);

    has_state |= g_str_equal (term->title, "state");
    has_joint |= g_str_equal (term->title, "joint");
    if (i > 0)
      g_assert_cmpint (
          g_utf8_collate (*desk_glossary_at (fixture->glossary, i - 1)->words,
                          *term->words),
          <=, 0);
  }
  g_assert_true (has_state && has_joint);
}

/* In the order of the message, whatever the form and the case, each once. */
static void
test_named (Fixture *fixture, gconstpointer data)
{
  assert_named (fixture, "this equation is redundant; the model may lack a ground",
                "equation, redundant, ground");
  assert_named (fixture, "States, and a state", "state");
  assert_named (fixture, "nothing here", "");
}

/* "initial conditions" are no condition, a restatement is no state, and names of the
 * model are none either. */
static void
test_whole_words (Fixture *fixture, gconstpointer data)
{
  assert_named (fixture, "the initial conditions are inconsistent", "initial value");
  assert_named (fixture, "the restatement of `state` in state_of_rest", "");
}

/* A word of a message leads there, and so does what the text says. */
static void
test_search (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) named = desk_glossary_named (fixture->glossary, "stiff");
  const DeskTerm *stiff = named->pdata[0];

  g_assert_true (desk_glossary_matches (stiff, "STIFF"));
  g_assert_true (desk_glossary_matches (stiff, "damper"));
  g_assert_true (desk_glossary_matches (stiff, ""));
  g_assert_false (desk_glossary_matches (stiff, "redundant"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/desk/glossary/all-libraries", Fixture, NULL, set_up, test_all_libraries,
              tear_down);
  g_test_add ("/desk/glossary/named", Fixture, NULL, set_up, test_named, tear_down);
  g_test_add ("/desk/glossary/whole-words", Fixture, NULL, set_up, test_whole_words,
              tear_down);
  g_test_add ("/desk/glossary/search", Fixture, NULL, set_up, test_search, tear_down);
  return g_test_run ();
}
