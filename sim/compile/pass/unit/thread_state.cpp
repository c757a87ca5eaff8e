#include "sim/compile/pass/unit/thread_state.h"

#include <cstddef>

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/hooks/state.h"

namespace lockstep::pass {
namespace {

struct FieldName {
  const char* function;
  unsigned offset;  // in LockstepThread for a thread's fields, else in LockstepBlock
  bool of_thread;
};

constexpr std::array<FieldName, kStateFields> kFields = {{
    {"__lockstep_thread_x", offsetof(LockstepThread, index), true},
    {"__lockstep_thread_y", offsetof(LockstepThread, index) + 4, true},
    {"__lockstep_thread_z", offsetof(LockstepThread, index) + 8, true},
    {"__lockstep_block_x", offsetof(LockstepBlock, index), false},
    {"__lockstep_block_y", offsetof(LockstepBlock, index) + 4, false},
    {"__lockstep_block_z", offsetof(LockstepBlock, index) + 8, false},
    {"__lockstep_block_dim_x", offsetof(LockstepBlock, block_dim), false},
    {"__lockstep_block_dim_y", offsetof(LockstepBlock, block_dim) + 4, false},
    {"__lockstep_block_dim_z", offsetof(LockstepBlock, block_dim) + 8, false},
    {"__lockstep_grid_dim_x", offsetof(LockstepBlock, grid_dim), false},
    {"__lockstep_grid_dim_y", offsetof(LockstepBlock, grid_dim) + 4, false},
    {"__lockstep_grid_dim_z", offsetof(LockstepBlock, grid_dim) + 8, false},
    {"__lockstep_linear", offsetof(LockstepThread, linear), true},
    {"__lockstep_dynamic_size", offsetof(LockstepBlock, dynamic_size), false},
    {"", offsetof(LockstepBlock, shared), false},
    {"__lockstep_dynamic_shared", offsetof(LockstepBlock, dynamic_shared), false},
}};

llvm::Value* LoadField(llvm::IRBuilderBase& build, llvm::Value* base, unsigned offset, llvm::Type* type) {
  llvm::Value* address = build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, offset);
  return build.CreateLoad(type, address);
}

}  // namespace

llvm::Type* StateType(llvm::LLVMContext& context, unsigned field) {
  if (field == kShared || field == kDynamicShared) return llvm::PointerType::get(context, 0);
  return llvm::Type::getInt32Ty(context);
}

unsigned StateFieldOf(const llvm::Function& function) {
  if (!function.getName().starts_with("__lockstep_")) return kStateFields;
  for (unsigned field = 0; field < kStateFields; ++field)
    if (function.getName() == kFields[field].function) return field;
  return kStateFields;
}

llvm::Value* LoadBlockField(llvm::IRBuilderBase& build, llvm::Value* block, unsigned field) {
  return LoadField(build, block, kFields[field].offset, StateType(build.getContext(), field));
}

std::array<llvm::Value*, 3> LoadEnds(llvm::IRBuilderBase& build, llvm::Value* block) {
  std::array<llvm::Value*, 3> ends;
  for (unsigned dimension = 0; dimension < ends.size(); ++dimension)
    ends[dimension] = LoadField(build, block, offsetof(LockstepBlock, end) + dimension * sizeof(LockstepBlock::end[0]),
                                build.getInt32Ty());
  return ends;
}

llvm::Value* LoadThreadField(llvm::IRBuilderBase& build, llvm::Value* thread, unsigned field) {
  if (kFields[field].of_thread)
    return LoadField(build, thread, kFields[field].offset, StateType(build.getContext(), field));
  llvm::Value* block = LoadField(build, thread, offsetof(LockstepThread, block), build.getPtrTy());
  return LoadBlockField(build, block, field);
}

llvm::Value* LoadCurrentThread(llvm::IRBuilderBase& build, llvm::Module& module) {
  llvm::GlobalVariable* current = module.getGlobalVariable("__lockstep_current");
  if (!current)
    current = new llvm::GlobalVariable(module, build.getPtrTy(), false, llvm::GlobalValue::ExternalLinkage, nullptr,
                                       "__lockstep_current", nullptr, llvm::GlobalValue::InitialExecTLSModel);
  return build.CreateLoad(build.getPtrTy(), build.CreateThreadLocalAddress(current));
}

void StoreSite(llvm::IRBuilderBase& build, llvm::Module& module, llvm::Value* site) {
  llvm::Value* thread = LoadCurrentThread(build, module);
  build.CreateStore(site, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), thread, offsetof(LockstepThread, site)));
}

namespace {
llvm::Value* ReturnedOrigin(llvm::IRBuilderBase& build, llvm::Module& module) {
  return build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), LoadCurrentThread(build, module),
                                          offsetof(LockstepThread, returned_origin));
}
}  // namespace

void StoreReturnedOrigin(llvm::IRBuilderBase& build, llvm::Module& module, llvm::Value* origin) {
  build.CreateStore(origin, ReturnedOrigin(build, module));
}

llvm::Value* LoadReturnedOrigin(llvm::IRBuilderBase& build, llvm::Module& module) {
  return build.CreateLoad(build.getInt32Ty(), ReturnedOrigin(build, module));
}

void LowerIndexCalls(llvm::Function& function, llvm::ArrayRef<llvm::Value*> state) {
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || !call->getCalledFunction()) continue;
      const unsigned field = StateFieldOf(*call->getCalledFunction());
      if (field == kStateFields) continue;
      llvm::IRBuilder<> build(call);
      llvm::Value* value =
          state.empty() ? LoadThreadField(build, LoadCurrentThread(build, *function.getParent()), field) : state[field];
      call->replaceAllUsesWith(value);
      if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(call)) build.CreateBr(invoke->getNormalDest());
      call->eraseFromParent();
    }
}

}  // namespace lockstep::pass
