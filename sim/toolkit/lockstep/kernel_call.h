#pragma once

// The functions that clang calls for `kernel<<<grid, block, shared, stream>>>(...)`.

extern "C" {
#pragma GCC visibility push(default)
// Device code calls it, too, where it launches kernels (sim/compile/pass/unit/device_launches.h).
__attribute__((host, device)) unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                                   struct CUstream_st* stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream);
cudaError_t cudaLaunchKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                                  cudaStream_t stream);
#pragma GCC visibility pop
}
