#pragma once

// The calls that the plugin puts into device code for `lockstep check --explain` (sim/compile/pass/explain_hooks.cpp),
// each just before the deed that it tells of, and before check mode's own hooks.
//
// Lanes of a warp execute an instruction together where they come to it in the same call, in the same rounds of the
// same loops. A `context` is a number that stands for calls and rounds: instruction and context name a warp's request,
// whatever the order in which its lanes run here.

#include <stdint.h>

#include "sim/hooks/state.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// `what` of an instruction: bytes in the low 16 bits, its kind, and from bit 32 on a number that no other of its unit
// has.
#define LOCKSTEP_WHAT_LOAD (0ull << 16)
#define LOCKSTEP_WHAT_STORE (1ull << 16)
#define LOCKSTEP_WHAT_ATOMIC (2ull << 16)
#define LOCKSTEP_WHAT_BRANCH (3ull << 16)  // told where it goes: the number of its target
#define LOCKSTEP_WHAT_LINE (4ull << 16)    // a line with neither accesses nor branches is reached
#define LOCKSTEP_WHAT_KIND (15ull << 16)

void __lockstep_explain_access(struct LockstepSite* site, const void* address, uint64_t what, uint64_t context);
// `size` bytes, in steps of the bytes in `what`.
void __lockstep_explain_copy(struct LockstepSite* site, const void* address, uint64_t size, uint64_t what,
                             uint64_t context);
void __lockstep_explain_branch(struct LockstepSite* site, uint64_t target, uint64_t what, uint64_t context);
void __lockstep_explain_line(struct LockstepSite* site, uint64_t what, uint64_t context);
// Before a call: the context that the callee begins with. In the callee: that context (0: of a kernel).
void __lockstep_explain_call(uint64_t context);
uint64_t __lockstep_explain_enter(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
