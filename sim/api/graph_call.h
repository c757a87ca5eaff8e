#pragma once

// What the graph chapters share: finding graphs, nodes and instances behind the program's handles.

#include "sim/api/call.h"
#include "sim/api/graph.h"

namespace lockstep {

// A graph of the program's, or the body of a child or conditional node of one.
bool KnowsGraph(cudaGraph_t graph);
// A node of such a graph.
bool KnowsNode(cudaGraphNode_t node);

template <class Body>
cudaError_t WithGraph(cudaGraph_t graph, Body&& body) {
  return Call([&](Session&) -> cudaError_t { return KnowsGraph(graph) ? body(*graph) : cudaErrorInvalidValue; });
}

template <class Body>
cudaError_t WithNode(cudaGraphNode_t node, Body&& body) {
  return Call([&](Session&) -> cudaError_t { return KnowsNode(node) ? body(*node) : cudaErrorInvalidValue; });
}

template <class Kind, class Body>
cudaError_t WithOperation(cudaGraphNode_t node, Body&& body) {
  return WithNode(node, [&](CUgraphNode_st& n) -> cudaError_t {
    Kind* operation = std::get_if<Kind>(&n.operation);
    return operation ? body(*operation) : cudaErrorInvalidValue;
  });
}

// The copy of `node` (a node of the graph that was instantiated) inside the instance, or null.
CUgraphNode_st* NodeOf(cudaGraphExec_t exec, cudaGraphNode_t node);

template <class Body>
cudaError_t WithExec(cudaGraphExec_t exec, Body&& body) {
  return Call([&](Session&) -> cudaError_t { return GraphExecs().Knows(exec) ? body(*exec) : cudaErrorInvalidValue; });
}

// Operations from the structures that programs fill in.
cudaError_t MakeKernelOperation(const cudaKernelNodeParams& params, KernelOperation* operation);
cudaError_t MakeSymbolCopy(const void* symbol, const void* other, std::size_t count, std::size_t offset,
                           cudaMemcpyKind kind, CopyOperation* operation);

}  // namespace lockstep
