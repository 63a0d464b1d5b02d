/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts what a component consists of in place of an instance of it. Right after the
 * items were grouped, and as long as nobody has changed anything, the bytes come back
 * that were there before: those are kept with the document. Otherwise the text of
 * the component is pasted, with its parameters replaced by their values; each wire at a
 * port goes on with what the port was joined to inside; then the instance is deleted,
 * and the component as well if nothing else is made of it. One step. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/level.h"
#include "doc/name/follow.h"
#include "doc/plot.h"
#include "lang/print.h"
#include "lang/walk.h"

typedef struct {
  DocModel *doc;
  const char *name; /* of the instance, interned */
  const LangDecl *decl;
  const LangClass *class;
  GHashTable *values; /* parameter -> what stands for it in the text, interned */
  GHashTable *ports;  /* names of its ports, interned */
  GHashTable *names;  /* of its items -> those that they get, interned */
  uint32_t n_parts;
  const char *refused; /* what cannot be taken apart, or NULL */
  /* while the text is copied */
  GString *out;
  uint32_t from; /* what of it is copied already */
  const LangExpr *callee;
} Ungroup;

/* ---- the bytes before ---- */

/* The text before a group, and how to know the one after it. */
typedef struct {
  const char *name; /* interned */
  char *before;
  char *digest; /* of the text after */
} Remembered;

static char *
digest_of (const DocModel *doc)
{
  gsize length;
  const char *text = doc_text (doc, &length);

  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);
}

static void
remembered_free (gpointer data)
{
  Remembered *remembered = data;

  g_free (remembered->before);
  g_free (remembered->digest);
  g_free (remembered);
}

void
doc_ungroup_remember (DocModel *doc, const char *name, const char *before)
{
  Remembered *remembered = g_new (Remembered, 1);

  *remembered = (Remembered){base_name (name), g_strdup (before), digest_of (doc)};
  if (doc->groups == NULL)
    doc->groups = g_ptr_array_new_with_free_func (remembered_free);
  g_ptr_array_add (doc->groups, remembered);
}

/* Brings it back; false if something was changed since. */
static bool
bring_back (const Ungroup *ungroup)
{
  DocModel *doc = ungroup->doc;
  g_autofree char *digest = digest_of (doc);

  for (guint i = doc->groups != NULL ? doc->groups->len : 0; i-- > 0;) {
    const Remembered *group = doc->groups->pdata[i];

    if (group->name != ungroup->name || strcmp (group->digest, digest) != 0)
      continue;
    doc_begin (doc, _ ("Ungroup"));
    doc_set_text (doc, group->before, strlen (group->before));
    doc_end (doc);
    return true;
  }
  return false;
}

/* ---- what it consists of ---- */

static const char *
text_of (const Ungroup *ungroup, BaseSpan span)
{
  const BaseSpan at = lang_file_span (ungroup->doc->file, span);
  g_autofree char *text =
      g_strndup (doc_text (ungroup->doc, NULL) + at.begin, at.end - at.begin);

  return base_name (text);
}

/* An operand as it is, anything else in parentheses. */
static const char *
value_text (const Ungroup *ungroup, const LangExpr *expr)
{
  const char *text = text_of (ungroup, expr->span);
  const bool is_simple = expr->kind == LANG_NUMBER || expr->kind == LANG_STRING ||
                         expr->kind == LANG_BOOL || expr->kind == LANG_NAME ||
                         expr->kind == LANG_MEMBER || expr->kind == LANG_CALL ||
                         expr->kind == LANG_ARRAY || expr->kind == LANG_MATRIX;
  g_autofree char *wrapped = g_strdup_printf ("(%s)", text);

  return is_simple ? text : base_name (wrapped);
}

static bool
is_port (const Ungroup *ungroup, const LangDecl *decl)
{
  const LibEntry *entry = lib_index_find (ungroup->doc->index, ungroup->doc->namespace,
                                          decl->class_name.text, LIB_COMPONENTS);

  return entry != NULL && entry->class->kind == LANG_CONNECTOR;
}

/* Copies the text up to a place, and goes on behind another. */
static void
swap (Ungroup *ungroup, BaseSpan span, const char *text)
{
  const BaseSpan at = lang_file_span (ungroup->doc->file, span);

  g_string_append_len (ungroup->out, doc_text (ungroup->doc, NULL) + ungroup->from,
                       at.begin - ungroup->from);
  g_string_append (ungroup->out, text);
  ungroup->from = at.end;
}

static bool
is_parameter (const LangClass *class, const char *name)
{
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->name == name)
      return class->decls[i]->kind == LANG_PARAMETER;
  return false;
}

static void
put_value (const LangExpr *expr, void *data)
{
  Ungroup *ungroup = data;

  if (expr->kind == LANG_CALL)
    ungroup->callee = expr->args[0];
  if (expr->kind == LANG_FOR) /* its own name could be that of a value */
    ungroup->refused = expr->name;
  if (expr->kind != LANG_NAME || expr == ungroup->callee)
    return;
  const char *value = g_hash_table_lookup (ungroup->values, expr->name);
  if (value != NULL)
    swap (ungroup, expr->name_span, value);
  else if (is_parameter (ungroup->class, expr->name)) /* declared later */
    ungroup->refused = expr->name;
  if (g_hash_table_contains (ungroup->ports, expr->name))
    ungroup->refused = expr->name;
}

typedef void (*Walk) (gconstpointer of, LangVisit visit, void *data);

/* A part of the text with values in place of parameters; `walk` visits its expressions.
 */
static char *
with_values (Ungroup *ungroup, BaseSpan doc, BaseSpan span, Walk walk, gconstpointer of)
{
  GString *out = ungroup->out = g_string_new (NULL);
  BaseSpan end = span;

  end.begin = span.end;
  ungroup->from = lang_file_span (ungroup->doc->file, doc).begin;
  walk (of, put_value, ungroup);
  swap (ungroup, end, "");
  return g_string_free (out, FALSE);
}

static void
walk_decl (gconstpointer of, LangVisit visit, void *data)
{
  lang_walk_decl (of, visit, data);
}

static void
walk_relation (gconstpointer of, LangVisit visit, void *data)
{
  lang_walk_relation (of, visit, data);
}

static void
walk_expr (gconstpointer of, LangVisit visit, void *data)
{
  lang_walk_expr (of, visit, data);
}

static const LangMod *
find_mod (const LangDecl *decl, const char *name)
{
  for (uint32_t i = 0; i < decl->n_mods; i++)
    if (decl->mods[i]->target.parts[0] == name)
      return decl->mods[i];
  return NULL;
}

/* A name that a part has is another thing outside; parameters do not go there. */
static void
note_capture (const LangExpr *expr, void *data)
{
  Ungroup *ungroup = data;

  for (uint32_t i = 0; expr->kind == LANG_NAME && i < ungroup->class->n_decls; i++)
    if (ungroup->class->decls[i]->kind == LANG_SUB &&
        ungroup->class->decls[i]->name == expr->name)
      ungroup->refused = expr->name;
}

/* The value of a parameter: that of the instance, or the default in these words. */
static void
note_parameter (Ungroup *ungroup, const LangDecl *decl)
{
  const LangMod *mod = find_mod (ungroup->decl, decl->name);

  if (mod != NULL && mod->value != NULL && mod->target.n == 1) {
    lang_walk_expr (mod->value, note_capture, ungroup);
    g_hash_table_insert (ungroup->values, (gpointer) decl->name,
                         (gpointer) value_text (ungroup, mod->value));
  } else if (mod == NULL && decl->value != NULL) {
    g_autofree char *value = with_values (ungroup, decl->value->span, decl->value->span,
                                          walk_expr, decl->value);
    const bool is_simple = decl->value->kind == LANG_NUMBER;
    g_autofree char *text =
        is_simple ? g_strdup (value) : g_strdup_printf ("(%s)", value);

    g_hash_table_insert (ungroup->values, (gpointer) decl->name,
                         (gpointer) base_name (text));
  } else
    ungroup->refused = decl->name;
}

/* A loop whose number has a name that a parameter has, or that stands in its value,
 * would mean something else. */
static void
note_number (Ungroup *ungroup, const char *i)
{
  g_autofree char *word = g_strdup_printf ("\\b%s\\b", i);
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, ungroup->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (name == i || g_regex_match_simple (word, value, 0, 0))
      ungroup->refused = i;
}

static void
note_numbers (Ungroup *ungroup)
{
  const LangClass *class = ungroup->class;

  for (uint32_t i = 0; i < class->n_decls; i++)
    for (uint32_t k = 0; k < class->decls[i]->n_for; k++)
      note_number (ungroup, class->decls[i]->for_names[k]);
  for (uint32_t i = 0; i < class->n_relations; i++)
    if (class->relations[i]->kind == LANG_FOR_REL)
      note_number (ungroup, class->relations[i]->name);
}

/* Sorts its declarations; anything but parameters, ports and parts stays. */
static void
note_decls (Ungroup *ungroup)
{
  const LangClass *class = ungroup->class;

  for (uint32_t i = 0; i < class->n_decls && ungroup->refused == NULL; i++) {
    const LangDecl *decl = class->decls[i];

    if (decl->kind == LANG_PARAMETER)
      note_parameter (ungroup, decl);
    else if (decl->kind != LANG_SUB)
      ungroup->refused = decl->name != NULL ? decl->name : class->name;
    else if (is_port (ungroup, decl))
      g_hash_table_add (ungroup->ports, (gpointer) decl->name);
    else if (find_mod (ungroup->decl, decl->name) != NULL)
      ungroup->refused = decl->name;
    else
      ungroup->n_parts++;
  }
}

/* ---- pasting ---- */

/* Whether it is a connect at a port. */
static bool
is_at_port (const Ungroup *ungroup, const LangRelation *relation)
{
  for (uint32_t k = 0; relation->kind == LANG_CONNECT && k < relation->n_args; k++) {
    const char *name = doc_root_name (relation->args[k]);

    if (name != NULL && g_hash_table_contains (ungroup->ports, name))
      return true;
  }
  return false;
}

static void
append_link (GString *links, const LangMeta *meta)
{
  if (meta->key == NULL || meta->json == NULL)
    return;
  g_autofree char *key = lang_json_quote (meta->key);
  g_string_append_printf (links, "%s    %s: ", links->len > 0 ? ",\n" : "", key);
  lang_print_json_line (links, meta->json);
}

/* Its parts and what is said of them, as a component to be pasted. */
static char *
parts_text (Ungroup *ungroup)
{
  const LangClass *class = ungroup->class;
  GString *text = g_string_new ("component Clipboard\n");
  g_autoptr (GString) links = g_string_new (NULL);
  bool has_relations = false;

  for (uint32_t i = 0; i < class->n_decls; i++) {
    const LangDecl *decl = class->decls[i];

    if (decl->kind != LANG_SUB || g_hash_table_contains (ungroup->ports, decl->name))
      continue;
    g_autofree char *part =
        with_values (ungroup, decl->doc_span, decl->span, walk_decl, decl);
    g_string_append_printf (text, "  %s\n", part);
    append_link (links, &decl->meta);
  }
  /* What is said of them, but for connects at its ports. */
  for (uint32_t i = 0; i < class->n_relations; i++) {
    const LangRelation *relation = class->relations[i];

    if (is_at_port (ungroup, relation))
      continue;
    g_autofree char *part =
        with_values (ungroup, relation->span, relation->span, walk_relation, relation);
    g_string_append_printf (text, "%s  %s\n", has_relations ? "" : "relations\n", part);
    append_link (links, &relation->meta);
    has_relations = true;
  }
  if (links->len > 0)
    g_string_append_printf (text, "metadata {\n  \"_links\": {\n%s\n  }\n}\n",
                            links->str);
  g_string_append (text, "end\n");
  return g_string_free (text, FALSE);
}

/* The names that the parts have got, in the order of their declarations. */
static void
note_names (Ungroup *ungroup, const GPtrArray *added)
{
  guint n = 0;

  for (uint32_t i = 0; i < ungroup->class->n_decls; i++) {
    const LangDecl *decl = ungroup->class->decls[i];

    if (decl->kind == LANG_SUB && !g_hash_table_contains (ungroup->ports, decl->name) &&
        n < added->len)
      g_hash_table_insert (ungroup->names, (gpointer) decl->name, added->pdata[n++]);
  }
}

/* ---- wires at its ports ---- */

/* "mass2.flange_a" for the end "mass.flange_a" inside, with values in place of
 * parameters. Caller frees. */
static char *
end_outside (Ungroup *ungroup, const LangExpr *end)
{
  g_autofree char *text = with_values (ungroup, end->span, end->span, walk_expr, end);
  const char *root = doc_root_name (end);
  const char *name = root != NULL ? g_hash_table_lookup (ungroup->names, root) : NULL;

  return g_strconcat (name != NULL ? name : "",
                      root != NULL ? text + strlen (root) : "", NULL);
}

/* What a port is joined to inside: names of ends outside. */
static GPtrArray *
ends_inside (Ungroup *ungroup, const char *port)
{
  GPtrArray *ends = g_ptr_array_new_with_free_func (g_free);

  for (uint32_t i = 0; i < ungroup->class->n_relations; i++) {
    const LangRelation *relation = ungroup->class->relations[i];
    bool is_at = false;

    for (uint32_t k = 0; relation->kind == LANG_CONNECT && k < relation->n_args; k++)
      is_at |= doc_root_name (relation->args[k]) == port;
    for (uint32_t k = 0; is_at && k < relation->n_args; k++)
      if (!g_hash_table_contains (ungroup->ports, doc_root_name (relation->args[k]))) {
        g_autofree char *end = end_outside (ungroup, relation->args[k]);

        if (!g_ptr_array_find_with_equal_func (ends, end, g_str_equal, NULL))
          g_ptr_array_add (ends, g_steal_pointer (&end));
      }
  }
  return ends;
}

static void
add_connect (DocPatch *patch, const char *hub, const GPtrArray *ends, guint first)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (ends->len <= first)
    return;
  g_string_printf (text, "connect(%s", hub);
  for (guint i = first; i < ends->len; i++)
    g_string_append_printf (text, ", %s", (const char *) ends->pdata[i]);
  g_string_append_c (text, ')');
  doc_patch_add_relation (patch, text->str);
}

/* Wires at the port go on with the first end inside. The others are joined to that, or,
 * where a signal comes in, to what gives it. */
static void
join_port (DocPatch *patch, Ungroup *ungroup, const DocItem *item, uint32_t port)
{
  const DocModel *doc = ungroup->doc;
  const bool is_input = item->ports[port].port->is_input;
  g_autoptr (GPtrArray) ends =
      ends_inside (ungroup, base_name (item->ports[port].name));
  g_autoptr (GPtrArray) outside = g_ptr_array_new ();
  const char *source = NULL;

  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const DocWire *wire = &doc->wires[w];
    const DocEnd *other = NULL;
    bool is_at = false;

    for (uint32_t k = 0; k < wire->n_ends; k++) {
      const DocEnd *end = &wire->ends[k];
      const bool is_this = end->item != UINT32_MAX && &doc->items[end->item] == item &&
                           end->port == port;

      is_at |= is_this;
      if (is_this && ends->len > 0)
        doc_patch_replace (patch, wire->relation->args[k]->span, ends->pdata[0]);
      if (!is_this && end->item != UINT32_MAX &&
          (other == NULL || doc_gives (doc, end)))
        other = end;
    }
    if (is_at && other != NULL) {
      g_ptr_array_add (outside, (gpointer) other->name);
      source = doc_gives (doc, other) ? other->name : source;
    }
  }
  /* The other ends inside, or, if there is none, those outside. */
  if (ends->len > 0)
    add_connect (patch, is_input && source != NULL ? source : ends->pdata[0], ends, 1);
  else if (outside->len > 0)
    add_connect (patch, outside->pdata[0], outside, 1);
}

/* ---- what names its parts ---- */

typedef struct {
  DocPatch *patch; /* NULL: nothing is changed */
  Ungroup *ungroup;
} Follow;

static void
follow (const LangExpr *expr, void *data)
{
  const Follow *to = data;
  Ungroup *ungroup = to->ungroup;

  if (expr->kind != LANG_MEMBER || expr->args[0]->kind != LANG_NAME ||
      expr->args[0]->name != ungroup->name)
    return;
  const char *name = g_hash_table_lookup (ungroup->names, expr->name);
  if (name == NULL)
    name = g_hash_table_lookup (ungroup->values, expr->name);
  if (g_hash_table_contains (ungroup->ports, expr->name))
    ungroup->refused = expr->name;
  else if (name != NULL && to->patch != NULL)
    doc_patch_replace (to->patch, expr->span, name);
}

static void
follow_references (Ungroup *ungroup, DocPatch *patch)
{
  const LangClass *shown = ungroup->doc->class;
  Follow to = {patch, ungroup};

  for (uint32_t i = 0; i < shown->n_decls; i++)
    lang_walk_decl (shown->decls[i], follow, &to);
  for (uint32_t i = 0; i < shown->n_relations; i++)
    if (shown->relations[i]->kind != LANG_CONNECT)
      lang_walk_relation (shown->relations[i], follow, &to);
}

/* What a variable of the model is called now, or as before. */
static const char *
renamed (const Ungroup *ungroup, const char *path)
{
  const char *here = path != NULL ? doc_level_local (ungroup->doc, path) : NULL;
  const size_t n = strlen (ungroup->name);

  if (here == NULL || strncmp (here, ungroup->name, n) != 0 || here[n] != '.')
    return path;
  const char *part = here + n + 1;
  const size_t length = strcspn (part, ".[");
  const char *name = g_hash_table_lookup (ungroup->names, base_name_n (part, length));
  g_autofree char *text =
      g_strdup_printf ("%.*s%s%s", (int) (here - path), path, name, part + length);

  return name != NULL ? base_name (text) : path;
}

static void
follow_plots (const Ungroup *ungroup)
{
  g_autoptr (GPtrArray) plots = doc_plots_of (doc_level_root (ungroup->doc));
  bool is_changed = false;

  for (guint p = 0; p < plots->len; p++) {
    DocPlot *plot = plots->pdata[p];
    const char *x = renamed (ungroup, plot->x);

    is_changed |= x != plot->x;
    plot->x = x;
    for (uint32_t i = 0; i < doc_plot_n (plot); i++) {
      DocPlotCurve *curve = &g_array_index (plot->curves, DocPlotCurve, i);
      const char *name = renamed (ungroup, curve->variable);

      is_changed |= name != curve->variable;
      curve->variable = name;
    }
  }
  if (is_changed)
    doc_keep_plots (ungroup->doc, plots);
}

/* ---- all ---- */

/* The component goes, with the empty line before it, unless something else of the file
 * is made of it. */
static void
remove_unused (DocModel *doc, const char *class_name)
{
  const LangClass *class = lang_file_find (doc->file, class_name);

  for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
    const LangClass *other = lang_file_class (doc->file, i);

    for (uint32_t k = 0; k < other->n_decls; k++)
      if (doc_means (doc, &other->decls[k]->class_name, class))
        return;
  }
  DocPatch *patch = doc_patch_new_in (doc, class, NULL);
  if (patch == NULL)
    return;
  doc_patch_remove_class (patch, class);
  doc_apply (patch, "Ungroup");
}

static bool
take_apart (Ungroup *ungroup, const char *text, GPtrArray *added, GError **error)
{
  DocModel *doc = ungroup->doc;
  const char *class_name = ungroup->class->name;
  uint32_t item = doc_find_item (doc, ungroup->name);
  const DocPlace place = doc_item_place (&doc->items[item]);

  if (!doc_paste (doc, text, (DocPoint){place.x, place.y}, false, added, error))
    return false;
  ungroup->class = lang_file_find (doc->file, class_name);
  note_names (ungroup, added);
  follow_plots (ungroup);
  ungroup->class = lang_file_find (doc->file, class_name);
  DocPatch *patch = doc_patch_new (doc, NULL);
  item = doc_find_item (doc, ungroup->name);
  for (uint32_t i = 0; i < doc->items[item].n_ports; i++)
    join_port (patch, ungroup, &doc->items[item], i);
  follow_references (ungroup, patch);
  doc_apply (patch, "Ungroup");
  doc_delete_items (doc, &ungroup->name, 1, NULL);
  remove_unused (doc, class_name);
  doc_tidy_items (doc, (const char *const *) added->pdata, added->len);
  return true;
}

static void
note_found (void *data, BaseSpan span)
{
  *(bool *) data = true;
}

/* Whether a loop, or what else has branches, is more than connects between parts. */
static bool
is_no_plain_loop (const Ungroup *ungroup, const LangRelation *relation)
{
  bool is_plain = relation->kind == LANG_FOR_REL;

  for (uint32_t i = 0; is_plain && i < relation->branches[0].n; i++) {
    const LangRelation *inner = relation->branches[0].relations[i];

    is_plain = inner->kind == LANG_CONNECT && !is_at_port (ungroup, inner);
  }
  return !is_plain;
}

/* A connect of two ports or with an end that is not there, another loop, a wire from
 * the instance to itself, a use in another definition: what this does not lead anew. */
static bool
has_obstacle (const Ungroup *ungroup)
{
  const DocModel *doc = ungroup->doc;
  const uint32_t item = doc_find_item (doc, ungroup->name);
  bool is_found = ungroup->n_parts == 0;

  /* inside, at the instance, elsewhere */
  for (uint32_t i = 0; i < ungroup->class->n_relations; i++) {
    const LangRelation *relation = ungroup->class->relations[i];
    uint32_t n_ports = 0;

    is_found |= relation->n_branches > 0 && is_no_plain_loop (ungroup, relation);
    for (uint32_t k = 0; relation->kind == LANG_CONNECT && k < relation->n_args; k++) {
      const char *root = doc_root_name (relation->args[k]);
      bool is_known = false;

      for (uint32_t d = 0; d < ungroup->class->n_decls; d++)
        is_known |= ungroup->class->decls[d]->name == root;
      is_found |= root == NULL || !is_known;
      n_ports += root != NULL && g_hash_table_contains (ungroup->ports, root);
    }
    is_found |= n_ports > 1;
  }
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    uint32_t n_own = 0;

    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++)
      n_own += doc->wires[w].ends[k].item == item;
    is_found |= n_own > 1;
  }
  doc_follow_outside (doc, ungroup->name, note_found, &is_found);
  return is_found;
}

static bool
may_be_taken_apart (Ungroup *ungroup, GError **error)
{
  const LangDecl *decl = ungroup->decl;

  if (ungroup->class == NULL)
    return doc_error_refuse (error, "%s is no subsystem of this diagram",
                             ungroup->name);
  if (decl->n_for > 0 || decl->condition != NULL)
    return doc_error_refuse (error, "%s is an array, or depends on a condition",
                             ungroup->name);
  note_decls (ungroup);
  if (ungroup->refused == NULL)
    note_numbers (ungroup);
  if (ungroup->refused == NULL) {
    g_autofree char *text = parts_text (ungroup);

    follow_references (ungroup, NULL);
  }
  if (ungroup->refused == NULL && has_obstacle (ungroup))
    return doc_error_refuse (error, "%s cannot be dissolved by itself", ungroup->name);
  return ungroup->refused == NULL ||
         doc_error_refuse (error, "%s of %s cannot be taken out of it",
                           ungroup->refused, ungroup->class->name);
}

static void
clear (Ungroup *ungroup)
{
  g_hash_table_unref (ungroup->values);
  g_hash_table_unref (ungroup->ports);
  g_hash_table_unref (ungroup->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ungroup, clear)

bool
doc_ungroup (DocModel *doc, const char *name, GPtrArray *added, GError **error)
{
  const uint32_t item = doc_find_item (doc, name);
  g_auto (Ungroup) ungroup = {.doc = doc,
                              .name = base_name (name),
                              .class = doc_level_inside (doc, name),
                              .values = g_hash_table_new (NULL, NULL),
                              .ports = g_hash_table_new (NULL, NULL),
                              .names = g_hash_table_new (NULL, NULL)};

  if (item == UINT32_MAX || !doc_can_edit (doc))
    return false;
  ungroup.decl = doc->items[item].decl;
  /* As it was before, else anew. */
  for (uint32_t i = 0; ungroup.class != NULL && i < ungroup.class->n_decls; i++)
    if (ungroup.class->decls[i]->kind == LANG_SUB &&
        !is_port (&ungroup, ungroup.class->decls[i]))
      g_ptr_array_add (added, (gpointer) ungroup.class->decls[i]->name);
  if (ungroup.class != NULL && bring_back (&ungroup))
    return true;
  g_ptr_array_set_size (added, 0);
  if (!may_be_taken_apart (&ungroup, error))
    return false;
  g_autofree char *text = parts_text (&ungroup);
  doc_begin (doc, _ ("Ungroup"));
  const bool is_done = take_apart (&ungroup, text, added, error);
  doc_end (doc);
  return is_done;
}
