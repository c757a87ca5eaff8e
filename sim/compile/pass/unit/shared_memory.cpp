#include "sim/compile/pass/unit/shared_memory.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"
#include "sim/compile/pass/unit/thread_state.h"

namespace lockstep::pass {
namespace {

// A copy of `old` in address space 0, with its name, linkage and debug info. Users access it through a cast, which
// folds with the cast to a generic pointer that clang puts around every use.
llvm::GlobalVariable* MakePlain(llvm::Module& module, llvm::GlobalVariable* old) {
  auto* plain = new llvm::GlobalVariable(module, old->getValueType(), false, old->getLinkage(),
                                         old->hasInitializer() ? old->getInitializer() : nullptr, "", old,
                                         old->getThreadLocalMode(), 0);
  plain->takeName(old);
  plain->setAlignment(old->getAlign());
  plain->setComdat(old->getComdat());
  plain->setVisibility(old->getVisibility());
  plain->copyMetadata(old, 0);
  // The host may write it at any time, so the optimiser must not treat it as a constant, whatever its declaration.
  plain->setExternallyInitialized(false);
  old->replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(plain, old->getType()));
  old->eraseFromParent();
  return plain;
}

}  // namespace

bool IsSharedVariable(const llvm::GlobalVariable& variable) { return variable.getAddressSpace() == kSharedSpace; }
bool IsHostConstant(const llvm::GlobalVariable& variable) { return variable.getAddressSpace() == kConstantSpace; }

std::vector<DeviceVariable> MakeDeviceVariablesPlain(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> found;
  for (llvm::GlobalVariable& global : module.globals())
    if (global.getAddressSpace() == kDeviceSpace || global.getAddressSpace() == kConstantSpace)
      found.push_back(&global);
  std::vector<DeviceVariable> variables;
  for (llvm::GlobalVariable* old : found) {
    const bool constant = old->getAddressSpace() == kConstantSpace;
    llvm::GlobalVariable* plain = MakePlain(module, old);
    if (!plain->isDeclaration()) variables.push_back({plain, constant});
  }
  return variables;
}

SharedLayout LayOutSharedMemory(llvm::Module& module, std::uint64_t red_zone) {
  SharedLayout layout;
  const llvm::DataLayout& data = module.getDataLayout();
  std::vector<llvm::Constant*> globals;
  for (llvm::GlobalVariable& global : module.globals()) {
    if (!IsSharedVariable(global)) continue;
    SharedVariable variable{.global = &global};
    variable.size = data.getTypeAllocSize(global.getValueType());
    variable.dynamic = global.isDeclaration() && variable.size == 0;
    if (!variable.dynamic) {
      const std::uint64_t alignment = std::max<std::uint64_t>(16, global.getAlign().valueOrOne().value());
      layout.size = llvm::alignTo(layout.size, alignment);
      variable.offset = layout.size;
      layout.size += variable.size + red_zone;
    }
    layout.variables.push_back(variable);
    globals.push_back(&global);
  }
  if (globals.empty()) return layout;
  layout.size = llvm::alignTo(layout.size, 128);
  llvm::convertUsersOfConstantsToInstructions(globals);
  for (unsigned index = 0; index < layout.variables.size(); ++index)
    for (llvm::User* user : layout.variables[index].global->users()) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (!instruction) continue;
      auto& used = layout.used_by[instruction->getFunction()];
      if (!llvm::is_contained(used, index)) used.push_back(index);
    }
  return layout;
}

void LowerSharedUses(llvm::Function& function, const SharedLayout& layout, llvm::Value* shared,
                     llvm::Value* dynamic_shared, llvm::GlobalVariable* shared_base) {
  auto used = layout.used_by.find(&function);
  if (used == layout.used_by.end()) return;
  llvm::IRBuilder<> build(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (!shared) {
    llvm::Value* thread = LoadCurrentThread(build, *function.getParent());
    llvm::Value* arena = LoadThreadField(build, thread, kShared);
    shared = build.CreateInBoundsGEP(build.getInt8Ty(), arena, build.CreateLoad(build.getInt64Ty(), shared_base));
    dynamic_shared = LoadThreadField(build, thread, kDynamicShared);
  }
  for (unsigned index : used->second) {
    const SharedVariable& variable = layout.variables[index];
    llvm::Value* address = variable.dynamic
                               ? dynamic_shared
                               : build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), shared, variable.offset);
    llvm::Value* in_space = nullptr;
    for (llvm::Use& use : llvm::make_early_inc_range(variable.global->uses())) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!instruction || instruction->getFunction() != &function) continue;
      if (llvm::isa<llvm::AddrSpaceCastInst>(instruction) && instruction->getType() == address->getType()) {
        instruction->replaceAllUsesWith(address);
        instruction->eraseFromParent();
        continue;
      }
      if (!in_space) in_space = build.CreateAddrSpaceCast(address, variable.global->getType());
      use.set(in_space);
    }
  }
}

}  // namespace lockstep::pass
