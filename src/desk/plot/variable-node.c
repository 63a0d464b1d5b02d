/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A node holds the numbers of all variables below it; its children are made from the
 * next part of their names when somebody asks.
 */
#include "desk/plot/variable-node.h"

#include <string.h>

struct _DeskVariableNode {
  GObject parent;

  SimModel *model;
  char *path;
  const char *name; /* inside path */
  const SimVar *var;
  GArray *below; /* uint32_t: variables of the model under this path */
};

G_DEFINE_FINAL_TYPE (DeskVariableNode, desk_variable_node, G_TYPE_OBJECT)

static void
desk_variable_node_finalize (GObject *object)
{
  DeskVariableNode *self = DESK_VARIABLE_NODE (object);

  g_clear_pointer (&self->below, g_array_unref);
  g_free (self->path);
  sim_model_unref (self->model);
  G_OBJECT_CLASS (desk_variable_node_parent_class)->finalize (object);
}

static void
desk_variable_node_class_init (DeskVariableNodeClass *class)
{
  G_OBJECT_CLASS (class)->finalize = desk_variable_node_finalize;
}

static void
desk_variable_node_init (DeskVariableNode *self)
{
}

static DeskVariableNode *
node_new (const SimModel *model, char *path, size_t name_at)
{
  DeskVariableNode *self = g_object_new (DESK_TYPE_VARIABLE_NODE, NULL);

  self->model = sim_model_ref (model);
  self->path = path;
  self->name = path + name_at;
  return self;
}

static DeskVariableNode *
leaf_new (const SimModel *model, uint32_t variable, size_t name_at)
{
  const SimVar *var = sim_model_var (model, variable);
  DeskVariableNode *self = node_new (model, g_strdup (var->name), name_at);

  self->var = var;
  return self;
}

DeskVariableNode *
desk_variable_node_new (const SimModel *model)
{
  DeskVariableNode *self = node_new (model, g_strdup (""), 0);

  self->below = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  for (uint32_t i = 0; i < sim_model_n_vars (model); i++) {
    const SimVar *var = sim_model_var (model, i);

    if (!var->is_parameter && !var->is_derived)
      g_array_append_val (self->below, i);
  }
  return self;
}

const char *
desk_variable_node_name (DeskVariableNode *self)
{
  return self->name;
}

const char *
desk_variable_node_path (DeskVariableNode *self)
{
  return self->path;
}

const SimVar *
desk_variable_node_var (DeskVariableNode *self)
{
  return self->var;
}

GListModel *
desk_variable_node_children (DeskVariableNode *self)
{
  size_t skip = self->path[0] == '\0' ? 0 : strlen (self->path) + 1;
  GListStore *groups = g_list_store_new (DESK_TYPE_VARIABLE_NODE);
  g_autoptr (GPtrArray) leaves = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; self->below != NULL && i < self->below->len; i++) {
    uint32_t variable = g_array_index (self->below, uint32_t, i);
    const char *name = sim_model_var (self->model, variable)->name;
    const char *dot = strchr (name + skip, '.');

    if (dot == NULL) {
      g_ptr_array_add (leaves, leaf_new (self->model, variable, skip));
      continue;
    }
    g_autofree char *path = g_strndup (name, (gsize) (dot - name));
    DeskVariableNode *group = g_hash_table_lookup (known, path);
    if (group == NULL) {
      group = node_new (self->model, g_steal_pointer (&path), skip);
      group->below = g_array_new (FALSE, FALSE, sizeof (uint32_t));
      g_hash_table_insert (known, group->path, group);
      g_list_store_append (groups, group);
      g_object_unref (group); /* the store holds it */
    }
    g_array_append_val (group->below, variable);
  }
  g_list_store_splice (groups, g_list_model_get_n_items (G_LIST_MODEL (groups)), 0,
                       leaves->pdata, leaves->len);
  return G_LIST_MODEL (groups);
}

static bool
has_words (const SimVar *var, char **words)
{
  g_autofree char *name = g_utf8_casefold (var->name, -1);
  g_autofree char *doc = g_utf8_casefold (var->doc == NULL ? "" : var->doc, -1);

  for (char **word = words; *word != NULL; word++)
    if (strstr (name, *word) == NULL && strstr (doc, *word) == NULL)
      return false;
  return true;
}

GListModel *
desk_variable_node_search (DeskVariableNode *self, const char *text, uint32_t at_most)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_auto (GStrv) words = g_strsplit_set (folded, " ", -1);
  GListStore *found = g_list_store_new (DESK_TYPE_VARIABLE_NODE);
  uint32_t n = 0;

  for (guint i = 0; i < self->below->len && n < at_most; i++) {
    uint32_t variable = g_array_index (self->below, uint32_t, i);

    if (!has_words (sim_model_var (self->model, variable), words))
      continue;
    g_autoptr (DeskVariableNode) leaf = leaf_new (self->model, variable, 0);
    g_list_store_append (found, leaf);
    n++;
  }
  return G_LIST_MODEL (found);
}
