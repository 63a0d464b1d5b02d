/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots without their curves: where axes, legend and area lie, and how they are drawn.
 */
#include "figure/plot/plot.h"

#include <math.h>

#include "figure/plot/axis.h"
#include "figure/plot/curve.h"
#include "figure/text.h"

#define FONT        "Cantarell 9"
#define PAD         8.0  /* px around everything */
#define TICK_GAP    5.0  /* px between a number and the frame */
#define LINE_HEIGHT 16.0 /* px, of the default font */
#define ABOVE_GAP                                                                      \
  7.0 /* px from legend and unit to the frame: the topmost number reaches up */
#define X_SPACING 90.0 /* px between numbers, at least */
#define Y_SPACING 26.0
#define MIN_AREA  20.0
#define LEFT      56.0 /* px: most numbers have room there, so that zooms move no edge */
#define NARROW    300.0 /* px: of plots that have no such room to spare */

/* The x range of the data: times, or the values of the X column. */
static void
fit_x (const FigurePlot *plot, double *min, double *max)
{
  bool is_xy = false;

  *min = INFINITY;
  *max = -INFINITY;
  /* What the curves have. */
  for (uint32_t i = 0; i < plot->n_curves; i++) {
    const FigureCurve *curve = &plot->curves[i];
    size_t n = run_trace_length (curve->trace);

    if (n == 0 || curve->is_hidden)
      continue;
    RunRange range = {run_trace_time (curve->trace, 0),
                      run_trace_time (curve->trace, n - 1)};
    if (curve->x_column != UINT32_MAX) {
      const RunRange of_x = run_trace_range (curve->trace, curve->x_column, 0, n);
      range = (RunRange){figure_plot_shown_x (curve, of_x.min),
                         figure_plot_shown_x (curve, of_x.max)};
      is_xy = true;
    }
    *min = fmin (*min, range.min);
    *max = fmax (*max, range.max);
  }
  /* Some room around it, but not around the time. */
  if (is_xy || !(*min < *max))
    figure_axis_fit (min, max);
}

static void
fit_y (const FigurePlot *plot, FigureFrame *frame)
{
  frame->y_min = INFINITY;
  frame->y_max = -INFINITY;
  for (uint32_t i = 0; i < plot->n_curves; i++) {
    if (plot->curves[i].is_hidden)
      continue;
    RunRange range = figure_curve_range (&plot->curves[i], frame->x_min, frame->x_max);

    frame->y_min = fmin (frame->y_min, range.min);
    frame->y_max = fmax (frame->y_max, range.max);
  }
  figure_axis_fit (&frame->y_min, &frame->y_max);
}

static FigureTicks
ticks_of (const FigureFrame *frame, bool is_y)
{
  double room = is_y ? (frame->bottom - frame->top) / Y_SPACING
                     : (frame->right - frame->left) / X_SPACING;

  return figure_axis_ticks (is_y ? frame->y_min : frame->x_min,
                            is_y ? frame->y_max : frame->x_max, (uint32_t) room + 2);
}

#define WIDTH_MARGIN 1.0 /* px: sizes are rounded */

static double
text_width (cairo_t *cr, const char *text)
{
  double width, height;

  figure_text_size (cr, FONT, text, &width, &height);
  return width + WIDTH_MARGIN;
}

/* Room for the longest number at the left. */
static double
number_width (cairo_t *cr, const FigureFrame *frame)
{
  FigureTicks ticks = ticks_of (frame, true);
  double widest = 0;

  for (uint32_t i = 0; i < ticks.n; i++) {
    char text[FIGURE_TICK_TEXT_SIZE];

    widest =
        fmax (widest, text_width (cr, figure_axis_tick_text (
                                          &ticks, ticks.first + i * ticks.step, text)));
  }
  return widest;
}

static bool
has_x_label (const FigurePlot *plot)
{
  return plot->x.label != NULL || plot->x.units != NULL;
}

/* Both stand below the axis, and the numbers of the cursors take the place of the note,
 * which gets a row of its own. */
static bool
has_note_below (const FigurePlot *plot)
{
  return has_x_label (plot) && plot->note != NULL && !plot->is_measured &&
         (plot->has_cursor[0] || plot->has_cursor[1]);
}

/* "speed  ×10³ [m/s]" */
static char *
axis_text (const FigureAxis *axis, const FigureTicks *ticks)
{
  static const char *const DIGITS[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3",
                                       "\u2074", "\u2075", "\u2076", "\u2077",
                                       "\u2078", "\u2079"};
  g_autofree char *power = g_strdup_printf ("%d", ticks->exponent);
  GString *text = g_string_new (axis->label);

  if (ticks->exponent != 0)
    g_string_append (text, text->len > 0 ? "  \u00D710" : "\u00D710");
  for (const char *c = power; ticks->exponent != 0 && *c != '\0'; c++)
    g_string_append (text, *c == '-' ? "\u207B" : DIGITS[*c - '0']);
  if (axis->units != NULL && axis->units[0] != '\0')
    g_string_append_printf (text, "%s[%s]", text->len > 0 ? " " : "", axis->units);
  return g_string_free (text, FALSE);
}

/* ---- legend ---- */

#define LEGEND_STEP 30.0 /* px: it does not follow each digit of the y axis's label */
#define SAMPLE      19.0 /* px, a piece of line before each name */
#define NAME_GAP    18.0
#define READOUT_GAP 8.0
#define NAME_LEAST  48.0 /* px: what is shorter says nothing */
#define MOST_ROWS   4
#define HIDDEN      0.35 /* opacity of the sample of a curve that is not shown */
#define AREA_LEAST                                                                     \
  60.0 /* px of height that a further row of names leaves the curves                   \
        */

/* Where a name stands, and behind it what the cursors say. */
typedef struct {
  double x, width, readout_width;
  uint32_t row;
} Entry;

/* The first row begins behind the label of the y axis, and the others below it. */
static double
legend_left (cairo_t *cr, const FigurePlot *plot, const FigureFrame *frame)
{
  FigureTicks ticks = ticks_of (frame, true);
  g_autofree char *label = axis_text (&plot->y, &ticks);
  double end = PAD + text_width (cr, label) - frame->left;

  return frame->left + LEGEND_STEP * fmax (ceil (end / LEGEND_STEP), 0) + TICK_GAP;
}

static double
readout_width (cairo_t *cr, const FigurePlot *plot, uint32_t i)
{
  g_autofree char *readout = plot->is_measured || plot->curves[i].is_hidden
                                 ? NULL
                                 : figure_plot_readout_curve (plot, &plot->curves[i]);

  return readout != NULL ? READOUT_GAP + text_width (cr, readout) : 0;
}

/* Puts names of at most `widest` px with their numbers one behind the other; the number
 * of rows. */
static uint32_t
place_names (cairo_t *cr,
             const FigurePlot *plot,
             const FigureFrame *frame,
             double widest,
             Entry *entries)
{
  const double room = frame->right - frame->legend;
  double x = frame->legend;
  uint32_t row = 0;

  for (uint32_t i = 0; i < plot->n_curves; i++) {
    const double readout = readout_width (cr, plot, i);
    const double width = fmin (fmin (text_width (cr, plot->curves[i].label), widest),
                               fmax (room - SAMPLE - readout, 0));

    if (x > frame->legend && x + SAMPLE + width + readout > frame->right) {
      x = frame->legend;
      row++;
    }
    entries[i] = (Entry){x, width, readout, row};
    x += SAMPLE + width + readout + NAME_GAP;
  }
  return row + 1;
}

/* Names in as many rows as they need, or as the plot can spare: then they are
 * shortened, and what finds no room even so lies below the last row. */
static uint32_t
place_legend (cairo_t *cr,
              const FigurePlot *plot,
              const FigureFrame *frame,
              Entry *entries)
{
  const double spare =
      frame->bottom - PAD - AREA_LEAST - LINE_HEIGHT * (plot->title != NULL ? 2 : 1);
  const uint32_t most = (uint32_t) CLAMP (1 + spare / LINE_HEIGHT, 1, MOST_ROWS);
  const uint32_t n_rows = place_names (cr, plot, frame, INFINITY, entries);

  if (n_rows <= most)
    return n_rows;
  const double in_row = ceil (plot->n_curves / (double) most);
  const double each = (frame->right - frame->legend + NAME_GAP) / in_row;

  place_names (cr, plot, frame, fmax (each - SAMPLE - NAME_GAP - 1, NAME_LEAST),
               entries);
  return most;
}

/* ---- layout ---- */

/* Of a plot that stands alone, with one row of names above it. */
static FigureFrame
lay_out (cairo_t *cr, const FigurePlot *plot)
{
  FigureFrame frame = {.x_min = plot->x.min,
                       .x_max = plot->x.max,
                       .y_min = plot->y.min,
                       .y_max = plot->y.max};

  if (!(frame.x_min < frame.x_max))
    fit_x (plot, &frame.x_min, &frame.x_max);
  if (!(frame.y_min < frame.y_max))
    fit_y (plot, &frame);
  frame.top = PAD + LINE_HEIGHT + (plot->title != NULL ? LINE_HEIGHT : 0);
  frame.bottom = plot->height - PAD - (plot->x.is_bare ? 0 : LINE_HEIGHT) -
                 (has_x_label (plot) ? LINE_HEIGHT : 0) -
                 (has_note_below (plot) ? LINE_HEIGHT : 0);
  frame.bottom = fmax (frame.bottom, frame.top + MIN_AREA);
  /* Rounded up, so that the area does not jitter while numbers change. */
  frame.left = 8 * ceil ((PAD + number_width (cr, &frame) + TICK_GAP) / 8);
  if (plot->width > NARROW)
    frame.left = fmax (frame.left, LEFT);
  frame.right = fmax (floor (plot->width - 2 * PAD), frame.left + MIN_AREA);
  return frame;
}

void
figure_plots_layout (const FigurePlot *plots, uint32_t n, FigureFrame *frames)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  double left = 0, legend = 0;

  for (uint32_t i = 0; i < n; i++) {
    frames[i] = lay_out (cr, &plots[i]);
    left = fmax (left, frames[i].left);
  }
  /* The widest numbers and legend count for all. */
  for (uint32_t i = 0; i < n; i++) {
    frames[i].left = left;
    frames[i].right = fmax (frames[i].right, left + 1);
    legend = fmax (legend, legend_left (cr, &plots[i], &frames[i]));
  }
  for (uint32_t i = 0; i < n; i++) {
    g_autofree Entry *entries = g_new (Entry, plots[i].n_curves);

    frames[i].legend = legend;
    frames[i].n_legend_rows = 1;
    if (!plots[i].has_legend || plots[i].n_curves == 0)
      continue;
    frames[i].n_legend_rows = place_legend (cr, &plots[i], &frames[i], entries);
    frames[i].top += LINE_HEIGHT * (frames[i].n_legend_rows - 1);
  }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
line (cairo_t *cr, double x1, double y1, double x2, double y2)
{
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x2, y2);
}

/* Pixel centres, so that one-pixel lines are sharp. */
static double
sharp (double px)
{
  return floor (px) + 0.5;
}

/* Grid, numbers and label of one axis. */
static void
draw_axis (cairo_t *cr,
           const FigurePlot *plot,
           const FigureFrame *frame,
           const FigureTheme *theme,
           bool is_y)
{
  const FigureAxis *axis = is_y ? &plot->y : &plot->x;
  FigureTicks ticks = ticks_of (frame, is_y);
  g_autofree char *label = axis_text (axis, &ticks);
  double (*const place) (const FigureFrame *, double) =
      is_y ? figure_plot_frame_y : figure_plot_frame_x;

  figure_theme_source (cr, theme->grid, 1);
  for (uint32_t i = 0; plot->n_curves > 0 && i < ticks.n; i++) {
    double px = sharp (place (frame, ticks.first + i * ticks.step));

    line (cr, is_y ? frame->left : px, is_y ? px : frame->top, is_y ? frame->right : px,
          is_y ? px : frame->bottom);
  }
  cairo_stroke (cr);
  /* Numbers, unless the plot below has them. */
  figure_theme_source (cr, theme->faint, 1);
  for (uint32_t i = 0; !axis->is_bare && i < ticks.n; i++) {
    double value = ticks.first + i * ticks.step, px = place (frame, value);
    char text[FIGURE_TICK_TEXT_SIZE];

    figure_text (cr, FONT, is_y ? frame->left - TICK_GAP : px,
                 is_y ? px : frame->bottom + 3,
                 is_y ? (FigureAnchor){1, 0.5} : (FigureAnchor){0.5, 0},
                 figure_axis_tick_text (&ticks, value, text));
  }
  if (is_y)
    figure_text (cr, FONT, PAD,
                 frame->top - ABOVE_GAP - LINE_HEIGHT * (frame->n_legend_rows - 1),
                 (FigureAnchor){0, 1}, label);
  else
    figure_text (cr, FONT, frame->right, frame->bottom + 3 + LINE_HEIGHT,
                 (FigureAnchor){1, 0}, label);
}

static void
draw_frame (cairo_t *cr,
            const FigurePlot *plot,
            const FigureFrame *frame,
            const FigureTheme *theme)
{
  figure_theme_source (cr, theme->background, 1);
  cairo_paint (cr);
  cairo_set_line_width (cr, 1);
  draw_axis (cr, plot, frame, theme, false);
  draw_axis (cr, plot, frame, theme, true);
  figure_theme_source (cr, theme->frame, 1);
  cairo_rectangle (cr, sharp (frame->left), sharp (frame->top),
                   frame->right - frame->left, frame->bottom - frame->top);
  cairo_stroke (cr);
  if (plot->title == NULL)
    return;
  figure_theme_source (cr, theme->text, 1);
  figure_text (cr, FONT, (frame->left + frame->right) / 2, PAD, (FigureAnchor){0.5, 0},
               plot->title);
}

static void
draw_curves (cairo_t *cr, const FigurePlot *plot, const FigureFrame *frame)
{
  cairo_save (cr);
  cairo_rectangle (cr, frame->left, frame->top, frame->right - frame->left,
                   frame->bottom - frame->top);
  cairo_clip (cr);
  for (uint32_t i = 0; i < plot->n_curves; i++)
    figure_curve_draw (cr, &plot->curves[i], frame);
  cairo_restore (cr);
}

/* Behind the name, in the colour of the cursors. */
static void
draw_readout (cairo_t *cr,
              const FigurePlot *plot,
              const Entry *entry,
              double y,
              uint32_t i,
              const FigureTheme *theme)
{
  g_autofree char *readout = plot->is_measured || plot->curves[i].is_hidden
                                 ? NULL
                                 : figure_plot_readout_curve (plot, &plot->curves[i]);

  if (readout == NULL)
    return;
  figure_theme_source (cr, theme->accent, 1);
  figure_text_cut (cr, FONT, entry->x + SAMPLE + entry->width + READOUT_GAP, y,
                   entry->readout_width - READOUT_GAP, readout);
}

/* Curves that find no room are counted behind the last name. */
static void
draw_legend (cairo_t *cr,
             const FigurePlot *plot,
             const FigureFrame *frame,
             const FigureTheme *theme)
{
  g_autofree Entry *entries = g_new (Entry, plot->n_curves);
  uint32_t n = 0;

  place_legend (cr, plot, frame, entries);
  while (n < plot->n_curves && entries[n].row < frame->n_legend_rows)
    n++;
  for (uint32_t i = 0; i < n; i++) {
    const Entry *entry = &entries[i];
    const double y =
        frame->top - ABOVE_GAP - LINE_HEIGHT * (frame->n_legend_rows - 1 - entry->row);

    if (i == n - 1 && n < plot->n_curves) {
      g_autofree char *rest = g_strdup_printf ("+%u", plot->n_curves - n + 1);

      figure_theme_source (cr, theme->faint, 1);
      figure_text (cr, FONT, entry->x, y, (FigureAnchor){0, 1}, rest);
      break;
    }
    /* A sample of the line, and its label. */
    const bool is_hidden = plot->curves[i].is_hidden;
    figure_theme_source (cr, plot->curves[i].color, is_hidden ? HIDDEN : 1);
    cairo_set_line_width (cr, 3);
    figure_curve_set_dash (cr, plot->curves[i].dash, 0.5, 0);
    line (cr, entry->x, y - LINE_HEIGHT / 2, entry->x + 14, y - LINE_HEIGHT / 2);
    cairo_stroke (cr);
    figure_curve_set_dash (cr, 0, 1, 0);
    figure_theme_source (cr, is_hidden ? theme->faint : theme->text,
                         is_hidden ? 2 * HIDDEN : 1);
    figure_text_cut (cr, FONT, entry->x + SAMPLE, y, entry->width,
                     plot->curves[i].label);
    draw_readout (cr, plot, entry, y, i, theme);
  }
}

bool
figure_plot_legend_box (const FigurePlot *plot,
                        const FigureFrame *frame,
                        uint32_t curve,
                        double box[4])
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  g_autofree Entry *entries = g_new (Entry, plot->n_curves);

  place_legend (cr, plot, frame, entries);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  const Entry *entry = &entries[curve];
  box[0] = entry->x;
  box[2] = entry->x + SAMPLE + entry->width + entry->readout_width;
  box[3] = frame->top - ABOVE_GAP + 1 -
           LINE_HEIGHT * ((double) frame->n_legend_rows - 1 - entry->row);
  box[1] = box[3] - LINE_HEIGHT;
  return plot->has_legend && entry->row < frame->n_legend_rows;
}

uint32_t
figure_plot_legend_at (const FigurePlot *plot,
                       const FigureFrame *frame,
                       double x,
                       double y)
{
  double box[4];

  if (y >= frame->top)
    return UINT32_MAX;
  for (uint32_t i = 0; i < plot->n_curves; i++)
    if (figure_plot_legend_box (plot, frame, i, box) && x >= box[0] && x <= box[2] &&
        y >= box[1] && y < box[3])
      return i;
  return UINT32_MAX;
}

/* In the row of the label of the x axis, at its other end: what the cursors say of the
 * time, and the note, there or below. */
static void
draw_notes (cairo_t *cr,
            const FigurePlot *plot,
            const FigureFrame *frame,
            const FigureTheme *theme)
{
  FigureTicks ticks = ticks_of (frame, false);
  g_autofree char *label = axis_text (&plot->x, &ticks);
  g_autofree char *readout = plot->is_measured ? NULL : figure_plot_readout_time (plot);
  const double width = frame->right - frame->left;
  const double room = fmax (width - text_width (cr, label) - NAME_GAP, NAME_LEAST);
  const double y = frame->bottom + 3 + 2 * LINE_HEIGHT;

  if (readout != NULL) {
    figure_theme_source (cr, theme->accent, 1);
    figure_text_cut (cr, FONT, frame->left, y, room, readout);
  }
  if (plot->note == NULL)
    return;
  figure_theme_source (cr, plot->is_cautioned ? theme->caution : theme->text, 1);
  if (has_note_below (plot))
    figure_text_cut (cr, FONT, frame->left, y + LINE_HEIGHT, width, plot->note);
  else
    figure_text_cut (cr, FONT, frame->left, y, room, plot->note);
}

static const char *
cursor_name (uint32_t which)
{
  return which == 0 ? "A" : "B";
}

/* Where a curve is at the time of a cursor; false if that is not seen. */
static bool
find_mark (const FigureCurve *curve,
           const FigureFrame *frame,
           double time,
           double *x,
           double *y)
{
  const double value = run_trace_value_at (curve->trace, curve->column, time);

  if (curve->x_column == UINT32_MAX)
    *x = sharp (figure_plot_frame_x (frame, time));
  else
    *x = figure_plot_frame_x (
        frame, figure_plot_shown_x (
                   curve, run_trace_value_at (curve->trace, curve->x_column, time)));
  *y = figure_plot_frame_y (frame, figure_plot_shown (curve, value));
  return *x >= frame->left && *x <= frame->right && *y >= frame->top &&
         *y <= frame->bottom;
}

/* The line at the time of a cursor through all curves over time. */
static void
draw_cursor_line (cairo_t *cr,
                  const FigureFrame *frame,
                  const FigureTheme *theme,
                  double time,
                  uint32_t which)
{
  static const double DASH[] = {4, 3};
  const double x = sharp (figure_plot_frame_x (frame, time));

  if (!(time >= frame->x_min && time <= frame->x_max))
    return;
  figure_theme_source (cr, theme->accent, 1);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, DASH, which == 1 ? 2 : 0, 0);
  line (cr, x, frame->top, x, frame->bottom);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  figure_text (cr, FONT, x + 3, frame->top + 1, (FigureAnchor){0, 0},
               cursor_name (which));
}

/* A dot on each curve; in an X-Y plot, where there is no line, with its name. */
static void
draw_cursor (cairo_t *cr,
             const FigurePlot *plot,
             const FigureFrame *frame,
             const FigureTheme *theme,
             uint32_t which)
{
  const double time = plot->cursor[which];
  bool is_over_time = plot->n_curves == 0;
  double x, y;

  /* The line, where a curve is over time, then the dots. */
  for (uint32_t i = 0; i < plot->n_curves; i++)
    is_over_time |= plot->curves[i].x_column == UINT32_MAX;
  if (is_over_time)
    draw_cursor_line (cr, frame, theme, time, which);
  for (uint32_t i = 0; i < plot->n_curves; i++) {
    const FigureCurve *curve = &plot->curves[i];

    if (curve->is_hidden || !find_mark (curve, frame, time, &x, &y))
      continue;
    figure_theme_source (cr, curve->color, 1);
    cairo_arc (cr, x, y, 3.5, 0, 2 * G_PI);
    cairo_fill (cr);
    figure_theme_source (cr, theme->accent, 1);
    if (!is_over_time)
      figure_text (cr, FONT, x + 6, y - 4, (FigureAnchor){0, 1}, cursor_name (which));
  }
}

void
figure_plot_draw_overlay (cairo_t *cr,
                          const FigurePlot *plot,
                          const FigureFrame *frame,
                          const FigureTheme *theme)
{
  if (plot->has_legend)
    draw_legend (cr, plot, frame, theme);
  if (has_x_label (plot))
    draw_notes (cr, plot, frame, theme);
  for (uint32_t which = 0; which < 2; which++)
    if (plot->has_cursor[which])
      draw_cursor (cr, plot, frame, theme, which);
}

void
figure_plot_draw (cairo_t *cr,
                  const FigurePlot *plot,
                  const FigureFrame *frame,
                  const FigureTheme *theme)
{
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, plot->width, plot->height);
  cairo_clip (cr);
  draw_frame (cr, plot, frame, theme);
  draw_curves (cr, plot, frame);
  figure_plot_draw_overlay (cr, plot, frame, theme);
  cairo_restore (cr);
}
