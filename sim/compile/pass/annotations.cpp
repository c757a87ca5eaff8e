#include "sim/compile/pass/annotations.h"

#include "llvm/IR/Constants.h"

namespace lockstep {
namespace {

llvm::StringRef AnnotationText(llvm::Value* operand) {
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripPointerCasts());
  if (!global || !global->hasInitializer()) return {};
  auto* data = llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer());
  return data && data->isCString() ? data->getAsCString() : llvm::StringRef();
}

// The first number behind the annotation's text.
unsigned FirstNumber(llvm::ConstantStruct* entry) {
  if (entry->getNumOperands() < 5) return 0;
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(entry->getOperand(4)->stripPointerCasts());
  auto* numbers = global && global->hasInitializer() ? global->getInitializer() : nullptr;
  auto* first = numbers ? llvm::dyn_cast_or_null<llvm::ConstantInt>(numbers->getAggregateElement(0u)) : nullptr;
  return first ? first->getZExtValue() : 0;
}

}  // namespace

Annotations TakeAnnotations(llvm::Module& module) {
  Annotations found;
  llvm::GlobalVariable* table = module.getGlobalVariable("llvm.global.annotations");
  if (!table) return found;
  auto* entries = llvm::cast<llvm::ConstantArray>(table->getInitializer());
  for (llvm::Value* operand : entries->operands()) {
    auto* entry = llvm::cast<llvm::ConstantStruct>(operand);
    llvm::Value* target = entry->getOperand(0)->stripPointerCasts();
    const llvm::StringRef text = AnnotationText(entry->getOperand(1));
    if (auto* function = llvm::dyn_cast<llvm::Function>(target)) {
      if (text == "lockstep_kernel") found.kernels.insert(function);
      if (text == "lockstep_waits") found.waits.insert(function);
      if (text == "lockstep_launch_bounds") found.max_threads[function] = FirstNumber(entry);
    } else if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(target)) {
      if (text == "lockstep_managed") found.managed.insert(variable);
    }
  }
  table->eraseFromParent();
  return found;
}

}  // namespace lockstep
