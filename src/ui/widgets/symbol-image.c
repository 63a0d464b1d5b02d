/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paintables of a component's symbol, and of a whole diagram, for lists and cards. They
 * draw when they are shown and follow the colours of the theme; symbols come from the
 * cache that all of them share. */
#include "ui/widgets/symbol-image.h"

#include <adwaita.h>

#include "desk/tool/view.h"
#include "ui/widgets/control.h"

struct _UiSymbolImage {
  GObject parent_instance;

  FigureSymbols *symbols;
  char *uri;
  int size;
};

/* Twice as fine as asked, so that the picture is sharp on dense screens too. */
static void
symbol_snapshot (GdkPaintable *paintable,
                 GdkSnapshot *snapshot,
                 double width,
                 double height)
{
  UiSymbolImage *self = UI_SYMBOL_IMAGE (paintable);
  const int px = 2 * self->size;
  cairo_surface_t *surface =
      figure_symbol (self->symbols, self->uri, px, ui_control_theme ().is_dark);
  const double side = MIN (width, height);
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));

  cairo_translate (cr, (width - side) / 2, (height - side) / 2);
  cairo_scale (cr, side / px, side / px);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static int
symbol_size (GdkPaintable *paintable)
{
  return UI_SYMBOL_IMAGE (paintable)->size;
}

static GdkPaintableFlags
fixed_size (GdkPaintable *paintable)
{
  return GDK_PAINTABLE_STATIC_SIZE;
}

static void
symbol_iface_init (GdkPaintableInterface *iface)
{
  iface->snapshot = symbol_snapshot;
  iface->get_intrinsic_width = symbol_size;
  iface->get_intrinsic_height = symbol_size;
  iface->get_flags = fixed_size;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (UiSymbolImage,
                               ui_symbol_image,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GDK_TYPE_PAINTABLE,
                                                      symbol_iface_init))

/* The other colours are asked for when the window turns dark. */
static void
follow_theme (GdkPaintable *paintable)
{
  ui_control_follow_theme (paintable, G_CALLBACK (gdk_paintable_invalidate_contents));
}

static void
ui_symbol_image_finalize (GObject *object)
{
  g_free (UI_SYMBOL_IMAGE (object)->uri);
  G_OBJECT_CLASS (ui_symbol_image_parent_class)->finalize (object);
}

static void
ui_symbol_image_class_init (UiSymbolImageClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ui_symbol_image_finalize;
}

static void
ui_symbol_image_init (UiSymbolImage *self)
{
  follow_theme (GDK_PAINTABLE (self));
}

GdkPaintable *
ui_symbol_image_new (FigureSymbols *symbols, const char *uri, int size)
{
  UiSymbolImage *self = g_object_new (UI_TYPE_SYMBOL_IMAGE, NULL);

  self->symbols = symbols;
  self->uri = g_strdup (uri);
  self->size = size;
  return GDK_PAINTABLE (self);
}

/* ---- a whole diagram ---- */

struct _UiDiagramImage {
  GObject parent_instance;

  FigureSymbols *symbols;
  DocModel *doc;
};

static void
diagram_snapshot (GdkPaintable *paintable,
                  GdkSnapshot *snapshot,
                  double width,
                  double height)
{
  UiDiagramImage *self = UI_DIAGRAM_IMAGE (paintable);
  const FigureTheme theme = ui_control_theme ();
  DeskView view;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));

  desk_view_fit_content (&view, &(DeskViewContent){.doc = self->doc},
                         &(DeskViewRoom){.width = width, .height = height}, 1);
  cairo_translate (cr, view.x, view.y);
  cairo_scale (cr, view.zoom, view.zoom);
  figure_diagram_draw (cr, self->doc, self->symbols, &theme, view.zoom,
                       desk_view_visible (&view, width, height));
  cairo_destroy (cr);
}

static void
diagram_iface_init (GdkPaintableInterface *iface)
{
  iface->snapshot = diagram_snapshot;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (UiDiagramImage,
                               ui_diagram_image,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GDK_TYPE_PAINTABLE,
                                                      diagram_iface_init))

static void
ui_diagram_image_finalize (GObject *object)
{
  doc_free (UI_DIAGRAM_IMAGE (object)->doc);
  G_OBJECT_CLASS (ui_diagram_image_parent_class)->finalize (object);
}

static void
ui_diagram_image_class_init (UiDiagramImageClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ui_diagram_image_finalize;
}

static void
ui_diagram_image_init (UiDiagramImage *self)
{
  follow_theme (GDK_PAINTABLE (self));
}

GdkPaintable *
ui_symbol_image_new_diagram (FigureSymbols *symbols, DocModel *doc)
{
  UiDiagramImage *self = g_object_new (UI_TYPE_DIAGRAM_IMAGE, NULL);

  self->symbols = symbols;
  self->doc = doc;
  return GDK_PAINTABLE (self);
}
