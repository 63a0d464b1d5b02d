/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/document.h"

/* Settings of the next run; kept in the diagram's analysis where they differ from the
 * defaults. */

/* What holds: what the analysis of the file says in plain numbers is shown at once,
 * what follows from other definitions once it is compiled. */
SimOptions desk_settings (const DeskDocument *document);

/* One that is typed; NaN: an interval as it needs. */
double desk_settings_value (const DeskDocument *document, SimOption option);

/* Takes the stop time, the tolerance or the interval as it is typed: "250 ms", "1e-6",
 * "" for an interval as it needs. NULL, or why it cannot be taken. Caller frees. */
char *desk_settings_set (DeskDocument *document, SimOption option, const char *typed);
/* The stepping method, by name. NULL, or why it cannot be written. Caller frees. */
char *desk_settings_set_solver (DeskDocument *document, const char *name);
