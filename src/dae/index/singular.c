/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says in the user's words why equations have no unique solution, from the pieces that
 * dae/index/piece.c finds. What holds a network of ports, and what to do if nothing
 * does, its connector says in its metadata ("messages", LANGUAGE §12); no domain is
 * known here. */
#include "dae/index/singular.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "dae/index/piece.h"

enum { MAX_NAMED = 4, MAX_REPORTS = 10 };

static char *
name_one (const FlatModel *flat, uint32_t instance)
{
  const char *path = flat->instances[instance].path;

  return *path == '\0' ? g_strdup (_ ("the equations of the model"))
                       : g_strdup_printf ("`%s`", path);
}

/* "`a`, `b` and 3 more": a list is put together pairwise, so that each joint is a text
 * of its own. */
static char *
name_all (const FlatModel *flat, uint32_t n, const uint32_t *instances)
{
  uint32_t n_named = n > MAX_NAMED ? MAX_NAMED - 1 : n;
  g_autofree char *list = n > 0 ? name_one (flat, instances[0]) : g_strdup ("");

  for (uint32_t i = 1; i < n_named; i++) {
    g_autofree char *before = g_steal_pointer (&list);
    g_autofree char *name = name_one (flat, instances[i]);
    list = g_strdup_printf (i + 1 == n ? _ ("%s and %s") : _ ("%s, %s"), before, name);
  }
  if (n_named == n)
    return g_steal_pointer (&list);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s and %u more", "%s and %u more", n - n_named),
      list, n - n_named);
}

/* The number that the verb agrees with: "the equations of the model" are several. */
static uint32_t
number_of (uint32_t n, const uint32_t *instances)
{
  return n == 1 && instances[0] != 0 ? 1 : MAX (n, 2);
}

static void
add_culprits (const DaePieces *p, const DaePiece *piece)
{
  const FlatModel *flat = p->work->flat;

  for (uint32_t i = 0; i < piece->open_ports.n; i++)
    base_diags_add_culprit (p->work->diags,
                            flat->instances[piece->open_ports.at[i]].path);
  for (uint32_t i = 0; i < piece->components.n; i++)
    if (piece->components.at[i] != 0)
      base_diags_add_culprit (p->work->diags,
                              flat->instances[piece->components.at[i]].path);
}

/* What the connector's metadata says under "messages", or NULL; also where the instance
 * is no connector. */
static const char *
message_of (const FlatModel *flat, uint32_t port, const char *key)
{
  g_autofree char *path = g_strconcat ("messages/", key, NULL);

  return lib_tree_connector_text (&flat->instances[port], path);
}

/* The same of the first port of a component that says it. */
static const char *
message_of_ports (const FlatModel *flat, uint32_t component, const char *key)
{
  const char *text = NULL;

  for (uint32_t i = component; i < flat->instances[component].end && text == NULL; i++)
    text = message_of (flat, i, key);
  return text;
}

/* What it says of one of its fields: "twice/x", "idle/tau/lack" (`part` or NULL). */
static const char *
message_of_variable (const FlatModel *flat,
                     uint32_t variable,
                     const char *key,
                     const char *part)
{
  const FlatVar *var = &flat->vars[variable];
  const char *dot = strrchr (var->name, '.');
  g_autofree char *path =
      g_strjoin ("/", key, dot == NULL ? var->name : dot + 1, part, NULL);

  return message_of (flat, var->instance, path);
}

/* A sentence of the metadata, where "{parts}" stands for the parts. */
static char *
say_of (const char *sentence, const char *parts)
{
  g_autoptr (GString) text = g_string_new (sentence);

  g_string_replace (text, "{parts}", parts, 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "nothing holds `a` and `b`" */
static char *
tell_lack (const FlatModel *flat, uint32_t port, const char *parts)
{
  const char *lack = message_of (flat, port, "lack");

  return lack != NULL ? say_of (lack, parts)
                      : g_strdup_printf (_ ("nothing determines %s"), parts);
}

/* The components that own the open ports, as text. */
static char *
name_owners (const DaePieces *p, const DaePiece *piece)
{
  const FlatModel *flat = p->work->flat;
  uint32_t *owners = base_arena_array (p->work->scratch, uint32_t, piece->open_ports.n);
  uint32_t n = 0;

  for (uint32_t i = 0; i < piece->open_ports.n; i++) {
    uint32_t owner = flat_model_component (flat, piece->open_ports.at[i]);
    if (n == 0 || owners[n - 1] != owner)
      owners[n++] = owner;
  }
  return name_all (flat, n, owners);
}

static void
report_open (const DaePieces *p, const DaePiece *piece)
{
  const FlatModel *flat = p->work->flat;
  uint32_t port = piece->open_ports.at[0];
  g_autofree char *ports = name_all (flat, piece->open_ports.n, piece->open_ports.at);
  g_autofree char *owners = name_owners (p, piece);
  g_autofree char *lack = tell_lack (flat, port, owners);

  base_diags_add (p->work->diags, BASE_ERROR, 503,
                  flat_model_user_span (flat, port, flat->instances[port].span),
                  g_dngettext (GETTEXT_PACKAGE, "%s is connected to nothing, so %s",
                               "%s are connected to nothing, so %s",
                               piece->open_ports.n),
                  ports, lack);
  base_diags_set_path (p->work->diags, flat->instances[port].path);
  flat_model_hint_partner (flat, port, p->work->diags);
  add_culprits (p, piece);
}

/* What a connector says of a closed loop of rigid parts through one of its variables,
 * or of two parts in line with nothing between that has mass. */
typedef struct {
  const char *twice; /* what is held twice; NULL: the next may say it */
  const char *idle;
  const char *hint;
} LoopWords;

/* False if it has no words for that. */
static bool
find_loop_words (const DaePieces *p,
                 const DaePiece *piece,
                 uint32_t at,
                 LoopWords *words)
{
  const FlatModel *flat = p->work->flat;

  if (at == DAE_NONE || piece->components.n < 2)
    return false;
  words->twice = message_of_variable (flat, at, "twice", NULL);
  words->idle = message_of_variable (flat, at, "idle", "lack");
  words->hint = words->twice != NULL
                    ? message_of (flat, flat->vars[at].instance, "loop")
                    : message_of_variable (flat, at, "idle", "hint");
  return words->twice != NULL || words->idle != NULL;
}

static char *
tell_loop (const DaePieces *p,
           const DaePiece *piece,
           uint32_t at,
           const LoopWords *words)
{
  const FlatModel *flat = p->work->flat;
  g_autofree char *names =
      name_all (flat, piece->components.n, dae_piece_loop (p, piece));

  if (words->twice != NULL)
    return g_strdup_printf (_ ("%s hold the same %s twice, `%s`"), names, words->twice,
                            flat->vars[at].name);
  g_autofree char *idle = say_of (words->idle, names);
  return g_strdup_printf ("%s, `%s`", idle, flat->vars[at].name);
}

/* The part whose ports are joined to each other and to nothing else, or UINT32_MAX. */
static uint32_t
find_self_joined (const FlatModel *flat)
{
  for (uint32_t s = 0; s < flat->n_sets; s++) {
    const LibSet *set = &flat->sets[s];
    const uint32_t part = flat->instances[set->ports[0]].parent;
    uint32_t n = 0;

    while (n < set->n_ports && flat->instances[set->ports[n]].parent == part)
      n++;
    if (part != 0 && n > 1 && n == set->n_ports)
      return part;
  }
  return UINT32_MAX;
}

static char *
tell_redundant (const FlatModel *flat)
{
  const uint32_t part = find_self_joined (flat);

  return part == UINT32_MAX
             ? g_strdup (_ ("this equation is redundant; the model may lack a ground"))
             : g_strdup_printf (_ ("the ports of `%s` are joined to each other and to "
                                   "nothing else, so nothing holds it"),
                                flat->instances[part].path);
}

typedef struct {
  DaePiece piece;
  DaePieceEnds ends;
} Contest;

/* The same parts meet in several fields of one port: a frame has a place and an
 * angle. */
static bool
is_same_contest (const FlatModel *flat, const Contest *a, const Contest *b)
{
  const uint32_t n = a->ends.n, n_parts = a->piece.components.n;

  return a->ends.at != DAE_NONE && b->ends.at != DAE_NONE &&
         flat->vars[a->ends.at].instance == flat->vars[b->ends.at].instance &&
         flat->vars[a->ends.at].instance != 0 && a->ends.is_flow == b->ends.is_flow &&
         n == b->ends.n && n_parts == b->piece.components.n &&
         memcmp (a->ends.component, b->ends.component, n * sizeof (uint32_t)) == 0 &&
         memcmp (a->piece.components.at, b->piece.components.at,
                 n_parts * sizeof (uint32_t)) == 0;
}

/* The sentence about what is determined more than once, of a whole port or of the
 * variable that its ends meet in. */
static char *
tell_contest (const DaePieces *p,
              const DaePiece *piece,
              const DaePieceEnds *ends,
              bool is_of_port)
{
  const FlatModel *flat = p->work->flat;
  bool has_ends = ends->n >= 2;
  uint32_t n = has_ends ? ends->n : piece->components.n;
  const uint32_t *components = has_ends ? ends->component : piece->components.at;

  if (ends->at == DAE_NONE)
    return tell_redundant (flat);
  g_autofree char *names = name_all (flat, n, components);
  const FlatVar *var = &flat->vars[ends->at];
  const char *at = is_of_port ? flat->instances[var->instance].path : var->name;
  if (has_ends && ends->is_flow)
    return g_strdup_printf (_ ("%s meet where nothing takes up the difference of `%s`"),
                            names, at);
  if (has_ends && ends->n == 2)
    return g_strdup_printf (_ ("%s both determine `%s`"), names, at);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s determines `%s` more than once",
                   "%s determine `%s` more than once", number_of (n, components)),
      names, at);
}

/* What the connector proposes against a contest, or NULL. */
static const char *
hint_at (const FlatModel *flat, const DaePieceEnds *ends)
{
  if (ends->at == DAE_NONE)
    return NULL;
  return message_of (flat, flat->vars[ends->at].instance,
                     ends->n < 2     ? "give"
                     : ends->is_flow ? "meet"
                                     : "clash");
}

/* An equation of the component, or where it is declared. */
static BaseSpan
span_of (const DaePieces *p, const DaePiece *piece, uint32_t component)
{
  const FlatModel *flat = p->work->flat;

  for (uint32_t i = 0; i < piece->eqs.n; i++) {
    const FlatEq *eq = &flat->eqs[piece->eqs.at[i]];
    if (flat_model_component (flat, eq->instance) == component)
      return flat_model_user_span (flat, component, eq->span);
  }
  return flat_model_user_span (flat, component, flat->instances[component].span);
}

static void
report_contest (const DaePieces *p, const Contest *contest, bool is_of_port)
{
  const FlatModel *flat = p->work->flat;
  const DaePiece *piece = &contest->piece;
  const DaePieceEnds *ends = &contest->ends;
  LoopWords words = {0};
  bool is_closed = ends->n < 2 && find_loop_words (p, piece, ends->at, &words);
  uint32_t owner = is_closed                 ? dae_piece_loop (p, piece)[0]
                   : ends->n >= 2            ? ends->component[0]
                   : piece->components.n > 0 ? piece->components.at[0]
                                             : 0;
  g_autofree char *sentence = is_closed ? tell_loop (p, piece, ends->at, &words)
                                        : tell_contest (p, piece, ends, is_of_port);

  base_diags_add (p->work->diags, BASE_ERROR, 503, span_of (p, piece, owner), "%s",
                  sentence);
  base_diags_set_path (p->work->diags, flat->instances[owner].path);
  const char *hint = is_closed ? words.hint : hint_at (flat, ends);
  if (hint != NULL)
    base_diags_set_hint (p->work->diags, "%s", hint);
  add_culprits (p, piece);
}

/* The variable to name: one that is no connector's, if there is one. */
static uint32_t
best_column (const FlatModel *flat, const DaePiece *piece)
{
  for (uint32_t k = 0; k < piece->columns.n; k++) {
    const FlatVar *var = &flat->vars[piece->columns.at[k]];
    if (!var->is_potential && !var->is_flow && !var->is_signal)
      return piece->columns.at[k];
  }
  return piece->columns.at[0];
}

static void
report_undetermined (const DaePieces *p, const DaePiece *piece)
{
  const FlatModel *flat = p->work->flat;
  const FlatVar *var = &flat->vars[best_column (flat, piece)];

  base_diags_add (p->work->diags, BASE_ERROR, 503,
                  flat_model_user_span (flat, var->instance, var->span),
                  piece->columns.n == 1 ? N_ ("nothing determines `%s`")
                                        : N_ ("too few equations determine `%s`"),
                  var->name);
  base_diags_set_path (
      p->work->diags, flat->instances[flat_model_component (flat, var->instance)].path);
  for (uint32_t k = 0; k < piece->columns.n; k++)
    base_diags_add_culprit (p->work->diags, flat->vars[piece->columns.at[k]].name);
}

/* A port's variable that nothing determines is the other side of a contest: the force
 * between two drives. */
static bool
has_port_variable (const FlatModel *flat, const DaePiece *piece)
{
  for (uint32_t k = 0; k < piece->columns.n; k++) {
    const FlatVar *var = &flat->vars[piece->columns.at[k]];
    if (var->is_potential || var->is_flow)
      return true;
  }
  return false;
}

/* The first potential of the piece whose connector names a reference, or DAE_NONE. */
static uint32_t
find_potential (const FlatModel *flat, const DaePiece *piece)
{
  for (uint32_t k = 0; k < piece->columns.n; k++) {
    uint32_t v = piece->columns.at[k];
    if (flat->vars[v].is_potential &&
        message_of (flat, flat->vars[v].instance, "reference") != NULL)
      return v;
  }
  return DAE_NONE;
}

static void
report_floating (const DaePieces *p, const DaePiece *piece, uint32_t potential)
{
  const FlatModel *flat = p->work->flat;
  uint32_t port = flat->vars[potential].instance;
  g_autofree char *names = name_all (flat, piece->components.n, piece->components.at);
  g_autofree char *lack = tell_lack (flat, port, names);

  base_diags_add (p->work->diags, BASE_ERROR, 503,
                  flat_model_user_span (flat, port, flat->instances[port].span),
                  "%s, so `%s` may have any value", lack, flat->vars[potential].name);
  base_diags_set_path (p->work->diags, flat->instances[port].path);
  base_diags_set_hint (p->work->diags, "connect %s to `%s`",
                       message_of (flat, port, "reference"),
                       flat->instances[port].path);
  add_culprits (p, piece);
}

/* Networks without a reference: their flows balance by themselves, so that an equation
 * is left that says nothing, and an offset that all potentials share is free. Returns
 * how many were reported. */
static uint32_t
report_networks (DaePieces *p)
{
  uint32_t n = 0;

  dae_pieces_take (p, GRAPH_UNDER);
  for (uint32_t g = 0; g < p->n_groups && n < MAX_REPORTS; g++) {
    DaePiece piece = dae_piece_read (p, g);
    uint32_t potential = find_potential (p->work->flat, &piece);
    if (potential == DAE_NONE || piece.components.n == 0)
      continue;
    report_floating (p, &piece, potential);
    n++;
  }
  return n;
}

/* Does the over-determined part hold an equation without unknowns? */
static bool
has_empty_piece (const DaePieces *p)
{
  for (uint32_t g = 0; g < p->n_groups; g++) {
    DaePiece piece = dae_piece_read (p, g);
    if (piece.columns.n == 0 && piece.open_ports.n == 0)
      return true;
  }
  return false;
}

/* Over-determined pieces, each port once. What has no unknowns was told with the
 * `n_networks`, if there are any. */
static void
report_over (const DaePieces *p, uint32_t n_networks)
{
  const uint32_t n = MIN (p->n_groups, MAX_REPORTS);
  Contest contests[MAX_REPORTS];

  for (uint32_t g = 0; g < n; g++) {
    contests[g].piece = dae_piece_read (p, g);
    contests[g].ends = dae_piece_contest (p, &contests[g].piece);
  }
  for (uint32_t g = 0; g < n; g++) {
    const DaePiece *piece = &contests[g].piece;
    uint32_t n_before = 0, n_behind = 0;

    for (uint32_t i = 0; i < n; i++)
      if (i != g && is_same_contest (p->work->flat, &contests[i], &contests[g]))
        *(i < g ? &n_before : &n_behind) += 1;
    if (piece->open_ports.n > 0)
      report_open (p, piece);
    else if (n_before == 0 && (piece->columns.n > 0 || n_networks == 0))
      report_contest (p, &contests[g], n_behind > 0);
  }
}

static bool
report_parts (DaePieces *p)
{
  dae_pieces_take (p, GRAPH_OVER);
  uint32_t n_networks = has_empty_piece (p) ? report_networks (p) : 0;
  dae_pieces_take (p, GRAPH_OVER);
  uint32_t n_over = p->n_groups;
  report_over (p, n_networks);
  dae_pieces_take (p, GRAPH_UNDER);
  for (uint32_t g = 0; g < MIN (p->n_groups, MAX_REPORTS); g++) {
    DaePiece piece = dae_piece_read (p, g);
    if (n_over == 0 || !has_port_variable (p->work->flat, &piece))
      report_undetermined (p, &piece);
  }
  return n_over > 0 || p->n_groups > 0;
}

void
dae_singular_report (DaeBuild *work)
{
  DaePieces as_written = dae_pieces_as_written (work);

  if (report_parts (&as_written))
    return;
  DaePieces reduced = dae_pieces_reduced (work);
  if (!report_parts (&reduced))
    base_diags_add (work->diags, BASE_ERROR, 503, work->flat->instances[0].span,
                    "the equations of the model are structurally singular");
}

/* What is wrong with a constraint alone that says nothing of `what`. */
static char *
tell_alone (DaeSaying saying, const char *name, const char *what)
{
  return g_strdup_printf (
      saying == DAE_SAYING_SAME
          ? _ ("%s holds no %s: with these parameters its constraint is always "
               "satisfied")
      : saying == DAE_SAYING_OPPOSITE
          ? _ ("%s holds no %s: with these parameters its constraint cannot be "
               "satisfied")
          : _ ("%s holds no %s: with these parameters its constraint does not depend "
               "on it"),
      name, what);
}

/* What is wrong with several constraints, of as many components as the verb has to
 * agree with. */
static char *
tell_twice (DaeSaying saying, uint32_t number, const char *names, const char *what)
{
  return g_strdup_printf (
      saying == DAE_SAYING_SAME
          ? g_dngettext (GETTEXT_PACKAGE,
                         "%s holds the same %s twice: with these parameters the "
                         "constraints follow from each other",
                         "%s hold the same %s twice: with these parameters the "
                         "constraints follow from each other",
                         number)
      : saying == DAE_SAYING_OPPOSITE
          ? g_dngettext (GETTEXT_PACKAGE,
                         "%s holds the same %s twice: with these parameters the "
                         "constraints contradict each other",
                         "%s hold the same %s twice: with these parameters the "
                         "constraints contradict each other",
                         number)
          : g_dngettext (GETTEXT_PACKAGE,
                         "%s holds the same %s twice: with these parameters the "
                         "constraints depend on each other",
                         "%s hold the same %s twice: with these parameters the "
                         "constraints depend on each other",
                         number),
      names, what);
}

void
dae_singular_redundant (DaeBuild *work,
                        uint32_t n,
                        const uint32_t *eqs,
                        DaeSaying saying)
{
  const FlatModel *flat = work->flat;
  uint32_t *owners = base_arena_array (work->scratch, uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    owners[i] = flat_model_component (flat, dae_build_flat_eq (work, eqs[i])->instance);
  uint32_t n_owners = flat_model_sort_instances (flat, n, owners);
  /* Whose constraints, and of what. */
  g_autofree char *names = n == 1 && owners[0] == 0
                               ? g_strdup (_ ("an equation of the model"))
                               : name_all (flat, n_owners, owners);
  const char *same = message_of_ports (flat, owners[0], "same");
  const char *give = message_of_ports (flat, owners[0], "give");
  const char *what = same != NULL ? same : _ ("quantity");
  g_autofree char *sentence =
      n == 1 ? tell_alone (saying, names, what)
             : tell_twice (saying, number_of (n_owners, owners), names, what);

  base_diags_add (
      work->diags, BASE_ERROR, 503,
      flat_model_user_span (work->flat, owners[0], flat->instances[owners[0]].span),
      "%s", sentence);
  base_diags_set_path (work->diags, flat->instances[owners[0]].path);
  base_diags_set_hint (work->diags, "%s",
                       n == 1         ? _ ("remove it, or change its parameters")
                       : give != NULL ? give
                                      : _ ("remove one of them"));
  for (uint32_t i = 0; i < n_owners; i++)
    base_diags_add_culprit (work->diags, flat->instances[owners[i]].path);
}
