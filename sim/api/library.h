#pragma once

// Calls of the host's libraries, as work of a stream (sim/hooks/library.h).

#include "sim/api/operation.h"

namespace lockstep::api {

// Does the library's work. An operand outside the device's memory becomes the session's sticky error, as in a kernel.
void RunLibrary(LibraryOperation& library, const machine::HostCall& call);

}  // namespace lockstep::api
