#pragma once

// `lockstep lesson watch`: a verdict in the terminal at each save, from whatever editor.

#include <CLI/CLI.hpp>

#include "cli/find_lesson.h"

namespace lockstep::cli {

void AddLessonWatch(CLI::App& lesson, Shelf shelf);

}  // namespace lockstep::cli
