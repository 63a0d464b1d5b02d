/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an edit leaves of the view is kept, and comes out as if all was read anew. */
#include "test-same.h"

/* n masses on each other, joined by lines that are plumb. Caller frees. */
static char *
tower (uint32_t n)
{
  g_autoptr (GString) relations = g_string_new ("relations\n");
  g_autoptr (GString) links = g_string_new ("metadata {\"_links\": {\n");
  GString *text = g_string_new ("component M\n");

  for (uint32_t i = 0; i < n; i++) {
    g_string_append_printf (
        text, "  m%u = TranslationalComponents.Components.Mass(m = 1) {^m%u}\n", i, i);
    g_string_append_printf (
        links,
        "\"m%u\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": "
        "0, \"y1\": %u, \"x2\": 100, \"y2\": %u, \"rot\": 90}}}},\n",
        i, 300 * i, 300 * i + 100);
    if (i == 0)
      continue;
    g_string_append_printf (relations, "  connect(m%u.flange_b, m%u.flange_a) {^w%u}\n",
                            i - 1, i, i);
    g_string_append_printf (
        links, "\"w%u\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]}},\n",
        i);
  }
  g_string_append_printf (text, "%s%s\"free\": {}}}\nend\n", relations->str,
                          links->str);
  return g_string_free (text, FALSE);
}

/* None of them can cross another one, so that nothing has asked yet what lies where. */
static void
test_plumb_wires (void)
{
  g_autofree char *text = tower (5);
  g_autoptr (DocModel) doc = test_doc (text);

  assert_sound (doc);
  g_assert_true (doc_delete_wire (doc, 0, NULL));
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  assert_same_doc (doc);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/renew/plumb-wires", test_plumb_wires);
  return g_test_run ();
}
