#include "sim/compile/pass/device_names.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

namespace lockstep {
namespace {

bool IsRuntimeName(llvm::StringRef name) {
  return name.starts_with("__lockstep_") || name.starts_with("lockstep.") || name.starts_with("llvm.");
}

// What the front end calls for products and quotients of std::complex; the compiler's own library has them.
bool IsComplexArithmetic(llvm::StringRef name) {
  return (name.starts_with("__mul") || name.starts_with("__div")) && name.ends_with("c3");
}

// The C library's functions and the C++ ABI's own objects live in the process and serve both halves.
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

}  // namespace lockstep
