/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/limit.h"
#include "flat/model.h"
#include "lib/class.h"
#include "lib/index.h"

/* Only some variables of a model, each as an explicit function of the time; connects do
 * not count. */
typedef struct {
  uint32_t n_wanted;
  const char *const *wanted; /* "law.f": a variable, or all elements of an array */
  uint32_t n_given;
  const char *const *given; /* become parameters, whose values the root's text gives */
} FlatSlice;

/* A model to simulate: a component and what is modified from outside. */
typedef struct {
  const LibEntry *model;
  uint32_t n_mods;
  const LangMod *const *mods; /* of the analysis' `model = M(…)`; names inside are
                               * looked up in the namespace `from` */
  const char *from;
  uint32_t n_sets; /* `--set name=value`, applied last: a parameter's or input's
                    * value, the start value of any other variable */
  const char *const *set_names;
  const LangExpr *const *set_values;
  /* The component is meant to be a part: values and signals that its user gives may be
   * missing, and its ports count as connected from outside. If anything was missing,
   * there is no model though there are no errors. */
  bool is_part;
  const FlatSlice *slice; /* or NULL: all of it. There is no model, and no error, if the
                           * relations do not give what is wanted one by one. */
  BaseLimits limits;
} FlatRoot;

/* Elaborates: instances, inheritance, modifiers, conditions, connection sets, balance.
 * Reports everything it finds (E2xx, E30x, E40x, E501, E60x, W406, W601); NULL if there
 * are errors, or a sketch (FlatModel.is_sketch) if these are of missing values and open
 * inputs alone. Time and memory are linear in the number of variables and equations. */
FlatModel *flat_build (BaseArena *arena,
                       const LibIndex *index,
                       const FlatRoot *root,
                       BaseDiags *diags);

/* The settings of a TransientAnalysis (LANGUAGE §14). */
typedef struct {
  FlatRoot root;
  bool is_steady; /* SteadyStateAnalysis */
  double start;
  double stop; /* NaN if not given */
  double reltol;
  double abstol; /* NaN: reltol */
  double saveat; /* 0: as the solution needs, -1: all steps */
  double dtmax;  /* 0: none */
  const char *alg;
  bool if_lifting;
  BaseSpan stop_span; /* where they are said, else the name of the analysis */
  BaseSpan reltol_span;
  BaseSpan abstol_span;
  BaseSpan saveat_span;
  BaseSpan dtmax_span;
  BaseSpan alg_span;
} FlatAnalysis;

/* Reports what a definition of any kind names and what does not exist. */
void flat_definition_check (BaseArena *arena,
                            const LibIndex *index,
                            const LibEntry *entry,
                            BaseDiags *diags);

/* Reads an analysis definition. False and diagnostics if it is not usable (W603 and
 * false for kinds that are not run). */
bool flat_analysis (BaseArena *arena,
                    const LibIndex *index,
                    const LibEntry *entry,
                    FlatAnalysis *analysis,
                    BaseDiags *diags);
