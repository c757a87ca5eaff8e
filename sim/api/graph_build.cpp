// Graphs: creation and destruction, nodes in general, and dependencies.

#include <algorithm>
#include <cstdio>
#include <string>

#include "sim/api/graph_call.h"

namespace lockstep::api {

namespace {

// Visits the graphs inside `graph`: those of child and conditional nodes.
template <class Visit>
void ForEachInner(const CUgraph_st& graph, Visit&& visit) {
  for (const auto& node : graph.nodes) {
    if (const auto* child = std::get_if<ChildGraphOperation>(&node->operation)) visit(*child->graph);
    if (const auto* conditional = std::get_if<ConditionalOperation>(&node->operation)) {
      for (const auto& body : conditional->bodies) visit(*body);
    }
  }
}

bool Contains(const CUgraph_st& outer, const CUgraph_st* wanted) {
  if (&outer == wanted) return true;
  bool found = false;
  ForEachInner(outer, [&](const CUgraph_st& inner) { found = found || Contains(inner, wanted); });
  return found;
}

bool ContainsNode(const CUgraph_st& outer, const CUgraphNode_st* node) {
  if (HasNode(outer, node)) return true;
  bool found = false;
  ForEachInner(outer, [&](const CUgraph_st& inner) { found = found || ContainsNode(inner, node); });
  return found;
}

// Graphs that a program may refer to besides its own: those that streams are capturing into.
template <class Test>
bool AnyCapturedGraph(Test&& test) {
  bool found = false;
  Streams().ForEach([&](CUstream_st& stream) { found = found || (stream.capture && test(*stream.capture->graph)); });
  return found;
}

cudaError_t CopyOut(const std::vector<CUgraphNode_st*>& nodes, cudaGraphNode_t* out, size_t* count) {
  if (!count) return cudaErrorInvalidValue;
  if (out) {
    // Remaining places are set to null.
    for (size_t i = 0; i < *count; ++i) out[i] = i < nodes.size() ? nodes[i] : nullptr;
    *count = std::min(*count, nodes.size());
  } else {
    *count = nodes.size();
  }
  return cudaSuccess;
}

bool OnlyPlainEdges(const cudaGraphEdgeData* edges, size_t count) {
  for (size_t i = 0; edges && i < count; ++i) {
    if (edges[i].type != cudaGraphDependencyTypeDefault) return false;
  }
  return true;
}

void ClearEdges(cudaGraphEdgeData* edges, size_t count) {
  for (size_t i = 0; edges && i < count; ++i) edges[i] = {};
}

bool Reaches(const CUgraphNode_st* from, const CUgraphNode_st* to) {
  if (from == to) return true;
  return std::any_of(from->dependencies.begin(), from->dependencies.end(),
                     [&](const CUgraphNode_st* before) { return Reaches(before, to); });
}

}  // namespace

bool KnowsGraph(cudaGraph_t graph) {
  if (!graph) return false;
  if (Graphs().Knows(graph)) return true;
  bool found = false;
  Graphs().ForEach([&](const CUgraph_st& outer) { found = found || Contains(outer, graph); });
  return found || AnyCapturedGraph([&](const CUgraph_st& outer) { return Contains(outer, graph); });
}

bool KnowsNode(cudaGraphNode_t node) {
  if (!node) return false;
  bool found = false;
  Graphs().ForEach([&](const CUgraph_st& graph) { found = found || ContainsNode(graph, node); });
  return found || AnyCapturedGraph([&](const CUgraph_st& graph) { return ContainsNode(graph, node); });
}

}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned flags) {
  return Call([&](Session&) {
    if (!pGraph || flags) return cudaErrorInvalidValue;
    *pGraph = Graphs().Add(std::make_unique<CUgraph_st>());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return Call([&](Session&) { return Graphs().Remove(graph) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  return WithGraph(originalGraph, [&](CUgraph_st& graph) {
    if (!pGraphClone) return cudaErrorInvalidValue;
    *pGraphClone = Graphs().Add(Clone(graph));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph) {
  return WithGraph(clonedGraph, [&](CUgraph_st& clone) {
    const auto found = clone.clones.find(originalNode);
    if (!pNode || found == clone.clones.end()) return cudaErrorInvalidValue;
    *pNode = found->second;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return WithNode(node, [&](CUgraphNode_st& n) {
    // In the order of Operation's alternatives. On a GPU, a library's work is kernels.
    constexpr cudaGraphNodeType kTypes[] = {
        cudaGraphNodeTypeEmpty,       cudaGraphNodeTypeKernel,    cudaGraphNodeTypeMemcpy,
        cudaGraphNodeTypeMemset,      cudaGraphNodeTypeHost,      cudaGraphNodeTypeKernel,
        cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeMemAlloc,
        cudaGraphNodeTypeMemFree,     cudaGraphNodeTypeGraph,     cudaGraphNodeTypeConditional};
    static_assert(std::size(kTypes) == std::variant_size_v<Operation>);
    if (!pType) return cudaErrorInvalidValue;
    *pType = kTypes[n.operation.index()];
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    std::vector<CUgraphNode_st*> all;
    for (const auto& node : g.nodes) all.push_back(node.get());
    return CopyOut(all, nodes, numNodes);
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes, size_t* pNumRootNodes) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    std::vector<CUgraphNode_st*> roots;
    for (const auto& node : g.nodes) {
      if (node->dependencies.empty()) roots.push_back(node.get());
    }
    return CopyOut(roots, pRootNodes, pNumRootNodes);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edgeData, size_t* numEdges) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    std::vector<CUgraphNode_st*> before, after;
    for (const auto& node : g.nodes) {
      for (CUgraphNode_st* dependency : node->dependencies) {
        before.push_back(dependency);
        after.push_back(node.get());
      }
    }
    if ((from != nullptr) != (to != nullptr) || !numEdges) return cudaErrorInvalidValue;
    size_t room = *numEdges;
    CopyOut(after, to, &room);
    if (from) ClearEdges(edgeData, *numEdges);
    return CopyOut(before, from, numEdges);
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies,
                                         cudaGraphEdgeData* edgeData, size_t* pNumDependencies) {
  return WithNode(node, [&](CUgraphNode_st& n) {
    if (pDependencies && pNumDependencies) ClearEdges(edgeData, *pNumDependencies);
    return CopyOut(n.dependencies, pDependencies, pNumDependencies);
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes,
                                           cudaGraphEdgeData* edgeData, size_t* pNumDependentNodes) {
  return WithNode(node, [&](CUgraphNode_st& n) {
    std::vector<CUgraphNode_st*> dependents;
    for (const auto& other : n.graph->nodes) {
      const auto& before = other->dependencies;
      if (std::find(before.begin(), before.end(), &n) != before.end()) dependents.push_back(other.get());
    }
    if (pDependentNodes && pNumDependentNodes) ClearEdges(edgeData, *pNumDependentNodes);
    return CopyOut(dependents, pDependentNodes, pNumDependentNodes);
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edgeData, size_t numDependencies) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    if (!OnlyPlainEdges(edgeData, numDependencies)) return cudaErrorNotSupported;
    for (size_t i = 0; i < numDependencies; ++i) {
      if (!HasNode(g, from[i]) || !HasNode(g, to[i]) || Reaches(from[i], to[i])) return cudaErrorInvalidValue;
      auto& before = to[i]->dependencies;
      if (std::find(before.begin(), before.end(), from[i]) != before.end()) return cudaErrorInvalidValue;
      before.push_back(from[i]);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData*, size_t numDependencies) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    for (size_t i = 0; i < numDependencies; ++i) {
      if (!HasNode(g, from[i]) || !HasNode(g, to[i])) return cudaErrorInvalidValue;
      if (std::erase(to[i]->dependencies, from[i]) == 0) return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return WithNode(node, [&](CUgraphNode_st& n) {
    CUgraph_st& graph = *n.graph;
    for (const auto& other : graph.nodes) std::erase(other->dependencies, &n);
    std::erase_if(graph.nodes, [&](const auto& own) { return own.get() == &n; });
    return cudaSuccess;
  });
}

namespace {

std::string Label(const CUgraphNode_st& node) {
  constexpr const char* kWords[] = {"empty",     "kernel",   "memcpy",       "memset",
                                    "host",      "library",  "event record", "event wait",
                                    "mem alloc", "mem free", "child graph",  "conditional"};
  static_assert(std::size(kWords) == std::variant_size_v<Operation>);
  std::string label = kWords[node.operation.index()];
  if (const auto* kernel = std::get_if<KernelOperation>(&node.operation)) {
    label += std::string("\\n") + kernel->kernel->kernel->pretty_name;
  }
  return label;
}

}  // namespace

// Writes the graph in Graphviz' language.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    std::FILE* file = path ? std::fopen(path, "w") : nullptr;
    if (!file) return cudaErrorOperatingSystem;
    std::fprintf(file, "digraph graph_1 {\n");
    for (const auto& node : g.nodes) {
      std::fprintf(file, "  node_%llu [shape=box label=\"%s\"];\n", static_cast<unsigned long long>(node->id),
                   Label(*node).c_str());
      for (const CUgraphNode_st* before : node->dependencies) {
        std::fprintf(file, "  node_%llu -> node_%llu;\n", static_cast<unsigned long long>(before->id),
                     static_cast<unsigned long long>(node->id));
      }
    }
    std::fprintf(file, "}\n");
    const bool is_whole = std::ferror(file) == 0;
    return std::fclose(file) == 0 && is_whole ? cudaSuccess : cudaErrorOperatingSystem;
  });
}

// --- objects of the program that live as long as the graphs that use them

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, void* ptr, cudaHostFn_t destroy,
                                 unsigned initialRefcount, unsigned flags) {
  return Call([&](Session&) {
    if (!object_out || !destroy || !initialRefcount || flags != cudaUserObjectNoDestructorSync) {
      return cudaErrorInvalidValue;
    }
    auto* object = new CUuserObject_st;
    object->data = ptr;
    object->destroy = destroy;
    object->references = initialRefcount;
    *object_out = object;
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
  if (!object || !count) return Remember(cudaErrorInvalidValue);
  object->references += count;
  return cudaSuccess;
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
  if (!object || !count) return Remember(cudaErrorInvalidValue);
  object->references -= count;
  if (object->references <= 0) {
    object->destroy(object->data);
    delete object;
  }
  return cudaSuccess;
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    if (!object || !count || flags & ~unsigned(cudaGraphUserObjectMove)) return cudaErrorInvalidValue;
    // With a move, the graph takes over the caller's references; otherwise it adds its own.
    if (!(flags & cudaGraphUserObjectMove)) object->references += count;
    g.user_objects[object] += count;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
  return WithGraph(graph, [&](CUgraph_st& g) {
    const auto found = g.user_objects.find(object);
    if (found == g.user_objects.end() || !count || found->second < count) return cudaErrorInvalidValue;
    found->second -= count;
    if (found->second == 0) g.user_objects.erase(found);
    return cudaUserObjectRelease(object, count);
  });
}
