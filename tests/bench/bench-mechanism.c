/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frame time of the moving picture: a tree of 200 bodies with joints and springs, 800
 * by 600 pixels, as it runs and with all arrows, labels and trails. Prints milliseconds
 * of CPU; the budget is 8 ms for pose and drawing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/folder.h"
#include "cpu-time.h"
#include "figure/motion/motion.h"
#include "lang/parse.h"
#include "run/compile.h"
#include "run/recorder.h"

#define N_BODIES 200
#define WIDTH    800
#define HEIGHT   600
#define FRAMES   100

/* Pendulums of a rod with a spring to the next one: 100 pairs of bodies. */
static char *
model_text (void)
{
  GString *text = g_string_new ("component Many\n");
  const char *library = "MultibodyComponents.PlanarMechanics";

  g_string_append_printf (text, "  world = %s.World()\n", library);
  for (int i = 0; i < N_BODIES / 2; i++) {
    g_string_append_printf (text, "  g%d = %s.Fixed(r = [%d, %d])\n", i, library,
                            i % 10, -2 * (i / 10));
    g_string_append_printf (text,
                            "  j%d = %s.Revolute(phi(initial = %g), w(initial = 0))\n",
                            i, library, 0.1 * (i % 7));
    g_string_append_printf (
        text, "  a%d = %s.BodyShape(r = [0, -0.8], m = 1, I = 0.1)\n", i, library);
    g_string_append_printf (text, "  b%d = %s.Body(m = 1, I = 0.1)\n", i, library);
    g_string_append_printf (text, "  s%d = %s.Spring(c_x = 10, c_y = 10)\n", i,
                            library);
  }
  g_string_append (text, "relations\n");
  for (int i = 0; i < N_BODIES / 2; i++)
    g_string_append_printf (text,
                            "  connect(g%d.frame_b, j%d.frame_a)\n"
                            "  connect(j%d.frame_b, a%d.frame_a)\n"
                            "  connect(a%d.frame_b, b%d.frame_a, s%d.frame_a)\n"
                            "  connect(s%d.frame_b, g%d.frame_b)\n",
                            i, i, i, i, i, i, i, i, (i + 1) % (N_BODIES / 2));
  g_string_append (text, "end\n");
  return g_string_free (text, FALSE);
}

static void
show (FigureMotion *motion, const RunTrace *trace, FigureLook look, const char *what)
{
  FigureTheme theme = figure_theme (false);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  FigureView view =
      figure_motion_view_fit (figure_motion_bounds (motion), WIDTH, HEIGHT);
  double pose = 0, draw = 0;

  for (int k = 0; k < FRAMES; k++) {
    cairo_t *cr = cairo_create (surface);
    double begin = cpu_ms ();

    figure_motion_pose (motion, trace, 2.0 * (k + 0.5) / FRAMES);
    double middle = cpu_ms ();
    figure_motion_draw (motion, cr, &view, &theme, &look);
    draw += cpu_ms () - middle;
    pose += middle - begin;
    cairo_destroy (cr);
  }
  printf ("%-28s pose %6.3f ms, draw %6.3f ms%s\n", what, pose / FRAMES, draw / FRAMES,
          (pose + draw) / FRAMES > 8 ? "  over 8 ms" : "");
  cairo_surface_destroy (surface);
}

int
main (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autofree char *data = base_folder_data ();
  g_autoptr (LibIndex) library = lib_index_load_all (data, diags, NULL);
  g_autofree char *text = model_text ();
  g_autoptr (BaseSource) source = base_source_new ("many.dyad", text, strlen (text));
  g_autoptr (LangFile) file = lang_parse (source, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);
  const LibEntry *entry = lib_index_of_class (index, lang_file_class (file, 0));
  g_autoptr (SimModel) model =
      run_compile (index, &(RunTarget){.model = entry}, NULL, diags);
  SimOptions options = sim_state_options_default ();
  double begin = cpu_ms ();
  g_autoptr (FigureMotion) motion = figure_motion_new (model, NULL);
  double built = cpu_ms () - begin;
  g_autoptr (RunRecorder) recorder = run_recorder_new (model, NULL, 0);
  FigureLook plain = figure_motion_look_default (), full = plain;

  options.stop = 2;
  g_autoptr (SimState) state = sim_state_new (model, &options, NULL);
  sim_state_init (state, run_recorder_sink, recorder, NULL);
  sim_state_run (state, options.stop, NULL, run_recorder_sink, recorder, NULL);
  const RunTrace *trace = run_recorder_trace (recorder);
  printf ("%u elements, %u variables, %zu rows\n", figure_motion_n_elements (motion),
          sim_model_n_vars (model), run_trace_length (trace));
  printf ("%-28s      %6.3f ms\n", "once per compilation", built);
  begin = cpu_ms ();
  figure_motion_pose (motion, trace, 0);
  printf ("%-28s pose %6.3f ms\n", "first look at the run", cpu_ms () - begin);
  show (motion, trace, plain, "as it runs");
  full.has_labels = full.has_forces = full.has_torques = full.has_velocities =
      full.has_grid = true;
  show (motion, trace, full, "with all arrows and labels");
  return 0;
}
