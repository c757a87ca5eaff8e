#pragma once

// Shared by the chapters on graphs: graphs, nodes and instances by the program's handles.

#include "sim/api/call.h"
#include "sim/api/destroyed.h"
#include "sim/api/graph.h"

namespace lockstep::api {

// True for a graph of the program, or the body of a child or conditional node of one.
bool KnowsGraph(cudaGraph_t graph);
// True for a node of such a graph.
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

// The place where a node is added: the arguments that every cudaGraphAdd...Node has.
struct NodePlace {
  cudaGraphNode_t* out;
  cudaGraph_t graph;
  const cudaGraphNode_t* dependencies;
  size_t count;
};

// Adds a node with the operation that `make(Operation*)` creates.
template <class Make>
cudaError_t Add(const NodePlace& place, Make&& make) {
  return WithGraph(place.graph, [&](CUgraph_st& graph) -> cudaError_t {
    if (!place.out || (place.count && !place.dependencies)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < place.count; ++i) {
      if (!HasNode(graph, place.dependencies[i])) return cudaErrorInvalidValue;
    }
    Operation operation;
    if (const cudaError_t error = make(&operation)) return error;
    if (const cudaError_t error = Validate(operation)) return error;
    *place.out = AddNode(graph, std::move(operation), {place.dependencies, place.dependencies + place.count});
    return cudaSuccess;
  });
}

inline cudaError_t AddReady(const NodePlace& place, Operation ready) {
  return Add(place, [&](Operation* operation) {
    *operation = std::move(ready);
    return cudaSuccess;
  });
}

// The copy of `node` (a node of the graph that was instantiated) inside the instance, or null.
CUgraphNode_st* NodeOf(cudaGraphExec_t exec, cudaGraphNode_t node);

template <class Body>
cudaError_t WithExec(cudaGraphExec_t exec, Body&& body) {
  return Call([&](Session&) -> cudaError_t {
    if (GraphExecs().Knows(exec)) return body(*exec);
    NoteRefusedHandle(exec);
    return cudaErrorInvalidValue;
  });
}

// Creates operations from the structures that programs fill in.
cudaError_t MakeKernelOperation(const cudaKernelNodeParams& params, KernelOperation* operation);
cudaError_t MakeSymbolCopy(const void* symbol, const void* other, std::size_t count, std::size_t offset,
                           cudaMemcpyKind kind, machine::CopyOperation* operation);

}  // namespace lockstep::api
