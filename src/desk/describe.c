/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for what is on the diagram: tooltips as markup, the selection for those who
 * listen, diagnostics as sentences, documentation for reading. */
#include "desk/describe.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/unit.h"
#include "desk/quantity.h"
#include "lib/text.h"

/* Values in a tooltip. */
#define MAX_VALUES 8

/* Whether a line may be broken at a space of a formula: before a sign between two
 * terms, not of equality, behind a comma, and where the next formula of the line
 * begins. */
static bool
is_gap (const char *space, const char *begin)
{
  static const char *const SIGNS[] = {" + ",  " - ",   " * ",  " / ", " &lt",
                                      " &gt", " and ", " or ", "  "};

  if (space > begin && space[-1] == ',')
    return true;
  for (size_t i = 0; i < G_N_ELEMENTS (SIGNS); i++)
    if (g_str_has_prefix (space, SIGNS[i]))
      return true;
  return false;
}

/* What stands between the gaps of a formula stays in one line. */
static void
append_formula (GString *out, const char *line)
{
  const char *begin = line + strspn (line, " ");

  g_string_append_len (out, line, begin - line);
  while (*begin != '\0') {
    const char *end = begin;

    while (*end != '\0' && !(*end == ' ' && is_gap (end, begin)))
      end++;
    const size_t n_spaces = strspn (end, " ");
    g_string_append_printf (out, "<span allow_breaks=\"false\">%.*s</span>%.*s",
                            (int) (end - begin), begin, (int) n_spaces, end);
    begin = end + n_spaces;
  }
}

/* Pairs of `mark` become a tag, code as formulas; a lonely one stays. */
static char *
tag (const char *text, const char *mark, const char *name, bool is_code)
{
  g_auto (GStrv) parts = g_strsplit (text, mark, -1);
  const guint n = g_strv_length (parts);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++) {
    const bool is_inside = i % 2 == 1;

    if (is_inside && i + 1 < n) {
      g_string_append_printf (out, "<%s>", name);
      if (is_code)
        append_formula (out, parts[i]);
      else
        g_string_append (out, parts[i]);
      g_string_append_printf (out, "</%s>", name);
    } else
      g_string_append_printf (out, "%s%s", is_inside ? mark : "", parts[i]);
  }
  return g_string_free (out, FALSE);
}

/* A short first line that is no sentence, with a gap below, is a title. */
static char *
mark_title (const char *text)
{
  const char *end = strstr (text, "\n\n");

  if (end == NULL || end == text || end - text > 60 || end[-1] == '.' ||
      memchr (text, '\n', (size_t) (end - text)) != NULL)
    return g_strdup (text);
  return g_strdup_printf ("**%.*s**%s", (int) (end - text), text, end);
}

/* Do its elements close in the order in which they open? */
static bool
is_markup (const char *text)
{
  static const GMarkupParser PARSER = {0};
  GMarkupParseContext *context = g_markup_parse_context_new (&PARSER, 0, NULL, NULL);
  g_autofree char *document = g_strdup_printf ("<markup>%s</markup>", text);
  const bool is_good = g_markup_parse_context_parse (context, document, -1, NULL) &&
                       g_markup_parse_context_end_parse (context, NULL);

  g_markup_parse_context_free (context);
  return is_good;
}

/* An indented line is a formula, if it has no tags. */
static char *
keep_formulas (const char *markup)
{
  g_auto (GStrv) lines = g_strsplit (markup, "\n", -1);
  GString *out = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++) {
    if (i > 0)
      g_string_append_c (out, '\n');
    if (lines[i][0] == ' ' && strchr (lines[i], '<') == NULL)
      append_formula (out, lines[i]);
    else
      g_string_append (out, lines[i]);
  }
  return g_string_free (out, FALSE);
}

char *
desk_describe_doc_markup (const char *doc)
{
  g_autofree char *text = lib_text_doc (doc);
  g_autofree char *titled = mark_title (text);
  g_autofree char *safe = g_markup_escape_text (titled, -1);
  g_autofree char *code = tag (safe, "`", "tt", true);
  g_autofree char *bold = tag (code, "**", "b", false);

  g_autofree char *kept = keep_formulas (bold);

  /* Marks that cross each other would be no markup. */
  return is_markup (kept) ? g_steal_pointer (&kept) : g_steal_pointer (&safe);
}

char *
desk_describe_doc (const char *doc)
{
  g_autofree char *text = lib_text_doc (doc);
  char *end = strstr (text, "\n");

  if (end != NULL)
    *end = '\0';
  end = strstr (text, ". ");
  if (end != NULL)
    end[1] = '\0';

  g_auto (GStrv) parts = g_strsplit (text, "`", -1); /* marks of code */

  return g_strjoinv ("", parts);
}

char *
desk_describe_param (const LibParam *param)
{
  char *doc = desk_describe_doc (param->doc);
  g_autofree char *range = desk_quantity_range (param);

  if (range == NULL)
    return doc;
  g_auto (GStrv) parts = g_strsplit (range, "/", -1);
  g_autofree char *whole = g_strjoinv ("/\u2060", parts);
  char *text =
      *doc != '\0' ? g_strdup_printf ("%s (%s)", doc, whole) : g_strdup (whole);
  g_free (doc);
  return text;
}

char *
desk_describe_title (const char *title)
{
  GString *out = g_string_new (NULL);

  for (; *title != '\0'; title++) {
    g_string_append_c (out, *title);
    if (g_ascii_islower (title[0]) && g_ascii_isupper (title[1]))
      g_string_append (out, "\u200B");
  }
  return g_string_free (out, FALSE);
}

/* Names and code stand between backticks where text is all there is. */
static char *
quoted (const char *text)
{
  GString *out = g_string_new (NULL);
  bool is_open = false;

  for (; *text != '\0'; text++)
    if (*text == '`') {
      g_string_append (out, is_open ? C_ ("closing quotation mark", "”")
                                    : C_ ("opening quotation mark", "“"));
      is_open = !is_open;
    } else
      g_string_append_c (out, *text);
  return g_string_free (out, FALSE);
}

const char *
desk_describe_severity (BaseSeverity severity)
{
  switch (severity) {
  case BASE_ERROR:
    return _ ("Error");
  case BASE_WARNING:
    return _ ("Warning");
  case BASE_NOTE:
    break;
  }
  return _ ("Note");
}

char *
desk_describe_sentence (const char *text)
{
  /* Names of the model begin sentences, too, and keep their case. */
  static const char *const words[] = {
      "a ",       "add ",     "an ",      "arrays ",    "at ",   "both ",
      "connect ", "declare ", "each ",    "equations ", "for ",  "give ",
      "in ",      "it ",      "its ",     "leave ",     "make ", "more ",
      "neither ", "no ",      "nothing ", "numbers ",   "once ", "one ",
      "only ",    "put ",     "remove ",  "rotating ",  "the ",  "there ",
      "these ",   "this ",    "three ",   "too ",       "two ",  "unexpected ",
      "unknown ", "use ",     "values ",  "what ",      "when ", "write "};
  char *sentence = quoted (text);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (text, words[i])) {
      sentence[0] = g_ascii_toupper (sentence[0]);
      break;
    }
  return sentence;
}

/* The name of a variable within what it directly belongs to, or NULL. */
static const char *
own_name (const SimVar *var, const char *path, size_t length)
{
  const char *rest = var->name + length + 1;

  if (var->is_parameter || var->is_derived || strncmp (var->name, path, length) != 0 ||
      var->name[length] != '.')
    return NULL;
  return strchr (rest, '.') == NULL ? rest : NULL;
}

char *
desk_describe_values (DeskStudio *studio, const char *path, uint32_t at_most)
{
  const DeskRun *run = studio->runs->current;
  const SimModel *model = run != NULL ? run_session_model (run->session) : NULL;
  const RunTrace *trace = run != NULL ? run_session_trace (run->session) : NULL;
  const size_t length = strlen (path);
  GString *out = g_string_new (NULL);
  uint32_t n = 0;

  if (trace == NULL || run_trace_length (trace) == 0)
    return g_string_free (out, FALSE);
  const double time = desk_timeline_shown (studio->timeline);
  for (uint32_t i = 0; i < sim_model_n_vars (model) && n < at_most; i++) {
    const SimVar *var = sim_model_var (model, i);
    const char *name = own_name (var, path, length);

    if (name == NULL)
      continue;
    g_string_append_c (out, '\n');
    desk_quantity_append (out, var, name, run_trace_value_at (trace, i, time));
    n++;
  }
  return g_string_free (out, FALSE);
}

static const char *
class_title (const DocItem *item)
{
  return item->card != NULL ? item->card->title : item->decl->class_name.text;
}

/* The other ends of the wire that ends at this port: "a.b, c.d". */
static void
append_joined (GString *out, const DocModel *doc, uint32_t item, uint32_t port)
{
  for (uint32_t i = 0; i < doc_n_wires (doc); i++) {
    const DocWire *wire = doc_wire (doc, i);
    uint32_t own = wire->n_ends;

    for (uint32_t k = 0; k < wire->n_ends; k++)
      if (wire->ends[k].item == item && wire->ends[k].port == port)
        own = k;
    for (uint32_t k = 0; k < wire->n_ends && own < wire->n_ends; k++)
      if (k != own) {
        g_string_append_c (out, ' ');
        g_string_append_printf (out, _ ("%s joined to %s."), wire->ends[own].name,
                                wire->ends[k].name);
      }
  }
}

static char *
describe_item (DeskStudio *studio, const char *name)
{
  const DocModel *doc = studio->document->doc;
  const uint32_t k = doc_find_item (doc, name);
  const BaseDiag *diag = desk_problems_of (studio->problems, name);

  if (k == UINT32_MAX)
    return g_strdup ("");

  const DocItem *item = doc_item (doc, k);
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "%s, %s.", name, class_title (item));
  for (uint32_t i = 0; i < item->n_ports; i++)
    append_joined (out, doc, k, i);
  if (item->is_commented)
    g_string_append_printf (out, " %s.", _ ("Commented out"));
  if (diag != NULL)
    g_string_append_printf (
        out, " %s: %s.",
        desk_describe_severity (desk_problems_severity (studio->problems, diag)),
        diag->message);
  return g_string_free (out, FALSE);
}

static void
append_ends (GString *out, GHashTable *named, const DocWire *wire)
{
  for (uint32_t i = 0; i < wire->n_ends; i++)
    if (g_hash_table_add (named, (gpointer) wire->ends[i].name))
      g_string_append_printf (out, "%s%s", out->len > 0 ? " — " : "",
                              wire->ends[i].name);
}

char *
desk_describe_net (const DocModel *doc, uint32_t wire)
{
  const char *tag = doc_wire (doc, wire)->tag;
  g_autoptr (GHashTable) named = g_hash_table_new (g_str_hash, g_str_equal);
  GString *out = g_string_new (NULL);

  append_ends (out, named, doc_wire (doc, wire));
  for (uint32_t i = 0; tag != NULL && i < doc_n_wires (doc); i++)
    if (g_strcmp0 (doc_wire (doc, i)->tag, tag) == 0)
      append_ends (out, named, doc_wire (doc, i));
  return g_string_free (out, FALSE);
}

static char *
describe_wire (const DocModel *doc, uint32_t wire)
{
  const char *tag = doc_wire (doc, wire)->tag;
  g_autofree char *ends = desk_describe_net (doc, wire);

  return tag != NULL ? g_strdup_printf (_ ("Tag %s, net of %s"), tag, ends)
                     : g_strdup_printf (_ ("Wire %s"), ends);
}

/* Why a wire is marked: each component that it runs under. */
static void
append_covering (GString *out, const DocModel *doc, uint32_t wire)
{
  uint32_t n;
  g_autofree uint32_t *items =
      doc_hit_items (doc, doc_wire_bounds (doc_wire (doc, wire)), false, &n);

  for (uint32_t i = 0; i < n; i++)
    if (doc_hit_is_under_wire (doc, wire, items[i])) {
      g_string_append (out, "\n");
      g_string_append_printf (out,
                              _ ("Marked because it runs across %s. Move the component "
                                 "or the wire aside."),
                              doc_item (doc, items[i])->name);
    }
}

char *
desk_describe_selection (DeskStudio *studio)
{
  const uint32_t wire = desk_selection_wire (studio->selection);
  const DocModel *doc = studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);

  if (n == 1)
    return describe_item (studio, names[0]);
  if (n > 1)
    return g_strdup_printf (
        g_dngettext (NULL, "%u component selected", "%u components selected", n), n);
  if (wire != UINT32_MAX && wire < doc_n_wires (doc))
    return describe_wire (doc, wire);
  return g_strdup (_ ("Nothing selected"));
}

static void
append_diag (GString *out, const BaseDiag *diag)
{
  g_autofree char *code = base_diag_code (diag);
  g_autofree char *sentence = desk_describe_sentence (diag->message);
  g_autofree char *text = g_markup_printf_escaped ("\n\n<b>%s</b> %s", code, sentence);

  g_string_append (out, text);
  if (diag->hint != NULL) {
    g_autofree char *advice = desk_describe_sentence (diag->hint);
    g_autofree char *hint = g_markup_printf_escaped ("\n<i>%s</i>", advice);

    g_string_append (out, hint);
  }
}

static void
append_values (GString *out, DeskStudio *studio, const char *path)
{
  g_autofree char *values = desk_describe_values (studio, path, MAX_VALUES);
  g_autofree char *text = g_markup_escape_text (values, -1);
  const char *outdated = studio->runs->outdated;

  if (*text == '\0')
    return;
  if (outdated == NULL) {
    g_string_append_printf (out, "\n%s", text);
    return;
  }
  g_autofree char *note = g_markup_escape_text (outdated, -1);
  g_string_append_printf (out, "\n<span alpha=\"60%%\">\n<i>%s</i>%s</span>", note,
                          text);
}

static char *
item_markup (DeskStudio *studio, const DocItem *item)
{
  const BaseDiag *diag = desk_problems_of (studio->problems, item->name);
  g_autofree char *doc =
      desk_describe_doc (item->card != NULL ? item->card->doc : NULL);
  GString *out = g_string_new (NULL);
  g_autofree char *head =
      g_markup_printf_escaped ("<b>%s</b>  %s", item->name, class_title (item));

  g_string_append (out, head);
  if (*doc != '\0') {
    g_autofree char *text = g_markup_printf_escaped ("\n%s", doc);

    g_string_append (out, text);
  }
  append_values (out, studio, item->name);
  if (diag != NULL)
    append_diag (out, diag);
  return g_string_free (out, FALSE);
}

static char *
port_markup (DeskStudio *studio, const DocItem *item, uint32_t port)
{
  const LibPort *offer = item->ports[port].port;
  const char *dot = offer != NULL ? strrchr (offer->class_name, '.') : NULL;
  const char *class = dot != NULL ? dot + 1 : offer != NULL ? offer->class_name : "";
  g_autofree char *doc = desk_describe_doc (offer != NULL ? offer->doc : NULL);
  g_autofree char *path = doc_port_name (item, port);
  GString *out = g_string_new (NULL);
  g_autofree char *head = g_markup_printf_escaped ("<b>%s</b>  %s%s%s", path, class,
                                                   *doc != '\0' ? "\n" : "", doc);

  g_string_append (out, head);
  append_values (out, studio, path);
  return g_string_free (out, FALSE);
}

static char *
wire_markup (DeskStudio *studio, uint32_t wire)
{
  const DocModel *doc = studio->document->doc;
  const bool is_tag = doc_wire (doc, wire)->tag != NULL;
  g_autofree char *ends =
      is_tag ? describe_wire (doc, wire) : desk_describe_net (doc, wire);
  g_autofree char *head = g_markup_escape_text (ends, -1);
  GString *out = g_string_new (head);

  if (doc_wire (doc, wire)->n_ends > 0)
    append_values (out, studio, doc_wire (doc, wire)->ends[0].name);
  append_covering (out, doc, wire);
  return g_string_free (out, FALSE);
}

char *
desk_describe_hit (DeskStudio *studio, const DocHit *hit)
{
  const DocModel *doc = studio->document->doc;

  /* A wire by its ends, with the values there. */
  switch (hit->kind) {
  case DOC_HIT_PORT:
    return port_markup (studio, doc_item (doc, hit->item), hit->port);
  case DOC_HIT_ITEM:
    return item_markup (studio, doc_item (doc, hit->item));
  case DOC_HIT_WIRE:
    return wire_markup (studio, hit->wire);
  case DOC_HIT_NOTE:
  case DOC_HIT_NOTHING:
    break;
  }
  return NULL;
}

/* ---- work that was left ---- */

char *
desk_describe_left (const DeskJournalLeft *left,
                    const LibIndex *library,
                    GDateTime *now)
{
  g_autoptr (DocModel) doc =
      doc_from_text (library, left->path, left->text, strlen (left->text));
  const uint32_t n = doc_n_items (doc);
  g_autoptr (GDateTime) at =
      g_date_time_new_from_unix_local (left->written_ns / 1000000000);
  const bool is_today =
      g_date_time_get_year (at) == g_date_time_get_year (now) &&
      g_date_time_get_day_of_year (at) == g_date_time_get_day_of_year (now);
  g_autofree char *time = g_date_time_format (at, is_today ? "%R" : "%x, %R");
  g_autofree char *name =
      left->path != NULL ? g_path_get_basename (left->path) : g_strdup (_ ("Untitled"));

  return g_strdup_printf (
      g_dngettext (NULL, "%s: %u component, %s", "%s: %u components, %s", n), name, n,
      time);
}
