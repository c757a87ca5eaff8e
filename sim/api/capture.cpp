// Stream capture: the work of a stream becomes a graph instead of running.

#include <algorithm>
#include <atomic>

#include "sim/api/call.h"
#include "sim/api/graph.h"
#include "sim/api/streams.h"

namespace lockstep::api {

namespace {

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;
// The number of open captures that forbid calls which wait or allocate, in the whole program and in this thread.
std::atomic<int> open_global{0};
thread_local int open_here = 0;

void CountOpen(const Capture& capture, int change) {
  if (capture.mode == cudaStreamCaptureModeGlobal) open_global += change;
  if (capture.mode != cudaStreamCaptureModeRelaxed) open_here += change;
}

cudaError_t Begin(cudaStream_t handle, cudaStreamCaptureMode mode, CUgraph_st* into,
                  std::vector<cudaGraphNode_t> dependencies) {
  return Call([&](Session&) {
    static std::atomic<unsigned long long> next_id{1};
    CUstream_st* stream = FindStream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    // The default stream cannot be captured, because all other streams would have to wait for it.
    if (stream->id == 0) return cudaErrorStreamCaptureUnsupported;
    if (unsigned(mode) > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    if (stream->capture) return cudaErrorIllegalState;
    auto capture = std::make_shared<Capture>();
    if (!into) capture->owned = std::make_unique<CUgraph_st>();
    capture->graph = into ? into : capture->owned.get();
    capture->id = next_id++;
    capture->origin_stream = stream;
    capture->mode = mode;
    stream->capture = capture;
    stream->capture_tail = std::move(dependencies);
    CountOpen(*capture, 1);
    return cudaSuccess;
  });
}

// True if the stream that began the capture waits for every node that other streams added.
bool EverythingJoined(const Capture& capture) {
  std::vector<const CUgraphNode_st*> reached(capture.origin_stream->capture_tail.begin(),
                                             capture.origin_stream->capture_tail.end());
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const CUgraphNode_st* before : reached[i]->dependencies) {
      if (std::find(reached.begin(), reached.end(), before) == reached.end()) reached.push_back(before);
    }
  }
  bool joined = true;
  Streams().ForEach([&](CUstream_st& stream) {
    if (stream.capture.get() != &capture) return;
    for (const CUgraphNode_st* node : stream.capture_tail) {
      joined &= std::find(reached.begin(), reached.end(), node) != reached.end();
    }
  });
  return joined;
}

void Close(const Capture& capture) {
  CountOpen(capture, -1);
  Streams().ForEach([&](CUstream_st& stream) {
    if (stream.capture.get() != &capture) return;
    stream.capture_tail.clear();
    stream.capture.reset();
  });
}

}  // namespace

cudaError_t RefuseWhileCapturing() {
  if (thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  const bool refused = open_here > 0 || (thread_mode == cudaStreamCaptureModeGlobal && open_global > 0);
  if (!refused) return cudaSuccess;
  Streams().ForEach([](CUstream_st& stream) {
    if (stream.capture && stream.capture->mode != cudaStreamCaptureModeRelaxed) stream.capture->invalidated = true;
  });
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t CaptureOperation(CUstream_st& stream, Operation operation) {
  if (stream.capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  CUgraphNode_st* node = AddNode(*stream.capture->graph, std::move(operation), stream.capture_tail);
  stream.capture_tail = {node};
  return cudaSuccess;
}

cudaError_t JoinCapture(CUstream_st& stream, CUevent_st& event) {
  if (stream.capture && stream.capture != event.capture) {
    stream.capture->invalidated = event.capture->invalidated = true;
    return cudaErrorStreamCaptureMerge;
  }
  if (stream.id == 0) {
    event.capture->invalidated = true;
    return cudaErrorStreamCaptureImplicit;
  }
  if (event.capture->invalidated) return cudaErrorStreamCaptureInvalidated;
  stream.capture = event.capture;
  for (CUgraphNode_st* node : event.capture_tail) {
    auto& tail = stream.capture_tail;
    if (std::find(tail.begin(), tail.end(), node) == tail.end()) tail.push_back(node);
  }
  return cudaSuccess;
}

}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return Begin(stream, mode, nullptr, {});
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData*, size_t numDependencies,
                                          cudaStreamCaptureMode mode) {
  if (!Graphs().Knows(graph) && !(graph && graph->owner)) return Remember(cudaErrorInvalidValue);
  for (size_t i = 0; i < numDependencies; ++i) {
    if (!HasNode(*graph, dependencies[i])) return Remember(cudaErrorInvalidValue);
  }
  return Begin(stream, mode, graph, {dependencies, dependencies + numDependencies});
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) {
  return Call([&](Session&) {
    CUstream_st* s = FindStream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (pGraph) *pGraph = nullptr;
    if (!s->capture) return cudaErrorIllegalState;
    const std::shared_ptr<Capture> capture = s->capture;
    if (capture->origin_stream != s) return cudaErrorStreamCaptureUnmatched;
    const bool joined = EverythingJoined(*capture);
    Close(*capture);
    if (capture->invalidated) return cudaErrorStreamCaptureInvalidated;
    if (!joined) return cudaErrorStreamCaptureUnjoined;
    // A program that captures into its own graph has it already.
    if (!pGraph) return capture->owned ? cudaErrorInvalidValue : cudaSuccess;
    *pGraph = capture->owned ? Graphs().Add(std::move(capture->owned)) : capture->graph;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
  return Call([&](Session&) {
    CUstream_st* s = FindStream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!pCaptureStatus) return cudaErrorInvalidValue;
    *pCaptureStatus = !s->capture               ? cudaStreamCaptureStatusNone
                      : s->capture->invalidated ? cudaStreamCaptureStatusInvalidated
                                                : cudaStreamCaptureStatusActive;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out,
                                     unsigned long long* id_out, cudaGraph_t* graph_out,
                                     const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out,
                                     size_t* numDependencies_out) {
  if (const cudaError_t error = cudaStreamIsCapturing(stream, captureStatus_out)) return error;
  const CUstream_st* s = FindStream(stream);
  if (edgeData_out) *edgeData_out = nullptr;
  if (*captureStatus_out != cudaStreamCaptureStatusActive) return cudaSuccess;
  if (id_out) *id_out = s->capture->id;
  if (graph_out) *graph_out = s->capture->graph;
  if (dependencies_out) *dependencies_out = s->capture_tail.data();
  if (numDependencies_out) *numDependencies_out = s->capture_tail.size();
  return cudaSuccess;
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData*, size_t numDependencies, unsigned flags) {
  return Call([&](Session&) {
    CUstream_st* s = FindStream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!s->capture) return cudaErrorIllegalState;
    for (size_t i = 0; i < numDependencies; ++i) {
      if (!HasNode(*s->capture->graph, dependencies[i])) return cudaErrorInvalidValue;
    }
    if (flags == cudaStreamSetCaptureDependencies) s->capture_tail.clear();
    s->capture_tail.insert(s->capture_tail.end(), dependencies, dependencies + numDependencies);
    return cudaSuccess;
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return Call([&](Session&) {
    if (!mode || unsigned(*mode) > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    std::swap(*mode, thread_mode);
    return cudaSuccess;
  });
}
