#pragma once

// Compare: the arrays that a program copies back from the device, on two sides: the simulator, the GPU of this machine,
// or captures (.lscap) made anywhere.
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
  // Run on the simulator. The other side is the capture; without one, the GPU of this machine or, if it has none, the
  // captures of a GPU run that ship with the program (shared/report/shipped_capture.h).
  std::optional<Program> program;
  compile::BuildRequest for_nvcc;     // the program with nvcc's own flags
  std::vector<std::string> captures;  // two without a program; at most one with a program
  std::uint64_t tolerance = 0;        // ULP of floating-point cells, absolute difference of integers
  std::string keep;                   // keep the simulator's capture in this file; empty: no
};

struct Compared {
  report::CaptureFile a, b;
  report::Comparison result;  // of a and b
  bool failed = false;        // the program returned an error on a side; the watch has the sentence

  bool IsSame() const { return result.Same() && result.complete_a && result.complete_b; }
};

// Failures: those of builds; kBadInput (a capture), kNoGpu (nothing to compare with), kNoKernelRan (nothing was
// captured), kCannotWrite, and the program's end on a side.
Result<Compared> Compare(const CompareRequest& request, const Watch& watch = {});

}  // namespace lockstep::jobs
