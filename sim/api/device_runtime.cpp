// The device runtime: what device code calls to launch kernels, and the functions of the API that it may call
// (sim/toolkit/cuda_device_runtime_api.h). Each thread has a last error of its own.

#include <fmt/format.h>

#include <atomic>

#include "sim/api/call.h"
#include "sim/api/device_properties.h"
#include "sim/api/execution.h"
#include "sim/hooks/state.h"
#include "sim/launch/device_work.h"
#include "sim/launch/observer.h"
#include "sim/launch/thread_run.h"

namespace lockstep::api {
namespace {

using launch::LinearBlock;
using launch::RunningGrid;
using launch::ThreadRun;
using launch::ToDim3;

ThreadRun& CurrentThread() { return *static_cast<ThreadRun*>(__lockstep_current); }

bool IsStream(std::uint64_t stream) {
  return stream == 0 || stream == Address(cudaStreamTailLaunch) || stream == Address(cudaStreamFireAndForget) ||
         RunningGrid::Get().Knows(stream);
}

cudaError_t LaunchFromDevice(const void* stub, void* const* arguments) {
  ThreadRun& self = CurrentThread();
  RunningGrid& grid = RunningGrid::Get();
  Session& session = Session::Get();
  const SessionKernel* kernel = session.FindKernel(stub);
  const LaunchShape shape{
      .grid = self.launch.grid, .block = self.launch.block, .dynamic_shared = self.launch.dynamic_shared};
  if (const cudaError_t error = CheckLaunch(kernel, shape)) return error;
  if (!IsStream(self.launch.stream)) return cudaErrorInvalidResourceHandle;
  if (grid.depth() >= launch::kMostDepth) return cudaErrorLaunchMaxDepthExceeded;
  const std::uint64_t block = LinearBlock(*self.block);
  launch::ChildLaunch child{.request = RequestOf(session, *kernel, shape, nullptr),
                            .arguments = KeepArguments(*kernel->kernel, arguments),
                            .block = block};
  child.request.stream = grid.request().stream;
  child.request.caller = grid.request().caller;
  static std::atomic<std::uint64_t> launches = 0;
  child.request.parent = {.launch = grid.number(),
                          .block = ToDim3(self.block->index),
                          .thread = ToDim3(self.index),
                          .site = self.site,
                          .depth = grid.depth() + 1,
                          .number = ++launches,
                          .place = grid.PlaceIn(self.launch.stream, block)};
  launch::LaunchRequest begins = child.request;
  begins.arguments = const_cast<void**>(arguments);
  if (!grid.Add(std::move(child), MostWaitingLaunches())) return cudaErrorLaunchPendingCountExceeded;
  if (launch::LaunchObserver* watcher = launch::WatcherOf(self)) watcher->Launches(self, begins);
  return cudaSuccess;
}

int Result(cudaError_t error) {
  if (error != cudaSuccess) CurrentThread().last_error = error;
  return error;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

#define LOCKSTEP_EXPORT extern "C" __attribute__((visibility("default")))

// `<<<...>>>`; the stub of the kernel follows. 0: it shall be called.
LOCKSTEP_EXPORT unsigned __lockstep_configure_launch(dim3 grid, dim3 block, std::size_t shared, cudaStream_t stream) {
  CurrentThread().launch = {.grid = {grid.x, grid.y, grid.z},
                            .block = {block.x, block.y, block.z},
                            .dynamic_shared = shared,
                            .stream = Address(stream)};
  return 0;
}

LOCKSTEP_EXPORT void __lockstep_launch(const void* stub, void* const* arguments) {
  const cudaError_t error = LaunchFromDevice(stub, arguments);
  if (Result(error) == cudaSuccess) return;
  const SessionKernel* kernel = Session::Get().FindKernel(stub);
  NoteUnseenError(fmt::format("a launch of `{}` in device code failed",
                              kernel && kernel->kernel ? kernel->kernel->pretty_name : "a kernel"),
                  error);
}

LOCKSTEP_EXPORT void __lockstep_register_launch(const char* unit, const void* stub, const char* kernel) {
  Session& session = Session::Get();
  session.RegisterKernel(session.machine().FindUnit(unit), stub, kernel);
}

// --- what the header calls; the results are of cudaError_t
LOCKSTEP_EXPORT int __lockstep_device_error(int error) { return Result(static_cast<cudaError_t>(error)); }

LOCKSTEP_EXPORT int __lockstep_device_last_error(int forget) {
  ThreadRun& self = CurrentThread();
  if (self.last_error != cudaSuccess) TakeUnseenError();
  return static_cast<int>(forget ? std::exchange(self.last_error, 0) : self.last_error);
}

LOCKSTEP_EXPORT const char* __lockstep_device_error_text(int error, int name) {
  return name ? cudaGetErrorName(static_cast<cudaError_t>(error)) : cudaGetErrorString(static_cast<cudaError_t>(error));
}

LOCKSTEP_EXPORT unsigned long long __lockstep_device_make_handle() { return RunningGrid::Get().MakeHandle(); }

LOCKSTEP_EXPORT int __lockstep_device_record_event(unsigned long long event, unsigned long long stream) {
  RunningGrid& grid = RunningGrid::Get();
  if (!IsStream(stream) || !grid.Knows(event)) return Result(cudaErrorInvalidResourceHandle);
  grid.Record(event, stream, launch::LinearBlock(*CurrentThread().block));
  return cudaSuccess;
}

LOCKSTEP_EXPORT int __lockstep_device_wait_event(unsigned long long stream, unsigned long long event) {
  RunningGrid& grid = RunningGrid::Get();
  if (!IsStream(stream) || !grid.Knows(event)) return Result(cudaErrorInvalidResourceHandle);
  grid.Wait(stream, event, launch::LinearBlock(*CurrentThread().block));
  return cudaSuccess;
}

LOCKSTEP_EXPORT int __lockstep_device_drop_handle(unsigned long long handle) {
  return Result(RunningGrid::Get().DropHandle(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

LOCKSTEP_EXPORT int __lockstep_device_attribute(int attribute, int device, int* value) {
  if (device != 0) return Result(cudaErrorInvalidDevice);
  return Result(DeviceAttribute(static_cast<cudaDeviceAttr>(attribute), value) ? cudaSuccess : cudaErrorInvalidValue);
}

LOCKSTEP_EXPORT int __lockstep_device_limit(int limit, unsigned long long* value) {
  std::size_t found = 0;
  const cudaError_t error = LimitOf(static_cast<cudaLimit>(limit), found);
  *value = found;
  return Result(error);
}

LOCKSTEP_EXPORT int __lockstep_device_function(const void* stub, cudaFuncAttributes* attributes) {
  SessionKernel* kernel = Session::Get().FindKernel(stub);
  if (!kernel || !kernel->kernel) return Result(cudaErrorInvalidDeviceFunction);
  *attributes = AttributesOf(*kernel);
  return Result(cudaSuccess);
}

LOCKSTEP_EXPORT int __lockstep_device_occupancy(const void* stub, int threads, unsigned long long dynamic_shared,
                                                int* blocks) {
  const SessionKernel* kernel = Session::Get().FindKernel(stub);
  if (!kernel || !kernel->kernel) return Result(cudaErrorInvalidDeviceFunction);
  if (threads <= 0) return Result(cudaErrorInvalidValue);
  *blocks = BlocksPerMultiprocessor(*kernel->kernel, static_cast<std::uint64_t>(threads), dynamic_shared);
  return Result(cudaSuccess);
}
