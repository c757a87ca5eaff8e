#pragma once

// The tables by which the device half of one source file (a "unit") describes itself to the runtime. The plugin writes
// them as constants into the object file; a constructor registers them before main(). The layouts are C's, on a 64-bit
// machine; sim/compile/pass/unit/unit_tables.cpp builds the same layouts as LLVM constants. Change both together, and
// kLockstepAbi.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOCKSTEP_ABI 11

// In LockstepKernel::modelled: the kernel calls code of other units.
#define LOCKSTEP_MODELLED_ELSEWHERE 0x80000000u

// The engine that runs the blocks of a kernel (sim/launch/engine.h).
enum LockstepEngine { LOCKSTEP_LOOPS = 0, LOCKSTEP_FIBERS = 1, LOCKSTEP_WARPS = 2 };
enum LockstepMode { LOCKSTEP_RUN = 0, LOCKSTEP_CHECK = 1, LOCKSTEP_RECORD = 2 };

// A place in the source. `order` increases along the control flow of its function (reverse post order): among diverged
// threads, the one with the smallest order is furthest behind. `id` is filled in at registration and unique in the
// program.
struct LockstepSite {
  const char* file;
  uint32_t line, column;
  uint32_t function;  // index into functions
  uint32_t order;
  uint32_t id;
  uint32_t unit;  // filled in at registration: the unit's number
};

struct LockstepMember {
  const char* name;
  uint64_t offset;
  uint32_t type;
  uint32_t padding;
};

// `kind` is lockstep::TypeKind; `element`, `type` are indices into types, 0xffffffff for none.
struct LockstepType {
  const char* name;
  uint64_t size;
  uint64_t count;  // of an array's elements; of a struct's bit-fields; of a bit-field: trace/bit_field.h
  const struct LockstepMember* members;
  uint32_t member_count;
  uint32_t element;
  uint32_t kind;
  uint32_t padding;
};

struct LockstepFunction {
  const char* name;  // demangled
  const char* file;
  uint32_t line;
  uint32_t padding;
};

// trace::Operand. The indices are into the unit's tables, 0xffffffff for none; `text` may be null.
struct LockstepValueSource {
  const char* text;
  uint32_t site, kind, moves, begin, size, offset, length;
  uint32_t parameter, variable, function, from, from_count;
};

// `kind` is lockstep::VariableKind; `function` is 0xffffffff for file scope.
struct LockstepVariable {
  const char* name;
  const char* file;
  uint32_t type;
  uint32_t kind;
  uint32_t function;
  uint32_t line;
  uint32_t id;    // filled in at registration
  uint32_t unit;  // filled in at registration
};

// A __shared__ variable. Its place in a block's arena is the unit's shared_base plus `offset`.
// Dynamic shared memory (`extern __shared__ T name[]`) has size 0 and lies at LockstepBlock::dynamic_shared.
struct LockstepShared {
  uint64_t offset, size;
  uint32_t variable;
  uint32_t dynamic;
};

// A __device__, __constant__ or __managed__ variable. `name` is its name in __cudaRegisterVar.
struct LockstepGlobal {
  const char* name;
  void* address;
  uint64_t size;
  uint32_t variable;  // 0xffffffff if the debug info has none
  uint32_t kind;      // lockstep::VariableKind
};

struct LockstepParameter {
  const char* name;
  uint64_t size;
  uint32_t type;
  uint32_t variable;
  uint32_t alignment;  // in bytes
};

struct LockstepThread;
struct LockstepBlock;

struct LockstepKernel {
  const char* name;         // its name in __cudaRegisterFunction
  const char* pretty_name;  // demangled
  // Runs one thread. args[i] points to parameter i, as in cudaLaunchKernel.
  void (*thread_entry)(struct LockstepThread* thread, void* const* args);
  // Runs a whole block: as a loop over its threads, or of LOCKSTEP_WARPS, over its warps. Null if the kernel needs
  // fibers, or reads the state of the current thread in a way that the compiler cannot see; each thread then needs its
  // own thread_entry call. Check mode: a trial of the block (LaunchObserver::TrialBegins) beside thread_entry.
  void (*block_entry)(const struct LockstepBlock* block, void* const* args);
  const struct LockstepParameter* parameters;
  const uint32_t* shared;  // indices into the unit's shared table: the variables that the kernel can reach
  // For each of `shared`, how many bytes a block has written from the variable's beginning on for each thread of
  // threadIdx.x before it can read any of them. Null: none.
  const uint32_t* written_first;
  uint32_t parameter_count;
  uint32_t shared_count;
  uint32_t static_shared;  // bytes, as cudaFuncGetAttributes reports them
  uint32_t max_threads;    // __launch_bounds__; 0: none
  uint32_t engine;         // enum LockstepEngine
  uint32_t function;       // index into functions
  uint32_t architecture;   // that its code was compiled for, 80 for sm_80; 0: the device's
  uint32_t cluster[3];     // __cluster_dims__; 0: none
  uint32_t modelled;       // what it may use: bits of trace::Modelled
  const char*
      engine_reason;  // the reason for the engine, as the end of a sentence: "it waits at `__syncthreads` (sum.cu:9)"
};

struct LockstepUnit {
  uint32_t abi;        // LOCKSTEP_ABI
  uint32_t mode;       // enum LockstepMode
  const char* id;      // the unit's name, which the host half's fat binary contains
  const char* source;  // absolute path of the main file
  struct LockstepSite* sites;
  const struct LockstepType* types;
  const struct LockstepFunction* functions;
  struct LockstepVariable* variables;
  const struct LockstepShared* shared;
  const struct LockstepGlobal* globals;
  const struct LockstepKernel* kernels;
  uint32_t site_count, type_count, function_count, variable_count, shared_count, global_count, kernel_count;
  uint32_t shared_size;                        // bytes of all its static shared variables, padding included
  uint32_t modelled;                           // what its functions use: bits of trace::Modelled
  uint64_t shared_base;                        // filled in at registration
  const struct LockstepValueSource* operands;  // record mode
  uint64_t operand_count;
};

// Called by each unit's constructor (priority 101, that is, before the host half registers its own data).
__attribute__((visibility("default"))) void __lockstep_register_unit(struct LockstepUnit* unit);

#ifdef __cplusplus
}
#endif
