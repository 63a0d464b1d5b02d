/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <locale.h>

#include "base/config.h"
#include "ui/start/application.h"

int
main (int argc, char **argv)
{
  g_autoptr (UiApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (DASHPOT_GETTEXT_DOMAIN, DASHPOT_LOCALE_DIR);
  bind_textdomain_codeset (DASHPOT_GETTEXT_DOMAIN, "UTF-8");
  textdomain (DASHPOT_GETTEXT_DOMAIN);
  g_set_application_name ("Dashpot");
  application = ui_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
