#include "sim/compile/pass/warp/uniformity.h"

#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {

// The analysis of LLVM takes the sources of divergence from the target.
struct Uniformity::Seeds : llvm::TargetTransformInfoImplCRTPBase<Uniformity::Seeds> {
  const Uniformity* of;
  Seeds(const llvm::DataLayout& data, const Uniformity* from) : TargetTransformInfoImplCRTPBase(data), of(from) {}
  bool hasBranchDivergence(const llvm::Function* = nullptr) const { return true; }
  bool isSourceOfDivergence(const llvm::Value* value) const {
    return !of->is_common_(*value) && (of->sources_.contains(value) || MayDifferForEqualOperands(*value));
  }
  bool isAlwaysUniform(const llvm::Value* value) const { return of->is_common_(*value); }
};

Uniformity::Uniformity(llvm::Function& function, Values sources, bool (*is_common)(const llvm::Value&),
                       const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops)
    : sources_(std::move(sources)), is_common_(is_common) {
  cycles_.compute(function);
  target_ = std::make_unique<llvm::TargetTransformInfo>(Seeds(function.getParent()->getDataLayout(), this));
  for (bool again = true; again;) {
    info_ = std::make_unique<llvm::UniformityInfo>(dominators, cycles_, target_.get());
    info_->compute();
    partings_ = std::make_unique<Partings>(function, loops);
    FollowPartings(function);
    const Values missed = Missed(function);
    again = !missed.empty();
    sources_.insert(missed.begin(), missed.end());
  }
}

void Uniformity::FollowPartings(llvm::Function& function) {
  for (const llvm::BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || llvm::isa<llvm::Constant>(branch->getCondition())) continue;
    if (info_->isDivergent(branch->getCondition())) partings_->Follow(block);
  }
}

// Values that LLVM's analysis takes for uniform although threads come to it with different values.
Uniformity::Values Uniformity::Missed(llvm::Function& function) const {
  Values missed;
  for (llvm::BasicBlock& block : function) {
    if (partings_->joins().contains(&block))
      for (llvm::PHINode& phi : block.phis())
        if (!phi.hasConstantOrUndefValue()) missed.insert(&phi);
    for (llvm::Instruction& value : block)
      for (const llvm::User* user : value.users()) {
        auto* used_by = llvm::cast<llvm::Instruction>(user);
        if (!used_by->getType()->isVoidTy() && partings_->LeavesWith(value, *used_by->getParent()))
          missed.insert(used_by);
      }
  }
  Values found;
  for (const llvm::Value* value : missed)
    if (!sources_.contains(value) && !info_->isDivergent(value) && !is_common_(*value)) found.insert(value);
  return found;
}

bool Uniformity::Varies(const llvm::Value* value) const {
  return !llvm::isa<llvm::Constant>(value) && info_->isDivergent(value);
}

bool Uniformity::VariesAt(const llvm::Use& use) const {
  if (info_->isDivergentUse(use)) return true;
  auto* value = llvm::dyn_cast<llvm::Instruction>(use.get());
  auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  return value && partings_->LeavesWith(*value, *user->getParent());
}

}  // namespace lockstep::pass::warp
