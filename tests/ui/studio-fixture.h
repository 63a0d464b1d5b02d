/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>
#include <locale.h>
#include <stdio.h>

#include "../unit/desk/studio-fixture.h"

/* Begins main(); false, and the tests are skipped, without a display. */
static inline bool
begin_tests (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  if (!gtk_init_check ()) {
    puts ("1..0 # SKIP no display");
    return false;
  }
  adw_init ();
  return true;
}
