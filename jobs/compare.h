#pragma once

// Compare: what a program copies back from the device, on two sides: the simulator, the GPU of this machine, or
// captures
// (.lscap) that were made anywhere.
//
//   auto compared = jobs::Compare({.program = jobs::Program{.build = {.inputs = {"grey.cu"}}}});
//   auto compared = jobs::Compare({.captures = {"a.lscap", "b.lscap"}});

#include <optional>
#include <string>
#include <vector>

#include "jobs/program.h"
#include "shared/report/compare.h"

namespace lockstep::jobs {

struct CompareRequest {
  // Runs on the simulator. The other side is the capture; without one the GPU of this machine or, where it has none,
  // what a GPU gave for the program elsewhere and ships beside it (shared/report/shipped_capture.h).
  std::optional<Program> program;
  BuildRequest for_nvcc;              // the program as nvcc takes it, in its own flags
  std::vector<std::string> captures;  // two without a program; one at most with one
  std::uint64_t tolerance = 0;        // ULP of floating-point cells, absolute difference of integers
  std::string keep;                   // keep the simulator's capture in this file; empty: do not
};

struct Compared {
  CaptureFile a, b;
  Comparison result;    // of a and b
  bool failed = false;  // the program returned an error on a side; the watch has the sentence

  bool IsSame() const { return result.Same() && result.complete_a && result.complete_b; }
};

// Failures: those of builds; kBadInput (a capture), kNoGpu (nothing to compare with), kNoKernelRan (nothing was
// captured), kCannotWrite, and how the program ended on a side.
Result<Compared> Compare(const CompareRequest& request, const Watch& watch = {});

}  // namespace lockstep::jobs
