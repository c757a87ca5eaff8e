#pragma once

#include <cstddef>

#include "sim/toolkit/driver_types.h"

namespace lockstep {

// The address of byte `offset` of the device variable that host code knows as `symbol`; `count` bytes must follow in
// it.
cudaError_t ResolveSymbol(const void* symbol, std::size_t offset, std::size_t count, void** address);

}  // namespace lockstep
