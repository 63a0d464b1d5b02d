/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inspector shows what is selected. Its page is built anew, before the next frame,
 * when the selection or the component's class changes; another value only updates the
 * fields, so that the focus and what is being typed stay. */
#include "ui/inspector/inspector.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "desk/describe.h"
#include "desk/tool/levels.h"
#include "desk/tool/params.h"
#include "ui/inspector/field-menu.h"
#include "ui/inspector/field.h"
#include "ui/inspector/inspector-private.h"
#include "ui/inspector/law-view.h"
#include "ui/widgets/control.h"
#include "ui/widgets/symbol-image.h"

static const int symbol_px = 48;

struct _UiInspector {
  GtkWidget parent_instance;

  DeskStudio *studio;
  FigureSymbols *symbols;
  GtkWidget *box;
  GtkWidget *scrolled;
  AdwBin *bin;
  GStrv items; /* what is shown: instances, maybe none */
  uint32_t n_items;
  GPtrArray *classes; /* interned names of their classes */
  char *icon;         /* of a single one, as it is drawn, or NULL */
  GPtrArray *fields;  /* UiField, borrowed from the page */
  GtkWidget *name;
  GtkWidget *problem; /* label */
  guint rebuilding;   /* idle source, or 0 */
};

G_DEFINE_FINAL_TYPE (UiInspector, ui_inspector, GTK_TYPE_WIDGET)

/* ---- the page of a component ---- */

/* The only one that is shown, or NULL. */
static const DocItem *
find_item (UiInspector *self)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t k =
      self->n_items == 1 ? doc_find_item (doc, self->items[0]) : UINT32_MAX;

  return k != UINT32_MAX ? doc_item (doc, k) : NULL;
}

static char *
renamed (void *data, const char *name)
{
  UiInspector *self = data;
  g_autofree char *old = self->n_items == 1 ? g_strdup (self->items[0]) : NULL;
  g_autoptr (GError) error = NULL;

  if (old != NULL)
    doc_rename (self->studio->document->doc, old, name, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

static GtkWidget *
name_new (UiInspector *self)
{
  self->name = ui_inspector_name_new (self->studio, _ ("Name"), renamed, self);
  ui_inspector_name_set (self->name, self->items[0]);
  return self->name;
}

static void
add_field (UiInspector *self,
           GtkWidget *group,
           const LibParam *param,
           const char *title)
{
  GtkWidget *field =
      ui_field_new (self->studio, (const char *const *) self->items, param, title);

  ui_field_menu_add (field, field, self->studio, (const char *const *) self->items,
                     param->name);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), field);
  g_ptr_array_add (self->fields, field);
}

/* Those of the component, or those that all of several have. */
static void
add_parameters (UiInspector *self, GtkWidget *page)
{
  g_autoptr (GPtrArray) params = desk_params_shared (
      self->studio->document->doc, (const char *const *) self->items, self->n_items);
  GtkWidget *group = ui_inspector_group_new (
      self->n_items == 1 ? _ ("Parameters") : _ ("Common Parameters"));
  uint32_t n = 0;

  /* What must be given stands first; fields of an enumeration stay behind it. */
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < params->len; i++) {
      const LibParam *param = params->pdata[i];
      const bool is_first = param->value == NULL && param->of_case == NULL;

      if (param->is_final || is_first != (pass == 0))
        continue;
      add_field (self, group, param, NULL);
      n++;
    }
  if (n > 0)
    gtk_box_append (GTK_BOX (page), group);
  else
    g_object_unref (g_object_ref_sink (group));
}

static void
add_start (UiInspector *self,
           AdwExpanderRow *row,
           const LibVariable *variable,
           const char *attribute,
           const char *title)
{
  g_autofree char *target = g_strdup_printf ("%s(%s)", variable->name, attribute);
  const LibParam param = {
      .name = target,
      .kind = LIB_PARAM_REAL,
      .doc = variable->doc,
      .units = variable->units,
      .value = NULL,
  };
  GtkWidget *field =
      ui_field_new (self->studio, (const char *const *) self->items, &param, title);

  ui_field_menu_add (field, field, self->studio, (const char *const *) self->items,
                     target);
  adw_expander_row_add_row (row, field);
  g_ptr_array_add (self->fields, field);
}

static bool
has_start (UiInspector *self, const char *variable, const char *attribute)
{
  g_autofree char *target = g_strdup_printf ("%s(%s)", variable, attribute);
  g_autofree char *value =
      doc_get_modifier (self->studio->document->doc, self->items[0], target);

  return value != NULL;
}

static void
add_start_values (UiInspector *self, GtkWidget *page, const LibCard *card)
{
  GtkWidget *group = ui_inspector_group_new (NULL);
  GtkWidget *row = adw_expander_row_new ();
  bool is_open = false;

  if (card->n_variables == 0) {
    g_object_unref (g_object_ref_sink (group));
    g_object_unref (g_object_ref_sink (row));
    return;
  }
  /* Open if one of them is given. */
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Initial Values"));
  for (uint32_t i = 0; i < card->n_variables; i++) {
    const LibVariable *variable = &card->variables[i];
    g_autofree char *initial =
        g_strdup_printf (_ ("%s, initial value"), variable->name);
    g_autofree char *guess = g_strdup_printf (_ ("%s, initial guess"), variable->name);

    add_start (self, ADW_EXPANDER_ROW (row), variable, "initial", initial);
    is_open = is_open || has_start (self, variable->name, "initial");
    if (has_start (self, variable->name, "guess")) {
      is_open = true;
      add_start (self, ADW_EXPANDER_ROW (row), variable, "guess", guess);
    }
  }
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), is_open);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  gtk_box_append (GTK_BOX (page), group);
}

/* What is wrong with the component, as long as it is: below the page, so that nothing
 * moves that is being edited. */
static void
show_problem (UiInspector *self)
{
  const BaseDiag *diag = find_item (self) != NULL
                             ? desk_problems_of (self->studio->problems, self->items[0])
                             : NULL;
  const bool is_shown =
      diag != NULL && diag->severity != BASE_NOTE && diag->number != 602;

  gtk_widget_set_visible (self->problem, is_shown);
  if (!is_shown)
    return;

  g_autofree char *sentence = desk_describe_sentence (diag->message);
  const bool is_error =
      desk_problems_severity (self->studio->problems, diag) == BASE_ERROR;

  gtk_label_set_text (GTK_LABEL (self->problem), sentence);
  gtk_widget_remove_css_class (self->problem, is_error ? "warning" : "error");
  gtk_widget_add_css_class (self->problem, is_error ? "error" : "warning");
}

static GtkWidget *
problem_new (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "inspector-problem");
  gtk_widget_set_visible (label, FALSE);
  return label;
}

static GtkWidget *
item_page_new (UiInspector *self, const DocItem *item)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  const LibCard *card = item->card;
  g_autoptr (GdkPaintable) symbol =
      ui_symbol_image_new (self->symbols, item->icon, symbol_px);

  desk_property_listen (self->studio->disk, "symbols", symbol,
                        G_CALLBACK (gdk_paintable_invalidate_contents));

  const bool is_of_library =
      card != NULL && card->entry->file != doc_file (self->studio->document->doc);
  g_autofree char *below = is_of_library
                               ? g_strconcat (card->title, " · ", card->library, NULL)
                           : card != NULL ? g_strdup (card->title)
                                          : g_strdup (item->decl->class_name.text);

  /* What it is, what can be done with it, and what it is given. */
  gtk_box_append (GTK_BOX (page),
                  ui_inspector_title_new (symbol, name_new (self), below));
  gtk_box_append (GTK_BOX (page), ui_inspector_array_new (self->studio, item->name));
  if (card == NULL)
    return page;
  if (desk_levels_can_go_in (self->studio) || desk_levels_file (self->studio) != NULL)
    gtk_box_append (GTK_BOX (page), ui_inspector_component_new (true));
  add_parameters (self, page);
  add_start_values (self, page, card);
  gtk_box_append (GTK_BOX (page), ui_inspector_doc_new (card->doc));
  return page;
}

static GtkWidget *
many_page_new (UiInspector *self)
{
  GtkWidget *page = ui_inspector_many_page_new (self->studio);

  add_parameters (self, page);
  return page;
}

/* ---- what to show ---- */

static GtkWidget *
page_new (UiInspector *self)
{
  const uint32_t wire = desk_selection_wire (self->studio->selection);
  const DocItem *item = find_item (self);

  if (item != NULL)
    return item_page_new (self, item);
  if (self->n_items > 1)
    return many_page_new (self);
  if (wire != UINT32_MAX && wire < doc_n_wires (self->studio->document->doc))
    return ui_inspector_wire_page_new (self->studio, wire);
  return ui_inspector_model_page_new (self->studio);
}

static const char *
class_of (UiInspector *self, const char *item)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t k = doc_find_item (doc, item);

  return k != UINT32_MAX ? doc_item (doc, k)->decl->class_name.text : NULL;
}

static void
take_selection (UiInspector *self)
{
  const char *const *names =
      desk_selection_names (self->studio->selection, &self->n_items);

  g_strfreev (self->items);
  self->items = g_new0 (char *, self->n_items + 1);
  g_ptr_array_set_size (self->classes, 0);
  for (uint32_t i = 0; i < self->n_items; i++) {
    self->items[i] = g_strdup (names[i]);
    g_ptr_array_add (self->classes, (gpointer) class_of (self, names[i]));
  }
}

/* Whether all that is shown is still there, of the same class, and drawn as it was. */
static bool
is_there (UiInspector *self)
{
  const DocItem *item = find_item (self);

  if (item != NULL && g_strcmp0 (item->icon, self->icon) != 0)
    return false;
  for (uint32_t i = 0; i < self->n_items; i++) {
    const char *class = class_of (self, self->items[i]);

    if (class == NULL || class != self->classes->pdata[i])
      return false;
  }
  return self->n_items > 0;
}

static void
rebuild (UiInspector *self)
{
  GtkAdjustment *place =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
  GtkWidget *page;

  if (adw_bin_get_child (self->bin) != NULL)
    ui_control_release_focus (adw_bin_get_child (self->bin));
  g_ptr_array_set_size (self->fields, 0);
  self->name = NULL;
  take_selection (self);
  g_free (self->icon);
  self->icon = find_item (self) != NULL ? g_strdup (find_item (self)->icon) : NULL;
  page = page_new (self);
  gtk_widget_add_css_class (page, "inspector-page");
  adw_bin_set_child (self->bin, page);
  show_problem (self);
  gtk_adjustment_set_value (place, 0);
}

static gboolean
rebuild_now (gpointer data)
{
  UiInspector *self = data;

  self->rebuilding = 0;
  rebuild (self);
  return G_SOURCE_REMOVE;
}

/* Before the next frame, but not at once: a field writes what was typed when the focus
 * leaves it, and GTK, on its way to the widget that gets the focus, does not hold that
 * one. */
static void
rebuild_soon (UiInspector *self)
{
  if (self->rebuilding == 0)
    self->rebuilding = g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_now, self, NULL);
}

/* What is being typed was meant for the other diagram. */
static void
doc_replaced (UiInspector *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *entry = root != NULL ? ui_control_typed_in (root) : NULL;

  if (entry != NULL && gtk_widget_is_ancestor (entry, GTK_WIDGET (self)))
    ui_control_settle (entry);
  rebuild_soon (self);
}

static void
selection_changed (UiInspector *self)
{
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);

  /* The same components again: only their values are new. */
  for (uint32_t i = 0; i < n && n == self->n_items; i++)
    if (!g_str_equal (names[i], self->items[i])) {
      rebuild_soon (self);
      return;
    }
  if (n != self->n_items || !is_there (self))
    rebuild_soon (self);
}

static void
doc_changed (UiInspector *self)
{
  if (self->n_items == 0 || self->rebuilding != 0)
    return;
  if (!is_there (self)) {
    rebuild_soon (self);
    return;
  }
  for (guint i = 0; i < self->fields->len; i++)
    ui_field_update (self->fields->pdata[i]);
}

/* ---- widget ---- */

static void
ui_inspector_dispose (GObject *object)
{
  UiInspector *self = UI_INSPECTOR (object);

  g_clear_handle_id (&self->rebuilding, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->fields, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_strfreev);
  g_clear_pointer (&self->classes, g_ptr_array_unref);
  g_clear_pointer (&self->icon, g_free);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_inspector_parent_class)->dispose (object);
}

static gboolean
ui_inspector_grab_focus (GtkWidget *widget)
{
  ui_inspector_focus (UI_INSPECTOR (widget));
  return gtk_widget_get_focus_child (widget) != NULL;
}

static void
ui_inspector_class_init (UiInspectorClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->grab_focus = ui_inspector_grab_focus;
  widget_class->focus = ui_control_focus_child;
  G_OBJECT_CLASS (class)->dispose = ui_inspector_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ui_inspector_init (UiInspector *self)
{
  GtkWidget *bin = adw_bin_new ();

  self->fields = g_ptr_array_new ();
  self->classes = g_ptr_array_new ();
  self->bin = ADW_BIN (bin);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled),
                                  GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), bin);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  self->problem = problem_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->scrolled);
  gtk_box_append (GTK_BOX (self->box), self->problem);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
ui_inspector_new (DeskStudio *studio, FigureSymbols *symbols)
{
  UiInspector *self = g_object_new (UI_TYPE_INSPECTOR, NULL);

  self->studio = g_object_ref (studio);
  self->symbols = symbols;
  gtk_box_insert_child_after (GTK_BOX (self->box), ui_law_view_new (studio),
                              self->scrolled);
  desk_property_listen (studio->selection, "names", self,
                        G_CALLBACK (selection_changed));
  desk_property_listen (studio->document, "revision", self, G_CALLBACK (doc_changed));
  desk_property_listen (studio->starts, "values", self, G_CALLBACK (doc_changed));
  desk_property_listen (studio->problems, "diags", self, G_CALLBACK (show_problem));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (doc_replaced));
  rebuild (self);
  return GTK_WIDGET (self);
}

static void
catch_up (UiInspector *self)
{
  if (self->rebuilding == 0)
    return;
  g_clear_handle_id (&self->rebuilding, g_source_remove);
  rebuild (self);
}

/* The first entry that is not the name: whoever comes to type a number would rename the
 * model. */
static GtkWidget *
find_value (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_ENTRY (widget))
    return gtk_widget_has_css_class (widget, "name-entry") ? NULL : widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_value (child);
  return found;
}

static void
focus_value (GtkWidget *page)
{
  GtkWidget *value = find_value (page);

  if (value != NULL)
    gtk_widget_grab_focus (value);
  else
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

void
ui_inspector_focus_value (UiInspector *self, const char *name)
{
  catch_up (self);
  for (guint i = 0; i < self->fields->len; i++)
    if (g_str_equal (ui_field_name (self->fields->pdata[i]), name)) {
      ui_field_focus (self->fields->pdata[i]);
      return;
    }
  ui_inspector_focus (self);
}

void
ui_inspector_focus (UiInspector *self)
{
  catch_up (self);
  for (guint i = 0; i < self->fields->len; i++)
    if (gtk_widget_get_visible (self->fields->pdata[i])) {
      ui_field_focus (self->fields->pdata[i]);
      return;
    }
  if (self->name != NULL)
    gtk_widget_grab_focus (self->name);
  else
    focus_value (adw_bin_get_child (self->bin));
}
