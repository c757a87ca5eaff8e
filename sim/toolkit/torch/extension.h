// The part of PyTorch's C++ interface that extensions with CUDA kernels use, on Lockstep's device.
// `lockstep.load_inline` builds such extensions for Python; a program may use the tensors too. docs/PYTHON.md has the
// list.
#pragma once

#include <cuda_runtime.h>

#include <iostream>  // PyTorch's headers have it, and extensions rely on that
#include <string>
#include <vector>

#include "../lockstep/torch/binding.h"
#include "../lockstep/torch/dispatch.h"
#include "../lockstep/torch/operations.h"
#include "../lockstep/torch/streams.h"

// TensorAccessor and others are in namespace at for PyTorch too; torch:: has all of it.
namespace torch {
using namespace at;
using at::Tensor;
struct NoGradGuard {};
namespace cuda {
using at::cuda::is_available;
using c10::cuda::device_count;
inline void synchronize() { c10::cuda::device_synchronize(); }
}  // namespace cuda
}  // namespace torch
