#pragma once

// An array beside what it should be.

#include "jobs/recorded_array.h"
#include "jobs/requirement.h"

namespace lockstep::jobs {

// Both have as many cells, of one size.
struct ArrayPair {
  const RecordedArray &mine, &right;
  const CompareArray& wanted;  // how far they may be apart
  double slack = 0;            // ... and floating-point numbers may be apart in any case

  bool Differ(std::uint64_t cell) const;
};

}  // namespace lockstep::jobs
