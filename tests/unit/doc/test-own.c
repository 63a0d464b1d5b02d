/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components of a diagram that go to a library of the user's, and back in one file. */
#include <glib/gstdio.h>

#include "base/writer.h"
#include "doc/level.h"
#include "doc/structure/carry.h"
#include "test-doc.h"

#define T "TranslationalComponents.Components."

/* A wagon and what it needs of the file, which the rest of it needs, too. */
static const char TRAIN[] = "# The train.\n"
                            "\n"
                            "type Slack = Real(units = \"m\")\n"
                            "\n"
                            "\"a joint of the train\"\n"
                            "connector Hook\n"
                            "  potential s::Slack\n"
                            "  flow f::Real\n"
                            "end\n"
                            "\n"
                            "component Wagon\n"
                            "  parameter play::Slack = 0.1\n"
                            "  parameter order::test.Order = Order.First\n"
                            "  front = Hook()\n"
                            "  body = " T "Mass(m = twice(1))\n"
                            "end\n"
                            "\n"
                            "function twice(x::Real)::Real = 2 * x\n"
                            "\n"
                            "enum Order = First | Last\n"
                            "\n"
                            "component Train\n"
                            "  first = Wagon(play = 0.2)\n"
                            "  second = test.Wagon()\n"
                            "  rear = Hook()\n"
                            "relations\n"
                            "  connect(first.front, rear)\n"
                            "end\n";

typedef struct {
  char *place; /* the folder of the libraries */
  char *folder;
} Own;

static void
own_clear (Own *own)
{
  g_autoptr (GDir) dir = g_dir_open (own->folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *path = g_build_filename (own->folder, name, NULL);

    g_remove (path);
  }
  g_rmdir (own->folder);
  g_rmdir (own->place);
  g_free (own->folder);
  g_free (own->place);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Own, own_clear)

static Own
own_new (void)
{
  Own own = {g_dir_make_tmp ("dashpot-own-XXXXXX", NULL), NULL};

  own.folder = g_build_filename (own.place, "MyLibrary", NULL);
  g_mkdir (own.folder, 0700);
  return own;
}

static char *
path_in (const Own *own, const char *name)
{
  return g_build_filename (own->folder, name, NULL);
}

static void
write_in (const Own *own, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = path_in (own, name);

  base_writer_save (path, text, strlen (text), &error);
  g_assert_no_error (error);
}

static LibIndex *
read_own (const Own *own)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LibIndex *index = lib_index_put_own (test_library (), own->place, diags);

  g_assert_cmpuint (base_diags_count (diags), ==, 0);
  return index;
}

static void
assert_refused (const DocModel *doc,
                const char *item,
                const char *path,
                const char *why)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = doc_own_text (doc, item, path, &error);

  g_assert_null (text);
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, why);
}

/* What it needs goes along, whatever way it is named; all of the file then means that
 * of the library, and undo brings back the bytes. */
static void
test_save (void)
{
  g_auto (Own) own = own_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DocModel) doc = test_doc (TRAIN);
  g_autofree char *path = path_in (&own, "Waggon.dyad");
  g_autofree char *text = doc_own_text (doc, "second", path, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==,
                   "component Waggon\n"
                   "  parameter play::Slack = 0.1\n"
                   "  parameter order::Order = Order.First\n"
                   "  front = Hook()\n"
                   "  body = " T "Mass(m = twice(1))\n"
                   "end\n"
                   "\n"
                   "type Slack = Real(units = \"m\")\n"
                   "\n"
                   "enum Order = First | Last\n"
                   "\n"
                   "\"a joint of the train\"\n"
                   "connector Hook\n"
                   "  potential s::Slack\n"
                   "  flow f::Real\n"
                   "end\n"
                   "\n"
                   "function twice(x::Real)::Real = 2 * x\n");
  write_in (&own, "Waggon.dyad", text);
  /* Not before the library has it. */
  g_assert_false (doc_own_use (doc, "second", path, NULL));
  assert_text (doc, TRAIN);
  g_autoptr (LibIndex) library = read_own (&own);
  doc_set_library (doc, library);
  doc_own_use (doc, "second", path, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (doc_text (doc, NULL),
                                   "# The train.\n"
                                   "\n"
                                   "component Train\n"
                                   "  first = MyLibrary.Waggon(play = 0.2) {^first}\n"
                                   "  second = MyLibrary.Waggon() {^second}\n"
                                   "  rear = MyLibrary.Hook() {^rear}\n"
                                   "relations\n"
                                   "  connect(first.front, rear) {^id1}\n"
                                   "metadata {\n"));
  g_assert_null (strstr (doc_text (doc, NULL), "Wagon"));
  assert_sound (doc);
  g_assert_nonnull (doc_item (doc, doc_find_item (doc, "second"))->card);
  g_assert_cmpuint (doc_wire (doc, 0)->ends[0].item, !=, UINT32_MAX);
  g_assert_true (doc_undo (doc));
  assert_text (doc, TRAIN);
  g_assert_false (doc_can_undo (doc));
}

/* What is not to be taken, in words. */
static void
test_refused (void)
{
  g_auto (Own) own = own_new ();
  g_autofree char *good = path_in (&own, "Wagon.dyad");
  g_autofree char *spaced = path_in (&own, "My Wagon.dyad");
  g_autofree char *flange = path_in (&own, "Flange.dyad");
  g_autoptr (DocModel) doc = test_doc (TRAIN);

  assert_refused (doc, "rear", good, "rear is no subsystem of this diagram");
  assert_refused (doc, "first", spaced,
                  "“My Wagon” cannot be a name: letters, digits and _ only, no "
                  "reserved word, not a digit first");
  assert_refused (doc, "first", flange,
                  "Flange means something else there: choose another name");
  /* Another file of the library has a part of it already. */
  write_in (&own, "Hook.dyad", "connector Hook\n  potential s::Real\nend\n");
  g_autoptr (LibIndex) library = read_own (&own);
  doc_set_library (doc, library);
  assert_refused (doc, "first", good,
                  "The library has Hook already, in its file Hook.dyad");
  /* A table beside the diagram stays there. */
  g_autofree char *path = path_in (&own, "diagram.dyad");
  static const char READS[] = "component Part\n"
                              "  parameter file::String = \"Hook.dyad\"\n"
                              "end\n"
                              "component Whole\n  part = Part()\nend\n";
  g_autoptr (DocModel) reads =
      doc_from_text (test_library (), path, READS, strlen (READS));
  assert_refused (reads, "part", good,
                  "Part reads the file Hook.dyad, which does not go along");
}

#define SVG "metadata {\"Dyad\": {\"icons\": {\"default\": \"wheel.svg\"}}}\n"

/* All of the user's libraries that is used, and no more, under names that are free. */
static void
test_pack (void)
{
  static const char DIAGRAM[] = "component Hub\n  m = " T "Mass(m = 1)\nend\n"
                                "\n"
                                "component Car\n"
                                "  hub = Hub()\n"
                                "  wheel = MyLibrary.Wheel(hub = MyLibrary.Hub())\n"
                                "end\n";
  g_auto (Own) own = own_new ();
  g_autoptr (GError) error = NULL;

  write_in (&own, "Wheel.dyad", "component Wheel\n  hub = Hub()\n" SVG "end\n");
  write_in (&own, "wheel.svg", "<svg/>");
  write_in (&own, "Hub.dyad",
            "component Hub\n  parameter m::Mass = 2\n  spoke = Spoke(m = m)\nend\n"
            "\n"
            "component Spoke extends " T "Mass()\nend\n");
  write_in (&own, "Other.dyad", "component Other\nend\n");
  g_autoptr (LibIndex) library = read_own (&own);
  g_autoptr (DocModel) doc =
      doc_from_text (library, "car.dyad", DIAGRAM, strlen (DIAGRAM));
  g_autofree char *text = doc_pack (doc, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (
      text, ==,
      "component Hub\n  m = " T "Mass(m = 1)\nend\n"
      "\n"
      "component Car\n"
      "  hub = Hub()\n"
      "  wheel = Wheel(hub = Hub2())\n"
      "end\n"
      "\n"
      "component Wheel\n  hub = Hub2()\n" SVG "end\n"
      "\n"
      "component Hub2\n  parameter m::Mass = 2\n  spoke = Spoke(m = m)\nend\n"
      "\n"
      "component Spoke extends " T "Mass()\nend\n");
  /* Packed again it stays as it is, without the library. */
  g_autoptr (DocModel) packed =
      doc_from_text (test_library (), "car.dyad", text, strlen (text));
  assert_sound (packed);
  g_assert_cmpstr (doc_level_root (packed)->name, ==, "Car");
  g_autofree char *again = doc_pack (packed, &error);
  g_assert_cmpstr (again, ==, text);
  /* With the picture. */
  g_auto (Own) there = own_new ();
  g_autofree char *other = path_in (&there, "packed.dyad");
  g_autofree char *beside = path_in (&there, "wheel.svg");
  g_assert_true (doc_copy_icons (doc, other, false, &error));
  g_assert_false (g_file_test (beside, G_FILE_TEST_EXISTS));
  g_assert_true (doc_copy_icons (doc, other, true, &error));
  g_assert_true (g_file_test (beside, G_FILE_TEST_EXISTS));
}

/* Its picture goes along, unless the library has another one of that name. */
static void
test_icon (void)
{
  static const char wheel[] = "component Wheel\n  m = " T "Mass(m = 1)\n" SVG "end\n"
                              "\n"
                              "component Car\n  wheel = Wheel()\nend\n";
  g_auto (Own) own = own_new (), here = own_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *car = path_in (&here, "car.dyad");
  g_autofree char *path = path_in (&own, "Wheel.dyad");
  g_autofree char *svg = path_in (&own, "wheel.svg");
  g_autofree char *copy = NULL;
  g_autoptr (DocModel) doc =
      doc_from_text (test_library (), car, wheel, strlen (wheel));

  const char *item = doc_find_item (doc, "wheel") != UINT32_MAX ? "wheel" : NULL;
  g_assert_nonnull (item);
  /* Not there, there, there already, another one. */
  g_assert_true (doc_own_copy_icons (doc, item, path, NULL));
  g_assert_false (g_file_test (svg, G_FILE_TEST_EXISTS));
  write_in (&here, "wheel.svg", "<svg/>");
  for (int i = 0; i < 2; i++) {
    doc_own_copy_icons (doc, item, path, &error);
    g_assert_no_error (error);
    g_clear_pointer (&copy, g_free);
    g_assert_true (g_file_get_contents (svg, &copy, NULL, NULL));
    g_assert_cmpstr (copy, ==, "<svg/>");
  }
  write_in (&own, "wheel.svg", "<svg></svg>");
  g_assert_false (doc_own_copy_icons (doc, item, path, &error));
  g_assert_cmpstr (error->message, ==,
                   "There is another picture of the name wheel.svg");
  g_clear_error (&error);
  /* Saved elsewhere, it goes along, too. */
  g_auto (Own) there = own_new ();
  g_autofree char *other = path_in (&there, "car.dyad");
  g_autofree char *beside = path_in (&there, "wheel.svg");
  g_assert_true (doc_copy_icons (doc, other, false, &error));
  g_assert_true (g_file_test (beside, G_FILE_TEST_EXISTS));
  g_assert_false (doc_copy_icons (doc, path, false, NULL));
}

/* Before anything is written, though only another component has faults. */
static void
test_faulty (void)
{
  g_auto (Own) own = own_new ();
  g_autofree char *path = path_in (&own, "Hub.dyad");
  g_autoptr (DocModel) doc = test_doc ("component Hub\n  m = " T "Mass(m = 1)\nend\n\n"
                                       "component Other\n  m = )\nend\n\n"
                                       "component Car\n  hub = Hub()\nend\n");

  assert_refused (doc, "hub", path, "The diagram has errors; mend them first");
}

/* A file that has more than what takes its place stays, as others may use that. */
static void
test_replace (void)
{
  static const char all[] = "component Wheel\n  m = " T "Mass(m = 1)\nend\n\n"
                            "component Tire\n  m = " T "Mass(m = 1)\nend\n";
  g_auto (Own) own = own_new ();
  g_autoptr (DocModel) doc =
      test_doc ("component Wheel\n  tire = MyLibrary.Tire()\nend\n\n"
                "component Car\n  wheel = Wheel()\nend\n");
  g_autofree char *path = path_in (&own, "Wheel.dyad");

  write_in (&own, "Wheel.dyad", all);
  g_autoptr (LibIndex) library = read_own (&own);
  doc_set_library (doc, library);
  assert_refused (doc, "wheel", path,
                  "Wheel.dyad in the library also has Tire, which would go");
  /* With that all of it is new. */
  g_autoptr (DocModel) whole =
      test_doc ("component Wheel\n  tire = Tire()\nend\n\n"
                "component Tire\n  m = " T "Mass(m = 2)\nend\n\n"
                "component Car\n  wheel = Wheel()\nend\n");
  doc_set_library (whole, library);
  g_autofree char *text = doc_own_text (whole, "wheel", path, NULL);
  g_assert_nonnull (text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/own/save", test_save);
  g_test_add_func ("/doc/own/refused", test_refused);
  g_test_add_func ("/doc/own/replace", test_replace);
  g_test_add_func ("/doc/own/icon", test_icon);
  g_test_add_func ("/doc/own/faulty", test_faulty);
  g_test_add_func ("/doc/own/pack", test_pack);
  return g_test_run ();
}
