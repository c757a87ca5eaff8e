#include "sim/compile/pass/managed_variables.h"

#include "sim/compile/pass/annotations.h"
#include "sim/compile/pass/device_names.h"

namespace lockstep {
namespace {

// What both halves call it. A unit's own variables carry the unit's name: two files may each have a static one.
std::string SharedName(llvm::StringRef name, llvm::StringRef unit) {
  std::string shared = kDevicePrefix + name.str();
  if (!unit.empty()) shared += "." + unit.str();
  return shared;
}

}  // namespace

void ShowManagedVariables(llvm::ArrayRef<ManagedVariable> variables, llvm::StringRef unit) {
  for (const ManagedVariable& variable : variables) {
    variable.global->setName(SharedName(variable.name, unit));
    variable.global->setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.global->setVisibility(llvm::GlobalValue::HiddenVisibility);
  }
}

void UseManagedVariables(llvm::Module& module, llvm::StringRef unit) {
  if (!module.getGlobalVariable("llvm.global.annotations")) return;
  for (llvm::GlobalVariable* shadow : TakeAnnotations(module).managed) {
    auto* real = new llvm::GlobalVariable(module, shadow->getValueType(), false, llvm::GlobalValue::ExternalLinkage,
                                          nullptr, SharedName(shadow->getName(), unit));
    real->setAlignment(shadow->getAlign());
    real->setVisibility(llvm::GlobalValue::HiddenVisibility);
    real->setDSOLocal(true);
    shadow->replaceAllUsesWith(real);
    shadow->eraseFromParent();
  }
}

}  // namespace lockstep
