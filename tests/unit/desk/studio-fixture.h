/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/folder.h"
#include "desk/run/settings.h"
#include "desk/studio.h"

/* A studio without a window, with an example open in it. */
typedef struct {
  LibIndex *library;
  DeskStudio *studio;
  char *example;
} Fixture;

static inline void
wait_for_model (DeskStudio *studio)
{
  while (desk_document_is_compiling (studio->document))
    g_main_context_iteration (NULL, TRUE);
}

/* Counts a signal, connected swapped. */
static inline void
count (guint *n)
{
  ++*n;
}

/* Owners of messages: one counts them, the other keeps the last. */
static inline void
count_message (gpointer n, const char *sentence, GObject *about)
{
  count (n);
}

static inline void
keep_message (gpointer owner, const char *sentence, GObject *about)
{
  char **last = owner;

  g_free (*last);
  *last = g_strdup (sentence);
}

static inline void
settle (DeskStudio *studio)
{
  while (desk_document_is_compiling (studio->document) ||
         desk_starts_is_busy (studio->starts) ||
         desk_runs_state (studio->runs) == RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
}

/* `data` is the name of the example; NULL: oscillator. */
static inline void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = base_folder_data ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  const char *name = data == NULL ? "oscillator.dyad" : data;

  fixture->library = lib_index_load_all (folder, diags, NULL);
  g_assert_nonnull (fixture->library);
  fixture->example = g_build_filename (folder, "examples", name, NULL);
  fixture->studio = desk_studio_new (fixture->library);
  g_assert_true (
      desk_document_open_example (fixture->studio->document, fixture->example, NULL));
  settle (fixture->studio);
  g_assert_nonnull (desk_document_model (fixture->studio->document));
}

static inline void
tear_down (Fixture *fixture, gconstpointer data)
{
  settle (fixture->studio);
  g_object_unref (fixture->studio);
  lib_index_unref (fixture->library);
  g_free (fixture->example);
}

static inline void
set_stop_time (DeskStudio *studio, const char *typed)
{
  g_autofree char *problem =
      desk_settings_set (studio->document, SIM_OPTION_STOP, typed);

  g_assert_null (problem);
}

static inline void
run (DeskStudio *studio)
{
  desk_runs_run (studio->runs);
  settle (studio);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_FINISHED);
}

typedef struct {
  const char *name;
  void (*test) (Fixture *fixture, gconstpointer data);
} Test;

/* All of main() after g_test_init () where each test begins with the same example,
 * NULL: oscillator. */
static inline int
run_tests (const char *example, const Test *tests, size_t n)
{
  for (size_t i = 0; i < n; i++)
    g_test_add (tests[i].name, Fixture, example, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
