/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figure/diagram/symbol.h"

/* Type a few letters, choose with the arrows, press Enter: a popover with a search
 * field and the few rows that fit best. Used to insert components, find, connect and
 * command. It destroys itself when closed. */

typedef struct {
  char *key; /* what `chosen` gets */
  char *title;
  char *detail; /* at the end of the row, or NULL */
  char *icon;   /* symbol of a component, name of a symbolic icon, or NULL */
} UiPickerRow;

/* Strings are copied; `icon` and `detail` may be NULL. */
void ui_picker_add (GPtrArray *rows,
                    const char *key,
                    const char *title,
                    const char *detail,
                    const char *icon);

typedef struct {
  const char *name;       /* what it does, for people who listen and as placeholder */
  const char *nothing;    /* shown when no row fits */
  const char *hint;       /* below the rows, or NULL */
  FigureSymbols *symbols; /* NULL: rows have no icons */
  /* Adds rows for what was typed, best first; only the first few are shown. */
  void (*search) (void *data, const char *text, GPtrArray *rows);
  void (*chosen) (void *data, const char *key);
  /* Why a row cannot be chosen, or not with Shift held, which is said and leaves the
   * list open; caller frees. NULL, or gives NULL: it can. */
  char *(*refuse) (void *data, const char *key, bool otherwise);
  /* With Shift held; NULL: it makes no difference. */
  void (*chosen_otherwise) (void *data, const char *key);
  /* Why no row fits a text, in place of `nothing`; caller frees. NULL, or gives NULL:
   * nothing is to be said of it. */
  char *(*explain) (void *data, const char *text);
  /* Uses up the beginning of a text, with the row that is chosen: what is left of it,
   * caller frees, or NULL if it takes nothing. NULL: there is nothing to take. Once it
   * has taken all of a text, Return only closes the list. */
  char *(*take) (void *data, const char *text, const char *key);
  void *data;
  GDestroyNotify free_data; /* or NULL */
} UiPicker;

GtkWidget *ui_picker_show (GtkWidget *parent,
                           const GdkRectangle *at,
                           const UiPicker *picker);
