#pragma once

// The one device that programs see: what cudaGetDeviceProperties, cudaDeviceGetAttribute, the launch limits and the
// occupancy calculator all answer from. Limits are those of compute capability 9.0 (CUDA C++ Programming Guide, table
// "Technical Specifications per Compute Capability"); sizes that depend on the machine come from the machine.

#include "sim/toolkit/driver_types.h"

namespace lockstep {

// Number of devices: 1.
inline constexpr int kDeviceCount = 1;

const cudaDeviceProp& DeviceProperties();

// The value of `attribute`, or false where CUDA has no such attribute.
bool DeviceAttribute(cudaDeviceAttr attribute, int* value);

}  // namespace lockstep
