/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/disk.h"
#include "desk/library.h"
#include "desk/plot/plots.h"
#include "desk/problem/glossary.h"
#include "desk/problem/problems.h"
#include "desk/run/laws.h"
#include "desk/run/pull.h"
#include "desk/run/settings.h"
#include "desk/run/starts.h"
#include "desk/text/text.h"
#include "doc/edit/edit.h"

/* What one window works on, all of it: widgets get the studio and know each other only
 * through it. Each part listens to those above it here, and before any widget does. */
#define DESK_TYPE_STUDIO (desk_studio_get_type ())
G_DECLARE_FINAL_TYPE (DeskStudio, desk_studio, DESK, STUDIO, GObject)

struct _DeskStudio {
  GObject parent;

  DeskMessages messages; /* to its owner, who fills this in */
  DeskLibrary *library;  /* that all windows share; the same, or NULL */
  DeskDocument *document;
  DeskText *text;
  DeskDisk *disk;
  DeskSelection *selection;
  DeskStarts *starts;
  DeskRuns *runs;
  DeskTimeline *timeline;
  DeskLaws *laws;
  DeskPlots *plots;
  DeskPull *pull;
  DeskProblems *problems;
  DeskGlossary *glossary; /* of the library */
};

/* All parts, around an empty diagram over a library, which it keeps; the caller unrefs
 * it. */
DeskStudio *desk_studio_new (const LibIndex *library);

/* Whether nothing else should be shown in its place: work is unsaved, or a run is not
 * at its end. */
bool desk_studio_is_in_use (DeskStudio *self);
