#pragma once

// `lockstep lesson check`, `test` and `new`: what learners and authors run in a terminal.

#include <CLI/CLI.hpp>

namespace lockstep::cli {

void AddLessonGrading(CLI::App& lesson);

}  // namespace lockstep::cli
