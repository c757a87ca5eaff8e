#pragma once

// The state that compiled device code reads directly: which thread and block it is. The plugin knows these layouts
// (sim/compile/pass/thread_state.cpp): change both together, and LOCKSTEP_ABI.

#include <stdint.h>

#include "sim/hooks/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

// Of the device, on every machine: programs that shape their grids and tables by it run the same everywhere. Block b of
// a grid has %smid b modulo this.
#define LOCKSTEP_MULTIPROCESSORS 16

struct LockstepBlock {
  uint32_t index[3];        // blockIdx
  uint32_t block_dim[3];    // blockDim
  uint32_t grid_dim[3];     // gridDim
  uint32_t dynamic_size;    // bytes of dynamic shared memory
  char* shared;             // the block's arena
  char* dynamic_shared;     // inside the arena, behind all static variables
  uint32_t cluster_dim[3];  // blocks of a cluster; 1 each where the launch has none
};

struct LockstepThread {
  uint32_t index[3];  // threadIdx
  uint32_t linear;    // x + y * blockDim.x + z * blockDim.x * blockDim.y; lane = linear % 32
  const struct LockstepBlock* block;
  struct LockstepSite* site;  // where it last did something that a report may need to name
  uint64_t rounds_left;       // check mode: of loops, before the kernel counts as endless
  uint32_t returned_origin;   // check mode: where the number comes from that the last function returned (check.h)
  // The runtime's own fields follow; compiled code never looks at them.
};

// The thread that this OS thread runs now; null outside kernels. Fibers never move between OS threads.
#ifdef __cplusplus
extern constinit thread_local struct LockstepThread* __lockstep_current __attribute__((tls_model("initial-exec")));
#else
extern _Thread_local struct LockstepThread* __lockstep_current __attribute__((tls_model("initial-exec")));
#endif

#ifdef __cplusplus
}
#endif
