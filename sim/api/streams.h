#pragma once

// Streams and events as the API holds them. Work runs at the moment it is put into a stream, so every order that CUDA
// promises between streams holds; nothing is ever pending.

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/api/handles.h"
#include "sim/toolkit/cuda_runtime_api.h"

namespace lockstep {
struct Capture;
}

struct CUstream_st {
  std::uint64_t id = 0;  // 0: the default stream
  unsigned flags = cudaStreamDefault;
  int priority = 0;
  // While capturing: the capture that the stream takes part in, and the nodes that its next node depends on.
  std::shared_ptr<lockstep::Capture> capture;
  std::vector<cudaGraphNode_t> capture_tail;
  cudaLaunchAttributeValue access_policy{};
  cudaSynchronizationPolicy synchronization = cudaSyncPolicyAuto;
};

struct CUevent_st {
  unsigned flags = cudaEventDefault;
  std::optional<std::chrono::steady_clock::time_point> recorded;
  // Recorded in a capturing stream: which capture, and what a stream that waits for the event depends on.
  std::shared_ptr<lockstep::Capture> capture;
  std::vector<cudaGraphNode_t> capture_tail;
};

namespace lockstep {

Handles<CUstream_st>& Streams();
Handles<CUevent_st>& Events();

// The stream that a program's handle stands for (0 and the two special handles are the default stream), or null.
CUstream_st* FindStream(cudaStream_t handle);

}  // namespace lockstep
