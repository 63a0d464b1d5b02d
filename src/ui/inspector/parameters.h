/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* The parameters of the diagram itself: a field each, as those of a component, and a
 * line to type a new one into. Keeps itself up to date. */
GtkWidget *ui_parameters_new (DeskStudio *studio);
