#include <math.h>

#include "ui/studio-private.h"

double
ui_studio_time (UiStudio *self)
{
  return self->time;
}

void
ui_studio_set_time (UiStudio *self, double time)
{
  if (time == self->time || (isnan (time) && isnan (self->time)))
    return;
  self->time = time;
  ui_studio_tell (self, UI_STUDIO_TIME_CHANGED);
}
