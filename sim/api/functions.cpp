// Execution control and occupancy: the requirements of a kernel, and how many of its blocks fit.

#include <algorithm>
#include <climits>

#include "sim/api/call.h"
#include "sim/api/device_properties.h"
#include "sim/api/execution.h"

namespace lockstep::api {

namespace {

template <class Body>
cudaError_t WithKernel(const void* stub, Body&& body) {
  return Call([&](Session& session) -> cudaError_t {
    SessionKernel* kernel = session.FindKernel(stub);
    return kernel && kernel->kernel ? body(*kernel) : cudaErrorInvalidDeviceFunction;
  });
}

int MostThreads(const LockstepKernel& kernel) {
  const int device = DeviceProperties().maxThreadsPerBlock;
  return kernel.max_threads ? std::min(device, int(kernel.max_threads)) : device;
}

cudaError_t SetAttribute(SessionKernel& kernel, cudaFuncAttribute attribute, int value) {
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: return SetMaxDynamicShared(kernel, value);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < cudaSharedmemCarveoutDefault || value > 100) return cudaErrorInvalidValue;
      kernel.preferred_carveout = value;
      return cudaSuccess;
    case cudaFuncAttributeClusterDimMustBeSet:
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth: return cudaErrorNotSupported;
    case cudaFuncAttributeNonPortableClusterSizeAllowed: kernel.large_clusters = value != 0; return cudaSuccess;
    // The placement of clusters on multiprocessors is not modelled.
    case cudaFuncAttributeClusterSchedulingPolicyPreference: return cudaSuccess;
    default: return cudaErrorInvalidValue;
  }
}

}  // namespace

cudaFuncAttributes AttributesOf(const SessionKernel& kernel) {
  const cudaDeviceProp& device = DeviceProperties();
  cudaFuncAttributes attributes{};
  attributes.sharedSizeBytes = kernel.kernel->static_shared;
  attributes.requiredClusterWidth = int(kernel.kernel->cluster[0]);
  attributes.requiredClusterHeight = int(kernel.kernel->cluster[1]);
  attributes.requiredClusterDepth = int(kernel.kernel->cluster[2]);
  attributes.clusterDimMustBeSet = kernel.kernel->cluster[0] != 0;
  attributes.nonPortableClusterSizeAllowed = kernel.large_clusters;
  attributes.maxThreadsPerBlock = MostThreads(*kernel.kernel);
  // The registers of a GPU are not modelled: the number that the block size leaves for each thread, at most 32.
  attributes.numRegs = 32;
  // Libraries choose the shape of a launch by it, and their device code by __CUDA_ARCH__.
  const std::uint32_t compiled_for = kernel.kernel->architecture;
  attributes.binaryVersion = device.major * 10 + device.minor;
  attributes.ptxVersion = compiled_for ? static_cast<int>(compiled_for) : attributes.binaryVersion;
  attributes.maxDynamicSharedSizeBytes = kernel.MaxDynamicShared();
  attributes.preferredShmemCarveout = kernel.preferred_carveout;
  return attributes;
}

cudaError_t SetMaxDynamicShared(SessionKernel& kernel, int bytes) {
  const int most = int(DeviceProperties().sharedMemPerBlockOptin) - int(kernel.kernel->static_shared);
  if (bytes < 0 || bytes > most) return cudaErrorInvalidValue;
  kernel.max_dynamic_shared = bytes;
  return cudaSuccess;
}

}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return WithKernel(func, [&](SessionKernel& kernel) {
    if (!attr) return cudaErrorInvalidValue;
    *attr = AttributesOf(kernel);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  return WithKernel(func, [&](SessionKernel& kernel) { return SetAttribute(kernel, attr, value); });
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache) {
  return WithKernel(func, [](SessionKernel&) { return cudaSuccess; });
}
cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig) {
  return WithKernel(func, [](SessionKernel&) { return cudaSuccess; });
}

cudaError_t cudaFuncGetName(const char** name, const void* func) {
  return WithKernel(func, [&](SessionKernel& kernel) {
    if (!name) return cudaErrorInvalidValue;
    *name = kernel.name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) {
  return WithKernel(func, [&](SessionKernel& kernel) {
    if (!paramOffset || paramIndex >= kernel.kernel->parameter_count) return cudaErrorInvalidValue;
    // Parameters follow one another, each at a multiple of its alignment.
    std::size_t offset = 0, size = 0;
    for (size_t i = 0; i <= paramIndex; ++i) {
      offset += size;
      size = kernel.kernel->parameters[i].size;
      const LockstepParameter& parameter = kernel.kernel->parameters[i];
      const std::size_t alignment = std::max<std::size_t>(parameter.alignment, 1);
      offset = (offset + alignment - 1) / alignment * alignment;
    }
    *paramOffset = offset;
    if (paramSize) *paramSize = size;
    return cudaSuccess;
  });
}

// The handles for the driver API are the stubs themselves.
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr) {
  return WithKernel(symbolPtr, [&](SessionKernel&) {
    if (!functionPtr) return cudaErrorInvalidValue;
    *functionPtr = static_cast<cudaFunction_t>(const_cast<void*>(symbolPtr));
    return cudaSuccess;
  });
}
cudaError_t cudaGetKernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr) {
  return WithKernel(entryFuncAddr, [&](SessionKernel&) {
    if (!kernelPtr) return cudaErrorInvalidValue;
    *kernelPtr = static_cast<cudaKernel_t>(const_cast<void*>(entryFuncAddr));
    return cudaSuccess;
  });
}
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attr, int value, int device) {
  if (device != 0) return Remember(cudaErrorInvalidDevice);
  return cudaFuncSetAttribute(kernel, attr, value);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize,
                                                                   size_t dynamicSMemSize, unsigned flags) {
  return WithKernel(func, [&](SessionKernel& kernel) {
    if (!numBlocks || blockSize <= 0 || flags & ~unsigned(cudaOccupancyDisableCachingOverride)) {
      return cudaErrorInvalidValue;
    }
    *numBlocks = BlocksPerMultiprocessor(*kernel.kernel, unsigned(blockSize), dynamicSMemSize);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize,
                                                          size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize,
                                                                cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func, int numBlocks,
                                                      int blockSize) {
  return WithKernel(func, [&](SessionKernel& kernel) {
    if (!dynamicSmemSize || numBlocks <= 0 || blockSize <= 0) return cudaErrorInvalidValue;
    if (BlocksPerMultiprocessor(*kernel.kernel, unsigned(blockSize), 0) < numBlocks) return cudaErrorInvalidValue;
    const cudaDeviceProp& device = DeviceProperties();
    const std::size_t each = device.sharedMemPerMultiprocessor / std::size_t(numBlocks) / 128 * 128;
    const std::size_t fixed = device.reservedSharedMemPerBlock + kernel.kernel->static_shared;
    const std::size_t most = device.sharedMemPerBlockOptin - kernel.kernel->static_shared;
    *dynamicSmemSize = each > fixed ? std::min(each - fixed, most) : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func, const cudaLaunchConfig_t* config) {
  return WithKernel(func, [&](SessionKernel& kernel) {
    if (!clusterSize || !config) return cudaErrorInvalidValue;
    *clusterSize = int(kernel.large_clusters ? kLargestCluster : kPortableCluster);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func, const cudaLaunchConfig_t* config) {
  return WithKernel(func, [&](SessionKernel& kernel) {
    if (!numClusters || !config) return cudaErrorInvalidValue;
    std::uint64_t blocks = kernel.kernel->cluster[0] ? std::uint64_t{kernel.kernel->cluster[0]} *
                                                           kernel.kernel->cluster[1] * kernel.kernel->cluster[2]
                                                     : 1;
    for (unsigned i = 0; i < config->numAttrs; ++i)
      if (config->attrs[i].id == cudaLaunchAttributeClusterDimension) {
        const auto& cluster = config->attrs[i].val.clusterDim;
        blocks = std::uint64_t{cluster.x} * cluster.y * cluster.z;
      }
    if (blocks == 0) return cudaErrorInvalidValue;
    const dim3 block = config->blockDim;
    const int each =
        BlocksPerMultiprocessor(*kernel.kernel, std::uint64_t{block.x} * block.y * block.z, config->dynamicSmemBytes);
    *numClusters = int(std::uint64_t(each) * DeviceProperties().multiProcessorCount / blocks);
    return cudaSuccess;
  });
}
