#pragma once

// CUDA arrays, which textures and surfaces read: rows of elements in device memory, in linear order. The order on a GPU
// is unspecified, and no program can observe it.

#include <memory>
#include <vector>

#include "sim/api/handles.h"
#include "sim/toolkit/cuda_runtime_api.h"

// `extent` is as the program passed it: 0 for missing dimensions; layers and faces are in depth.
struct cudaArray {
  cudaChannelFormatDesc channels{};
  cudaExtent extent{};
  unsigned flags = 0;
  std::size_t element = 0;  // bytes
  std::size_t pitch = 0, slice = 0;
  std::uint64_t address = 0, serial = 0;  // of the array's memory object
  const void* freed_by = nullptr;         // the call that ends it

  // The extent with 1 for missing dimensions.
  cudaExtent Size() const { return {extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1}; }
  char* Element(std::size_t x, std::size_t y, std::size_t z) const {
    return reinterpret_cast<char*>(address) + z * slice + y * pitch + x * element;
  }
  ~cudaArray();
};

struct cudaMipmappedArray {
  std::vector<cudaArray_t> levels;
  const void* freed_by = nullptr;
  ~cudaMipmappedArray();
};

namespace lockstep::api {

Handles<cudaArray>& Arrays();
Handles<cudaMipmappedArray>& MipmappedArrays();

// The size of one element in bytes, or 0 if CUDA has no such format: 1, 2 or 4 channels of 8, 16 or 32 bits, all equal.
std::size_t ElementBytes(const cudaChannelFormatDesc& channels);
int Channels(const cudaChannelFormatDesc& channels);

}  // namespace lockstep::api
