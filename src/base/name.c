#include "base/name.h"

#include <string.h>

const char *
base_name (const char *text)
{
  return g_intern_string (text);
}

const char *
base_name_n (const char *text, size_t length)
{
  char small[128];

  if (length < sizeof small) {
    memcpy (small, text, length);
    small[length] = '\0';
    return g_intern_string (small);
  }
  g_autofree char *copy = g_strndup (text, length);
  return g_intern_string (copy);
}
