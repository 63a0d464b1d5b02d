/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "base/folder.h"
#include "desk/shelf.h"
#include "desk/studio.h"
#include "desk/tool/tool.h"

/* What the palette and a canvas work on, without a window: the library, its catalogue
 * and shelf, and a studio with a new diagram and the tool on it. */
typedef struct {
  LibIndex *library;
  DeskCatalogue *catalogue;
  DeskShelf *shelf;
  DeskStudio *studio;
  DeskTool *tool;
  char *told; /* the last message to the user, or NULL */
} Fixture;

static inline void
keep_told (gpointer owner, const char *sentence, GObject *about)
{
  Fixture *fixture = owner;

  g_free (fixture->told);
  fixture->told = g_strdup (sentence);
}

static inline DocModel *
doc_of (Fixture *fixture)
{
  return fixture->studio->document->doc;
}

/* `data` is the text of the diagram, NULL: an empty one. */
static inline void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = base_folder_data ();
  g_autoptr (BaseDiags) diags = base_diags_new ();

  fixture->library = lib_index_load_all (folder, diags, NULL);
  g_assert_nonnull (fixture->library);
  g_assert_false (base_diags_has_errors (diags));
  fixture->catalogue = desk_catalogue_new (fixture->library);
  fixture->shelf = desk_shelf_new (fixture->catalogue);
  fixture->studio = desk_studio_new (fixture->library);
  fixture->studio->messages = (DeskMessages){keep_told, fixture};
  if (data != NULL)
    doc_set_text (doc_of (fixture), data, strlen (data));
  fixture->tool = desk_tool_new (fixture->studio);
  g_signal_connect_swapped (fixture->studio->document, "notify::revision",
                            G_CALLBACK (desk_tool_refresh), fixture->tool);
}

static inline void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (fixture->studio->document, fixture->tool);
  desk_tool_free (fixture->tool);
  while (desk_document_is_compiling (fixture->studio->document) ||
         desk_starts_is_busy (fixture->studio->starts))
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (fixture->studio);
  desk_shelf_free (fixture->shelf);
  desk_catalogue_free (fixture->catalogue);
  lib_index_unref (fixture->library);
  g_free (fixture->told);
}

typedef struct {
  const char *name;
  void (*test) (Fixture *fixture, gconstpointer data);
} Test;

/* All of main() after g_test_init () where each test begins with the same text. */
static inline int
run_tests (const char *text, const Test *tests, size_t n)
{
  for (size_t i = 0; i < n; i++)
    g_test_add (tests[i].name, Fixture, text, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
