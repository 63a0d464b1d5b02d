/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/journal.h"
#include "ui/canvas/canvas.h"
#include "ui/canvas/crumbs.h"
#include "ui/inspector/inspector.h"
#include "ui/motion/motion-view.h"
#include "ui/motion/time-bar.h"
#include "ui/palette/palette.h"
#include "ui/palette/rail.h"
#include "ui/plots/browser.h"
#include "ui/plots/plots.h"
#include "ui/start/gallery.h"
#include "ui/text/text-view.h"
#include "ui/window/problems.h"
#include "ui/window/run-bar.h"
#include "ui/window/terms.h"
#include "ui/window/window.h"

/* In the order of F6. */
typedef enum {
  UI_WINDOW_PANE_PALETTE,
  UI_WINDOW_PANE_CANVAS,
  UI_WINDOW_PANE_TEXT,
  UI_WINDOW_PANE_BOTTOM,
  UI_WINDOW_PANE_MOTION, /* within the bottom one */
  UI_WINDOW_PANE_SIDE,
  UI_WINDOW_N_PANES,
} UiWindowPane;

/* Shared by window.c (what it consists of), window-file.c (new, open, save and what may
 * get lost) and window-actions.c (menu and keys). */
struct _UiWindow {
  AdwApplicationWindow parent_instance;

  DeskStudio *studio;
  GSettings *settings;  /* or NULL */
  DeskJournal *journal; /* or NULL */

  AdwToastOverlay *toasts;
  AdwToast *told; /* last: by the studio, NULL or counted as the next ones */
  AdwToast *refused;
  AdwToast *not_opened;
  AdwToast *not_saved;
  AdwHeaderBar *header;
  GtkStack *pages;
  AdwWindowTitle *title;
  GtkWidget *open_button;
  GtkWidget *file_buttons;
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  GtkWidget *name_label;
  GtkWidget *modified_dot;
  GMenu *recent_menu;
  GtkWidget *palette_button;
  GtkWidget *panel_button;
  GtkPaned *palette_paned;
  GtkPaned *panel_paned;
  GtkPaned *bottom_paned;
  AdwBin *palette_bin;
  AdwBin *rail_bin;
  AdwBin *gallery_bin;
  GtkPaned *text_paned;
  AdwBin *text_bin;
  GtkOverlay *canvas_overlay;
  GtkWidget *empty_hint;
  GtkWidget *zoom_box, *zoom_label;
  AdwViewStack *bottom;
  AdwBin *bottom_bin;
  GtkWidget *bottom_bar;
  GtkWidget *problems_count;
  AdwBin *time_bin;
  GtkPaned *motion_paned;
  AdwBin *motion_bin;
  AdwViewStack *panel;
  GtkWidget *panel_box;

  UiCanvas *canvas;
  UiTextView *text_view;
  UiPalette *palette;
  UiRail *rail;
  UiInspector *inspector;
  UiBrowser *browser;
  UiPlots *plots;
  UiProblems *problems;
  UiRunBar *run_bar;
  UiMotionView *motion;
  GtkWindow *motion_window; /* of its own, or NULL */
  UiTerms *terms;           /* NULL until somebody asks */
  UiGallery *gallery;

  GtkInfoBar *disk_bar; /* what another program did to the file */
  GtkWidget *disk_label;
  GtkWidget *disk_reload;
  GtkWidget *disk_overwrite;
  GtkInfoBar *text_bar; /* what of the file cannot be read */
  GtkWidget *text_label;
  GtkWidget *ahead_hint;
  guint ahead_timer; /* until that is shown, or 0 */

  GCancellable *loading; /* of the file that is being read, or NULL */
  GtkWidget *loading_label;
  bool returns_to_editor; /* if that is cancelled; else to the gallery */
  bool runs_when_open;

  bool may_close;      /* the user has said what becomes of unsaved work */
  bool is_closing;     /* as soon as what is edited apart is in the diagram */
  GtkWidget *folded;   /* the side for which there is no room, or NULL */
  bool is_watching;    /* how the room is divided */
  bool folds_palette;  /* what becomes of it is not told to the settings */
  bool watches_next;   /* the user has asked for a run */
  guint fitting;       /* idle source, or 0 */
  uint32_t n_replayed; /* number of the run that was shown last */

  /* Of the focus; weak pointers, any may be NULL. */
  GtkWidget *home;    /* had it last outside of popovers */
  GtkWidget *popover; /* in which it was since */
  GtkWidget *left_at[UI_WINDOW_N_PANES];
  guint giving_back; /* idle source, or 0 */
};

/* ---- window.c ---- */
void ui_window_show_editor (UiWindow *self);
/* "editor", "gallery" or "loading"; any of them ends a loading that goes on. */
void ui_window_show_page (UiWindow *self, const char *name);
void ui_window_show_gallery (UiWindow *self);
bool ui_window_is_editing (UiWindow *self);
void ui_window_update_title (UiWindow *self);
/* What is told in place of `*toast`, one of the window's; NULL: that has been mended.
 */
void ui_window_tell_next (UiWindow *self, AdwToast **toast, const char *sentence);
/* Help on the selected component; on the program if none is selected. */
void ui_window_show_help (UiWindow *self);

/* ---- window-file.c ---- */

/* Where something else is shown: here, or in a new window if this one has unsaved work
 * or a run that is not at its end. */
UiWindow *ui_window_for_next (UiWindow *self);
void ui_window_begin_diagram (UiWindow *self);
void ui_window_open_example (UiWindow *self, const char *path);
/* For the gallery. */
void ui_window_leave (UiWindow *self);
/* Asks for a file, and opens it. */
void ui_window_choose_file (UiWindow *self);
/* Asks what becomes of unsaved work, then closes. */
void ui_window_ask_to_close (UiWindow *self);
/* Whether something is still edited apart: the window closes when that is in the
 * diagram. */
bool ui_window_waits_to_close (UiWindow *self);
void ui_window_save (UiWindow *self);
void ui_window_save_as (UiWindow *self);
/* Saves over what another program wrote, which is kept. */
void ui_window_overwrite (UiWindow *self);
void ui_window_export_picture (UiWindow *self);
void ui_window_pack (UiWindow *self);
void ui_window_keep_journal (UiWindow *self);
void ui_window_keep_view (UiWindow *self); /* in the journal, with unsaved work */

/* ---- window-disk.c ---- */
void ui_window_add_disk_bar (UiWindow *self);
void ui_window_reload (UiWindow *self);

/* ---- window-open.c ---- */
void ui_window_cancel_opening (UiWindow *self);
void ui_window_add_text_bar (UiWindow *self);
/* After each change of the text. */
void ui_window_update_text_bar (UiWindow *self);
/* The list of them, below the diagram. */
void ui_window_show_problems (UiWindow *self);

/* ---- window-motion.c ---- */
void ui_window_add_motion (UiWindow *self);
/* Before the window goes: what is remembered. */
void ui_window_close_motion (UiWindow *self);

/* ---- window-text.c ---- */
void ui_window_add_text (UiWindow *self, DeskCatalogue *catalogue);
void ui_window_forget_text (UiWindow *self);
/* Where the selected component is declared. */
void ui_window_show_in_text (UiWindow *self);

/* ---- window-room.c ---- */
void ui_window_add_room (UiWindow *self);
/* Opens the pane below the diagram at "plots" or "problems"; "": closes it. */
void ui_window_show_below (UiWindow *self, const char *page);
/* A variable was plotted: its plot is to be seen, if there is a run. */
void ui_window_show_plotted (UiWindow *self);
/* The run that begins next is asked for to be watched. */
void ui_window_watch_next (UiWindow *self);

/* ---- window-panes.c ---- */
void ui_window_add_panes (UiWindow *self);
void ui_window_forget_panes (UiWindow *self);
/* The palette becomes a rail, or comes back if it is wanted at all. */
void ui_window_fold_palette (UiWindow *self, bool is_folded);
/* Before the window goes. */
void ui_window_remember_sizes (UiWindow *self);

/* ---- window-focus.c ---- */
void ui_window_add_focus (UiWindow *self);
void ui_window_forget_focus (UiWindow *self);
/* The focus goes to the next pane that is seen, where it was when it left it. */
void ui_window_next_pane (UiWindow *self);
void ui_window_previous_pane (UiWindow *self);

/* ---- window-actions.c ---- */
void ui_window_add_actions (UiWindow *self);
/* Writes what tests ask for to the file that DASHPOT_PLACES names, once the window is
 * at rest. */
void ui_window_list_places (UiWindow *self);
void ui_window_update_actions (UiWindow *self);
