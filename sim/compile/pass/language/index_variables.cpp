#include "sim/compile/pass/language/index_variables.h"

#include <array>

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

namespace lockstep::pass {
namespace {

constexpr unsigned kDimensions = 3;

struct IndexVariable {
  const char* name;
  std::array<const char*, kDimensions> functions;
};
constexpr IndexVariable kVariables[] = {
    {"threadIdx", {"__lockstep_thread_x", "__lockstep_thread_y", "__lockstep_thread_z"}},
    {"blockIdx", {"__lockstep_block_x", "__lockstep_block_y", "__lockstep_block_z"}},
    {"blockDim", {"__lockstep_block_dim_x", "__lockstep_block_dim_y", "__lockstep_block_dim_z"}},
    {"gridDim", {"__lockstep_grid_dim_x", "__lockstep_grid_dim_y", "__lockstep_grid_dim_z"}},
};

llvm::Value* Coordinate(llvm::IRBuilderBase& build, llvm::Module& module, const IndexVariable& variable,
                        unsigned dimension) {
  llvm::FunctionCallee function = module.getOrInsertFunction(variable.functions[dimension], build.getInt32Ty());
  auto* declared = llvm::cast<llvm::Function>(function.getCallee());
  declared->setDoesNotThrow();
  declared->setDoesNotAccessMemory();
  declared->setWillReturn();
  return build.CreateCall(function);
}

// The coordinate that `load` reads directly from `variable`, or kDimensions.
unsigned CoordinateOf(const llvm::LoadInst& load, const llvm::GlobalVariable& variable) {
  if (!load.getType()->isIntegerTy(32)) return kDimensions;
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(variable.getType()), 0);
  const llvm::Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  if (base != &variable || offset.getZExtValue() % 4 != 0 || offset.uge(4 * kDimensions)) return kDimensions;
  return static_cast<unsigned>(offset.getZExtValue() / 4);
}

void ReplaceLoads(llvm::Module& module, llvm::GlobalVariable& global, const IndexVariable& variable) {
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (!load) continue;
        const unsigned dimension = CoordinateOf(*load, global);
        if (dimension == kDimensions) continue;
        llvm::IRBuilder<> build(load);
        load->replaceAllUsesWith(Coordinate(build, module, variable, dimension));
        load->eraseFromParent();
      }
}

// A copy on the stack of `function`, filled at its start.
llvm::Value* MakeCopy(llvm::Function& function, llvm::Type* type, const IndexVariable& variable) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> build(&entry, entry.begin());
  llvm::AllocaInst* copy = build.CreateAlloca(type);
  build.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  for (unsigned i = 0; i < kDimensions; ++i) {
    llvm::Value* place = build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), copy, std::uint64_t{4} * i);
    build.CreateStore(Coordinate(build, *function.getParent(), variable, i), place);
  }
  return copy;
}

}  // namespace

void ReadIndexVariables(llvm::Module& module) {
  for (const IndexVariable& variable : kVariables) {
    llvm::GlobalVariable* global = module.getGlobalVariable(variable.name);
    if (!global || !global->isDeclaration()) continue;
    ReplaceLoads(module, *global, variable);
    global->removeDeadConstantUsers();
    llvm::convertUsersOfConstantsToInstructions({global});
    llvm::MapVector<llvm::Function*, llvm::Value*> copies;
    for (llvm::Use& use : llvm::make_early_inc_range(global->uses())) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!user) continue;  // a constant, which is not executed
      llvm::Value*& copy = copies[user->getFunction()];
      if (!copy) copy = MakeCopy(*user->getFunction(), global->getValueType(), variable);
      use.set(copy);
    }
    if (global->use_empty()) global->eraseFromParent();
  }
}

}  // namespace lockstep::pass
