// CUDA arrays and mipmapped arrays: creation, queries, destruction.

#include "sim/api/arrays.h"

#include <algorithm>

#include "sim/api/call.h"
#include "sim/api/device_properties.h"

cudaArray::~cudaArray() {
  if (address) lockstep::api::Session::Get().memory().FreeObject(address, serial, freed_by);
}

cudaMipmappedArray::~cudaMipmappedArray() {
  for (cudaArray_t level : levels) {
    level->freed_by = freed_by;
    lockstep::api::Arrays().Remove(level);
  }
}

namespace lockstep::api {

Handles<cudaArray>& Arrays() {
  static auto* arrays = new Handles<cudaArray>;
  return *arrays;
}

Handles<cudaMipmappedArray>& MipmappedArrays() {
  static auto* arrays = new Handles<cudaMipmappedArray>;
  return *arrays;
}

int Channels(const cudaChannelFormatDesc& c) { return (c.x > 0) + (c.y > 0) + (c.z > 0) + (c.w > 0); }

std::size_t ElementBytes(const cudaChannelFormatDesc& c) {
  if (c.x != 8 && c.x != 16 && c.x != 32) return 0;
  const int bits[] = {c.x, c.y, c.z, c.w};
  const int count = Channels(c);
  if (count == 3) return 0;
  for (int i = 0; i < 4; ++i) {
    if (bits[i] != (i < count ? c.x : 0)) return 0;
  }
  if (c.f == cudaChannelFormatKindFloat && c.x == 8) return 0;
  return std::size_t(count) * c.x / 8;
}

namespace {

constexpr unsigned kKnownFlags =
    cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather | cudaArrayColorAttachment;

bool IsNormalizedFormat(cudaChannelFormatKind kind) {
  return kind >= cudaChannelFormatKindUnsignedNormalized8X1 && kind <= cudaChannelFormatKindSignedNormalized16X4;
}

// The limits of cudaMalloc3DArray's table in the CUDA Runtime API manual, and the shape of a cubemap.
cudaError_t CheckShape(const cudaExtent& e, unsigned flags) {
  const cudaDeviceProp& device = DeviceProperties();
  if (e.width == 0) return cudaErrorInvalidValue;
  const bool layered = flags & cudaArrayLayered, cubemap = flags & cudaArrayCubemap;
  const auto within = [](std::size_t value, int most) { return value <= std::size_t(most); };
  if (cubemap) {
    if (e.width != e.height || !within(e.width, device.maxTextureCubemap)) return cudaErrorInvalidValue;
    return e.depth > 0 && e.depth % 6 == 0 && (layered || e.depth == 6) ? cudaSuccess : cudaErrorInvalidValue;
  }
  bool fits;
  if (layered) {
    if (e.depth == 0) return cudaErrorInvalidValue;
    fits = e.height == 0
               ? within(e.width, device.maxTexture1DLayered[0]) && within(e.depth, device.maxTexture1DLayered[1])
               : within(e.width, device.maxTexture2DLayered[0]) && within(e.height, device.maxTexture2DLayered[1]) &&
                     within(e.depth, device.maxTexture2DLayered[2]);
  } else if (e.depth) {
    if (e.height == 0) return cudaErrorInvalidValue;
    fits = within(e.width, device.maxTexture3D[0]) && within(e.height, device.maxTexture3D[1]) &&
           within(e.depth, device.maxTexture3D[2]);
  } else {
    fits = e.height ? within(e.width, device.maxTexture2D[0]) && within(e.height, device.maxTexture2D[1])
                    : within(e.width, device.maxTexture1D);
  }
  return fits ? cudaSuccess : cudaErrorInvalidValue;
}

struct ArrayRequest {
  cudaChannelFormatDesc channels;
  cudaExtent extent;
  unsigned flags;
  machine::Caller caller;
};

cudaError_t MakeArray(cudaArray_t* out, const ArrayRequest& request) {
  const std::size_t element = ElementBytes(request.channels);
  if (IsNormalizedFormat(request.channels.f) || request.channels.f >= cudaChannelFormatKindNV12) {
    return cudaErrorNotSupported;
  }
  if (!element) return cudaErrorInvalidChannelDescriptor;
  auto array = std::make_unique<cudaArray>();
  array->channels = request.channels;
  array->extent = request.extent;
  array->flags = request.flags;
  array->element = element;
  const cudaExtent size = array->Size();
  array->pitch = size.width * element;
  array->slice = array->pitch * size.height;
  const memory::MemoryObject* object =
      Session::Get().memory().Allocate({array->slice * size.depth, memory::MemoryKind::kArray, 0, request.caller});
  if (!object) return cudaErrorMemoryAllocation;
  array->address = object->address;
  array->serial = object->serial;
  *out = Arrays().Add(std::move(array));
  return cudaSuccess;
}

cudaError_t AllocateArray(cudaArray_t* out, const cudaChannelFormatDesc* channels, cudaExtent extent, unsigned flags,
                          machine::Caller caller) {
  return Call([&](Session&) {
    if (!out || !channels) return cudaErrorInvalidValue;
    if (flags & (cudaArraySparse | cudaArrayDeferredMapping)) return cudaErrorNotSupported;
    if (flags & ~kKnownFlags) return cudaErrorInvalidValue;
    if (const cudaError_t error = CheckShape(extent, flags)) return error;
    return MakeArray(out, {*channels, extent, flags, caller});
  });
}

template <class Body>
cudaError_t WithArray(cudaArray_const_t array, Body&& body) {
  return Call(
      [&](Session&) -> cudaError_t { return Arrays().Knows(array) ? body(*array) : cudaErrorInvalidResourceHandle; });
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width, size_t height,
                            unsigned flags) {
  return AllocateArray(array, desc, {width, height, 0}, flags, LOCKSTEP_CALLER);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned flags) {
  return AllocateArray(array, desc, extent, flags, LOCKSTEP_CALLER);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  const auto memory = [&] { return array && Arrays().Knows(array) ? Pointer(array->address) : nullptr; };
  machine::Caller caller = LOCKSTEP_CALLER;
  return CallThatFrees(memory, [&](Session&) {
    if (!array) return cudaSuccess;
    const std::unique_ptr<cudaArray> removed = Arrays().Remove(array);
    if (removed) removed->freed_by = caller;
    return removed ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmappedArray, const cudaChannelFormatDesc* desc,
                                     cudaExtent extent, unsigned numLevels, unsigned flags) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session&) {
    if (!mipmappedArray || !desc) return cudaErrorInvalidValue;
    if (flags & (cudaArraySparse | cudaArrayDeferredMapping)) return cudaErrorNotSupported;
    if (const cudaError_t error = CheckShape(extent, flags)) return error;
    const bool depth_shrinks = !(flags & (cudaArrayLayered | cudaArrayCubemap));
    std::size_t largest = std::max(extent.width, extent.height);
    if (depth_shrinks) largest = std::max(largest, extent.depth);
    unsigned most = 1;
    while (largest >>= 1) ++most;
    auto mipmap = std::make_unique<cudaMipmappedArray>();
    const auto halve = [](std::size_t size) { return size ? std::max<std::size_t>(1, size / 2) : 0; };
    for (unsigned level = 0; level < std::clamp(numLevels, 1u, most); ++level) {
      cudaArray_t array = nullptr;
      if (const cudaError_t error = MakeArray(&array, {*desc, extent, flags, caller})) return error;
      mipmap->levels.push_back(array);
      extent = {halve(extent.width), halve(extent.height), depth_shrinks ? halve(extent.depth) : extent.depth};
    }
    *mipmappedArray = MipmappedArrays().Add(std::move(mipmap));
    return cudaSuccess;
  });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray) {
  if (Session::Get().sticky_error() != cudaSuccess && MipmappedArrays().Knows(mipmappedArray))
    for (const cudaArray_t level : mipmappedArray->levels)
      launch::TellHost(&machine::HostObserver::FreesInVain, Pointer(level->address));
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session&) {
    if (!mipmappedArray) return cudaSuccess;
    const std::unique_ptr<cudaMipmappedArray> removed = MipmappedArrays().Remove(mipmappedArray);
    if (removed) removed->freed_by = caller;
    return removed ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* levelArray, cudaMipmappedArray_const_t mipmappedArray,
                                       unsigned level) {
  return Call([&](Session&) {
    if (!levelArray) return cudaErrorInvalidValue;
    if (!MipmappedArrays().Knows(mipmappedArray)) return cudaErrorInvalidResourceHandle;
    if (level >= mipmappedArray->levels.size()) return cudaErrorInvalidValue;
    *levelArray = mipmappedArray->levels[level];
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
  return WithArray(array, [&](const cudaArray& a) {
    if (desc) *desc = a.channels;
    if (extent) *extent = a.extent;
    if (flags) *flags = a.flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  return WithArray(array, [&](const cudaArray& a) {
    if (!desc) return cudaErrorInvalidValue;
    *desc = a.channels;
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements*, cudaArray_t array, int) {
  return WithArray(array, [](const cudaArray&) { return cudaErrorNotSupported; });
}
cudaError_t cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements*, cudaMipmappedArray_t, int) {
  return Remember(cudaErrorNotSupported);
}
cudaError_t cudaArrayGetSparseProperties(cudaArraySparseProperties*, cudaArray_t array) {
  return WithArray(array, [](const cudaArray&) { return cudaErrorInvalidValue; });
}
cudaError_t cudaMipmappedArrayGetSparseProperties(cudaArraySparseProperties*, cudaMipmappedArray_t) {
  return Remember(cudaErrorInvalidValue);
}
cudaError_t cudaArrayGetPlane(cudaArray_t*, cudaArray_t array, unsigned) {
  return WithArray(array, [](const cudaArray&) { return cudaErrorInvalidValue; });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements, const cudaChannelFormatDesc* fmtDesc,
                                                 int device) {
  return Call([&](Session&) {
    if (!maxWidthInElements || !fmtDesc) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    if (!ElementBytes(*fmtDesc)) return cudaErrorInvalidChannelDescriptor;
    *maxWidthInElements = std::size_t(DeviceProperties().maxTexture1DLinear);
    return cudaSuccess;
  });
}
