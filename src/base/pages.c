/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Anonymous mappings. A mapping of some huge pages is made longer by one, and what
 * stands out at both ends given back, so that it begins at a multiple of their size. To
 * grow, its pages are moved to the begin of a longer one (mremap(2)), which changes
 * page tables alone. What any run touches is asked for at once (Linux 5.14): a fault
 * costs as much as 20 pages. */
#include "base/pages.h"

#include <errno.h>
#include <glib.h>
#include <linux/mman.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* The second is that of x86-64; elsewhere it is only an alignment. */
#define SMALL_PAGE ((size_t) 4096)
#define HUGE_PAGE  ((size_t) 2 << 20)

/* What costs nothing until it is touched, and is enough for what is not large; of it,
 * what a small model needs, and what malloc() begins with. */
#define HEAP       ((size_t) 64 << 20)
#define SMALL_HEAP ((size_t) 256 << 10)
#define BEGUN_HEAP ((size_t) 128 << 10)

/* Where the program's text begins and ends (end(3), and the linker's default script).
 */
extern const char __executable_start, etext;

static size_t
whole_pages (size_t size)
{
  const size_t page = size < HUGE_PAGE ? SMALL_PAGE : HUGE_PAGE;

  return (size + page - 1) & ~(page - 1);
}

static char *
map (size_t size)
{
  void *pages =
      mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (pages == MAP_FAILED)
    g_error ("no %zu bytes of memory: %s", size, g_strerror (errno));
  return pages;
}

static char *
map_aligned (size_t size)
{
  char *wide = map (size + HUGE_PAGE);
  size_t before = -(uintptr_t) wide & (HUGE_PAGE - 1);

  if (before > 0)
    munmap (wide, before);
  if (before < HUGE_PAGE)
    munmap (wide + before + size, HUGE_PAGE - before);
  madvise (wide + before, size, MADV_HUGEPAGE);
  return wide + before;
}

void *
base_pages_new (size_t size)
{
  size_t whole = whole_pages (size);

  return whole < HUGE_PAGE ? map (whole) : map_aligned (whole);
}

void *
base_pages_grow (void *old, size_t old_size, size_t size)
{
  size_t old_whole = whole_pages (old_size);
  void *pages = base_pages_new (size);

  if (mremap (old, old_whole, old_whole, MREMAP_MAYMOVE | MREMAP_FIXED, pages) != pages)
    g_error ("pages cannot be moved: %s", g_strerror (errno));
  return pages;
}

/* The heap goes on with some small pages up to a multiple of the size of huge ones. It
 * is made long at once, by a piece that is released again and ends in the small ones:
 * what lies behind must be untouched. Under a limit on memory there is no such piece,
 * and the heap stays small. */
void
base_pages_widen_heap (void)
{
  const uintptr_t end = (uintptr_t) sbrk (0);
  const uintptr_t huge = (end + SMALL_HEAP + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
  const uintptr_t text = (uintptr_t) &__executable_start & ~(SMALL_PAGE - 1);

  madvise ((void *) text, (uintptr_t) &etext - text, MADV_POPULATE_READ);
  madvise ((void *) (end - BEGUN_HEAP), BEGUN_HEAP, MADV_POPULATE_WRITE);
  if (brk ((void *) (huge - SMALL_HEAP)) != 0)
    return;
  mallopt (M_MMAP_THRESHOLD, (int) HUGE_PAGE);
  mallopt (M_TRIM_THRESHOLD, (int) (2 * HEAP));
  mallopt (M_TOP_PAD, (int) HEAP);
  g_free (g_try_malloc (SMALL_HEAP - SMALL_PAGE));
  mallopt (M_TOP_PAD, (int) HUGE_PAGE);
  madvise ((void *) huge, HEAP - SMALL_HEAP, MADV_HUGEPAGE);
  madvise ((void *) (huge - SMALL_HEAP), SMALL_HEAP, MADV_POPULATE_WRITE);
}

void
base_pages_free (void *pages, size_t size)
{
  munmap (pages, whole_pages (size));
}
