#pragma once

// The program of a task to put lines in order: a file of the lesson's folder, in which the lines that belong stand.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "shared/base/error.h"
#include "shared/replay/question.h"

namespace lockstep::lessons {

// That of its program's file without its ending: "guard". What is noted of the task has it.
std::string OrderNameOf(const replay::Question& question);

// Reads what surrounds the lines in the program that the task names. The Error has no place.
Expected<void> ReadSurroundings(const std::filesystem::path& folder, replay::LineOrder& order);

struct ComposedProgram {
  std::string text;
  std::size_t begin = 0;  // the line of the first chosen one, from 0
};
// That program with these lines in place of those that belong.
Expected<ComposedProgram> ComposeProgram(const std::filesystem::path& folder, const replay::LineOrder& order,
                                         std::span<const std::size_t> chosen);

}  // namespace lockstep::lessons
