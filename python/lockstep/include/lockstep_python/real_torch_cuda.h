// torch/cuda.h for an extension on Lockstep's device.
#pragma once

#include <cstdint>

namespace torch::cuda {
inline int device_count() { return 1; }
inline bool is_available() { return true; }
inline bool cudnn_is_available() { return false; }
inline void manual_seed(uint64_t) {}
inline void manual_seed_all(uint64_t) {}
inline void synchronize(int64_t = -1) {}  // launches are complete when they return
}  // namespace torch::cuda
