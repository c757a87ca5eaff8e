#include "sim/compile/pass/language/shared_indices.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/unit/shared_memory.h"

namespace lockstep::pass {
namespace {

using Values = llvm::SmallVector<const llvm::Value*, 8>;

// Adds what is stored in a local variable; false if it is not evident that nothing else can be.
bool AddStored(const llvm::AllocaInst& variable, Values& values) {
  for (const llvm::User* user : variable.users()) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getValueOperand() == &variable) return false;
      values.push_back(store->getValueOperand());
      continue;
    }
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (!llvm::isa<llvm::LoadInst>(user) && !(intrinsic && intrinsic->isLifetimeStartOrEnd())) return false;
  }
  return true;
}

// Adds what callers pass; false if there may be callers that this module does not show.
bool AddPassed(const llvm::Argument& parameter, bool relocatable, Values& values) {
  const llvm::Function& function = *parameter.getParent();
  if (relocatable && !function.hasLocalLinkage()) return false;
  for (const llvm::Use& use : function.uses()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (!call || !call->isCallee(&use)) return false;
    values.push_back(call->getArgOperand(parameter.getArgNo()));
  }
  return !function.use_empty();
}

// Adds the addresses that `object` has been given, if it is a parameter or the value of a local variable; false if they
// are unknown.
bool AddOrigins(const llvm::Value& object, bool relocatable, Values& values) {
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(&object))
    return AddPassed(*parameter, relocatable, values);
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&object);
  const auto* variable = load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  return variable && AddStored(*variable, values);
}

bool IsInShared(const llvm::Value& address, bool relocatable) {
  Values values{&address};
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  bool found = false;
  while (!values.empty()) {
    const llvm::Value* value = values.pop_back_val();
    if (!seen.insert(value).second) continue;
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(value, objects, nullptr, 0);
    for (const llvm::Value* object : objects) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
      if (variable && IsSharedVariable(*variable))
        found = true;
      else if (!llvm::isa<llvm::UndefValue>(object) && !AddOrigins(*object, relocatable, values))
        return false;
    }
  }
  return found;
}

// An index whose sign matters.
llvm::ZExtInst* AsUnsigned(llvm::Value* index, const llvm::DataLayout& layout) {
  auto* extended = llvm::dyn_cast<llvm::ZExtInst>(index);
  if (!extended || !extended->getSrcTy()->isIntegerTy(32)) return nullptr;
  return llvm::isKnownNonNegative(extended->getOperand(0), layout) ? nullptr : extended;
}

void MakeIndicesSigned(llvm::GetElementPtrInst& element, bool relocatable) {
  const llvm::DataLayout& layout = element.getModule()->getDataLayout();
  llvm::SmallVector<llvm::Use*, 4> found;
  for (llvm::Use& index : element.indices())
    if (AsUnsigned(index, layout)) found.push_back(&index);
  if (found.empty() || !IsInShared(*element.getPointerOperand(), relocatable)) return;
  for (llvm::Use* index : found) {
    auto* extended = llvm::cast<llvm::ZExtInst>(index->get());
    llvm::IRBuilder<> build(extended);
    llvm::Value* with_sign = build.CreateSExt(extended->getOperand(0), extended->getType());
    index->set(with_sign);
    if (!extended->use_empty()) continue;
    with_sign->takeName(extended);
    extended->eraseFromParent();
  }
}

}  // namespace

void MakeSharedIndicesSigned(llvm::Module& module, bool relocatable) {
  std::vector<llvm::GetElementPtrInst*> found;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) found.push_back(element);
  for (llvm::GetElementPtrInst* element : found) MakeIndicesSigned(*element, relocatable);
}

}  // namespace lockstep::pass
