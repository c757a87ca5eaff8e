#pragma once

// The calls that the plugin puts into device code in check mode (sim/compile/pass/check_hooks.cpp), each just before
// the deed that it tells of. The running thread is `__lockstep_current`.
//
// An origin says where a value that nobody has written comes from; 0 stands for a good value. A load gives the origin
// of what it reads, the code carries it along with the value, and whoever decides something by the value asks whether
// it is 0.

#include <stdint.h>

#include "sim/hooks/state.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// `how` of an access: its bytes in the low 32 bits, and these.
#define LOCKSTEP_HOW_VOLATILE (1ull << 32)
#define LOCKSTEP_HOW_ACQUIRE (1ull << 33)    // atomics only
#define LOCKSTEP_HOW_RELEASE (1ull << 34)    // atomics only
#define LOCKSTEP_HOW_READS (1ull << 35)      // atomics only: the old value is read
#define LOCKSTEP_HOW_WRITES (1ull << 36)     // atomics only: a new value is written
#define LOCKSTEP_HOW_VALUE (1ull << 37)      // stores only: `value` is what is stored
#define LOCKSTEP_HOW_UNAWAITED (1ull << 38)  // volatile loads and atomics only: no loop waits by what is read
#define LOCKSTEP_HOW_IN_BLOCK (1ull << 39)   // atomics only: of block scope
#define LOCKSTEP_HOW_ALIGNMENT 40            // from this bit on: the address is promised to be a multiple of 1 << n

// The origin of a local variable of which no more is known.
#define LOCKSTEP_ORIGIN_LOCAL 1u
// With this bit: of the local variable whose LockstepVariable::id the other bits are.
#define LOCKSTEP_ORIGIN_VARIABLE 0x80000000u
// Of what a shuffle gives that asked a lane which does not take part.
#define LOCKSTEP_ORIGIN_LANE 2u
// The first of those that the checker has numbered.
#define LOCKSTEP_ORIGIN_FIRST 3u

// `base` is the pointer that the program computed the address from (a parameter or a variable), or null.
uint32_t __lockstep_check_load(struct LockstepSite* site, const void* address, uint64_t how, const void* base);
void __lockstep_check_store(struct LockstepSite* site, void* address, uint64_t how, const void* base, uint64_t value,
                            uint32_t origin);
void __lockstep_check_atomic(struct LockstepSite* site, void* address, uint64_t how, const void* base);
// An atomic or volatile read of `address` has been done: what others gave away by it is known.
void __lockstep_check_acquire(const void* address);
// Memory to memory, by memcpy or as a struct. Nothing is decided by what is copied.
void __lockstep_check_copy(struct LockstepSite* site, void* to, const void* from, uint64_t size);
void __lockstep_check_fill(struct LockstepSite* site, void* to, uint64_t size);
// A value of this origin (never 0) decides a branch or an address.
void __lockstep_check_use(struct LockstepSite* site, uint32_t origin);
// A lane brings a value of this origin (0 where nothing is told) to the shuffle that comes next, and gets one of that
// origin from it.
void __lockstep_check_bring(uint32_t origin);
uint32_t __lockstep_check_take(struct LockstepSite* site);
// An access to the local variable [base, base + size) leaves it (tested by the caller).
void __lockstep_check_local(struct LockstepSite* site, const void* address, uint64_t how, const void* base,
                            uint64_t size, struct LockstepVariable* variable);
// A local array whose address leaves its function: its scope begins (its bytes are unwritten; `shadow` has a byte for
// each that is not 0 as long as that is so, and `origins` a number for every four that says where what they hold comes
// from) and ends; its function returns. LOCKSTEP_LOCAL_ROOM bytes after it belong to nobody.
#define LOCKSTEP_LOCAL_ROOM 64u
void __lockstep_check_array(void* array, uint64_t size, unsigned char* shadow, uint32_t* origins,
                            struct LockstepVariable* variable);
void __lockstep_check_array_ends(void* array);
void __lockstep_check_array_leaves(void* array);
void __lockstep_check_fill_origins(uint32_t* origins, uint64_t count, uint32_t origin);
// As __lockstep_check_copy, into a local array and out of one, whose bytes' marks and origins those are.
void __lockstep_check_copy_in(struct LockstepSite* site, const void* from, uint64_t size, unsigned char* shadow,
                              uint32_t* origins);
void __lockstep_check_copy_out(struct LockstepSite* site, void* to, uint64_t size, const unsigned char* shadow,
                               const uint32_t* origins);
// Code without hooks gets a pointer that it may write through.
void __lockstep_check_handed(void* pointer);
// An access to an array that is a member of a struct or a row of a larger array leaves it (tested by the caller);
// `member` is what people call it, and where the access is instead. `size` 0: not known.
void __lockstep_check_member(struct LockstepSite* site, const void* address, uint64_t how, const void* base,
                             uint64_t size, const char* member);
// The thread does what C++ leaves undefined and a GPU does not (tested by the caller). `what` is one of these;
// `operand` is the count, the divisor, or the bits of the real number as a double.
#define LOCKSTEP_UNDEFINED_SHIFT (1ull << 32)  // with the width in the low bits
#define LOCKSTEP_UNDEFINED_BY_ZERO (2ull << 32)
#define LOCKSTEP_UNDEFINED_BY_MINUS_ONE (3ull << 32)  // the least number is divided
#define LOCKSTEP_UNDEFINED_CONVERSION (4ull << 32)    // with the width of the whole type in the low bits
void __lockstep_check_undefined(struct LockstepSite* site, uint64_t what, uint64_t operand);
// A loop went round once more too often: LockstepThread::rounds_left is 0.
void __lockstep_check_rounds(struct LockstepSite* site);
// The thread goes another way than that to the barrier or warp operation at `site`: out of a loop that has it, or past
// it.
void __lockstep_check_skip(struct LockstepSite* site, int leaves_loop);

// --- host code of .cu files
#define LOCKSTEP_HOST_WRITES 1u
#define LOCKSTEP_HOST_AWAITS 2u  // a volatile or atomic access: the host may wait by it
// Where memory lies that the CUDA API hands out: only accesses to [base, base + capacity) are told. 0: nobody checks.
extern uint64_t __lockstep_device_base, __lockstep_device_capacity;
// Told before an access by the host through a pointer.
void __lockstep_check_host(const void* address, uint64_t size, uint32_t how);
// malloc, new and their kin gave [begin, begin + size), in code of the program's own or of a library; free and delete
// take it back.
void __lockstep_check_host_allocated(const void* begin, uint64_t size, int in_program);
void __lockstep_check_host_freed(const void* begin);
// The variable [begin, begin + size) is handed to the copy that comes next; it has ended.
void __lockstep_check_host_variable(const void* begin, uint64_t size);
void __lockstep_check_host_call_ends(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
