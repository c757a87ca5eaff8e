#include "sim/api/operation.h"

#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/execution.h"
#include "sim/api/graph.h"
#include "sim/api/library.h"
#include "sim/api/pools.h"
#include "sim/api/streams.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

namespace {

struct Validator {
  cudaError_t operator()(const KernelOperation& k) const { return CheckLaunch(k.kernel, k.shape); }
  cudaError_t operator()(const machine::CopyOperation& copy) const {
    machine::CopyPlan plan;
    return PlanCopy(copy.parms, &plan);
  }
  cudaError_t operator()(const machine::FillOperation& fill) const { return CheckFill(fill); }
  cudaError_t operator()(const HostOperation& host) const {
    return host.function ? cudaSuccess : cudaErrorInvalidValue;
  }
  cudaError_t operator()(const RecordEventOperation& record) const { return Known(record.event); }
  cudaError_t operator()(const WaitEventOperation& wait) const { return Known(wait.event); }
  cudaError_t operator()(const auto&) const { return cudaSuccess; }

  static cudaError_t Known(cudaEvent_t event) {
    return Events().Knows(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  }
};

// The value that kernels gave to a condition decides whether, how often, or which body runs.
cudaError_t RunConditional(ConditionalOperation& conditional, const machine::HostCall& call) {
  auto* value = reinterpret_cast<volatile unsigned*>(conditional.handle);
  const auto body = [&](std::size_t i) { return RunGraph(*conditional.bodies[i], call); };
  switch (conditional.type) {
    case cudaGraphCondTypeIf:
      if (*value) return body(0);
      return conditional.bodies.size() > 1 ? body(1) : cudaSuccess;
    case cudaGraphCondTypeWhile:
      while (*value) {
        if (const cudaError_t error = body(0)) return error;
        if (Session::Get().sticky_error() != cudaSuccess) break;
      }
      return cudaSuccess;
    case cudaGraphCondTypeSwitch: return *value < conditional.bodies.size() ? body(*value) : cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

struct Runner {
  const machine::HostCall& call;

  cudaError_t operator()(EmptyOperation&) const { return cudaSuccess; }
  cudaError_t operator()(KernelOperation& k) const {
    std::vector<void*> arguments = k.Pointers();
    return Launch(*k.kernel, k.shape, arguments.data(), call);
  }
  cudaError_t operator()(machine::CopyOperation& copy) const {
    machine::CopyPlan plan;
    if (const cudaError_t error = PlanCopy(copy.parms, &plan)) {
      if (!copy.parms.dstArray && !copy.parms.srcArray)
        launch::TellHost(&machine::HostObserver::RefusesCopy, copy, error, call.caller);
      return error;
    }
    RunCopy(plan, call);
    return cudaSuccess;
  }
  cudaError_t operator()(machine::FillOperation& fill) const {
    if (const cudaError_t error = CheckFill(fill)) {
      launch::TellHost(&machine::HostObserver::RefusesFill, fill, error, call.caller);
      return error;
    }
    RunFill(fill, call);
    return cudaSuccess;
  }
  cudaError_t operator()(HostOperation& host) const {
    // It runs after the earlier work of the stream, and the program may wait for its effects.
    launch::TellHost(&machine::HostObserver::HostWaits, call.stream);
    host.function(host.data);
    return cudaSuccess;
  }
  cudaError_t operator()(LibraryOperation& library) const {
    RunLibrary(library, call);
    return cudaSuccess;
  }
  cudaError_t operator()(RecordEventOperation& record) const {
    if (!Events().Knows(record.event)) return cudaErrorInvalidResourceHandle;
    record.event->recorded = std::chrono::steady_clock::now();
    record.event->capture.reset();
    launch::TellHost(&machine::HostObserver::RecordsEvent, record.event, call.stream);
    return cudaSuccess;
  }
  cudaError_t operator()(WaitEventOperation& wait) const {
    launch::TellHost(&machine::HostObserver::StreamWaits, call.stream, wait.event);
    return cudaSuccess;
  }
  cudaError_t operator()(AllocateOperation& allocate) const { return RunAllocation(allocate, call); }
  cudaError_t operator()(FreeOperation& free) const { return RunFree(free, call); }
  cudaError_t operator()(ChildGraphOperation& child) const { return RunGraph(*child.graph, call); }
  cudaError_t operator()(ConditionalOperation& conditional) const { return RunConditional(conditional, call); }
};

}  // namespace

cudaError_t Validate(const Operation& operation) { return std::visit(Validator{}, operation); }

cudaError_t Run(Operation& operation, const machine::HostCall& call) { return std::visit(Runner{call}, operation); }

cudaError_t Submit(cudaStream_t handle, Operation operation, machine::Caller caller) {
  CUstream_st* stream = FindStream(handle, caller);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!stream->capture) return Run(operation, {stream->id, caller});
  if (const cudaError_t error = Validate(operation)) {
    stream->capture->invalidated = true;
    return error;
  }
  return CaptureOperation(*stream, std::move(operation));
}

}  // namespace lockstep::api
