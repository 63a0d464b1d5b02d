/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "desk/message.h"
#include "doc/model.h"

/* Asks the user for a file, in the chooser that the desktop offers. */
typedef struct {
  const char *title;
  const char *accept; /* what the button says */
  bool is_save;
  const char *path;   /* of the file to begin with, or NULL */
  const char *beside; /* a file in the folder to begin with, or NULL */
  const char *name;   /* proposed for a new file, or NULL */
  const char *ending; /* static; added to a name that has none, or NULL */
  char *(*written) (const char *path); /* the file that saving writes, if another */
  const DeskMessages *messages; /* where a file is refused that is none; or NULL */
  struct {
    const char *name, *pattern;
  } filters[2]; /* as many as have a name */
} UiChooser;

/* `path` is NULL if the user took none. */
typedef void (*UiChooserAnswer) (gpointer data, const char *path);

/* Opens the chooser over the window of `asker`. The answer comes once, and without a
 * path as soon as `asker` is destroyed. What would be replaced was agreed to. */
void ui_chooser_ask (GtkWidget *asker,
                     const UiChooser *what,
                     UiChooserAnswer answer,
                     gpointer data);

/* The same for what is made of a diagram, with a place for messages: begins in its
 * folder, and `name`,
 * "-plot.png", is completed by its title. */
void ui_chooser_export (GtkWidget *asker,
                        const DocModel *doc,
                        const UiChooser *what,
                        UiChooserAnswer answer,
                        gpointer data);

/* Tells that a file was written, where, and how large a picture `first` is, which is
 * the file itself or the first of several. */
void ui_chooser_tell_written (const DeskMessages *messages,
                              const char *path,
                              const char *first);
