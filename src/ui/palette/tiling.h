/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/catalogue.h"

/* Components in rows, as many side by side as there are columns. A row is a list model
 * of its components (DeskComponent), a slice of those that it was cut from. */
#define UI_TYPE_TILING (ui_tiling_get_type ())
G_DECLARE_FINAL_TYPE (UiTiling, ui_tiling, UI, TILING, GObject)

UiTiling *ui_tiling_new (guint n_columns);

guint ui_tiling_columns (UiTiling *self);
/* Cuts the rows of all sections anew. */
void ui_tiling_set_columns (UiTiling *self, guint n_columns);

/* The rows of components; the caller unrefs. */
GListModel *ui_tiling_cut (UiTiling *self, GListModel *components);
/* Those of a section of components, which follow what it has and the columns; the
 * caller unrefs. */
GListModel *ui_tiling_rows (UiTiling *self, DeskSection *section);
