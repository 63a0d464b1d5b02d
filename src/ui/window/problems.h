/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* What is wrong with the model, worst first: a sentence, what would mend it, where it
 * is. Choosing an entry selects the component, or the wire, that is to blame. Signals:
 *   "revealed" (char *)   the instance to bring into view
 *   "placed" (BaseDiag *)  the entry that was chosen, for where it stands in the text
 *   "previewed" (DocModel *) what the mend pointed at would make of the diagram, for
 *                         the one listener to free; NULL: nothing more
 *   "asked" (char *)      what do the words of this message mean?
 *   "count-changed"       ui_problems_count() is new
 */
#define UI_TYPE_PROBLEMS (ui_problems_get_type ())
G_DECLARE_FINAL_TYPE (UiProblems, ui_problems, UI, PROBLEMS, GtkWidget)

GtkWidget *ui_problems_new (DeskStudio *studio);
/* Errors and warnings; notes are listed but not counted. */
uint32_t ui_problems_count (UiProblems *self);
