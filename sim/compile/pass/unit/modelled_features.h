#pragma once

// Which modelled features (shared/trace/modelled.h) each function uses. A snapshot of a module whose library functions
// are not inlined yet.

#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit/call_graph.h"

namespace lockstep::pass {

class ModelledFeatures {
 public:
  explicit ModelledFeatures(llvm::Module& module);
  // Of the function and all that it can reach; with LOCKSTEP_MODELLED_ELSEWHERE if that includes code of other units.
  std::uint32_t Of(llvm::Function& function) const;
  // Of all functions, since other units may call any.
  std::uint32_t OfAll() const;

 private:
  CallGraph calls_;
  llvm::DenseMap<const llvm::Function*, std::uint32_t> own_;
};

// The instruction is a part of an asynchronous copy.
void MarkAsynchronous(llvm::Instruction& instruction);
// The function updates floating-point numbers in an order that the model chooses.
void MarkFloatAtomic(llvm::Function& function);

}  // namespace lockstep::pass
