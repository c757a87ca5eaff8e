#pragma once

// Texture and surface objects, and the texture references of CUDA 11 and before.
//
// Handles are small numbers in the order of creation, so that they repeat from run to run. A destroyed object's handle
// is not used again.

#include <cstdint>
#include <vector>

#include "sim/toolkit/cuda_runtime_api.h"

namespace lockstep {

// One level of a texture: where its texels are. Rows lie `pitch` apart, slices (or layers, or faces) `slice` apart.
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
  std::size_t linear_elements = 0;   // of linear memory: what tex1Dfetch may read
  bool reads_float = false;          // what a fetch returns: floats, or integers of the texel's own type
  bool live = true;
};

struct Surface {
  cudaResourceDesc resource{};
  cudaArray_t array = nullptr;
  bool live = true;
};

// Null where there is no such object, or it was destroyed. Lock-free: kernels ask for every fetch.
const Texture* FindTexture(cudaTextureObject_t handle);
const Surface* FindSurface(cudaSurfaceObject_t handle);

// The error of CUDA for a texture that cannot be, or cudaSuccess and the texture.
cudaError_t MakeTexture(const cudaResourceDesc& resource, const cudaTextureDesc& settings,
                        const cudaResourceViewDesc* view, Texture* texture);

// From the host half's constructors: a texture reference of the program, and whether it reads as normalised float.
void RegisterTextureReference(const textureReference* texture, bool normalized_float);

}  // namespace lockstep
