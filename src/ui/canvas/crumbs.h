/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* The way from the model to the level that is shown, as buttons over the canvas: the
 * model, then the parts that one has gone into. Not seen on the level of the model. */
GtkWidget *ui_crumbs_new (DeskStudio *studio);
