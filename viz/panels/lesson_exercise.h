#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The height that the exercise's state gets where the panel has `room`: what it needs, as far as the page keeps its
// own.
float ExerciseHeight(const View& view, float room);
// The exercise's state, with the hints that were asked for. A click on its sentence moves to the place of it.
void DrawExercise(View& view, Area area);

}  // namespace lockstep::viz
