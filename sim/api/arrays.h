#pragma once

// CUDA arrays: what textures and surfaces read. Rows of elements in device memory, in the plain order; the order on a
// GPU is its own business, and no program can see it.

#include <memory>
#include <vector>

#include "sim/api/handles.h"
#include "sim/toolkit/cuda_runtime_api.h"

// `extent` is as the program gave it: 0 for dimensions that the array does not have, layers and faces in depth.
struct cudaArray {
  cudaChannelFormatDesc channels{};
  cudaExtent extent{};
  unsigned flags = 0;
  std::size_t element = 0;  // bytes
  std::size_t pitch = 0, slice = 0;
  std::uint64_t address = 0, serial = 0;  // of its memory object

  // With 1 for the dimensions that it does not have.
  cudaExtent Size() const { return {extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1}; }
  char* Element(std::size_t x, std::size_t y, std::size_t z) const {
    return reinterpret_cast<char*>(address) + z * slice + y * pitch + x * element;
  }
  ~cudaArray();
};

struct cudaMipmappedArray {
  std::vector<cudaArray_t> levels;
  ~cudaMipmappedArray();
};

namespace lockstep {

Handles<cudaArray>& Arrays();
Handles<cudaMipmappedArray>& MipmappedArrays();

// Bytes of one element, or 0 where CUDA has no such format: 1, 2 or 4 channels of 8, 16 or 32 bits, all alike.
std::size_t ElementBytes(const cudaChannelFormatDesc& channels);
int Channels(const cudaChannelFormatDesc& channels);

}  // namespace lockstep
