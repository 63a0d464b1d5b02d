/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sim/model.h"

/* A row of the variable browser: a component with what is below it, or one variable.
 * Children are found when they are asked for, so that large models cost nothing until
 * opened. */
#define DESK_TYPE_VARIABLE_NODE (desk_variable_node_get_type ())
G_DECLARE_FINAL_TYPE (DeskVariableNode,
                      desk_variable_node,
                      DESK,
                      VARIABLE_NODE,
                      GObject)

/* All variables that may be plotted (no parameters, nothing derived by the compiler).
 */
DeskVariableNode *desk_variable_node_new (const SimModel *model);

const char *desk_variable_node_name (
    DeskVariableNode *self); /* last part of the dotted name */
const char *desk_variable_node_path (DeskVariableNode *self); /* whole dotted name */
const SimVar *desk_variable_node_var (
    DeskVariableNode *self); /* NULL for a component */

/* Children: components first, then variables, each in the order of the model. */
GListModel *desk_variable_node_children (DeskVariableNode *self);

/* Variables whose dotted name or description holds every word of `text` (any case), at
 * most `at_most`. */
GListModel *desk_variable_node_search (DeskVariableNode *self,
                                       const char *text,
                                       uint32_t at_most);
