// Graphs: instantiation, launch, and updates of instances.

#include "sim/api/copy.h"
#include "sim/api/graph_call.h"

namespace lockstep::api {

CUgraphNode_st* NodeOf(cudaGraphExec_t exec, cudaGraphNode_t node) {
  if (!GraphExecs().Knows(exec)) return nullptr;
  const auto found = exec->graph->clones.find(node);
  return found == exec->graph->clones.end() ? nullptr : found->second;
}

namespace {

cudaError_t Instantiate(cudaGraphExec_t* out, CUgraph_st& graph, unsigned long long flags) {
  // A launch of a graph from a kernel needs the scheduler of a GPU.
  if (flags & cudaGraphInstantiateFlagDeviceLaunch) return cudaErrorNotSupported;
  if (!out) return cudaErrorInvalidValue;
  if (!graph.nodes.empty() && RunOrder(graph).empty()) return cudaErrorInvalidValue;
  auto exec = std::make_unique<CUgraphExec_st>();
  exec->graph = Clone(graph);
  exec->flags = flags;
  *out = GraphExecs().Add(std::move(exec));
  return cudaSuccess;
}

// Changes the copy of `node` inside the instance.
template <class Kind>
cudaError_t ReplaceIn(cudaGraphExec_t exec, cudaGraphNode_t node, const Kind& replacement) {
  return Call([&](Session&) -> cudaError_t {
    CUgraphNode_st* own = NodeOf(exec, node);
    if (!own || !std::holds_alternative<Kind>(own->operation)) return cudaErrorInvalidValue;
    if (const cudaError_t error = Validate(replacement)) return error;
    own->operation = replacement;
    return cudaSuccess;
  });
}

// True if two graphs have the same nodes in the same places; otherwise stores the first difference.
bool SameShape(const CUgraph_st& own, const CUgraph_st& other, cudaGraphExecUpdateResultInfo* info) {
  if (own.nodes.size() != other.nodes.size()) {
    info->result = cudaGraphExecUpdateErrorTopologyChanged;
    return false;
  }
  std::map<const CUgraphNode_st*, const CUgraphNode_st*> twins;
  for (std::size_t i = 0; i < own.nodes.size(); ++i) {
    const CUgraphNode_st& mine = *own.nodes[i];
    const CUgraphNode_st& theirs = *other.nodes[i];
    twins[&mine] = &theirs;
    info->errorNode = other.nodes[i].get();
    bool same = mine.dependencies.size() == theirs.dependencies.size();
    for (std::size_t d = 0; same && d < mine.dependencies.size(); ++d) {
      const auto twin = twins.find(mine.dependencies[d]);
      same = twin != twins.end() && twin->second == theirs.dependencies[d];
    }
    if (!same) {
      info->result = cudaGraphExecUpdateErrorTopologyChanged;
      return false;
    }
    if (mine.operation.index() != theirs.operation.index()) {
      info->result = cudaGraphExecUpdateErrorNodeTypeChanged;
      return false;
    }
  }
  info->errorNode = nullptr;
  return true;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return WithGraph(graph, [&](CUgraph_st& g) { return Instantiate(pGraphExec, g, flags); });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) {
  return WithGraph(graph, [&](CUgraph_st& g) { return Instantiate(pGraphExec, g, flags); });
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* instantiateParams) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    if (!instantiateParams) return cudaErrorInvalidValue;
    const cudaError_t error = Instantiate(pGraphExec, g, instantiateParams->flags);
    instantiateParams->errNode_out = nullptr;
    instantiateParams->result_out = error ? cudaGraphInstantiateError : cudaGraphInstantiateSuccess;
    return error;
  });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long* flags) {
  return WithExec(graphExec, [&](CUgraphExec_st& exec) {
    if (!flags) return cudaErrorInvalidValue;
    *flags = exec.flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session&) {
    std::unique_ptr<CUgraphExec_st> removed = GraphExecs().Remove(graphExec);
    if (!removed) {
      NoteRefusedHandle(graphExec, caller);
      return cudaErrorInvalidValue;
    }
    removed->graph.reset();  // it owns memory
    NoteDestroyed(std::move(removed), "a graph", caller);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return WithExec(graphExec,
                  [&](CUgraphExec_st&) { return FindStream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return WithExec(graphExec, [&](CUgraphExec_st& exec) -> cudaError_t {
    CUstream_st* s = FindStream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (s->capture) return CaptureOperation(*s, ChildGraphOperation{Clone(*exec.graph)});
    return RunGraph(*exec.graph, {s->id, caller});
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo* resultInfo) {
  return WithExec(hGraphExec, [&](CUgraphExec_st& exec) {
    if (!KnowsGraph(hGraph) || !resultInfo) return cudaErrorInvalidValue;
    *resultInfo = {};
    resultInfo->result = cudaGraphExecUpdateSuccess;
    if (!SameShape(*exec.graph, *hGraph, resultInfo)) return cudaErrorGraphExecUpdateFailure;
    // The program's handles are the nodes of the original graph; they must continue to denote the copies.
    const auto handles = exec.graph->clones;
    std::map<const CUgraphNode_st*, std::size_t> places;
    for (std::size_t i = 0; i < exec.graph->nodes.size(); ++i) places[exec.graph->nodes[i].get()] = i;
    auto fresh = Clone(*hGraph);
    for (const auto& [handle, own] : handles) {
      CUgraphNode_st* twin = fresh->nodes[places[own]].get();
      twin->enabled = own->enabled;
      fresh->clones[handle] = twin;
    }
    exec.graph = std::move(fresh);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned isEnabled) {
  return Call([&](Session&) {
    CUgraphNode_st* node = NodeOf(hGraphExec, hNode);
    if (!node) return cudaErrorInvalidValue;
    const bool can = std::holds_alternative<KernelOperation>(node->operation) ||
                     std::holds_alternative<machine::CopyOperation>(node->operation) ||
                     std::holds_alternative<machine::FillOperation>(node->operation);
    if (!can) return cudaErrorInvalidValue;
    node->enabled = isEnabled != 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned* isEnabled) {
  return Call([&](Session&) {
    const CUgraphNode_st* node = NodeOf(hGraphExec, hNode);
    if (!node || !isEnabled) return cudaErrorInvalidValue;
    *isEnabled = node->enabled;
    return cudaSuccess;
  });
}

// --- changes of the nodes of an instance

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
  KernelOperation kernel;
  const cudaError_t error = pNodeParams ? MakeKernelOperation(*pNodeParams, &kernel) : cudaErrorInvalidValue;
  return error ? Remember(error) : ReplaceIn(hGraphExec, node, kernel);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* pNodeParams) {
  return pNodeParams ? ReplaceIn(hGraphExec, node, machine::CopyOperation{*pNodeParams})
                     : Remember(cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                               const void* src, size_t count, cudaMemcpyKind kind) {
  return ReplaceIn(hGraphExec, node, LinearCopy(dst, src, count, kind));
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                     const void* symbol, const void* src, size_t count, size_t offset,
                                                     cudaMemcpyKind kind) {
  machine::CopyOperation copy;
  const cudaError_t error = MakeSymbolCopy(symbol, src, count, offset, kind, &copy);
  return error ? Remember(error) : ReplaceIn(hGraphExec, node, copy);
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                                       const void* symbol, size_t count, size_t offset,
                                                       cudaMemcpyKind kind) {
  machine::CopyOperation copy;
  const cudaError_t error = MakeSymbolCopy(symbol, dst, count, offset, kind, &copy);
  return error ? Remember(error) : ReplaceIn(hGraphExec, node, copy);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemsetParams* pNodeParams) {
  return pNodeParams ? ReplaceIn(hGraphExec, node, machine::FillOperation{*pNodeParams})
                     : Remember(cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* pNodeParams) {
  return pNodeParams ? ReplaceIn(hGraphExec, node, HostOperation{pNodeParams->fn, pNodeParams->userData})
                     : Remember(cudaErrorInvalidValue);
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph) {
  if (!KnowsGraph(childGraph)) return Remember(cudaErrorInvalidValue);
  return ReplaceIn(hGraphExec, node, ChildGraphOperation{Clone(*childGraph)});
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) {
  return ReplaceIn(hGraphExec, hNode, RecordEventOperation{event});
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) {
  return ReplaceIn(hGraphExec, hNode, WaitEventOperation{event});
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* nodeParams) {
  if (!nodeParams) return Remember(cudaErrorInvalidValue);
  const cudaGraphNodeParams& p = *nodeParams;
  switch (p.type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams kernel{p.kernel.func,           p.kernel.gridDim,      p.kernel.blockDim,
                                        p.kernel.sharedMemBytes, p.kernel.kernelParams, p.kernel.extra};
      return cudaGraphExecKernelNodeSetParams(graphExec, node, &kernel);
    }
    case cudaGraphNodeTypeMemcpy: return ReplaceIn(graphExec, node, machine::CopyOperation{p.memcpy.copyParams});
    case cudaGraphNodeTypeMemset:
      return ReplaceIn(graphExec, node,
                       machine::FillOperation{{p.memset.dst, p.memset.pitch, p.memset.value, p.memset.elementSize,
                                               p.memset.width, p.memset.height}});
    case cudaGraphNodeTypeHost: return ReplaceIn(graphExec, node, HostOperation{p.host.fn, p.host.userData});
    case cudaGraphNodeTypeGraph: return cudaGraphExecChildGraphNodeSetParams(graphExec, node, p.graph.graph);
    case cudaGraphNodeTypeWaitEvent: return ReplaceIn(graphExec, node, WaitEventOperation{p.eventWait.event});
    case cudaGraphNodeTypeEventRecord: return ReplaceIn(graphExec, node, RecordEventOperation{p.eventRecord.event});
    default: return Remember(cudaErrorNotSupported);
  }
}
