/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes several parts of one, another number of them, or one part again. What refers to
 * the part gets or loses its subscript: ends of wires that of the first or last part of
 * the chain which takes them over, anything else that of the first part. All references
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
#include "doc/name/follow.h"
#include "doc/structure/array.h"
#include "doc/structure/chain.h"
#include "lang/lexer.h"
#include "lang/parse.h"
#include "lang/print.h"
#include "lang/walk.h"

typedef struct {
  DocModel *doc;
  const DocItem *item;
  const char *count; /* as it is printed */
  GPtrArray *parts;  /* LangExpr: `w[…]`, where that stands in the component */
  GArray *uses;      /* BaseSpan: `w`, where that stands */
} Count;

/* ---- what is typed ---- */

enum { MOST_PARTS = 1000000 };

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
  if (names.unknown != NULL || names.fractional != NULL)
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

/* The end of a wire that a use stands in, at a port of the item; NULL: elsewhere. */
static const DocEnd *
end_at (const Count *count, BaseSpan use)
{
  const DocModel *doc = count->doc;

  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++)
      if (is_in (use, doc->wires[w].relation->args[k]->span))
        return doc_end_port (doc, &doc->wires[w].ends[k]) != NULL
                   ? &doc->wires[w].ends[k]
                   : NULL;
  return NULL;
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

/* The links that wires lead through: DocChained. */
static GArray *
wired_links (const Count *count)
{
  const DocModel *doc = count->doc;
  const uint32_t item = doc_find_item (doc, count->item->name);
  GArray *links = doc_chain_links (count->item);

  for (guint k = links->len; k-- > 0;) {
    const DocChained *link = &g_array_index (links, DocChained, k);
    bool is_wired = false;

    for (uint32_t i = 0; i < count->item->n_ports; i++)
      is_wired |= (count->item->ports[i].name == link->first ||
                   count->item->ports[i].name == link->last) &&
                  doc_has_wire (doc, item, i);
    if (!is_wired)
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

/* The subscripts of all uses, or NULL and an error. */
static bool
subscribe (DocPatch *patch, const Count *count, const GArray *links, GError **error)
{
  for (guint i = 0; i < count->uses->len; i++) {
    const BaseSpan use = g_array_index (count->uses, BaseSpan, i);
    const DocEnd *end = end_at (count, use);
    const char *element = end != NULL ? element_of (count, links, end) : "1";

    if (element == NULL)
      return doc_error_refuse (error,
                               "A wire joins %s: it cannot lead to several parts. Take "
                               "it away first",
                               end->name);
    g_autofree char *text = g_strdup_printf ("[%s]", element);
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

static bool
change_number (Count *count, DocPatch *patch, GError **error)
{
  const DocArray *array = count->item->array;
  g_autofree char *last = doc_chain_last (count->count);

  for (guint i = 0; i < count->uses->len; i++) {
    const BaseSpan use = g_array_index (count->uses, BaseSpan, i);
    const LangExpr *part = part_at (count, use);
    const DocEnd *end = end_at (count, use);

    if (is_of_chain (count, use))
      continue;
    /* One part, or as many as another array has. */
    if (part == NULL && end != NULL)
      return doc_error_refuse (error,
                               "A wire joins %s of each part with one of another "
                               "array, which has as many: take it away first",
                               end->name);
    if (part != NULL && end == NULL && !is_left (part, count->count))
      return refuse_use (count, use, error);
    if (end != NULL &&
        doc_array_element (array, doc_end_port (count->doc, end)->name) == array->count)
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

/* The first sign of a kind from a place on in the text that an element was read from:
 * none of a comment. */
static BaseSpan
find_sign (const BaseSource *source, uint32_t at, LangTokenKind kind)
{
  LangNameCache cache = {0};
  LangLexer lexer = {.source = source,
                     .text = base_source_text (source),
                     .length = base_source_length (source),
                     .at = at,
                     .cache = &cache};
  LangToken token = lang_lexer_next (&lexer);

  while (token.kind != kind && token.kind != LANG_TOKEN_EOF)
    token = lang_lexer_next (&lexer);
  return (BaseSpan){source, token.begin, token.end};
}

/* Without brackets and loop, of which its number is that of the first part. */
static void
unwrap (DocPatch *patch, const LangDecl *decl)
{
  First first = {patch, decl->for_names[0]};
  const BaseSource *source = decl->span.source;
  const char *text = base_source_text (source);
  BaseSpan head = find_sign (source, decl->span.begin, LANG_TOKEN_LBRACKET);
  BaseSpan tail =
      find_sign (source, decl->for_ranges[0]->span.end, LANG_TOKEN_RBRACKET);

  head.end += (uint32_t) strspn (text + head.end, " \t");
  tail.begin = decl->mods_span.end > decl->mods_span.begin ? decl->mods_span.end
                                                           : decl->class_name.span.end;
  doc_patch_replace (patch, head, "");
  doc_patch_replace (patch, tail, "");
  lang_walk_mods (decl->mods, decl->n_mods, put_one, &first);
}

static bool
make_one (Count *count, DocPatch *patch, GError **error)
{
  const DocArray *array = count->item->array;
  g_autofree char *first = g_strconcat (count->item->name, "[1]", NULL);

  for (guint i = 0; i < count->uses->len; i++) {
    const BaseSpan use = g_array_index (count->uses, BaseSpan, i);
    const LangExpr *part = part_at (count, use);

    /* The subscript of the first part, or that of a free end. */
    if (is_of_chain (count, use))
      continue;
    const bool is_first = part != NULL && part->n_args == 2 &&
                          part->args[1]->kind == LANG_NUMBER &&
                          part->args[1]->number == 1;
    if (part == NULL || (!is_first && end_at (count, use) == NULL))
      return refuse_use (count, use, error);
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
                       .uses = g_array_new (FALSE, FALSE, sizeof (BaseSpan))};

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
  return is_done && doc_apply (g_steal_pointer (&patch), "Set the number of %s", name);
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
