#pragma once

// Contexts. Each thread has a stack of them, the top of which is its current one; a thread that has called the runtime
// API, and whose stack is empty, has the device's primary context.

#include <cstdint>
#include <map>
#include <mutex>

#include "sim/api/handles.h"
#include "sim/toolkit/cuda.h"

struct CUctx_st {
  unsigned flags = 0;
  bool is_primary = false;
  std::uint64_t id = 0;
  std::mutex mutex;
  // Allocated by the driver API while it was current: the address, and the allocation's number. The runtime API may
  // have freed it since.
  std::map<CUdeviceptr, std::uint64_t> memory;
};

namespace lockstep::driver {

// Null: none.
CUcontext CurrentContext();
CUcontext PrimaryContext();
bool IsContext(CUcontext context);

// Its end frees what the context still owns.
void GiveToCurrentContext(CUdeviceptr memory);
void TakeFromContexts(CUdeviceptr memory);

}  // namespace lockstep::driver
