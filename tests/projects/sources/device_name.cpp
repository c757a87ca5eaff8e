// Plain C++ that uses the CUDA runtime.

#include <cuda_runtime.h>

#include <string>

std::string DeviceName() {
  cudaDeviceProp properties;
  return cudaGetDeviceProperties(&properties, 0) == cudaSuccess ? properties.name : "";
}
