#pragma once

// The lines of the host's calls. The program that is recorded knows their addresses only; whoever has started it asks
// the debug information, and adds the answers to the finished file.

#include <filesystem>
#include <vector>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep::trace {

// `places` in any order, each caller once. After an Error the file is not to be used.
Expected<void> AddHostPlaces(const std::filesystem::path& path, std::vector<HostPlace> places);

// Of the event's call; null if it is not known.
const HostPlace* PlaceOf(const Recording& recording, const HostEvent& event);

}  // namespace lockstep::trace
