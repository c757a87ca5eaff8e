// Allocating and freeing memory; attributes of pointers.

#include "sim/api/copy.h"
#include "sim/api/ipc.h"
#include "sim/api/operation.h"
#include "sim/driver/call.h"
#include "sim/driver/contexts.h"

namespace lockstep::driver {
namespace {

// As the runtime's call, but of no bytes it is an error, and the current context owns the memory.
template <class Allocate>
CUresult AllocateBy(machine::Caller caller, CUdeviceptr* out, std::size_t bytes, Allocate&& allocate) {
  return CallInContext(caller, [&] {
    if (!out || bytes == 0) return cudaErrorInvalidValue;
    void* pointer = nullptr;
    if (const cudaError_t error = allocate(&pointer)) return error;
    *out = Address(pointer);
    GiveToCurrentContext(*out);
    return cudaSuccess;
  });
}

template <class T>
cudaError_t Answer(void* data, T value) {
  *static_cast<T*>(data) = value;
  return cudaSuccess;
}

CUmemorytype TypeOf(machine::LocationKind kind) {
  const bool is_host = kind == machine::LocationKind::kPinned || kind == machine::LocationKind::kRegistered;
  return is_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

cudaError_t AttributeOf(void* data, CUpointer_attribute attribute, CUdeviceptr pointer) {
  if (!data) return cudaErrorInvalidValue;
  const machine::Location location = api::Locate(Pointer(pointer));
  if (!location.DeviceCanTouch()) return cudaErrorInvalidValue;
  const bool is_managed = location.kind == machine::LocationKind::kManaged;
  const CUmemorytype type = TypeOf(location.kind);
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: return Answer(data, CurrentContext());
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: return Answer<unsigned>(data, type);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: return Answer(data, pointer);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (type != CU_MEMORYTYPE_HOST && !is_managed) return cudaErrorInvalidValue;
      return Answer(data, Pointer(pointer));
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      return Answer<unsigned long long>(data, location.object ? location.object->serial : location.begin);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: return Answer<bool>(data, is_managed);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return Answer<int>(data, 0);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return Answer<CUdeviceptr>(data, location.begin);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return Answer<std::size_t>(data, location.size);
    case CU_POINTER_ATTRIBUTE_MAPPED: return Answer<bool>(data, true);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
      return Answer<bool>(data, api::CanBeExported(Pointer(pointer)));
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: return Answer<bool>(data, false);
    default: return cudaErrorNotSupported;
  }
}

}  // namespace
}  // namespace lockstep::driver

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuMemGetInfo(size_t* free, size_t* total) {
  return CallInContext(LOCKSTEP_AS(cuMemGetInfo), [&] { return cudaMemGetInfo(free, total); });
}

CUresult cuMemAlloc(CUdeviceptr* dptr, size_t bytesize) {
  return AllocateBy(LOCKSTEP_AS(cuMemAlloc), dptr, bytesize, [&](void** out) { return cudaMalloc(out, bytesize); });
}

CUresult cuMemAllocPitch(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int ElementSizeBytes) {
  const machine::Caller caller = LOCKSTEP_AS(cuMemAllocPitch);
  if (ElementSizeBytes != 4 && ElementSizeBytes != 8 && ElementSizeBytes != 16) return CUDA_ERROR_INVALID_VALUE;
  return AllocateBy(caller, dptr, Height ? WidthInBytes : 0,
                    [&](void** out) { return cudaMallocPitch(out, pPitch, WidthInBytes, Height); });
}

CUresult cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) {
  return AllocateBy(LOCKSTEP_AS(cuMemAllocManaged), dptr, bytesize,
                    [&](void** out) { return cudaMallocManaged(out, bytesize, flags); });
}

CUresult cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuMemAllocAsync), [&] {
    if (!dptr) return cudaErrorInvalidValue;
    void* pointer = nullptr;
    const cudaError_t error = cudaMallocAsync(&pointer, bytesize, hStream);
    if (error == cudaSuccess) *dptr = Address(pointer);
    return error;
  });
}

CUresult cuMemFree(CUdeviceptr dptr) {
  return CallInContext(LOCKSTEP_AS(cuMemFree), [&] {
    const cudaError_t error = cudaFree(Pointer(dptr));
    if (error == cudaSuccess) TakeFromContexts(dptr);
    return error;
  });
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuMemFreeAsync), [&] {
    const cudaError_t error = cudaFreeAsync(Pointer(dptr), hStream);
    if (error == cudaSuccess) TakeFromContexts(dptr);
    return error;
  });
}

CUresult cuMemGetAddressRange(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) {
  return CallInContext(LOCKSTEP_AS(cuMemGetAddressRange), [&] {
    const machine::Location location = api::Locate(Pointer(dptr));
    if (!location.DeviceCanTouch()) return cudaError_t(CUDA_ERROR_NOT_FOUND);
    if (pbase) *pbase = location.begin;
    if (psize) *psize = location.size;
    return cudaSuccess;
  });
}

CUresult cuMemAllocHost(void** pp, size_t bytesize) {
  return CallInContext(LOCKSTEP_AS(cuMemAllocHost),
                       [&] { return bytesize ? cudaMallocHost(pp, bytesize) : cudaErrorInvalidValue; });
}
CUresult cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) {
  return CallInContext(LOCKSTEP_AS(cuMemHostAlloc),
                       [&] { return bytesize ? cudaHostAlloc(pp, bytesize, Flags) : cudaErrorInvalidValue; });
}
CUresult cuMemFreeHost(void* p) {
  return CallInContext(LOCKSTEP_AS(cuMemFreeHost), [&] { return cudaFreeHost(p); });
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* pdptr, void* p, unsigned int Flags) {
  return CallInContext(LOCKSTEP_AS(cuMemHostGetDevicePointer), [&] {
    void* pointer = nullptr;
    const cudaError_t error = pdptr ? cudaHostGetDevicePointer(&pointer, p, Flags) : cudaErrorInvalidValue;
    if (error == cudaSuccess) *pdptr = Address(pointer);
    return error;
  });
}
CUresult cuMemHostGetFlags(unsigned int* pFlags, void* p) {
  return CallInContext(LOCKSTEP_AS(cuMemHostGetFlags), [&] { return cudaHostGetFlags(pFlags, p); });
}
CUresult cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags) {
  return CallInContext(LOCKSTEP_AS(cuMemHostRegister), [&] { return cudaHostRegister(p, bytesize, Flags); });
}
CUresult cuMemHostUnregister(void* p) {
  return CallInContext(LOCKSTEP_AS(cuMemHostUnregister), [&] { return cudaHostUnregister(p); });
}

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return CallInContext(LOCKSTEP_AS(cuPointerGetAttribute), [&] { return AttributeOf(data, attribute, ptr); });
}

// Unlike of one attribute, what the pointer has none of becomes zero.
CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes, void** data,
                                CUdeviceptr ptr) {
  return CallInContext(LOCKSTEP_AS(cuPointerGetAttributes), [&] {
    if (!attributes || !data) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < numAttributes; ++i) {
      const cudaError_t error = AttributeOf(data[i], attributes[i], ptr);
      if (error == cudaErrorNotSupported) return error;
      if (error == cudaSuccess) continue;
      if (!data[i]) return cudaErrorInvalidValue;
      const bool is_small =
          attributes[i] == CU_POINTER_ATTRIBUTE_IS_MANAGED || attributes[i] == CU_POINTER_ATTRIBUTE_MAPPED;
      const bool is_number =
          attributes[i] == CU_POINTER_ATTRIBUTE_MEMORY_TYPE || attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
      if (is_small)
        Answer<bool>(data[i], false);
      else if (is_number)
        Answer<int>(data[i], attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL ? CU_DEVICE_INVALID : 0);
      else
        Answer<CUdeviceptr>(data[i], 0);
    }
    return cudaSuccess;
  });
}
