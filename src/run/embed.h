/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The public face: what a program includes that has Dashpot inside of it. It sees
 * models, runs and results, and nothing of how they are made (tests/checks/layers.py).
 *
 * A library of classes     LibIndex     lib/index.h
 * What is wrong, and where BaseDiags    base/diag.h
 * A model, its variables   SimModel     run/open.h, run/compile.h, sim/model.h
 * A run on its own thread  RunSession   run/session.h: set, pause, go on, branch
 * A run step by step       SimState     sim/state.h: set, run, ask for values
 * …saved and taken up      SimSnapshot  sim/snapshot.h
 * …its rates and Jacobian               sim/linear.h
 * Results                  RunTrace     run/trace.h, run/recorder.h, run/export.h
 */
#include "run/export.h"
#include "run/open.h"
#include "run/recorder.h"
#include "run/session.h"
#include "sim/linear.h"
#include "sim/snapshot.h"
