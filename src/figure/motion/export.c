/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moving picture as files. Frames are posed and drawn one after the other; those of
 * an animation share the colours of a few, which are drawn first. */
#include "figure/motion/export.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "figure/gif.h"
#include "figure/output.h"

/* Colours are taken from a few frames all over the film. */
enum { PALETTE_FRAMES = 8 };

/* More frames than this are a typing error. */
static const double FRAMES_MOST = 100000;

uint32_t
figure_export_n_frames (const FigureExport *export)
{
  double n =
      floor ((export->stop - export->start) / export->speed * export->fps + 1e-9) + 1;

  return n >= 1 && n <= FRAMES_MOST ? (uint32_t) n : n > FRAMES_MOST ? UINT32_MAX : 1;
}

static double
time_of (const FigureExport *export, uint32_t frame)
{
  return export->start + frame * export->speed / export->fps;
}

/* The file of a frame for "name-%04d.png"; NULL if there is no such placeholder, or
 * more than one. */
static char *
frame_file (const char *path, uint32_t frame)
{
  const char *sign = strchr (path, '%');
  size_t n_digits = sign != NULL ? strspn (sign + 1, "0123456789") : 0;
  int width = n_digits > 0 && n_digits < 9 ? atoi (sign + 1) : 0;
  const char *at = sign != NULL ? sign + 1 + n_digits : "";

  if (*at != 'd' || strchr (at, '%') != NULL || width > 9 || n_digits >= 9)
    return NULL;
  return g_strdup_printf ("%.*s%0*u%s", (int) (sign - path), path, width, frame + 1,
                          at + 1);
}

char *
figure_export_first_file (const char *path)
{
  char *first = frame_file (path, 0);

  return first != NULL ? first : g_strdup (path);
}

bool
figure_export_check_name (const char *path, GError **error)
{
  g_autofree char *first = figure_export_first_file (path);
  bool has_frames = strcmp (first, path) != 0;

  if (figure_output_check_name (path, NULL) ||
      (base_file_has_ending (path, ".gif") && !has_frames))
    return true;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _ ("%s: the name of a moving picture ends in .gif, that of one frame in "
                  ".png, .svg or .pdf"),
               path);
  return false;
}

/* ---- the film ---- */

/* What one export works on. */
typedef struct {
  FigureMotion *motion;
  const FigureExport *export;
  FigureView view;
  uint32_t n;
  FigureProgress progress;
  void *data;
} Reel;

static void
draw (cairo_t *cr, const void *data)
{
  const Reel *reel = data;
  FigurePoint size = {reel->view.width, reel->view.height};

  if (reel->export->is_free_body)
    figure_motion_draw_free_body (reel->motion, cr, reel->export->element, size,
                                  &reel->export->theme);
  else
    figure_motion_draw (reel->motion, cr, &reel->view, &reel->export->theme,
                        &reel->export->look);
}

static bool
goes_on (const Reel *reel, uint32_t k, GError **error)
{
  if (reel->progress == NULL || reel->progress (reel->data, k, reel->n))
    return true;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("stopped at frame %u of %u"),
               k + 1, reel->n);
  return false;
}

static void
turn_to (const Reel *reel, uint32_t k)
{
  figure_motion_pose (reel->motion, reel->export->trace, time_of (reel->export, k));
}

static bool
save_one (const Reel *reel, const char *path, GError **error)
{
  return figure_output_save (path, reel->view.width, reel->view.height, draw, reel,
                             error);
}

static bool
save_frames (const Reel *reel, const char *path, GError **error)
{
  for (uint32_t k = 0; k < reel->n; k++) {
    g_autofree char *file = frame_file (path, k);

    if (!goes_on (reel, k, error))
      return false;
    turn_to (reel, k);
    if (!save_one (reel, file, error))
      return false;
  }
  return true;
}

static void
shoot (const Reel *reel, uint32_t k, cairo_surface_t *surface)
{
  cairo_t *cr = cairo_create (surface);

  turn_to (reel, k);
  draw (cr, reel);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
}

static bool
fill_gif (const Reel *reel, FigureGif *gif, cairo_surface_t *surface, GError **error)
{
  for (uint32_t k = 0; k < MIN (reel->n, PALETTE_FRAMES); k++) {
    shoot (reel, (uint32_t) ((uint64_t) k * reel->n / PALETTE_FRAMES), surface);
    figure_gif_learn (gif, surface);
  }
  for (uint32_t k = 0; k < reel->n; k++) {
    if (!goes_on (reel, k, error))
      return false;
    shoot (reel, k, surface);
    figure_gif_add (gif, surface, 1 / reel->export->fps);
  }
  return true;
}

static bool
save_gif (const Reel *reel, const char *path, GError **error)
{
  int width = (int) reel->view.width, height = (int) reel->view.height;
  g_autoptr (FigureGif) gif = figure_gif_new ((uint32_t) width, (uint32_t) height);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  bool is_full = fill_gif (reel, gif, surface, error);

  cairo_surface_destroy (surface);
  return is_full && figure_gif_save (gif, path, error);
}

bool
figure_export_save (FigureMotion *motion,
                    const FigureExport *export,
                    const char *path,
                    FigureProgress progress,
                    void *data,
                    GError **error)
{
  Reel reel = {motion,   export, export->view, figure_export_n_frames (export),
               progress, data};
  g_autofree char *first = frame_file (path, 0);

  if (!figure_export_check_name (path, error))
    return false;
  figure_motion_pose (motion, export->trace, export->start);
  if (!(export->view.scale > 0))
    reel.view = figure_motion_view_fit (figure_motion_bounds (motion),
                                        export->view.width, export->view.height);
  if (first != NULL)
    return save_frames (&reel, path, error);
  if (base_file_has_ending (path, ".gif"))
    return save_gif (&reel, path, error);
  return save_one (&reel, path, error);
}
