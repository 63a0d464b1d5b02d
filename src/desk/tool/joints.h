/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"

/* A wire that could be drawn. */
typedef struct {
  char *from, *to; /* ports: "spring.flange_b", "mass.flange_a" */
} DeskJoint;

/* At most so many from the first selected part to others whose "FROM — TO" has the
 * text, in any case; the likeliest first: between free ports that face each other and
 * are near. DeskJoint; caller unrefs. */
GPtrArray *desk_joints (DeskStudio *studio, const char *text, guint most);
