#include "sim/compile/pass/unit/device_names.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

namespace lockstep::pass {
namespace {

bool IsRuntimeName(llvm::StringRef name) {
  return name.starts_with("__lockstep_") || name.starts_with("lockstep.") || name.starts_with("llvm.");
}

// The functions that the front end calls for products and quotients of std::complex; the compiler's library has them.
bool IsComplexArithmetic(llvm::StringRef name) {
  return (name.starts_with("__mul") || name.starts_with("__div")) && name.ends_with("c3");
}

// Functions of the C library and objects of the C++ ABI exist once in the process and serve both halves.
bool IsLibraryName(llvm::StringRef name, const llvm::TargetLibraryInfoImpl& library) {
  llvm::LibFunc function;
  return library.getLibFunc(name, function) || name.starts_with("__cxa_") || name.starts_with("_ZTVN10__cxxabiv1") ||
         name.starts_with("_ZTI") || name.starts_with("__atomic_") || IsComplexArithmetic(name) ||
         name == "__gxx_personality_v0";
}

void Separate(llvm::GlobalObject& symbol, bool relocatable, const llvm::TargetLibraryInfoImpl& library) {
  if (symbol.hasLocalLinkage() || IsRuntimeName(symbol.getName())) return;
  if (symbol.isDeclaration()) {
    if (!IsLibraryName(symbol.getName(), library)) symbol.setName(kDevicePrefix + symbol.getName());
    return;
  }
  if (relocatable) {
    const std::string name = kDevicePrefix + symbol.getName().str();
    if (llvm::Comdat* comdat = symbol.getComdat()) {
      llvm::Comdat* renamed = symbol.getParent()->getOrInsertComdat(kDevicePrefix + comdat->getName().str());
      renamed->setSelectionKind(comdat->getSelectionKind());
      symbol.setComdat(renamed);
    }
    symbol.setName(name);
    symbol.setVisibility(llvm::GlobalValue::HiddenVisibility);
    return;
  }
  symbol.setComdat(nullptr);
  symbol.setVisibility(llvm::GlobalValue::DefaultVisibility);
  if (!symbol.hasAppendingLinkage()) symbol.setLinkage(llvm::GlobalValue::InternalLinkage);
}

}  // namespace

void SeparateDeviceNames(llvm::Module& module, bool relocatable) {
  const llvm::TargetLibraryInfoImpl library{llvm::Triple(module.getTargetTriple())};
  std::vector<llvm::GlobalObject*> symbols;
  for (llvm::GlobalObject& symbol : module.global_objects()) symbols.push_back(&symbol);
  for (llvm::GlobalObject* symbol : symbols) Separate(*symbol, relocatable, library);
}

}  // namespace lockstep::pass
