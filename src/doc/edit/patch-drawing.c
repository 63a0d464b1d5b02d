/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places of items and drawings of wires as metadata. Numbers that stay the same keep
 * the text that they have. */
#include "base/number.h"
#include "doc/edit/patch.h"

enum { DIGITS = 9 }; /* of coordinates */

/* ---- places ---- */

static const char *const KEYS[] = {"x1", "y1", "x2", "y2", "rot"};
enum { N_KEYS = G_N_ELEMENTS (KEYS) };

static void
values_of (const DocPlace *place, double values[N_KEYS])
{
  const double half_width = place->flip_x ? -place->width / 2 : place->width / 2;
  const double half_height = place->flip_y ? -place->height / 2 : place->height / 2;

  values[0] = place->x - half_width;
  values[1] = place->y - half_height;
  values[2] = place->x + half_width;
  values[3] = place->y + half_height;
  values[4] = place->rot;
}

char *
doc_patch_place_text (const DocPlace *place)
{
  GString *out = g_string_new ("{\"iconName\": \"default\"");
  char text[BASE_NUMBER_SIZE];
  double values[N_KEYS];

  values_of (place, values);
  for (uint32_t i = 0; i < N_KEYS; i++)
    g_string_append_printf (out, ", \"%s\": %s", KEYS[i],
                            base_number_to_short_text (values[i], DIGITS, text));
  g_string_append_c (out, '}');
  return g_string_free (out, FALSE);
}

void
doc_patch_set_place (DocPatch *patch,
                     const LangDecl *decl,
                     const char *path,
                     const DocPlace *place)
{
  const LangMeta *meta = &decl->meta;
  const LangJson *old = lang_json_find (meta->json, path);
  double values[N_KEYS];
  DocPlace was;

  if (!doc_place_read (old, &was)) {
    g_autofree char *json = doc_patch_place_text (place);

    doc_patch_set_meta (patch, meta, decl->name, path, json);
    return;
  }
  values_of (place, values);
  for (uint32_t i = 0; i < N_KEYS; i++)
    if (lang_json_get (old, KEYS[i]) != NULL || values[i] != 0)
      doc_patch_set_number (patch, old, KEYS[i], values[i]);
}

/* ---- wires ---- */

/* `[{"x": 1, "y": 2}, …]` */
static void
print_points (GString *out, const DocPoint *points, uint32_t n)
{
  g_string_append_c (out, '[');
  for (uint32_t i = 0; i < n; i++) {
    char x[BASE_NUMBER_SIZE], y[BASE_NUMBER_SIZE];

    g_string_append_printf (out, "%s{\"x\": %s, \"y\": %s}", i > 0 ? ", " : "",
                            base_number_to_short_text (points[i].x, DIGITS, x),
                            base_number_to_short_text (points[i].y, DIGITS, y));
  }
  g_string_append_c (out, ']');
}

static void
print_edges (GString *out, const DocNet *net)
{
  g_string_append_c (out, '[');
  for (uint32_t i = 0; i < net->edges.n; i++) {
    const DocEdge *edge = &net->edges.at[i];

    g_string_append_printf (out, "%s{\"S\": %d, \"M\": ", i > 0 ? ", " : "",
                            edge->from);
    print_points (out, edge->points + 1, edge->n_points - 2);
    g_string_append_printf (out, ", \"E\": %d}", edge->to);
  }
  g_string_append_c (out, ']');
}

char *
doc_patch_drawing_text (const DocNet *net)
{
  GString *out = g_string_new ("{\"edges\": ");

  print_edges (out, net);
  if (net->junctions.n > 0) {
    g_string_append (out, ", \"junctions\": ");
    print_points (out, net->junctions.at, net->junctions.n);
  }
  g_string_append (out, ", \"renderStyle\": \"standard\"}");
  return g_string_free (out, FALSE);
}

void
doc_patch_set_drawing (DocPatch *patch, const DocWire *wire, const DocNet *net)
{
  const LangMeta *meta = &wire->owner->meta;
  const LangJson *dyad = lang_json_get (meta->json, "Dyad");

  if (wire->tag != NULL) /* its ends say where its tags are */
    return;
  if (dyad == NULL || dyad->n == 0) {
    g_autofree char *json = doc_patch_drawing_text (net);

    doc_patch_set_meta (patch, meta, NULL, "Dyad", json);
    return;
  }
  g_autoptr (GString) edges = g_string_new (NULL), junctions = g_string_new (NULL);
  print_edges (edges, net);
  print_points (junctions, net->junctions.at, net->junctions.n);
  doc_patch_set_meta (patch, meta, NULL, "Dyad/edges", edges->str);
  if (net->junctions.n > 0 || lang_json_get (dyad, "junctions") != NULL)
    doc_patch_set_meta (patch, meta, NULL, "Dyad/junctions", junctions->str);
}

void
doc_patch_set_drawings (DocPatch *patch, const bool *wires)
{
  const DocModel *doc = doc_patch_model (patch);

  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (wires[w]) {
      const DocNet net = doc_net_copy (doc, &doc->wires[w]);

      doc_patch_set_drawing (patch, &doc->wires[w], &net);
    }
}
