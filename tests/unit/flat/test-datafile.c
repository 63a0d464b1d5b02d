/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_file in models. */
#include <glib/gstdio.h>
#include <unistd.h>

#include "flat-bench.h"

typedef struct {
  char *folder;
} Folder;

static void
set_up (Folder *folder, gconstpointer data)
{
  g_autofree char *path = NULL, *broken = NULL;

  folder->folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  path = g_build_filename (folder->folder, "table.csv", NULL);
  g_assert_true (g_file_set_contents (path, "t;v;w\n0;1;2\n1;3;4\n", -1, NULL));
  broken = g_build_filename (folder->folder, "broken.mat", NULL);
  g_assert_true (g_file_set_contents (broken, "0,1\n", -1, NULL));
}

static void
tear_down (Folder *folder, gconstpointer data)
{
  g_autofree char *path = g_build_filename (folder->folder, "table.csv", NULL);
  g_autofree char *broken = g_build_filename (folder->folder, "broken.mat", NULL);

  g_unlink (path);
  g_unlink (broken);
  g_rmdir (folder->folder);
  g_free (folder->folder);
}

/* Its tables may be read. */
static FlatBench
bench_new (const char *text, const Folder *folder)
{
  const char *const tables[] = {folder->folder, "/dev/zero", NULL};

  return flat_bench_new_limited (text, "Test", "M", (BaseLimits){.tables = tables});
}

/* The columns of the file decide how many signals there are. */
static void
test_size (Folder *folder, gconstpointer data)
{
  g_autofree char *text =
      g_strdup_printf ("component Reader\n  parameter file::String\n"
                       "  parameter t::Real[:,:] = table_file(file, \"\", 1, \";\")\n"
                       "  structural parameter n::Integer = size(t, 2)\n"
                       "  variable y::Real[n]\nrelations\n  for i in 1:n\n    y[i] = "
                       "t[2, i]\n  end\nend\n"
                       "component M\n  r = Reader(file = name)\n"
                       "  parameter name::String = \"%s/table.csv\"\nend\n",
                       folder->folder);
  g_auto (FlatBench) bench = bench_new (text, folder);

  flat_bench_check_good (&bench);
  g_assert_nonnull (flat_bench_var (&bench, "r.y[3]"));
  g_assert_cmpuint (flat_bench_find (&bench, "r.y[4]"), ==, UINT32_MAX);
  g_autofree char *value = flat_bench_value (&bench, "r.t[2,3]");
  g_assert_cmpstr (value, ==, "4");
}

typedef struct {
  const char *call; /* @ is the folder */
  uint32_t number;
  const char *says;
} Fault;

static const Fault FAULTS[] = {
    {"table_file(\"@/absent.csv\")", 312, "cannot be read: No such file"}, /* E312 */
    {"table_file(\"@\")", 312, "is a folder"},
    {"table_file(\"/dev/zero\")", 312, "is not a regular file"},
    {"table_file(\"@/table.csv\")", 312, "line 1 of"},
    {"table_file(\"@/broken.mat\")", 312, "broken.mat"},
    {"table_file(\"@/table.csv\", \"\", 1)", 312, "line 2 of"},
    {"table_file(\"@/table.csv\", \"\", 1, \";;\")", 307, "the delimiter must be"},
    {"table_file(\"@/table.csv\", \"\", -1)", 307, "must not be negative"},
    {"table_file(3, \"@\")", 307, "the name of the file must be"},
    {"table_file(\"\", \"@\")", 312, "the name of the file is empty"},
    {"table_file(\"@\", \"\", 1, \",\", 2)", 307, "does not take 5 arguments"},
};

static char *
with_folder (const char *text, const Folder *folder)
{
  g_auto (GStrv) parts = g_strsplit (text, "@", -1);

  return g_strjoinv (folder->folder, parts);
}

/* One report, at the right place, whatever needs the table. */
static void
test_fault (Folder *folder, gconstpointer data)
{
  const Fault *fault = data;
  g_autofree char *call = with_folder (fault->call, folder);
  g_autofree char *text =
      g_strdup_printf ("component M\n  parameter t::Real[:,:] = %s\n"
                       "  variable x::Real = t[1, 1]\nend\n",
                       call);
  g_auto (FlatBench) bench = bench_new (text, folder);
  const BaseDiag *diag = base_diags_get (bench.diags, 0);

  g_test_message ("%s", diag->message);
  g_assert_null (bench.flat);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1);
  g_assert_cmpuint (diag->number, ==, fault->number);
  g_assert_cmpuint (diag->line, ==, 2);
  g_assert_nonnull (strstr (diag->message, fault->says));
}

/* ---- what may be read ---- */

typedef struct {
  Folder folder;
  char *model;   /* a folder with the model */
  char *library; /* one with a library, `lib` */
} Place;

static void
write_below (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Beside the model and the library stands table.csv; links lead there from within. */
static void
place_set_up (Place *place, gconstpointer data)
{
  set_up (&place->folder, NULL);
  place->model = g_build_filename (place->folder.folder, "model", NULL);
  place->library = g_build_filename (place->folder.folder, "lib", NULL);
  g_autofree char *below = g_build_filename (place->model, "below", NULL);
  g_autofree char *link = g_build_filename (place->model, "link.csv", NULL);
  g_autofree char *link_folder = g_build_filename (place->model, "up", NULL);

  g_assert_cmpint (g_mkdir_with_parents (below, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (place->library, 0700), ==, 0);
  write_below (place->model, "own.csv", "1,2\n");
  write_below (below, "own.csv", "1,2\n");
  write_below (place->library, "own.csv", "1,2\n");
  write_below (place->folder.folder, "other.csv", "1,2\n");
  write_below (place->folder.folder, "model.csv", "1,2\n");
  write_below (
      place->library, "Part.dyad",
      "component Part\n  parameter t::Real[:,:] = table_file(\"own.csv\")\nend\n"
      "component Sly\n  parameter t::Real[:,:] = "
      "table_file(\"../other.csv\")\nend\n");
  g_assert_cmpint (symlink ("../other.csv", link), ==, 0);
  g_assert_cmpint (symlink ("..", link_folder), ==, 0);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir =
      g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *inner = g_build_filename (path, name, NULL);
    remove_all (inner);
  }
  g_remove (path);
}

static void
place_tear_down (Place *place, gconstpointer data)
{
  remove_all (place->folder.folder);
  g_free (place->folder.folder);
  g_free (place->model);
  g_free (place->library);
}

typedef struct {
  const char *declaration;
  const char *allowed; /* below the folder; NULL: nothing */
  uint32_t number;     /* of the only report; 0: none */
  bool is_unsaved;
} Reading;

static const Reading READINGS[] = {
    {"table_file(\"own.csv\")", NULL, 0, false},
    {"table_file(\"below/own.csv\")", NULL, 0, false},
    {"table_file(\"./below/../own.csv\")", NULL, 0, false},
    {"table_file(\"../lib/own.csv\")", NULL, 0, false},
    {"table_file(\"absent.csv\")", NULL, 312, false},
    {"table_file(\"../other.csv\")", NULL, 314, false}, /* E314 */
    {"table_file(\"../absent.csv\")", NULL, 314, false},
    {"table_file(\"../model.csv\")", NULL, 314, false},
    {"table_file(\"link.csv\")", NULL, 314, false},
    {"table_file(\"up/other.csv\")", NULL, 314, false},
    {"table_file(\"up/model/own.csv\")", NULL, 0, false},
    {"table_file(\"/etc/passwd\")", NULL, 314, false},
    {"table_file(\"own.csv\")", NULL, 314, true},
    {"table_file(\"../other.csv\")", "other.csv", 0, false},
    {"table_file(\"link.csv\")", "", 0, false},
    {"table_file(\"../other.csv\")", "model", 314, false},
};

static LangFile *
parse (const char *path, const char *text, BaseDiags *diags)
{
  g_autoptr (BaseSource) source = base_source_new (path, text, strlen (text));

  return lang_parse (source, diags);
}

/* Flattens M of the model on top of the library. */
static void
flatten (const Place *place, const char *text, const Reading *reading, BaseDiags *diags)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const char *const folders[] = {place->library, NULL};
  g_autofree char *path = g_build_filename (place->model, "m.dyad", NULL);
  g_autofree char *allowed =
      g_build_filename (place->folder.folder, reading->allowed, NULL);
  const char *const tables[] = {reading->allowed == NULL ? NULL : allowed, NULL};

  if (!reading->is_unsaved)
    write_below (place->model, "m.dyad", text);
  g_autoptr (LibIndex) library = lib_index_load (folders, diags, NULL);
  g_autoptr (LangFile) file = parse (path, text, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const FlatRoot root = {.model = lib_index_get (index, "m.M", LIB_COMPONENTS),
                         .limits = {.tables = tables}};
  flat_build (arena, index, &root, diags);
}

static void
test_reading (Place *place, gconstpointer data)
{
  const Reading *reading = data;
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autofree char *text =
      g_strdup_printf ("component M\n  parameter t::Real[:,:] = %s\n"
                       "  variable x::Real = t[1, 2]\nend\n",
                       reading->declaration);

  flatten (place, text, reading, diags);
  g_assert_cmpuint (base_diags_count (diags), ==, reading->number != 0);
  if (reading->number == 0)
    return;
  const BaseDiag *diag = base_diags_get (diags, 0);
  g_test_message ("%s", diag->message);
  g_assert_cmpuint (diag->number, ==, reading->number);
  g_assert_cmpint (diag->file_wanted != NULL, ==, reading->number == 314);
}

/* Its parts read what it brings, and no more than that. */
static void
test_library_reads_its_own (Place *place, gconstpointer data)
{
  const Reading plain = {0};
  g_autoptr (BaseDiags) good = base_diags_new (), bad = base_diags_new ();

  flatten (place, "component M\n  p = lib.Part()\nend\n", &plain, good);
  g_assert_cmpuint (base_diags_count (good), ==, 0);
  flatten (place, "component M\n  p = lib.Sly()\nend\n", &plain, bad);
  g_assert_cmpuint (base_diags_count (bad), ==, 1);
  g_assert_cmpuint (base_diags_get (bad, 0)->number, ==, 314);
}

/* A model that is a link: names begin beside the link, and its target's folder may be
 * read, too; what is elsewhere may not. */
static void
test_linked_model (Place *place, gconstpointer data)
{
  static const Reading readings[] = {
      {"table_file(\"own.csv\")", NULL, 0, true},
      {"table_file(\"../real/beside.csv\")", NULL, 0, true},
      {"table_file(\"beside.csv\")", NULL, 312, true},
      {"table_file(\"../other.csv\")", NULL, 314, true},
  };
  g_autofree char *real = g_build_filename (place->folder.folder, "real", NULL);
  g_autofree char *link = g_build_filename (place->model, "m.dyad", NULL);

  g_assert_cmpint (g_mkdir (real, 0700), ==, 0);
  write_below (real, "m.dyad", "");
  write_below (real, "beside.csv", "1,2\n");
  g_assert_cmpint (symlink ("../real/m.dyad", link), ==, 0);
  for (uint32_t i = 0; i < G_N_ELEMENTS (readings); i++)
    test_reading (place, &readings[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/flat/datafile/size", Folder, NULL, set_up, test_size, tear_down);
  for (uint32_t i = 0; i < G_N_ELEMENTS (FAULTS); i++) {
    g_autofree char *name = g_strdup_printf ("/flat/datafile/fault/%u", i);

    g_test_add (name, Folder, &FAULTS[i], set_up, test_fault, tear_down);
  }
  for (uint32_t i = 0; i < G_N_ELEMENTS (READINGS); i++) {
    g_autofree char *name = g_strdup_printf ("/flat/datafile/reading/%u", i);

    g_test_add (name, Place, &READINGS[i], place_set_up, test_reading, place_tear_down);
  }
  g_test_add ("/flat/datafile/library-reads-its-own", Place, NULL, place_set_up,
              test_library_reads_its_own, place_tear_down);
  g_test_add ("/flat/datafile/linked-model", Place, NULL, place_set_up,
              test_linked_model, place_tear_down);
  return g_test_run ();
}
