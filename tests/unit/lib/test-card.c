/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "lang/parse.h"
#include "lib/card.h"
#include "lib/offer/icon.h"

static const char DIAGRAM[] =
    "component Bench\n"
    "  plain = TranslationalComponents.Sources.SignForce()\n"
    "  held = TranslationalComponents.Sources.SignForce(useSupport = true)\n"
    "  wheel = RotationalComponents.Components.Inertia()\n"
    "  moved = RotationalComponents.Sources.Position()\n"
    "  record = Holder()\n"
    "  dotted = Dotted()\n"
    "  half = Half()\n"
    "  valve = Valve()\n"
    "  shapes = Shapes()\n"
    "  brake = RotationalComponents.Components.Brake()\n"
    "end\n"
    "connector Pipe\n  potential p::Real\n  flow q::Real\nmetadata {\n"
    "  \"Dyad\": {\"port\": {\"open\": \"sink*\", \"left\": \"source*\"}}\n}\nend\n"
    "partial component Valve\n  source1 = Pipe()\n  source2 = Pipe()\n  sink = Pipe()\n"
    "  pipe_a = Pipe()\n  s = Dyad.RealInput()\nend\n"
    "struct Inner\n  a::Dyad.Length = 7\n  b::Real\nend\n"
    "struct Outer\n  \"Kept\"\n  n::Integer(min = 1) = 2\n  one::Inner = Inner(b = 3)\n"
    "  two::Inner\nend\n"
    "component Base\n  parameter p::Outer = Outer(two = Inner(a = 1, b = 2))\nend\n"
    "component Holder\n  extends Base(p(n = 5))\n  parameter q::Outer = p\nend\n"
    "component Dotted\n  extends Base(p.n = 6)\nend\n"
    "partial component Half\nend\n"
    "component Shapes\n  parameter a::Real[:, 2]\n  parameter b::Real[:,:]\n"
    "  parameter c::Real[2, 3]\n  parameter n::Integer[:] = [1]\nend\n";

typedef struct {
  BaseArena *arena;
  BaseDiags *diags;
  LibIndex *index;
  LangFile *file;
} Bench;

static void
set_up (Bench *bench, gconstpointer data)
{
  g_autoptr (BaseSource) source =
      base_source_new ("Bench.dyad", DIAGRAM, strlen (DIAGRAM));

  bench->arena = base_arena_new ();
  bench->diags = base_diags_new ();
  g_autoptr (LibIndex) below =
      lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), bench->diags, NULL);
  g_assert_nonnull (below);
  bench->file = lang_parse (source, bench->diags);
  bench->index = lib_index_put (below, bench->file, NULL, bench->diags);
  g_assert_cmpuint (base_diags_count (bench->diags), ==, 0);
}

static void
tear_down (Bench *bench, gconstpointer data)
{
  lib_index_unref (bench->index);
  lang_file_unref (bench->file);
  base_diags_free (bench->diags);
  base_arena_free (bench->arena);
}

static const LibCard *
card_of (Bench *bench, const char *instance)
{
  const LangClass *class = lang_file_find (bench->file, "Bench");

  for (uint32_t i = 0; i < class->n_decls; i++) {
    const LangDecl *decl = class->decls[i];

    if (strcmp (decl->name, instance) != 0)
      continue;
    const LibEntry *entry =
        lib_index_find (bench->index, "Bench", decl->class_name.text, LIB_COMPONENTS);
    return lib_card (bench->arena, bench->index, entry, decl, "Bench");
  }
  g_assert_not_reached ();
}

static const LibPort *
port_of (const LibCard *card, const char *name)
{
  for (uint32_t i = 0; i < card->n_ports; i++)
    if (strcmp (card->ports[i].name, name) == 0)
      return &card->ports[i];
  g_assert_not_reached ();
}

static const LibParam *
param_of (const LibCard *card, const char *name)
{
  for (uint32_t i = 0; i < card->n_params; i++)
    if (strcmp (card->params[i].name, name) == 0)
      return &card->params[i];
  g_assert_not_reached ();
}

static void
test_conditional_port (Bench *bench, gconstpointer data)
{
  g_assert_false (port_of (card_of (bench, "plain"), "support")->is_present);
  g_assert_true (port_of (card_of (bench, "held"), "support")->is_present);
  g_assert_true (port_of (card_of (bench, "plain"), "flange")->is_present);
}

/* A card tells which values have decided something in it, and no others. */
static void
test_decisive (Bench *bench, gconstpointer data)
{
  const LibCard *card = card_of (bench, "held");

  g_assert_cmpuint (card->n_decisive, ==, 1);
  g_assert_cmpstr (card->decisive[0], ==, "useSupport");
  g_assert_cmpuint (card_of (bench, "wheel")->n_decisive, ==, 0);
}

static void
test_ports (Bench *bench, gconstpointer data)
{
  const LibCard *card = card_of (bench, "moved");
  const LibPort *input = port_of (card, "phi_ref");
  const LibPort *spline = port_of (card, "spline");

  g_assert_true (input->is_input);
  g_assert_cmpstr (spline->class_name, ==, "Dyad.Spline");
  g_assert_nonnull (spline->stroke);
  g_assert_true (spline->is_round);
  g_assert_false (port_of (card_of (bench, "plain"), "flange")->is_round);
  for (uint32_t i = 0; i < card->n_ports; i++) {
    const LibPlacement *icon = &card->ports[i].icon;

    g_assert_cmpfloat (icon->x1, !=, icon->x2);
    g_assert_cmpfloat (icon->y1, !=, icon->y2);
  }
  g_assert_cmpfloat (input->icon.x1, <, spline->icon.x1);
}

/* Ports without a place are spread over the sides that their connectors name. */
static void
test_sides (Bench *bench, gconstpointer data)
{
  static const struct {
    const char *name;
    double x, y;
    bool is_open;
  } EXPECTED[] = {{"source1", 0, 250, false},
                  {"source2", 0, 500, false},
                  {"sink", 1000, 1000.0 / 3, true},
                  {"pipe_a", 1000, 2000.0 / 3, false},
                  {"s", 0, 750, false}};
  const LibCard *card = card_of (bench, "valve");

  for (gsize i = 0; i < G_N_ELEMENTS (EXPECTED); i++) {
    const LibPort *port = port_of (card, EXPECTED[i].name);

    g_assert_true (port->is_open == EXPECTED[i].is_open);
    g_assert_cmpfloat ((port->icon.x1 + port->icon.x2) / 2, ==, EXPECTED[i].x);
    g_assert_cmpfloat_with_epsilon ((port->icon.y1 + port->icon.y2) / 2, EXPECTED[i].y,
                                    1e-9);
  }
}

static void
test_params (Bench *bench, gconstpointer data)
{
  const LibCard *card = card_of (bench, "moved");
  const LibParam *type = param_of (card, "ref_type");
  const LibParam *field = param_of (card, "ref_type.f_crit");
  const LibParam *inertia = param_of (card_of (bench, "wheel"), "J");

  g_assert_cmpint (type->kind, ==, LIB_PARAM_ENUM);
  g_assert_true (type->is_structural);
  g_assert_cmpuint (type->n_cases, ==, 2);
  g_assert_cmpstr (type->cases[0], ==, "Exact");
  g_assert_cmpstr (field->of_case, ==, "Filtered");
  g_assert_cmpstr (field->units, ==, "Hz");
  g_assert_cmpint (inertia->kind, ==, LIB_PARAM_REAL);
  g_assert_cmpstr (inertia->units, ==, "kg.m2");
  g_assert_true (inertia->has_min);
  g_assert_cmpfloat (inertia->min, ==, 0);
  g_assert_false (inertia->has_max);
}

static void
test_identity (Bench *bench, gconstpointer data)
{
  const LibCard *card = card_of (bench, "wheel");
  const LibEntry *alias =
      lib_index_get (bench->index, "TranslationalComponents.Spring", LIB_COMPONENTS);
  const LibCard *flat = lib_card (bench->arena, bench->index, alias, NULL, NULL);

  g_assert_cmpstr (card->title, ==, "Inertia");
  g_assert_cmpstr (card->library, ==, "RotationalComponents");
  g_assert_cmpstr (card->category, ==, "Components");
  g_assert_true (g_str_has_prefix (card->icon, "dyad://RotationalComponents/"));
  g_assert_false (card->is_alias);
  g_assert_true (flat->is_alias);
  g_assert_cmpuint (flat->n_ports, ==, 2);
  g_assert_nonnull (flat->icon);
}

/* The default is a drawing in the colour of the ports with the name inside; what the
 * class or its base says of itself counts more; an SVG counts if it is there, beside
 * the file. */
static void
test_icons (Bench *bench, gconstpointer data)
{
  static const char TEXT[] =
      "component Plain\n  a = Dyad.Spline()\n  b = Dyad.Spline()\n  u = "
      "Dyad.RealInput()\n"
      "end\n"
      "component Drawn\nmetadata {\"Dyad\": {\"icon\": {\"shape\": \"circle\", "
      "\"text\": \"a:b\", \"stroke\": \"#102030\"}}}\nend\n"
      "component Heir\n  extends Drawn()\nend\n"
      "component Wrong\nmetadata {\"Dyad\": {\"icon\": {\"shape\": 7, "
      "\"stroke\": \"red\"}}}\nend\n"
      "component Pictured\nmetadata {\"Dyad\": {\"icons\": {\"default\": \"p.svg\"}, "
      "\"icon\": {\"shape\": \"box\"}}}\nend\n"
      "component Above\nmetadata {\"Dyad\": {\"icons\": {\"default\": \"../p.svg\"}}}\n"
      "end\n"
      "component Far\nmetadata {\"Dyad\": {\"icons\": {\"default\": "
      "\"/p.svg\"}}}\nend\n";
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "Icons.dyad", NULL);
  g_autofree char *svg = g_build_filename (folder, "p.svg", NULL);
  g_autoptr (BaseSource) source = base_source_new (path, TEXT, strlen (TEXT));
  g_autoptr (LangFile) file = lang_parse (source, bench->diags);
  g_autoptr (LibIndex) index = lib_index_put (bench->index, file, NULL, bench->diags);
  static const struct {
    const char *class;
    LibShape shape;
    const char *stroke, *text;
  } EXPECTED[] = {
      {"Icons.Plain", LIB_SHAPE_ROUNDED, "#7d6cab", "Plain"},
      {"Icons.Drawn", LIB_SHAPE_CIRCLE, "#102030", "a:b"},
      {"Icons.Heir", LIB_SHAPE_CIRCLE, "#102030", "a:b"},
      {"Icons.Wrong", LIB_SHAPE_ROUNDED, LIB_ICON_COLOR, "Wrong"},
      {"Icons.Pictured", LIB_SHAPE_BOX, LIB_ICON_COLOR, "Pictured"}, /* not there */
      {"Icons.Above", LIB_SHAPE_ROUNDED, LIB_ICON_COLOR, "Above"},
      {"Icons.Far", LIB_SHAPE_ROUNDED, LIB_ICON_COLOR, "Far"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (EXPECTED); i++) {
    const LibEntry *entry = lib_index_get (index, EXPECTED[i].class, LIB_COMPONENTS);
    const LibCard *card = lib_card (bench->arena, index, entry, NULL, NULL);
    LibDrawing drawing;

    g_assert_true (lib_icon_to_drawing (card->icon, &drawing));
    g_assert_cmpint (drawing.shape, ==, EXPECTED[i].shape);
    g_assert_cmpstr (drawing.stroke, ==, EXPECTED[i].stroke);
    g_assert_cmpstr (drawing.text, ==, EXPECTED[i].text);
  }
  const LibEntry *pictured = lib_index_get (index, "Icons.Pictured", LIB_COMPONENTS);
  g_assert_cmpstr (lib_icon_beside (pictured->class), ==, "p.svg");
  g_assert_true (g_file_set_contents (svg, "<svg/>", -1, NULL));
  g_assert_cmpstr (lib_card (bench->arena, index, pictured, NULL, NULL)->icon, ==, svg);
  g_assert_cmpint (g_unlink (svg) | g_rmdir (folder), ==, 0);
}

static void
test_wires (Bench *bench, gconstpointer data)
{
  const LibPort *flange = port_of (card_of (bench, "plain"), "flange");
  const LibPort *support = port_of (card_of (bench, "held"), "support");
  const LibPort *spline = port_of (card_of (bench, "wheel"), "spline_a");
  const LibPort *input = port_of (card_of (bench, "moved"), "phi_ref");
  g_autofree char *domain = NULL;
  g_autofree char *sources = NULL;

  g_assert_true (
      lib_card_match_ports (bench->index, flange, false, support, false, NULL));
  g_assert_false (
      lib_card_match_ports (bench->index, flange, false, spline, false, &domain));
  g_assert_cmpstr (
      domain, ==,
      "rotating and sliding ports cannot be joined directly; insert a rack, a wheel "
      "or a lever");
  g_assert_true (lib_card_match_ports (bench->index, input, true, input, false, NULL));
  g_assert_false (
      lib_card_match_ports (bench->index, input, true, input, true, &sources));
  g_assert_nonnull (sources);
  g_assert_false (
      lib_card_match_ports (bench->index, input, false, spline, false, NULL));
}

/* The fields of structs are listed as parameters, nested ones too. */
static void
test_structs (Bench *bench, gconstpointer data)
{
  static const char *const EXPECTED[][2] = {
      {"q.n", "p.n"},         {"q.one.a", "p.one.a"}, {"q.one.b", "p.one.b"},
      {"q.two.a", "p.two.a"}, {"q.two.b", "p.two.b"}, {"p.n", "5"},
      {"p.one.a", "7"},       {"p.one.b", "3"},       {"p.two.a", "1"},
      {"p.two.b", "2"}};
  const LibCard *card = card_of (bench, "record");

  g_assert_cmpuint (card->n_params, ==, G_N_ELEMENTS (EXPECTED));
  for (uint32_t i = 0; i < card->n_params; i++) {
    g_assert_cmpstr (card->params[i].name, ==, EXPECTED[i][0]);
    g_assert_cmpstr (card->params[i].value, ==, EXPECTED[i][1]);
  }
  g_assert_cmpstr (card->params[5].doc, ==, "Kept");
  g_assert_true (card->params[5].has_min && card->params[5].kind == LIB_PARAM_INTEGER);
  g_assert_cmpstr (card->params[6].units, ==, "m");
}

/* What a component is for comes before what it has in common with others, also where
 * an alias names it. */
static void
test_own_parameters_first (Bench *bench, gconstpointer data)
{
  static const char *const NAMES[] = {"BlockComponents.Sources.Sine",
                                      "BlockComponents.Sine"};

  for (guint i = 0; i < G_N_ELEMENTS (NAMES); i++) {
    const LibEntry *entry = lib_index_get (bench->index, NAMES[i], LIB_COMPONENTS);
    const LibCard *card = lib_card (bench->arena, bench->index, entry, NULL, NULL);

    g_assert_cmpstr (card->params[0].name, ==, "amplitude");
    g_assert_cmpstr (card->params[card->n_params - 1].name, ==, "start_time");
  }
}

/* Every component of the libraries has a card with a name and placed ports. */
static void
test_all_cards (Bench *bench, gconstpointer data)
{
  for (uint32_t i = 0; i < lib_index_n_entries (bench->index); i++) {
    const LibEntry *entry = lib_index_entry (bench->index, i);
    const LibCard *card = lib_card (bench->arena, bench->index, entry, NULL, NULL);

    g_assert_true ((card == NULL) == (entry->class->kind != LANG_COMPONENT &&
                                      entry->class->kind != LANG_CONNECTOR));
    for (uint32_t k = 0; card != NULL && k < card->n_ports; k++)
      g_assert_cmpfloat (card->ports[k].icon.x1, !=, card->ports[k].icon.x2);
  }
}

/* What a matrix is made of stands in its type, what it means in its metadata. */
static void
test_tables (Bench *bench, gconstpointer data)
{
  const LibCard *shapes = card_of (bench, "shapes");
  const LibTable a = param_of (shapes, "a")->table, b = param_of (shapes, "b")->table;
  const LibTable c = param_of (shapes, "c")->table, n = param_of (shapes, "n")->table;
  const LibTable mu = param_of (card_of (bench, "brake"), "mu_pos")->table;

  g_assert_cmpuint (a.n_dims, ==, 2);
  g_assert_cmpuint (a.n_columns, ==, 2);
  g_assert_cmpint (a.meaning, ==, LIB_TABLE_POINTS);
  g_assert_cmpuint (b.n_columns, ==, 0);
  g_assert_cmpint (b.meaning, ==, LIB_TABLE_PLAIN);
  g_assert_cmpint (c.meaning, ==, LIB_TABLE_PLAIN);
  g_assert_cmpuint (n.n_dims, ==, 1);
  g_assert_cmpint (n.of, ==, LIB_PARAM_INTEGER);
  g_assert_cmpint (mu.meaning, ==, LIB_TABLE_CURVE);
  g_assert_cmpuint (mu.n_names, ==, 2);
  g_assert_cmpstr (mu.names[1], ==, "mu");
  g_assert_cmpstr (mu.units[0], ==, "rad/s");
  g_assert_cmpstr (mu.between, ==, "smoothness");
}

static void
add (const char *name, void (*test) (Bench *, gconstpointer))
{
  g_test_add (name, Bench, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/lib/card/conditional-port", test_conditional_port);
  add ("/lib/card/decisive", test_decisive);
  add ("/lib/card/ports", test_ports);
  add ("/lib/card/sides", test_sides);
  add ("/lib/card/params", test_params);
  add ("/lib/card/structs", test_structs);
  add ("/lib/card/own-parameters-first", test_own_parameters_first);
  add ("/lib/card/tables", test_tables);
  add ("/lib/card/identity", test_identity);
  add ("/lib/card/icons", test_icons);
  add ("/lib/card/wires", test_wires);
  add ("/lib/card/all-cards", test_all_cards);
  return g_test_run ();
}
