#pragma once

#include <string>
#include <string_view>

#include "shared/trace/recording.h"

namespace lockstep::trace {

// "allocate", "free", "copy", "fill", "library", "launch", "left out".
std::string_view Word(HostEventKind kind);

// "main.cu:40", or "" if the line is not known.
std::string FormatHostPlace(const Recording& recording, const HostEvent& event);

// The event as a sentence: "copied 1024 bytes from the host to d_in", "filled d_out[0:16] with 0x00 bytes",
// "launched blur<3><<<(4,1,1), (128,1,1)>>>". Of a call that failed, what it did not do, and CUDA's number of the
// error.
std::string FormatHostEvent(const Recording& recording, const HostEvent& event);

// True if the event made memory of another process known here, by the call that it names.
bool IsOfOtherProcess(const HostEvent& event);

}  // namespace lockstep::trace
