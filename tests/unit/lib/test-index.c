/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "lang/parse.h"
#include "lib/class.h"
#include "lib/constant.h"
#include "lib/index.h"
#include "lib/type.h"

/* An index of one text within the namespace, on top of `below` (which it takes over).
 */
static LibIndex *
put (LibIndex *below, const char *within, const char *text, BaseDiags *diags)
{
  g_autoptr (BaseSource) source = base_source_new ("test.dyad", text, strlen (text));
  g_autoptr (LangFile) file = lang_parse (source, diags);
  LibIndex *index = lib_index_put (below, file, within, diags);

  g_assert_false (base_diags_has_errors (diags) &&
                  base_diags_find (diags, 201) == UINT32_MAX);
  lib_index_unref (below);
  return index;
}

static void
check_found (const LibIndex *index,
             const char *from,
             const char *name,
             LibWant want,
             const char *expected)
{
  const LibEntry *entry = lib_index_find (index, from, name, want);

  g_assert_cmpstr (entry == NULL ? NULL : entry->name, ==, expected);
}

/* Inner namespaces hide outer ones, the base library comes last, kinds do not mix. */
static void
test_lookup (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index = put (NULL, "Dyad",
                                    "type Force = Real\ntype Length = Real\n"
                                    "connector Flange potential s::Length end\n",
                                    diags);

  index =
      put (index, "Lib.Sources", "component Force end\ncomponent Near end\n", diags);
  index = put (index, "Lib", "component Near end\ncomponent Outer end\n", diags);
  check_found (index, "Lib.Sources", "Near", LIB_COMPONENTS, "Lib.Sources.Near");
  check_found (index, "Lib", "Near", LIB_COMPONENTS, "Lib.Near");
  check_found (index, "Lib.Sources", "Outer", LIB_COMPONENTS, "Lib.Outer");
  check_found (index, "Lib", "Sources.Near", LIB_COMPONENTS, "Lib.Sources.Near");
  check_found (index, "Other", "Lib.Sources.Force", LIB_COMPONENTS,
               "Lib.Sources.Force");
  check_found (index, "Lib.Sources", "Force", LIB_TYPES, "Dyad.Force");
  check_found (index, "Lib.Sources", "Force", LIB_COMPONENTS, "Lib.Sources.Force");
  check_found (index, "Lib.Sources", "Dyad.Force", LIB_TYPES, "Dyad.Force");
  check_found (index, "Lib", "Flange", LIB_COMPONENTS, "Dyad.Flange");
  check_found (index, "Lib", "Missing", LIB_ANY, NULL);
  g_assert_false (lib_index_knows_root (index, "Lib", "Absent.Part"));
  g_assert_true (lib_index_knows_root (index, "Lib", "Sources.Absent"));
}

/* A file on top hides what lies below, and the list shows each name once. */
static void
test_layers (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index =
      put (NULL, "Lib", "component Mass end\ncomponent Rod end\n", diags);
  const LibEntry *below = lib_index_get (index, "Lib.Mass", LIB_COMPONENTS);

  index = put (index, "Lib", "component Mass end\n", diags);
  g_assert_true (lib_index_get (index, "Lib.Mass", LIB_COMPONENTS) != below);
  g_assert_cmpuint (lib_index_n_entries (index), ==, 2);
  g_assert_cmpstr (lib_index_entry (index, 0)->name, ==, "Lib.Mass");
  g_assert_true (lib_index_entry (index, 0) != below);
  g_assert_cmpstr (lib_index_entry (index, 1)->name, ==, "Lib.Rod");
}

static void
test_defined_twice (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index =
      put (NULL, "Lib", "component A end\ntype A = Real\ncomponent A end\n", diags);
  uint32_t at = base_diags_find (diags, 201);

  g_assert_cmpuint (lib_index_n_entries (index), ==, 2);
  g_assert_cmpuint (at, !=, UINT32_MAX);
  g_assert_cmpuint (base_diags_get (diags, at)->line, ==, 3);
  g_assert_cmpuint (base_diags_get (diags, at)->column, ==, 11);
}

static void
test_near (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index =
      put (NULL, "Lib",
           "component Spring end\ncomponent String end\ntype Sprang = Real\n", diags);
  g_autofree char *near = lib_index_near (index, "Lib", "Sprimg", LIB_COMPONENTS);
  g_autofree char *none = lib_index_near (index, "Lib", "Generator", LIB_COMPONENTS);

  g_assert_cmpstr (near, ==, "Spring, String");
  g_assert_null (none);
}

/* The namespace that was written comes before others with the same name in them. */
static void
test_near_in_namespace (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index = put (NULL, "A.Parts", "component Spring end\n", diags);

  index = put (index, "B.Parts", "component Spring end\n", diags);
  index = put (index, "C.Parts", "component Spring end\n", diags);

  g_autofree char *near = lib_index_near (index, "M", "C.Parts.Sprng", LIB_COMPONENTS);
  g_autofree char *tail = lib_index_near (index, "B", "Parts.Sprng", LIB_COMPONENTS);

  g_assert_cmpstr (near, ==, "C.Parts.Spring");
  g_assert_nonnull (strstr (tail, "Parts.Spring"));
}

/* ---- inheritance ---- */

static void
test_members_in_order (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibIndex) index = put (NULL, "Lib",
                                    "partial component B\n  parameter p::Real = 1\n"
                                    "  variable x::Real\nrelations\n  x = p\nend\n"
                                    "component A\n  variable first::Real\n"
                                    "  extends B(p = 2)\n  variable last::Real\nend\n",
                                    diags);
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, diags);
  const LibClass *class =
      lib_class_get (classes, lib_index_get (index, "Lib.A", LIB_COMPONENTS));
  static const char *const NAMES[] = {"first", "p", "x", "last"};

  g_assert_cmpuint (class->n_members, ==, 4);
  for (uint32_t i = 0; i < 4; i++) {
    g_assert_cmpstr (class->members[i].name, ==, NAMES[i]);
    g_assert_cmpuint (lib_class_find (class, class->members[i].name), ==, i);
  }
  g_assert_cmpuint (class->n_relations, ==, 1);
  g_assert_cmpfloat (class->members[1].value->number, ==, 1);
  g_assert_cmpfloat (class->members[1].mods->mod->value->number, ==, 2);
  g_assert_true (
      lib_class_extends (class, lib_index_get (index, "Lib.B", LIB_COMPONENTS)));
}

/* Two ways to one base: its members and relations are there once. */
static void
test_diamond (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibIndex) index = put (
      NULL, "Lib",
      "partial component B\n  variable x::Real\nrelations\n  x = 1\nend\n"
      "partial component L\n  extends B\nend\npartial component R\n  extends B\nend\n"
      "component A\n  extends L\n  extends R\nend\n",
      diags);
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, diags);
  const LibClass *class =
      lib_class_get (classes, lib_index_get (index, "Lib.A", LIB_COMPONENTS));

  g_assert_cmpuint (class->n_members, ==, 1);
  g_assert_cmpuint (class->n_relations, ==, 1);
  g_assert_false (base_diags_has_errors (diags));
}

/* ---- constants ---- */

static LibValue
give_n (void *data, const char *const *parts, uint32_t n_parts)
{
  LibValue value = {.kind = LIB_UNKNOWN};

  if (n_parts == 2 && g_str_equal (parts[0], "gear") && g_str_equal (parts[1], "n"))
    value = (LibValue){.kind = LIB_NUMBER, .number = 3};
  return value;
}

static LibValue
evaluate (const LibIndex *index, const char *text)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseSource) source = base_source_new ("field", text, strlen (text));
  const LangExpr *expr = lang_parse_expression (arena, source, diags);

  g_assert_nonnull (expr);
  return lib_constant (expr, index, "Lib", give_n, NULL);
}

static void
test_constants (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index =
      put (NULL, "Lib", "enum E = | Off | On(x::Real = 1)\ntype F = E\n", diags);

  g_assert_cmpfloat (evaluate (index, "2 * gear.n + 1 - 4 / 2").number, ==, 5);
  g_assert_cmpfloat (evaluate (index, "2 ^ 3 ^ 2").number, ==, 512);
  g_assert_cmpfloat (evaluate (index, "max(2, -gear.n) + floor(2.7)").number, ==, 4);
  g_assert_cmpint (evaluate (index, "gear.n > 2 and !(gear.n == 4)").kind, ==,
                   LIB_BOOLEAN);
  g_assert_cmpfloat (evaluate (index, "gear.n > 2 and !(gear.n == 4)").number, ==, 1);
  g_assert_cmpfloat (evaluate (index, "unknown or true").number, ==, 1);
  g_assert_cmpint (evaluate (index, "unknown or false").kind, ==, LIB_UNKNOWN);
  g_assert_cmpint (evaluate (index, "unknown + 1").kind, ==, LIB_UNKNOWN);
  g_assert_cmpfloat (evaluate (index, "if gear.n == 3 then 7 else unknown").number, ==,
                     7);
  g_assert_cmpstr (evaluate (index, "E.On(x = 2)").text, ==, "On");
  g_assert_cmpfloat (evaluate (index, "F.On == E.On ? 1 : 2").number, ==, 1);
  g_assert_cmpint (evaluate (index, "E.Missing").kind, ==, LIB_UNKNOWN);
}

/* Values of one kind are compared by what they are, those of two kinds not at all. */
static void
test_equality (void)
{
  static const struct {
    const char *text;
    LibValueKind kind;
    double number;
  } CASES[] = {
      {"\"a\" == \"a\"", LIB_BOOLEAN, 1}, {"\"a\" == \"b\"", LIB_BOOLEAN, 0},
      {"\"a\" != \"b\"", LIB_BOOLEAN, 1}, {"2 == 2", LIB_BOOLEAN, 1},
      {"2 != 2", LIB_BOOLEAN, 0},         {"E.On == E.Off", LIB_BOOLEAN, 0},
      {"E.On != E.Off", LIB_BOOLEAN, 1},  {"E.On == G.On", LIB_BOOLEAN, 0},
      {"\"On\" == E.On", LIB_UNKNOWN, 0}, {"true == false", LIB_BOOLEAN, 0},
  };
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index =
      put (NULL, "Lib", "enum E = | Off | On\nenum G = | On\n", diags);

  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    LibValue value = evaluate (index, CASES[i].text);

    g_assert_cmpint (value.kind, ==, CASES[i].kind);
    if (value.kind == LIB_BOOLEAN)
      g_assert_cmpfloat (value.number, ==, CASES[i].number);
  }
}

/* A type that is unknown is told with what may have been meant, builtin ones too. */
static void
test_unknown_type (void)
{
  static const struct {
    const char *type;
    const char *hint;
  } CASES[] = {{"C", NULL},
               {"Reel", "did you mean Real?"},
               {"Lengt", "did you mean Length?"},
               {"Quantum", NULL},
               {"Lib.Lengt", "did you mean Length?"}};
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) fine = base_diags_new ();
  g_autoptr (LibIndex) index =
      put (NULL, "Lib", "type Length = Real\ncomponent C\nend\n", fine);

  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text =
        g_strdup_printf ("component C\n  parameter p::%s\nend\n", CASES[i].type);
    g_autoptr (BaseDiags) diags = base_diags_new ();
    g_autoptr (BaseSource) source = base_source_new ("c.dyad", text, strlen (text));
    g_autoptr (LangFile) file = lang_parse (source, diags);
    const LangDecl *decl = lang_file_find (file, "C")->decls[0];

    g_assert_cmpint (lib_type (arena, index, &decl->type, "Lib", diags)->kind, ==,
                     LIB_TYPE_UNKNOWN);
    g_assert_cmpuint (base_diags_count (diags), ==, 1);
    g_assert_cmpuint (base_diags_get (diags, 0)->number, ==, i == 0 ? 203 : 202);
    g_assert_cmpstr (base_diags_get (diags, 0)->hint, ==, CASES[i].hint);
  }
}

static void
test_type_that_names_itself (void)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index =
      put (NULL, "Lib", "type A = B\ntype B = A\nstruct S\n  x::A\nend\n", diags);
  const LangDecl *decl = lib_index_get (index, "Lib.S", LIB_ANY)->class->decls[0];

  g_assert_cmpint (lib_type (arena, index, &decl->type, "Lib", diags)->kind, ==,
                   LIB_TYPE_UNKNOWN);
  g_assert_cmpuint (base_diags_count (diags), ==, 1);
  g_assert_cmpuint (base_diags_get (diags, 0)->number, ==, 302);
}

/* What has members has a class. */
static void
test_what_has_members (void)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index =
      put (NULL, "Lib",
           "component C\nend\nconnector D\n  flow f::Real\nend\n"
           "analysis A\n  extends Base()\nend\nanalysis Base\nend\n"
           "type T = Real\nenum E = | On\nfunction f(x::Real)::Real = x\n",
           diags);
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, diags);

  for (const char *name = "CDATEf"; *name != '\0'; name++) {
    g_autofree char *full = g_strdup_printf ("Lib.%c", *name);
    const LibEntry *entry = lib_index_get (index, full, LIB_ANY);

    g_assert_nonnull (entry);
    g_assert_true ((lib_class_get (classes, entry) != NULL) ==
                   (strchr ("CDA", *name) != NULL));
  }
}

/* Outermost first, and nothing of a name that is longer than wanted. */
static void
test_parts_of_names (void)
{
  static const struct {
    const char *text;
    uint32_t max;
    uint32_t n;
  } CASES[] = {{"a", 1, 1},     {"a.b.c", 3, 3},  {"a.b.c", 9, 3}, {"a.b.c", 2, 0},
               {"a + b", 9, 0}, {"f(1).b", 9, 0}, {"a[1].b", 9, 0}};
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();

  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    const char *text = CASES[i].text, *parts[9];
    g_autoptr (BaseSource) source = base_source_new ("name", text, strlen (text));
    const LangExpr *expr = lang_parse_expression (arena, source, diags);

    g_assert_cmpuint (lib_constant_name_parts (expr, parts, CASES[i].max), ==,
                      CASES[i].n);
    if (CASES[i].n == 3)
      g_assert_true (*parts[0] == 'a' && *parts[1] == 'b' && *parts[2] == 'c');
  }
}

/* A library that is not there is all that is said of a type in it. */
static void
test_type_of_unknown_library (void)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index = put (
      NULL, "Lib", "type Length = Real\nstruct S\n  x::Absent.Length\nend\n", diags);
  const LangDecl *decl = lib_index_get (index, "Lib.S", LIB_ANY)->class->decls[0];

  for (int i = 0; i < 2; i++)
    g_assert_cmpint (
        lib_type (arena, index, &decl->type, "Lib", i == 0 ? diags : NULL)->kind, ==,
        LIB_TYPE_UNKNOWN);
  g_assert_cmpuint (base_diags_count (diags), ==, 1);
  g_assert_nonnull (strstr (base_diags_get (diags, 0)->message, "Absent"));
}

/* Members of the kind that is wanted come first, others if there is none. */
static void
test_near_members (void)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index = put (NULL, "Lib",
                                    "component C\n  parameter width::Real\n"
                                    "  variable wide::Real\nend\n",
                                    diags);
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, diags);
  const LibClass *class =
      lib_class_get (classes, lib_index_get (index, "Lib.C", LIB_ANY));
  g_autofree char *any = lib_class_near (class, "widt", LIB_ANY_MEMBER);
  g_autofree char *parameter = lib_class_near (class, "widt", LIB_PARAMETER);
  g_autofree char *part = lib_class_near (class, "widt", LIB_PART);

  g_assert_cmpstr (any, ==, "width, wide");
  g_assert_cmpstr (parameter, ==, "width");
  g_assert_cmpstr (part, ==, any);
}

/* The longest sum that the parser takes. */
static void
test_long_sum (void)
{
  g_autoptr (GString) text = g_string_new ("1");

  for (int i = 1; i < 1500; i++)
    g_string_append (text, " + 1");
  g_assert_cmpfloat (evaluate (NULL, text->str).number, ==, 1500);
}

/* ---- the libraries that come with the program ---- */

static void
test_library_is_sound (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LibIndex) index =
      lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, &error);
  g_autoptr (BaseArena) arena = base_arena_new ();

  g_assert_no_error (error);
  g_assert_cmpuint (lib_index_n_entries (index), >, 100);
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, diags);
  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    const LibClass *class = lib_class_get (classes, lib_index_entry (index, i));

    if (class != NULL && !class->is_sound)
      g_error ("%s is unsound", class->entry->name);
  }
  g_assert_cmpuint (base_diags_count (diags), ==, 0);
}

static void
test_missing_folder (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GError) error = NULL;
  const char *const folders[] = {"/nonexistent/library", NULL};

  g_assert_null (lib_index_load (folders, diags, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lib/index/lookup", test_lookup);
  g_test_add_func ("/lib/index/layers", test_layers);
  g_test_add_func ("/lib/index/defined-twice", test_defined_twice);
  g_test_add_func ("/lib/index/near", test_near);
  g_test_add_func ("/lib/index/near-in-namespace", test_near_in_namespace);
  g_test_add_func ("/lib/index/missing-folder", test_missing_folder);
  g_test_add_func ("/lib/class/members-in-order", test_members_in_order);
  g_test_add_func ("/lib/class/diamond", test_diamond);
  g_test_add_func ("/lib/constant/values", test_constants);
  g_test_add_func ("/lib/constant/equality", test_equality);
  g_test_add_func ("/lib/type/unknown", test_unknown_type);
  g_test_add_func ("/lib/class/what-has-members", test_what_has_members);
  g_test_add_func ("/lib/constant/parts-of-names", test_parts_of_names);
  g_test_add_func ("/lib/type/names-itself", test_type_that_names_itself);
  g_test_add_func ("/lib/type/of-unknown-library", test_type_of_unknown_library);
  g_test_add_func ("/lib/class/near-members", test_near_members);
  g_test_add_func ("/lib/constant/long-sum", test_long_sum);
  g_test_add_func ("/lib/library/is-sound", test_library_is_sound);
  return g_test_run ();
}
