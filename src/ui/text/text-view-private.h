/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtksourceview/gtksource.h>

#include "ui/text/text-view.h"
#include "ui/widgets/suggest.h"

struct _UiTextView {
  GtkWidget parent;

  DeskStudio *studio;
  GtkSourceView *view;
  GtkSourceBuffer *buffer;
  GtkTextBuffer *text;     /* the same */
  const BaseSource *shown; /* what stands in it; counted, NULL: nothing yet */
  bool is_listening;
  bool is_following;   /* what is changed in it comes from the diagram */
  bool is_selecting;   /* in the diagram what has the caret */
  uint32_t action;     /* counts what the user does */
  guint key;           /* source that ends it */
  uint32_t begin, end; /* bytes that are about to be replaced */
  /* What is being put in, piece by piece. */
  const BaseSource *filling; /* counted, or NULL */
  size_t filled;
  guint filler;
  GtkTextTag *selected;
  GtkTextTag *faults[2];          /* warning, error */
  GPtrArray *marks;               /* text-marks.c */
  GtkSourceSearchContext *search; /* text-search.c */
  GtkSearchBar *search_bar;
  GtkEditable *search_entry;
  DeskCatalogue *catalogue; /* borrowed */
  UiSuggest *suggest;
};

/* ---- text-marks.c ---- */
void ui_text_view_add_marks (UiTextView *self);
/* What is known of the text shown, if it is that of the last compilation. */
void ui_text_view_renew_marks (UiTextView *self);
void ui_text_view_forget_marks (UiTextView *self);

/* ---- text-search.c ---- */
/* Makes the bar, which the caller places. */
GtkWidget *ui_text_view_add_search (UiTextView *self);
void ui_text_view_open_search (UiTextView *self);

/* ---- text-completion.c ---- */
void ui_text_view_add_completion (UiTextView *self, DeskCatalogue *catalogue);
