#include "sim/compile/pass/facts/pointer_origins.h"

#include <algorithm>
#include <vector>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::pass {
namespace {

llvm::Value* UnderlyingOf(llvm::Value* address) {
  return const_cast<llvm::Value*>(llvm::getUnderlyingObject(address, 0));
}

// From a struct to one of its members: where the struct begins, another member may be an array that has a name.
bool BeginsWithMember(llvm::Value* address) {
  const llvm::GEPOperator* first = nullptr;
  for (auto* step = llvm::dyn_cast<llvm::GEPOperator>(address); step;
       step = llvm::dyn_cast<llvm::GEPOperator>(step->getPointerOperand()))
    first = step;
  return first && first->getSourceElementType()->isStructTy() && first->getNumIndices() > 1;
}

bool IsSetHereOnly(const llvm::AllocaInst& variable) {
  return std::ranges::all_of(variable.users(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::LoadInst, llvm::LifetimeIntrinsic>(user)) return true;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store && store->getPointerOperand() == &variable && store->getValueOperand() != &variable;
  });
}

// The variable that this is the value of; null where it is none.
const llvm::Value* VariableOf(const llvm::Value* value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  return load && llvm::isa<llvm::AllocaInst>(load->getPointerOperand()) ? load->getPointerOperand() : nullptr;
}

}  // namespace

PointerOrigins::PointerOrigins(llvm::Function& function)
    : null_(llvm::ConstantPointerNull::get(llvm::PointerType::get(function.getContext(), 0))) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : entry)
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (variable->getAllocatedType() == null_->getType() && !variable->isArrayAllocation() &&
          IsSetHereOnly(*variable))
        variables.push_back(variable);
  for (llvm::AllocaInst* variable : variables) {
    llvm::IRBuilder<> build(variable);
    origins_[variable] = build.CreateAlloca(null_->getType());
  }
  for (llvm::AllocaInst* variable : variables) {
    std::vector<llvm::StoreInst*> stores;
    for (llvm::User* user : variable->users())
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) stores.push_back(store);
    for (llvm::StoreInst* store : stores)
      if (llvm::Value* origin = OriginOf(*store)) llvm::IRBuilder<>(store).CreateStore(origin, origins_[variable]);
  }
}

// Null where the variable is moved, and its origin stays.
llvm::Value* PointerOrigins::OriginOf(llvm::StoreInst& store) {
  llvm::Value* const value = store.getValueOperand();
  if (BeginsWithMember(value)) return value;
  llvm::Value* const from = UnderlyingOf(value);
  const llvm::Value* const variable = VariableOf(from);
  if (variable && variable == store.getPointerOperand()) return nullptr;
  const auto known = origins_.find(variable);
  if (!variable || known == origins_.end()) return from;
  return llvm::IRBuilder<>(&store).CreateLoad(null_->getType(), known->second);
}

llvm::Value* PointerOrigins::Of(llvm::Instruction& at, llvm::Value* address) {
  llvm::Value* const base = UnderlyingOf(address);
  if (BeginsWithMember(address)) return null_;
  if (llvm::isa<llvm::GlobalVariable, llvm::AllocaInst, llvm::Argument>(base)) return base;
  if (!llvm::isa<llvm::LoadInst>(base)) return null_;
  const llvm::Value* const variable = VariableOf(base);
  if (!variable) return base;
  const auto known = origins_.find(variable);
  if (known == origins_.end()) return null_;
  return llvm::IRBuilder<>(&at).CreateLoad(null_->getType(), known->second);
}

}  // namespace lockstep::pass
