// Memory pools. They are the runtime's, whose structs and numbers the driver's are.

#include "sim/driver/call.h"

namespace lockstep::driver {
namespace {

static_assert(sizeof(CUmemPoolProps) == sizeof(cudaMemPoolProps) && sizeof(CUmemLocation) == sizeof(cudaMemLocation) &&
              sizeof(CUmemAccessDesc) == sizeof(cudaMemAccessDesc));
static_assert(int(CU_MEMPOOL_ATTR_USED_MEM_HIGH) == int(cudaMemPoolAttrUsedMemHigh) &&
              int(CU_MEM_LOCATION_TYPE_DEVICE) == int(cudaMemLocationTypeDevice) &&
              int(CU_MEM_ALLOCATION_TYPE_PINNED) == int(cudaMemAllocationTypePinned) &&
              int(CU_MEM_ACCESS_FLAGS_PROT_READWRITE) == int(cudaMemAccessFlagsProtReadWrite));

cudaMemLocation* AsRuntimes(CUmemLocation* location) { return reinterpret_cast<cudaMemLocation*>(location); }

}  // namespace
}  // namespace lockstep::driver

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev) {
  return Call(LOCKSTEP_AS(cuDeviceGetDefaultMemPool), [&] { return cudaDeviceGetDefaultMemPool(pool_out, dev); });
}
CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev) {
  return Call(LOCKSTEP_AS(cuDeviceGetMemPool), [&] { return cudaDeviceGetMemPool(pool, dev); });
}
CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
  return Call(LOCKSTEP_AS(cuDeviceSetMemPool), [&] { return cudaDeviceSetMemPool(dev, pool); });
}
CUresult cuMemGetDefaultMemPool(CUmemoryPool* pool_out, CUmemLocation* location, CUmemAllocationType type) {
  return Call(LOCKSTEP_AS(cuMemGetDefaultMemPool),
              [&] { return cudaMemGetDefaultMemPool(pool_out, AsRuntimes(location), cudaMemAllocationType(type)); });
}
CUresult cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location, CUmemAllocationType type) {
  return Call(LOCKSTEP_AS(cuMemGetMemPool),
              [&] { return cudaMemGetMemPool(pool, AsRuntimes(location), cudaMemAllocationType(type)); });
}
CUresult cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type, CUmemoryPool pool) {
  return Call(LOCKSTEP_AS(cuMemSetMemPool),
              [&] { return cudaMemSetMemPool(AsRuntimes(location), cudaMemAllocationType(type), pool); });
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) {
  return CallInContext(LOCKSTEP_AS(cuMemAllocFromPoolAsync), [&] {
    if (!dptr) return cudaErrorInvalidValue;
    void* pointer = nullptr;
    const cudaError_t error = cudaMallocFromPoolAsync(&pointer, bytesize, pool, hStream);
    if (error == cudaSuccess) *dptr = Address(pointer);
    return error;
  });
}

CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps) {
  return Call(LOCKSTEP_AS(cuMemPoolCreate),
              [&] { return cudaMemPoolCreate(pool, reinterpret_cast<const cudaMemPoolProps*>(poolProps)); });
}
CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return Call(LOCKSTEP_AS(cuMemPoolDestroy), [&] { return cudaMemPoolDestroy(pool); });
}
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) {
  return Call(LOCKSTEP_AS(cuMemPoolTrimTo), [&] { return cudaMemPoolTrimTo(pool, minBytesToKeep); });
}
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
  return Call(LOCKSTEP_AS(cuMemPoolGetAttribute),
              [&] { return cudaMemPoolGetAttribute(pool, cudaMemPoolAttr(attr), value); });
}
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
  return Call(LOCKSTEP_AS(cuMemPoolSetAttribute),
              [&] { return cudaMemPoolSetAttribute(pool, cudaMemPoolAttr(attr), value); });
}
CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool, CUmemLocation* location) {
  return Call(LOCKSTEP_AS(cuMemPoolGetAccess), [&] {
    return cudaMemPoolGetAccess(reinterpret_cast<cudaMemAccessFlags*>(flags), memPool, AsRuntimes(location));
  });
}
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, size_t count) {
  return Call(LOCKSTEP_AS(cuMemPoolSetAccess),
              [&] { return cudaMemPoolSetAccess(pool, reinterpret_cast<const cudaMemAccessDesc*>(map), count); });
}
