#include "sim/compile/pass/hooks/local_objects.h"

#include <vector>

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/hooks/local_room.h"

namespace lockstep::pass {
namespace {

// A phi beside `phi`, of these values; the value itself where they are all one.
llvm::Value* PhiBeside(llvm::PHINode& phi, const std::vector<llvm::Value*>& values) {
  if (llvm::all_equal(values)) return values.front();
  llvm::PHINode* made =
      llvm::PHINode::Create(values.front()->getType(), phi.getNumIncomingValues(), "", phi.getIterator());
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) made->addIncoming(values[i], phi.getIncomingBlock(i));
  return made;
}

}  // namespace

std::optional<LocalObject> LocalObjects::Of(llvm::Value* pointer) {
  if (const auto known = known_.find(pointer); known != known_.end()) return known->second;
  known_[pointer] = std::nullopt;
  const std::optional<LocalObject> found = Find(pointer);
  known_[pointer] = found;
  return found;
}

std::optional<LocalObject> LocalObjects::Find(llvm::Value* pointer) {
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(pointer)) return OfVariable(*local);
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(pointer)) return OfSelect(*select);
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) return OfPhi(*phi);
  return std::nullopt;
}

std::optional<LocalObject> LocalObjects::OfVariable(llvm::AllocaInst& local) {
  if (local.isArrayAllocation()) return std::nullopt;
  llvm::Type* wide = llvm::Type::getInt64Ty(local.getContext());
  llvm::Value* variable = llvm::ConstantPointerNull::get(llvm::PointerType::get(local.getContext(), 0));
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&local))
    if (!IsLibraryFile(record->getVariable()->getFile())) variable = tables_.VariableRow(record->getVariable());
  return LocalObject{&local, llvm::ConstantInt::get(wide, SizeOfLocal(local)), variable};
}

std::optional<LocalObject> LocalObjects::OfSelect(llvm::SelectInst& select) {
  const auto one = Of(select.getTrueValue()), other = Of(select.getFalseValue());
  if (!one || !other) return std::nullopt;
  llvm::IRBuilder<> build(&select);
  const auto choose = [&](llvm::Value* a, llvm::Value* b) {
    return a == b ? a : build.CreateSelect(select.getCondition(), a, b);
  };
  return LocalObject{&select, choose(one->size, other->size), choose(one->variable, other->variable)};
}

std::optional<LocalObject> LocalObjects::OfPhi(llvm::PHINode& phi) {
  std::vector<llvm::Value*> sizes, variables;
  for (llvm::Value* incoming : phi.incoming_values()) {
    const std::optional<LocalObject> object = Of(incoming);
    if (!object) return std::nullopt;
    sizes.push_back(object->size);
    variables.push_back(object->variable);
  }
  if (sizes.empty()) return std::nullopt;
  return LocalObject{&phi, PhiBeside(phi, sizes), PhiBeside(phi, variables)};
}

}  // namespace lockstep::pass
