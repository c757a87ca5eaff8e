// Execution control: kernel launches in all their forms, host functions.

#include "sim/api/execution.h"

#include <fmt/format.h>
#include <unwind.h>

#include <algorithm>
#include <utility>

#include "shared/base/thread_state.h"
#include "sim/api/call.h"
#include "sim/api/device_properties.h"
#include "sim/api/streams.h"
#include "sim/launch/launch.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

namespace {

constexpr std::uint64_t kSharedGranularity = 128;  // bytes; compute capability 9.0

trace::Dim3 ToDim3(const dim3& d) { return {d.x, d.y, d.z}; }

struct FaultError {
  launch::LaunchFault fault;
  cudaError_t error;
};
// CUDA's error for each fault.
constexpr FaultError kFaults[] = {
    {launch::LaunchFault::kNone, cudaSuccess},
    {launch::LaunchFault::kNoMemory, cudaErrorLaunchOutOfResources},
    {launch::LaunchFault::kIllegalAddress, cudaErrorIllegalAddress},
    {launch::LaunchFault::kMisalignedAddress, cudaErrorMisalignedAddress},
    {launch::LaunchFault::kAssert, cudaErrorAssert},
    {launch::LaunchFault::kTrap, cudaErrorLaunchFailure},
    {launch::LaunchFault::kDeadlock, cudaErrorLaunchTimeout},
    {launch::LaunchFault::kTimeout, cudaErrorLaunchTimeout},
    {launch::LaunchFault::kStackOverflow, cudaErrorHardwareStackError},
    {launch::LaunchFault::kIllegalInstruction, cudaErrorIllegalInstruction},
};

bool WithinDevice(trace::Dim3 grid, trace::Dim3 block) {
  const cudaDeviceProp& device = DeviceProperties();
  if (grid.Count() == 0 || block.Count() == 0) return false;
  const auto fits = [](trace::Dim3 d, const int* most) {
    return d.x <= unsigned(most[0]) && d.y <= unsigned(most[1]) && d.z <= unsigned(most[2]);
  };
  return fits(grid, device.maxGridSize) && fits(block, device.maxThreadsDim) &&
         block.Count() <= unsigned(device.maxThreadsPerBlock);
}

}  // namespace

cudaError_t ErrorOf(launch::LaunchFault fault) {
  for (const FaultError& entry : kFaults) {
    if (entry.fault == fault) return entry.error;
  }
  return cudaErrorLaunchFailure;
}

trace::Dim3 ClusterOf(const LockstepKernel& kernel, trace::Dim3 asked) {
  if (asked.Count() != 0) return asked;
  return kernel.cluster[0] ? trace::Dim3{kernel.cluster[0], kernel.cluster[1], kernel.cluster[2]}
                           : trace::Dim3{1, 1, 1};
}

std::vector<void*> KernelOperation::Pointers() {
  std::vector<void*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  return pointers;
}

int BlocksPerMultiprocessor(const LockstepKernel& kernel, std::uint64_t threads, std::uint64_t dynamic_shared) {
  const cudaDeviceProp& device = DeviceProperties();
  if (threads == 0 || threads > unsigned(device.maxThreadsPerBlock)) return 0;
  if (kernel.max_threads && threads > kernel.max_threads) return 0;
  const std::uint64_t warps = (threads + device.warpSize - 1) / device.warpSize;
  const std::uint64_t by_threads = device.maxThreadsPerMultiProcessor / device.warpSize / warps;
  const std::uint64_t asked = kernel.static_shared + dynamic_shared;
  if (asked > device.sharedMemPerBlockOptin) return 0;
  const std::uint64_t shared =
      (asked + device.reservedSharedMemPerBlock + kSharedGranularity - 1) / kSharedGranularity * kSharedGranularity;
  const std::uint64_t by_shared = device.sharedMemPerMultiprocessor / shared;
  return int(std::min({by_threads, by_shared, std::uint64_t(device.maxBlocksPerMultiProcessor)}));
}

cudaError_t CheckLaunch(const SessionKernel* kernel, const LaunchShape& shape) {
  if (!kernel || !kernel->kernel) return cudaErrorInvalidDeviceFunction;
  const LockstepKernel& row = *kernel->kernel;
  if (!WithinDevice(shape.grid, shape.block)) return cudaErrorInvalidConfiguration;
  if (row.max_threads && shape.block.Count() > row.max_threads) return cudaErrorLaunchOutOfResources;
  if (shape.dynamic_shared > std::uint64_t(kernel->MaxDynamicShared())) return cudaErrorInvalidValue;
  const trace::Dim3 cluster = ClusterOf(row, shape.cluster);
  if (row.cluster[0] && cluster != ClusterOf(row, {0, 0, 0})) return cudaErrorInvalidClusterSize;
  if (cluster.Count() > (kernel->large_clusters ? kLargestCluster : kPortableCluster))
    return cudaErrorInvalidClusterSize;
  if (shape.grid.x % cluster.x || shape.grid.y % cluster.y || shape.grid.z % cluster.z)
    return cudaErrorInvalidClusterSize;
  if (shape.cooperative) {
    const int blocks = BlocksPerMultiprocessor(row, shape.block.Count(), shape.dynamic_shared);
    if (shape.grid.Count() > std::uint64_t(blocks) * DeviceProperties().multiProcessorCount) {
      return cudaErrorCooperativeLaunchTooLarge;
    }
  }
  return cudaSuccess;
}

launch::LaunchRequest RequestOf(Session& session, const SessionKernel& kernel, const LaunchShape& shape,
                                void** arguments) {
  return {.machine = &session.machine(),
          .unit = kernel.unit,
          .kernel = kernel.kernel,
          .grid = shape.grid,
          .block = shape.block,
          .dynamic_shared = shape.dynamic_shared,
          .arguments = arguments,
          .cooperative = shape.cooperative,
          .cluster = ClusterOf(*kernel.kernel, shape.cluster)};
}

cudaError_t Launch(const SessionKernel& kernel, const LaunchShape& shape, void** arguments,
                   const machine::HostCall& call) {
  Session& session = Session::Get();
  const std::lock_guard one_at_a_time(session.machine().work_mutex());
  launch::LaunchRequest request = RequestOf(session, kernel, shape, arguments);
  request.stream = call.stream;
  request.caller = call.caller;
  const launch::LaunchOutcome outcome = launch::RunLaunch(request);
  if (outcome.fault == launch::LaunchFault::kNone) return cudaSuccess;
  if (outcome.fault == launch::LaunchFault::kNoMemory) return ErrorOf(outcome.fault);
  session.SetStickyError(ErrorOf(outcome.fault), outcome.what);
  NoteUnseenError(fmt::format("kernel `{}` did not finish", kernel.kernel->pretty_name), ErrorOf(outcome.fault));
  return cudaSuccess;
}

std::vector<std::vector<std::byte>> KeepArguments(const LockstepKernel& kernel, void* const* arguments) {
  std::vector<std::vector<std::byte>> kept(kernel.parameter_count);
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i) {
    const auto* bytes = static_cast<const std::byte*>(arguments[i]);
    if (bytes)
      kept[i].assign(bytes, bytes + kernel.parameters[i].size);
    else
      kept[i].resize(kernel.parameters[i].size);  // unnamed: the kernel cannot read it
  }
  return kept;
}

namespace {

struct LaunchCall {
  const void* stub;
  LaunchShape shape;
  cudaStream_t stream;
};

LaunchCall MakeCall(const void* stub, dim3 grid, dim3 block, std::size_t dynamic_shared, cudaStream_t stream) {
  return {stub, {.grid = ToDim3(grid), .block = ToDim3(block), .dynamic_shared = dynamic_shared}, stream};
}

void NoteRefusal(const SessionKernel* kernel, const LaunchShape& shape, cudaError_t error, machine::Caller caller) {
  const bool known = kernel && kernel->kernel;
  const char* name = known ? kernel->kernel->pretty_name : "a kernel";
  const trace::Dim3 grid = shape.grid, block = shape.block;
  const cudaDeviceProp& device = DeviceProperties();
  NoteUnseenError(
      fmt::format("the launch of `{}` with grid ({},{},{}), block ({},{},{}) and {} bytes of dynamic shared "
                  "memory failed",
                  name, grid.x, grid.y, grid.z, block.x, block.y, block.z, shape.dynamic_shared),
      error);
  const std::uint64_t most =
      known && kernel->kernel->max_threads ? kernel->kernel->max_threads : device.maxThreadsPerBlock;
  launch::TellHost(
      &machine::HostObserver::RefusesLaunch,
      {.kernel = name,
       .grid = {shape.grid.x, shape.grid.y, shape.grid.z},
       .block = {shape.block.x, shape.block.y, shape.block.z},
       .dynamic_shared = shape.dynamic_shared,
       .most_dynamic_shared = known ? std::uint64_t(kernel->MaxDynamicShared()) : 0,
       .most_threads = most,
       .most_grid = {unsigned(device.maxGridSize[0]), unsigned(device.maxGridSize[1]), unsigned(device.maxGridSize[2])},
       .most_block = {unsigned(device.maxThreadsDim[0]), unsigned(device.maxThreadsDim[1]),
                      unsigned(device.maxThreadsDim[2])}},
      error, caller);
}

cudaError_t LaunchNow(const LaunchCall& call, void** arguments, machine::Caller caller) {
  return Call([&](Session& session) {
    SessionKernel* kernel = session.FindKernel(call.stub);
    if (const cudaError_t error = CheckLaunch(kernel, call.shape)) {
      NoteRefusal(kernel, call.shape, error, caller);
      return error;
    }
    CUstream_st* stream = FindStream(call.stream, caller);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!stream->capture) return Launch(*kernel, call.shape, arguments, {stream->id, caller});
    return Submit(call.stream,
                  KernelOperation{.kernel = kernel,
                                  .stub = call.stub,
                                  .shape = call.shape,
                                  .priority = stream->priority,
                                  .arguments = KeepArguments(*kernel->kernel, arguments)},
                  caller);
  });
}

// `kernel<<<...>>>(...)` first pushes the configuration, then calls the stub, which pops it and launches. The place of
// the push is the launch's place in the program.
struct PushedConfiguration {
  dim3 grid, block;
  std::size_t shared;
  void* stream;
  machine::Caller caller;
};
struct PushedConfigurations {
  std::vector<PushedConfiguration> stack;
};
std::vector<PushedConfiguration>& Pushed() { return StateOfThread<PushedConfigurations>().stack; }
thread_local machine::Caller launching_caller;
// The stub of a kernel that was called like a function pops nothing, and then launches all the same.
thread_local bool lacks_configuration = false;

struct WalkToCaller {
  const void* function;
  bool is_inside = false;
  const void* caller = nullptr;
};

_Unwind_Reason_Code StepToCaller(_Unwind_Context* context, void* data) {
  WalkToCaller& walk = *static_cast<WalkToCaller*>(data);
  if (walk.is_inside) {
    walk.caller = reinterpret_cast<const void*>(_Unwind_GetIP(context));
    return _URC_END_OF_STACK;
  }
  walk.is_inside = reinterpret_cast<const void*>(_Unwind_GetRegionStart(context)) == walk.function;
  return _URC_NO_REASON;
}

// Null where the compiler has inlined the function.
const void* CallerOf(const void* function) {
  WalkToCaller walk{.function = function};
  _Unwind_Backtrace(StepToCaller, &walk);
  return walk.caller;
}

cudaError_t RefuseCallWithoutConfiguration(const void* stub, machine::Caller launch) {
  return Call([&](Session& session) {
    const SessionKernel* kernel = session.FindKernel(stub);
    const char* name = kernel && kernel->kernel ? kernel->kernel->pretty_name : "a kernel";
    NoteUnseenError(fmt::format("`{}` was called like a function, without <<<grid, block>>>", name),
                    cudaErrorMissingConfiguration);
    const void* caller = CallerOf(stub);
    launch::TellHost(&machine::HostObserver::RefusesLaunch, {.kernel = name}, cudaErrorMissingConfiguration,
                     caller ? caller : launch.address);
    return cudaErrorMissingConfiguration;
  });
}

cudaError_t LaunchFromStub(const LaunchCall& call, void** arguments, machine::Caller caller) {
  if (std::exchange(lacks_configuration, false)) return RefuseCallWithoutConfiguration(call.stub, caller);
  return LaunchNow(call, arguments, caller);
}

machine::Caller TakeLaunchingCaller(machine::Caller otherwise) {
  return launching_caller.address ? std::exchange(launching_caller, {}) : otherwise;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

extern "C" {
#pragma GCC visibility push(default)

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, void* stream) {
  Pushed().push_back({grid, block, shared, stream, {__builtin_return_address(0), "<<<...>>>"}});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
  if (Pushed().empty()) {
    lacks_configuration = true;
    return cudaErrorMissingConfiguration;
  }
  const PushedConfiguration top = Pushed().back();
  Pushed().pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *static_cast<void**>(stream) = top.stream;
  launching_caller = top.caller;
  return cudaSuccess;
}

#pragma GCC visibility pop
}

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                             cudaStream_t stream) {
  return LaunchFromStub(MakeCall(func, gridDim, blockDim, sharedMem, stream), args,
                        TakeLaunchingCaller(LOCKSTEP_CALLER));
}

// The form of `<<<>>>` with --default-stream per-thread.
extern "C" __attribute__((visibility("default"))) cudaError_t cudaLaunchKernel_ptsz(const void* func, dim3 gridDim,
                                                                                    dim3 blockDim, void** args,
                                                                                    size_t sharedMem,
                                                                                    cudaStream_t stream) {
  return LaunchFromStub(MakeCall(func, gridDim, blockDim, sharedMem, stream), args,
                        TakeLaunchingCaller(LOCKSTEP_CALLER));
}

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                                        cudaStream_t stream) {
  LaunchCall call = MakeCall(func, gridDim, blockDim, sharedMem, stream);
  call.shape.cooperative = true;
  return LaunchNow(call, args, LOCKSTEP_CALLER);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
  if (!config) return Remember(cudaErrorInvalidConfiguration);
  LaunchCall call = MakeCall(func, config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) call.shape.cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto& cluster = attribute.val.clusterDim;
      if (cluster.x == 0 || cluster.y == 0 || cluster.z == 0) return Remember(cudaErrorInvalidValue);
      call.shape.cluster = {cluster.x, cluster.y, cluster.z};
    }
  }
  return LaunchNow(call, args, TakeLaunchingCaller(LOCKSTEP_CALLER));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session&) {
    if (!fn) return cudaErrorInvalidValue;
    return Submit(stream, HostOperation{fn, userData}, caller);
  });
}
