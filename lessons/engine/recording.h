#pragma once

// A lesson's programs, recorded: in the background, quick to make again after each edit.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "jobs/record.h"
#include "shared/base/error.h"

namespace lockstep {

// How long building and running a program may take together.
inline constexpr std::chrono::seconds kLessonLimit{30};

// `build` has more flags and inputs than the source. The program runs in the recording's folder.
jobs::RecordRequest RecordingOf(const std::filesystem::path& source, const BuildRequest& build,
                                const std::vector<std::string>& arguments, const std::filesystem::path& recording);

// Makes the recording's folder where it is missing.
Expected<void> MakeFolderOf(const jobs::RecordRequest& request);

// The recording of a program that must end well.
jobs::Result<jobs::Recorded> RecordWhole(const jobs::RecordRequest& request);

// One sentence on a failure.
std::string SentenceOn(const jobs::Failure& failure, std::chrono::seconds limit);
// What the compiler and the program said before it.
std::string SaidOf(const jobs::Failure& failure);

}  // namespace lockstep
