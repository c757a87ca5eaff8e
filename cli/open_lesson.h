#pragma once

// `lockstep lesson N` and `lockstep puzzle N`: opens it in the window, or prints its run where there is no display.

#include <optional>

#include "cli/command.h"
#include "cli/find_lesson.h"
#include "cli/view_flags.h"

namespace lockstep::cli {

struct LessonOptions {
  Shelf shelf = Shelf::kLessons;
  std::string lesson;                 // empty: where one was
  std::optional<std::uint32_t> page;  // from 1; none: where one was, or the first in a picture of the window
  ViewFlags view;
};

ExitStatus OpenLesson(const LessonOptions& options);
// `restart N` of both: takes the exercise afresh, and prints its file.
void AddRestart(CLI::App& command, const std::shared_ptr<LessonOptions>& options);

}  // namespace lockstep::cli
