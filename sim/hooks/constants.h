#pragma once

// The names with constant values in the device half of a source file, in record mode: constexpr variables, enumerators,
// template arguments. The layouts are C's, on a 64-bit machine; sim/compile/pass/unit/unit_tables.cpp builds the same
// layouts as LLVM constants. Change both together.

#include <stdint.h>

#include "sim/hooks/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

struct LockstepConstant {
  const char* name;
  uint64_t value;     // its bytes, the lowest first
  uint32_t type;      // index into the unit's types
  uint32_t function;  // index into its functions; 0xffffffff: in every function
};

// Called by each unit's constructor just after the unit has registered itself. The rows live as long as the program.
__attribute__((visibility("default"))) void __lockstep_register_constants(const struct LockstepUnit* unit,
                                                                          const struct LockstepConstant* constants,
                                                                          uint32_t count);

#ifdef __cplusplus
}
#endif
