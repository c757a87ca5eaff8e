// Texture and surface references of CUDA 11 and earlier. Binding creates a texture object and stores its handle in the
// reference: in the host's variable and in the device's, which kernels read.

#include "sim/toolkit/lockstep/texture_references.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "sim/api/arrays.h"
#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/device_properties.h"
#include "sim/api/textures.h"

namespace lockstep::api {

namespace {

std::mutex references_mutex;
std::map<const textureReference*, bool>& NormalizedFloat() {
  static auto* references = new std::map<const textureReference*, bool>;
  return *references;
}

cudaTextureDesc SettingsOf(const textureReference& reference, bool normalized_float) {
  cudaTextureDesc settings{};
  std::memcpy(settings.addressMode, reference.addressMode, sizeof settings.addressMode);
  settings.filterMode = reference.filterMode;
  settings.readMode = normalized_float ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  settings.sRGB = reference.sRGB;
  settings.normalizedCoords = reference.normalized;
  settings.maxAnisotropy = reference.maxAnisotropy;
  settings.mipmapFilterMode = reference.mipmapFilterMode;
  settings.mipmapLevelBias = reference.mipmapLevelBias;
  settings.minMipmapLevelClamp = reference.minMipmapLevelClamp;
  settings.maxMipmapLevelClamp = reference.maxMipmapLevelClamp;
  return settings;
}

void Store(const textureReference* reference, cudaTextureObject_t object) {
  const_cast<textureReference*>(reference)->lockstepObject = object;
  const SessionVariable* variable = Session::Get().FindVariable(reference);
  if (variable && variable->address)
    static_cast<textureReference*>(Pointer(variable->address))->lockstepObject = object;
}

cudaError_t Unbind(const textureReference* reference) {
  if (reference->lockstepObject) cudaDestroyTextureObject(reference->lockstepObject);
  Store(reference, 0);
  return cudaSuccess;
}

cudaError_t Bind(const textureReference* reference, const cudaResourceDesc& resource) {
  return Call([&](Session&) -> cudaError_t {
    bool normalized_float;
    {
      const std::lock_guard lock(references_mutex);
      const auto known = NormalizedFloat().find(reference);
      if (known == NormalizedFloat().end()) return cudaErrorInvalidTexture;
      normalized_float = known->second;
    }
    const cudaTextureDesc settings = SettingsOf(*reference, normalized_float);
    cudaTextureObject_t object = 0;
    if (const cudaError_t error = cudaCreateTextureObject(&object, &resource, &settings, nullptr)) return error;
    Unbind(reference);
    Store(reference, object);
    return cudaSuccess;
  });
}

}  // namespace

void RegisterTextureReference(const textureReference* texture, bool normalized_float) {
  const std::lock_guard lock(references_mutex);
  NormalizedFloat()[texture] = normalized_float;
}

}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaBindTexture(size_t* offset, const textureReference* texref, const void* devPtr,
                            const cudaChannelFormatDesc* desc, size_t size) {
  if (!texref || !desc) return Remember(cudaErrorInvalidValue);
  const machine::Location location = Locate(devPtr);
  if (!location.DeviceCanTouch()) return Remember(cudaErrorInvalidValue);
  // An unaligned pointer is bound at the aligned address before it; the caller receives the distance.
  const std::size_t behind = Address(devPtr) % std::size_t(DeviceProperties().textureAlignment);
  if (behind && !offset) return Remember(cudaErrorInvalidValue);
  if (offset) *offset = behind;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = Pointer(Address(devPtr) - behind);
  resource.res.linear.desc = *desc;
  // Without a size, the rest of the allocation is bound.
  const std::size_t most = location.size - (Address(devPtr) - location.begin);
  resource.res.linear.sizeInBytes = std::min(size, most) + behind;
  return Bind(texref, resource);
}

cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* texref, const void* devPtr,
                              const cudaChannelFormatDesc* desc, size_t width, size_t height, size_t pitch) {
  if (!texref || !desc) return Remember(cudaErrorInvalidValue);
  if (offset) *offset = 0;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {const_cast<void*>(devPtr), *desc, width, height, pitch};
  return Bind(texref, resource);
}

cudaError_t cudaBindTextureToArray(const textureReference* texref, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  if (!texref) return Remember(cudaErrorInvalidValue);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  return Bind(texref, resource);
}

cudaError_t cudaBindTextureToMipmappedArray(const textureReference* texref, cudaMipmappedArray_const_t mipmappedArray,
                                            const cudaChannelFormatDesc*) {
  if (!texref) return Remember(cudaErrorInvalidValue);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = const_cast<cudaMipmappedArray_t>(mipmappedArray);
  return Bind(texref, resource);
}

cudaError_t cudaUnbindTexture(const textureReference* texref) {
  return Call([&](Session&) { return texref ? Unbind(texref) : cudaErrorInvalidTexture; });
}

cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const textureReference* texref) {
  return Call([&](Session&) {
    if (!offset || !texref) return cudaErrorInvalidValue;
    if (!texref->lockstepObject) return cudaErrorInvalidTextureBinding;
    *offset = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureReference(const textureReference** texref, const void* symbol) {
  return Call([&](Session&) {
    const std::lock_guard lock(references_mutex);
    const auto* reference = static_cast<const textureReference*>(symbol);
    if (!texref || !NormalizedFloat().contains(reference)) return cudaErrorInvalidTexture;
    *texref = reference;
    return cudaSuccess;
  });
}

cudaError_t cudaBindSurfaceToArray(const surfaceReference* surfref, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  return Call([&](Session& session) -> cudaError_t {
    if (!surfref) return cudaErrorInvalidSurface;
    const SessionVariable* variable = session.FindVariable(surfref);
    if (!variable || !variable->address) return cudaErrorInvalidSurface;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    cudaSurfaceObject_t object = 0;
    if (const cudaError_t error = cudaCreateSurfaceObject(&object, &resource)) return error;
    const_cast<surfaceReference*>(surfref)->lockstepObject = object;
    static_cast<surfaceReference*>(Pointer(variable->address))->lockstepObject = object;
    return cudaSuccess;
  });
}

cudaError_t cudaGetSurfaceReference(const surfaceReference** surfref, const void* symbol) {
  return Call([&](Session& session) {
    if (!surfref || !session.FindVariable(symbol)) return cudaErrorInvalidSurface;
    *surfref = static_cast<const surfaceReference*>(symbol);
    return cudaSuccess;
  });
}
