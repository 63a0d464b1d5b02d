/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "ui/studio/program.h"

/* Compiles the diagram on a worker thread, one job at a time. A newer submission
 * outdates the job that is under way: it is stopped, its result is dropped and the
 * newest text is compiled next. Lives on the main thread. */
typedef struct UiCompiler UiCompiler;

/* `done` is called on the main thread when the newest submission has been compiled. */
UiCompiler *ui_compiler_new (void (*done) (gpointer data), gpointer data);
void ui_compiler_free (UiCompiler *compiler);

/* `tables`: files that tables may be read from, NULL-terminated. */
void ui_compiler_submit (UiCompiler *compiler,
                         DocModel *doc,
                         const char *const *tables);

/* Drops model and diagnostics (another diagram comes). */
void ui_compiler_forget (UiCompiler *compiler);

/* The live program does not count. */
bool ui_compiler_is_busy (const UiCompiler *compiler);
/* Nothing is compiled nor waits for it, the live program included. */
bool ui_compiler_is_at_rest (const UiCompiler *compiler);
/* NULL: wrong or none yet */
UiProgram *ui_compiler_program (const UiCompiler *compiler);
/* Has the live program of that one compiled if there is nothing else to do: once a run
 * has begun, not after each edit. */
void ui_compiler_want_live (UiCompiler *compiler);
/* NULL if nothing can be pulled, or not yet. */
UiProgram *ui_compiler_live (const UiCompiler *compiler);
const BaseDiags *ui_compiler_diags (const UiCompiler *compiler); /* never NULL */
