/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window-private.h"

/* Somebody without sense at a window: what monkey.c (seed, log, counts) and the files
 * monkey-*.c (what it does) share. */
typedef struct {
  UiApplication *application;
  char *scratch;       /* a folder of its own */
  GPtrArray *examples; /* paths, sorted */
  GPtrArray *classes;  /* names of components, sorted */
  UiWindow *window;    /* worked on last; may be gone */
  bool is_down[3];     /* a button on the canvas, the plots, the moving picture */
} Monkey;

/* What an act draws: four numbers of 31 bits, drawn whether it needs them or not, so
 * that a seed gives the same numbers whatever happened before. */
typedef const guint32 *MonkeyDraw;

typedef struct {
  const char *name;
  guint weight;
  void (*act) (Monkey *monkey, MonkeyDraw draw);
} MonkeyAct;

/* Ends with a name of NULL. `monkey_answers` are all that can be done while a dialog is
 * open that takes the input. */
extern const MonkeyAct monkey_acts[];
extern const MonkeyAct monkey_answers[];

/* The window worked on; made if there is none. */
UiWindow *monkey_window (Monkey *monkey);
/* Of too many windows the one that was left alone longest goes, whatever is open in it.
 * What is opened beside unsaved work has its own: after a thousand acts there would be
 * a hundred, and drawing them all would be taken for a slow act. */
void monkey_have_few_windows (Monkey *monkey);
/* The dialog that takes the input, or NULL. */
GtkWindow *monkey_dialog (void);

static inline const char *
monkey_one_of (const GPtrArray *list, guint32 number)
{
  return list->len > 0 ? list->pdata[number % list->len] : NULL;
}

/* ---- monkey-hands.c: pointer, keys and whatever widget is there ---- */
void monkey_press (Monkey *monkey, MonkeyDraw draw);
void monkey_hover (Monkey *monkey, MonkeyDraw draw);
void monkey_wheel (Monkey *monkey, MonkeyDraw draw);
void monkey_key (Monkey *monkey, MonkeyDraw draw);
void monkey_drop (Monkey *monkey, MonkeyDraw draw);
void monkey_widget (Monkey *monkey, MonkeyDraw draw);
void monkey_field (Monkey *monkey, MonkeyDraw draw);
void monkey_focus (Monkey *monkey, MonkeyDraw draw);
