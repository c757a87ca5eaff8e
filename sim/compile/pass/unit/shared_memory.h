#pragma once

// In: device variables in clang's address spaces (7 device, 8 constant, 9 shared).
// Out: device and constant variables as plain globals; every use of a shared variable as an address in the running
// block's arena (unit base + the variable's offset; dynamic shared memory at its own place).

#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

constexpr unsigned kDeviceSpace = 7, kConstantSpace = 8, kSharedSpace = 9;

struct SharedVariable {
  llvm::GlobalVariable* global;  // stays in the module, without uses, until the tables are written
  std::uint64_t offset = 0;      // in the unit's part of the arena
  std::uint64_t size = 0;        // 0 for dynamic shared memory
  bool dynamic = false;
};

struct SharedLayout {
  std::vector<SharedVariable> variables;
  std::uint64_t size = 0;                                                   // bytes of the unit's part
  llvm::DenseMap<llvm::Function*, llvm::SmallVector<unsigned, 4>> used_by;  // indices into variables
};

// A device or constant variable of this unit, after it became a plain global.
struct DeviceVariable {
  llvm::GlobalVariable* global;
  bool constant;
};

// For variables in clang's address spaces.
bool IsSharedVariable(const llvm::GlobalVariable& variable);
// `__constant__`: the host may write it.
bool IsHostConstant(const llvm::GlobalVariable& variable);

std::vector<DeviceVariable> MakeDeviceVariablesPlain(llvm::Module& module);

// Finds the shared variables, gives each its offset (with `red_zone` bytes after each) and records which functions use
// them.
SharedLayout LayOutSharedMemory(llvm::Module& module, std::uint64_t red_zone);

// Replaces the uses of shared variables in `function`. `shared` is the address of the unit's part of the arena and
// `dynamic_shared` that of dynamic shared memory; if both are null, they are read through the current thread and
// `shared_base` (an i64 global that the runtime fills in).
void LowerSharedUses(llvm::Function& function, const SharedLayout& layout, llvm::Value* shared,
                     llvm::Value* dynamic_shared, llvm::GlobalVariable* shared_base);

}  // namespace lockstep::pass
