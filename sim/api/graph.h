#pragma once

// Graphs: nodes that hold one Operation each, and the order between them. A capture is a graph that grows as a program
// puts work into capturing streams.

#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "sim/api/handles.h"
#include "sim/api/operation.h"
#include "sim/api/streams.h"

struct CUgraphNode_st {
  CUgraph_st* graph = nullptr;
  std::uint64_t id = 0;  // numbers the nodes of a graph in order of addition
  lockstep::api::Operation operation;
  std::vector<cudaGraphNode_t> dependencies;  // in the order of the call
  bool enabled = true;
};

struct CUuserObject_st {
  void* data = nullptr;
  cudaHostFn_t destroy = nullptr;
  std::atomic<long> references{0};
};

struct CUgraph_st {
  // A value that kernels set and conditional nodes read. Copies of the graph share it, because the handle in a kernel's
  // arguments is the original's.
  struct Condition {
    std::shared_ptr<unsigned> value;
    unsigned initial = 0;
    bool reset_at_launch = false;
  };
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // in the order of their ids
  std::uint64_t next_id = 0;
  std::map<const CUgraphNode_st*, CUgraphNode_st*> clones;  // of a cloned graph: the original's node -> its own
  std::map<CUuserObject_st*, unsigned> user_objects;        // references that the graph holds
  std::vector<Condition> conditions;                        // the targets of conditional handles
  std::vector<std::uint64_t> lanes;                         // the stream numbers of its branches, for a checker
  CUgraph_st* owner = nullptr;  // the graph in which this one is the body of a child or conditional node

  CUgraph_st() = default;
  ~CUgraph_st();
};

struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;  // a copy, independent of the original
  unsigned long long flags = 0;
};

namespace lockstep::api {

struct Capture {
  std::unique_ptr<CUgraph_st> owned;  // null when capturing into a graph of the program
  CUgraph_st* graph = nullptr;
  unsigned long long id = 0;
  CUstream_st* origin_stream = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  bool invalidated = false;
};

Handles<CUgraph_st>& Graphs();
Handles<CUgraphExec_st>& GraphExecs();

CUgraphNode_st* AddNode(CUgraph_st& graph, Operation operation, std::vector<cudaGraphNode_t> dependencies);
bool HasNode(const CUgraph_st& graph, const CUgraphNode_st* node);
// A deep copy: it owns copies of its child graphs.
std::unique_ptr<CUgraph_st> Clone(const CUgraph_st& graph);
// The nodes in a valid order of execution, earliest added first; empty if the dependencies form a circle.
std::vector<CUgraphNode_st*> RunOrder(const CUgraph_st& graph);
cudaError_t RunGraph(CUgraph_st& graph, const machine::HostCall& call);

// A stream waits for an event that was recorded in a capturing stream, and joins that capture.
cudaError_t JoinCapture(CUstream_st& stream, CUevent_st& event);
// Adds the operation to the graph that `stream` is capturing.
cudaError_t CaptureOperation(CUstream_st& stream, Operation operation);
// The error for a call that is forbidden while any stream of this thread captures; it invalidates the capture.
cudaError_t RefuseWhileCapturing();

}  // namespace lockstep::api
