#pragma once

// The calls that the plugin puts into device code in check and record mode. Each is made just before the deed that it
// tells of, by the thread in `__lockstep_current`. Run mode has none of them.
// What device code calls by itself in every mode (barriers, warp operations, printf, ...) is in
// sim/include/lockstep/device.h.

#include <stdint.h>

#include "sim/hooks/state.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// --- record only: the shape of execution
void __lockstep_line(struct LockstepSite* site);                 // a new line is reached; the thread may be parked here
void __lockstep_enter(const struct LockstepFunction* function);  // first thing in a device function (kernels too)
void __lockstep_leave(const struct LockstepFunction* function);  // last thing before it returns
void __lockstep_declare(struct LockstepVariable* variable, void* address, uint64_t size);

// --- check and record: memory. `address` is what the program computed: nothing is known of it yet.
void __lockstep_load(struct LockstepSite* site, const void* address, uint64_t size);
void __lockstep_store(struct LockstepSite* site, void* address, uint64_t size);
void __lockstep_atomic(struct LockstepSite* site, void* address, uint64_t size);
void __lockstep_copy(struct LockstepSite* site, void* to, const void* from, uint64_t size);
void __lockstep_fill(struct LockstepSite* site, void* to, uint64_t size);

// --- every mode
// A loop that reads memory which another thread may change went round once more: let others run now and then.
void __lockstep_poll(struct LockstepSite* site);
// Lanes of the warp are about to pass values on with no barrier, or have: go on when no other lane can, or all that can
// only poll.
void __lockstep_converge(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
