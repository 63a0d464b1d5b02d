/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/program.h"
#include "doc/model.h"

/* Compiles the diagram on a worker thread, one job at a time. A newer submission
 * outdates the job that is under way: it is stopped, its result is dropped and the
 * newest text is compiled next. Lives on the main thread. */
typedef struct DeskCompiler DeskCompiler;

/* `done` is called on the main thread when the newest submission has been compiled. */
DeskCompiler *desk_compiler_new (void (*done) (gpointer data), gpointer data);
void desk_compiler_free (DeskCompiler *compiler);

/* `tables`: files that tables may be read from, NULL-terminated. */
void desk_compiler_submit (DeskCompiler *compiler,
                           DocModel *doc,
                           const char *const *tables);

/* Drops model and diagnostics (another diagram comes). */
void desk_compiler_forget (DeskCompiler *compiler);

/* The live program does not count. */
bool desk_compiler_is_busy (const DeskCompiler *compiler);
/* Nothing is compiled nor waits for it, the live program included. */
bool desk_compiler_is_at_rest (const DeskCompiler *compiler);
/* NULL: wrong or none yet */
DeskProgram *desk_compiler_program (const DeskCompiler *compiler);
/* Has the live program of that one compiled if there is nothing else to do: once a run
 * has begun, not after each edit. */
void desk_compiler_want_live (DeskCompiler *compiler);
/* NULL if nothing can be pulled, or not yet. */
DeskProgram *desk_compiler_live (const DeskCompiler *compiler);
const BaseDiags *desk_compiler_diags (const DeskCompiler *compiler); /* never NULL */
/* Paths of the files, other than its text and the libraries, that it was compiled from;
 * never NULL, until the next is compiled. */
const GPtrArray *desk_compiler_read (const DeskCompiler *compiler);
/* E301 of a component: it needs a value that can be assumed. */
bool desk_compiler_is_missing (const BaseDiag *diag);
