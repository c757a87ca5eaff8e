#pragma once

// What the device half of a source file says in record mode of names that stand for values: constexpr variables,
// enumerators, arguments of templates. Layouts are C's, on a 64-bit machine; sim/compile/pass/unit_tables.cpp builds
// the same ones as LLVM constants: change both together.

#include <stdint.h>

#include "sim/hooks/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

struct LockstepConstant {
  const char* name;
  uint64_t value;     // its bytes, from the lowest on
  uint32_t type;      // index into the unit's types
  uint32_t function;  // index into its functions; 0xffffffff: in every function
};

// Called by each unit's constructor right after it has registered itself. The rows live as long as the program.
__attribute__((visibility("default"))) void __lockstep_register_constants(const struct LockstepUnit* unit,
                                                                          const struct LockstepConstant* constants,
                                                                          uint32_t count);

#ifdef __cplusplus
}
#endif
