#pragma once

#include <cstdint>
#include <span>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep::trace {

// Checks that every id, index, offset and shape of the recording is as recording.h promises, so that code with a valid
// recording may follow them without further checks. The error names the first violation. In particular:
//  - ids are in range or kNone, kinds are known, texts and long values exist;
//  - a type's members, elements and count lie within its size, and no type contains itself;
//  - an object's shape times its element's size lies within its size;
//  - a step that reads or writes an object stays within it;
//  - a launch has the shape of a CUDA launch, an argument for each parameter, and blocks of its grid;
//  - a finding's file, object, launches, threads and steps exist;
//  - an event of the host lies within its objects, and places of the host are sorted;
//  - nothing is more than limits.h allows;
//  - a snapshot is empty or as long as its object, a writer map is no longer, and its writers are threads of the
//  launch.
Expected<void> Validate(const Recording& recording);

// The parts of it, for a writer that appends: everything but launches, findings and the host, one launch, the
// findings, and the host's events and places.
Expected<void> ValidateTables(const Recording& recording);
Expected<void> ValidateLaunch(const Recording& recording, const RecordedLaunch& launch);
Expected<void> ValidateFindings(const Recording& recording);
Expected<void> ValidateHost(const Recording& recording);

// True if `bytes` have room for cells of this size in this shape. An empty shape fits always.
bool ShapeFits(std::span<const std::uint64_t> shape, std::uint64_t cell, std::uint64_t bytes);

}  // namespace lockstep::trace
