#include "sim/api/device_properties.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "shared/session/choices.h"
#include "sim/hooks/state.h"

namespace lockstep::api {

namespace {

// Half of the machine's memory, at most 80 GiB, rounded down to 256 MiB; LOCKSTEP_DEVICE_MEMORY (bytes) overrides it.
std::size_t TotalMemory() {
  if (const std::optional<std::uint64_t> chosen = session::ChoicesOfRun().device_memory) return *chosen;
  constexpr std::size_t kStep = 256u << 20, kMost = std::size_t{80} << 30;
  const std::size_t machine = std::size_t(sysconf(_SC_PHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE));
  return std::clamp(machine / 2 / kStep * kStep, kStep, kMost);
}

// The figures of a real device instead of Lockstep's own. What the simulator can do stays as it is.
void Become(const session::Device& device, cudaDeviceProp& p) {
  std::strncpy(p.name, device.product, sizeof p.name - 1);
  p.major = device.capability / 10, p.minor = device.capability % 10;
  p.sharedMemPerMultiprocessor = std::size_t(device.shared_kib) << 10;
  p.sharedMemPerBlockOptin = std::size_t(device.block_shared_kib) << 10;
  p.reservedSharedMemPerBlock = device.reserved_shared();
  p.maxThreadsPerMultiProcessor = device.threads;
  p.maxBlocksPerMultiProcessor = device.blocks;
  p.multiProcessorCount = device.multiprocessors;
  p.totalGlobalMem = std::min(p.totalGlobalMem, std::size_t(device.memory_gib) << 30);
  p.l2CacheSize = device.l2_kib << 10;
  if (device.capability < 80) p.persistingL2CacheMaxSize = p.accessPolicyMaxWindowSize = 0;
  p.memoryBusWidth = device.bus_bits;
  p.memoryClockRate = device.memory_khz;
  p.clockRate = device.clock_khz;
  p.singleToDoublePrecisionPerfRatio = device.float_ratio;
}

cudaDeviceProp Make() {
  cudaDeviceProp p{};
  std::strcpy(p.name, "Lockstep CPU Simulator");
  std::memcpy(p.uuid.bytes, "lockstep-device0", sizeof p.uuid.bytes);
  p.major = 9;
  p.minor = 0;

  // Launch limits.
  p.warpSize = 32;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = 1024, p.maxThreadsDim[1] = 1024, p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff, p.maxGridSize[1] = 65535, p.maxGridSize[2] = 65535;
  p.sharedMemPerBlock = 48 << 10;
  p.sharedMemPerBlockOptin = 227 << 10;
  p.reservedSharedMemPerBlock = 1 << 10;
  p.regsPerBlock = 65536;

  // One multiprocessor: the resources that the occupancy calculator divides among blocks.
  p.sharedMemPerMultiprocessor = 228 << 10;
  p.regsPerMultiprocessor = 65536;
  p.maxThreadsPerMultiProcessor = 2048;
  p.maxBlocksPerMultiProcessor = 32;
  p.multiProcessorCount = LOCKSTEP_MULTIPROCESSORS;

  // Memory.
  p.totalGlobalMem = TotalMemory();
  p.totalConstMem = 64 << 10;
  p.memPitch = 0x7fffffff;
  p.l2CacheSize = 50 << 20;
  p.persistingL2CacheMaxSize = 32 << 20;
  p.accessPolicyMaxWindowSize = 128 << 20;
  p.memoryBusWidth = 5120;
  p.memoryClockRate = 2619000;
  p.clockRate = 1980000;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;

  // Textures and surfaces.
  p.textureAlignment = 256;  // the alignment of cudaMalloc
  p.texturePitchAlignment = 32;
  p.surfaceAlignment = 512;
  p.maxTexture1D = 131072;
  p.maxTexture1DMipmap = 32768;
  p.maxTexture1DLinear = 1 << 28;
  p.maxTexture2D[0] = 131072, p.maxTexture2D[1] = 65536;
  p.maxTexture2DMipmap[0] = 32768, p.maxTexture2DMipmap[1] = 32768;
  p.maxTexture2DLinear[0] = 131072, p.maxTexture2DLinear[1] = 65000, p.maxTexture2DLinear[2] = 2097120;
  p.maxTexture2DGather[0] = 32768, p.maxTexture2DGather[1] = 32768;
  for (int& size : p.maxTexture3D) size = 16384;
  p.maxTexture3DAlt[0] = 8192, p.maxTexture3DAlt[1] = 8192, p.maxTexture3DAlt[2] = 32768;
  p.maxTextureCubemap = 32768;
  p.maxTexture1DLayered[0] = 32768, p.maxTexture1DLayered[1] = 2048;
  p.maxTexture2DLayered[0] = 32768, p.maxTexture2DLayered[1] = 32768, p.maxTexture2DLayered[2] = 2048;
  p.maxTextureCubemapLayered[0] = 32768, p.maxTextureCubemapLayered[1] = 2046;
  p.maxSurface1D = 32768;
  p.maxSurface2D[0] = 131072, p.maxSurface2D[1] = 65536;
  for (int& size : p.maxSurface3D) size = 16384;
  p.maxSurface1DLayered[0] = 32768, p.maxSurface1DLayered[1] = 2048;
  p.maxSurface2DLayered[0] = 32768, p.maxSurface2DLayered[1] = 32768, p.maxSurface2DLayered[2] = 2048;
  p.maxSurfaceCubemap = 32768;
  p.maxSurfaceCubemapLayered[0] = 32768, p.maxSurfaceCubemapLayered[1] = 2046;

  // Supported features.
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 3;
  p.deviceOverlap = 1;
  p.unifiedAddressing = 1;
  p.streamPrioritiesSupported = 1;
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.ipcEventSupported = 1;
  p.hostNativeAtomicSupported = 1;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
  p.unifiedFunctionPointers = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
  p.pciBusID = 1;
  p.computeMode = cudaComputeModeDefault;
  p.hostNumaId = 0;
  p.deviceNumaId = -1;
  if (const session::Device* device = session::ChoicesOfRun().device) Become(*device, p);
  return p;
}

}  // namespace

const cudaDeviceProp& DeviceProperties() {
  static const cudaDeviceProp properties = Make();
  return properties;
}

bool DeviceAttribute(cudaDeviceAttr attribute, int* value) {
  const cudaDeviceProp& p = DeviceProperties();
  switch (attribute) {
#define LOCKSTEP_ATTRIBUTE(name, expression) \
  case cudaDevAttr##name: *value = static_cast<int>(expression); return true;
#include "sim/api/device_attributes.def"
#undef LOCKSTEP_ATTRIBUTE
    default: return false;
  }
}

}  // namespace lockstep::api
