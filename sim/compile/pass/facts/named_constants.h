#pragma once

// In: the module's debug information. Out: the names with constant values in the source, which compiled code no longer
// contains: constexpr variables, static constexpr members, enumerators, template arguments.

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

struct NamedConstant {
  std::string name;  // "kTile", "Color::kRed"
  llvm::DIType* type = nullptr;
  std::uint64_t value = 0;                 // its bytes, the lowest first
  llvm::DISubprogram* function = nullptr;  // null: in every function
};

// The constants of integer, floating-point and enumeration types of up to 8 bytes, in the order of the debug
// information. A name with different values in different places of the file is left out.
std::vector<NamedConstant> ConstantsOf(llvm::Module& module);

}  // namespace lockstep::pass
