#pragma once

// The calls of host code that plays a kernel. The macros of shared/lockstep/play.h contain them; the plugin fills in
// `kernel`, and adds __lockstep_play_variable (sim/compile/pass/hooks/played_code.cpp). Between __lockstep_play_thread
// and its end the thread is `__lockstep_current`, and the hooks of hooks.h and check.h report what it does.
//
// `scope` is the address of the mark's object in the program, which identifies it, and `frame` that of its function's
// frame.

#include <stdint.h>

#include "sim/hooks/unit.h"

struct lockstep_array;

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// `grid` may be null: `block` is then the size of the only block, or too large for one.
void __lockstep_play_launch(const void* scope, const void* frame, const uint32_t* grid, const uint32_t* block,
                            const char* file, int line);
void __lockstep_play_launch_ends(const void* scope);
// `block` may be null: `thread` then counts through all blocks. `kernel` is the function that contains the mark.
void __lockstep_play_thread(const void* scope, const void* frame, const uint32_t* block, const uint32_t* thread,
                            const struct LockstepFunction* kernel);
void __lockstep_play_thread_ends(const void* scope);
void __lockstep_play_barrier(void);
// Until it ends, the thread waits for the others of its block. `site` is the mark's; null in code that the plugin has
// not seen. In check mode a call of the function that contains the mark is announced.
void __lockstep_play_waits_at(struct LockstepSite* site);
void __lockstep_play_wait(const void* scope, struct LockstepSite* site);
void __lockstep_play_wait_ends(const void* scope);
void __lockstep_play_array(const void* scope, const struct lockstep_array* array);
void __lockstep_play_array_ends(const void* scope);
// A variable of the kernel that was declared before the mark: it has a value.
void __lockstep_play_variable(struct LockstepVariable* variable, void* address, uint64_t size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
