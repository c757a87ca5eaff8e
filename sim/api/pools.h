#pragma once

// Memory pools: where cudaMallocAsync takes memory from. All pools draw on the one device memory; a pool counts what it
// has handed out.

#include <atomic>
#include <cstdint>

#include "sim/api/operation.h"

struct CUmemPoolHandle_st {
  std::uint32_t number = 0;  // MemoryObject::flags of what it handed out
  cudaMemPoolProps props{};
  std::uint64_t release_threshold = 0;
  int reuse_follow_event_dependencies = 1, reuse_allow_opportunistic = 1, reuse_allow_internal_dependencies = 1;
  cudaMemAccessFlags access = cudaMemAccessFlagsProtReadWrite;
  std::atomic<std::uint64_t> used{0}, used_high{0};
};

namespace lockstep {

CUmemPoolHandle_st& DefaultPool();

// MemoryObject::flags of what belongs to a graph: a free of it ends its use, not its life.
inline constexpr std::uint32_t kGraphMemory = 0xffffffff;
// Allocates for a node of a graph; fills in parms.dptr.
cudaError_t MakeGraphMemory(AllocateOperation* allocate, const void* caller);

cudaError_t RunAllocation(AllocateOperation& allocate, const HostCall& call);
cudaError_t RunFree(FreeOperation& free, const HostCall& call);

}  // namespace lockstep
