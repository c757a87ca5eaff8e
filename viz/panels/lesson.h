#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The lesson's text, page by page, and the state of the exercise.
extern const Panel kLesson;

}  // namespace lockstep::viz
