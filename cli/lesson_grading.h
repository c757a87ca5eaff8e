#pragma once

// `lockstep lesson check`, `hint`, `test`, `answer` and `new`, and but for `new` those of `lockstep puzzle`: what
// learners and authors run in a terminal.

#include <CLI/CLI.hpp>

#include "cli/find_lesson.h"

namespace lockstep::cli {

void AddLessonGrading(CLI::App& lesson, Shelf shelf);

}  // namespace lockstep::cli
