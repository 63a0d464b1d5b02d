/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is offered for what somebody types, and where names lead to. */
#include "desk/text/text-complete.h"
#include "desk/text/text-place.h"
#include "desk/text/text-scope.h"

#include <string.h>

#include "blank-fixture.h"

#define T "TranslationalComponents.Components."

static const char MODEL[] = "component Half\n"
                            "  parameter depth::Dyad.Length = 1 # to be found\n"
                            "end\n"
                            "component Model\n"
                            "  parameter stiff::Real = 3\n"
                            "  variable speed::Real\n"
                            "  mass = " T "Mass(m = 2)\n"
                            "  spring = " T "Spring(c = 100)\n"
                            "  half = Half(depth = 2)\n"
                            "relations\n"
                            "  connect(mass.flange_a, spring.flange_b)\n"
                            "  speed = stiff*mass.v\n"
                            "end\n";

/* Types `line` behind the line that begins with `after`, and returns where it ends. */
static uint32_t
type_line (Fixture *fixture, const char *after, const char *line)
{
  doc_set_text (doc_of (fixture), MODEL, strlen (MODEL));
  const char *text = doc_text (doc_of (fixture), NULL);
  const uint32_t at = (uint32_t) (strchr (strstr (text, after), '\n') - text);

  g_assert_true (desk_text_type (fixture->studio->text,
                                 (DocTyped){at, at, line, strlen (line)}, 1));
  return at + (uint32_t) strlen (line);
}

/* The first completions, "text|text|text". */
static char *
complete (Fixture *fixture, const char *after, const char *line, guint n)
{
  uint32_t begin;
  g_autoptr (GString) all = g_string_new (NULL);
  const uint32_t at = type_line (fixture, after, line);
  g_autoptr (GPtrArray) found =
      desk_text_complete (fixture->studio, fixture->catalogue, at, &begin);

  for (guint i = 0; i < MIN (n, found->len); i++) {
    const DeskCompletion *completion = found->pdata[i];

    g_string_append_printf (all, "%s%s", i > 0 ? "|" : "", completion->text);
  }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

typedef struct {
  const char *after, *line, *expected; /* the first ones */
} Case;

static const Case CASES[] = {
    /* A component by its name, by another word, of this file. */
    {"  half", "\n  d = Damp", T "Damper("},
    {"  half", "\n  d = TranslationalComponents.Comp", "Components"},
    {"  half", "\n  d = " T "Elas", "ElastoGap"},
    {"  half", "\n  d = Ha", "Half("},
    /* Parameters of the part, and what they can be given. */
    {"  half", "\n  d = " T "Damper(", "d = "},
    {"  half", "\n  d = " T "Mass(m = 2, th", "theta = "},
    {"  half", "\n  d = " T "Damper(d = st", "stiff"},
    {"  half", "\n  d = Half(", "depth = "},
    /* Types. */
    {"  half", "\n  variable x::Re", "Real"},
    /* Members, deeper ones too, and ports. */
    {"  speed", "\n  speed = mass.flange_a.", "s|f"},
    {"  speed", "\n  speed = 2*sti", "stiff"},
    {"  speed", "\n  speed = sq", "sqrt"},
    {"  speed", "\n  connect(sp", "spring"},
    {"  speed", "\n  connect(spring.fl", "flange_a|flange_b"},
    {"  speed", "\n  con", "connect("},
    /* Nothing in numbers, units, strings and comments. */
    {"  half", "\n  # mas", ""},
    {"  half", "\n  d = Half(depth = 2", ""},
    {"  half", "\n  d = Half(depth = 2 m", ""},
    {"  speed", "\n  assert(speed > 0, \"mas", ""},
};

static void
test_complete (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    const Case *c = &CASES[i];
    guint n = 1;

    for (const char *at = c->expected; (at = strchr (at, '|')) != NULL; at++)
      n++;
    g_autofree char *found = complete (fixture, c->after, c->line, n);
    if (!g_str_equal (found, c->expected))
      g_test_message ("“%s” gives %s", c->line + 1, found);
    g_assert_cmpstr (found, ==, c->expected);
  }
}

/* An index belongs to the name, a bracket that nothing has opened does not. */
static void
test_places (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *text, *path, *typed;
  } cases[] = {
      {"x = car[2].fl", "car", "fl"},
      {"x = car[i + 1].hub.fl", "car.hub", "fl"},
      {"long = text].fl", "", "fl"},
      {"x = (car].fl", "", "fl"},
  };
  DeskTextPlace place;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_assert_true (desk_text_place_read (cases[i].text,
                                         (uint32_t) strlen (cases[i].text), &place));
    g_assert_cmpstr (place.path, ==, cases[i].path);
    g_assert_cmpstr (place.typed, ==, cases[i].typed);
  }
}

/* The text that a name leads to. */
static void
assert_leads (Fixture *fixture, const char *line, const char *name, const char *to)
{
  DeskTextTarget target;

  doc_set_text (doc_of (fixture), MODEL, strlen (MODEL));
  const char *text = doc_text (doc_of (fixture), NULL);
  const uint32_t at = (uint32_t) (strstr (strstr (text, line), name) - text);

  const uint32_t n = (uint32_t) strcspn (name, " ");

  for (uint32_t i = 0; i <= n; i += n) {
    g_assert_true (desk_text_scope_target (doc_of (fixture), at + i, &target));
    const char *there = base_source_text (lang_file_source (target.file));
    g_assert_true (g_str_has_prefix (there + target.span.begin, to));
  }
}

static void
test_targets (Fixture *fixture, gconstpointer data)
{
  DeskTextTarget target;

  assert_leads (fixture, "  connect", "spring", "spring = ");
  assert_leads (fixture, "  connect", "flange_b", "flange_b = ");
  assert_leads (fixture, "  speed", "stiff", "stiff::Real = 3");
  assert_leads (fixture, "  half = ", "Half", "Half\n");
  assert_leads (fixture, "  half = ", "depth", "depth::Dyad");
  assert_leads (fixture, "  mass = ", "Mass", "Mass\n");
  assert_leads (fixture, "  mass = ", "m =", "m::");
  g_assert_false (desk_text_scope_target (doc_of (fixture), 0, &target));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/desk/text-complete/cases", Fixture, NULL, set_up, test_complete,
              tear_down);
  g_test_add ("/desk/text-complete/places", Fixture, NULL, set_up, test_places,
              tear_down);
  g_test_add ("/desk/text-complete/targets", Fixture, NULL, set_up, test_targets,
              tear_down);
  return g_test_run ();
}
