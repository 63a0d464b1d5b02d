/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/run/timeline.h"
#include "desk/tool/selection.h"
#include "run/law.h"

/* The laws of the component that is selected alone, as curves with the numbers that it
 * has, and where it stands on them in the current run. They are compiled and drawn on a
 * thread, one job at a time, the newest; until it has landed the last curves stay.
 * Property:
 *
 *   "curves" they are new, or there are none */
#define DESK_TYPE_LAWS (desk_laws_get_type ())
G_DECLARE_FINAL_TYPE (DeskLaws, desk_laws, DESK, LAWS, GObject)

typedef struct {
  const RunLaw *law;
  RunLawCurve *curve;
  RunRange visited; /* what of x the run had when it was drawn; empty: none */
  double *given;    /* that it was drawn with */
} DeskLaw;

/* Of a diagram, its selection and its time, which outlive it; the caller unrefs it. */
DeskLaws *desk_laws_new (DeskDocument *document,
                         DeskSelection *selection,
                         DeskTimeline *timeline);

/* How many there are, in the order of the metadata, and one of them, which lives until
 * "curves" is told. */
uint32_t desk_laws_n (const DeskLaws *self);
/* Below that number. */
const DeskLaw *desk_laws_get (const DeskLaws *self, uint32_t i);

/* Why there are fewer than its metadata names, in a sentence for the user; NULL if
 * there are not. Until "curves" is told. */
const char *desk_laws_why (const DeskLaws *self);

/* Where the component stands at the time shown: x, and the k-th y of a law. False if no
 * run tells. */
bool desk_laws_point (const DeskLaws *self, uint32_t i, uint32_t k, double point[2]);
/* That in words: "f = 3 N at v = 0.5 m/s"; NULL if no run tells. Caller frees. */
char *desk_laws_point_to_text (const DeskLaws *self, uint32_t i);
/* What else the curve holds for: "f_normalized = 1"; NULL if it depends on nothing
 * else. Caller frees. */
char *desk_laws_given_to_text (const DeskLaws *self, uint32_t i);

/* Draws anew what the run has changed since: nobody else tells while it goes on. */
void desk_laws_follow (DeskLaws *self);

/* Ends what is under way, before what it listens to goes. */
void desk_laws_stop (DeskLaws *self);
/* Something is compiled or drawn. */
bool desk_laws_is_busy (const DeskLaws *self);
