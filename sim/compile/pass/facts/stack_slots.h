#pragma once

// What is done to a stack slot: by which instructions, and whether between two of them.

#include <cstdint>
#include <optional>
#include <vector>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

// What writes to bytes of a slot without a name: from `offset` on.
struct Writer {
  llvm::Instruction* instruction = nullptr;
  std::uint64_t offset = 0, size = 0;
};

// All that is done to a slot; nothing if its address goes elsewhere.
std::optional<std::vector<Writer>> WritersOf(llvm::Value& base, const llvm::DataLayout& layout);

// Whether the slot may be written after `from` and before `to`, which `from` dominates.
bool MayChange(const llvm::Value& storage, const llvm::Instruction& from, const llvm::Instruction& to);

}  // namespace lockstep::pass
