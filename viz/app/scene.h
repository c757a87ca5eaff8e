#pragma once

// The content of the window: a recording, or the reason why there is none; the lesson beside it, and the recording of
// its exercise. Or only two captures side by side.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "shared/replay/model.h"
#include "shared/trace/recording.h"
#include "viz/model/lesson_view.h"
#include "viz/model/rerun.h"
#include "viz/model/run_answer.h"
#include "viz/model/side_by_side.h"

namespace lockstep::viz {

// Another recording of the program, to compare with the one in view.
struct OtherRecording {
  trace::Recording recording;
  RunNames names;
  bool goes_there = false;  // to the first difference
};

// In a newer scene, absent parts are unchanged.
struct Scene {
  std::optional<trace::Recording> recording;
  std::optional<OtherRecording> other;
  std::string problem;  // shown if there is no recording: one sentence
  // The recording in view, now with the steps after those that were read first: the place in it stays.
  std::unique_ptr<replay::Model> whole;
  std::optional<std::string> reading;  // while it is being read: how far that is; empty: it is done
  std::optional<std::string>
      making;  // while the lesson's program is being recorded: how far that is; empty: it is done
  std::optional<bool> can_try_again;  // a program of the lesson could not be recorded, and may be at another try
  std::optional<LessonView> lesson;
  std::optional<trace::Recording> exercise;  // of a lesson: the last attempt at its exercise
  std::optional<SideBySide> sides;
  std::optional<RerunState> rerun;  // how the last request to run the program again goes
};

// The actions of a lesson's reader in this window, for whoever keeps it.
struct Reading {
  std::string lesson;  // LessonView::name
  std::size_t page = 0;
  std::size_t hints = 0;          // levels of hints that were taken
  bool saw_solution = false;      // one of them was the solution
  std::size_t tries = 0;          // requests, so far, to record once more what could not be recorded
  std::optional<OrderTry> order;  // request: the last one, whether or not it was answered
  std::string wanted;             // request, until another lesson is shown: that lesson's name; empty for none
  std::optional<Rerun> rerun;     // request: the last one, whether or not it was answered
};

// Called once in each frame for a newer scene; none while nothing has changed. It must return quickly: recording and
// building are done elsewhere, and only the result is passed on here.
using SceneSource = std::function<std::optional<Scene>(const Reading& reading)>;

}  // namespace lockstep::viz
