#pragma once

// Run: a program is built and run, and ends as it ends.

#include "jobs/program.h"

namespace lockstep::jobs {

struct RunRequest {
  Program program;
  std::string order;  // of threads (sim/launch/order.h); empty: what the environment says
};

struct Ran {
  int status = 0;              // its exit status; 128 + the signal where one ended it
  int signal = 0;              // ... and which
  std::string output, errors;  // of a program in the background
};

// A program that fails by itself is no failure of the job. Failures: those of a build, kBadUsage, kTimeLimit,
// kInterrupted.
Result<Ran> Run(const RunRequest& request, const Watch& watch = {});
// The same of a program that is built already.
Result<Ran> RunBuilt(const std::string& path, const RunRequest& request, const Watch& watch = {});

}  // namespace lockstep::jobs
