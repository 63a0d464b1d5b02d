/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of variables beside the plots. Rows are made for what is seen only, by
 * GtkListView over lazy child models, so a model of many thousand variables opens at
 * once. A new compilation keeps open what was open, by name; a search shows a flat
 * list. */
#include "ui/plots/browser.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/unit.h"
#include "desk/plot/variable-node.h"
#include "desk/quantity.h"
#include "doc/level.h"
#include "lib/text.h"
#include "ui/widgets/control.h"

#define MAX_FOUND 500

struct _UiBrowser {
  GtkWidget parent;

  DeskStudio *studio;
  GtkWidget *box;
  GtkWidget *search;
  GtkWidget *stack;
  GtkWidget *list;
  DeskVariableNode *root;
  GtkTreeListModel *tree;
  char *opened;     /* component, because it is selected; or NULL */
  guint showing;    /* idle source, or 0 */
  bool is_updating; /* checks are being set, not clicked */
  bool is_stale; /* the list is not of `root`: nobody has seen it since that is new */
};

enum { PLOTTED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiBrowser, ui_browser, GTK_TYPE_WIDGET)

/* ---- rows ---- */

/* Counted: the list forgets a row while its check may still have the focus, and be
 * toggled. It is bound to no node then. */
typedef struct {
  UiBrowser *browser;
  GtkWidget *expander;
  GtkWidget *check;
  GtkWidget *name;
  GtkWidget *units;
  DeskVariableNode *node; /* while bound */
} Row;

static Row *
row_of (GtkListItem *item)
{
  return g_object_get_data (G_OBJECT (item), "row");
}

static void
row_unref (gpointer row, GClosure *closure)
{
  g_rc_box_release (row);
}

static void
on_check (GtkCheckButton *check, Row *row)
{
  if (row->node == NULL || row->browser->is_updating)
    return;
  DeskStudio *studio = row->browser->studio;
  const char *path = desk_variable_node_path (row->node);
  uint32_t n = desk_plots_n (studio->plots);
  if (gtk_check_button_get_active (check)) {
    const SimVar *var = desk_variable_node_var (row->node);

    desk_plots_add (studio->plots, desk_plots_for (studio->plots, var), path);
    g_signal_emit (row->browser, signals[PLOTTED], 0);
    return;
  }
  while (n-- > 0)
    desk_plots_remove (studio->plots, n, path);
}

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, Row *row)
{
  return row->node != NULL
             ? gdk_content_provider_new_typed (DESK_TYPE_VARIABLE_NODE, row->node)
             : NULL;
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, UiBrowser *self)
{
  Row *row = g_rc_box_new0 (Row);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkDragSource *drag = gtk_drag_source_new ();

  row->browser = self;
  row->expander = gtk_tree_expander_new ();
  row->check = gtk_check_button_new ();
  row->name = gtk_label_new (NULL);
  row->units = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (row->name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (row->name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (row->name, TRUE);
  gtk_widget_add_css_class (row->units, "dim-label");
  gtk_widget_add_css_class (row->units, "caption");
  /* Check, name, unit; the row can be dragged to a plot. */
  gtk_box_append (GTK_BOX (box), row->check);
  gtk_box_append (GTK_BOX (box), row->name);
  gtk_box_append (GTK_BOX (box), row->units);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (row->expander), box);
  g_signal_connect_data (row->check, "toggled", G_CALLBACK (on_check),
                         g_rc_box_acquire (row), row_unref, 0);
  g_signal_connect_data (drag, "prepare", G_CALLBACK (on_drag_prepare),
                         g_rc_box_acquire (row), row_unref, 0);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (drag));
  gtk_list_item_set_child (item, row->expander);
  g_object_set_data (G_OBJECT (row->expander), "row", row);
  g_object_set_data_full (G_OBJECT (item), "row", row, g_rc_box_release);
}

static DeskVariableNode *
node_of (GtkListItem *item)
{
  GObject *object = gtk_list_item_get_item (item);

  if (GTK_IS_TREE_LIST_ROW (object)) {
    g_autoptr (GObject) inner = gtk_tree_list_row_get_item (GTK_TREE_LIST_ROW (object));
    return DESK_VARIABLE_NODE (inner); /* the row holds it while it is bound */
  }
  return DESK_VARIABLE_NODE (object);
}

static void
update_check (Row *row)
{
  const char *path = desk_variable_node_path (row->node);

  row->browser->is_updating = true;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (row->check),
                               desk_plots_has (row->browser->studio->plots, path));
  row->browser->is_updating = false;
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, UiBrowser *self)
{
  Row *row = row_of (item);
  GObject *object = gtk_list_item_get_item (item);

  row->node = node_of (item);
  const SimVar *var = desk_variable_node_var (row->node);
  const char *name = desk_variable_node_name (row->node);
  gtk_tree_expander_set_list_row (
      GTK_TREE_EXPANDER (row->expander),
      GTK_IS_TREE_LIST_ROW (object) ? GTK_TREE_LIST_ROW (object) : NULL);
  /* Components have no check and no unit. */
  gtk_label_set_text (GTK_LABEL (row->name), name);
  gtk_widget_set_visible (row->check, var != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->check),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  desk_variable_node_path (row->node), -1);
  g_autofree char *doc = var != NULL ? lib_text_doc (var->doc) : NULL;
  gtk_widget_set_tooltip_text (row->expander, doc);
  double factor, offset;
  g_autofree char *units =
      var == NULL ? NULL
                  : base_unit_to_label (desk_quantity_scale (var, &factor, &offset));
  gtk_label_set_text (GTK_LABEL (row->units), units == NULL ? "" : units);
  if (var != NULL)
    update_check (row);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, UiBrowser *self)
{
  row_of (item)->node = NULL;
}

/* ---- models ---- */

static GListModel *
children_of (gpointer item, gpointer data)
{
  if (desk_variable_node_var (item) != NULL)
    return NULL;
  return desk_variable_node_children (item);
}

static void
show_model (UiBrowser *self, GListModel *model)
{
  GtkNoSelection *selection = gtk_no_selection_new (model);

  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
}

static void
fill (UiBrowser *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autoptr (GListModel) top =
      self->root != NULL ? desk_variable_node_children (self->root) : NULL;
  const char *page = "list";

  ui_control_release_focus (self->list);
  g_clear_object (&self->tree);
  if (top == NULL || g_list_model_get_n_items (top) == 0) {
    gtk_list_view_set_model (GTK_LIST_VIEW (self->list), NULL);
    page = "empty";
  } else if (text[0] != '\0') {
    GListModel *found = desk_variable_node_search (self->root, text, MAX_FOUND);

    page = g_list_model_get_n_items (found) > 0 ? "list" : "nothing";
    show_model (self, found);
  } else {
    self->tree = gtk_tree_list_model_new (g_steal_pointer (&top), FALSE, FALSE,
                                          children_of, NULL, NULL);
    show_model (self, g_object_ref (G_LIST_MODEL (self->tree)));
  }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
}

/* Names of the components that are open, so that a new compilation does not close them.
 */
static GHashTable *
expanded_paths (UiBrowser *self)
{
  GHashTable *paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n =
      self->tree == NULL ? 0 : g_list_model_get_n_items (G_LIST_MODEL (self->tree));

  for (guint i = 0; i < n; i++) {
    g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, i);
    g_autoptr (DeskVariableNode) node = gtk_tree_list_row_get_item (row);

    if (gtk_tree_list_row_get_expanded (row))
      g_hash_table_add (paths, g_strdup (desk_variable_node_path (node)));
  }
  return paths;
}

static void
expand_paths (UiBrowser *self, GHashTable *paths)
{
  if (self->tree == NULL || g_hash_table_size (paths) == 0)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->tree)); i++) {
    g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, i);
    g_autoptr (DeskVariableNode) node = gtk_tree_list_row_get_item (row);

    if (g_hash_table_contains (paths, desk_variable_node_path (node)))
      gtk_tree_list_row_set_expanded (row, TRUE);
  }
}

/* ---- the component that is selected ---- */

/* The row of a component, and where it stands; caller unrefs. */
static GtkTreeListRow *
find_row (UiBrowser *self, const char *item, guint *at)
{
  const guint n =
      self->tree == NULL ? 0 : g_list_model_get_n_items (G_LIST_MODEL (self->tree));

  for (*at = 0; *at < n; (*at)++) {
    g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, *at);
    g_autoptr (DeskVariableNode) node = gtk_tree_list_row_get_item (row);

    if (strcmp (desk_variable_node_path (node), item) == 0)
      return g_steal_pointer (&row);
  }
  return NULL;
}

/* What was opened only because it was selected closes with the next selection. */
static void
close_opened (UiBrowser *self)
{
  g_autofree char *opened = g_steal_pointer (&self->opened);
  guint at;
  g_autoptr (GtkTreeListRow) row = opened != NULL ? find_row (self, opened, &at) : NULL;

  if (row == NULL)
    return;
  ui_control_release_focus (self->list);
  gtk_tree_list_row_set_expanded (row, FALSE);
}

/* A search that was just cleared still hides rows for a moment. */
static void
scroll_to (UiBrowser *self, guint at)
{
  const guint n = g_list_model_get_n_items (
      G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (self->list))));

  if (n > 0)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u",
                                MIN (at, n - 1));
}

static void
show_selected (UiBrowser *self)
{
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->search));
  guint at;

  if (n != 1 || *typed != '\0' || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  close_opened (self);

  g_autofree char *path = doc_level_path (self->studio->document->doc, names[0]);
  g_autoptr (GtkTreeListRow) row = find_row (self, path, &at);

  if (row == NULL)
    return;
  if (!gtk_tree_list_row_get_expanded (row)) {
    gtk_tree_list_row_set_expanded (row, TRUE);
    self->opened = g_strdup (path);
  }

  GListModel *children = gtk_tree_list_row_get_children (row);

  /* The variables first, so that they are seen, too, if there is room. */
  if (children != NULL)
    scroll_to (self, at + g_list_model_get_n_items (children));
  scroll_to (self, at);
}

static gboolean
show_selected_now (gpointer data)
{
  UiBrowser *self = data;

  self->showing = 0;
  show_selected (self);
  return G_SOURCE_REMOVE;
}

/* Not at once: what is typed in a field may change the selection when the focus leaves
 * it, and it may be on its way to a row that would go. */
static void
show_selected_soon (UiBrowser *self)
{
  if (self->showing == 0)
    self->showing =
        g_idle_add_full (G_PRIORITY_HIGH_IDLE, show_selected_now, self, NULL);
}

/* Rows are widgets: they are made for who looks at them. */
static void
refresh (UiBrowser *self)
{
  if (!self->is_stale || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  const bool is_first = self->tree == NULL;
  g_autoptr (GHashTable) open = expanded_paths (self);

  self->is_stale = false;
  fill (self);
  expand_paths (self, open);
  if (is_first)
    show_selected (self);
}

static void
on_map (UiBrowser *self)
{
  refresh (self);
  show_selected (self);
}

static void
on_model_changed (UiBrowser *self)
{
  const SimModel *model = desk_document_model (self->studio->document);

  if (model == NULL)
    return; /* while the diagram is wrong the last good list stays */
  g_clear_object (&self->root);
  self->root = desk_variable_node_new (model);
  self->is_stale = true;
  refresh (self);
}

static void
on_doc_replaced (UiBrowser *self)
{
  g_clear_pointer (&self->opened, g_free);
  g_clear_object (&self->root);
  fill (self);
}

/* Checks follow what is plotted: rebinding the rows is enough. */
static void
on_plots_changed (UiBrowser *self)
{
  GtkWidget *child = gtk_widget_get_first_child (self->list);

  for (; child != NULL; child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *expander = gtk_widget_get_first_child (child);

    if (!GTK_IS_TREE_EXPANDER (expander))
      continue;
    Row *row = g_object_get_data (G_OBJECT (expander), "row");
    if (row != NULL && row->node != NULL && desk_variable_node_var (row->node) != NULL)
      update_check (row);
  }
}

/* ---- object ---- */

static void
ui_browser_dispose (GObject *object)
{
  UiBrowser *self = UI_BROWSER (object);

  g_clear_handle_id (&self->showing, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->tree);
  g_clear_object (&self->root);
  g_clear_pointer (&self->opened, g_free);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_browser_parent_class)->dispose (object);
}

static void
ui_browser_class_init (UiBrowserClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_browser_dispose;
  signals[PLOTTED] = g_signal_new ("plotted", UI_TYPE_BROWSER, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/browser.ui");
  gtk_widget_class_bind_template_child (widget_class, UiBrowser, box);
  gtk_widget_class_bind_template_child (widget_class, UiBrowser, search);
  gtk_widget_class_bind_template_child (widget_class, UiBrowser, stack);
  gtk_widget_class_bind_template_child (widget_class, UiBrowser, list);
  gtk_widget_class_bind_template_callback (widget_class, fill);
  gtk_widget_class_bind_template_callback (widget_class, ui_control_stop_search);
}

static void
ui_browser_init (UiBrowser *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
}

GtkWidget *
ui_browser_new (DeskStudio *studio)
{
  UiBrowser *self = g_object_new (UI_TYPE_BROWSER, NULL);

  self->studio = g_object_ref (studio);
  desk_property_listen (studio->document, "compiler", self,
                        G_CALLBACK (on_model_changed));
  desk_property_listen (studio->plots, "all", self, G_CALLBACK (on_plots_changed));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (on_doc_replaced));
  desk_property_listen (studio->selection, "names", self,
                        G_CALLBACK (show_selected_soon));
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  on_model_changed (self);
  return GTK_WIDGET (self);
}
