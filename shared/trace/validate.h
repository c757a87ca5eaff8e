#pragma once

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep {

// Whether every id, index, offset and shape of the recording is what recording.h promises, so that whoever has a valid
// recording may follow them without a check. The error names the first that is not. In particular:
//  - ids are in range or kNone, kinds are known, texts and long values exist;
//  - a type's members, elements and count lie within its size, and no type contains itself;
//  - an object's shape times its element's size lies within its size;
//  - a step that reads or writes an object stays within it;
//  - a launch has the shape of a CUDA launch, an argument for each parameter, and blocks of its grid;
//  - a finding's file, object, launches, threads and steps are there;
//  - nothing is more than limits.h allows;
//  - snapshots are as long as their object or empty, writer maps no longer than it, writers threads of the launch.
Expected<void> Validate(const Recording& recording);

// The parts of it, for a writer that goes on: everything but launches and findings, one launch, and the findings.
Expected<void> ValidateTables(const Recording& recording);
Expected<void> ValidateLaunch(const Recording& recording, const RecordedLaunch& launch);
Expected<void> ValidateFindings(const Recording& recording);

}  // namespace lockstep
