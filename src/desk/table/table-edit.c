/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps a table and the text of the diagram alike: a change is made in the cells and
 * then written as a modifier, an edit from elsewhere (a field, undo) is read again. */
#include "desk/table/table-edit.h"

#include <glib/gi18n.h>

#include "desk/quantity.h"
#include "desk/tool/params.h"

G_DEFINE_FINAL_TYPE (DeskTableEdit, desk_table_edit, G_TYPE_OBJECT)

static const LibParam *
find_param (const DeskTableEdit *self, const char *name)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t k = doc_find_item (doc, self->item);
  const LibCard *card = k != UINT32_MAX ? doc_item (doc, k)->card : NULL;

  for (uint32_t i = 0; card != NULL && i < card->n_params; i++)
    if (g_str_equal (card->params[i].name, name))
      return &card->params[i];
  return NULL;
}

/* "Akima": the case of the parameter that says how values run from row to row; NULL
 * without such a one. Caller frees. */
static char *
read_between (const DeskTableEdit *self, const LibTable *what)
{
  const LibParam *param =
      what->between != NULL ? find_param (self, what->between) : NULL;

  if (param == NULL)
    return NULL;
  g_autofree char *value =
      doc_get_modifier (self->studio->document->doc, self->item, param->name);
  return desk_quantity_case (value != NULL ? value : param->value);
}

void
desk_table_edit_go (DeskTableEdit *self, int64_t row, int64_t column)
{
  const int64_t n = self->table != NULL ? desk_table_n_rows (self->table) : 0;
  const int64_t width = self->table != NULL ? desk_table_n_columns (self->table) : 1;

  self->row = (uint32_t) CLAMP (row, 0, MAX (n, 1) - 1);
  self->column = (uint32_t) CLAMP (column, 0, width - 1);
  g_object_notify (G_OBJECT (self), "place");
}

static bool
is_same_shape (const DeskTable *a, const DeskTable *b)
{
  return a != NULL && b != NULL && desk_table_n_rows (a) == desk_table_n_rows (b) &&
         desk_table_n_columns (a) == desk_table_n_columns (b);
}

/* ---- what is wrong ---- */

/* Where the value stands in the text of the diagram. */
static bool
find_value (const DeskTableEdit *self, BaseSpan *span)
{
  return self->table != NULL && desk_table_is_list (self->table) &&
         doc_find_value (self->studio->document->doc, self->item, self->target, span);
}

static void
read_problems (DeskTableEdit *self)
{
  const DocModel *doc = self->studio->document->doc;
  const char *path = base_source_path (lang_file_source (doc_file (doc)));
  const BaseDiags *diags = self->studio->problems->diags;
  const bool is_old = desk_compiler_is_busy (self->studio->document->compiler);
  BaseSpan span;

  g_ptr_array_set_size (self->problems, 0);
  for (uint32_t i = 0;
       !is_old && find_value (self, &span) && i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);

    if (g_strcmp0 (diag->file, path) == 0 && diag->begin >= span.begin &&
        diag->begin < span.end)
      g_ptr_array_add (self->problems, (gpointer) diag);
  }
  g_object_notify (G_OBJECT (self), "problems");
}

const BaseDiag *
desk_table_edit_cell_problem (const DeskTableEdit *self, uint32_t row, uint32_t column)
{
  BaseSpan span;
  uint32_t at[2];

  for (guint i = 0; i < self->problems->len && find_value (self, &span); i++) {
    const BaseDiag *diag = self->problems->pdata[i];

    if (desk_table_find_cell (self->table, diag->begin - span.begin, &at[0], &at[1]) &&
        at[0] == row && at[1] == column)
      return diag;
  }
  return NULL;
}

const BaseDiag *
desk_table_edit_problem (const DeskTableEdit *self)
{
  const BaseDiag *here = desk_table_edit_cell_problem (self, self->row, self->column);

  return here != NULL               ? here
         : self->problems->len == 0 ? NULL
                                    : self->problems->pdata[0];
}

/* ---- reading and writing ---- */

/* The cells of what the diagram says. A point that was taken may not be among them. */
static void
read_again (DeskTableEdit *self)
{
  const DocModel *doc = self->studio->document->doc;
  const LibParam *param = find_param (self, self->target);
  const char *const items[] = {self->item, NULL};
  g_autofree char *value = NULL, *entry = NULL;
  g_autoptr (DeskTable) before = g_steal_pointer (&self->table);

  if (param != NULL && param->table.n_dims > 0 && !self->is_over) {
    g_autofree char *between = read_between (self, &param->table);

    desk_params_get (doc, items, 1, self->target, &value, &entry);
    self->table = desk_table_new (param, value, entry);
    desk_table_set_between (self->table, between);
    desk_table_evaluate (self->table, doc_index (doc),
                         lib_index_of_class (doc_index (doc), doc_class (doc)));
  }
  if (!is_same_shape (before, self->table))
    desk_table_edit_let_go (self);
  /* The last ones are those of another text. */
  g_ptr_array_set_size (self->problems, 0);
  /* The place is one of these cells before anybody hears of them. */
  desk_table_edit_go (self, self->row, self->column);
  g_object_notify (G_OBJECT (self), "table");
}

/* Another diagram may have a component of this name, too. */
static void
end (DeskTableEdit *self)
{
  self->is_over = true;
  read_again (self);
}

/* Writes the cells; what is refused is taken back. */
static char *
write_table (DeskTableEdit *self)
{
  DocModel *doc = self->studio->document->doc;
  g_autofree char *value = g_strdup (desk_table_value (self->table));
  g_autofree char *entry = g_strdup (desk_table_entry (self->table));
  g_autoptr (GError) error = NULL;

  doc_set_modifier (doc, self->item, self->target, value, entry, &error);
  if (error == NULL)
    return NULL;
  read_again (self);
  return g_strdup (error->message);
}

static char *
write_step (DeskTableEdit *self, const char *label)
{
  DocModel *doc = self->studio->document->doc;

  doc_begin (doc, label);
  char *problem = write_table (self);
  doc_end (doc);
  return problem;
}

char *
desk_table_edit_set (DeskTableEdit *self, const char *typed)
{
  char *problem = desk_table_set (self->table, self->row, self->column, typed);

  return problem != NULL ? problem : write_step (self, _ ("Change cell"));
}

char *
desk_table_edit_paste (DeskTableEdit *self, const char *text)
{
  char *problem = desk_table_paste (self->table, self->row, self->column, text);

  return problem != NULL ? problem : write_step (self, _ ("Paste rows"));
}

char *
desk_table_edit_add_row (DeskTableEdit *self)
{
  const uint32_t row = desk_table_n_rows (self->table) > 0 ? self->row + 1 : 0;
  char *problem;

  desk_table_add_row (self->table, row);
  problem = write_step (self, _ ("Add row"));
  desk_table_edit_go (self, row, self->column);
  return problem;
}

char *
desk_table_edit_remove_row (DeskTableEdit *self)
{
  desk_table_remove_row (self->table, self->row);
  return write_step (self, _ ("Remove row"));
}

char *
desk_table_edit_add_column (DeskTableEdit *self)
{
  const uint32_t column = desk_table_add_column (self->table, self->column + 1);
  char *problem = write_step (self, _ ("Add column"));

  desk_table_edit_go (self, self->row, column);
  return problem;
}

char *
desk_table_edit_remove_column (DeskTableEdit *self)
{
  char *problem = desk_table_remove_column (self->table, self->column);

  return problem != NULL ? problem : write_step (self, _ ("Remove column"));
}

bool
desk_table_edit_can_remove_row (const DeskTableEdit *self)
{
  return self->table != NULL && desk_table_n_rows (self->table) >= 2;
}

bool
desk_table_edit_can_remove_column (const DeskTableEdit *self)
{
  return self->table != NULL && desk_table_has_free_columns (self->table) &&
         desk_table_n_rows (self->table) > 0 && desk_table_n_columns (self->table) >= 3;
}

/* ---- points ---- */

void
desk_table_edit_take (DeskTableEdit *self, uint32_t row, uint32_t column)
{
  desk_table_edit_let_go (self);
  desk_document_hold (self->studio->document);
  self->is_taken = true;
  self->step = 0;
  desk_table_edit_go (self, row, column);
}

void
desk_table_edit_let_go (DeskTableEdit *self)
{
  if (self->is_taken)
    desk_document_release (self->studio->document);
  self->is_taken = false;
}

void
desk_table_edit_move (DeskTableEdit *self, const DeskTableMove *to)
{
  DocModel *doc = self->studio->document->doc;
  DeskRuns *runs = self->studio->runs;

  if (!self->is_taken)
    return;
  doc_begin_anew (doc, &self->step, _ ("Move point"));
  if (self->is_taken && desk_table_move (self->table, self->row, self->column, to))
    g_free (write_table (self));
  doc_end (doc);
  if (runs->current != NULL && desk_runs_state (runs) != RUN_PAUSED)
    desk_runs_repeat (runs);
}

/* ---- object ---- */

static void
desk_table_edit_finalize (GObject *object)
{
  DeskTableEdit *self = DESK_TABLE_EDIT (object);

  desk_table_edit_let_go (self);
  g_clear_pointer (&self->table, desk_table_free);
  g_ptr_array_unref (self->problems);
  g_free (self->item);
  g_free (self->target);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (desk_table_edit_parent_class)->finalize (object);
}

static void
desk_table_edit_class_init (DeskTableEditClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"table", G_TYPE_POINTER, offsetof (DeskTableEdit, table)},
      {"place", G_TYPE_POINTER, offsetof (DeskTableEdit, table)},
      {"problems", G_TYPE_POINTER, offsetof (DeskTableEdit, problems)},
  };

  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
  G_OBJECT_CLASS (class)->finalize = desk_table_edit_finalize;
}

static void
desk_table_edit_init (DeskTableEdit *self)
{
  self->problems = g_ptr_array_new ();
}

DeskTableEdit *
desk_table_edit_new (DeskStudio *studio, const char *item, const char *target)
{
  DeskTableEdit *self = g_object_new (DESK_TYPE_TABLE_EDIT, NULL);

  self->studio = g_object_ref (studio);
  self->item = g_strdup (item);
  self->target = g_strdup (target);
  desk_property_listen (studio->document, "revision", self, G_CALLBACK (read_again));
  desk_property_listen (studio->document, "level", self, G_CALLBACK (end));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (end));
  desk_property_listen (studio->problems, "diags", self, G_CALLBACK (read_problems));
  read_again (self);
  read_problems (self);
  return self;
}
