#pragma once

// The one device that programs see: the source of cudaGetDeviceProperties, cudaDeviceGetAttribute, the launch limits
// and the occupancy calculator. Limits are those of compute capability 9.0 (CUDA C++ Programming Guide, table
// "Technical Specifications per Compute Capability"); some sizes depend on the machine.

#include "sim/toolkit/driver_types.h"

namespace lockstep::api {

// Number of devices: 1.
inline constexpr int kDeviceCount = 1;

const cudaDeviceProp& DeviceProperties();

// Stores the value of `attribute`; false if CUDA has no such attribute.
bool DeviceAttribute(cudaDeviceAttr attribute, int* value);

}  // namespace lockstep::api
