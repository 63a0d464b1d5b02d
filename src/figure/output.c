/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture as PNG, SVG or PDF by the ending of its name: the same drawing on another
 * Cairo surface, into memory, then to the file in one replacement. Lengths are CSS
 * pixels, 96 to the inch; SVG and PDF have points. */
#include "figure/output.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"

#define POINTS_PER_PX 0.75 /* 72 points, 96 pixels an inch */

static cairo_status_t
write_bytes (void *closure, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (closure, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
surface_for (const char *path, double width, double height, GByteArray *bytes)
{
  if (base_file_has_ending (path, ".svg"))
    return cairo_svg_surface_create_for_stream (
        write_bytes, bytes, width * POINTS_PER_PX, height * POINTS_PER_PX);
  if (base_file_has_ending (path, ".pdf"))
    return cairo_pdf_surface_create_for_stream (
        write_bytes, bytes, width * POINTS_PER_PX, height * POINTS_PER_PX);
  return cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (width),
                                     (int) ceil (height));
}

bool
figure_output_check_name (const char *path, GError **error)
{
  if (base_file_has_ending (path, ".svg") || base_file_has_ending (path, ".pdf") ||
      base_file_has_ending (path, ".png"))
    return true;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               _ ("%s: the name of a picture ends in .png, .svg or .pdf"), path);
  return false;
}

bool
figure_output_save (const char *path,
                    double width,
                    double height,
                    FigureDraw draw,
                    const void *data,
                    GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  bool is_png = base_file_has_ending (path, ".png");

  if (!figure_output_check_name (path, error))
    return false;
  cairo_surface_t *surface = surface_for (path, width, height, bytes);
  cairo_t *cr = cairo_create (surface);
  if (!is_png)
    cairo_scale (cr, POINTS_PER_PX, POINTS_PER_PX);
  /* Vectors are in the buffer when the surface is finished, pixels are encoded
   * before. */
  draw (cr, data);
  cairo_destroy (cr);
  cairo_status_t status = CAIRO_STATUS_SUCCESS;
  if (is_png)
    status = cairo_surface_write_to_png_stream (surface, write_bytes, bytes);
  cairo_surface_finish (surface);
  status = status != CAIRO_STATUS_SUCCESS ? status : cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path,
                 cairo_status_to_string (status));
    return false;
  }
  return base_writer_save (path, (const char *) bytes->data, bytes->len, error);
}
