#pragma once

// Streams and events as the API stores them. Work runs at the moment it is put into a stream, so every order that CUDA
// guarantees between streams holds, and nothing is ever pending.

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/api/handles.h"
#include "sim/memory/exports.h"
#include "sim/toolkit/cuda_runtime_api.h"

namespace lockstep::api {
struct Capture;
}

struct CUstream_st {
  std::uint64_t id = 0;  // 0: the default stream
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  // While capturing: the stream's capture, and the dependencies of its next node.
  std::shared_ptr<lockstep::api::Capture> capture;
  std::vector<cudaGraphNode_t> capture_tail;
  cudaLaunchAttributeValue access_policy{};
  cudaSynchronizationPolicy synchronization = cudaSyncPolicyAuto;
};

struct CUevent_st {
  unsigned flags = cudaEventDefault;
  std::optional<std::chrono::steady_clock::time_point> recorded;
  // If recorded in a capturing stream: the capture, and the dependencies of a stream that waits for the event.
  std::shared_ptr<lockstep::api::Capture> capture;
  std::vector<cudaGraphNode_t> capture_tail;
  // For other processes, or from one.
  std::optional<lockstep::memory::ExportHandle> exported;
  bool is_imported = false;
};

namespace lockstep::api {

Handles<CUstream_st>& Streams();
Handles<CUevent_st>& Events();

// The stream that a program's handle denotes (0 and the two special handles are the default stream), or null; then it
// is reported if it has been destroyed.
CUstream_st* FindStream(cudaStream_t handle, const void* caller = nullptr);
// The same for events.
bool IsEvent(cudaEvent_t handle);

}  // namespace lockstep::api
