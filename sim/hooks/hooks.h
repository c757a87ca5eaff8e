#pragma once

// The calls that the plugin inserts into device code in record mode, each just before the action that it reports, on
// behalf of the thread in `__lockstep_current`. Check mode has its own hooks (check.h); run mode has only those of
// every mode. The functions that device code calls itself in every mode (barriers, warp operations, printf, ...) are in
// sim/toolkit/lockstep/device.h.

#include <stdint.h>

#include "sim/hooks/state.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// --- the shape of execution
void __lockstep_line(struct LockstepSite* site);                 // a line is reached; the thread may be suspended here
void __lockstep_enter(const struct LockstepFunction* function);  // at the start of a device function or kernel
// Before it returns, at the site of what it returns.
void __lockstep_leave(const struct LockstepFunction* function, struct LockstepSite* site);
void __lockstep_call(struct LockstepSite* site);  // before a device function is called: the next one entered is it
// `size` with LOCKSTEP_HAS_ROOM where LOCKSTEP_LOCAL_ROOM unused bytes follow the variable.
#define LOCKSTEP_HAS_ROOM (1ull << 63)
void __lockstep_declare(struct LockstepVariable* variable, void* address, uint64_t size);

// --- memory. `address` is as the program computed it, and may be invalid; `base` is the parameter or variable that it
// was computed from, or null. `how`: the number of bytes in the low bits, and from LOCKSTEP_HOW_ALIGNMENT on n, where
// the address must be a multiple of 1 << n; of a copy, as __lockstep_check_copy has it (check.h).
void __lockstep_load(struct LockstepSite* site, const void* address, uint64_t how, const void* base);
void __lockstep_store(struct LockstepSite* site, void* address, uint64_t how, const void* base);
void __lockstep_atomic(struct LockstepSite* site, void* address, uint64_t how, const void* base);
void __lockstep_copy(struct LockstepSite* site, void* to, const void* from, uint64_t how, const void* to_base,
                     const void* from_base);
void __lockstep_fill(struct LockstepSite* site, void* to, uint64_t size, const void* base);
// Before the hooks above, for an access that may be outside the local variable, or the array inside something larger,
// that it means: `is_outside` is not 0 where it is. The other arguments are those of __lockstep_check_local,
// __lockstep_check_member and __lockstep_check_local_range (check.h).
void __lockstep_outside_local(uint32_t is_outside, struct LockstepSite* site, const void* address, uint64_t how,
                              const void* base, uint64_t size, struct LockstepVariable* variable);
void __lockstep_outside_member(uint32_t is_outside, struct LockstepSite* site, const void* address, uint64_t how,
                               const void* base, uint64_t size, const char* member);
void __lockstep_outside_range(struct LockstepSite* site, const void* address, uint64_t bytes, const void* base,
                              uint64_t size, struct LockstepVariable* variable);

// --- every mode
// A loop that reads memory which another thread may change starts another iteration: occasionally let other threads
// run.
void __lockstep_poll(struct LockstepSite* site);
// A loop that only waits for the clock to advance starts another iteration: the clock may jump.
void __lockstep_clock_jump(uint32_t round);
// Lanes of the warp are about to exchange values without a barrier, or have done so: continue when no other lane can
// run, or the lanes that can run only poll.
void __lockstep_converge(void);
// The path that led the thread to its place, for `__lockstep_activemask` (sim/compile/pass/language/call_paths.h): a
// copy to restore later, the iterations of a loop around a call, and the call.
struct LockstepPath {
  uint64_t place, rounds;
};
struct LockstepPath __lockstep_path(void);
void __lockstep_path_round(uint32_t round);
void __lockstep_path_place(uint64_t id);
void __lockstep_path_back(uint64_t place, uint64_t rounds);

// --- whole warps: between the second and the third of these, the lane is `__lockstep_current`, and may call what
// threads call. The first says where the next calls stand, and the last ends an order of prints: what the lanes have
// printed so far is shown, thread by thread.
void __lockstep_lanes_at(struct LockstepSite* site);
void __lockstep_begin_lane(uint32_t linear);
void __lockstep_end_lane(void);
void __lockstep_show_prints(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
