#pragma once

// The calls that the plugin puts into device code in record mode. Each is made just before the deed that it tells of,
// by the thread in `__lockstep_current`. Check mode has its own (check.h), run mode only those of every mode. What
// device code calls by itself in every mode (barriers, warp operations, printf, ...) is in
// sim/toolkit/lockstep/device.h.

#include <stdint.h>

#include "sim/hooks/state.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// --- the shape of execution
void __lockstep_line(struct LockstepSite* site);                 // a new line is reached; the thread may be parked here
void __lockstep_enter(const struct LockstepFunction* function);  // first thing in a device function (kernels too)
void __lockstep_leave(const struct LockstepFunction* function);  // last thing before it returns
void __lockstep_declare(struct LockstepVariable* variable, void* address, uint64_t size);

// --- memory. `address` is what the program computed: nothing is known of it yet.
void __lockstep_load(struct LockstepSite* site, const void* address, uint64_t size);
void __lockstep_store(struct LockstepSite* site, void* address, uint64_t size);
void __lockstep_atomic(struct LockstepSite* site, void* address, uint64_t size);
void __lockstep_copy(struct LockstepSite* site, void* to, const void* from, uint64_t size);
void __lockstep_fill(struct LockstepSite* site, void* to, uint64_t size);

// --- every mode
// A loop that reads memory which another thread may change went round once more: let others run now and then.
void __lockstep_poll(struct LockstepSite* site);
// A loop that waits for the clock to advance, and for nothing else, has gone round once more: let the clock jump.
void __lockstep_clock_jump(uint32_t round);
// Lanes of the warp are about to pass values on with no barrier, or have: go on when no other lane can, or all that can
// only poll.
void __lockstep_converge(void);
// How the thread came to where it is, for `__lockstep_activemask` (sim/compile/pass/call_paths.h): a copy to give back
// later, the rounds of a loop around a call, and the call.
struct LockstepPath {
  uint64_t place, rounds;
};
struct LockstepPath __lockstep_path(void);
void __lockstep_path_round(uint32_t round);
void __lockstep_path_place(uint64_t id);
void __lockstep_path_back(uint64_t place, uint64_t rounds);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
