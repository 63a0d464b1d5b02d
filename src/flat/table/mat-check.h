/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* zlib's uncompress(). */
typedef int (*FlatInflate) (unsigned char *to,
                            unsigned long *n_to,
                            const unsigned char *from,
                            unsigned long n_from);

/* True if every size that the headers of a MAT file (versions 4 to 7) give fits into
 * the file, or into what its compressed parts hold: libmatio allocates what it is told.
 * Files of version 7.3 are not looked at. */
bool flat_mat_check_is_sound (const uint8_t *bytes,
                              size_t n_bytes,
                              FlatInflate inflate);
