#pragma once

// Programs and libraries test these macros to find out what has been included.
#define __CUDA_RUNTIME_H__

// The CUDA runtime for C++ programs: the C functions, their templates, and for CUDA sources everything that device code
// may use. The compiler driver includes this before the first line of each .cu file.

#if defined(__CUDA__)
#if !defined(__CUDACC__)
#define __CUDACC__ 1
#endif
// Programs and build systems test for nvcc and its release by these macros; the release is that of CUDART_VERSION.
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0
// Programs that suppress a warning of nvcc test this macro first; clang ignores the pragma.
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
// Lambdas and constexpr functions need no flag here; programs test these macros for the flags.
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
// nvcc replaces the types of extended lambdas and offers these questions about them. Clang's are ordinary types.
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(type) false
// Nobody looks at the ranges that NVIDIA's C++ libraries (CCCL) of a program's own mark.
#define CCCL_DISABLE_NVTX
#include "lockstep/device_library.h"
#endif

#include "builtin_types.h"
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "host_defines.h"
#include "library_types.h"
#include "vector_functions.h"

#if defined(__CUDA__)
#include "device_launch_parameters.h"
#include "lockstep/kernel_call.h"
#include "cuda_device_runtime_api.h"
#include "surface_indirect_functions.h"
#include "texture_indirect_functions.h"
#endif

#if defined(__cplusplus)
#include "lockstep/typed_api.h"
#include "texture_fetch_functions.h"
#endif
