#pragma once

// Grade: a program is observed, and judged by what is required of it and by what was observed of a reference solution.

#include "jobs/judge.h"

namespace lockstep::jobs {

struct GradeRequest {
  RecordRequest record;  // the program, and where its recordings go
  std::vector<Input> inputs{Input{}};
  std::vector<Requirement> requirements;
  bool counts_lines = false;  // also where no requirement needs the counts
  bool is_thorough = false;   // every run, also where the first one already fails
  std::size_t threads = 0;    // as in ObserveRequest
  // A run that uses the processor for longer than that, and ten times longer than the reference's takes on the clock,
  // is ended: it is taken for endless. A confined program has limits of its own.
  std::chrono::milliseconds least_limit{3000};
};

// The facts to observe of a program, so that it can be judged by the requirements.
ObserveRequest ObservationFor(const GradeRequest& request);

struct Graded {
  std::vector<Remark> remarks;  // one a requirement
  std::vector<Observed> runs;   // that they speak of

  bool IsSolved() const;
  // The remark to show: among several errors, one that can be shown. Null if there is none.
  const Remark* FirstWrong() const;
  // The run that `FirstWrong` is about, else the first.
  std::size_t ShownRun() const;
  const Observed& Shown() const;
};

// Recorded once more where what is wrong happened in a block that was not recorded, with that block. A kernel that does
// what it must not makes the program fail, and still there is something to judge. The recording that is shown has what
// the checker has found in that run. Failures: those of `Observe`; how the program ended, where nothing else is wrong;
// kNoKernelRan where none ran and the reference has one.
Result<Graded> Grade(const GradeRequest& request, std::span<const Observed> reference, const Watch& watch = {});

}  // namespace lockstep::jobs
