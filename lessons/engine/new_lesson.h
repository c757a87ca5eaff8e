#pragma once

// A lesson to begin with: every file that one needs, of an exercise that works, with notes on what to change.

#include <filesystem>
#include <string>

#include "shared/base/error.h"

namespace lockstep::lessons {

// Makes the folder PARENT/NAME with the lesson of that number. An error where it exists.
Expected<std::filesystem::path> MakeLesson(const std::filesystem::path& parent, const std::string& name, int number);

}  // namespace lockstep::lessons
