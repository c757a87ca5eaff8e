#pragma once

// Recordings of a lesson's programs: made in the background, and fast enough to repeat after each edit.

#include <filesystem>
#include <string>
#include <vector>

#include "jobs/record.h"
#include "shared/base/error.h"

namespace lockstep::lessons {

// `build` has the flags and inputs besides the source. The program runs in the recording's folder.
jobs::RecordRequest RecordingOf(const std::filesystem::path& source, const compile::BuildRequest& build,
                                const std::vector<std::string>& arguments, const std::filesystem::path& recording);

// Creates the recording's folder if missing.
Expected<void> MakeFolderOf(const jobs::RecordRequest& request);

// A failure as one sentence.
std::string SentenceOn(const jobs::Failure& failure);
// The preceding output of the compiler and the program.
std::string SaidOf(const jobs::Failure& failure);

}  // namespace lockstep::lessons
