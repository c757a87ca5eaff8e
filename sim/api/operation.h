#pragma once

// The kinds of work for a stream or a graph. Every asynchronous call becomes one Operation. On an ordinary stream it
// runs at once (streams run in the order of the program's calls); on a capturing stream it becomes a node of the graph.

#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

#include "shared/trace/recording.h"
#include "sim/api/session.h"
#include "sim/machine/host_work.h"
#include "sim/toolkit/cuda_runtime_api.h"

namespace lockstep::api {

// The configuration of a kernel launch, without the arguments.
struct LaunchShape {
  trace::Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  // bytes
  bool cooperative = false;
  trace::Dim3 cluster{0, 0, 0};  // 0: that of the kernel
};

struct KernelOperation {
  SessionKernel* kernel = nullptr;
  const void* stub = nullptr;
  LaunchShape shape;
  int priority = 0;
  std::vector<std::vector<std::byte>> arguments;  // one for each parameter: its bytes

  std::vector<void*> pointers;  // the result of cudaGraphKernelNodeGetParams

  // Pointers to the arguments, in the form that cudaLaunchKernel expects.
  std::vector<void*> Pointers();
};

struct HostOperation {
  cudaHostFn_t function = nullptr;
  void* data = nullptr;
};

// `work` may be done several times, by a graph.
struct LibraryOperation {
  machine::LibraryCall call;
  std::shared_ptr<void> data;
  void (*work)(void* data) = nullptr;
};

struct RecordEventOperation {
  cudaEvent_t event = nullptr;
};
struct WaitEventOperation {
  cudaEvent_t event = nullptr;
};

// Memory of a graph. Its address is fixed when the node is created. It stays allocated as long as the graph or a copy
// of it exists; a launch resets its contents.
struct AllocateOperation {
  cudaMemAllocNodeParams parms{};
  std::shared_ptr<void> memory;
};
struct FreeOperation {
  void* pointer = nullptr;
};

struct ChildGraphOperation {
  std::shared_ptr<CUgraph_st> graph;
};

// The handle is the address of the value that kernels set.
struct ConditionalOperation {
  cudaGraphConditionalHandle handle = 0;
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::vector<std::shared_ptr<CUgraph_st>> bodies;
  std::shared_ptr<std::vector<cudaGraph_t>> handles;  // the array that phGraph_out points to
};

struct EmptyOperation {};

using Operation = std::variant<EmptyOperation, KernelOperation, machine::CopyOperation, machine::FillOperation,
                               HostOperation, LibraryOperation, RecordEventOperation, WaitEventOperation,
                               AllocateOperation, FreeOperation, ChildGraphOperation, ConditionalOperation>;

// CUDA's error for putting the operation into a stream or a graph, or cudaSuccess.
cudaError_t Validate(const Operation& operation);
// Performs it at once.
cudaError_t Run(Operation& operation, const machine::HostCall& call);

// Runs the operation in the stream, or adds it to the graph that the stream is capturing.
cudaError_t Submit(cudaStream_t stream, Operation operation, machine::Caller caller);

}  // namespace lockstep::api
