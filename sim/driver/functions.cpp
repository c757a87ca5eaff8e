// Kernels as functions: attributes, launches, occupancy. A function of the driver API is what host code identifies the
// kernel by (cudaGetFuncBySymbol), so both APIs launch it.

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "sim/api/destroyed.h"
#include "sim/driver/call.h"
#include "sim/driver/modules.h"

namespace lockstep::driver {
namespace {

constexpr unsigned kMostAttributes = 64;  // of a launch: more than there are kinds

struct Shape {
  dim3 grid, block;
  std::size_t shared = 0;
  bool cooperative = false;
  std::optional<dim3> cluster;
};

struct Arguments {
  void** parameters;
  void** extra;
};

// The other form of arguments: a list of keys and values, of which one is a buffer that has every argument at its
// offset.
struct Buffer {
  char* bytes = nullptr;
  std::size_t size = 0;
};
std::optional<Buffer> ReadExtra(void** extra) {
  constexpr int kMostKeys = 8;
  Buffer buffer;
  for (int i = 0; i < kMostKeys; ++i) {
    if (extra[0] == CU_LAUNCH_PARAM_END) return buffer.bytes || buffer.size == 0 ? std::optional(buffer) : std::nullopt;
    if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer.bytes = static_cast<char*>(extra[1]);
    else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
      buffer.size = *static_cast<std::size_t*>(extra[1]);
    else
      return std::nullopt;
    extra += 2;
  }
  return std::nullopt;
}

// Pointers into the buffer, one for each parameter; nothing if it is too small.
std::optional<std::vector<void*>> Unpack(const Buffer& buffer, const void* function) {
  std::vector<void*> pointers;
  std::size_t offset = 0, size = 0;
  while (cudaFuncGetParamInfo(function, pointers.size(), &offset, &size) == cudaSuccess) {
    if (offset > buffer.size || size > buffer.size - offset) return std::nullopt;
    pointers.push_back(buffer.bytes + offset);
  }
  return pointers;
}

cudaError_t LaunchWith(CUfunction function, const Shape& shape, CUstream stream, void** arguments) {
  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchConfig_t config{.gridDim = shape.grid,
                            .blockDim = shape.block,
                            .dynamicSmemBytes = shape.shared,
                            .stream = stream,
                            .attrs = attributes,
                            .numAttrs = 0};
  if (shape.cooperative) {
    attributes[config.numAttrs].id = cudaLaunchAttributeCooperative;
    attributes[config.numAttrs++].val.cooperative = 1;
  }
  if (shape.cluster) {
    attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
    attributes[config.numAttrs++].val.clusterDim = {shape.cluster->x, shape.cluster->y, shape.cluster->z};
  }
  return cudaLaunchKernelExC(&config, function, arguments);
}

CUresult Launch(machine::Caller caller, CUfunction function, const Shape& shape, CUstream stream,
                const Arguments& arguments) {
  return CallInContext(caller, [&] {
    if (const CUmodule gone = UnloadedModuleOf(function)) {
      api::NoteRefusedHandle(gone, caller.address);
      return cudaErrorInvalidResourceHandle;
    }
    // Known to have no parameters, or to be no function, which the launch itself reports.
    const api::SessionKernel* kernel = api::Session::Get().FindKernel(function);
    const bool takes_some = kernel && kernel->kernel && kernel->kernel->parameter_count > 0;
    if (arguments.parameters && arguments.extra) return cudaErrorInvalidValue;
    if (!arguments.extra) {
      if (takes_some && !arguments.parameters) return cudaErrorInvalidValue;
      return LaunchWith(function, shape, stream, arguments.parameters);
    }
    const std::optional<Buffer> buffer = ReadExtra(arguments.extra);
    if (!buffer) return cudaErrorInvalidValue;
    std::optional<std::vector<void*>> pointers = Unpack(*buffer, function);
    if (!pointers) return cudaErrorInvalidValue;
    return LaunchWith(function, shape, stream, pointers->data());
  });
}

cudaError_t ReadAttributes(const CUlaunchConfig& config, Shape& shape) {
  if (config.numAttrs > kMostAttributes || (config.numAttrs && !config.attrs)) return cudaErrorInvalidValue;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const CUlaunchAttribute& attribute = config.attrs[i];
    const auto& cluster = attribute.value.clusterDim;
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) shape.cooperative = attribute.value.cooperative != 0;
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) shape.cluster = dim3{cluster.x, cluster.y, cluster.z};
    // A kernel that begins before the one before it has ended needs work of both to be pending.
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT ||
        attribute.id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT ||
        attribute.id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
      return cudaErrorNotSupported;
  }
  return cudaSuccess;
}

cudaError_t GetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  cudaFuncAttributes attributes;
  if (!value) return cudaErrorInvalidValue;
  if (UnloadedModuleOf(function)) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, function)) return error;
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = attributes.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = int(attributes.sharedSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = int(attributes.constSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = int(attributes.localSizeBytes); break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = attributes.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = attributes.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = attributes.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = attributes.cacheModeCA; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = attributes.maxDynamicSharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = attributes.preferredShmemCarveout; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = attributes.clusterDimMustBeSet; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = attributes.requiredClusterWidth; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = attributes.requiredClusterHeight; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = attributes.requiredClusterDepth; break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: *value = attributes.nonPortableClusterSizeAllowed; break;
    default: return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

// The block size with which the most threads are on the device; of several, the largest.
cudaError_t MostPotential(int* grid, int* block, CUfunction function, const CUoccupancyB2DSize shared_of,
                          std::size_t shared, int limit, unsigned flags) {
  cudaFuncAttributes attributes;
  if (!grid || !block || limit < 0) return cudaErrorInvalidValue;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, function)) return error;
  int warp = 0, multiprocessors = 0;
  if (const cudaError_t error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0)) return error;
  if (const cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0))
    return error;
  const int most = limit ? std::min(limit, attributes.maxThreadsPerBlock) : attributes.maxThreadsPerBlock;
  int best_threads = 0, best_block = 0, best_count = 0;
  for (int size = (most + warp - 1) / warp * warp; size > 0; size -= warp) {
    const int threads = std::min(size, most);
    int count = 0;
    const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &count, function, threads, shared_of ? shared_of(threads) : shared, flags);
    if (error) return error;
    if (count * threads <= best_threads) continue;
    best_threads = count * threads;
    best_block = threads;
    best_count = count;
  }
  *block = best_block;
  *grid = best_count * multiprocessors;
  return cudaSuccess;
}

}  // namespace
}  // namespace lockstep::driver

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
  return CallInContext(LOCKSTEP_AS(cuFuncGetAttribute), [&] { return GetAttribute(pi, attrib, hfunc); });
}
// The driver's numbers of the attributes that can be set are the runtime's.
CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
  return CallInContext(LOCKSTEP_AS(cuFuncSetAttribute),
                       [&] { return cudaFuncSetAttribute(hfunc, cudaFuncAttribute(attrib), value); });
}
CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) {
  return CallInContext(LOCKSTEP_AS(cuFuncSetCacheConfig),
                       [&] { return cudaFuncSetCacheConfig(hfunc, cudaFuncCache(config)); });
}
CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) {
  return CallInContext(LOCKSTEP_AS(cuFuncSetSharedMemConfig),
                       [&] { return cudaFuncSetSharedMemConfig(hfunc, cudaSharedMemConfig(config)); });
}
CUresult cuFuncGetName(const char** name, CUfunction hfunc) {
  return CallInContext(LOCKSTEP_AS(cuFuncGetName), [&] { return cudaFuncGetName(name, hfunc); });
}
CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) {
  return CallInContext(LOCKSTEP_AS(cuFuncGetParamInfo),
                       [&] { return cudaFuncGetParamInfo(func, paramIndex, paramOffset, paramSize); });
}

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                        unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                        unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra) {
  const Shape shape{
      .grid = {gridDimX, gridDimY, gridDimZ}, .block = {blockDimX, blockDimY, blockDimZ}, .shared = sharedMemBytes};
  return Launch(LOCKSTEP_AS(cuLaunchKernel), f, shape, hStream, {kernelParams, extra});
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                   unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) {
  const Shape shape{.grid = {gridDimX, gridDimY, gridDimZ},
                    .block = {blockDimX, blockDimY, blockDimZ},
                    .shared = sharedMemBytes,
                    .cooperative = true};
  return Launch(LOCKSTEP_AS(cuLaunchCooperativeKernel), f, shape, hStream, {kernelParams, nullptr});
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra) {
  const machine::Caller caller = LOCKSTEP_AS(cuLaunchKernelEx);
  if (!config) return CUDA_ERROR_INVALID_VALUE;
  Shape shape{.grid = {config->gridDimX, config->gridDimY, config->gridDimZ},
              .block = {config->blockDimX, config->blockDimY, config->blockDimZ},
              .shared = config->sharedMemBytes};
  if (const cudaError_t error = ReadAttributes(*config, shape)) return ResultOf(error);
  return Launch(caller, f, shape, config->hStream, {kernelParams, extra});
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize) {
  return CallInContext(LOCKSTEP_AS(cuOccupancyMaxActiveBlocksPerMultiprocessor), [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize, dynamicSMemSize);
  });
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, CUfunction func, int blockSize,
                                                              size_t dynamicSMemSize, unsigned int flags) {
  return CallInContext(LOCKSTEP_AS(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags), [&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, flags);
  });
}
CUresult cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize,
                                          int blockSizeLimit) {
  return CallInContext(LOCKSTEP_AS(cuOccupancyMaxPotentialBlockSize), [&] {
    return MostPotential(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit,
                         CU_OCCUPANCY_DEFAULT);
  });
}
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, CUfunction func,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags) {
  return CallInContext(LOCKSTEP_AS(cuOccupancyMaxPotentialBlockSizeWithFlags), [&] {
    return MostPotential(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit,
                         flags);
  });
}
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, CUfunction func, int numBlocks,
                                                 int blockSize) {
  return CallInContext(LOCKSTEP_AS(cuOccupancyAvailableDynamicSMemPerBlock), [&] {
    return cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func, numBlocks, blockSize);
  });
}
