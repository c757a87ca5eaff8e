#include "sim/compile/pass/unit/managed_variables.h"

#include "sim/compile/pass/facts/annotations.h"
#include "sim/compile/pass/unit/device_names.h"

namespace lockstep::pass {
namespace {

// The name in both halves of a variable that belongs to one unit: two files may each have a static one of this name.
std::string OwnName(llvm::StringRef name, llvm::StringRef unit) { return (kDevicePrefix + name + "." + unit).str(); }

// Clang gives a static variable of shared device code a name that is unique in the program.
std::pair<llvm::StringRef, bool> NameInSource(llvm::StringRef name) {
  const std::size_t end = name.find("__static__");
  return {name.take_front(end), end != llvm::StringRef::npos};
}

}  // namespace

void ShowManagedVariables(llvm::ArrayRef<ManagedVariable> variables, llvm::StringRef unit, bool relocatable) {
  for (const ManagedVariable& variable : variables) {
    const auto [name, is_static] = NameInSource(variable.name);
    const bool own = !relocatable || is_static || variable.global->hasLocalLinkage();
    // The plain name is free, because no host half defines a variable of that name, and host code of other files refers
    // to it.
    variable.global->setName(own ? OwnName(name, unit) : kDevicePrefix + name.str());
    variable.global->setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.global->setVisibility(llvm::GlobalValue::HiddenVisibility);
    if (own) continue;
    auto* alias = llvm::GlobalAlias::create(llvm::GlobalValue::ExternalLinkage, name, variable.global);
    alias->setVisibility(llvm::GlobalValue::HiddenVisibility);
  }
}

void UseManagedVariables(llvm::Module& module, llvm::StringRef unit, bool relocatable) {
  if (!module.getGlobalVariable("llvm.global.annotations")) return;
  for (llvm::GlobalVariable* shadow : TakeAnnotations(module).managed) {
    const bool own = !relocatable || shadow->hasLocalLinkage();
    const std::string name = own ? OwnName(shadow->getName(), unit) : kDevicePrefix + shadow->getName().str();
    auto* real = new llvm::GlobalVariable(module, shadow->getValueType(), false, llvm::GlobalValue::ExternalLinkage,
                                          nullptr, name);
    real->setAlignment(shadow->getAlign());
    real->setVisibility(llvm::GlobalValue::HiddenVisibility);
    real->setDSOLocal(true);
    shadow->replaceAllUsesWith(real);
    shadow->eraseFromParent();
  }
}

}  // namespace lockstep::pass
