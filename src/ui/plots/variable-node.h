/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sim/model.h"

/* A row of the variable browser: a component with what is below it, or one variable.
 * Children are found when they are asked for, so that large models cost nothing until
 * opened. */
#define UI_TYPE_VARIABLE_NODE (ui_variable_node_get_type ())
G_DECLARE_FINAL_TYPE (UiVariableNode, ui_variable_node, UI, VARIABLE_NODE, GObject)

/* All variables that may be plotted (no parameters, nothing derived by the compiler).
 */
UiVariableNode *ui_variable_node_new (const SimModel *model);

const char *ui_variable_node_name (
    UiVariableNode *self); /* last part of the dotted name */
const char *ui_variable_node_path (UiVariableNode *self);  /* whole dotted name */
const SimVar *ui_variable_node_var (UiVariableNode *self); /* NULL for a component */

/* Children: components first, then variables, each in the order of the model. */
GListModel *ui_variable_node_children (UiVariableNode *self);

/* Variables whose dotted name or description holds every word of `text` (any case), at
 * most `at_most`. */
GListModel *ui_variable_node_search (UiVariableNode *self,
                                     const char *text,
                                     uint32_t at_most);
