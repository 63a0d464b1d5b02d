/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A GTask per job. A job holds what it needs (texts are immutable and counted), so the
 * diagram may change meanwhile; it reads the text for itself, since the tree of the
 * diagram belongs to the main thread. One waits at most, the newest. The live program
 * is compiled as a job of its own behind the plain one, once a run has begun. */
#include "desk/compiler.h"

#include <gio/gio.h>

#include "doc/level.h"
#include "doc/plot.h"
#include "lang/parse.h"
#include "lib/model.h"
#include "run/compile.h"

enum { MISSING_NUMBER = 301 };

/* Everything that a job needs, counted, so that the diagram may change meanwhile. */
typedef struct {
  LibIndex *library;
  BaseSource *source;
  const char *model; /* the component, interned; NULL: nothing to compile */
  bool is_ahead;     /* the text, of the diagram: what it says of it is told here */
  LibIndex *index;   /* of both; NULL: not read yet */
  LangFile *file;
  char **tables;
  GPtrArray *read; /* paths of the files that were read */
  uint64_t number;
  int stop_flag;      /* atomic: nobody waits for it any more */
  DeskProgram *plain; /* its live program is wanted; NULL: this one */
  DeskProgram *program;
  BaseDiags *diags;
} Job;

struct DeskCompiler {
  gatomicrefcount n_refs;       /* the owner and a job that is under way */
  void (*done) (gpointer data); /* NULL once the owner has gone */
  gpointer data;
  Job *running; /* owned by its task */
  Job *waiting;
  Job *live_job; /* for when it is wanted */
  uint64_t newest;
  DeskProgram *program;
  DeskProgram *live;
  BaseDiags *diags;
  GPtrArray *read;
};

static void
job_free (gpointer data)
{
  Job *job = data;

  if (job == NULL)
    return;
  desk_program_unref (job->plain);
  desk_program_unref (job->program);
  base_diags_free (job->diags);
  lib_index_unref (job->library);
  base_source_unref (job->source);
  lib_index_unref (job->index);
  lang_file_unref (job->file);
  g_strfreev (job->tables);
  g_clear_pointer (&job->read, g_ptr_array_unref);
  g_free (job);
}

static void
compiler_unref (DeskCompiler *compiler)
{
  if (!g_atomic_ref_count_dec (&compiler->n_refs))
    return;
  job_free (compiler->waiting);
  job_free (compiler->live_job);
  desk_program_unref (compiler->program);
  desk_program_unref (compiler->live);
  base_diags_free (compiler->diags);
  g_ptr_array_unref (compiler->read);
  g_free (compiler);
}

DeskCompiler *
desk_compiler_new (void (*done) (gpointer data), gpointer data)
{
  DeskCompiler *compiler = g_new0 (DeskCompiler, 1);

  g_atomic_ref_count_init (&compiler->n_refs);
  compiler->done = done;
  compiler->data = data;
  compiler->diags = base_diags_new ();
  compiler->read = g_ptr_array_new ();
  return compiler;
}

/* What is under way is of no use. */
static void
stop_running (DeskCompiler *compiler)
{
  if (compiler->running != NULL)
    g_atomic_int_set (&compiler->running->stop_flag, 1);
}

void
desk_compiler_free (DeskCompiler *compiler)
{
  if (compiler == NULL)
    return;
  stop_running (compiler);
  compiler->done = NULL;
  compiler_unref (compiler);
}

/* Reads the text, whose faults the diagram has told. */
static void
read_text (Job *job)
{
  g_autoptr (BaseDiags) told = base_diags_new ();

  job->file = lang_parse (job->source, told);
  job->index = lib_index_put (job->library, job->file, NULL, told);
  doc_plots_check (lang_file_find (job->file, job->model), job->diags);
}

static bool
is_stopped (const Job *job)
{
  return g_atomic_int_get (&job->stop_flag) != 0;
}

/* Between any two steps it may turn out that nobody waits for it any more. */
static void
compile_model (Job *job)
{
  const BaseLimits limits = {.tables = (const char *const *) job->tables,
                             .read = job->read,
                             .stop_flag = &job->stop_flag};
  g_autofree char *candidates = NULL;
  const LibEntry *analysis = NULL;
  const LibEntry *entry = NULL;

  if (job->file == NULL && !is_stopped (job))
    read_text (job);
  if (!is_stopped (job))
    entry = lib_model_find (job->index, job->file, job->model, &analysis, &candidates);
  if (entry != NULL && job->plain != NULL)
    job->program = desk_program_new_live (job->index, entry, analysis, job->plain,
                                          &job->stop_flag);
  else if (entry != NULL)
    job->program = desk_program_new (job->index, entry, analysis, &limits, job->diags);
}

/* On the worker thread. */
static void
compile (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  if (job->is_ahead)
    job->file = lang_parse (job->source, job->diags);
  else if (job->model != NULL)
    compile_model (job);
  g_task_return_boolean (task, TRUE);
}

static void start_waiting (DeskCompiler *compiler);

static Job *
live_job_new (const Job *job, DeskProgram *plain)
{
  Job *live = g_new0 (Job, 1);

  live->index = lib_index_ref (job->index);
  live->file = lang_file_ref (job->file);
  live->model = job->model;
  live->number = job->number;
  live->plain = desk_program_ref (plain);
  live->diags = base_diags_new ();
  return live;
}

/* Takes over what the newest job gave. */
static void
take (DeskCompiler *compiler, Job *job)
{
  if (job->plain != NULL) {
    compiler->live = g_steal_pointer (&job->program);
    return;
  }
  g_clear_pointer (&compiler->live, desk_program_unref);
  desk_program_unref (compiler->program);
  base_diags_free (compiler->diags);
  g_ptr_array_unref (compiler->read);
  compiler->program = g_steal_pointer (&job->program);
  compiler->diags = g_steal_pointer (&job->diags);
  compiler->read = g_steal_pointer (&job->read);
  job_free (compiler->live_job);
  compiler->live_job =
      compiler->program != NULL ? live_job_new (job, compiler->program) : NULL;
}

static void
finished (GObject *source, GAsyncResult *result, gpointer data)
{
  DeskCompiler *compiler = data;
  Job *job = g_task_get_task_data (G_TASK (result));

  compiler->running = NULL;
  if (compiler->done != NULL && job->number == compiler->newest) {
    take (compiler, job);
    start_waiting (compiler);
    if (job->plain == NULL)
      compiler->done (compiler->data);
  } else if (compiler->done != NULL) {
    start_waiting (compiler);
  }
  compiler_unref (compiler);
}

static void
start_waiting (DeskCompiler *compiler)
{
  if (compiler->running != NULL || compiler->waiting == NULL)
    return;
  compiler->running = g_steal_pointer (&compiler->waiting);
  g_atomic_ref_count_inc (&compiler->n_refs);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, finished, compiler);
  g_task_set_task_data (task, compiler->running, job_free);
  g_task_run_in_thread (task, compile);
}

void
desk_compiler_submit (DeskCompiler *compiler, DocModel *doc, const char *const *tables)
{
  const LangClass *root = doc_level_root (doc);
  Job *job = g_new0 (Job, 1);

  job->library = lib_index_ref (doc_library (doc));
  job->source = base_source_ref (doc_source (doc));
  job->model = root != NULL && !root->is_broken ? root->name : NULL;
  job->tables = g_strdupv ((char **) tables);
  job->read = g_ptr_array_new_with_free_func (g_free);
  job->number = ++compiler->newest;
  job->diags = base_diags_new ();
  job->is_ahead = doc_is_ahead (doc);
  if (!job->is_ahead)
    base_diags_append (job->diags, doc_diags (doc));
  job_free (compiler->waiting);
  compiler->waiting = job;
  stop_running (compiler);
  start_waiting (compiler);
}

void
desk_compiler_want_live (DeskCompiler *compiler)
{
  if (compiler->running != NULL || compiler->waiting != NULL)
    return;
  compiler->waiting = g_steal_pointer (&compiler->live_job);
  start_waiting (compiler);
}

void
desk_compiler_forget (DeskCompiler *compiler)
{
  stop_running (compiler);
  g_clear_pointer (&compiler->live_job, job_free);
  compiler->newest++;
  g_clear_pointer (&compiler->program, desk_program_unref);
  g_clear_pointer (&compiler->live, desk_program_unref);
  base_diags_free (compiler->diags);
  compiler->diags = base_diags_new ();
  g_ptr_array_set_size (compiler->read, 0);
}

bool
desk_compiler_is_busy (const DeskCompiler *compiler)
{
  return (compiler->running != NULL && compiler->running->plain == NULL) ||
         (compiler->waiting != NULL && compiler->waiting->plain == NULL);
}

bool
desk_compiler_is_at_rest (const DeskCompiler *compiler)
{
  return compiler->running == NULL && compiler->waiting == NULL;
}

DeskProgram *
desk_compiler_program (const DeskCompiler *compiler)
{
  return compiler->program;
}

DeskProgram *
desk_compiler_live (const DeskCompiler *compiler)
{
  return compiler->live;
}

const GPtrArray *
desk_compiler_read (const DeskCompiler *compiler)
{
  return compiler->read;
}

const BaseDiags *
desk_compiler_diags (const DeskCompiler *compiler)
{
  return compiler->diags;
}

bool
desk_compiler_is_missing (const BaseDiag *diag)
{
  return diag->severity == BASE_ERROR && diag->number == MISSING_NUMBER &&
         diag->path != NULL && *diag->path != '\0';
}
