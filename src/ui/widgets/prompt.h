/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* A small question beside a thing on the canvas: one line of text, or several. Enter
 * (Ctrl+Enter with several lines) accepts, Esc leaves everything as it was. `accept`
 * may refuse: it returns a sentence (the prompt stays open and shows it; freed here) or
 * NULL.
 */
typedef char *(*UiPromptAccept) (void *data, const char *text);

typedef struct {
  const char *title;
  const char *text;
  bool has_lines; /* several lines */
  UiPromptAccept accept;
  void *data;
  GDestroyNotify free_data; /* when the prompt is gone; NULL: it stays */
} UiPrompt;

/* Shows it over `parent` at a place of it. The popover destroys itself when closed. */
GtkWidget *ui_prompt_show (GtkWidget *parent,
                           const GdkRectangle *at,
                           const UiPrompt *prompt);
