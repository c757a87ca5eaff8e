#pragma once

#include <cstddef>

#include "sim/toolkit/driver_types.h"

namespace lockstep::api {

// The address of byte `offset` of the device variable with the host identity `symbol`; at least `count` bytes must
// follow in it.
cudaError_t ResolveSymbol(const void* symbol, std::size_t offset, std::size_t count, void** address);

}  // namespace lockstep::api
