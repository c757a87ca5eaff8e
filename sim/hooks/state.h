#pragma once

// The state that compiled device code reads directly: the indices of the running thread and its block. The plugin knows
// these layouts (sim/compile/pass/unit/thread_state.cpp): change both together, and LOCKSTEP_ABI.

#include <stdint.h>

#include "sim/hooks/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

// The number of multiprocessors of the device, the same on every machine, so that programs which derive grids and
// tables from it behave the same everywhere. %smid of block b of a grid is b modulo this number.
#define LOCKSTEP_MULTIPROCESSORS 16

// The unused bytes after a local array whose address leaves its function, in check and record mode: there, accesses
// past its end are seen.
#define LOCKSTEP_LOCAL_ROOM 64u

// As a number, which may have 32 bits, the address of the block's dynamic shared memory is this; the block's static
// variables are below. sim/toolkit/lockstep/library/runtime_calls.h has the same constant.
#define LOCKSTEP_SHARED_WINDOW 0x100000
// A number of shared::cluster that belongs to another block has that block's rank, plus one, from this bit on.
#define LOCKSTEP_CLUSTER_RANK 24

struct LockstepBlock {
  uint32_t index[3];        // blockIdx
  uint32_t block_dim[3];    // blockDim
  uint32_t grid_dim[3];     // gridDim
  uint32_t dynamic_size;    // bytes of dynamic shared memory
  char* shared;             // the block's arena
  char* dynamic_shared;     // inside the arena, after all static variables
  uint32_t cluster_dim[3];  // blocks of a cluster; 1 each without clusters
  // A loop over the block's threads runs those with indices below `end`: all, except in the search for the thread of a
  // fault (sim/launch/fault_search.h).
  uint32_t end[3];
};

struct LockstepThread {
  uint32_t index[3];  // threadIdx
  uint32_t linear;    // x + y * blockDim.x + z * blockDim.x * blockDim.y; lane = linear % 32
  const struct LockstepBlock* block;
  struct LockstepSite* site;  // the place of its latest action that a report may name
  uint64_t rounds_left;       // check mode: loop iterations left before the kernel counts as endless
  uint32_t returned_origin;   // check mode: the origin of the last returned value (check.h)
  // The runtime's own fields follow; compiled code does not access them.
};

// The thread that this OS thread is running; null outside kernels. Fibers never migrate between OS threads.
#ifdef __cplusplus
extern constinit thread_local struct LockstepThread* __lockstep_current __attribute__((tls_model("initial-exec")));
#else
extern _Thread_local struct LockstepThread* __lockstep_current __attribute__((tls_model("initial-exec")));
#endif

#ifdef __cplusplus
}
#endif
