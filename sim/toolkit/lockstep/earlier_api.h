#pragma once

// The signatures of CUDA 11 and 12 that CUDA 13 changed, as C++ overloads of the current ones.

#include <string.h>

static inline struct cudaMemLocation __lockstep_location(int device) {
  struct cudaMemLocation location;
  location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == cudaCpuDeviceId ? 0 : device;
  return location;
}

static inline cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, int dstDevice,
                                               cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(devPtr, count, __lockstep_location(dstDevice), 0u, stream);
}
static inline cudaError_t cudaMemPrefetchAsync_v2(const void* devPtr, size_t count, struct cudaMemLocation location,
                                                  unsigned int flags, cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(devPtr, count, location, flags, stream);
}
static inline cudaError_t cudaMemAdvise(const void* devPtr, size_t count, enum cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(devPtr, count, advice, __lockstep_location(device));
}
static inline cudaError_t cudaMemAdvise_v2(const void* devPtr, size_t count, enum cudaMemoryAdvise advice,
                                           struct cudaMemLocation location) {
  return cudaMemAdvise(devPtr, count, advice, location);
}
static inline cudaError_t cudaMemcpyBatchAsync(void** dsts, void** srcs, size_t* sizes, size_t count,
                                               struct cudaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs,
                                               size_t* failIdx, cudaStream_t stream) {
  if (failIdx) *failIdx = (size_t)-1;
  return cudaMemcpyBatchAsync((void* const*)dsts, (const void* const*)srcs, (const size_t*)sizes, count, attrs,
                              attrsIdxs, numAttrs, stream);
}
static inline cudaError_t cudaEventElapsedTime_v2(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(ms, start, end);
}

static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* captureStatus_out,
                                                   unsigned long long* id_out, cudaGraph_t* graph_out,
                                                   const cudaGraphNode_t** dependencies_out,
                                                   size_t* numDependencies_out) {
  return cudaStreamGetCaptureInfo(stream, captureStatus_out, id_out, graph_out, dependencies_out,
                                  (const cudaGraphEdgeData**)0, numDependencies_out);
}
static inline cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream,
                                                      enum cudaStreamCaptureStatus* captureStatus_out,
                                                      unsigned long long* id_out = 0, cudaGraph_t* graph_out = 0,
                                                      const cudaGraphNode_t** dependencies_out = 0,
                                                      size_t* numDependencies_out = 0) {
  return cudaStreamGetCaptureInfo(stream, captureStatus_out, id_out, graph_out, dependencies_out,
                                  (const cudaGraphEdgeData**)0, numDependencies_out);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                              size_t numDependencies, unsigned int flags = 0) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, (const cudaGraphEdgeData*)0, numDependencies, flags);
}

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                               cudaGraphNode_t* pErrorNode, char* pLogBuffer, size_t bufferSize) {
  cudaGraphInstantiateParams params;
  memset(&params, 0, sizeof params);
  cudaError_t error = cudaGraphInstantiateWithParams(pGraphExec, graph, &params);
  if (pErrorNode) *pErrorNode = params.errNode_out;
  if (pLogBuffer && bufferSize) *pLogBuffer = 0;
  return error;
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                              cudaGraphNode_t* hErrorNode_out,
                                              enum cudaGraphExecUpdateResult* updateResult_out) {
  cudaGraphExecUpdateResultInfo info;
  memset(&info, 0, sizeof info);
  cudaError_t error = cudaGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out) *hErrorNode_out = info.errorNode;
  if (updateResult_out) *updateResult_out = info.result;
  return error;
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                            size_t* numEdges) {
  return cudaGraphGetEdges(graph, from, to, (cudaGraphEdgeData*)0, numEdges);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies,
                                                       size_t* pNumDependencies) {
  return cudaGraphNodeGetDependencies(node, pDependencies, (cudaGraphEdgeData*)0, pNumDependencies);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes,
                                                         size_t* pNumDependentNodes) {
  return cudaGraphNodeGetDependentNodes(node, pDependentNodes, (cudaGraphEdgeData*)0, pNumDependentNodes);
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to, size_t numDependencies) {
  return cudaGraphAddDependencies(graph, from, to, (const cudaGraphEdgeData*)0, numDependencies);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                      const cudaGraphNode_t* to, size_t numDependencies) {
  return cudaGraphRemoveDependencies(graph, from, to, (const cudaGraphEdgeData*)0, numDependencies);
}
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                           struct cudaGraphNodeParams* nodeParams) {
  return cudaGraphAddNode(pGraphNode, graph, pDependencies, (const cudaGraphEdgeData*)0, numDependencies, nodeParams);
}
