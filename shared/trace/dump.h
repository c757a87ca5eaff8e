#pragma once

#include <functional>
#include <string_view>

#include "shared/trace/recording.h"

namespace lockstep::trace {

// DumpTrace in pieces, for recordings whose text would not fit in memory. `sink` returns false to stop.
using DumpSink = std::function<bool(std::string_view)>;
void DumpTraceTo(const Recording& recording, bool json, const DumpSink& sink);

}  // namespace lockstep::trace
