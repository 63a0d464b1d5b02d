/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Makes one child of a GtkPaned keep the size that it is given here or by hand, in
 * pixels with the handle: GtkPaned takes from it when the window gets too small, and
 * never gives that back. A quarter of the whole stays for the other child. */
void ui_pane_keep (GtkPaned *paned, GtkWidget *child, int size);

/* The size that it is to have, also while it is hidden or has less. */
int ui_pane_size (GtkPaned *paned);

/* Makes it keep its share of the whole instead, which is greater than 0 and less than
 * 1, in a window of any size. */
void ui_pane_keep_share (GtkPaned *paned, GtkWidget *child, double share);
double ui_pane_share (GtkPaned *paned);
