#pragma once

// The calls that the plugin inserts into device code in check mode (sim/compile/pass/hooks/check_hooks.cpp), each just
// before the action that it reports. The running thread is `__lockstep_current`.
//
// An origin identifies the source of an unwritten value; 0 stands for a valid value. A load returns the origin of what
// it reads, compiled code propagates it along with the value, and each use that depends on the value tests it for 0.

#include <stdint.h>

#include "sim/hooks/state.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// `how` of an access: the number of bytes in the low 32 bits, and these flags. The kind of the access (AccessKind) is
// in the name of the hook. READS and WRITES say more than a kind: an atomic may read, write, or do both. For accesses
// to local variables and members, which have one hook each, WRITES distinguishes a write from a read.
#define LOCKSTEP_HOW_VOLATILE (1ull << 32)
#define LOCKSTEP_HOW_ACQUIRE (1ull << 33)    // atomics only
#define LOCKSTEP_HOW_RELEASE (1ull << 34)    // atomics only
#define LOCKSTEP_HOW_LIBRARY (1ull << 33)    // plain stores only: a library's kernel makes it in code of its own
#define LOCKSTEP_HOW_READS (1ull << 35)      // atomics only: the old value is read
#define LOCKSTEP_HOW_WRITES (1ull << 36)     // atomics, locals and members: a new value is written
#define LOCKSTEP_HOW_VALUE (1ull << 37)      // stores only: `value` is the stored value
#define LOCKSTEP_HOW_UNAWAITED (1ull << 38)  // volatile loads and atomics only: no loop waits for this value
#define LOCKSTEP_HOW_IN_BLOCK (1ull << 39)   // atomics only: of block scope
#define LOCKSTEP_HOW_ALIGNMENT 40            // from this bit on: n, where the address must be a multiple of 1 << n

// The origin of an unidentified local variable.
#define LOCKSTEP_ORIGIN_LOCAL 1u
// With this bit: the origin of the local variable whose LockstepVariable::id is in the other bits.
#define LOCKSTEP_ORIGIN_VARIABLE 0x80000000u
// The origin of the result of a shuffle from a lane that does not participate.
#define LOCKSTEP_ORIGIN_LANE 2u
// The first of the origins that the checker assigns.
#define LOCKSTEP_ORIGIN_FIRST 3u

// `base` is the pointer that the program computed the address from (a parameter or a variable), or null.
uint32_t __lockstep_check_load(struct LockstepSite* site, const void* address, uint64_t how, const void* base);
void __lockstep_check_store(struct LockstepSite* site, void* address, uint64_t how, const void* base, uint64_t value,
                            uint32_t origin);
void __lockstep_check_atomic(struct LockstepSite* site, void* address, uint64_t how, const void* base);
// Called after an atomic or volatile read of `address`: the thread now sees what other threads released through it.
// `how` has LOCKSTEP_HOW_ACQUIRE, LOCKSTEP_HOW_UNAWAITED and LOCKSTEP_HOW_WRITES where they apply.
void __lockstep_check_acquire(const void* address, uint64_t how);
// Host code that plays a kernel: the thread is about to give a lock back, or to store what another may acquire there.
void __lockstep_check_release(const void* address);
// Copies memory to memory, by memcpy or as a struct. Copying an unwritten value is not a use of it. `how`: the number
// of bytes in the low 48 bits, and from each of these bits on n, where that side must be a multiple of 1 << n.
#define LOCKSTEP_COPY_SIZE ((1ull << 48) - 1)
#define LOCKSTEP_COPY_ALIGNMENT_TO 48
#define LOCKSTEP_COPY_ALIGNMENT_FROM 56
void __lockstep_check_copy(struct LockstepSite* site, void* to, const void* from, uint64_t how, const void* to_base,
                           const void* from_base);
// Asynchronous copies (sim/inspect/open_copies.h). Called after a thread has copied `taken` bytes and filled the rest
// of [to, to + size); both sides must be multiples of `alignment`. The copy counts in the present phase of the barrier
// object, or, where that is null, in the group of its thread that is open.
#define LOCKSTEP_COPIES_PLAIN 0u
#define LOCKSTEP_COPIES_BULK 1u
#define LOCKSTEP_COPIES_BULK_READ 2u  // of a wait: the sources have been read
void __lockstep_check_async(struct LockstepSite* site, const void* to, uint64_t size, const void* from, uint64_t taken,
                            uint32_t groups, uint32_t alignment, const void* barrier);
// The thread commits its copies, waits for all committed groups but the last `prior`, or lets the barrier object wait
// for all that it has begun.
void __lockstep_check_async_commit(uint32_t groups);
void __lockstep_check_async_wait(uint32_t groups, uint64_t prior);
void __lockstep_check_async_arrive(const void* barrier);
void __lockstep_check_fill(struct LockstepSite* site, void* to, uint64_t size, const void* base);
// Called after the hook of a write at the same site: [padding, padding + size) is padding next to what is written (or
// the rest of a union), and counts as written with it. This is no access.
void __lockstep_check_padding(struct LockstepSite* site, void* padding, uint64_t size);
// A value of this origin (never 0) decides a branch or forms an address.
void __lockstep_check_use(struct LockstepSite* site, uint32_t origin);
// The lane passes a value of this origin (0 unless set) to the next shuffle, and receives one of the returned origin.
void __lockstep_check_bring(uint32_t origin);
uint32_t __lockstep_check_take(struct LockstepSite* site);
// An access to the local variable [base, base + size) is outside it (tested by the caller).
void __lockstep_check_local(struct LockstepSite* site, const void* address, uint64_t how, const void* base,
                            uint64_t size, struct LockstepVariable* variable);
// A fill or a copy touches [address, address + bytes), and means the local variable at `base`. `size`: the variable's,
// with LOCKSTEP_HOW_WRITES where the bytes are written.
void __lockstep_check_local_range(struct LockstepSite* site, const void* address, uint64_t bytes, const void* base,
                                  uint64_t size, struct LockstepVariable* variable);
// A local array whose address escapes its function: its scope begins, its scope ends, and its function returns. When
// the scope begins, its bytes are unwritten. `shadow` has one byte for each, which is not 0 while that is so; `origins`
// has one origin for every four bytes. The LOCKSTEP_LOCAL_ROOM bytes after the array are unused.
void __lockstep_check_array(void* array, uint64_t size, unsigned char* shadow, uint32_t* origins,
                            struct LockstepVariable* variable);
void __lockstep_check_array_ends(void* array);
void __lockstep_check_array_leaves(void* array);
void __lockstep_check_fill_origins(uint32_t* origins, uint64_t count, uint32_t origin);
// As __lockstep_check_copy, into or out of a local array with these marks and origins.
void __lockstep_check_copy_in(struct LockstepSite* site, const void* from, uint64_t how, const void* base,
                              unsigned char* shadow, uint32_t* origins);
void __lockstep_check_copy_out(struct LockstepSite* site, void* to, uint64_t how, const void* base,
                               const unsigned char* shadow, const uint32_t* origins);
// Code without hooks gets a pointer through which it may write.
void __lockstep_check_handed(void* pointer);
// An access to an array that is a member of a struct or a row of a larger array is outside that array (tested by the
// caller); `member` is its name in reports. `size` 0: unknown.
void __lockstep_check_member(struct LockstepSite* site, const void* address, uint64_t how, const void* base,
                             uint64_t size, const char* member);
// The thread performs an operation that C++ leaves undefined and GPUs define (tested by the caller). `what` is one of
// these; `operand` is the shift count, the divisor, or the bits of the floating-point number as a double.
#define LOCKSTEP_UNDEFINED_SHIFT (1ull << 32)  // with the width in the low bits
#define LOCKSTEP_UNDEFINED_BY_ZERO (2ull << 32)
#define LOCKSTEP_UNDEFINED_BY_MINUS_ONE (3ull << 32)  // the least integer is divided
#define LOCKSTEP_UNDEFINED_CONVERSION (4ull << 32)    // with the width of the integer type in the low bits
void __lockstep_check_undefined(struct LockstepSite* site, uint64_t what, uint64_t operand);
// The function is about to call itself, directly or through others, and keeps at least that many bytes on a GPU's stack
// meanwhile; and has returned from that call.
void __lockstep_check_recursion(struct LockstepSite* site, uint64_t bytes);
void __lockstep_check_recursion_ends(uint64_t bytes);
// A loop begins another iteration, and LockstepThread::rounds_left is 0. `state` lies in the frame of the function:
// LOCKSTEP_ROUND_VALUES words of the runtime's, the first of them 0 when the function begins; then as many values as
// `how` has in its low 16 bits; then room for as many, which the runtime keeps.
#define LOCKSTEP_ROUND_VALUES 3
#define LOCKSTEP_ROUND_LOOP 16             // from this bit on, 16 bits: which back edge of the function
#define LOCKSTEP_ROUND_KNOWN (1ull << 32)  // the values, and what the loop reads, decide whether it ever ends
#define LOCKSTEP_ROUND_READS (1ull << 33)  // ... and it reads memory, which it does not write
#define LOCKSTEP_ROUND_STAYS (1ull << 34)  // nothing leaves the loop, or one around it
#define LOCKSTEP_ROUND_NAN (1ull << 35)    // a comparison that ends it compares a NaN
void __lockstep_check_rounds(struct LockstepSite* site, uint64_t* state, uint64_t how);
// A loop with a barrier begins. The values that it only carries to its end lie in `room`, which is a part of the
// function's frame with a size of `bytes`, after LOCKSTEP_CARRIED_VALUES words of the runtime's. The first of them is 0
// when the function begins. Before the function returns, it calls the other hook.
#define LOCKSTEP_CARRIED_VALUES 3
void __lockstep_check_carries(uint64_t* room, uint64_t bytes);
void __lockstep_check_carries_no_more(uint64_t* room);
// The thread takes a path that does not lead to the barrier or warp operation at `site`: it leaves a loop that contains
// it, or branches around it.
void __lockstep_check_skip(struct LockstepSite* site, int leaves_loop);

// --- all lanes of a row of a tile at once (sim/compile/pass/hooks/lane_checks.h): a bit of `lanes` for each that is
// there, and `linear` the number of the first one's thread in its block, the others following. They do not report: the
// first access that the order of threads may matter to ends the trial of the whole block, and the call does not return.
// Before an access, to `address + stride * lane` or to `addresses[lane]`; `how` has the size and the alignment.
void __lockstep_check_lanes_load(struct LockstepSite* site, const void* address, int64_t stride, uint64_t how,
                                 const void* base, uint32_t linear, uint32_t lanes);
void __lockstep_check_lanes_store(struct LockstepSite* site, void* address, int64_t stride, uint64_t how,
                                  const void* base, uint32_t linear, uint32_t lanes);
void __lockstep_check_lanes_gather(struct LockstepSite* site, void* const* addresses, uint64_t how, const void* base,
                                   uint32_t linear, uint32_t lanes);
void __lockstep_check_lanes_scatter(struct LockstepSite* site, void* const* addresses, uint64_t how, const void* base,
                                    uint32_t linear, uint32_t lanes);
// A loop goes round in at least one lane of the tile that begins with thread `linear`.
void __lockstep_check_lanes_round(uint32_t linear);
// The lanes that perform an operation which C++ leaves undefined: none, or the trial ends.
void __lockstep_check_lanes_doubt(uint32_t lanes);

// --- host code of .cu files
#define LOCKSTEP_HOST_WRITES 1u
#define LOCKSTEP_HOST_AWAITS 2u  // a volatile or atomic access: the host may wait for this value
// The range of addresses that the CUDA API allocates from; accesses inside it are reported. 0: no checker is
// active.
extern uint64_t __lockstep_device_base, __lockstep_device_capacity;
// The same for a range that holds all memory that has been registered (cudaHostRegister), and perhaps more.
extern uint64_t __lockstep_registered_base, __lockstep_registered_capacity;
// Called before an access of the host through a pointer.
void __lockstep_check_host(const void* address, uint64_t size, uint32_t how);
// Called before an access of the host to the variable that stands for the device variable `name`.
void __lockstep_check_host_shadow(const char* name, uint64_t size, uint32_t how);
// malloc, new and related functions returned [begin, begin + size), in the program's own code or in a library; free and
// delete release it.
void __lockstep_check_host_allocated(const void* begin, uint64_t size, int in_program);
void __lockstep_check_host_freed(const void* begin);
// The variable [begin, begin + size) is passed to the next copy; the second call ends its validity.
void __lockstep_check_host_variable(const void* begin, uint64_t size);
void __lockstep_check_host_call_ends(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
