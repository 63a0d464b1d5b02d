/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes several parts of one, another number of them, or one part again. What refers to
 * the part gets or loses its subscript: ends of wires that of the first or last part of
 * the chain which takes them over, other ends that of a loop, so that the wire joins
 * all parts, and anything else that of the first part. All references
 * are looked at before anything is written, so that what has no such meaning is refused
 * as a whole. Linear in the file. Parting a chain is here, too: it takes away the wires
 * that its ends had taken over. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/level.h"
#include "doc/name/follow.h"
#include "doc/plot.h"
#include "doc/structure/array.h"
#include "doc/structure/bundle.h"
#include "doc/structure/chain.h"
#include "lang/parse.h"
#include "lang/print.h"
#include "lang/walk.h"

typedef struct {
  DocModel *doc;
  const DocItem *item;
  const char *count;   /* as it is printed */
  GPtrArray *parts;    /* LangExpr: `w[…]`, where that stands in the component */
  GArray *uses;        /* BaseSpan: `w`, where that stands */
  GHashTable *wrapped; /* DocWire: put into loops; loops: left */
} Count;

/* ---- what is typed ---- */

/* What the window can still compile and show beside the work that goes on. */
enum { MOST_PARTS = 10000 };

typedef struct {
  const DocModel *doc;
  const LangExpr *callee;
  GPtrArray *parameters;  /* LangDecl */
  const char *unknown;    /* that is no parameter of the component, or NULL */
  const char *fractional; /* that is no whole number, or NULL */
} Names;

static bool
is_of_type (const LangDecl *parameter, const char *type)
{
  return strcmp (parameter->type.name.text, type) == 0 && parameter->type.n_dims == 0;
}

/* A number that nobody has said is whole becomes so. */
static bool
is_whole (const LangDecl *parameter)
{
  const LangExpr *value = parameter->value;

  return is_of_type (parameter, "Integer") ||
         (is_of_type (parameter, "Real") && parameter->type.n_mods == 0 &&
          value != NULL && value->kind == LANG_NUMBER &&
          value->number == floor (value->number));
}

static void
note_name (const LangExpr *expr, void *data)
{
  Names *names = data;

  if (expr->kind == LANG_CALL)
    names->callee = expr->args[0];
  if (expr->kind != LANG_NAME || expr == names->callee)
    return;
  const LangDecl *decl = doc_find_parameter (names->doc, expr->name);
  if (decl == NULL)
    names->unknown = expr->name;
  else if (!is_whole (decl))
    names->fractional = expr->name;
  else if (!g_ptr_array_find (names->parameters, decl, NULL))
    g_ptr_array_add (names->parameters, (gpointer) decl);
}

/* Whether an expression can stand behind the colon of a range. */
static bool
is_term (const LangExpr *expr)
{
  switch (expr->kind) {
  case LANG_NUMBER:
    return expr->number == floor (expr->number) && expr->number >= 1 &&
           expr->number <= MOST_PARTS;
  case LANG_BINARY:
    return expr->in_parens || (expr->op >= LANG_OP_ADD && expr->op <= LANG_OP_POW);
  case LANG_NAME:
  case LANG_CALL:
  case LANG_INDEX:
    return true;
  default:
    return false;
  }
}

/* The number as it is printed, "1" for a single part, and the parameters in it; NULL
 * and an error if it is none. */
static char *
read_count (const DocModel *doc,
            const char *typed,
            GPtrArray *parameters,
            GError **error)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autofree char *text = g_strstrip (g_strdup (*typed != '\0' ? typed : "1"));
  g_autoptr (BaseSource) source = base_source_new ("", text, strlen (text));
  const LangExpr *expr = lang_parse_expression (arena, source, diags);
  Names names = {doc, NULL, parameters, NULL, NULL};

  /* A term, of parameters that are whole numbers. */
  if (expr == NULL || !is_term (expr)) {
    doc_error_refuse (error,
                      "“%s” is no number of parts: a whole number from 1 to %d, or an "
                      "expression of parameters",
                      text, (int) MOST_PARTS);
    return NULL;
  }
  lang_walk_expr (expr, note_name, &names);
  if (names.unknown != NULL)
    doc_error_refuse (error, "There is no parameter %s in this component",
                      names.unknown);
  else if (names.fractional != NULL)
    doc_error_refuse (error, "%s is no whole number", names.fractional);
  else if (doc_arrays_value (doc->arrays, expr) > MOST_PARTS)
    doc_error_refuse (error, "“%s” is %.0f: an array has at most %d parts", text,
                      doc_arrays_value (doc->arrays, expr), (int) MOST_PARTS);
  if (names.unknown != NULL || names.fractional != NULL ||
      doc_arrays_value (doc->arrays, expr) > MOST_PARTS)
    return NULL;
  GString *out = g_string_new (NULL);
  if (expr->kind == LANG_NUMBER) /* "1" for "(1)", "2000" for "2k" */
    g_string_printf (out, "%.0f", expr->number);
  else
    lang_print_expr (out, expr);
  return g_string_free (out, FALSE);
}

/* What a number of parts depends on is known before the run. */
static void
make_structural (DocPatch *patch, const GPtrArray *parameters)
{
  for (guint i = 0; i < parameters->len; i++) {
    const LangDecl *decl = parameters->pdata[i];

    if (!decl->is_structural && !decl->is_final)
      doc_patch_insert_before (patch, decl->span, "structural ");
    if (!is_of_type (decl, "Integer"))
      doc_patch_replace (patch, decl->type.name.span, "Integer");
  }
}

/* ---- what refers to it ---- */

static void
note_part (const LangExpr *expr, void *data)
{
  Count *count = data;

  if (expr->kind == LANG_INDEX && expr->args[0]->kind == LANG_NAME &&
      expr->args[0]->name == count->item->name)
    g_ptr_array_add (count->parts, (gpointer) expr);
}

static void
find_uses (Count *count)
{
  const LangClass *class = count->doc->class;

  doc_follow_references (class, count->item->name, count->uses);
  lang_walk_class (class, note_part, count);
}

static bool
is_in (BaseSpan span, BaseSpan area)
{
  return span.source == area.source && area.begin <= span.begin && span.end <= area.end;
}

/* The part that a use is, or NULL: it has no subscript. */
static const LangExpr *
part_at (const Count *count, BaseSpan use)
{
  for (guint i = 0; i < count->parts->len; i++) {
    const LangExpr *part = count->parts->pdata[i];

    if (is_in (use, part->args[0]->span))
      return part;
  }
  return NULL;
}

/* Where a use stands at a port of the item: the end of a wire; NULL: elsewhere. */
static const DocEnd *
end_at (const Count *count, BaseSpan use, const DocWire **wire)
{
  const DocModel *doc = count->doc;

  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++)
      if (is_in (use, doc->wires[w].relation->args[k]->span)) {
        *wire = &doc->wires[w];
        return doc_end_port (doc, &doc->wires[w].ends[k]) != NULL
                   ? &doc->wires[w].ends[k]
                   : NULL;
      }
  return NULL;
}

static bool
is_of_item (const Count *count, const DocEnd *end)
{
  return end->item != UINT32_MAX && &count->doc->items[end->item] == count->item;
}

/* Refuses several signals of one end where another takes one; `is_one`: those of the
 * item do, from now on. */
static bool
check_signals (const Count *count,
               const DocWire *wire,
               const DocEnd *giver,
               bool is_one,
               GError **error)
{
  const DocModel *doc = count->doc;
  const char *n_given = is_one ? wire->count : count->count;

  if (!lib_port_is_signal (doc_end_port (doc, giver)->port) || !doc_gives (doc, giver))
    return true;
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const DocEnd *end = &wire->ends[k];

    if (end != giver &&
        (is_of_item (count, end) ? is_one : doc_bundle_parts (doc, end) == NULL))
      return doc_error_refuse (error, "%s gives %s signals, and %s takes one",
                               giver->name, n_given, end->name);
  }
  return true;
}

/* Whether a use is that of the loop that chains the parts. */
static bool
is_of_chain (const Count *count, BaseSpan use)
{
  const DocArray *array = count->item->array;

  return array != NULL && array->n_links > 0 && is_in (use, array->loop->span);
}

static bool
refuse_use (const Count *count, BaseSpan use, GError **error)
{
  const BaseSpan at = lang_file_span (count->doc->file, use);
  uint32_t line, column;

  base_source_locate (doc_source (count->doc), at.begin, &line, &column);
  return doc_error_refuse (
      error, "Line %u of the text names parts of %s in another way: change it there",
      line, count->item->name);
}

static void
note_found (void *data, BaseSpan span)
{
  *(bool *) data = true;
}

static bool
check_outside (const Count *count, GError **error)
{
  bool is_found = false;

  doc_follow_outside (count->doc, count->item->name, note_found, &is_found);
  return !is_found ||
         doc_error_refuse (error,
                           "Another component of the file names %s: change its number "
                           "in the text",
                           count->item->name);
}

/* ---- several of one ---- */

/* Whether a wire of an array joins a port with each of as many parts as there will be:
 * then it joins each part with one of them. */
static bool
is_met_by_several (const Count *count, const DocWire *wire)
{
  return wire->count != NULL && strcmp (wire->count, count->count) == 0;
}

/* Whether wires lead to a port, and whether there is one that each part joins. */
static void
look_at_port (const Count *count, const char *port, bool *is_wired, bool *is_several)
{
  const DocModel *doc = count->doc;

  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++) {
      const DocEnd *end = &doc->wires[w].ends[k];

      if (!is_of_item (count, end) || doc_end_port (doc, end)->name != port)
        continue;
      *is_wired = true;
      *is_several |= is_met_by_several (count, &doc->wires[w]);
    }
}

/* The links that wires lead through: DocChained. */
static GArray *
wired_links (const Count *count)
{
  GArray *links = doc_chain_links (count->item);

  for (guint k = links->len; k-- > 0;) {
    const DocChained *link = &g_array_index (links, DocChained, k);
    bool is_wired = false, is_several = false;

    look_at_port (count, link->first, &is_wired, &is_several);
    look_at_port (count, link->last, &is_wired, &is_several);
    if (!is_wired || is_several)
      g_array_remove_index (links, k);
  }
  return links;
}

/* The subscript of the part that a port is free at, or NULL. */
static const char *
element_of (const Count *count, const GArray *links, const DocEnd *end)
{
  const char *port = doc_end_port (count->doc, end)->name;

  for (guint k = 0; k < links->len; k++)
    if (g_array_index (links, DocChained, k).first == port)
      return "1";
    else if (g_array_index (links, DocChained, k).last == port)
      return count->count;
  return NULL;
}

static bool
refuse_counts (const Count *count, const char *name, const char *n, GError **error)
{
  return doc_error_refuse (
      error, "A wire joins %s with each of %s parts, which cannot be %s at this end",
      name, n, count->count);
}

/* The subscript of an end that each part has: the number of the loop around its
 * connect, which is made if there is none. Caller frees; NULL and an error. */
static char *
number_of (DocPatch *patch,
           const Count *count,
           const DocWire *wire,
           const DocEnd *end,
           GError **error)
{
  if (wire->count != NULL && !is_met_by_several (count, wire)) {
    refuse_counts (count, end->name, wire->count, error);
    return NULL;
  }
  if (!check_signals (count, wire, end, false, error))
    return NULL;
  if (wire->loop != NULL)
    return g_strdup_printf ("[%s]", wire->loop->name);
  if (wire->count != NULL) /* element by element */
    return g_strdup ("");
  g_autofree char *i = doc_chain_variable (count->doc);
  if (g_hash_table_add (count->wrapped, (gpointer) wire))
    doc_bundle_wrap (patch, wire->relation, i, count->count);
  return g_strdup_printf ("[%s]", i);
}

/* The subscripts of all uses, or false and an error. */
static bool
subscribe (DocPatch *patch, const Count *count, const GArray *links, GError **error)
{
  for (guint i = 0; i < count->uses->len; i++) {
    const BaseSpan use = g_array_index (count->uses, BaseSpan, i);
    const DocWire *wire = NULL;
    const DocEnd *end = end_at (count, use, &wire);
    const char *element = end != NULL ? element_of (count, links, end) : "1";
    g_autofree char *text = element != NULL
                                ? g_strdup_printf ("[%s]", element)
                                : number_of (patch, count, wire, end, error);

    if (text == NULL)
      return false;
    doc_patch_insert_behind (patch, use, text);
  }
  return true;
}

static bool
make_several (Count *count, DocPatch *patch, GError **error)
{
  const LangDecl *decl = count->item->decl;
  g_autoptr (GArray) links = wired_links (count);
  g_autofree char *i = doc_chain_variable (count->doc);
  g_autofree char *behind = g_strdup_printf (" for %s in 1:%s]", i, count->count);
  g_autofree char *first = g_strconcat (count->item->name, "[1]", NULL);

  if (!subscribe (patch, count, links, error))
    return false;
  doc_patch_insert_before (patch, decl->class_name.span, "[");
  doc_patch_insert_behind (patch,
                           decl->mods_span.end > decl->mods_span.begin
                               ? decl->mods_span
                               : decl->class_name.span,
                           behind);
  if (links->len > 0)
    doc_chain_write (patch, count->item->name, count->count, links);
  doc_follow_in_metadata (patch, count->item->name, first);
  return true;
}

/* ---- another number ---- */

static const LangExpr *
last_of (const LangExpr *range)
{
  return range->args[range->n_args - 1];
}

/* Whether a part that is named by its number is there of that many, too. */
static bool
is_left (const LangExpr *part, const char *count)
{
  const double number = doc_array_number (count);

  return part->n_args == 2 && part->args[1]->kind == LANG_NUMBER &&
         !(part->args[1]->number > number);
}

/* How often the number of a loop stands in it, and how often as that of a part of the
 * item. */
typedef struct {
  const char *i, *item;
  uint32_t n_all, n_parts;
} Numbered;

static void
note_number (const LangExpr *expr, void *data)
{
  Numbered *found = data;

  found->n_all += expr->kind == LANG_NAME && expr->name == found->i;
  found->n_parts += expr->kind == LANG_INDEX && expr->n_args == 2 &&
                    expr->args[0]->kind == LANG_NAME &&
                    expr->args[0]->name == found->item &&
                    expr->args[1]->kind == LANG_NAME && expr->args[1]->name == found->i;
}

/* Whether a loop is about the parts of the item alone. */
static bool
is_of_item_alone (const Count *count, const LangRelation *loop)
{
  Numbered found = {loop->name, count->item->name, 0, 0};

  for (uint32_t k = 0; k < loop->branches[0].n; k++)
    lang_walk_relation (loop->branches[0].relations[k], note_number, &found);
  return found.n_all == found.n_parts;
}

/* Whether an end is that of each part by the loop around its connect. */
static bool
is_numbered (const LangExpr *part, const DocWire *wire)
{
  return part != NULL && wire != NULL && wire->loop != NULL && part->n_args == 2 &&
         part->args[1]->kind == LANG_NAME && part->args[1]->name == wire->loop->name;
}

static bool
change_number (Count *count, DocPatch *patch, GError **error)
{
  const DocArray *array = count->item->array;
  g_autofree char *last = doc_chain_last (count->count);

  for (guint i = 0; i < count->uses->len; i++) {
    const BaseSpan use = g_array_index (count->uses, BaseSpan, i);
    const LangExpr *part = part_at (count, use);
    const DocWire *wire = NULL;
    const DocEnd *end = end_at (count, use, &wire);

    if (is_of_chain (count, use))
      continue;
    /* All parts, alone or with those of another array; or one part. */
    const bool is_all = end != NULL && is_numbered (part, wire);
    if ((part == NULL && end != NULL) ||
        (is_all && !is_of_item_alone (count, wire->loop)))
      return doc_error_refuse (error,
                               "A wire joins %s of each part with one of another "
                               "array, which has as many: take it away first",
                               end->name);
    if (is_all)
      doc_patch_replace (patch, last_of (wire->loop->rhs)->span, count->count);
    else if (part != NULL && end == NULL && !is_left (part, count->count))
      return refuse_use (count, use, error);
    else if (end != NULL &&
             doc_array_element (array, doc_end_port (count->doc, end)->name) ==
                 array->count)
      doc_patch_replace (patch, part->args[1]->span, count->count);
  }
  doc_patch_replace (patch, last_of (count->item->decl->for_ranges[0])->span,
                     count->count);
  if (array->n_links > 0)
    doc_patch_replace (patch, last_of (array->loop->rhs)->span, last);
  return true;
}

/* ---- one again ---- */

typedef struct {
  DocPatch *patch;
  const char *name;
} First;

static void
put_one (const LangExpr *expr, void *data)
{
  const First *first = data;

  if (expr->kind == LANG_NAME && expr->name == first->name)
    doc_patch_replace (first->patch, expr->name_span, "1");
}

/* Without brackets and loop, of which its number is that of the first part. */
static void
unwrap (DocPatch *patch, const LangDecl *decl)
{
  First first = {patch, decl->for_names[0]};
  const BaseSource *source = decl->span.source;
  const char *text = base_source_text (source);
  BaseSpan head = doc_patch_find_sign (source, decl->span.begin, LANG_TOKEN_LBRACKET);
  BaseSpan tail =
      doc_patch_find_sign (source, decl->for_ranges[0]->span.end, LANG_TOKEN_RBRACKET);

  head.end += (uint32_t) strspn (text + head.end, " \t");
  tail.begin = decl->mods_span.end > decl->mods_span.begin ? decl->mods_span.end
                                                           : decl->class_name.span.end;
  doc_patch_replace (patch, head, "");
  doc_patch_replace (patch, tail, "");
  lang_walk_mods (decl->mods, decl->n_mods, put_one, &first);
}

/* A wire of each part becomes one of the single part: without its loop, if nothing else
 * needs that, or in one that the parts of another array need. */
static bool
leave_several (DocPatch *patch, const Count *count, const DocWire *wire, GError **error)
{
  const DocModel *doc = count->doc;
  const bool is_first = g_hash_table_add (count->wrapped, (gpointer) wire);

  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (!is_of_item (count, &wire->ends[k]) &&
        doc_bundle_parts (doc, &wire->ends[k]) != NULL &&
        !check_signals (count, wire, &wire->ends[k], true, error))
      return false;
  if (wire->loop != NULL) {
    if (is_of_item_alone (count, wire->loop) &&
        g_hash_table_add (count->wrapped, (gpointer) wire->loop))
      doc_bundle_unwrap (patch, wire);
    return true;
  }
  if (is_first)
    doc_bundle_number (patch, wire, count->item);
  return true;
}

static bool
make_one (Count *count, DocPatch *patch, GError **error)
{
  const DocArray *array = count->item->array;
  g_autofree char *first = g_strconcat (count->item->name, "[1]", NULL);

  for (guint i = 0; i < count->uses->len; i++) {
    const BaseSpan use = g_array_index (count->uses, BaseSpan, i);
    const LangExpr *part = part_at (count, use);
    const DocWire *wire = NULL;
    const DocEnd *end = end_at (count, use, &wire);

    if (is_of_chain (count, use))
      continue;
    /* The subscript of the first part, or that of a free end, or of all parts. */
    const bool is_first = part != NULL && part->n_args == 2 &&
                          part->args[1]->kind == LANG_NUMBER &&
                          part->args[1]->number == 1;
    const bool is_all = end != NULL && (part == NULL || is_numbered (part, wire));
    if (is_all ? !leave_several (patch, count, wire, error)
               : part == NULL || (!is_first && end == NULL))
      return is_all ? false : refuse_use (count, use, error);
    if (part == NULL)
      continue;
    BaseSpan subscript = part->span;
    subscript.begin = part->args[0]->span.end;
    doc_patch_replace (patch, subscript, "");
  }
  if (array->n_links > 0)
    doc_patch_remove_element (patch, array->loop->doc_span, array->loop->span,
                              &array->loop->meta);
  unwrap (patch, count->item->decl);
  doc_follow_in_metadata (patch, first, count->item->name);
  return true;
}

/* ---- curves ---- */

/* Whether a variable is one of a part that is not there any more. */
static bool
is_gone (const DocModel *doc, const char *path, const char *name, double n_parts)
{
  const char *here = path != NULL ? doc_level_local (doc, path) : NULL;
  const size_t n = strlen (name);

  return here != NULL && strncmp (here, name, n) == 0 && here[n] == '[' &&
         g_ascii_strtod (here + n + 1, NULL) > n_parts;
}

/* Out of the plots. */
static void
forget_curves (DocModel *doc, const char *name)
{
  const DocItem *item = &doc->items[doc_find_item (doc, name)];
  const double n_parts = item->array != NULL ? item->array->number : 1;
  g_autoptr (GPtrArray) plots = doc_plots_of (doc_level_root (doc));
  bool is_changed = false;

  for (guint p = plots->len; p-- > 0;) {
    const DocPlot *plot = plots->pdata[p];

    for (uint32_t i = doc_plot_n (plot); i-- > 0;)
      if (is_gone (doc, doc_plot_curve (plot, i)->variable, name, n_parts)) {
        g_array_remove_index (plot->curves, i);
        is_changed = true;
      }
    if (is_gone (doc, plot->x, name, n_parts)) {
      g_ptr_array_remove_index (plots, p);
      is_changed = true;
    }
  }
  if (is_changed)
    doc_keep_plots (doc, plots);
}

/* ---- all ---- */

static bool
check (const Count *count, GError **error)
{
  if (count->item->is_own_port)
    return doc_error_refuse (error, "%s is a port of the diagram", count->item->name);
  if (count->item->array != NULL && !count->item->array->is_plain)
    return doc_error_refuse (error, "The parts of %s are not numbered from 1 on",
                             count->item->name);
  return check_outside (count, error);
}

static void
clear (Count *count)
{
  g_ptr_array_unref (count->parts);
  g_array_unref (count->uses);
  g_hash_table_unref (count->wrapped);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Count, clear)

bool
doc_set_count (DocModel *doc, const char *name, const char *count, GError **error)
{
  const uint32_t item = doc_find_item (doc, name);
  g_autoptr (DocPatch) patch = doc_patch_new (doc, error);
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_auto (Count) to = {.doc = doc,
                       .parts = g_ptr_array_new (),
                       .uses = g_array_new (FALSE, FALSE, sizeof (BaseSpan)),
                       .wrapped = g_hash_table_new (NULL, NULL)};

  if (patch == NULL || item == UINT32_MAX)
    return false;
  g_autofree char *text = read_count (doc, count, parameters, error);
  to.item = &doc->items[item];
  to.count = text;
  if (text == NULL || !check (&to, error))
    return false;
  const bool was_one = to.item->array == NULL, is_one = strcmp (text, "1") == 0;
  if (was_one && is_one)
    return false;
  /* What refers to it, then the text. */
  find_uses (&to);
  make_structural (patch, parameters);
  const bool is_done = was_one  ? make_several (&to, patch, error)
                       : is_one ? make_one (&to, patch, error)
                                : change_number (&to, patch, error);
  if (!is_done)
    return false;
  /* One step with the curves of parts that go. */
  g_autofree char *of = g_strdup (name),
                  *label = g_strdup_printf (_ ("Set the number of %s"), name);
  doc_begin (doc, label);
  const bool is_changed = doc_apply (g_steal_pointer (&patch), "%s", label);
  if (is_changed)
    forget_curves (doc, of);
  doc_end (doc);
  return is_changed;
}

bool
doc_unchain (DocModel *doc, const char *name, GError **error)
{
  const uint32_t item = doc_find_item (doc, name);
  const DocArray *array = item != UINT32_MAX ? doc->items[item].array : NULL;

  if (array == NULL || array->n_links == 0)
    return false;
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  doc_patch_remove_element (patch, array->loop->doc_span, array->loop->span,
                            &array->loop->meta);
  /* Wires at its ends go, too: no port stands for one part any more. */
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const DocWire *wire = &doc->wires[w];
    g_autofree bool *gone = g_new (bool, wire->n_ends);

    for (uint32_t k = 0; k < wire->n_ends; k++)
      gone[k] = wire->ends[k].item == item &&
                doc_array_element (array, doc_end_port (doc, &wire->ends[k])->name);
    doc_patch_remove_ends (patch, doc, wire, gone);
  }
  return doc_apply (patch, "Unchain %s", name);
}
