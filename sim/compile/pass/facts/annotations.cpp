#include "sim/compile/pass/facts/annotations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace lockstep::pass {
namespace {

llvm::StringRef AnnotationText(llvm::Value* operand) {
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripPointerCasts());
  if (!global || !global->hasInitializer()) return {};
  auto* data = llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer());
  return data && data->isCString() ? data->getAsCString() : llvm::StringRef();
}

// The numbers after the annotation's text.
llvm::SmallVector<std::uint64_t> Numbers(llvm::ConstantStruct* entry) {
  llvm::SmallVector<std::uint64_t> found;
  if (entry->getNumOperands() < 5) return found;
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(entry->getOperand(4)->stripPointerCasts());
  auto* numbers = global && global->hasInitializer() ? global->getInitializer() : nullptr;
  for (unsigned i = 0; numbers; ++i) {
    auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(numbers->getAggregateElement(i));
    if (!number) break;
    found.push_back(number->getZExtValue());
  }
  return found;
}

void Take(llvm::ConstantStruct* entry, llvm::StringRef text, llvm::Function* function, Annotations& found) {
  if (text == "lockstep_kernel") found.kernels.insert(function);
  if (text == "lockstep_waits") found.waits.insert(function);
  if (text == "lockstep_launch") found.launches.insert(function);
  if (text == "lockstep_launch_bounds") {
    const llvm::SmallVector<std::uint64_t> numbers = Numbers(entry);
    found.max_threads[function] = numbers.empty() ? 0 : static_cast<unsigned>(numbers.front());
  }
  if (text == "lockstep_cluster") {
    std::array<unsigned, 3>& cluster = found.clusters[function] = {1, 1, 1};
    for (auto [dimension, number] : llvm::zip(cluster, Numbers(entry))) dimension = static_cast<unsigned>(number);
  }
}

}  // namespace

Annotations FindAnnotations(llvm::Module& module) {
  Annotations found;
  llvm::GlobalVariable* table = module.getGlobalVariable("llvm.global.annotations");
  if (!table) return found;
  auto* entries = llvm::cast<llvm::ConstantArray>(table->getInitializer());
  for (llvm::Value* operand : entries->operands()) {
    auto* entry = llvm::cast<llvm::ConstantStruct>(operand);
    llvm::Value* target = entry->getOperand(0)->stripPointerCasts();
    const llvm::StringRef text = AnnotationText(entry->getOperand(1));
    if (auto* function = llvm::dyn_cast<llvm::Function>(target)) Take(entry, text, function, found);
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(target);
    if (variable && text == "lockstep_managed") found.managed.insert(variable);
  }
  return found;
}

Annotations TakeAnnotations(llvm::Module& module) {
  Annotations found = FindAnnotations(module);
  if (llvm::GlobalVariable* table = module.getGlobalVariable("llvm.global.annotations")) table->eraseFromParent();
  return found;
}

}  // namespace lockstep::pass
