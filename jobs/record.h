#pragma once

// Record: builds and runs a program, and records what its threads do.
//
//   auto recorded = jobs::Record({.program = {.build = {.inputs = {"grey.cu"}}}, .settings = {.path =
//   "grey.lstrace"}}); if (recorded) auto model = replay::Open(recorded->file);
//
// The recording gets its name when it is complete; that of a program that failed contains what happened before.

#include <optional>
#include <string>
#include <vector>

#include "jobs/program.h"
#include "shared/session/record_settings.h"

namespace lockstep::jobs {

struct RecordRequest {
  Program program;
  // The launches, blocks, thread order and budgets; `path` is the recording's file. The job itself fills in the
  // summary, the program and the arguments.
  session::RecordSettings settings;
  bool quiet = false;  // the program has run before: capture its output
};

struct Recorded {
  std::filesystem::path file;              // RecordRequest's settings.path
  std::optional<Failure> ended;            // if the program did not end well: kProgramFailed, kTimeLimit, ...
  std::string output, errors;              // of a program in the background
  std::vector<session::Message> messages;  // of its runtime
  // Its contents, and how to record the rest: a line for each launch, or for several.
  std::vector<std::string> parts;
};

// The failure of a program that did not end well (`ended`), with its output.
Failure EndOf(const Recorded& recorded);

// Failures: those of a build; kBadUsage (an invalid thread order, launch or block), kCannotWrite, kNoKernelRan,
// and the program's end if that left no recording.
Result<Recorded> Record(const RecordRequest& request, const Watch& watch = {});
// The same for a program that has already been built for recording.
Result<Recorded> RecordBuilt(const std::string& path, const RecordRequest& request, const Watch& watch = {});

}  // namespace lockstep::jobs
