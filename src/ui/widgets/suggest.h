/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* A list of what a word that is typed may become, below the caret of a widget, which
 * keeps the keys. Down and Up choose, Tab takes what is chosen or the first, Return
 * what is chosen, Escape closes the list; without it these keys are the widget's.
 * Ctrl+Space asks for it. */
typedef struct UiSuggest UiSuggest;

typedef struct {
  const char *name; /* what the list holds, for people who listen */
  /* DeskCompletion for the caret, the best first, and where its word begins in
   * `parent`; free with g_ptr_array_unref(). `is_asked`: by a key, not by typing. */
  GPtrArray *(*search) (void *data, bool is_asked, GdkRectangle *at);
  /* Puts a completion in the place of what was typed of the word. */
  void (*take) (void *data, const char *text);
  void *data;
} UiSuggestions;

/* For `widget`, or a widget around it, `parent`, in which the list is placed. Lives as
 * long as that. */
UiSuggest *ui_suggest_new (GtkWidget *widget,
                           GtkWidget *parent,
                           const UiSuggestions *what);

/* After the user has typed: shows what is found, before the next frame. */
void ui_suggest_renew (UiSuggest *self);
/* Closes the list; is it open? */
void ui_suggest_close (UiSuggest *self);
bool ui_suggest_is_open (const UiSuggest *self);
