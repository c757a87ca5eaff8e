#pragma once

// Graphs: nodes that hold an Operation each, and what must run before what. A capture is a graph that grows as a
// program puts work into capturing streams.

#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "sim/api/handles.h"
#include "sim/api/operation.h"
#include "sim/api/streams.h"

struct CUgraphNode_st {
  CUgraph_st* graph = nullptr;
  std::uint64_t id = 0;  // counts the nodes of its graph in the order they were added
  lockstep::Operation operation;
  std::vector<cudaGraphNode_t> dependencies;  // in the order they were given
  bool enabled = true;
};

struct CUuserObject_st {
  void* data = nullptr;
  cudaHostFn_t destroy = nullptr;
  std::atomic<long> references{0};
};

struct CUgraph_st {
  // A value that kernels set and conditional nodes read. Shared with copies: the handle in a kernel's arguments is the
  // original's.
  struct Condition {
    std::shared_ptr<unsigned> value;
    unsigned initial = 0;
    bool reset_at_launch = false;
  };
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // in the order of their ids
  std::uint64_t next_id = 0;
  std::map<const CUgraphNode_st*, CUgraphNode_st*> clones;  // of a cloned graph: the original's node -> its own
  std::map<CUuserObject_st*, unsigned> user_objects;        // references that the graph holds
  std::vector<Condition> conditions;                        // what conditional handles point to
  std::vector<std::uint64_t> lanes;  // what a checker knows its branches by, as if they were streams
  CUgraph_st* owner = nullptr;       // the graph whose child or conditional node this is the body of

  CUgraph_st() = default;
  ~CUgraph_st();
};

struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;  // a copy: later changes to the original do not touch it
  unsigned long long flags = 0;
};

namespace lockstep {

struct Capture {
  std::unique_ptr<CUgraph_st> owned;  // null when capturing into a graph of the program's
  CUgraph_st* graph = nullptr;
  unsigned long long id = 0;
  CUstream_st* origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  bool invalidated = false;
};

Handles<CUgraph_st>& Graphs();
Handles<CUgraphExec_st>& GraphExecs();

CUgraphNode_st* AddNode(CUgraph_st& graph, Operation operation, std::vector<cudaGraphNode_t> dependencies);
bool HasNode(const CUgraph_st& graph, const CUgraphNode_st* node);
// Of nested graphs too: the copy owns copies of its children.
std::unique_ptr<CUgraph_st> Clone(const CUgraph_st& graph);
// The nodes in an order in which they may run, earliest added first; empty where dependencies form a circle.
std::vector<CUgraphNode_st*> RunOrder(const CUgraph_st& graph);
cudaError_t RunGraph(CUgraph_st& graph, const HostCall& call);

// A stream waits for an event that was recorded in a capturing stream: it takes part in that capture from here on.
cudaError_t JoinCapture(CUstream_st& stream, CUevent_st& event);
// Adds the operation to the graph that `stream` is capturing.
cudaError_t CaptureOperation(CUstream_st& stream, Operation operation);
// The error for a call that must not happen while any stream of this thread captures; it spoils the capture.
cudaError_t RefuseWhileCapturing();

}  // namespace lockstep
