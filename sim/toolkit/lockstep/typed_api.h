#pragma once

// The C++ forms of the API: typed pointers, symbols and kernels instead of void*.

#include <utility>

// Their code counts as the caller's own, so that reports name the caller's line.
#if defined(__clang__)
#define __LOCKSTEP_INLINE__ __attribute__((always_inline, nodebug))
#else
#define __LOCKSTEP_INLINE__ __attribute__((always_inline))
#endif
#define __LOCKSTEP_TYPED__ static inline __LOCKSTEP_INLINE__

// --- memory
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMalloc(T** devPtr, size_t size) {
  return cudaMalloc((void**)(void*)devPtr, size);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMallocHost(T** ptr, size_t size, unsigned int flags = 0) {
  return cudaHostAlloc((void**)(void*)ptr, size, flags);
}
__LOCKSTEP_TYPED__ cudaError_t cudaMallocHost(void** ptr, size_t size, unsigned int flags) {
  return cudaHostAlloc(ptr, size, flags);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaHostAlloc(T** ptr, size_t size, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)ptr, size, flags);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaHostGetDevicePointer(T** pDevice, void* pHost, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)pDevice, pHost, flags);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMallocManaged(T** devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)devPtr, size, flags);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMallocPitch(T** devPtr, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)(void*)devPtr, pitch, width, height);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMallocAsync(T** devPtr, size_t size, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)devPtr, size, stream);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMallocAsync(T** devPtr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)devPtr, size, memPool, stream);
}
__LOCKSTEP_TYPED__ cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaMemPool_t memPool,
                                               cudaStream_t stream) {
  return cudaMallocFromPoolAsync(devPtr, size, memPool, stream);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMallocFromPoolAsync(T** devPtr, size_t size, cudaMemPool_t memPool,
                                                       cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)devPtr, size, memPool, stream);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* devPtr, size_t length = 0,
                                                        unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)devPtr, length, flags);
}

// --- symbols
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count, size_t offset = 0,
                                                  enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void*)&symbol, src, count, offset, kind);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count,
                                                       size_t offset = 0,
                                                       enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                       cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void*)&symbol, src, count, offset, kind, stream);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                                    enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(dst, (const void*)&symbol, count, offset, kind);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                                         enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                         cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(dst, (const void*)&symbol, count, offset, kind, stream);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGetSymbolAddress(void** devPtr, const T& symbol) {
  return cudaGetSymbolAddress(devPtr, (const void*)&symbol);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return cudaGetSymbolSize(size, (const void*)&symbol);
}

// --- kernels
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaLaunchKernel(T* func, dim3 gridDim, dim3 blockDim, void** args,
                                                size_t sharedMem = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaLaunchCooperativeKernel(T* func, dim3 gridDim, dim3 blockDim, void** args,
                                                           size_t sharedMem = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, T* func, void** args) {
  return cudaLaunchKernelExC(config, (const void*)func, args);
}
#if __cplusplus >= 201103L
// The arguments are first converted to the kernel's parameter types.
template <class... Parameters, class... Arguments>
__LOCKSTEP_TYPED__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                                  Arguments&&... args) {
  return [&](Parameters... parameters) __LOCKSTEP_INLINE__ {
    void* pointers[] = {(void*)&parameters..., (void*)0};
    return cudaLaunchKernelExC(config, (const void*)kernel, pointers);
  }(std::forward<Arguments>(args)...);
}
#endif
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, T* func) {
  return cudaFuncGetAttributes(attr, (const void*)func);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaFuncSetAttribute(T* func, enum cudaFuncAttribute attr, int value) {
  return cudaFuncSetAttribute((const void*)func, attr, value);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaFuncSetCacheConfig(T* func, enum cudaFuncCache cacheConfig) {
  return cudaFuncSetCacheConfig((const void*)func, cacheConfig);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaFuncSetSharedMemConfig(T* func, enum cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)func, config);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaFuncGetName(const char** name, T* func) {
  return cudaFuncGetName(name, (const void*)func);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaFuncGetParamInfo(T* func, size_t paramIndex, size_t* paramOffset,
                                                    size_t* paramSize) {
  return cudaFuncGetParamInfo((const void*)func, paramIndex, paramOffset, paramSize);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGetKernel(cudaKernel_t* kernelPtr, T* func) {
  return cudaGetKernel(kernelPtr, (const void*)func);
}

// --- events, graphs
__LOCKSTEP_TYPED__ cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                                              const cudaGraphNode_t* pDependencies,
                                                              size_t numDependencies, const T& symbol, const void* src,
                                                              size_t count, size_t offset, enum cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies, (const void*)&symbol, src,
                                        count, offset, kind);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                                                const cudaGraphNode_t* pDependencies,
                                                                size_t numDependencies, void* dst, const T& symbol,
                                                                size_t count, size_t offset,
                                                                enum cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst, (const void*)&symbol,
                                          count, offset, kind);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T& symbol,
                                                                    const void* src, size_t count, size_t offset,
                                                                    enum cudaMemcpyKind kind) {
  return cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void*)&symbol, src, count, offset, kind);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst, const T& symbol,
                                                                      size_t count, size_t offset,
                                                                      enum cudaMemcpyKind kind) {
  return cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, (const void*)&symbol, count, offset, kind);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec,
                                                                        cudaGraphNode_t node, const T& symbol,
                                                                        const void* src, size_t count, size_t offset,
                                                                        enum cudaMemcpyKind kind) {
  return cudaGraphExecMemcpyNodeSetParamsToSymbol(hGraphExec, node, (const void*)&symbol, src, count, offset, kind);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
                                                                          cudaGraphNode_t node, void* dst,
                                                                          const T& symbol, size_t count, size_t offset,
                                                                          enum cudaMemcpyKind kind) {
  return cudaGraphExecMemcpyNodeSetParamsFromSymbol(hGraphExec, node, dst, (const void*)&symbol, count, offset, kind);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, T* objectToWrap,
                                                    unsigned int initialRefcount, unsigned int flags) {
  return cudaUserObjectCreate(
      object_out, (void*)objectToWrap, [](void* object) { delete (T*)object; }, initialRefcount, flags);
}

// --- occupancy
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, T func,
                                                                                      int blockSize,
                                                                                      size_t dynamicSMemSize,
                                                                                      unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void*)func, blockSize,
                                                                dynamicSMemSize, flags);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, T func, int blockSize,
                                                                             size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void*)func, blockSize, dynamicSMemSize);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, T* func,
                                                                         int numBlocks, int blockSize) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void*)func, numBlocks, blockSize);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, T* func,
                                                                    const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void*)func, config);
}
template <class T>
__LOCKSTEP_TYPED__ cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, T* func,
                                                              const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(numClusters, (const void*)func, config);
}

// The block size, a multiple of the warp size, with which most threads are resident on a multiprocessor: the largest of
// equally good ones. `sharedOf(blockSize)` is the dynamic shared memory that such a block needs.
template <class SharedOf, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* minGridSize, int* blockSize,
                                                                                  T func, SharedOf sharedOf,
                                                                                  int blockSizeLimit = 0,
                                                                                  unsigned int flags = 0) {
  if (!minGridSize || !blockSize) return cudaErrorInvalidValue;
  int multiprocessors = 0, warp = 0;
  struct cudaFuncAttributes attributes;
  cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, (const void*)func);
  if (error != cudaSuccess) return error;
  int most = attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < most) most = blockSizeLimit;
  int best_threads = 0;
  *minGridSize = *blockSize = 0;
  for (int rounded = (most + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    int size = rounded < most ? rounded : most;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void*)func, size, sharedOf(size),
                                                                   flags);
    if (error != cudaSuccess) return error;
    if (blocks * size > best_threads) {
      best_threads = blocks * size;
      *blockSize = size;
      *minGridSize = blocks * multiprocessors;
    }
  }
  return cudaSuccess;
}
template <class SharedOf, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* minGridSize, int* blockSize, T func,
                                                                         SharedOf sharedOf, int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func, sharedOf,
                                                                 blockSizeLimit, cudaOccupancyDefault);
}

struct __lockstep_same_shared {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, T func,
                                                                      size_t dynamicSMemSize = 0,
                                                                      int blockSizeLimit = 0, unsigned int flags = 0) {
  __lockstep_same_shared same = {dynamicSMemSize};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func, same, blockSizeLimit,
                                                                 flags);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, T func,
                                                             size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize, blockSizeLimit,
                                                     cudaOccupancyDefault);
}

#undef __LOCKSTEP_TYPED__
