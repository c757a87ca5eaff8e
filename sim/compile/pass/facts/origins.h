#pragma once

// The origins of a function's values in check mode: for each value, a number that says where its unwritten bytes come
// from (sim/hooks/check.h), computed beside it. A value without an entry is good.

#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

class Origins {
 public:
  explicit Origins(llvm::Function& function);

  // The origin of values that are written, 0.
  llvm::Constant* good() const { return good_; }
  llvm::Value* Of(const llvm::Value* value) const;
  void Set(const llvm::Value& value, llvm::Value* origin) { origins_[&value] = origin; }

  // The result has the origin of its operands; the worst, where they differ.
  void Carry(llvm::Instruction& instruction);
  void CarryThroughSelect(llvm::SelectInst& select);
  // A phi's operands may not have an origin yet: FillPhis() completes them, after all instructions.
  void CarryThroughPhi(llvm::PHINode& phi);
  void FillPhis();

 private:
  llvm::Value* Worse(llvm::IRBuilderBase& build, llvm::Value* a, llvm::Value* b) const;
  bool CarryThroughPacking(llvm::Instruction& instruction);
  llvm::Value* OnEdge(const llvm::Value* value) const;

  llvm::Function& function_;
  llvm::Type* narrow_;
  llvm::Constant* good_;
  bool is_library_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> origins_;
  std::vector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;
};

}  // namespace lockstep::pass
