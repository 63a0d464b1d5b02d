/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a library says to its user, in the user's language: each text of a .dyad or
 * library.json file passes here on its way to the screen, and only there. The catalogue
 * of the program holds the texts of data/library (po/library.h), apart from its own;
 * any other, as those of a diagram, stays as it is. */

/* A title, or a sentence of a message. Borrowed; NULL and "" as they are. */
const char *lib_text (const char *text);

/* A documentation for reading: lines of a paragraph joined, lists and formulas and
 * empty lines kept; paragraph by paragraph. "" for NULL. Caller frees. */
char *lib_text_doc (const char *doc);
