// Graphs: adding nodes of each kind, and reading and changing their parameters.

#include "sim/api/copy.h"
#include "sim/api/execution.h"
#include "sim/api/graph_call.h"
#include "sim/api/pools.h"
#include "sim/api/symbols.h"

namespace lockstep::api {

cudaError_t MakeKernelOperation(const cudaKernelNodeParams& params, KernelOperation* operation) {
  SessionKernel* kernel = Session::Get().FindKernel(params.func);
  if (!kernel || !kernel->kernel) return cudaErrorInvalidDeviceFunction;
  const LockstepKernel& entry = *kernel->kernel;
  // Arguments packed into one buffer are supported by the driver API only.
  if (params.extra) return cudaErrorNotSupported;
  if (entry.parameter_count && !params.kernelParams) return cudaErrorInvalidValue;
  KernelOperation made{.kernel = kernel,
                       .stub = params.func,
                       .shape = {.grid = {params.gridDim.x, params.gridDim.y, params.gridDim.z},
                                 .block = {params.blockDim.x, params.blockDim.y, params.blockDim.z},
                                 .dynamic_shared = params.sharedMemBytes}};
  for (std::uint32_t i = 0; i < entry.parameter_count; ++i) {
    const auto* bytes = static_cast<const std::byte*>(params.kernelParams[i]);
    made.arguments.emplace_back(bytes, bytes + entry.parameters[i].size);
  }
  if (const cudaError_t error = Validate(made)) return error;
  *operation = std::move(made);
  return cudaSuccess;
}

cudaError_t MakeSymbolCopy(const void* symbol, const void* other, std::size_t count, std::size_t offset,
                           cudaMemcpyKind kind, machine::CopyOperation* operation) {
  void* address = nullptr;
  if (const cudaError_t error = ResolveSymbol(symbol, offset, count, &address)) return error;
  const bool to_symbol = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  *operation =
      to_symbol ? LinearCopy(address, other, count, kind) : LinearCopy(const_cast<void*>(other), address, count, kind);
  return cudaSuccess;
}

namespace {

template <class Kind>
cudaError_t Replace(cudaGraphNode_t node, const Kind& replacement) {
  return WithOperation<Kind>(node, [&](Kind& operation) {
    if (const cudaError_t error = Validate(replacement)) return error;
    operation = replacement;
    return cudaSuccess;
  });
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

// --- kernels

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaKernelNodeParams* pNodeParams) {
  return Add({pGraphNode, graph, pDependencies, numDependencies}, [&](Operation* operation) {
    KernelOperation kernel;
    const cudaError_t error = pNodeParams ? MakeKernelOperation(*pNodeParams, &kernel) : cudaErrorInvalidValue;
    *operation = std::move(kernel);
    return error;
  });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
  return WithOperation<KernelOperation>(node, [&](KernelOperation& kernel) {
    if (!pNodeParams) return cudaErrorInvalidValue;
    // The pointers stay valid until the node is changed or destroyed.
    kernel.pointers = kernel.Pointers();
    *pNodeParams = {.func = const_cast<void*>(kernel.stub),
                    .gridDim = dim3(kernel.shape.grid.x, kernel.shape.grid.y, kernel.shape.grid.z),
                    .blockDim = dim3(kernel.shape.block.x, kernel.shape.block.y, kernel.shape.block.z),
                    .sharedMemBytes = unsigned(kernel.shape.dynamic_shared),
                    .kernelParams = kernel.pointers.data(),
                    .extra = nullptr};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) {
  return WithOperation<KernelOperation>(node, [&](KernelOperation& kernel) {
    return pNodeParams ? MakeKernelOperation(*pNodeParams, &kernel) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr,
                                            cudaKernelNodeAttrValue* value_out) {
  return WithOperation<KernelOperation>(hNode, [&](KernelOperation& kernel) {
    if (!value_out) return cudaErrorInvalidValue;
    *value_out = {};
    switch (attr) {
      case cudaLaunchAttributeCooperative: value_out->cooperative = kernel.shape.cooperative; return cudaSuccess;
      case cudaLaunchAttributeClusterDimension:
        value_out->clusterDim = {kernel.shape.cluster.x, kernel.shape.cluster.y, kernel.shape.cluster.z};
        return cudaSuccess;
      case cudaLaunchAttributePriority: value_out->priority = kernel.priority; return cudaSuccess;
      case cudaLaunchAttributeAccessPolicyWindow: return cudaSuccess;
      default: return cudaErrorNotSupported;
    }
  });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr,
                                            const cudaKernelNodeAttrValue* value) {
  return WithOperation<KernelOperation>(hNode, [&](KernelOperation& kernel) {
    if (!value) return cudaErrorInvalidValue;
    switch (attr) {
      case cudaLaunchAttributeCooperative: kernel.shape.cooperative = value->cooperative != 0; return cudaSuccess;
      case cudaLaunchAttributeClusterDimension:
        kernel.shape.cluster = {value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
        return cudaSuccess;
      case cudaLaunchAttributePriority: kernel.priority = value->priority; return cudaSuccess;
      // A hint to a cache that is not modelled.
      case cudaLaunchAttributeAccessPolicyWindow: return cudaSuccess;
      default: return cudaErrorNotSupported;
    }
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
  return WithOperation<KernelOperation>(hSrc, [&](KernelOperation& from) {
    return WithOperation<KernelOperation>(hDst, [&](KernelOperation& to) {
      to.shape.cooperative = from.shape.cooperative;
      to.shape.cluster = from.shape.cluster;
      to.priority = from.priority;
      return cudaSuccess;
    });
  });
}

// --- copies

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) {
  if (!pCopyParams) return Remember(cudaErrorInvalidValue);
  return AddReady({pGraphNode, graph, pDependencies, numDependencies}, machine::CopyOperation{*pCopyParams});
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst,
                                     const void* src, size_t count, cudaMemcpyKind kind) {
  return AddReady({pGraphNode, graph, pDependencies, numDependencies}, LinearCopy(dst, src, count, kind));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                           const void* symbol, const void* src, size_t count, size_t offset,
                                           cudaMemcpyKind kind) {
  return Add({pGraphNode, graph, pDependencies, numDependencies}, [&](Operation* operation) {
    return MakeSymbolCopy(symbol, src, count, offset, kind, &operation->emplace<machine::CopyOperation>());
  });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst,
                                             const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  return Add({pGraphNode, graph, pDependencies, numDependencies}, [&](Operation* operation) {
    return MakeSymbolCopy(symbol, dst, count, offset, kind, &operation->emplace<machine::CopyOperation>());
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
  return WithOperation<machine::CopyOperation>(node, [&](machine::CopyOperation& copy) {
    if (!pNodeParams) return cudaErrorInvalidValue;
    *pNodeParams = copy.parms;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* pNodeParams) {
  return pNodeParams ? Replace(node, machine::CopyOperation{*pNodeParams}) : Remember(cudaErrorInvalidValue);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t count,
                                           cudaMemcpyKind kind) {
  return Replace(node, LinearCopy(dst, src, count, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* src,
                                                 size_t count, size_t offset, cudaMemcpyKind kind) {
  machine::CopyOperation copy;
  const cudaError_t error = MakeSymbolCopy(symbol, src, count, offset, kind, &copy);
  return error ? Remember(error) : Replace(node, copy);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst, const void* symbol, size_t count,
                                                   size_t offset, cudaMemcpyKind kind) {
  machine::CopyOperation copy;
  const cudaError_t error = MakeSymbolCopy(symbol, dst, count, offset, kind, &copy);
  return error ? Remember(error) : Replace(node, copy);
}

// --- fills

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                   size_t numDependencies, const cudaMemsetParams* pMemsetParams) {
  if (!pMemsetParams) return Remember(cudaErrorInvalidValue);
  return AddReady({pGraphNode, graph, pDependencies, numDependencies}, machine::FillOperation{*pMemsetParams});
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) {
  return WithOperation<machine::FillOperation>(node, [&](machine::FillOperation& fill) {
    if (!pNodeParams) return cudaErrorInvalidValue;
    *pNodeParams = fill.parms;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* pNodeParams) {
  return pNodeParams ? Replace(node, machine::FillOperation{*pNodeParams}) : Remember(cudaErrorInvalidValue);
}

// --- host functions

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                 size_t numDependencies, const cudaHostNodeParams* pNodeParams) {
  if (!pNodeParams) return Remember(cudaErrorInvalidValue);
  return AddReady({pGraphNode, graph, pDependencies, numDependencies},
                  HostOperation{pNodeParams->fn, pNodeParams->userData});
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) {
  return WithOperation<HostOperation>(node, [&](HostOperation& host) {
    if (!pNodeParams) return cudaErrorInvalidValue;
    *pNodeParams = {host.function, host.data};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* pNodeParams) {
  return pNodeParams ? Replace(node, HostOperation{pNodeParams->fn, pNodeParams->userData})
                     : Remember(cudaErrorInvalidValue);
}

// --- events

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                        cudaEvent_t event) {
  return AddReady({pGraphNode, graph, pDependencies, numDependencies}, RecordEventOperation{event});
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t* pDependencies, size_t numDependencies, cudaEvent_t event) {
  return AddReady({pGraphNode, graph, pDependencies, numDependencies}, WaitEventOperation{event});
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return WithOperation<RecordEventOperation>(node, [&](RecordEventOperation& record) {
    if (!event_out) return cudaErrorInvalidValue;
    *event_out = record.event;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return WithOperation<WaitEventOperation>(node, [&](WaitEventOperation& wait) {
    if (!event_out) return cudaErrorInvalidValue;
    *event_out = wait.event;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return Replace(node, RecordEventOperation{event});
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return Replace(node, WaitEventOperation{event});
}

// --- empty nodes and child graphs

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                                  size_t numDependencies) {
  return AddReady({pGraphNode, graph, pDependencies, numDependencies}, EmptyOperation{});
}

namespace {

cudaError_t AddChild(const NodePlace& place, cudaGraph_t child) {
  return Add(place, [&](Operation* operation) {
    if (!KnowsGraph(child) || child == place.graph) return cudaErrorInvalidValue;
    *operation = ChildGraphOperation{Clone(*child)};
    return cudaSuccess;
  });
}

}  // namespace

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph) {
  return AddChild({pGraphNode, graph, pDependencies, numDependencies}, childGraph);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
  return WithOperation<ChildGraphOperation>(node, [&](ChildGraphOperation& child) {
    if (!pGraph) return cudaErrorInvalidValue;
    *pGraph = child.graph.get();
    return cudaSuccess;
  });
}

// --- conditions

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* pHandle_out, cudaGraph_t graph,
                                             unsigned defaultLaunchValue, unsigned flags) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return WithGraph(graph, [&](CUgraph_st& g) -> cudaError_t {
    if (!pHandle_out || flags & ~unsigned(cudaGraphCondAssignDefault)) return cudaErrorInvalidValue;
    // In device memory, because kernels write it.
    AllocateOperation allocate;
    allocate.parms.bytesize = sizeof(unsigned);
    if (const cudaError_t error = MakeGraphMemory(&allocate, caller)) return error;
    const std::shared_ptr<unsigned> value(allocate.memory, static_cast<unsigned*>(allocate.parms.dptr));
    *value = defaultLaunchValue;
    g.conditions.push_back({value, defaultLaunchValue, (flags & cudaGraphCondAssignDefault) != 0});
    *pHandle_out = Address(value.get());
    return cudaSuccess;
  });
}

namespace {

bool HasCondition(const CUgraph_st& graph, cudaGraphConditionalHandle handle) {
  for (const auto& condition : graph.conditions) {
    if (Address(condition.value.get()) == handle) return true;
  }
  return false;
}

cudaError_t MakeConditional(CUgraph_st& graph, cudaConditionalNodeParams& params, Operation* operation) {
  const bool fits = params.type == cudaGraphCondTypeWhile ? params.size == 1
                    : params.type == cudaGraphCondTypeIf  ? params.size == 1 || params.size == 2
                                                          : params.size >= 1;
  if (!fits || !HasCondition(graph, params.handle)) return cudaErrorInvalidValue;
  ConditionalOperation made{.handle = params.handle, .type = params.type};
  made.handles = std::make_shared<std::vector<cudaGraph_t>>();
  for (unsigned i = 0; i < params.size; ++i) {
    made.bodies.push_back(std::make_shared<CUgraph_st>());
    made.bodies.back()->owner = &graph;
    made.handles->push_back(made.bodies.back().get());
  }
  params.phGraph_out = made.handles->data();
  *operation = std::move(made);
  return cudaSuccess;
}

cudaMemsetParams Plain(const cudaMemsetParamsV2& p) {
  return {p.dst, p.pitch, p.value, p.elementSize, p.width, p.height};
}
cudaKernelNodeParams Plain(const cudaKernelNodeParamsV2& p) {
  return {p.func, p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams, p.extra};
}

}  // namespace

// --- nodes of any kind

cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
                             const cudaGraphEdgeData*, size_t numDependencies, cudaGraphNodeParams* nodeParams) {
  if (!nodeParams) return Remember(cudaErrorInvalidValue);
  const NodePlace place{pGraphNode, graph, pDependencies, numDependencies};
  cudaGraphNodeParams& p = *nodeParams;
  switch (p.type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams kernel = Plain(p.kernel);
      return cudaGraphAddKernelNode(pGraphNode, graph, pDependencies, numDependencies, &kernel);
    }
    case cudaGraphNodeTypeMemcpy: return AddReady(place, machine::CopyOperation{p.memcpy.copyParams});
    case cudaGraphNodeTypeMemset: return AddReady(place, machine::FillOperation{Plain(p.memset)});
    case cudaGraphNodeTypeHost: return AddReady(place, HostOperation{p.host.fn, p.host.userData});
    case cudaGraphNodeTypeGraph: return AddChild(place, p.graph.graph);
    case cudaGraphNodeTypeEmpty: return AddReady(place, EmptyOperation{});
    case cudaGraphNodeTypeWaitEvent: return AddReady(place, WaitEventOperation{p.eventWait.event});
    case cudaGraphNodeTypeEventRecord: return AddReady(place, RecordEventOperation{p.eventRecord.event});
    case cudaGraphNodeTypeMemAlloc: {
      cudaMemAllocNodeParams alloc{p.alloc.poolProps, p.alloc.accessDescs, p.alloc.accessDescCount, p.alloc.bytesize};
      const cudaError_t error = cudaGraphAddMemAllocNode(pGraphNode, graph, pDependencies, numDependencies, &alloc);
      p.alloc.dptr = alloc.dptr;
      return error;
    }
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(pGraphNode, graph, pDependencies, numDependencies, p.free.dptr);
    case cudaGraphNodeTypeConditional:
      return Add(place, [&](Operation* operation) { return MakeConditional(*graph, p.conditional, operation); });
    default: return Remember(cudaErrorNotSupported);
  }
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) {
  if (!nodeParams) return Remember(cudaErrorInvalidValue);
  const cudaGraphNodeParams& p = *nodeParams;
  switch (p.type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams kernel = Plain(p.kernel);
      return cudaGraphKernelNodeSetParams(node, &kernel);
    }
    case cudaGraphNodeTypeMemcpy: return Replace(node, machine::CopyOperation{p.memcpy.copyParams});
    case cudaGraphNodeTypeMemset: return Replace(node, machine::FillOperation{Plain(p.memset)});
    case cudaGraphNodeTypeHost: return Replace(node, HostOperation{p.host.fn, p.host.userData});
    case cudaGraphNodeTypeWaitEvent: return Replace(node, WaitEventOperation{p.eventWait.event});
    case cudaGraphNodeTypeEventRecord: return Replace(node, RecordEventOperation{p.eventRecord.event});
    default: return Remember(cudaErrorNotSupported);
  }
}
