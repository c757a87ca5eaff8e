#pragma once

// Texture and surface objects, and the texture references of CUDA 11 and before.

#include "sim/include/cuda_runtime_api.h"

namespace lockstep {

// From the host half's constructors: a texture reference of the program, and whether it reads as normalised float.
void RegisterTextureReference(const textureReference* texture, bool normalized_float);

}  // namespace lockstep
