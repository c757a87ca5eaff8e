#pragma once

// The functions of the runtime that device code calls, in every mode. Not for programs, which use the CUDA headers.
// Names that begin with __lockstep_ keep their name in the device half; every other device symbol gets a prefix.
// A function that can wait for other threads is marked `lockstep_waits`: a kernel that reaches none is a plain loop.

#define __LOCKSTEP_DEVICE__ extern "C" __attribute__((device))
#define __LOCKSTEP_WAITS__ __attribute__((convergent, annotate("lockstep_waits")))

// --- indices
#define __LOCKSTEP_INDEX__ __LOCKSTEP_DEVICE__ __attribute__((const, nothrow))
__LOCKSTEP_INDEX__ unsigned __lockstep_thread_x();
__LOCKSTEP_INDEX__ unsigned __lockstep_thread_y();
__LOCKSTEP_INDEX__ unsigned __lockstep_thread_z();
__LOCKSTEP_INDEX__ unsigned __lockstep_block_x();
__LOCKSTEP_INDEX__ unsigned __lockstep_block_y();
__LOCKSTEP_INDEX__ unsigned __lockstep_block_z();
__LOCKSTEP_INDEX__ unsigned __lockstep_block_dim_x();
__LOCKSTEP_INDEX__ unsigned __lockstep_block_dim_y();
__LOCKSTEP_INDEX__ unsigned __lockstep_block_dim_z();
__LOCKSTEP_INDEX__ unsigned __lockstep_grid_dim_x();
__LOCKSTEP_INDEX__ unsigned __lockstep_grid_dim_y();
__LOCKSTEP_INDEX__ unsigned __lockstep_grid_dim_z();
__LOCKSTEP_INDEX__ unsigned __lockstep_linear();        // LockstepThread::linear
__LOCKSTEP_INDEX__ unsigned __lockstep_dynamic_size();  // bytes of dynamic shared memory
__LOCKSTEP_DEVICE__ __attribute__((const, nothrow)) char* __lockstep_dynamic_shared();
#undef __LOCKSTEP_INDEX__

// --- identity functions, whose results the front end does not evaluate (sim/compile/pass/language/hidden_constants.h)
__LOCKSTEP_DEVICE__ __attribute__((const, nothrow)) unsigned long long __lockstep_hidden_whole(
    unsigned long long value);
__LOCKSTEP_DEVICE__ __attribute__((const, nothrow)) double __lockstep_hidden_real(double value);

// --- operations of a block. `operation` codes are those of shared/trace/words.h.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_syncthreads();
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ int __lockstep_syncthreads_count(int predicate);
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ int __lockstep_syncthreads_and(int predicate);
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ int __lockstep_syncthreads_or(int predicate);
// Barrier `id` (0..15) for the first `count` threads that arrive, like PTX's bar.sync; `count` 0: all threads that have
// not left. `_count` returns how many predicates are not 0, of those that waited; `_arrive` does not wait.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_named_barrier(unsigned id, unsigned count);
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ unsigned __lockstep_named_count(unsigned id, unsigned count, unsigned predicate);
__LOCKSTEP_DEVICE__ void __lockstep_named_arrive(unsigned id, unsigned count);
// Tiles of more than a warp: threads `size` * k to `size` * (k + 1) - 1 of the block (64, 128, 256 or 512) meet.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_tile_sync(unsigned size);
// The same, and each thread gets the values of the threads of ranks `first`, `first` + `step`, ...: `count` values of
// `bytes`.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_tile_gather(unsigned size, const void* value, unsigned bytes,
                                                                   unsigned first, unsigned step, unsigned count,
                                                                   void* values);

// --- operations of a warp. Every lane in `mask` must arrive; `value` is moved as 64 bits.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_syncwarp(unsigned mask);
// The value of lane `source` (0..31), which the caller has computed from width and operation.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ unsigned long long __lockstep_shuffle(unsigned mask, unsigned long long value,
                                                                             unsigned source, unsigned operation);
// kAny, kAll, kUni: 0 or 1. kBallot: the mask of lanes whose value is not zero.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ unsigned __lockstep_vote(unsigned mask, unsigned value, unsigned operation);
// kMatchAny: the lanes with this lane's value. kMatchAll: `mask` if all are equal, else 0.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ unsigned __lockstep_match(unsigned mask, unsigned long long value,
                                                                 unsigned operation);
// The 64-bit values of all lanes of `mask`: values[lane]. For reductions written in the headers. Returns the
// participating lanes: those of the mask that exist and have not left the kernel.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ unsigned __lockstep_gather(unsigned mask, unsigned long long value,
                                                                  unsigned long long* values);
// The product of two matrices that the warp's lanes hold in fragments, added to the accumulators (sim/math/matrices.h).
// This lane's words of A, B and the accumulators; all 32 lanes must arrive. `shape` is a LockstepMatrixShape.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_multiply(const void* shape, const unsigned long long* a,
                                                                const unsigned long long* b, unsigned long long* sums);
// The same for mma.h, as values, which must have been written: two registers of 32 bits, or one of 64, in each word.
// `shape` is packed: rows, k << 8, elements << 16, flags << 24 (PackedShape, sim/launch/matrices.cpp).
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_multiply_registers(unsigned shape, unsigned long long a0,
                                                                          unsigned long long a1, unsigned long long b,
                                                                          unsigned long long c0, unsigned long long c1,
                                                                          unsigned long long* sums);
// The warp is about to load or store a matrix at `matrix`, whose rows or columns begin `pitch` bytes apart.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_use_matrix(const void* matrix, unsigned long long pitch);
// The lanes of this warp that are at the same place now. CUDA allows any set that includes the caller; this one
// consists of the lanes that reached the same call without a barrier in between.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ unsigned __lockstep_activemask();

// --- operations of a cluster
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_sync_cluster();
// The address in block `rank` of the cluster that corresponds to `address` (in shared memory) in this one, and the rank
// of the block that contains an address.
__LOCKSTEP_DEVICE__ void* __lockstep_map_shared(const void* address, unsigned rank);
__LOCKSTEP_DEVICE__ unsigned __lockstep_shared_rank(const void* address);
__LOCKSTEP_DEVICE__ unsigned __lockstep_cluster_dim(unsigned dimension);
// An address in shared::cluster, of inline PTX: as a number, or generic.
__LOCKSTEP_DEVICE__ void* __lockstep_from_cluster(unsigned number);
__LOCKSTEP_DEVICE__ unsigned __lockstep_to_cluster(const void* pointer);

// --- operations of a grid
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_sync_grid();
__LOCKSTEP_DEVICE__ int __lockstep_is_cooperative();

// --- memory
__LOCKSTEP_DEVICE__ void __lockstep_fence(int scope);  // 0 block, 1 device, 2 system
// Returns `address`, and marks an atomic of block scope: it orders nothing between blocks. Removed by the plugin.
__LOCKSTEP_DEVICE__ __attribute__((const, nothrow)) void* __lockstep_in_block(const volatile void* address);
__LOCKSTEP_DEVICE__ unsigned long long __lockstep_grid_id();  // %gridid
__LOCKSTEP_DEVICE__ unsigned __lockstep_shared_size();        // bytes of static and dynamic shared memory
__LOCKSTEP_DEVICE__ void* __lockstep_malloc(unsigned long long size);
__LOCKSTEP_DEVICE__ void __lockstep_free(void* pointer);
// The state space of an address: 0 global memory or unknown, 1 shared memory of this block, 2 constant memory, 3 this
// thread's stack, 4 shared memory of another block of the cluster.
__LOCKSTEP_DEVICE__ int __lockstep_state_space(const void* address);
// Lets other threads run, for loops that wait for a flag. __nanosleep calls it.
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_yield();

// --- asynchronous copies: what the checker is to know of them. Removed by the plugin in the other modes
// (sim/compile/pass/language/async_copies.h, sim/hooks/check.h). Called after the copy, and before what a barrier object
// counts.
__LOCKSTEP_DEVICE__ void __lockstep_async_copy(const void* to, unsigned long long size, const void* from,
                                               unsigned long long taken, unsigned groups, unsigned alignment,
                                               const void* barrier);
__LOCKSTEP_DEVICE__ void __lockstep_async_commit(unsigned groups);
__LOCKSTEP_DEVICE__ void __lockstep_async_wait(unsigned groups, unsigned long long prior);
__LOCKSTEP_DEVICE__ void __lockstep_async_arrive(const void* barrier);

// --- output and clocks
__LOCKSTEP_DEVICE__ int __lockstep_printf(const char* format, ...);
__LOCKSTEP_DEVICE__ __attribute__((noreturn)) void __lockstep_assert_fail(const char* message, const char* file,
                                                                          unsigned line, const char* function);
__LOCKSTEP_DEVICE__ __attribute__((noreturn)) void __lockstep_trap();
__LOCKSTEP_DEVICE__ __LOCKSTEP_WAITS__ void __lockstep_exit();    // the thread leaves the kernel
__LOCKSTEP_DEVICE__ unsigned long long __lockstep_clock();        // increases; differences are no measure of time
__LOCKSTEP_DEVICE__ unsigned long long __lockstep_nanoseconds();  // %globaltimer
