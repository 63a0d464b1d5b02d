/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any sequence of edits keeps the text readable, its wires at right angles and its
 * comments, and is taken back byte for byte; what is read of it piece by piece is what
 * reading all of it gives, also on other levels and after text that is typed. As long
 * as components keep 40 units apart and nobody lays a wire down by hand, no wire is
 * hidden and no two nets look joined.
 */
#include "test-picture.h"
#include "test-same.h"

static const char *const CLASSES[] = {
    "TranslationalComponents.Components.Mass",
    "TranslationalComponents.Components.Spring",
    "TranslationalComponents.Components.Damper",
    "TranslationalComponents.Components.Fixed",
    "TranslationalComponents.Sources.ForceSource",
    "BlockComponents.Sources.Sine",
    "BlockComponents.Math.Gain",
    "RotationalComponents.Components.Inertia",
    "Dyad.Flange",
};

typedef struct {
  DocModel *doc;
  GRand *rand;
  bool is_roomy; /* components keep apart, and paths are found by the program */
} Run;

static uint32_t
below (Run *run, uint32_t n)
{
  return n == 0 ? 0 : (uint32_t) g_rand_int_range (run->rand, 0, (gint32) n);
}

static DocPoint
some_point (Run *run)
{
  return (DocPoint){10 * (int) below (run, 120), 10 * (int) below (run, 120)};
}

static const char *
some_item (Run *run)
{
  uint32_t n = doc_n_items (run->doc);

  return n == 0 ? "none" : doc_item (run->doc, below (run, n))->name;
}

static char *
some_port (Run *run)
{
  const DocItem *item = doc_item (run->doc, below (run, doc_n_items (run->doc)));

  return item->n_ports == 0 ? g_strdup (item->name)
                            : doc_port_name (item, below (run, item->n_ports));
}

/* Whether an edit beside it draws nothing that was only laid out. */
static bool
is_all_drawn (const DocModel *doc)
{
  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    if (doc_item (doc, i)->is_auto_placed)
      return false;
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    if (doc_wire (doc, w)->is_auto_routed)
      return false;
  return true;
}

/* What has become several parts becomes one again, to the byte. */
static void
change_count (Run *run, const char *item)
{
  static const char *const COUNTS[] = {"2", "3", "10", "1", "", "0", "3 * 4"};
  const uint32_t number = doc_find_item (run->doc, item);
  g_autofree char *before = g_strdup (doc_text (run->doc, NULL));

  if (number == UINT32_MAX)
    return;
  const bool was_one = doc_item (run->doc, number)->array == NULL;
  const bool was_drawn = is_all_drawn (run->doc);
  const char *count = COUNTS[below (run, G_N_ELEMENTS (COUNTS))];
  if (below (run, 4) == 0)
    doc_unchain (run->doc, item, NULL);
  else if (!was_one && below (run, 2) == 0)
    g_assert_true (!doc_chain (run->doc, item, NULL) ||
                   !doc_can_chain (run->doc, item));
  else if (doc_set_count (run->doc, item, count, NULL) && was_one) {
    g_assert_true (doc_set_count (run->doc, item, "", NULL));
    if (was_drawn)
      assert_text (run->doc, before);
    g_assert_true (doc_undo (run->doc));
  }
}

static void
connect_some (Run *run)
{
  g_autofree char *from = some_port (run), *to = some_port (run);
  DocPoint corner = some_point (run);

  if (below (run, 3) > 0 || doc_n_wires (run->doc) == 0)
    doc_connect (run->doc, from, to, &corner, run->is_roomy ? 0 : below (run, 2), NULL);
  else
    doc_connect_to_wire (run->doc, from, below (run, doc_n_wires (run->doc)), corner,
                         NULL, 0, NULL);
}

static void
change_tag (Run *run)
{
  static const char *const NAMES[] = {"", "speed", "u", "a \"long\" name of a tag"};
  const uint32_t wire = below (run, doc_n_wires (run->doc));

  if (doc_n_wires (run->doc) == 0)
    return;
  if (doc_wire (run->doc, wire)->tag != NULL && below (run, 3) > 0)
    doc_set_tag (run->doc, wire, NAMES[below (run, G_N_ELEMENTS (NAMES))], NULL);
  else
    doc_set_tagged (run->doc, wire, doc_wire (run->doc, wire)->tag == NULL, NULL);
}

static void
change_wire (Run *run)
{
  uint32_t wire = below (run, doc_n_wires (run->doc));

  if (doc_n_wires (run->doc) == 0 || doc_wire (run->doc, wire)->n_edges == 0)
    return;
  uint32_t edge = below (run, doc_wire (run->doc, wire)->n_edges);
  uint32_t segment = below (run, doc_wire (run->doc, wire)->edges[edge].n_points - 1);
  switch (below (run, 5)) {
  case 0:
    doc_delete_wire (run->doc, wire, NULL);
    break;
  case 1:
    doc_delete_edge (run->doc, wire, edge, NULL);
    break;
  case 2:
    doc_tidy (run->doc, &wire, 1, NULL);
    break;
  default:
    if (!run->is_roomy)
      doc_move_segment (run->doc, wire, edge, segment, 10 * (int) below (run, 9) - 40.0,
                        10 * (int) below (run, 9) - 40.0);
  }
}

static void
change_text (Run *run, const char *item)
{
  static const char *const VALUES[] = {"1", "2k", "a * (b + 1)", "-3", NULL};
  static const char *const TARGETS[] = {"m",        "c",          "s(initial)",
                                        "s(guess)", "v(initial)", "k"};
  const char *value = VALUES[below (run, G_N_ELEMENTS (VALUES))];

  if (below (run, 4) == 0) {
    g_autofree char *name = g_strdup_printf ("item%u", below (run, 20));

    doc_rename (run->doc, item, name, NULL);
  } else
    doc_set_modifier (run->doc, item, TARGETS[below (run, G_N_ELEMENTS (TARGETS))],
                      value, below (run, 2) ? "3 kN/mm" : NULL, NULL);
}

static void
change_notes (Run *run)
{
  uint32_t note = below (run, doc_n_notes (run->doc));

  if (doc_n_notes (run->doc) == 0 || below (run, 3) == 0)
    doc_add_note (run->doc, some_point (run), "a note");
  else if (below (run, 2) == 0)
    doc_move_note (run->doc, note, 10, -10);
  else
    doc_set_note (run->doc, note, below (run, 2) ? "another \"text\"" : NULL);
}

static void
change_places (Run *run, const char *const *names, uint32_t n)
{
  DocPoint by = some_point (run);

  switch (below (run, 5)) {
  case 0:
    doc_rotate (run->doc, names, n, below (run, 2) == 0);
    break;
  case 1:
    doc_flip (run->doc, names, n, below (run, 2) == 0);
    break;
  case 2:
    doc_align (run->doc, names, n, (DocAlign) below (run, DOC_DISTRIBUTE_Y + 1));
    break;
  default:
    doc_move (run->doc, names, n, by.x - 600, by.y - 600);
  }
}

static void
edit (Run *run)
{
  const char *names[3] = {some_item (run), some_item (run), some_item (run)};
  uint32_t n = 1 + below (run, 3);

  switch (below (run, run->is_roomy ? 30 : 12)) {
  case 0:
  case 1:
  case 12:
  case 13:
  case 14:
    doc_add (run->doc, CLASSES[below (run, G_N_ELEMENTS (CLASSES))], some_point (run),
             below (run, 2) == 0, NULL);
    break;
  case 2:
  case 3:
    if (doc_n_items (run->doc) > 0)
      connect_some (run);
    break;
  case 4:
    if (below (run, 2) == 0)
      change_wire (run);
    else
      change_tag (run);
    break;
  case 5:
    change_text (run, names[0]);
    break;
  case 6:
    change_notes (run);
    break;
  case 7:
    doc_delete_items (run->doc, names, below (run, run->is_roomy ? 4 : 2) == 1, NULL);
    break;
  case 8: {
    g_autofree char *text = doc_copy (run->doc, names, n);

    doc_paste (run->doc, text, some_point (run), false, NULL, NULL);
    break;
  }
  case 9:
    if (below (run, 3) == 0)
      doc_set_commented (run->doc, names, n, below (run, 2) == 0);
    else
      change_count (run, names[0]);
    break;
  case 10:
    if (below (run, 3) == 0)
      doc_undo (run->doc);
    else
      change_places (run, names, n);
    break;
  case 11:
    change_places (run, names, n);
    break;
  default:
    if (doc_n_items (run->doc) > 0)
      connect_some (run);
  }
}

static void
check (Run *run)
{
  assert_sound (run->doc);
  assert_orthogonal (run->doc);
  if (run->is_roomy)
    assert_true_picture (run->doc);
  g_assert_true (doc_can_edit (run->doc));
  for (uint32_t w = 0; w < doc_n_wires (run->doc); w++) {
    const DocWire *wire = doc_wire (run->doc, w);

    for (uint32_t e = 0; e < wire->n_edges; e++)
      assert_tidy (run->doc, &wire->edges[e]);
    assert_branches (run->doc, wire);
    if (wire->is_auto_routed)
      g_error ("wire %u is no longer drawn as it was in\n%s", w,
               doc_text (run->doc, NULL));
  }
}

/* In a fork the edit does what it does in the diagram, which takes it over, or has
 * become another one. */
static void
edit_apart (Run *run, bool joins)
{
  DocModel *fork = doc_fork (run->doc, "", NULL);
  g_autoptr (GRand) rand = g_rand_copy (run->rand);
  Run apart = {fork, joins ? run->rand : rand, run->is_roomy};
  const uint32_t depth = doc_undo_depth (run->doc);

  doc_fork_read (fork);
  edit (&apart);
  g_autofree char *text = g_strdup (doc_text (fork, NULL));
  const uint32_t n_steps = doc_undo_depth (fork);
  if (joins) {
    g_assert_true (doc_fork_join (run->doc, fork));
    g_assert_cmpuint (doc_undo_depth (run->doc), ==, depth + n_steps);
    assert_text (run->doc, text);
  } else {
    edit (run);
    if (doc_undo_depth (run->doc) > depth) {
      assert_text (run->doc, text);
      g_assert_false (doc_fork_join (run->doc, fork));
    }
  }
  doc_free (fork);
}

static void
run_edits (const char *text, uint32_t seed, uint32_t n, bool is_roomy_only)
{
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Run run = {doc, rand, is_roomy_only};

  for (uint32_t i = 0; i < n; i++) {
    g_autofree char *before = g_strdup (doc_text (doc, NULL));
    uint64_t revision = doc_revision (doc);

    if (i % 4 < 3)
      edit (&run);
    else
      edit_apart (&run, i % 8 < 4);
    if ((doc_revision (doc) == revision) !=
        (strcmp (before, doc_text (doc, NULL)) == 0))
      g_error ("edit %u of seed %u changed the text without saying so, or the reverse",
               i, seed);
    if (is_roomy_only && !is_roomy (doc))
      g_assert_true (doc_undo (doc));
    check (&run);
    assert_same_doc (doc);
  }
  g_autofree char *last = g_strdup (doc_text (doc, NULL));
  uint32_t n_steps = 0;
  for (; doc_undo (doc); n_steps++)
    assert_same_doc (doc);
  assert_text (doc, text);
  g_assert_false (doc_is_modified (doc));
  for (uint32_t i = 0; i < n_steps; i++)
    g_assert_true (doc_redo (doc));
  assert_text (doc, last);
  assert_same_doc (doc);
}

static void
test_from_nothing (void)
{
  for (uint32_t seed = 1; seed <= 12; seed++)
    run_edits ("component Untitled\nend\n", seed, 60, false);
}

/* A file as a person would write it, with comments everywhere, a part of its own and a
 * value that differs from what was typed. */
static void
test_from_text (void)
{
  static const char TEXT[] =
      "# top\n"
      "\"doc\"\n"
      "component Hand # written\n"
      "  # above\n"
      "  mass = TranslationalComponents.Components.Mass(m = 1, # inside\n"
      "    s(initial = 0)) {^mass} # behind\n"
      "  parameter a::Real = 1 parameter b::Real = 2\n"
      "  part = Part() {^part}\n"
      "\n"
      "relations\n"
      "  # an equation\n"
      "  initial mass.v = a * b\n"
      "  # the last\n"
      "metadata {\"free\": [1,  2],\n"
      "  \"_links\": {\"mass\": {\"entry\": {\"m\": \"2 kg\"}, \"Dyad\": "
      "{\"placement\": "
      "{\"diagram\": {\"x1\": 100, \"y1\": 100, \"x2\": 200, \"y2\": 200}}}},\n"
      "  \"part\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 400, "
      "\"y1\": 100, \"x2\": 500, \"y2\": 200}}}}}}\n"
      "end # over\n"
      "# bottom\n"
      "partial component Part\n"
      "  flange = Dyad.Flange() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": -50, "
      "\"y1\": 450, \"x2\": 50, \"y2\": 550}}}}\n"
      "end\n";

  for (uint32_t seed = 100; seed < 112; seed++)
    run_edits (TEXT, seed, 60, false);
}

/* Arrays with wires of all parts, in loops of one connect and of several. */
static void
test_from_arrays (void)
{
  static const char TEXT[] =
      "component Arrays\n"
      "  structural parameter n::Integer = 3\n"
      "  a = [TranslationalComponents.Components.Mass(m = 1) for i in 1:n]\n"
      "  b = [TranslationalComponents.Components.Spring(c = i) for i in 1:3]\n"
      "  wall = TranslationalComponents.Components.Fixed()\n"
      "  gain = BlockComponents.Math.Gain()\n"
      "  gains = [BlockComponents.Math.Gain() for i in 1:4]\n"
      "relations\n"
      "  for k in 1:n # all\n"
      "    connect(a[k].flange_a, wall.flange)\n"
      "    connect(b[k].flange_a, a[k].flange_b)\n"
      "  end\n"
      "  for i in 1:4\n"
      "    # each\n"
      "    connect(gain.y, gains[i].u)\n"
      "  end\n"
      "end\n";

  g_autoptr (DocModel) drawn = test_doc (TEXT);

  g_assert_true (doc_set_modifier (drawn, "gain", "k", "2", NULL, NULL));
  for (uint32_t seed = 600; seed < 612; seed++)
    run_edits (doc_text (drawn, NULL), seed, 60, false);
}

static void
test_from_example (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples",
                                            "drive-train.dyad", NULL);
  g_autofree char *text = read_file (path);

  for (uint32_t seed = 200; seed < 206; seed++)
    run_edits (text, seed, 60, false);
}

static void
test_example_pictures (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL) {
    g_autofree char *file = g_build_filename (path, name, NULL);
    g_autofree char *text = read_file (file);

    if (!g_str_has_suffix (name, ".dyad"))
      continue;
    g_autoptr (DocModel) doc = test_doc (text);

    g_test_message ("%s", name);
    assert_true_picture (doc);
  }
}

static void
test_true_pictures (void)
{
  for (uint32_t seed = 300; seed < 320; seed++)
    run_edits ("component Untitled\nend\n", seed, 100, true);
}

/* ---- subsystems, and text that is typed ---- */

static void
group_some (Run *run)
{
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);
  const char *names[4];
  uint32_t n = 0;

  for (uint32_t i = 0; i < G_N_ELEMENTS (names); i++) {
    const char *name = some_item (run);

    if (below (run, 3) > 0 && g_hash_table_add (chosen, (gpointer) name))
      names[n++] = name;
  }
  if (n > 0)
    doc_group (run->doc, names, n, NULL);
}

static void
go_in (Run *run)
{
  const uint32_t n = doc_n_items (run->doc), first = below (run, n);

  for (uint32_t i = 0; i < n; i++) {
    const char *name = doc_item (run->doc, (first + i) % n)->name;

    if (doc_level_inside (run->doc, name) != NULL) {
      g_autofree char *level = doc_level_into (run->doc, name);

      g_assert_true (doc_level_show (run->doc, level));
      return;
    }
  }
}

static void
go_out (Run *run)
{
  g_autofree char *around = doc_level_around (doc_level (run->doc));

  g_assert_true (doc_level_show (run->doc, around));
}

/* Not within a character. */
static uint32_t
some_byte (Run *run, const char *text, uint32_t from, uint32_t to)
{
  uint32_t at = from + below (run, to - from + 1);

  while (((unsigned char) text[at] & 0xC0) == 0x80)
    at--;
  return at;
}

/* A line of its own, or any few bytes; what leaves faults is mostly taken back. */
static void
type_some (Run *run)
{
  static const char *const LINES[] = {
      "  extra = TranslationalComponents.Components.Mass(m = 2)\n",
      "  # a comment\n",
      "\n",
      "  parameter p::Real = 3\n",
      "component More\n  f = Dyad.Flange()\nend\n",
  };
  static const char *const BITS[] = {"", " ", "\n", "x", "1", "(", ")", "end\n", "{"};
  gsize length;
  const char *text = doc_text (run->doc, &length);
  const bool is_line = below (run, 2) == 0;
  uint32_t begin = some_byte (run, text, 0, (uint32_t) length);
  uint32_t end = begin;

  if (is_line)
    while (begin > 0 && text[begin - 1] != '\n')
      end = --begin;
  else
    end = some_byte (run, text, begin, MIN (begin + 6, (uint32_t) length));
  const char *bit = is_line ? LINES[below (run, G_N_ELEMENTS (LINES))]
                            : BITS[below (run, G_N_ELEMENTS (BITS))];
  g_autofree char *wanted =
      g_strdup_printf ("%.*s%s%s", (int) begin, text, bit, text + end);
  if (doc_type (run->doc, (DocTyped){begin, end, bit, strlen (bit)}, false))
    assert_text (run->doc, wanted);
  if (doc_is_ahead (run->doc) && below (run, 4) > 0)
    g_assert_true (doc_undo (run->doc));
}

static void
edit_levels (Run *run)
{
  switch (below (run, 16)) {
  case 0:
  case 1:
    group_some (run);
    break;
  case 2: {
    g_autoptr (GPtrArray) added = g_ptr_array_new ();

    doc_ungroup (run->doc, some_item (run), added, NULL);
    break;
  }
  case 3:
  case 4:
  case 5:
    go_in (run);
    break;
  case 6:
    go_out (run);
    break;
  case 7:
  case 8:
  case 9:
    type_some (run);
    break;
  case 10:
    doc_undo (run->doc);
    break;
  case 11:
    doc_redo (run->doc);
    break;
  default:
    edit (run);
  }
}

/* The document is its text at every point, on every level, and goes back to its first
 * bytes and forth again. */
static void
run_levels (const char *example, uint32_t seed)
{
  g_autofree char *file = g_strconcat (example, ".dyad", NULL);
  g_autofree char *path =
      g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples", file, NULL);
  g_autofree char *text = read_file (path);
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Run run = {doc, rand, false};
  uint32_t n_steps = 0;

  g_test_message ("%s, seed %u", example, seed);
  for (uint32_t i = 0; i < 60; i++) {
    edit_levels (&run);
    if (!doc_is_ahead (doc))
      assert_same_doc (doc);
  }
  /* Back to the beginning, and to the end again. */
  g_autofree char *last = g_strdup (doc_text (doc, NULL));
  for (; doc_undo (doc); n_steps++)
    if (!doc_is_ahead (doc))
      assert_same_doc (doc);
  assert_text (doc, text);
  g_assert_false (doc_is_modified (doc));
  for (uint32_t i = 0; i < n_steps; i++)
    g_assert_true (doc_redo (doc));
  assert_text (doc, last);
  if (!doc_is_ahead (doc))
    assert_same_doc (doc);
}

static void
test_levels (void)
{
  static const char *const EXAMPLES[] = {"freight-train", "drive-train",
                                         "two-mass-absorber"};
  const uint32_t n_seeds = g_test_slow () ? 1000 : 8; /* "-m slow" searches longer */

  for (uint32_t seed = 500; seed < 500 + n_seeds; seed++)
    for (uint32_t i = 0; i < G_N_ELEMENTS (EXAMPLES); i++)
      run_levels (EXAMPLES[i], seed);
}

/* Diagrams that nobody drew. */
static void
lead_all (uint32_t seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DocModel) doc = test_doc ("component Untitled\nend\n");
  Run run = {doc, rand, true};

  g_test_message ("seed %u", seed);
  for (uint32_t i = 0; i < 60; i++) {
    if (i < 30)
      doc_add (doc, CLASSES[below (&run, G_N_ELEMENTS (CLASSES))], some_point (&run),
               false, NULL);
    else if (doc_n_items (doc) > 0)
      connect_some (&run);
    if (!is_roomy (doc))
      doc_undo (doc);
  }
  g_autoptr (GRegex) key = g_regex_new (" \\{\\^id[0-9]+\\}", 0, 0, NULL);
  g_autofree char *text =
      g_regex_replace (key, doc_text (doc, NULL), -1, 0, "", 0, NULL);
  g_autoptr (DocModel) bare = test_doc (text);

  assert_sound (bare);
  g_assert_cmpuint (doc_n_wires (bare), ==, doc_n_wires (doc));
  for (uint32_t w = 0; w < doc_n_wires (bare); w++)
    g_assert_true (doc_wire (bare, w)->is_auto_routed);
  assert_orthogonal (bare);
  assert_true_picture (bare);
}

static void
test_routed_pictures (void)
{
  for (uint32_t seed = 400; seed < 440; seed++)
    lead_all (seed);
  lead_all (10429); /* a line that could spare a label behind its junction */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/random/from-nothing", test_from_nothing);
  g_test_add_func ("/doc/random/from-text", test_from_text);
  g_test_add_func ("/doc/random/from-arrays", test_from_arrays);
  g_test_add_func ("/doc/random/from-example", test_from_example);
  g_test_add_func ("/doc/random/example-pictures", test_example_pictures);
  g_test_add_func ("/doc/random/true-pictures", test_true_pictures);
  g_test_add_func ("/doc/random/routed-pictures", test_routed_pictures);
  g_test_add_func ("/doc/random/levels", test_levels);
  return g_test_run ();
}
