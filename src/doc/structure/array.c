/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads arrays of parts and the loops that chain them. A loop is known by its form
 * alone, before the items are there; whether it leads through all parts is a comparison
 * of two texts, the number of parts and the end of the loop's range, or of their values
 * where the parameters in them have some. */
#include "doc/structure/array.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "doc/model-private.h"
#include "lang/print.h"
#include "lib/constant.h"

struct DocArrays {
  const DocModel *doc;
  GHashTable *decls;  /* name -> LangDecl of a parameter or an array */
  GHashTable *chains; /* name -> LangRelation */
};

/* ---- expressions ---- */

static bool
is_number (const LangExpr *expr, double number)
{
  return expr->kind == LANG_NUMBER && expr->number == number;
}

static bool
is_name (const LangExpr *expr, const char *name)
{
  return expr->kind == LANG_NAME && expr->name == name;
}

const LangExpr *
doc_array_last (const LangExpr *range)
{
  return range->kind == LANG_RANGE && range->n_args == 2 &&
                 is_number (range->args[0], 1)
             ? range->args[1]
             : NULL;
}

static char *
text_of (const LangExpr *expr)
{
  GString *text = g_string_new (NULL);

  lang_print_expr (text, expr);
  return g_string_free (text, FALSE);
}

double
doc_array_number (const char *count)
{
  return base_number_length (count) == strlen (count) ? g_ascii_strtod (count, NULL)
                                                      : NAN;
}

/* Whether `last` is one less than that number. */
static bool
is_one_less (const DocArrays *arrays, const LangExpr *last, const DocArray *array)
{
  if (last->kind == LANG_BINARY && last->op == LANG_OP_SUB &&
      is_number (last->args[1], 1)) {
    g_autofree char *text = text_of (last->args[0]);

    if (strcmp (text, array->count) == 0)
      return true;
  }
  return doc_arrays_value (arrays, last) == array->number - 1;
}

/* ---- loops ---- */

/* Of a port `w[i].p` or `w[i + 1].p` the array, or NULL. */
static const char *
array_of (const LangExpr *end, const char *i, bool *is_next)
{
  const LangExpr *part = end->kind == LANG_MEMBER ? end->args[0] : NULL;

  if (part == NULL || part->kind != LANG_INDEX || part->n_args != 2 ||
      part->args[0]->kind != LANG_NAME)
    return NULL;
  const LangExpr *index = part->args[1];
  *is_next = index->kind == LANG_BINARY && index->op == LANG_OP_ADD &&
             is_name (index->args[0], i) && is_number (index->args[1], 1);
  return *is_next || is_name (index, i) ? part->args[0]->name : NULL;
}

/* The array whose parts a connect of a loop over i joins each with the next one. */
static const char *
chained_by (const LangRelation *connect, const char *i)
{
  bool is_next[2];

  if (connect->kind != LANG_CONNECT || connect->n_args != 2 ||
      connect->args[0]->name == connect->args[1]->name)
    return NULL;
  const char *name = array_of (connect->args[0], i, &is_next[0]);
  return name != NULL && name == array_of (connect->args[1], i, &is_next[1]) &&
                 is_next[0] != is_next[1]
             ? name
             : NULL;
}

const char *
doc_array_of_loop (const LangRelation *loop)
{
  const char *name = NULL;

  if (loop->kind != LANG_FOR_REL || doc_array_last (loop->rhs) == NULL)
    return NULL;
  for (uint32_t k = 0; k < loop->branches[0].n; k++) {
    const char *next = chained_by (loop->branches[0].relations[k], loop->name);

    if (next == NULL || (name != NULL && next != name))
      return NULL;
    name = next;
  }
  return name;
}

/* ---- all of a component ---- */

DocArrays *
doc_arrays_read (const DocModel *doc)
{
  DocArrays *arrays = g_new (DocArrays, 1);
  const LangClass *class = doc->class;

  *arrays = (DocArrays){doc, g_hash_table_new (g_direct_hash, g_direct_equal),
                        g_hash_table_new (g_direct_hash, g_direct_equal)};
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->kind == LANG_PARAMETER || class->decls[i]->n_for > 0)
      g_hash_table_insert (arrays->decls, (gpointer) class->decls[i]->name,
                           (gpointer) class->decls[i]);
  for (uint32_t i = 0; i < class->n_relations; i++) {
    const LangRelation *relation = class->relations[i];
    const char *name =
        relation->kind == LANG_FOR_REL ? doc_array_of_loop (relation) : NULL;

    if (name != NULL && !g_hash_table_contains (arrays->chains, name))
      g_hash_table_insert (arrays->chains, (gpointer) name, (gpointer) relation);
  }
  return arrays;
}

void
doc_arrays_free (DocArrays *arrays)
{
  g_hash_table_unref (arrays->decls);
  g_hash_table_unref (arrays->chains);
  g_free (arrays);
}

const LangRelation *
doc_arrays_chain (const DocArrays *arrays, const char *name)
{
  return g_hash_table_lookup (arrays->chains, name);
}

const LangDecl *
doc_arrays_find (const DocArrays *arrays, const char *name)
{
  const LangDecl *decl = g_hash_table_lookup (arrays->decls, name);

  return decl != NULL && decl->n_for > 0 ? decl : NULL;
}

typedef struct {
  const DocArrays *arrays;
  int depth; /* of parameters that depend on others */
} Known;

static LibValue
look_up (void *data, const char *const *parts, uint32_t n_parts)
{
  enum { DEEPEST = 16 };
  const Known *known = data;
  const LangDecl *decl =
      n_parts == 1 ? g_hash_table_lookup (known->arrays->decls, parts[0]) : NULL;
  Known below = {known->arrays, known->depth + 1};

  if (decl == NULL || decl->kind != LANG_PARAMETER || decl->value == NULL ||
      known->depth > DEEPEST)
    return (LibValue){LIB_UNKNOWN};
  return lib_constant (decl->value, known->arrays->doc->index,
                       known->arrays->doc->namespace, look_up, &below);
}

double
doc_arrays_value (const DocArrays *arrays, const LangExpr *expr)
{
  Known known = {arrays, 0};

  if (expr->kind == LANG_NUMBER)
    return expr->number;
  const LibValue value =
      lib_constant (expr, arrays->doc->index, arrays->doc->namespace, look_up, &known);
  return value.kind == LIB_NUMBER ? value.number : NAN;
}

bool
doc_arrays_are_equal (const DocArrays *arrays, const LangExpr *a, const LangExpr *b)
{
  g_autofree char *one = text_of (a), *other = text_of (b);

  return strcmp (one, other) == 0 ||
         doc_arrays_value (arrays, a) == doc_arrays_value (arrays, b);
}

double
doc_arrays_number (const DocArrays *arrays, const LangDecl *decl)
{
  const LangExpr *last = decl->n_for == 1 ? doc_array_last (decl->for_ranges[0]) : NULL;

  return last != NULL ? doc_arrays_value (arrays, last) : NAN;
}

/* ---- arrays ---- */

/* "10" of 1:10; what else there is in brackets. */
static char *
count_of (const LangDecl *decl)
{
  const LangExpr *last = decl->n_for == 1 ? doc_array_last (decl->for_ranges[0]) : NULL;
  g_autoptr (GString) text = g_string_new ("[");

  if (last != NULL)
    return text_of (last);
  for (uint32_t k = 0; k < decl->n_for; k++) {
    g_string_append (text, k > 0 ? ", " : "");
    lang_print_expr (text, decl->for_ranges[k]);
  }
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

const DocArray *
doc_array_read (BaseArena *arena, const DocArrays *arrays, const LangDecl *decl)
{
  const LangRelation *loop = doc_arrays_chain (arrays, decl->name);

  if (decl->n_for == 0)
    return NULL;
  DocArray *array = base_arena_new0 (arena, DocArray);
  g_autofree char *count = count_of (decl);
  array->count = base_arena_strndup (arena, count, strlen (count));
  array->is_plain = *count != '[';
  array->number = doc_arrays_number (arrays, decl);
  array->loop = loop;
  if (loop == NULL || !array->is_plain ||
      !is_one_less (arrays, doc_array_last (loop->rhs), array))
    return array;
  /* The ports that each connect leaves free. */
  const LangBranch *body = &loop->branches[0];
  DocChained *links = base_arena_array (arena, DocChained, body->n);
  for (uint32_t k = 0; k < body->n; k++) {
    const LangExpr *const *ends = body->relations[k]->args;
    bool is_next;

    array_of (ends[0], loop->name, &is_next);
    links[k] = (DocChained){ends[is_next ? 0 : 1]->name, ends[is_next ? 1 : 0]->name};
  }
  array->n_links = body->n;
  array->links = links;
  return array;
}

const char *
doc_array_element (const DocArray *array, const char *port)
{
  for (uint32_t k = 0; array != NULL && k < array->n_links; k++)
    if (strcmp (array->links[k].first, port) == 0)
      return "1";
    else if (strcmp (array->links[k].last, port) == 0)
      return array->count;
  return NULL;
}

const char *
doc_array_skip_element (const DocArray *array, const char *path)
{
  const char *end = strstr (path, "].");

  if (array == NULL || *path != '[' || end == NULL)
    return NULL;
  g_autofree char *index = g_strndup (path + 1, (gsize) (end - path) - 1);
  g_autofree char *port = g_strndup (end + 2, strcspn (end + 2, ".["));
  const char *element = doc_array_element (array, port);
  if (element == NULL)
    return NULL;
  /* As it is written, or a number that is the same. */
  const double number =
      element == array->count ? array->number : doc_array_number (element);
  return strcmp (element, index) == 0 || doc_array_number (index) == number ? end + 1
                                                                            : NULL;
}
