#pragma once

// What can be put into a stream or a graph. Every asynchronous call becomes one Operation: it runs at once where the
// stream is an ordinary one (streams run in the order of the program's calls), and becomes a node of the graph that the
// stream is capturing.

#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

#include "shared/trace/recording.h"
#include "sim/api/session.h"
#include "sim/machine/host_work.h"
#include "sim/toolkit/cuda_runtime_api.h"

namespace lockstep {

// How a kernel is launched, but for its arguments.
struct LaunchShape {
  Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  // bytes
  bool cooperative = false;
  Dim3 cluster{0, 0, 0};  // 0: the kernel's own
};

struct KernelOperation {
  SessionKernel* kernel = nullptr;
  const void* stub = nullptr;
  LaunchShape shape;
  int priority = 0;
  std::vector<std::vector<std::byte>> arguments;  // one for each parameter: its bytes

  std::vector<void*> pointers;  // what cudaGraphKernelNodeGetParams handed out

  // Pointers to the arguments, as cudaLaunchKernel takes them.
  std::vector<void*> Pointers();
};

struct HostOperation {
  cudaHostFn_t function = nullptr;
  void* data = nullptr;
};

struct RecordEventOperation {
  cudaEvent_t event = nullptr;
};
struct WaitEventOperation {
  cudaEvent_t event = nullptr;
};

// Memory of a graph: its address is fixed when the node is made. It stays allocated as long as the graph or a copy of
// it lives; a launch makes its contents fresh.
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
  std::shared_ptr<std::vector<cudaGraph_t>> handles;  // what phGraph_out points to
};

struct EmptyOperation {};

using Operation =
    std::variant<EmptyOperation, KernelOperation, CopyOperation, FillOperation, HostOperation, RecordEventOperation,
                 WaitEventOperation, AllocateOperation, FreeOperation, ChildGraphOperation, ConditionalOperation>;

// Whether the operation could run: the error that CUDA gives when it is put into a stream or a graph.
cudaError_t Validate(const Operation& operation);
// Does it, now.
cudaError_t Run(Operation& operation, const HostCall& call);

// Runs the operation in the stream, or adds it to the graph that the stream is capturing.
cudaError_t Submit(cudaStream_t stream, Operation operation, const void* caller);

}  // namespace lockstep
