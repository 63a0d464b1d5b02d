/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moving picture as files. */
#include <gif_lib.h>
#include <glib/gstdio.h>

#include "figure/gif.h"
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

/* A picture in which `main` is most of its cell of colours, and the rest is like it or
 * one of many others. */
static cairo_surface_t *
speckled (GRand *rand, uint32_t main, int share, int n_others)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  uint32_t *pixels = (uint32_t *) (void *) cairo_image_surface_get_data (surface);

  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    const uint32_t near = (main & 0xf8f8f8) | (uint32_t) g_rand_int_range (rand, 0, 8);
    const uint32_t other = (uint32_t) g_rand_int_range (rand, 0, n_others) * 0x0b1307;

    pixels[i] = g_rand_int_range (rand, 0, 100) < share ? main
                : i % 3 == 0                            ? other & 0xffffff
                                                        : near;
  }
  cairo_surface_mark_dirty (surface);
  return surface;
}

/* Flat grounds keep their colour, whatever lies beside them; of what has to take
 * another colour, none that it takes is far away. Frames last as long as they are to,
 * also where that is no whole number of hundredths. */
static void
test_colors (void)
{
  static const uint32_t MAIN = 0x35a1ce;
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autofree char *folder = g_dir_make_tmp ("dashpot-film-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "out.gif", NULL);

  for (int n_others = 1; n_others < 2000; n_others *= 20) {
    enum { FRAMES = 7 };
    g_autoptr (FigureGif) gif = figure_gif_new (WIDTH, HEIGHT);
    cairo_surface_t *pictures[FRAMES];
    uint8_t (*shown)[3] = g_malloc0 (WIDTH * HEIGHT * sizeof *shown);
    double told = 0;

    for (int k = 0; k < FRAMES; k++) {
      pictures[k] = speckled (rand, MAIN, 40, n_others);
      figure_gif_learn (gif, pictures[k]);
    }
    for (int k = 0; k < FRAMES; k++)
      figure_gif_add (gif, pictures[k], 1.0 / 30);
    g_assert_true (figure_gif_save (gif, path, NULL));
    GifFileType *file = DGifOpenFileName (path, NULL);
    g_assert_cmpint (DGifSlurp (file), ==, GIF_OK);
    g_assert_cmpint (file->ImageCount, ==, FRAMES);
    for (int k = 0; k < FRAMES; k++) {
      const uint32_t *pixels =
          (const uint32_t *) (const void *) cairo_image_surface_get_data (pictures[k]);
      GraphicsControlBlock control;

      show_frame (file, &file->SavedImages[k], shown);
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const uint32_t now =
            (uint32_t) shown[i][0] << 16 | (uint32_t) shown[i][1] << 8 | shown[i][2];

        if ((pixels[i] & 0xffffff) == MAIN)
          g_assert_cmphex (now, ==, MAIN);
      }
      g_assert_cmpfloat (difference (shown, pictures[k]), <, n_others < 256 ? 3 : 10);
      g_assert_cmpint (DGifSavedExtensionToGCB (file, k, &control), ==, GIF_OK);
      told += control.DelayTime;
      g_assert_cmpfloat_with_epsilon (told, 100.0 * (k + 1) / 30, 0.5 + 1e-9);
      cairo_surface_destroy (pictures[k]);
    }
    DGifCloseFile (file, NULL);
    g_free (shown);
  }
  g_remove (path);
  g_rmdir (folder);
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

/* The number of a frame stands where the name has one placeholder, as wide as that
 * says; other names are left alone. */
static void
test_names (void)
{
  static const char *const NAMES[][2] = {
      {"a%d.png", "a1.png"},    {"a%04d.png", "a0001.png"},
      {"%d.svg", "1.svg"},      {"plain.png", "plain.png"},
      {"100%.png", "100%.png"}, {"%s.png", "%s.png"},
      {"%d%d.png", "%d%d.png"}, {"x%1234567890d", "x%1234567890d"}};

  for (size_t i = 0; i < G_N_ELEMENTS (NAMES); i++) {
    g_autofree char *first = figure_export_first_file (NAMES[i][0]);

    g_assert_cmpstr (first, ==, NAMES[i][1]);
  }
}

/* A frame at each multiple of the time between two, the end included. */
static void
test_number_of_frames (void)
{
  static const struct {
    double start, stop, speed, fps;
    uint32_t n;
  } CASES[] = {{0, 1, 1, 25, 26},    {0, 1, 2, 25, 13},           {2, 3, 0.5, 10, 21},
               {0, 0.99, 1, 10, 10}, {0, 1e9, 1, 25, UINT32_MAX}, {1, 0, 1, 25, 1}};

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    const FigureExport export = {.start = CASES[i].start,
                                 .stop = CASES[i].stop,
                                 .speed = CASES[i].speed,
                                 .fps = CASES[i].fps};

    g_assert_cmpuint (figure_export_n_frames (&export), ==, CASES[i].n);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/film/gif", test_gif);
  g_test_add_func ("/film/colors", test_colors);
  g_test_add_func ("/film/names", test_names);
  g_test_add_func ("/film/number-of-frames", test_number_of_frames);
  g_test_add_func ("/film/progress", test_progress);
  return g_test_run ();
}
