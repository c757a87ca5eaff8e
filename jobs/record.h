#pragma once

// Record: a program is built and run, and what its threads do is written down.
//
//   auto recorded = jobs::Record({.program = {.build = {.inputs = {"grey.cu"}}}, .settings = {.path =
//   "grey.lstrace"}}); if (recorded) auto model = replay::Open(recorded->file);
//
// The recording gets its name when it is whole; one of a program that failed half-way holds what came before.

#include <optional>

#include "jobs/program.h"
#include "sim/record/settings.h"

namespace lockstep::jobs {

struct RecordRequest {
  Program program;
  // Which launches and blocks, in which order of threads, with which budgets; `path` is where the recording goes. Its
  // summary, program and arguments are the job's to fill in.
  RecordSettings settings;
  std::optional<Seconds> whole_limit;  // building and running may take so long together
  bool quiet = false;                  // the program has run before: what it prints is captured
};

struct Recorded {
  std::filesystem::path file;    // RecordRequest's settings.path
  std::optional<Failure> ended;  // how the program ended where that was not well: kProgramFailed, kTimeLimit, ...
  std::string output, errors;    // of a program in the background
};

// Of a recording whose program did not end well (`ended`), as a failure: with what the program printed.
Failure EndOf(const Recorded& recorded);

// Failures: those of a build; kBadUsage (no such order of threads, launch or block),
// kCannotWrite, kNoKernelRan, kTimeLimit (the whole one), and how the program ended where that left no recording.
Result<Recorded> Record(const RecordRequest& request, const Watch& watch = {});
// The same of a program that is built for it already.
Result<Recorded> RecordBuilt(const std::string& path, const RecordRequest& request, const Watch& watch = {});

// "1", "1,2" or "1,2,3": a block of a grid, as `--block` takes it.
std::optional<Dim3> ParseBlock(const std::string& text);

}  // namespace lockstep::jobs
