// Errors, versions, devices.

#include <algorithm>
#include <cstring>

#include "sim/api/device_properties.h"
#include "sim/driver/call.h"

namespace lockstep::driver {

CUresult ResultOf(cudaError_t error) {
  switch (error) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidHostPointer:
    case cudaErrorMissingConfiguration: return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
    default: return CUresult(error);
  }
}

}  // namespace lockstep::driver

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuGetErrorName(CUresult error, const char** pStr) {
  if (!pStr) return CUDA_ERROR_INVALID_VALUE;
  switch (error) {
#define LOCKSTEP_RESULT(name, number) \
  case name: *pStr = #name; return CUDA_SUCCESS;
#include "sim/toolkit/lockstep/driver_results.def"
  }
  *pStr = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** pStr) {
  const char* name = nullptr;
  if (!pStr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult known = cuGetErrorName(error, &name);
  *pStr = known == CUDA_SUCCESS ? cudaGetErrorString(cudaError_t(error)) : nullptr;
  return known;
}

CUresult cuDriverGetVersion(int* driverVersion) {
  return Do(LOCKSTEP_AS(cuDriverGetVersion), [&] { return cudaDriverGetVersion(driverVersion); });
}

CUresult cuDeviceGetCount(int* count) {
  return Call(LOCKSTEP_AS(cuDeviceGetCount), [&] { return cudaGetDeviceCount(count); });
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return Call(LOCKSTEP_AS(cuDeviceGet), [&] {
    if (!device) return cudaErrorInvalidValue;
    if (const cudaError_t error = cudaSetDevice(ordinal)) return error;
    *device = ordinal;
    return cudaSuccess;
  });
}

namespace {

template <class Body>
CUresult OfDevice(machine::Caller caller, CUdevice device, Body&& body) {
  return Call(caller, [&] {
    cudaDeviceProp properties;
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, device)) return error;
    return body(properties);
  });
}

}  // namespace

CUresult cuDeviceGetName(char* name, int len, CUdevice dev) {
  return OfDevice(LOCKSTEP_AS(cuDeviceGetName), dev, [&](const cudaDeviceProp& properties) {
    if (!name || len <= 0) return cudaErrorInvalidValue;
    std::strncpy(name, properties.name, std::size_t(len - 1));
    name[len - 1] = '\0';
    return cudaSuccess;
  });
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) {
  return OfDevice(LOCKSTEP_AS(cuDeviceGetUuid), dev, [&](const cudaDeviceProp& properties) {
    if (!uuid) return cudaErrorInvalidValue;
    *uuid = properties.uuid;
    return cudaSuccess;
  });
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice dev) {
  return OfDevice(LOCKSTEP_AS(cuDeviceTotalMem), dev, [&](const cudaDeviceProp& properties) {
    if (!bytes) return cudaErrorInvalidValue;
    *bytes = properties.totalGlobalMem;
    return cudaSuccess;
  });
}

// The driver's numbers of attributes are the runtime's, but for one that only the driver still has.
CUresult cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) {
  return Call(LOCKSTEP_AS(cuDeviceGetAttribute), [&] {
    if (attrib != CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH)
      return cudaDeviceGetAttribute(pi, cudaDeviceAttr(attrib), dev);
    const cudaError_t error = cudaDeviceGetAttribute(pi, cudaDevAttrCooperativeLaunch, dev);
    if (error == cudaSuccess) *pi = 0;
    return error;
  });
}

CUresult cuDeviceGetProperties(CUdevprop* prop, CUdevice dev) {
  return OfDevice(LOCKSTEP_AS(cuDeviceGetProperties), dev, [&](const cudaDeviceProp& properties) {
    if (!prop) return cudaErrorInvalidValue;
    *prop = {.maxThreadsPerBlock = properties.maxThreadsPerBlock,
             .sharedMemPerBlock = int(properties.sharedMemPerBlock),
             .totalConstantMemory = int(properties.totalConstMem),
             .SIMDWidth = properties.warpSize,
             .memPitch = int(properties.memPitch),
             .regsPerBlock = properties.regsPerBlock,
             .clockRate = properties.clockRate,
             .textureAlign = int(properties.textureAlignment)};
    std::ranges::copy(properties.maxThreadsDim, prop->maxThreadsDim);
    std::ranges::copy(properties.maxGridSize, prop->maxGridSize);
    return cudaSuccess;
  });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) {
  return OfDevice(LOCKSTEP_AS(cuDeviceComputeCapability), dev, [&](const cudaDeviceProp& properties) {
    if (!major || !minor) return cudaErrorInvalidValue;
    *major = properties.major;
    *minor = properties.minor;
    return cudaSuccess;
  });
}

CUresult cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) {
  return Call(LOCKSTEP_AS(cuDeviceGetPCIBusId), [&] { return cudaDeviceGetPCIBusId(pciBusId, len, dev); });
}
CUresult cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId) {
  return Call(LOCKSTEP_AS(cuDeviceGetByPCIBusId), [&] { return cudaDeviceGetByPCIBusId(dev, pciBusId); });
}
CUresult cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) {
  return Call(LOCKSTEP_AS(cuDeviceCanAccessPeer), [&] { return cudaDeviceCanAccessPeer(canAccessPeer, dev, peerDev); });
}
