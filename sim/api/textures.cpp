// Management of texture and surface objects, and binding of texture references.

#include "sim/api/textures.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "shared/trace/modelled.h"
#include "sim/api/arrays.h"
#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/device_properties.h"
#include "sim/api/object_table.h"

namespace lockstep::api {

namespace {

ObjectTable<Texture>& Textures() {
  static auto* textures = new ObjectTable<Texture>;
  return *textures;
}
ObjectTable<Surface>& Surfaces() {
  static auto* surfaces = new ObjectTable<Surface>;
  return *surfaces;
}

TextureLevel LevelOf(const cudaArray& array) {
  const cudaExtent size = array.Size();
  return {array.Element(0, 0, 0), int(size.width), int(size.height), int(size.depth), array.pitch, array.slice};
}

cudaError_t UseArray(cudaArray_const_t array, Texture* texture) {
  if (!Arrays().Knows(array)) return cudaErrorInvalidResourceHandle;
  texture->channels = array->channels;
  texture->levels = {LevelOf(*array)};
  texture->serial = array->serial;
  return cudaSuccess;
}

cudaError_t UseMipmap(cudaMipmappedArray_const_t mipmap, Texture* texture) {
  if (!MipmappedArrays().Knows(mipmap)) return cudaErrorInvalidResourceHandle;
  texture->channels = mipmap->levels[0]->channels;
  for (cudaArray_const_t level : mipmap->levels) texture->levels.push_back(LevelOf(*level));
  texture->serial = mipmap->levels[0]->serial;
  return cudaSuccess;
}

cudaError_t UseLinear(const cudaResourceDesc& resource, Texture* texture) {
  const auto& linear = resource.res.linear;
  const std::size_t element = ElementBytes(linear.desc);
  if (!element) return cudaErrorInvalidChannelDescriptor;
  const machine::Location location = Locate(linear.devPtr);
  if (!location.DeviceCanTouch() || Address(linear.devPtr) % DeviceProperties().textureAlignment) {
    return cudaErrorInvalidValue;
  }
  // GPUs take a size that is larger than the memory.
  const std::size_t bytes_there = location.size - (Address(linear.devPtr) - location.begin);
  texture->serial = location.object ? location.object->serial : 0;
  texture->channels = linear.desc;
  texture->linear_elements = linear.sizeInBytes / element;
  texture->backed_elements = std::min(linear.sizeInBytes, bytes_there) / element;
  if (texture->backed_elements == 0) return cudaErrorInvalidValue;
  if (texture->linear_elements > std::size_t(DeviceProperties().maxTexture1DLinear)) return cudaErrorInvalidValue;
  texture->levels = {{static_cast<const char*>(linear.devPtr), int(texture->backed_elements)}};
  return cudaSuccess;
}

cudaError_t UsePitched(const cudaResourceDesc& resource, Texture* texture) {
  const auto& plane = resource.res.pitch2D;
  const std::size_t element = ElementBytes(plane.desc);
  if (!element) return cudaErrorInvalidChannelDescriptor;
  const machine::Location location = Locate(plane.devPtr);
  if (!location.DeviceCanTouch() || !plane.width || !plane.height) return cudaErrorInvalidValue;
  if (plane.pitchInBytes % DeviceProperties().texturePitchAlignment || plane.pitchInBytes < plane.width * element) {
    return cudaErrorInvalidValue;
  }
  const std::size_t bytes = (plane.height - 1) * plane.pitchInBytes + plane.width * element;
  if (bytes > location.size - (Address(plane.devPtr) - location.begin)) return cudaErrorInvalidValue;
  texture->serial = location.object ? location.object->serial : 0;
  texture->channels = plane.desc;
  texture->levels = {{static_cast<const char*>(plane.devPtr), int(plane.width), int(plane.height), 1,
                      plane.pitchInBytes, plane.pitchInBytes * plane.height}};
  return cudaSuccess;
}

cudaError_t UseResource(const cudaResourceDesc& resource, Texture* texture) {
  switch (resource.resType) {
    case cudaResourceTypeArray: return UseArray(resource.res.array.array, texture);
    case cudaResourceTypeMipmappedArray: return UseMipmap(resource.res.mipmap.mipmap, texture);
    case cudaResourceTypeLinear: return UseLinear(resource, texture);
    case cudaResourceTypePitch2D: return UsePitched(resource, texture);
  }
  return cudaErrorInvalidValue;
}

// Determines the format of the texels, and checks that they can be read and filtered as the settings demand.
cudaError_t CheckSettings(const cudaTextureDesc& settings, Texture* texture) {
  const cudaChannelFormatDesc& c = texture->channels;
  const bool is_float = c.f == cudaChannelFormatKindFloat;
  const bool normalized = settings.readMode == cudaReadModeNormalizedFloat;
  if (!is_float && normalized && c.x == 32) return cudaErrorInvalidNormSetting;
  texture->reads_float = is_float || normalized;
  if (settings.filterMode == cudaFilterModeLinear && !texture->reads_float) return cudaErrorInvalidFilterSetting;
  return cudaSuccess;
}

}  // namespace

const Texture* FindTexture(cudaTextureObject_t handle) {
  const Texture* texture = Textures().Find(handle);
  return texture && texture->live ? texture : nullptr;
}
const Surface* FindSurface(cudaSurfaceObject_t handle) {
  const Surface* surface = Surfaces().Find(handle);
  return surface && surface->live ? surface : nullptr;
}

bool IsDestroyedTexture(cudaTextureObject_t handle) {
  const Texture* texture = Textures().Find(handle);
  return texture && !texture->live;
}
bool IsDestroyedSurface(cudaSurfaceObject_t handle) {
  const Surface* surface = Surfaces().Find(handle);
  return surface && !surface->live;
}

cudaError_t MakeTexture(const cudaResourceDesc& resource, const cudaTextureDesc& settings,
                        const cudaResourceViewDesc* view, Texture* texture) {
  texture->resource = resource;
  texture->settings = settings;
  if (view) {
    // Views that reinterpret the format are not supported; views that select levels and layers are.
    if (view->format != cudaResViewFormatNone) return cudaErrorNotSupported;
    texture->view = *view;
    texture->has_view = true;
  }
  if (const cudaError_t error = UseResource(resource, texture)) return error;
  texture->element = ElementBytes(texture->channels);
  texture->channel_count = Channels(texture->channels);
  return CheckSettings(settings, texture);
}

namespace {

template <class Body>
cudaError_t WithTexture(cudaTextureObject_t handle, Body&& body) {
  return Call([&](Session&) -> cudaError_t {
    Texture* texture = Textures().Find(handle);
    return texture && texture->live ? body(*texture) : cudaErrorInvalidValue;
  });
}

template <class Body>
cudaError_t WithSurface(cudaSurfaceObject_t handle, Body&& body) {
  return Call([&](Session&) -> cudaError_t {
    Surface* surface = Surfaces().Find(handle);
    return surface && surface->live ? body(*surface) : cudaErrorInvalidValue;
  });
}

template <class T>
cudaError_t Give(T* out, const T& value) {
  if (!out) return cudaErrorInvalidValue;
  *out = value;
  return cudaSuccess;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc,
                                    const cudaTextureDesc* pTexDesc, const cudaResourceViewDesc* pResViewDesc) {
  return Call([&](Session& session) {
    if (!pTexObject || !pResDesc || !pTexDesc) return cudaErrorInvalidValue;
    Texture texture;
    if (const cudaError_t error = MakeTexture(*pResDesc, *pTexDesc, pResViewDesc, &texture)) return error;
    if (pTexDesc->filterMode == cudaFilterModeLinear) session.Note(trace::Modelled::kTextureFilters);
    *pTexObject = Textures().Add(std::move(texture));
    return *pTexObject ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

// Destroying the null texture is allowed.
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
  if (!texObject) return cudaSuccess;
  return WithTexture(texObject, [](Texture& texture) {
    texture.live = false;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc, cudaTextureObject_t texObject) {
  return WithTexture(texObject, [&](Texture& texture) { return Give(pResDesc, texture.resource); });
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject) {
  return WithTexture(texObject, [&](Texture& texture) { return Give(pTexDesc, texture.settings); });
}
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* pResViewDesc, cudaTextureObject_t texObject) {
  return WithTexture(texObject, [&](Texture& texture) {
    return texture.has_view ? Give(pResViewDesc, texture.view) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const cudaResourceDesc* pResDesc) {
  return Call([&](Session&) {
    if (!pSurfObject || !pResDesc || pResDesc->resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
    cudaArray_t array = pResDesc->res.array.array;
    if (!Arrays().Knows(array)) return cudaErrorInvalidResourceHandle;
    if (!(array->flags & cudaArraySurfaceLoadStore)) return cudaErrorInvalidValue;
    const cudaExtent size = array->Size();
    *pSurfObject = Surfaces().Add({.resource = *pResDesc,
                                   .first = array->Element(0, 0, 0),
                                   .width = int(size.width * array->element),
                                   .height = int(size.height),
                                   .depth = int(size.depth),
                                   .pitch = array->pitch,
                                   .slice = array->slice});
    return *pSurfObject ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
  if (!surfObject) return cudaSuccess;
  return WithSurface(surfObject, [](Surface& surface) {
    surface.live = false;
    return cudaSuccess;
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* pResDesc, cudaSurfaceObject_t surfObject) {
  return WithSurface(surfObject, [&](Surface& surface) { return Give(pResDesc, surface.resource); });
}
