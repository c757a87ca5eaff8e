#include "sim/compile/pass/language/call_paths.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/xxhash.h"
#include "sim/compile/pass/facts/loop_rounds.h"

namespace lockstep::pass {
namespace {

constexpr llvm::StringRef kQuestion = "__lockstep_activemask";

bool IsForeign(const llvm::Function& callee) {
  return callee.isDeclaration() && !callee.isIntrinsic() && !callee.getName().starts_with("__lockstep_");
}

// The functions that ask for the active lanes, directly or through callees.
class Askers {
 public:
  Askers(llvm::Module& module, bool relocatable) : question_(module.getFunction(kQuestion)), relocatable_(relocatable) {
    for (bool grows = true; grows;) {
      grows = false;
      for (llvm::Function& function : module)
        if (!function.isDeclaration() && !askers_.contains(&function) && AsksSomewhere(function)) {
          askers_.insert(&function);
          asks_by_address_ |= function.hasAddressTaken();
          grows = true;
        }
    }
  }

  bool Contains(const llvm::Function& function) const { return askers_.contains(&function); }
  bool IsQuestion(const llvm::CallBase& call) const { return question_ && call.getCalledFunction() == question_; }

  // True if the call may lead to such a question.
  bool Leads(const llvm::CallBase& call) const {
    if (call.isInlineAsm()) return false;
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return asks_by_address_ || relocatable_;
    return askers_.contains(callee) || (relocatable_ && IsForeign(*callee));
  }

 private:
  bool AsksSomewhere(const llvm::Function& function) const {
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block)
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && (IsQuestion(*call) || Leads(*call)))
          return true;
    return false;
  }

  const llvm::Function* question_;
  bool relocatable_, asks_by_address_ = false;
  llvm::SmallPtrSet<const llvm::Function*, 16> askers_;
};

class CallPaths {
 public:
  CallPaths(llvm::Module& module, const Askers& askers, llvm::StringRef unit)
      : module_(module),
        askers_(askers),
        next_place_(llvm::xxh3_64bits(unit)),
        wide_(llvm::Type::getInt64Ty(module.getContext())),
        narrow_(llvm::Type::getInt32Ty(module.getContext())),
        path_(llvm::StructType::get(wide_, wide_)) {}

  void Mark(llvm::Function& function) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            call && (askers_.IsQuestion(*call) || askers_.Leads(*call)))
          calls.push_back(call);
    llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    rounds_.clear();
    for (llvm::CallBase* call : calls) Mark(*call, loops);
  }

 private:
  void Mark(llvm::CallBase& call, const llvm::LoopInfo& loops) {
    llvm::SmallVector<llvm::Loop*> around;
    for (llvm::Loop* loop = loops.getLoopFor(call.getParent()); loop; loop = loop->getParentLoop())
      around.push_back(loop);
    llvm::IRBuilder<> build(&call);
    llvm::Type* nothing = build.getVoidTy();
    llvm::Value* before = build.CreateCall(module_.getOrInsertFunction("__lockstep_path", path_));
    for (llvm::Loop* loop : llvm::reverse(around))
      build.CreateCall(module_.getOrInsertFunction("__lockstep_path_round", nothing, narrow_), {Round(*loop)});
    build.CreateCall(module_.getOrInsertFunction("__lockstep_path_place", nothing, wide_),
                     {build.getInt64(++next_place_)});
    if (call.doesNotReturn() || call.isTerminator()) return;
    build.SetInsertPoint(call.getNextNode());
    build.SetCurrentDebugLocation(call.getDebugLoc());
    build.CreateCall(module_.getOrInsertFunction("__lockstep_path_back", nothing, wide_, wide_),
                     {build.CreateExtractValue(before, 0), build.CreateExtractValue(before, 1)});
  }

  llvm::Value* Round(llvm::Loop& loop) {
    llvm::Value*& round = rounds_[&loop];
    return round ? round : round = RoundOf(loop);
  }

  llvm::Module& module_;
  const Askers& askers_;
  std::uint64_t next_place_;
  llvm::Type *wide_, *narrow_;
  llvm::StructType* path_;
  llvm::DenseMap<const llvm::Loop*, llvm::Value*> rounds_;
};

}  // namespace

void MarkCallPaths(llvm::Module& module, llvm::StringRef unit, bool relocatable) {
  const Askers askers(module, relocatable);
  CallPaths paths(module, askers, unit);
  for (llvm::Function& function : module)
    if (askers.Contains(function)) paths.Mark(function);
}

}  // namespace lockstep::pass
