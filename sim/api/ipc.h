#pragma once

// The memory and events of this process that others may use.

#include "sim/api/streams.h"

namespace lockstep::api {

// True for what cudaMalloc and its pitched forms return.
bool CanBeExported(const void* pointer);
// The event is about to be destroyed: its handle can no longer be opened.
void EndExport(const CUevent_st& event);

}  // namespace lockstep::api
