/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of a diagram, and components made of items. */
#include "doc/level.h"
#include "test-doc.h"
#include "test-same.h"

#define T "TranslationalComponents.Components."
/* A train of two wagons, each of two parts, one of them of two more. */
static const char TRAIN[] = "component Hook\n"
                            "  spring = " T "Spring(c = 1)\n"
                            "end\n"
                            "component Wagon\n"
                            "  body = " T "Mass(m = 1)\n"
                            "  hook = Hook()\n"
                            "end\n"
                            "component Train\n"
                            "  first = Wagon()\n"
                            "  second = Wagon()\n"
                            "  engine = " T "Mass(m = 1)\n"
                            "end\n";

static void
test_levels (void)
{
  g_autoptr (DocModel) doc = test_doc (TRAIN);

  g_assert_cmpstr (doc_level_root (doc)->name, ==, "Train");
  g_assert_cmpstr (doc_level (doc), ==, "");
  g_assert_cmpstr (doc_level_inside (doc, "second")->name, ==, "Wagon");
  g_assert_null (doc_level_inside (doc, "engine"));
  g_assert_null (doc_level_inside (doc, "nobody"));
  g_assert_false (doc_level_show (doc, "engine"));
  g_assert_false (doc_level_show (doc, "second.body"));
  g_assert_cmpstr (doc_class (doc)->name, ==, "Train");
  /* two levels down, */
  g_assert_true (doc_level_show (doc, "second.hook"));
  g_assert_cmpstr (doc_class (doc)->name, ==, "Hook");
  g_assert_cmpstr (doc_level_root (doc)->name, ==, "Train");
  g_assert_cmpuint (doc_find_item (doc, "spring"), !=, UINT32_MAX);
  g_assert_cmpuint (doc_find_item (doc, "engine"), ==, UINT32_MAX);
  /* and paths of the model there. */
  g_assert_cmpstr (doc_level_local (doc, "second.hook.spring.c"), ==, "spring.c");
  g_assert_null (doc_level_local (doc, "first.hook.spring.c"));
  g_assert_null (doc_level_local (doc, "second.hooks.spring"));
  g_assert_null (doc_level_local (doc, "second.hook"));
  g_autofree char *path = doc_level_path (doc, "spring.c");
  g_assert_cmpstr (path, ==, "second.hook.spring.c");
  g_assert_cmpuint (doc_level_find_item (doc, path), ==, 0);
}

static void
test_level_of (void)
{
  static const char *const cases[][2] = {
      {"first.hook.spring.c", "first.hook"},
      {"first.hook.c", "first"},
      {"first.hook", "first"},
      {"first.m", ""},
      {"engine.m", ""},
      {"nobody.hook", ""},
      {"", ""},
  };
  g_autoptr (DocModel) doc = test_doc (TRAIN);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *level = doc_level_of (doc, cases[i][0]);

    g_assert_cmpstr (level, ==, cases[i][1]);
  }
}

/* A step is taken back where it was made, and a level that goes is left. */
static void
test_undo_on_levels (void)
{
  g_autoptr (DocModel) doc = test_doc (TRAIN);
  const char *second[] = {"second"};

  g_assert_true (doc_level_show (doc, "first.hook"));
  g_assert_true (doc_set_modifier (doc, "spring", "c", "5", NULL, NULL));
  g_assert_true (doc_level_show (doc, ""));
  g_assert_true (doc_delete_items (doc, second, 1, NULL));
  g_assert_true (doc_level_show (doc, "first"));
  g_assert_true (doc_undo (doc));
  g_assert_cmpstr (doc_level (doc), ==, "");
  g_assert_true (doc_level_show (doc, "second"));
  g_assert_true (doc_undo (doc));
  g_assert_cmpstr (doc_level (doc), ==, "first.hook");
  assert_text (doc, TRAIN);
  g_assert_true (doc_redo (doc));
  g_assert_true (doc_level_show (doc, "second.hook"));
  g_assert_true (doc_redo (doc));
  g_assert_cmpstr (doc_level (doc), ==, "");
  /* what goes under the one who looks at it */
  g_assert_true (doc_level_show (doc, "first.hook"));
  static const char cut[] = "component Train\n  first = " T "Mass(m = 1)\nend\n";
  g_assert_true (doc_set_text (doc, cut, strlen (cut)));
  g_assert_cmpstr (doc_level (doc), ==, "");
  g_assert_cmpstr (doc_class (doc)->name, ==, "Train");
}

/* Settings and plots are the model's, on whatever level one is. */
static void
test_model_on_levels (void)
{
  g_autoptr (DocModel) doc = test_doc (TRAIN);
  DocAnalysis analysis = doc_get_analysis (doc);

  g_assert_true (doc_level_show (doc, "first"));
  analysis.stop = 3;
  g_assert_true (doc_set_analysis (doc, &analysis, NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "model = Train()"));
  g_assert_cmpfloat (doc_get_analysis (doc).stop, ==, 3);
  g_assert_cmpstr (doc_level (doc), ==, "first");
}

/* ---- groups ---- */

/* Two wires of a net are cut, an equation names a part, another one is used by a part
 * that stays, and a parameter is used inside. */
static const char CHAIN[] = "component Chain\n"
                            "  parameter k::Real = 3\n"
                            "  wall = " T "Fixed()\n"
                            "  soft = " T "Spring(c = 2*k)\n"
                            "  hard = " T "Spring(c = 7)\n"
                            "  mass = " T "Mass(m = 1)\n"
                            "  late = " T "Mass(m = 1)\n"
                            "  variable x::Real\n"
                            "relations\n"
                            "  connect(wall.flange, soft.flange_a)\n"
                            "  connect(wall.flange, hard.flange_a)\n"
                            "  connect(soft.flange_b, mass.flange_a, hard.flange_b)\n"
                            "  connect(mass.flange_b, late.flange_a)\n"
                            "  initial soft.s_rel = k\n"
                            "  initial late.v = mass.v\n"
                            "  x = 2*soft.f\n"
                            "metadata {\n"
                            "  \"Dyad\": {\"plots\": [[\"soft.f\", \"mass.s\"]]}\n"
                            "}\n"
                            "end\n";

static bool
has (const DocModel *doc, const char *text)
{
  return strstr (doc_text (doc, NULL), text) != NULL;
}

static const char *const SPRINGS[] = {"soft", "hard"};

static void
test_group (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GError) error = NULL;
  const char *name = doc_group (doc, SPRINGS, 2, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (name, ==, "subsystem");
  assert_sound (doc);
  /* outside: one connect for each net, */
  g_assert_true (has (doc, "subsystem = Subsystem(k = k)"));
  g_assert_true (has (doc, "connect(wall.flange, subsystem.soft_flange_a)"));
  g_assert_false (has (doc, "connect(wall.flange, subsystem.hard"));
  g_assert_true (has (doc, "connect(subsystem.soft_flange_b, mass.flange_a)"));
  g_assert_true (has (doc, "x = 2*subsystem.soft.f"));
  g_assert_true (has (doc, "[[\"subsystem.soft.f\", \"mass.s\"]]"));
  g_assert_true (has (doc, "initial late.v = mass.v"));
  /* inside: its parts, their ports, the parameter, the start value. */
  g_assert_true (doc_level_show (doc, "subsystem"));
  g_assert_cmpuint (doc_n_items (doc), ==, 4);
  g_assert_true (has (doc, "parameter k::Real = 3\n  soft_flange_a = Flange()"));
  g_assert_true (has (doc, "soft = " T "Spring(c = 2*k)"));
  g_assert_true (has (doc, "  initial soft.s_rel = k\n"));
  g_assert_true (has (doc, "connect(soft_flange_b, soft.flange_b, hard.flange_b)"));
  g_assert_true (doc_undo (doc));
  assert_text (doc, CHAIN);
}

static void
test_group_refused (void)
{
  static const char *const nobody[] = {"nobody"};
  static const char looped[] = "component L\n"
                               "  a = " T "Mass(m = b.m)\n"
                               "  b = " T "Mass(m = 1)\n"
                               "end\n";
  static const char *const a[] = {"a"};
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (DocModel) other = test_doc (looped);
  g_autoptr (GError) error = NULL;

  g_assert_null (doc_group (doc, nobody, 1, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (doc_group (other, a, 1, &error));
  g_assert_nonnull (strstr (error->message, "use b"));
  assert_text (other, looped);
}

/* What would become something else without a word is refused, and stays as it is. */
static void
test_not_by_itself (void)
{
  static const struct {
    const char *text, *item;
    bool is_group;
  } cases[] = {
      /* an array; an input that an equation sets; a type that depends on a parameter */
      {"component M\n  m = [" T "Mass(m = i) for i in 1:2]\n  w = " T
       "Fixed()\nrelations\n  connect(w.flange, m[1].flange_a)\nend\n",
       "m", true},
      {"component M\n  f = TranslationalComponents.Sources.ForceSource()\nrelations\n"
       "  f.f = 2\nend\n",
       "f", true},
      {"component M\n  parameter n::Integer = 2\n  parameter k::Real[n] = [1, 2]\n"
       "  a = " T "Mass(m = k[1])\nend\n",
       "a", true},
      /* a loop whose name the value has; ports joined inside; a wire to itself */
      {"component S\n  parameter k::Real = 1\n  m = [" T "Mass(m = k*i) for i in 1:2]\n"
       "end\ncomponent M\n  parameter i::Real = 4\n  s = S(k = i)\nend\n",
       "s", false},
      {"component S\n  a = Flange()\n  b = Flange()\n  m = " T
       "Mass(m = 1)\nrelations\n  connect(a, b)\n  connect(b, m.flange_a)\nend\n"
       "component M\n  s = S()\nend\n",
       "s", false},
      {"component S\n  a = Flange()\n  b = Flange()\n  m = " T
       "Mass(m = 1)\nrelations\n  connect(a, m.flange_a)\n  connect(m.flange_b, "
       "b)\nend\n"
       "component M\n  s = S()\nrelations\n  connect(s.a, s.b)\nend\n",
       "s", false},
      /* a name that means another thing outside */
      {"component S\n  parameter k::Real = 1\n  m = " T "Mass(m = k)\nend\n"
       "component M\n  parameter m::Real = 4\n  s = S(k = m)\nend\n",
       "s", false},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (DocModel) doc = test_doc (cases[i].text);
    g_autoptr (GPtrArray) added = g_ptr_array_new ();
    g_autoptr (GError) error = NULL;

    if (cases[i].is_group)
      g_assert_null (doc_group (doc, &cases[i].item, 1, &error));
    else
      g_assert_false (doc_ungroup (doc, cases[i].item, added, &error));
    g_assert_nonnull (error);
    assert_text (doc, cases[i].text);
  }
}

/* A World stays; metadata, and what other components set inside, follow. */
static void
test_group_elsewhere (void)
{
  static const char text[] =
      "component Part\n"
      "  world = MultibodyComponents.PlanarMechanics.World()\n"
      "  rotor = RotationalComponents.Components.Inertia(J = 1)\n"
      "metadata {\n"
      "  \"Dyad\": {\"motion\": {\"at\": [\"rotor.phi\"]}}\n"
      "}\n"
      "end\n"
      "component M\n"
      "  one = Part(rotor.J = 3)\n"
      "end\n";
  static const char *const both[] = {"world", "rotor"};
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_true (doc_level_show (doc, "one"));
  g_assert_nonnull (doc_group (doc, both, 2, NULL));
  assert_sound (doc);
  g_assert_cmpuint (doc_find_item (doc, "world"), !=, UINT32_MAX);
  g_assert_true (has (doc, "Part(subsystem.rotor.J = 3)"));
  g_assert_true (has (doc, "[\"subsystem.rotor.phi\"]"));
}

/* One end is joined once, however many wires of the net were cut. */
static void
test_group_joins_once (void)
{
  static const char text[] = "component M\n"
                             "  a = " T "Mass(m = 1)\n"
                             "  b = " T "Mass(m = 1)\n"
                             "  c = " T "Mass(m = 1)\n"
                             "relations\n"
                             "  connect(a.flange_b, b.flange_a)\n"
                             "  connect(a.flange_b, c.flange_a)\n"
                             "end\n";
  static const char *const a[] = {"a"};
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_nonnull (doc_group (doc, a, 1, NULL));
  const char *first = strstr (doc_text (doc, NULL), "connect(a_flange_b, a.flange_b)");
  g_assert_nonnull (first);
  g_assert_null (strstr (first + 1, "connect(a_flange_b, a.flange_b)"));
  /* Inside, the names of its ports are free again. */
  g_assert_true (doc_level_show (doc, "subsystem"));
  g_assert_nonnull (doc_group (doc, a, 1, NULL));
  g_assert_true (has (doc, "connect(a_flange_b, subsystem.a_flange_b)"));
}

/* To the byte, wherever the parts stood. */
static void
test_ungroup_exactly (void)
{
  static const char *const apart[] = {"soft", "mass"};
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();

  g_assert_nonnull (doc_group (doc, apart, 2, NULL));
  g_assert_true (doc_ungroup (doc, "subsystem", added, NULL));
  assert_text (doc, CHAIN);
  g_assert_cmpuint (added->len, ==, 2);
  g_assert_true (doc_undo (doc));
  g_assert_true (has (doc, "subsystem = Subsystem"));
  g_assert_true (doc_ungroup (doc, "subsystem", added, NULL));
  assert_text (doc, CHAIN);
}

static bool
is_joined (const DocModel *doc, const char *a, const char *b)
{
  g_autofree char *refusal = doc_refusal (doc, a, b);

  return refusal != NULL && strstr (refusal, "already") != NULL;
}

/* Once something of it was changed, all but layout and order is as before. */
static void
test_ungroup (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (doc_group (doc, SPRINGS, 2, NULL));
  g_assert_true (doc_set_modifier (doc, "subsystem", "k", "5", NULL, NULL));
  g_assert_true (doc_ungroup (doc, "subsystem", added, &error));
  g_assert_no_error (error);
  assert_sound (doc);
  g_assert_cmpuint (added->len, ==, 2);
  g_assert_false (has (doc, "ubsystem"));
  g_assert_true (has (doc, "Spring(c = 2*5)"));
  g_assert_true (has (doc, "initial soft.s_rel = 5"));
  g_assert_true (has (doc, "x = 2*soft.f"));
  g_assert_true (has (doc, "[[\"soft.f\", \"mass.s\"]]"));
  g_assert_true (is_joined (doc, "wall.flange", "hard.flange_a"));
  g_assert_true (is_joined (doc, "soft.flange_b", "mass.flange_a"));
  g_assert_true (is_joined (doc, "soft.flange_b", "hard.flange_b"));
  g_assert_false (is_joined (doc, "soft.flange_a", "mass.flange_a"));
}

/* A parameter of the diagram has its name inside, too, and is the same one again. */
static void
test_ungroup_parameter (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  const char *name = doc_group (doc, SPRINGS, 2, NULL);

  g_assert_true (has (doc, "Subsystem(k = k)"));
  g_assert_true (doc_move (doc, &name, 1, 0, 200));
  g_assert_true (doc_ungroup (doc, name, added, &error));
  g_assert_no_error (error);
  assert_sound (doc);
  g_assert_true (has (doc, "Spring(c = 2*k)"));
  g_assert_true (has (doc, "initial soft.s_rel = k"));
}

/* One of two: the other one keeps the component; what is in it gets names of its own.
 */
static void
test_ungroup_one_of_two (void)
{
  g_autoptr (DocModel) doc = test_doc (TRAIN);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_ungroup (doc, "first", added, &error));
  g_assert_no_error (error);
  g_assert_true (doc_ungroup (doc, "second", added, &error));
  g_assert_no_error (error);
  assert_sound (doc);
  g_assert_false (has (doc, "Wagon"));
  g_assert_true (has (doc, "component Hook"));
  g_assert_cmpuint (doc_find_item (doc, "body"), !=, UINT32_MAX);
  g_assert_cmpuint (doc_find_item (doc, "body2"), !=, UINT32_MAX);
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, TRAIN);
  /* no parts of this file */
  g_assert_false (doc_ungroup (doc, "engine", added, &error));
  g_assert_nonnull (error);
}

/* Random groups of every example: undone and dissolved they are the same bytes. */
static void
test_group_examples (void)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;
  guint n_grouped = 0;

  while ((file = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, file, NULL);
    g_autoptr (DocModel) doc = doc_load (test_library (), path, NULL);
    g_autoptr (GPtrArray) names = g_ptr_array_new (), added = g_ptr_array_new ();

    if (doc == NULL || !g_str_has_suffix (file, ".dyad"))
      continue;
    g_autofree char *before = g_strdup (doc_text (doc, NULL));
    for (uint32_t i = 0; i < doc_n_items (doc); i++)
      if (g_test_rand_bit () && strstr (doc_item (doc, i)->name, "orld") == NULL)
        g_ptr_array_add (names, (gpointer) doc_item (doc, i)->name);
    const char *name =
        doc_group (doc, (const char *const *) names->pdata, names->len, NULL);
    if (name == NULL)
      continue;
    n_grouped++;
    assert_sound (doc);
    assert_orthogonal (doc);
    g_assert_true (doc_level_show (doc, name));
    assert_orthogonal (doc);
    g_assert_cmpuint (doc_n_items (doc), >=, names->len);
    g_assert_true (doc_level_show (doc, ""));
    g_assert_true (doc_ungroup (doc, name, added, NULL));
    assert_text (doc, before);
    g_assert_cmpuint (added->len, ==, names->len);
    g_assert_true (doc_undo (doc));
    /* and in the other way the same parts and joints */
    g_assert_true (doc_move (doc, &name, 1, 0, 200));
    g_ptr_array_set_size (added, 0);
    g_assert_true (doc_ungroup (doc, name, added, NULL));
    assert_sound (doc);
    assert_orthogonal (doc);
    while (doc_undo (doc))
      ;
    assert_text (doc, before);
  }
  g_assert_cmpuint (n_grouped, >, 10);
}

/* Undo leads to the level of the step also where the text has faults before it, too. */
static void
test_undo_of_faults (void)
{
  g_autoptr (DocModel) doc = test_doc (TRAIN);

  g_assert_true (doc_level_show (doc, "first"));
  g_assert_true (doc_type (doc, (DocTyped){0, 0, "(", 1}, false));
  g_assert_true (doc_type (doc, (DocTyped){0, 0, "(", 1}, false));
  g_assert_true (doc_level_show (doc, ""));
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_is_ahead (doc));
  g_assert_cmpstr (doc_level (doc), ==, "first");
  g_assert_cmpuint (doc_find_item (doc, "hook"), !=, UINT32_MAX);
  g_assert_true (doc_level_show (doc, "first.hook"));
}

/* What is noticed on a level is told as long as that is shown. */
static void
test_diags_of_level (void)
{
  g_autoptr (DocModel) doc = test_doc (TRAIN);
  const uint32_t n = base_diags_count (doc_diags (doc));

  g_assert_cmpuint (base_diags_find (doc_diags (doc), 602), !=, UINT32_MAX);
  g_assert_true (doc_level_show (doc, "second"));
  g_assert_true (doc_level_show (doc, ""));
  g_assert_cmpuint (base_diags_count (doc_diags (doc)), ==, n);
}

/* An array goes along with its chain, its wires of all parts and what its number
 * depends on; a wire of all parts is not cut. */
static void
test_array (void)
{
  static const char TEXT[] =
      "component Line\n"
      "  structural parameter n::Integer = 3\n"
      "  wall = TranslationalComponents.Components.Fixed()\n"
      "  w = [TranslationalComponents.Components.SpringDamper(c = i) for i in 1:n]\n"
      "  m = TranslationalComponents.Components.Mass(m = 1)\n"
      "  v = [TranslationalComponents.Components.Mass(m = 1) for i in 1:n]\n"
      "relations\n"
      "  for i in 1:n - 1\n"
      "    connect(w[i].flange_b, w[i + 1].flange_a)\n"
      "  end\n"
      "  connect(wall.flange, w[1].flange_a)\n"
      "  connect(w[n].flange_b, m.flange_a)\n"
      "  for i in 1:n\n"
      "    connect(v[i].flange_a, wall.flange)\n"
      "  end\n"
      "end\n";
  static const char *const names[] = {"w", "wall", "v"}, *const cut[] = {"v"};
  g_autoptr (DocModel) doc = test_doc (TEXT);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_set_modifier (doc, "m", "m", "2", NULL, NULL));
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  g_assert_null (doc_group (doc, cut, 1, &error));
  g_assert_cmpstr (error->message, ==,
                   "A wire of several signals or parts would be cut");
  assert_text (doc, before);
  g_clear_error (&error);
  /* and back, to the byte */
  const char *group = doc_group (doc, names, 3, &error);
  g_assert_no_error (error);
  assert_same_doc (doc);
  assert_sound (doc);
  const char *text = doc_text (doc, NULL);
  g_assert_nonnull (strstr (text, "subsystem = Subsystem(n = n)"));
  g_assert_nonnull (strstr (text, "connect(subsystem.w_flange_b, m.flange_a)"));
  g_assert_nonnull (strstr (text, "connect(w_flange_b, w[n].flange_b)"));
  g_assert_true (doc_level_show (doc, group));
  g_assert_cmpuint (doc_item (doc, doc_find_item (doc, "w"))->array->n_links, ==, 1);
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  g_assert_true (doc_level_show (doc, ""));
  g_assert_true (doc_ungroup (doc, group, added, NULL));
  assert_text (doc, before);
  /* and in the other way, with the number of the instance */
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_set_modifier (doc, group, "n", "5", NULL, NULL));
  g_ptr_array_set_size (added, 0);
  g_assert_true (doc_ungroup (doc, group, added, &error));
  g_assert_no_error (error);
  assert_same_doc (doc);
  g_assert_nonnull (strstr (doc_text (doc, NULL), "w = [TranslationalComponents."
                                                  "Components.SpringDamper(c = i) for "
                                                  "i in 1:5]"));
  g_assert_nonnull (
      strstr (doc_text (doc, NULL), "connect(w[5].flange_b, m.flange_a)"));
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/level/levels", test_levels);
  g_test_add_func ("/doc/level/level-of", test_level_of);
  g_test_add_func ("/doc/level/undo", test_undo_on_levels);
  g_test_add_func ("/doc/level/undo-of-faults", test_undo_of_faults);
  g_test_add_func ("/doc/level/diags", test_diags_of_level);
  g_test_add_func ("/doc/level/model", test_model_on_levels);
  g_test_add_func ("/doc/group/group", test_group);
  g_test_add_func ("/doc/group/refused", test_group_refused);
  g_test_add_func ("/doc/group/not-by-itself", test_not_by_itself);
  g_test_add_func ("/doc/group/elsewhere", test_group_elsewhere);
  g_test_add_func ("/doc/group/joins-once", test_group_joins_once);
  g_test_add_func ("/doc/group/ungroup-exactly", test_ungroup_exactly);
  g_test_add_func ("/doc/group/ungroup", test_ungroup);
  g_test_add_func ("/doc/group/ungroup-parameter", test_ungroup_parameter);
  g_test_add_func ("/doc/group/ungroup-one-of-two", test_ungroup_one_of_two);
  g_test_add_func ("/doc/group/examples", test_group_examples);
  g_test_add_func ("/doc/group/array", test_array);
  return g_test_run ();
}
