#include "figure/train.h"

#include <math.h>

void
figure_trains_build (FigureMechanism *mechanism, const SimModel *model)
{
}

void
figure_trains_survey (FigureMechanism *mechanism)
{
}

void
figure_trains_pose (FigureMechanism *mechanism)
{
  for (uint32_t i = 0; i < mechanism->n_spots; i++)
    if (mechanism->spots[i].kind != FIGURE_SPOT_PLANAR)
      mechanism->spots[i].at = (FigurePoint){NAN, NAN};
}
