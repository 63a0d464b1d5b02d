/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moving picture as files. */
#include <gif_lib.h>
#include <glib/gstdio.h>

#include "figure/motion/export.h"
#include "mechanisms.h"

#define PLANAR "MultibodyComponents.PlanarMechanics."

enum { WIDTH = 160, HEIGHT = 120, STEPS = 5 };

static const char *const PENDULUM =
    "component Pendulum\n"
    "  world = " PLANAR "World()\n"
    "  pin = " PLANAR "Revolute(phi(initial = 0.3), w(initial = 0))\n"
    "  rod = " PLANAR "BodyShape(r = [1, 0], m = 1, I = 0.1)\n"
    "relations\n"
    "  connect(world.frame_b, pin.frame_a)\n"
    "  connect(pin.frame_b, rod.frame_a)\n"
    "end\n";

static FigureExport
export_of (const TestMotion *motion)
{
  return (FigureExport){.trace = test_motion_trace (motion),
                        .stop = 1,
                        .speed = 1,
                        .fps = STEPS,
                        .view = {.width = WIDTH, .height = HEIGHT},
                        .theme = figure_theme (false),
                        .look = figure_motion_look_default ()};
}

/* The mean difference of a colour between what a file shows and the picture itself. */
static double
difference (const uint8_t (*shown)[3], cairo_surface_t *picture)
{
  double sum = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      uint32_t pixel;

      memcpy (&pixel,
              cairo_image_surface_get_data (picture) +
                  y * cairo_image_surface_get_stride (picture) + 4 * x,
              sizeof pixel);
      for (int k = 0; k < 3; k++)
        sum += abs (shown[y * WIDTH + x][k] - (int) (pixel >> (16 - 8 * k) & 255));
    }
  return sum / (3.0 * WIDTH * HEIGHT);
}

/* Puts a frame over what the file has shown so far. */
static void
show_frame (const GifFileType *gif, const SavedImage *image, uint8_t (*shown)[3])
{
  const GifImageDesc *at = &image->ImageDesc;

  for (int y = 0; y < at->Height; y++)
    for (int x = 0; x < at->Width; x++) {
      GifColorType color = gif->SColorMap->Colors[image->RasterBits[y * at->Width + x]];
      uint8_t *to = shown[(y + at->Top) * WIDTH + x + at->Left];

      to[0] = color.Red;
      to[1] = color.Green;
      to[2] = color.Blue;
    }
}

/* What an animation shows frame by frame is the picture at these times. */
static void
test_gif (void)
{
  g_auto (TestMotion) motion = test_motion (PENDULUM, 1);
  FigureExport export = export_of (&motion);
  g_autofree char *folder = g_dir_make_tmp ("dashpot-film-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "out.gif", NULL);
  uint8_t (*shown)[3] = g_malloc0 (WIDTH * HEIGHT * sizeof *shown);

  g_autoptr (GError) refusal = NULL;

  g_assert_false (
      figure_export_save (motion.motion, &export, "a.mp4", NULL, NULL, &refusal));
  g_assert_nonnull (strstr (refusal->message, ".gif"));
  g_assert_true (figure_export_save (motion.motion, &export, path, NULL, NULL, NULL));
  GifFileType *gif = DGifOpenFileName (path, NULL);
  g_assert_nonnull (gif);
  g_assert_cmpint (DGifSlurp (gif), ==, GIF_OK);
  g_assert_cmpint (gif->SWidth, ==, WIDTH);
  g_assert_cmpint (gif->ImageCount, ==, STEPS + 1);
  for (int k = 0; k <= STEPS; k++) {
    cairo_surface_t *picture =
        cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cr = cairo_create (picture);
    FigureView view =
        figure_motion_view_fit (figure_motion_bounds (motion.motion), WIDTH, HEIGHT);

    figure_motion_pose (motion.motion, export.trace, (double) k / STEPS);
    figure_motion_draw (motion.motion, cr, &view, &export.theme, &export.look);
    cairo_destroy (cr);
    cairo_surface_flush (picture);
    show_frame (gif, &gif->SavedImages[k], shown);
    g_assert_cmpfloat (difference (shown, picture), <, 0.7);
    cairo_surface_destroy (picture);
  }
  DGifCloseFile (gif, NULL);
  g_remove (path);
  g_rmdir (folder);
  g_free (shown);
}

static bool
stop_at_third (void *data, uint32_t frame, uint32_t n_frames)
{
  uint32_t *seen = data;

  g_assert_cmpuint (n_frames, ==, STEPS + 1);
  *seen = frame;
  return frame < 2;
}

/* Progress is told, and ends the export when it says so. */
static void
test_progress (void)
{
  g_auto (TestMotion) motion = test_motion (PENDULUM, 1);
  FigureExport export = export_of (&motion);
  g_autofree char *folder = g_dir_make_tmp ("dashpot-film-XXXXXX", NULL);
  g_autofree char *pattern = g_build_filename (folder, "f%d.png", NULL);
  g_autofree char *second = g_build_filename (folder, "f2.png", NULL);
  g_autofree char *first = g_build_filename (folder, "f1.png", NULL);
  g_autofree char *gif = g_build_filename (folder, "out.gif", NULL);
  g_autoptr (GError) error = NULL;
  uint32_t seen = 0;

  g_assert_false (figure_export_save (motion.motion, &export, pattern, stop_at_third,
                                      &seen, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (seen, ==, 2);
  g_assert_cmpint (g_remove (first), ==, 0);
  g_assert_cmpint (g_remove (second), ==, 0);
  g_assert_false (
      figure_export_save (motion.motion, &export, gif, stop_at_third, &seen, NULL));
  g_assert_cmpint (g_rmdir (folder), ==, 0); /* nothing else was left behind */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/film/gif", test_gif);
  g_test_add_func ("/film/progress", test_progress);
  return g_test_run ();
}
