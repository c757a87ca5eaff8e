#pragma once

// What the window shows: a recording, or the sentence that says why there is none; the lesson beside it, and the
// recording of its exercise. Or two captures side by side, and nothing else.

#include <functional>
#include <optional>
#include <string>

#include "shared/trace/recording.h"
#include "viz/model/lesson_view.h"
#include "viz/model/side_by_side.h"

namespace lockstep::viz {

// Of a newer scene: what is absent stays as it is.
struct Scene {
  std::optional<Recording> recording;
  std::string problem;  // shown where there is no recording: one sentence for people
  std::optional<LessonView> lesson;
  std::optional<Recording> exercise;  // of a lesson: what the last attempt at its exercise did
  std::optional<SideBySide> sides;
};

// Asked once a frame for something newer than the scene that shows; none while nothing has changed. It must be quick:
// whoever records or builds does so elsewhere and hands over the result here.
using SceneSource = std::function<std::optional<Scene>()>;

}  // namespace lockstep::viz
