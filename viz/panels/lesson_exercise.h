#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The height that the exercise's state needs in this width.
float ExerciseHeight(Desk& desk, const Exercise& exercise, float width);
// The exercise's state. A click anywhere on it moves to the place of its sentence.
void DrawExercise(Desk& desk, const Exercise& exercise, Area area);

}  // namespace lockstep::viz
