// Graphs: nodes that allocate and free memory, and the memory that graphs hold.

#include "sim/api/copy.h"
#include "sim/api/graph_call.h"
#include "sim/api/pools.h"

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     cudaMemAllocNodeParams* nodeParams) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Add({pGraphNode, graph, pDependencies, numDependencies}, [&](Operation* operation) {
    if (!nodeParams || !nodeParams->bytesize) return cudaErrorInvalidValue;
    AllocateOperation allocate{*nodeParams};
    if (const cudaError_t error = MakeGraphMemory(&allocate, caller)) return error;
    nodeParams->dptr = allocate.parms.dptr;
    *operation = std::move(allocate);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params_out) {
  return WithOperation<AllocateOperation>(node, [&](AllocateOperation& allocate) {
    if (!params_out) return cudaErrorInvalidValue;
    *params_out = allocate.parms;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dptr) {
  return Add({pGraphNode, graph, pDependencies, numDependencies}, [&](Operation* operation) {
    const machine::Location location = Locate(dptr);
    if (!location.object || location.object->flags != kGraphMemory) return cudaErrorInvalidValue;
    *operation = FreeOperation{dptr};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* dptr_out) {
  return WithOperation<FreeOperation>(node, [&](FreeOperation& free) {
    if (!dptr_out) return cudaErrorInvalidValue;
    *static_cast<void**>(dptr_out) = free.pointer;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGraphMemTrim(int device) { return Remember(device ? cudaErrorInvalidDevice : cudaSuccess); }

namespace {

cudaError_t CountGraphMemory(int device, cudaGraphMemAttributeType attribute, std::uint64_t* value) {
  return Call([&](Session& session) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (!value || unsigned(attribute) > cudaGraphMemAttrReservedMemHigh) return cudaErrorInvalidValue;
    *value = 0;
    for (const memory::MemoryObject* object : session.memory().LiveObjects()) {
      if (object->kind == memory::MemoryKind::kDevice && object->flags == kGraphMemory) *value += object->size;
    }
    return cudaSuccess;
  });
}

}  // namespace

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) {
  return CountGraphMemory(device, attr, static_cast<std::uint64_t*>(value));
}
// Only the high-water marks can be set, and only to 0; they follow the memory in use.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) {
  return Call([&](Session&) {
    if (device != 0) return cudaErrorInvalidDevice;
    const bool high = attr == cudaGraphMemAttrUsedMemHigh || attr == cudaGraphMemAttrReservedMemHigh;
    return high && value && *static_cast<std::uint64_t*>(value) == 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}
