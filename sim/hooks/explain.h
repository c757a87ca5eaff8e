#pragma once

// The calls that the plugin inserts into device code for `lockstep check --explain`
// (sim/compile/pass/hooks/explain_hooks.cpp), each just before the action that it reports, and before the hooks of
// check mode.
//
// Lanes of a warp execute an instruction together if they reach it in the same call and in the same iterations of the
// same loops. A `context` is a hash of calls and iterations: instruction and context identify a warp's request,
// whatever the order in which its lanes run here.

#include <stdint.h>

#include "sim/hooks/state.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// `what` of an instruction: the number of bytes in the low 16 bits, its kind, and from bit 32 on a number that is
// unique in its unit. The kinds are those of RequestKind, the first three those of AccessKind; sim/explain/hooks.cpp
// compares them.
#define LOCKSTEP_WHAT_LOAD (0ull << 16)
#define LOCKSTEP_WHAT_STORE (1ull << 16)
#define LOCKSTEP_WHAT_ATOMIC (2ull << 16)
#define LOCKSTEP_WHAT_BRANCH (3ull << 16)  // with the number of the target
#define LOCKSTEP_WHAT_LINE (4ull << 16)    // a line with neither accesses nor branches is reached
#define LOCKSTEP_WHAT_KIND (15ull << 16)

void __lockstep_explain_access(struct LockstepSite* site, const void* address, uint64_t what, uint64_t context);
// `size` bytes, in pieces of the number of bytes in `what`.
void __lockstep_explain_copy(struct LockstepSite* site, const void* address, uint64_t size, uint64_t what,
                             uint64_t context);
// The thread's own array in local memory, from byte `offset` of it on: `size` bytes, in pieces as for a copy.
void __lockstep_explain_local(struct LockstepSite* site, uint64_t offset, uint64_t size, uint64_t what,
                              uint64_t context);
void __lockstep_explain_branch(struct LockstepSite* site, uint64_t target, uint64_t what, uint64_t context);
void __lockstep_explain_line(struct LockstepSite* site, uint64_t what, uint64_t context);
// A basic block with this number of floating-point operations is executed.
void __lockstep_explain_operations(uint64_t operations);
// The thread fetches from a texture.
void __lockstep_explain_fetch(void);
// Before a call: the initial context of the callee. In the callee: that context (0 for a kernel).
void __lockstep_explain_call(uint64_t context);
uint64_t __lockstep_explain_enter(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
