#pragma once

// Memory pools, from which cudaMallocAsync allocates. All pools use the one device memory; a pool counts its
// allocations.

#include <atomic>
#include <cstdint>

#include "sim/api/operation.h"

struct CUmemPoolHandle_st {
  std::uint32_t number = 0;  // MemoryObject::flags of its allocations
  cudaMemPoolProps props{};
  std::uint64_t release_threshold = 0;
  int reuse_follow_event_dependencies = 1, reuse_allow_opportunistic = 1, reuse_allow_internal_dependencies = 1;
  cudaMemAccessFlags access = cudaMemAccessFlagsProtReadWrite;
  std::atomic<std::uint64_t> used{0}, used_high{0};
};

namespace lockstep::api {

CUmemPoolHandle_st& DefaultPool();

// MemoryObject::flags of memory that belongs to a graph: freeing it ends its use, not its lifetime.
inline constexpr std::uint32_t kGraphMemory = 0xffffffff;
// Allocates memory for a graph node and fills in parms.dptr.
cudaError_t MakeGraphMemory(AllocateOperation* allocate, machine::Caller caller);

cudaError_t RunAllocation(AllocateOperation& allocate, const machine::HostCall& call);
cudaError_t RunFree(FreeOperation& free, const machine::HostCall& call);

}  // namespace lockstep::api
