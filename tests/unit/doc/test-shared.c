/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements that have their metadata under one key of `_links`: edits of several of them
 * write it once, and leave a text that can be read. */
#include "test-doc.h"

#define MASS "TranslationalComponents.Components.Mass"

static const char *const BOTH[] = {"a", "b", NULL};

/* Two masses in one place, joined twice by wires that share metadata as well. A key
 * that is missing is E154, until an edit writes it. */
static DocModel *
twins (const char *links)
{
  g_autofree char *text = g_strdup_printf ("component M\n"
                                           "  a = " MASS "(m = 1) {^k}\n"
                                           "  b = " MASS "(m = 1) {^k}\n"
                                           "relations\n"
                                           "  connect(a.flange_a, b.flange_b) {^w}\n"
                                           "  connect(a.flange_b, b.flange_a) {^w}\n"
                                           "metadata {%s}\n"
                                           "end\n",
                                           links);
  return test_doc (text);
}

#define CORNERS "\"x1\": 0, \"y1\": 0, \"x2\": 100, \"y2\": 100"
#define PLACE   "\"Dyad\": {\"placement\": {\"diagram\": {" CORNERS "}}}"
#define EDGE    "{\"S\": 1, \"M\": [], \"E\": 2}"

/* What there may be of the metadata. */
static const char *const LINKS[] = {
    "",
    "\"_links\": {}",
    "\"_links\": {\"k\": {}, \"w\": {}}",
    "\"_links\": {\"k\": {\"x\": 1}, \"w\": {\"x\": 1}}",
    "\"_links\": {\"k\": {" PLACE "}, \"w\": {\"Dyad\": {\"x\": 1}}}",
    "\"_links\": {\"k\": {" PLACE "}, \"w\": {\"Dyad\": {\"edges\": [" EDGE "]}}}",
};

static void
assert_none (const DocModel *doc, uint32_t code)
{
  for (uint32_t i = 0; i < base_diags_count (doc_diags (doc)); i++)
    if (base_diags_get (doc_diags (doc), i)->number == code)
      g_error ("%s in\n%s", base_diags_get (doc_diags (doc), i)->message,
               doc_text (doc, NULL));
}

/* Places and drawings. */
static void
test_drawing (void)
{
  static const uint32_t wires[] = {0, 1};

  for (guint i = 0; i < G_N_ELEMENTS (LINKS); i++) {
    g_autoptr (DocModel) doc = twins (LINKS[i]);

    g_assert_true (doc_move (doc, BOTH, 2, 100, 0));
    assert_none (doc, 155);
    g_assert_true (doc_rotate (doc, BOTH, 2, false));
    assert_none (doc, 155);
    doc_tidy (doc, wires, 2, NULL);
    assert_sound (doc);
    g_assert_false (doc_item (doc, 0)->is_auto_placed);
    g_assert_false (doc_wire (doc, 0)->is_auto_routed);
    g_assert_true (doc_delete_items (doc, BOTH, 1, NULL));
    assert_sound (doc);
  }
}

/* What was typed cannot be told of one of them, so it is not written down, and what was
 * there goes, as it may say another value than one of them has now. */
static void
test_entry (void)
{
  static const char *const entries[] = {
      "{\"x\": 1}",
      "{\"entry\": {\"m\": \"1 kg\"}}",
      "{\"entry\": {\"m\": \"1 kg\", \"L\": \"2 m\"}}",
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (entries); i++) {
    g_autofree char *links =
        g_strdup_printf ("\"_links\": {\"k\": %s, \"w\": {}}", entries[i / 2]);
    g_autoptr (DocModel) doc = twins (links);
    const bool is_one = i % 2 == 0;
    const char *const names[] = {"a", is_one ? NULL : "b", NULL};

    g_assert_true (doc_set_modifiers (doc, names, "m", "2000", "2 t", NULL));
    assert_sound (doc);
    assert_none (doc, 604);
    for (guint k = 0; k < 2; k++) {
      g_autofree char *value = doc_get_modifier (doc, BOTH[k], "m");
      g_autofree char *entry = doc_get_entry (doc, BOTH[k], "m");

      g_assert_cmpstr (value, ==, k > 0 && is_one ? "1" : "2000");
      g_assert_null (entry);
    }
    g_assert_true (doc_undo (doc));
  }
}

#define PLACED(x1, x2)                                                                 \
  "{\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": " #x1 ", \"y1\": 0, \"x2\": " #x2 \
  ", \"y2\": 100}}}}"

/* The first edit writes down how wires run of which the text says nothing. It writes
 * nothing over what it cannot read, and no way that two wires would have in common. */
static void
test_way_of_its_own (void)
{
  static const char *const texts[] = {
      /* Shared, and nothing but a colour. */
      "component M\n"
      "  a = TranslationalComponents.Components.Mass(m = 1) " PLACED (
          0,
          100) "\n"
               "  b = TranslationalComponents.Components.Mass(m = 1) " PLACED (
                   300,
                   400) "\n"
                        "  c = TranslationalComponents.Components.Mass(m = 1) " PLACED (
                            600,
                            700) "\n"
                                 "  d = TranslationalComponents.Components.Mass(m = "
                                 "1) " PLACED (
                                     900,
                                     1000) "\n"
                                           "relations\n"
                                           "  connect(a.flange_b, b.flange_a) {^k}\n"
                                           "  connect(c.flange_b, d.flange_a) {^k}\n"
                                           "metadata {\"_links\": {\"k\": {\"Dyad\": "
                                           "{\"path\": {\"stroke\": \"#f00\"}}}}}\n"
                                           "end\n",
      /* By an end that is lost. */
      "component M\n"
      "  a = TranslationalComponents.Components.Mass(m = 1) " PLACED (
          0, 100) "\n"
                  "  b = TranslationalComponents.Components.Mass(m = 1) " PLACED (
                      300,
                      400) "\n"
                           "  c = Lost.Mass() " PLACED (
                               600,
                               700) "\n"
                                    "relations\n"
                                    "  connect(a.flange_b, b.flange_a, c.flange_a) "
                                    "{\"Dyad\": {\"edges\": [{\"S\": 1, "
                                    "\"E\": 3}, {\"S\": 3, \"E\": 2}]}}\n"
                                    "end\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (DocModel) doc = test_doc (texts[i]);
    g_autofree char *whole = g_strdup (strstr (texts[i], "relations"));

    g_assert_true (doc_set_modifier (doc, "a", "m", "2", NULL, NULL));
    g_assert_nonnull (strstr (doc_text (doc, NULL), whole));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/shared/drawing", test_drawing);
  g_test_add_func ("/doc/shared/entry", test_entry);
  g_test_add_func ("/doc/shared/way-of-its-own", test_way_of_its_own);
  return g_test_run ();
}
