/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/run/runs.h"

/* What is wrong with the diagram: diagnostics of its text, of the compiler, and of the
 * current run where that is of it. Property "diags": they are new. */
#define DESK_TYPE_PROBLEMS (desk_problems_get_type ())
G_DECLARE_FINAL_TYPE (DeskProblems, desk_problems, DESK, PROBLEMS, GObject)

struct _DeskProblems {
  GObject parent;

  DeskDocument *document;
  DeskRuns *runs;
  BaseDiags *diags;  /* for reading; never NULL */
  bool is_asked_for; /* a run was, in vain, and the diagram is still wrong */
  GHashTable *worst; /* instance name -> BaseDiag of that list */
};

/* Both outlive it. */
DeskProblems *desk_problems_new (DeskDocument *document, DeskRuns *runs);

/* How it is shown: as what it is, but for a value that a part still needs, which is a
 * warning until a run is asked for. */
BaseSeverity desk_problems_severity (const DeskProblems *self, const BaseDiag *diag);
/* The worst diagnostic that points at an instance ("mass1" also for "mass1.flange_a"),
 * or NULL: for badges. */
const BaseDiag *desk_problems_of (const DeskProblems *self, const char *item);
/* The instances (interned names) that a diagnostic is about, the one where it stands
 * first; caller unrefs. */
GPtrArray *desk_problems_items (const DeskProblems *self, const BaseDiag *diag);
/* The level (doc/level.h) that shows what it is about; NULL: none is known. Caller
 * frees. */
char *desk_problems_level (const DeskProblems *self, const BaseDiag *diag);
/* The wire that it is about; UINT32_MAX: none. */
uint32_t desk_problems_wire (const DeskProblems *self, const BaseDiag *diag);
