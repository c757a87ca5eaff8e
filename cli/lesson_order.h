#pragma once

#include <CLI/CLI.hpp>

namespace lockstep::cli {

// `lockstep lesson order N [LINE...]`: prints a task to put lines in order, or builds and runs the order that is given.
void AddLessonOrder(CLI::App& lesson);

}  // namespace lockstep::cli
