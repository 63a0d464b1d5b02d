/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program with windows: sets the locale and the catalogue of messages, which must
 * be done before anything is translated, and runs the application. The decimal sign is
 * a point in every language, as in files and in what is typed; a comma that is typed is
 * read as well (desk/quantity.h). */
#include <glib/gi18n-lib.h>
#include <locale.h>

#include "base/folder.h"
#include "base/pages.h"
#include "ui/start/application.h"

int
main (int argc, char **argv)
{
  base_pages_widen_heap ();
  g_autoptr (UiApplication) application = NULL;
  g_autofree char *locale = base_folder_locale ();

  gtk_disable_setlocale (); /* would set all of it */
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  bindtextdomain (GETTEXT_PACKAGE, locale);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name ("Dashpot");
  application = ui_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
