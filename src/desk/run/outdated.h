/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/run/runs.h"

/* What came between a run and the diagram, "before spring.c = 4000 N/m"; NULL if they
 * mean the same. Caller frees. */
char *desk_outdated (const DeskRun *run, const DocModel *doc);
