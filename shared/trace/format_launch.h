#pragma once

#include <string>

#include "shared/trace/recording.h"

namespace lockstep::trace {

std::string FormatDim(const Dim3& dim);                         // "(16,16,1)"
std::string FormatSite(const Recording& recording, SiteId id);  // "grey.cu:7:12", "?" for kNone
std::string FormatLaunch(const Recording& recording,
                         const RecordedLaunch& launch);  // "grey<<<(4,1,1), (256,1,1)>>> at grey.cu:30"

}  // namespace lockstep::trace
