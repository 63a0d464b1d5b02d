/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "desk/problem/glossary.h"

/* The window of F1 where no component is selected: what the words of messages mean, and
 * the keys, both searched by what is typed. Hidden when it is closed. */
#define UI_TYPE_TERMS (ui_terms_get_type ())
G_DECLARE_FINAL_TYPE (UiTerms, ui_terms, UI, TERMS, AdwWindow)

/* Over a window with its shortcuts; goes with it. The glossary outlives it. */
UiTerms *ui_terms_new (GtkApplicationWindow *parent, const DeskGlossary *glossary);

/* Shows the keys and everything that is explained, or only what a message names, until
 * more is asked for; a message without such words is NULL. */
void ui_terms_show (UiTerms *self, const char *message);
