#pragma once

// Texture and surface objects, and the texture references of CUDA 11 and earlier.
//
// Handles are small numbers in order of creation, so they are the same in every run. The handle of a destroyed object
// is not reused.

#include <cstdint>
#include <vector>

#include "sim/toolkit/cuda_runtime_api.h"

namespace lockstep::api {

// One level of a texture. Rows are `pitch` bytes apart, slices (or layers, or faces) `slice` bytes.
struct TextureLevel {
  const char* first = nullptr;
  int width = 1, height = 1, depth = 1;
  std::size_t pitch = 0, slice = 0;
};

struct Texture {
  cudaResourceDesc resource{};
  cudaTextureDesc settings{};
  cudaResourceViewDesc view{};
  bool has_view = false;
  cudaChannelFormatDesc channels{};
  int channel_count = 1;
  std::size_t element = 0;           // bytes of a texel
  std::vector<TextureLevel> levels;  // at least one
  std::size_t linear_elements = 0;   // number of elements of linear memory that tex1Dfetch may ask for
  std::size_t backed_elements = 0;   // of these, those that lie inside the memory; the others read as zeros
  std::uint64_t serial = 0;          // of the allocation or array that it reads; 0: a variable
  bool reads_float = false;          // fetches return floats; else integers of the texel's type
  bool live = true;
};

// The array may be freed before the surface is destroyed.
struct Surface {
  cudaResourceDesc resource{};
  char* first = nullptr;
  int width = 0, height = 1, depth = 1;  // bytes of a row; rows; slices
  std::size_t pitch = 0, slice = 0;
  bool live = true;
};

// Null if there is no such object or it was destroyed. Lock-free, because kernels call it for every fetch.
const Texture* FindTexture(cudaTextureObject_t handle);
const Surface* FindSurface(cudaSurfaceObject_t handle);
bool IsDestroyedTexture(cudaTextureObject_t handle);
bool IsDestroyedSurface(cudaSurfaceObject_t handle);

// CUDA's error for an invalid texture, or cudaSuccess with the texture.
cudaError_t MakeTexture(const cudaResourceDesc& resource, const cudaTextureDesc& settings,
                        const cudaResourceViewDesc* view, Texture* texture);

// Called by the host half's constructors: a texture reference of the program, and whether it reads as normalised float.
void RegisterTextureReference(const textureReference* texture, bool normalized_float);

}  // namespace lockstep::api
