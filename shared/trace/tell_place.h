#pragma once

#include <string>

#include "shared/trace/recording.h"

namespace lockstep {

std::string TellDim(const Dim3& dim);                         // "(16,16,1)"
std::string TellSite(const Recording& recording, SiteId id);  // "grey.cu:7:12", "?" for kNone
std::string TellLaunch(const Recording& recording,
                       const RecordedLaunch& launch);  // "grey<<<(4,1,1), (256,1,1)>>> at grey.cu:30"

// x, y, z of a linear index in a block or grid of this shape, x fastest.
Dim3 Unflatten(std::uint64_t linear, const Dim3& shape);

}  // namespace lockstep
