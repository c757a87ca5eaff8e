#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The lesson's text, page by page, and how the exercise stands.
void DrawLesson(const LessonView& lesson, Desk& desk);

}  // namespace lockstep::viz
