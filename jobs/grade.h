#pragma once

// Grade: a program is built, run and recorded, and the recording judged by what is required of it.

#include <memory>

#include "jobs/record.h"
#include "jobs/remarks.h"

namespace lockstep::jobs {

struct GradeRequest {
  RecordRequest record;  // the program, and where its recording goes; an older one of that name goes first
  std::vector<Requirement> requirements;
};

struct Graded {
  std::vector<Remark> remarks;                 // one a requirement
  std::shared_ptr<const Recording> recording;  // that they speak of
  Recorded recorded;

  bool IsSolved() const;
  // What to speak of: of several things that are wrong, one that can be shown. Null where nothing is.
  const Remark* FirstWrong() const;
};

// Recorded once more where what is wrong happened in a block that was not recorded, with that block. A kernel that does
// what it must not makes the program fail, and still there is a recording to grade. Failures: those of a recording; how
// the program ended, where nothing else is wrong.
Result<Graded> Grade(const GradeRequest& request, const Recording& solution, const Watch& watch = {});

}  // namespace lockstep::jobs
