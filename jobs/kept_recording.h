#pragma once

// A recording that is made once and kept in the cache of built programs, by what it was made from: the built program,
// Lockstep, the arguments, the files that the program reads, the settings and the environment's LOCKSTEP_... variables.
// The cache's limit (sim/compile/cache_limit.h) holds for it too.

#include <filesystem>
#include <string>
#include <vector>

#include "jobs/record.h"
#include "shared/trace/recording.h"

namespace lockstep::jobs {

struct KeptRecording {
  trace::Recording recording;
  std::string output;      // of the program, when it was recorded
  bool was_there = false;  // no program ran now
};

// As `Record`, of a program in the background that must end well: one that does not is a failure, with its output, and
// nothing is kept. `reads` are the files that the program may read; those that its arguments name are among them. What
// is kept and damaged is made anew. A second process that wants the same recording waits for the first.
Result<KeptRecording> RecordOnce(const RecordRequest& request, const std::vector<std::filesystem::path>& reads = {},
                                 const Watch& watch = {});

}  // namespace lockstep::jobs
