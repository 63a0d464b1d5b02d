/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "desk/studio.h"

/* A window for one vector or matrix of a component: its cells, and beside them the
 * curve where they are points. It is not modal, follows the diagram, and closes when
 * the parameter has gone. */
void ui_table_window_show (GtkWindow *parent,
                           DeskStudio *studio,
                           const char *item,
                           const char *target);
