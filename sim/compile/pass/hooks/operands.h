#pragma once

// In: a function in record mode, before its hooks. Out: for each value that a hook tells of (what is stored, passed or
// returned), where it comes from: variables, reads, calls, indices. The tables have these as rows of sites, so that a
// recording says what a value was computed from, and no step grows.
//
// A value that has one of several origins (`c ? a : b`) has as many ways; each way has a site of its own, and the hook
// is called with the site of the way that was gone.

#include <string>
#include <unordered_map>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/facts/value_ways.h"

namespace lockstep::pass {

// The stack slots and arguments that hold variables of the source.
using DeclaredStorage = llvm::DenseMap<const llvm::Value*, llvm::DILocalVariable*>;
DeclaredStorage FindDeclared(llvm::Function& function);

// Calls of it are steps of their own.
bool IsRecordedFunction(const llvm::Function& function);

class Operands {
 public:
  Operands(llvm::Function& function, const DeclaredStorage& declared);

  // Of a value, and of memory as it is just before `at`, which may be the copy that reads it.
  const Ways& OfValue(llvm::Value* value);
  Ways OfMemory(llvm::Instruction& at, llvm::Value* pointer, std::uint64_t size);

  // For the hook at `at`: variables that may have changed since they were read become reads. Those that need a hook are
  // among reads().
  void Settle(Ways& ways, llvm::Instruction& at);
  const llvm::SmallPtrSetImpl<llvm::Instruction*>& reads() const { return reads_; }

  // The number of the way that was gone, as a value before `at`; null where there is one.
  llvm::Value* Choice(const Ways& ways, llvm::Instruction& at);

 private:
  Ways Compute(llvm::Value* value);
  Ways OfInstruction(llvm::Instruction& instruction);
  Ways OfLoad(llvm::LoadInst& load);
  Ways OfCall(llvm::CallBase& call);
  Ways OfEdge(llvm::PHINode& phi, unsigned number);
  Ways OfPhi(llvm::PHINode& phi);
  Ways OfPart(llvm::Value& whole, std::uint64_t begin, std::uint64_t size);
  Ways WithPart(llvm::Instruction& instruction, llvm::Value& whole, llvm::Value& part, std::uint64_t begin);
  Ways OfOperation(llvm::Instruction& instruction);
  Ways Forward(llvm::Instruction& at, llvm::Value& base, std::uint64_t begin, std::uint64_t size);
  Ways Written(llvm::Instruction& writer, std::uint64_t offset, std::uint64_t size);
  std::vector<llvm::Value*> Conditions(llvm::PHINode& phi, llvm::BasicBlock& from) const;
  ValueSource Settled(ValueSource source, llvm::Instruction& at);
  bool Dominates(const Way& way, const llvm::Instruction& at) const;
  llvm::Value* ChoiceOf(llvm::Value& value);
  std::uint64_t SizeOf(const llvm::Value& value) const;

  llvm::Function& function_;
  const DeclaredStorage& declared_;
  const llvm::DataLayout& layout_;
  llvm::DominatorTree dominators_;
  std::unordered_map<const llvm::Value*, Ways> known_;  // its addresses stay
  llvm::SmallPtrSet<const llvm::Value*, 8> open_;
  std::vector<const llvm::Value*> rings_;  // values of open_ that what they come from comes from
  llvm::DenseMap<const llvm::Value*, llvm::Value*> choices_;
  llvm::SmallPtrSet<llvm::Instruction*, 16> reads_;
};

}  // namespace lockstep::pass
