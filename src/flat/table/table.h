/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/value/value.h"

/* table1d, table2d (table.c). */
FlatValue flat_table_translate (const FlatScope *scope, const LangExpr *call);
FlatValue flat_table_translate_2d (const FlatScope *scope, const LangExpr *call);
/* table_file (table-file.c): a constant matrix. */
FlatValue flat_table_file (const FlatScope *scope, const LangExpr *call);
guint flat_table_hash (gconstpointer table);
gboolean flat_table_equal (gconstpointer a, gconstpointer b);
/* E311 for tables whose abscissae fall. values[]: by variable, NaN where not known. */
void flat_tables_check (FlatBuild *build, const double *values);
