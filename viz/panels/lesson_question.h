#pragma once

// Quizzes, predictions and lines to be put in order, in the text of a lesson.

#include "viz/model/lesson_view.h"
#include "viz/panels/panel.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {

void SetQuestion(View& view, TextSetter& setter, const LessonPage& page, std::size_t index);

// A key that is typed into the answer of, or that moves the lines of, the page's question; false if no answer is being
// typed.
bool TypeAnswer(View& view, std::string_view key);

// Takes the cell that was clicked as the prediction that is waited for, and reveals an answer once the window has moved
// to its place. What has come of an order is taken too. Call it once in each frame, before the panels.
void TakeAnswers(View& view);

}  // namespace lockstep::viz
