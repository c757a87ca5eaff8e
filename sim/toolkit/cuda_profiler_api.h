#pragma once

#include "cuda_runtime_api.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif
