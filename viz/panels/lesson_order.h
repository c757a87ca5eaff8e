#pragma once

// Lines of a kernel that the reader of a lesson puts in order, by mouse or by keys, and has run.

#include "viz/model/lesson_view.h"
#include "viz/panels/panel.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {

void SetOrder(View& view, TextSetter& setter, const LessonPage& page, std::size_t index, replay::Answer& answer);

// A key for the lines that have the keyboard; false if it means nothing to them.
bool PressOrderKey(View& view, const LessonPage& page, std::size_t index, replay::Answer& answer, std::string_view key);

// Takes from the lesson what has come of the order: right or not.
void TakeOrderResults(View& view, const LessonPage& page, std::vector<replay::Answer>& answers);

}  // namespace lockstep::viz
