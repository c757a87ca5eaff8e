#pragma once

// Launching a kernel: the device's and the kernel's limits, then the launch engine.

#include "sim/api/operation.h"
#include "sim/launch/launch.h"

namespace lockstep::api {

// CUDA's error for this launch, or cudaSuccess.
cudaError_t CheckLaunch(const SessionKernel* kernel, const LaunchShape& shape);

// cudaFuncAttributeMaxDynamicSharedMemorySize.
cudaError_t SetMaxDynamicShared(SessionKernel& kernel, int bytes);

// The launch as the engines take it: on the default stream, from an unknown place.
launch::LaunchRequest RequestOf(Session& session, const SessionKernel& kernel, const LaunchShape& shape,
                                void** arguments);

// Runs the grid. A fault in it becomes the session's sticky error; the launch itself has succeeded.
cudaError_t Launch(const SessionKernel& kernel, const LaunchShape& shape, void** arguments,
                   const machine::HostCall& call);

// A copy of the arguments, for a launch after the call has returned: the bytes of each.
std::vector<std::vector<std::byte>> KeepArguments(const LockstepKernel& kernel, void* const* arguments);

// The result of cudaFuncGetAttributes.
cudaFuncAttributes AttributesOf(const SessionKernel& kernel);

// The result of cudaDeviceGetLimit: the value, or its error.
cudaError_t LimitOf(cudaLimit limit, std::size_t& value);
// cudaLimitDevRuntimePendingLaunchCount.
std::size_t MostWaitingLaunches();

// CUDA's error for the end of a grid.
cudaError_t ErrorOf(launch::LaunchFault fault);

// The cluster of a launch: what it asks for (0: nothing), else the kernel's own.
trace::Dim3 ClusterOf(const LockstepKernel& kernel, trace::Dim3 asked);

// The number of blocks in a cluster that every device accepts, and that this one accepts if the kernel allows it.
inline constexpr std::uint64_t kPortableCluster = 8, kLargestCluster = 16;

// The number of blocks of `threads` threads with `dynamic_shared` bytes that fit on one multiprocessor at a time.
int BlocksPerMultiprocessor(const LockstepKernel& kernel, std::uint64_t threads, std::uint64_t dynamic_shared);

}  // namespace lockstep::api
