/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What no edit may touch: a definition with errors is shown but never rewritten, and
 * what is not there cannot be changed. */
#include "test-doc.h"

#define MASS "TranslationalComponents.Components.Mass"

static DocModel *
doc_with (const char *more)
{
  g_autofree char *text = g_strdup_printf ("component A\n"
                                           "  a = " MASS "(m = 1)\n"
                                           "  b = " MASS "()\n"
                                           "  c = " MASS "()\n"
                                           "%s"
                                           "relations\n"
                                           "  connect(a.flange_b, b.flange_a)\n"
                                           "end\n",
                                           more);

  return test_doc (text);
}

/* What an edit is about. */
typedef struct {
  const char *names[2]; /* one, and NULL */
  const char *port;
  uint32_t wire, note;
} Target;

typedef bool Edit (DocModel *doc, const Target *t);

static const DocPoint AT = {300, 300};
static const DocCorners STRAIGHT = {NULL, 0};
static const DocAnalysis ANALYSIS = {true, 5, NAN, NAN, NAN, NULL};

#define EDIT(name, call)                                                               \
  static bool name (DocModel *doc, const Target *t)                                    \
  {                                                                                    \
    return call;                                                                       \
  }
EDIT (add_beside, doc_add_beside (doc, MASS, t->names[0], true, NULL) != NULL)
EDIT (add_at_end, doc_add_at_end (doc, MASS, t->port, AT, &STRAIGHT, NULL) != NULL)
EDIT (delete_items, doc_delete_items (doc, t->names, 1, NULL))
EDIT (delete_joined, doc_delete_joined (doc, t->names, 1, NULL))
EDIT (delete_wire, doc_delete_wire (doc, t->wire, NULL))
EDIT (delete_edge, doc_delete_edge (doc, t->wire, 0, NULL))
EDIT (move, doc_move (doc, t->names, 1, 10, 10))
EDIT (splice, doc_splice (doc, t->names[0], t->wire, 10, 10))
EDIT (rotate, doc_rotate (doc, t->names, 1, true))
EDIT (flip, doc_flip (doc, t->names, 1, false))
EDIT (connect, doc_connect (doc, t->port, "a.flange_a", NULL, 0, NULL))
EDIT (branch, doc_connect_to_wire (doc, "c.flange_a", t->wire, AT, NULL, 0, NULL))
EDIT (move_segment, doc_move_segment (doc, t->wire, 0, 0, 0, 20))
EDIT (set_tagged, doc_set_tagged (doc, t->wire, true, NULL))
EDIT (set_tag, doc_set_tag (doc, t->wire, "tag", NULL))
EDIT (tidy, doc_tidy (doc, &t->wire, 1, NULL))
EDIT (set_one, doc_set_modifier (doc, t->names[0], "m", "2", NULL, NULL))
EDIT (set_all, doc_set_modifiers (doc, t->names, "m", "2", NULL, NULL))
EDIT (assume, doc_assume (doc, t->names, 1, NULL))
EDIT (confirm, doc_confirm (doc, t->names, 1, NULL))
EDIT (rename_item, doc_rename (doc, t->names[0], "d", NULL))
EDIT (comment, doc_set_commented (doc, t->names, 1, true))
EDIT (set_note, doc_set_note (doc, t->note, "other"))
EDIT (move_note, doc_move_note (doc, t->note, 10, 10))

static Edit *const EDITS[] = {
    add_beside, add_at_end, delete_items, delete_joined, delete_wire, delete_edge,
    move,       splice,     rotate,       flip,          connect,     branch,
    set_tagged, set_tag,    move_segment, tidy,          set_one,     set_all,
    assume,     confirm,    rename_item,  comment,       set_note,    move_note};

/* Those that are about the diagram as a whole. */
EDIT (add, doc_add (doc, MASS, AT, true, NULL) != NULL)
EDIT (add_note, doc_add_note (doc, AT, "note"))
EDIT (rename_model, doc_rename_model (doc, "B", NULL))
EDIT (paste,
      doc_paste (doc, "component X\n  m = " MASS "()\nend", AT, true, NULL, NULL))
EDIT (set_analysis, doc_set_analysis (doc, &ANALYSIS, NULL))

static Edit *const OTHERS[] = {add, add_note, rename_model, paste, set_analysis};

static const Target THERE = {{"c"}, "c.flange_b", 0, 0};

/* None of them changes anything, or says that it did. */
static void
check_refused (DocModel *doc, const Target *t, Edit *const *edits, size_t n)
{
  g_autofree char *text = g_strdup (doc_text (doc, NULL));

  for (size_t i = 0; i < n; i++) {
    g_assert_false (edits[i](doc, t));
    assert_text (doc, text);
  }
}

/* A definition with errors is shown but never rewritten. */
static void
test_broken (void)
{
  g_autoptr (DocModel) doc = doc_with ("  parameter y Real\n");
  g_autoptr (GError) error = NULL;

  g_assert_false (doc_can_edit (doc));
  g_assert_cmpuint (doc_n_items (doc), ==, 3);
  check_refused (doc, &THERE, EDITS, G_N_ELEMENTS (EDITS));
  check_refused (doc, &THERE, OTHERS, G_N_ELEMENTS (OTHERS));
  g_assert_null (doc_add (doc, MASS, AT, false, &error));
  g_assert_nonnull (error);
}

/* What is not there is not changed, and nothing else in its place. */
static void
test_absent (void)
{
  g_autoptr (DocModel) doc = doc_with ("");
  const Target absent = {{"d"}, "d.flange_b", doc_n_wires (doc), doc_n_notes (doc)};

  check_refused (doc, &absent, EDITS, G_N_ELEMENTS (EDITS));
}

/* What is there is: all edits but a few, for which the part would have to be in series
 * or assumed, and the wire bent. */
static void
test_present (void)
{
  size_t n_done = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (EDITS); i++) {
    g_autoptr (DocModel) doc = doc_with ("");

    add_note (doc, &THERE);
    n_done += EDITS[i](doc, &THERE);
    assert_sound (doc);
  }
  g_assert_cmpuint (n_done, >=, G_N_ELEMENTS (EDITS) - 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/refused/broken", test_broken);
  g_test_add_func ("/doc/refused/absent", test_absent);
  g_test_add_func ("/doc/refused/present", test_present);
  return g_test_run ();
}
