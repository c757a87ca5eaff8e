#pragma once

// In: a launch as it was recorded, with the dynamic shared memory of each block as one object.
// Out: an object for each array that the kernel carved out of it, named and typed by the pointer that it kept:
//
//   extern __shared__ char raw[];
//   float* sums = (float*)raw;
//   int* counts = (int*)(sums + n);      ->  float sums[n], int counts[...]
//
// A pointer counts as an array's beginning where all threads of the block agree on it. Arrays of one type are kept
// apart only where no expression of the source reaches into both: `part + n / 2` is a place in `part`.

#include "shared/trace/recording.h"

namespace lockstep::record {

// `tables` has the types and the variables that the launch speaks of.
void CarveArrays(const trace::Recording& tables, trace::RecordedLaunch& launch);

}  // namespace lockstep::record
