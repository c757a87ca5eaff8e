#pragma once

// Run: builds and runs a program, and returns how it ended.

#include "jobs/program.h"

namespace lockstep::jobs {

struct RunRequest {
  Program program;
  std::string order;  // of threads (shared/session/order.h); empty: from the environment
};

struct Ran {
  int status = 0;              // its exit status; 128 + the signal if one ended it
  int signal = 0;              // that signal, or 0
  std::string output, errors;  // of a program in the background
  // The program's own failure, where `status` is not 0: with what its runtime said.
  std::optional<Failure> ended;
};

// A program that fails by itself is not a failure of the job. Failures: those of a build, kBadUsage, kTimeLimit,
// kInterrupted.
Result<Ran> Run(const RunRequest& request, const Watch& watch = {});
// The same for a program that has already been built.
Result<Ran> RunBuilt(const std::string& path, const RunRequest& request, const Watch& watch = {});

}  // namespace lockstep::jobs
