#pragma once

// `lockstep lesson watch`: a verdict in the terminal at each save, from whatever editor.

#include <CLI/CLI.hpp>

namespace lockstep::cli {

void AddLessonWatch(CLI::App& lesson);

}  // namespace lockstep::cli
