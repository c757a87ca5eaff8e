#pragma once

// The instructions that use a stack slot, and the order of two of them.

#include <cstdint>
#include <optional>
#include <vector>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

// An instruction that writes to bytes of a slot without a name: from `offset` on.
struct Writer {
  llvm::Instruction* instruction = nullptr;
  std::uint64_t offset = 0, size = 0;
};

// All that is done to a slot; nothing if its address goes elsewhere.
std::optional<std::vector<Writer>> WritersOf(llvm::Value& base, const llvm::DataLayout& layout);

// True if the slot may be written after `from` and before `to`, which `from` dominates.
bool MayChange(const llvm::Value& storage, const llvm::Instruction& from, const llvm::Instruction& to);

}  // namespace lockstep::pass
