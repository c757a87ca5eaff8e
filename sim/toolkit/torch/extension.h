// The part of PyTorch's C++ interface that extensions with CUDA kernels use, on Lockstep's device.
// `lockstep.load_inline` builds such extensions for Python; a program may use the tensors too. docs/PYTHON.md has the
// list.
#pragma once

#include <cublas_v2.h>  // PyTorch's headers have these, and extensions rely on that
#include <cuda_runtime.h>

#include <cfloat>
#include <climits>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "../lockstep/torch/binding.h"
#include "../lockstep/torch/dispatch.h"
#include "../lockstep/torch/kernels.h"
#include "../lockstep/torch/operations.h"
#include "../lockstep/torch/streams.h"
#include "../lockstep/torch/tensor_info.h"

namespace at {
struct NoGradGuard {};
struct InferenceMode {
  explicit InferenceMode(bool = true) {}
};
}  // namespace at

// TensorAccessor and others are in namespace at for PyTorch too; torch:: has all of it.
namespace torch {
using namespace at;
using at::Tensor;
namespace cuda {
using at::cuda::is_available;
using c10::cuda::device_count;
inline void synchronize() { c10::cuda::device_synchronize(); }
}  // namespace cuda
}  // namespace torch
