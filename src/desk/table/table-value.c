/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells that are expressions: what they are worth, by the parameters of the diagram,
 * and which cell a place in the text belongs to. Equal texts are evaluated once. */
#include <math.h>
#include <string.h>

#include "desk/table/table-private.h"
#include "lang/parse.h"

static char *
text_of_cell (const DeskTable *table, uint32_t i)
{
  const BaseListSpan span = g_array_index (table->values->elements, BaseListSpan, i);

  return g_strndup (table->value + span.begin, span.end - span.begin);
}

/* Texts of cells that are no numbers, each once. */
static GPtrArray *
list_expressions (const DeskTable *table)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t i = 0; i < table->n_rows * table->n_columns; i++) {
    g_autofree char *text = isnan (table->numbers[i]) ? text_of_cell (table, i) : NULL;

    if (text != NULL && g_hash_table_add (seen, text))
      g_ptr_array_add (texts, g_steal_pointer (&text));
  }
  return texts;
}

void
desk_table_evaluate (DeskTable *table, const LibIndex *index, const LibEntry *component)
{
  g_autoptr (GPtrArray) texts = list_expressions (table);
  g_autoptr (GPtrArray) sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify) base_source_unref);
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autofree const LangExpr **exprs = g_new0 (const LangExpr *, texts->len);
  g_autofree double *values = g_new (double, texts->len);

  for (guint i = 0; i < texts->len; i++) {
    g_autoptr (BaseDiags) diags = base_diags_new ();
    const char *text = texts->pdata[i];
    BaseSource *source = base_source_new ("cell", text, strlen (text));

    g_ptr_array_add (sources, source);
    exprs[i] = lang_parse_expression (arena, source, diags);
  }
  if (component == NULL)
    return;
  if (texts->len > 0)
    lib_card_evaluate (index, component, exprs, texts->len, values);
  /* Cells take them by their texts. */
  g_clear_pointer (&table->known, g_hash_table_unref);
  table->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < texts->len; i++)
    g_hash_table_insert (table->known, g_strdup (texts->pdata[i]),
                         g_memdup2 (&values[i], sizeof *values));
  for (uint32_t i = 0; i < table->n_rows * table->n_columns && texts->len > 0; i++)
    if (isnan (table->numbers[i])) {
      g_autofree char *text = text_of_cell (table, i);

      table->numbers[i] = *(double *) g_hash_table_lookup (table->known, text);
    }
}

bool
desk_table_is_expression (const DeskTable *table, uint32_t row, uint32_t column)
{
  const uint32_t i = row * table->n_columns + column;
  g_autofree char *text = text_of_cell (table, i);

  return isnan (desk_table_number_of (text));
}

bool
desk_table_has_expressions (const DeskTable *table)
{
  return table->n_expressions > 0;
}

bool
desk_table_has_unknowns (const DeskTable *table)
{
  for (uint32_t i = 0; i < table->n_rows * table->n_columns; i++)
    if (isnan (table->numbers[i]))
      return true;
  return false;
}

bool
desk_table_find_cell (const DeskTable *table,
                      uint32_t at,
                      uint32_t *row,
                      uint32_t *column)
{
  for (uint32_t i = 0; i < table->n_rows * table->n_columns; i++) {
    const BaseListSpan span = g_array_index (table->values->elements, BaseListSpan, i);

    if (at >= span.begin && at < span.end) {
      *row = i / table->n_columns;
      *column = i % table->n_columns;
      return true;
    }
  }
  return false;
}
