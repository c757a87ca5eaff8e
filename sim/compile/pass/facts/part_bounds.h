#pragma once

// In: the address of an access. Out: the arrays inside something larger (members of structs, rows of larger arrays)
// that it must stay in, where the compiler cannot tell whether it does.

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Value.h"
#include "sim/compile/pass/facts/declared_types.h"

namespace lockstep::pass {

struct Part {
  llvm::Value* start;  // address of the array
  llvm::Value* index;  // in an array of `size` elements; null: the distance of the access from `start` counts, and
                       // `size` is in bytes
  std::uint64_t size;
  std::string
      name;  // in words, and where the access is if not in it: "`cells` of `Row`, in another part of the struct"
};

// `bytes`: those of the access.
std::vector<Part> PartsOf(const llvm::DataLayout& layout, DeclaredTypes& declared, llvm::Value* address,
                          std::uint64_t bytes);

}  // namespace lockstep::pass
