/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "desk/studio.h"

/* The pages of the inspector that have no parameters of a component. Each keeps itself
 * up to date. */

/* Name, documentation, counts; stop time, solver, tolerance, interval. */
GtkWidget *ui_inspector_model_page_new (DeskStudio *studio);

/* Several components: how many, what can be done with all of them; the parameters that
 * they have in common are the inspector's. */
GtkWidget *ui_inspector_many_page_new (DeskStudio *studio);

/* A wire: what it joins. */
GtkWidget *ui_inspector_wire_page_new (DeskStudio *studio, uint32_t wire);

/* Helpers for pages. */
/* What can be done with a component of the diagram's file, or of the user's library: it
 * is opened, its symbol drawn, as far as these commands are enabled. */
GtkWidget *ui_inspector_component_new (bool is_selected);
GtkWidget *ui_inspector_group_new (const char *title);
/* A heading with a symbol before it (may be NULL) and a line below. */
GtkWidget *ui_inspector_title_new (GdkPaintable *symbol,
                                   GtkWidget *name,
                                   const char *below);
/* A name that can be changed in place. `accept` gets the new one, and returns why it
 * cannot be that (the caller frees), or NULL. What cannot be taken stays as it was
 * typed, with the reason below it in the title. */
typedef char *(*UiInspectorRename) (void *data, const char *name);
GtkWidget *ui_inspector_name_new (DeskStudio *studio,
                                  const char *label,
                                  UiInspectorRename accept,
                                  void *data);
/* Does not disturb somebody who is typing. */
void ui_inspector_name_set (GtkWidget *entry, const char *name);
/* The label that says below a name what is wrong with it, unless its title does. */
GtkWidget *ui_inspector_name_problem (GtkWidget *entry);
/* The number of parts of an item and their chain; hidden for a single part. */
GtkWidget *ui_inspector_array_new (DeskStudio *studio, const char *item);
/* A documentation as paragraphs to read and select. */
GtkWidget *ui_inspector_doc_new (const char *doc);
