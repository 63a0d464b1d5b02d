/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "studio-fixture.h"
#include "ui/window/window-private.h"

/* Whole windows, without hands. */
static UiApplication *application;

static inline void
draw (void)
{
  for (int i = 0; i < 50 && g_main_context_iteration (NULL, FALSE); i++)
    continue;
}

static inline void
act (UiWindow *window, const char *name)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), name, NULL));
  draw ();
}

static inline guint
n_windows (void)
{
  guint n = 0;

  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (application));
       link != NULL; link = link->next)
    n += UI_IS_WINDOW (link->data) ? 1 : 0;
  return n;
}

/* The message dialog that is open, or NULL. */
static inline AdwMessageDialog *
find_dialog (void)
{
  GListModel *all = gtk_window_get_toplevels ();
  AdwMessageDialog *dialog = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWindow) one = g_list_model_get_item (all, i);

    dialog = ADW_IS_MESSAGE_DIALOG (one) ? ADW_MESSAGE_DIALOG (one) : dialog;
  }
  return dialog;
}

static inline void
answer (const char *response)
{
  AdwMessageDialog *dialog = find_dialog ();

  g_assert_nonnull (dialog);
  adw_message_dialog_response (dialog, response);
  gtk_window_destroy (GTK_WINDOW (dialog));
  draw ();
}

/* Begins main(); false, and the tests are skipped, without a display. */
static inline bool
begin_window_tests (int argc, char **argv)
{
  if (!begin_tests (argc, argv))
    return false;
  application = ui_application_new ();
  g_application_set_flags (G_APPLICATION (application),
                           g_application_get_flags (G_APPLICATION (application)) |
                               G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  return true;
}

/* Ends it. */
static inline int
run_window_tests (void)
{
  const int status = g_test_run ();

  g_object_unref (application);
  return status;
}
