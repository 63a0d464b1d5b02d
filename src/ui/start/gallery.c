/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first page of a window: examples as cards with their diagram, and recent files.
 * Cards are made one at a time between frames, since each reads and draws a diagram. */
#include "ui/start/gallery.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/folder.h"
#include "desk/describe.h"
#include "lib/text.h"
#include "ui/widgets/control.h"
#include "ui/widgets/symbol-image.h"

static const int n_columns = 3;

struct _UiGallery {
  GtkWidget parent_instance;

  const LibIndex *library;
  FigureSymbols *symbols;
  GtkWidget *scrolled;
  GtkWidget *examples_title;
  GtkGrid *examples;
  int n_cards;
  GtkWidget *recent_group;
  GtkListBox *recent;
  GPtrArray *waiting; /* paths of examples without a card yet */
  guint idle;
};

enum { EXAMPLE, RECENT, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiGallery, ui_gallery, GTK_TYPE_WIDGET)

/* ---- examples ---- */

/* The first line of the text if there are others below it; else
 * "two-mass-absorber.dyad" reads "Two mass absorber". */
static char *
title_of (const char *path, const char *doc)
{
  g_autofree char *text = lib_text_doc (doc);
  const char *below = strstr (text, "\n\n");
  g_autofree char *base = g_path_get_basename (path);

  if (below != NULL)
    return g_strndup (text, (gsize) (below - text));
  char *dot = strrchr (base, '.');

  if (dot != NULL)
    *dot = '\0';
  g_strdelimit (base, "-_", ' ');
  base[0] = g_ascii_toupper (base[0]);
  return g_steal_pointer (&base);
}

/* The first sentence below the title line; the title if that is all. */
static char *
about_of (const char *doc)
{
  g_autofree char *text = lib_text_doc (doc);
  const char *below = strstr (text, "\n\n");

  return desk_describe_doc (below != NULL ? below + 2 : text);
}

static void
card_clicked (GtkWidget *card, UiGallery *self)
{
  g_signal_emit (self, signals[EXAMPLE], 0,
                 g_object_get_data (G_OBJECT (card), "path"));
}

static GtkWidget *
card_label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_lines (GTK_LABEL (label), 3);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
card_new (UiGallery *self, const char *path, DocModel *doc)
{
  const LangClass *class = doc_class (doc);
  GtkWidget *card = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  g_autofree char *title = title_of (path, class != NULL ? class->doc : NULL);
  g_autofree char *about = about_of (class != NULL ? class->doc : NULL);
  g_autoptr (GdkPaintable) image = ui_symbol_image_new_diagram (self->symbols, doc);
  GtkWidget *picture = gtk_picture_new_for_paintable (image);

  gtk_widget_set_size_request (picture, 184, 150);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_widget_add_css_class (picture, "gallery-picture");
  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), card_label_new (title, "heading"));
  gtk_box_append (GTK_BOX (box), card_label_new (about, "dim-label"));
  /* A button, whose name for others is title and text. */
  gtk_button_set_child (GTK_BUTTON (card), box);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "gallery-card");
  gtk_accessible_update_property (GTK_ACCESSIBLE (card), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, about,
                                  -1);
  g_object_set_data_full (G_OBJECT (card), "path", g_strdup (path), g_free);
  g_signal_connect (card, "clicked", G_CALLBACK (card_clicked), self);
  return card;
}

/* One example a time, between frames. */
static gboolean
add_next (gpointer data)
{
  UiGallery *self = data;

  if (self->waiting->len == 0) {
    self->idle = 0;
    return G_SOURCE_REMOVE;
  }

  const char *path = self->waiting->pdata[0];
  DocModel *doc = doc_load (self->library, path, NULL);

  if (doc != NULL) {
    gtk_grid_attach (self->examples, card_new (self, path, doc),
                     self->n_cards % n_columns, self->n_cards / n_columns, 1, 1);
    self->n_cards++;
    gtk_widget_set_visible (self->examples_title, TRUE);
  }
  g_ptr_array_remove_index (self->waiting, 0);
  return G_SOURCE_CONTINUE;
}

/* Where a list names a file; what it does not name comes last. */
static gsize
place_in (const char *list, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *quoted = g_strdup_printf ("`%s`", base);
  const char *found = list != NULL ? strstr (list, quoted) : NULL;

  return found != NULL ? (gsize) (found - list) : G_MAXSIZE;
}

/* In the order of the list, then by name. */
static int
compare_paths (gconstpointer a, gconstpointer b, gpointer list)
{
  const char *x = *(const char *const *) a;
  const char *y = *(const char *const *) b;
  const gsize at_x = place_in (list, x), at_y = place_in (list, y);

  return at_x != at_y ? (at_x < at_y ? -1 : 1) : strcmp (x, y);
}

static void
find_examples (UiGallery *self)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *folder = g_build_filename (data, "examples", NULL);
  g_autofree char *list_path = g_build_filename (folder, "README.md", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *list = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".dyad"))
      g_ptr_array_add (self->waiting, g_build_filename (folder, name, NULL));
  g_file_get_contents (list_path, &list, NULL, NULL);
  g_ptr_array_sort_with_data (self->waiting, compare_paths, list);
  self->idle = g_idle_add (add_next, self);
}

/* ---- recent files ---- */

static void
recent_activated (GtkListBox *list, GtkListBoxRow *row, UiGallery *self)
{
  g_signal_emit (self, signals[RECENT], 0, g_object_get_data (G_OBJECT (row), "path"));
}

void
ui_gallery_set_recent (UiGallery *self, const char *const *paths)
{
  GtkWidget *old;

  while ((old = gtk_widget_get_first_child (GTK_WIDGET (self->recent))) != NULL) {
    ui_control_release_focus (old);
    gtk_list_box_remove (self->recent, old);
  }
  for (guint i = 0; paths[i] != NULL && i < 5; i++) {
    GtkWidget *row = adw_action_row_new ();
    g_autofree char *name = g_path_get_basename (paths[i]);
    g_autofree char *folder = g_path_get_dirname (paths[i]);

    g_object_set (row, "use-markup", FALSE, "activatable", TRUE, NULL);
    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder);
    adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
    adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                               gtk_image_new_from_icon_name ("go-next-symbolic"));
    g_object_set_data_full (G_OBJECT (row), "path", g_strdup (paths[i]), g_free);
    gtk_list_box_append (self->recent, row);
  }
  gtk_widget_set_visible (self->recent_group, paths[0] != NULL);
}

/* ---- widget ---- */

static void
ui_gallery_dispose (GObject *object)
{
  UiGallery *self = UI_GALLERY (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (ui_gallery_parent_class)->dispose (object);
}

static void
ui_gallery_class_init (UiGalleryClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_gallery_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/gallery.ui");
  gtk_widget_class_bind_template_child (widget_class, UiGallery, scrolled);
  gtk_widget_class_bind_template_child (widget_class, UiGallery, examples_title);
  gtk_widget_class_bind_template_child (widget_class, UiGallery, examples);
  gtk_widget_class_bind_template_child (widget_class, UiGallery, recent_group);
  gtk_widget_class_bind_template_child (widget_class, UiGallery, recent);
  gtk_widget_class_bind_template_callback (widget_class, recent_activated);
  signals[EXAMPLE] = g_signal_new ("example", UI_TYPE_GALLERY, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[RECENT] = g_signal_new ("recent", UI_TYPE_GALLERY, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ui_gallery_init (UiGallery *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->waiting = g_ptr_array_new_with_free_func (g_free);
}

GtkWidget *
ui_gallery_new (const LibIndex *library, FigureSymbols *symbols)
{
  UiGallery *self = g_object_new (UI_TYPE_GALLERY, NULL);

  self->library = library;
  self->symbols = symbols;
  find_examples (self);
  return GTK_WIDGET (self);
}
