#include "ui/compiler.h"

#include <gio/gio.h>

#include "run/compile.h"

/* Everything that a job needs, counted, so that the diagram may change meanwhile. */
typedef struct {
  LibIndex *index;
  LangFile *file;
  const LangClass *class; /* NULL: nothing to compile */
  uint64_t number;
  SimModel *model;
  BaseDiags *diags;
} Job;

struct UiCompiler {
  gatomicrefcount n_refs;       /* the owner and a job that is under way */
  void (*done) (gpointer data); /* NULL once the owner has gone */
  gpointer data;
  Job *waiting;
  bool is_running;
  uint64_t newest;
  SimModel *model;
  BaseDiags *diags;
};

static void
job_free (gpointer data)
{
  Job *job = data;

  if (job == NULL)
    return;
  sim_model_unref (job->model);
  base_diags_free (job->diags);
  lib_index_unref (job->index);
  lang_file_unref (job->file);
  g_free (job);
}

static void
compiler_unref (UiCompiler *compiler)
{
  if (!g_atomic_ref_count_dec (&compiler->n_refs))
    return;
  job_free (compiler->waiting);
  sim_model_unref (compiler->model);
  base_diags_free (compiler->diags);
  g_free (compiler);
}

UiCompiler *
ui_compiler_new (void (*done) (gpointer data), gpointer data)
{
  UiCompiler *compiler = g_new0 (UiCompiler, 1);

  g_atomic_ref_count_init (&compiler->n_refs);
  compiler->done = done;
  compiler->data = data;
  compiler->diags = base_diags_new ();
  return compiler;
}

void
ui_compiler_free (UiCompiler *compiler)
{
  if (compiler == NULL)
    return;
  compiler->done = NULL;
  compiler_unref (compiler);
}

/* On the worker thread. */
static void
compile (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autofree char *candidates = NULL;
  const LibEntry *analysis = NULL;
  RunTarget target = {0};

  (void) source;
  (void) cancellable;
  if (job->class != NULL)
    target.model = run_find_model (job->index, job->file, job->class->name, &analysis,
                                   &candidates);
  if (target.model != NULL)
    job->model = run_compile (job->index, &target, NULL, job->diags);
  g_task_return_boolean (task, TRUE);
}

static void start_waiting (UiCompiler *compiler);

static void
finished (GObject *source, GAsyncResult *result, gpointer data)
{
  UiCompiler *compiler = data;
  Job *job = g_task_get_task_data (G_TASK (result));

  (void) source;
  compiler->is_running = false;
  if (compiler->done != NULL && job->number == compiler->newest) {
    sim_model_unref (compiler->model);
    base_diags_free (compiler->diags);
    compiler->model = g_steal_pointer (&job->model);
    compiler->diags = g_steal_pointer (&job->diags);
    compiler->done (compiler->data);
  } else if (compiler->done != NULL) {
    start_waiting (compiler);
  }
  compiler_unref (compiler);
}

static void
start_waiting (UiCompiler *compiler)
{
  if (compiler->is_running || compiler->waiting == NULL)
    return;
  compiler->is_running = true;
  g_atomic_ref_count_inc (&compiler->n_refs);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, finished, compiler);
  g_task_set_task_data (task, g_steal_pointer (&compiler->waiting), job_free);
  g_task_run_in_thread (task, compile);
}

void
ui_compiler_submit (UiCompiler *compiler, DocModel *doc)
{
  Job *job = g_new0 (Job, 1);

  job->index = lib_index_ref (doc_index (doc));
  job->file = lang_file_ref (doc_file (doc));
  job->class = doc_can_edit (doc) ? doc_class (doc) : NULL;
  job->number = ++compiler->newest;
  job->diags = base_diags_new ();
  base_diags_append (job->diags, doc_diags (doc));
  job_free (compiler->waiting);
  compiler->waiting = job;
  start_waiting (compiler);
}

void
ui_compiler_forget (UiCompiler *compiler)
{
  compiler->newest++;
  g_clear_pointer (&compiler->model, sim_model_unref);
  base_diags_free (compiler->diags);
  compiler->diags = base_diags_new ();
}

bool
ui_compiler_is_busy (const UiCompiler *compiler)
{
  return compiler->is_running || compiler->waiting != NULL;
}

const SimModel *
ui_compiler_model (const UiCompiler *compiler)
{
  return compiler->model;
}

const BaseDiags *
ui_compiler_diags (const UiCompiler *compiler)
{
  return compiler->diags;
}
