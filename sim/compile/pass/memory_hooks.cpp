#include "sim/compile/pass/memory_hooks.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/library_code.h"

namespace lockstep {
namespace {

using NamedLocals = llvm::SmallPtrSet<const llvm::Value*, 16>;

// The slots that hold a variable of the source.
NamedLocals FindNamedLocals(llvm::Function& function) {
  NamedLocals named;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        if (record.isDbgDeclare() && record.getVariableLocationOp(0) && !IsLibraryFile(record.getVariable()->getFile()))
          named.insert(record.getVariableLocationOp(0));
  return named;
}

class HookInserter {
 public:
  HookInserter(llvm::Function& function, UnitTables& tables, const BlockOrders& orders)
      : module_(*function.getParent()), tables_(tables), orders_(orders), named_(FindNamedLocals(function)) {}

  void Visit(llvm::Instruction& instruction) {
    // No place in the source: the compiler's own doing.
    if (!instruction.getDebugLoc() || instruction.getDebugLoc().getLine() == 0) return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return VisitLoad(*load);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return VisitStore(*store);
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return Access(instruction, "__lockstep_atomic", atomic->getPointerOperand(), atomic->getValOperand()->getType());
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return Access(instruction, "__lockstep_atomic", exchange->getPointerOperand(),
                    exchange->getCompareOperand()->getType());
    if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&instruction)) return VisitCopy(*copy);
    if (auto* fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&instruction)) VisitFill(*fill);
  }

 private:
  const llvm::Value* Base(const llvm::Value* address) const { return llvm::getUnderlyingObject(address, 0); }
  bool IsLocal(const llvm::Value* address) const { return llvm::isa<llvm::AllocaInst>(Base(address)); }
  // A compiler's slot that is no variable of the source, or the storage of arguments.
  bool IsNameless(const llvm::Value* address) const {
    const llvm::Value* base = Base(address);
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(base)) return IsParameterStorage(*argument);
    return llvm::isa<llvm::AllocaInst>(base) && !named_.contains(base);
  }
  void VisitLoad(llvm::LoadInst& load) {
    if (IsLocal(load.getPointerOperand()) || IsNameless(load.getPointerOperand())) return;
    if (load.getPointerOperand()->getName().starts_with("__lockstep")) return;
    Access(load, load.isAtomic() ? "__lockstep_atomic" : "__lockstep_load", load.getPointerOperand(), load.getType());
  }

  void VisitStore(llvm::StoreInst& store) {
    const llvm::Value* address = store.getPointerOperand();
    if (IsNameless(address)) return;
    if (IsLocal(address)) {
      const bool spill = llvm::isa<llvm::Argument, llvm::PoisonValue>(store.getValueOperand());
      if (spill) return;
    }
    Access(store, store.isAtomic() ? "__lockstep_atomic" : "__lockstep_store", store.getPointerOperand(),
           store.getValueOperand()->getType());
  }

  void VisitCopy(llvm::AnyMemTransferInst& copy) {
    const bool reads = !IsLocal(copy.getRawSource()) && !IsNameless(copy.getRawSource());
    const bool writes = !IsNameless(copy.getRawDest());
    llvm::IRBuilder<> build(&copy);
    llvm::Value* size = build.CreateZExtOrTrunc(copy.getLength(), build.getInt64Ty());
    if (reads && writes)
      Call(copy, "__lockstep_copy", {SiteOf(copy), copy.getRawDest(), copy.getRawSource(), size});
    else if (reads)
      Call(copy, "__lockstep_load", {SiteOf(copy), copy.getRawSource(), size});
    else if (writes)
      Call(copy, "__lockstep_store", {SiteOf(copy), copy.getRawDest(), size});
  }

  void VisitFill(llvm::AnyMemSetInst& fill) {
    if (IsNameless(fill.getRawDest())) return;
    llvm::IRBuilder<> build(&fill);
    Call(fill, "__lockstep_fill",
         {SiteOf(fill), fill.getRawDest(), build.CreateZExtOrTrunc(fill.getLength(), build.getInt64Ty())});
  }

  void Access(llvm::Instruction& instruction, llvm::StringRef hook, llvm::Value* address, llvm::Type* type) {
    const std::uint64_t size = module_.getDataLayout().getTypeStoreSize(type);
    Call(instruction, hook,
         {SiteOf(instruction), address, llvm::ConstantInt::get(llvm::Type::getInt64Ty(module_.getContext()), size)});
  }

  llvm::Value* SiteOf(llvm::Instruction& instruction) {
    return tables_.Site(PlaceInProgram(instruction.getDebugLoc().get()), orders_.lookup(instruction.getParent()));
  }

  void Call(llvm::Instruction& before, llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::IRBuilder<> build(&before);
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(build.getVoidTy(), types, false);
    build.CreateCall(module_.getOrInsertFunction(hook, type), arguments);
  }

  llvm::Module& module_;
  UnitTables& tables_;
  const BlockOrders& orders_;
  NamedLocals named_;
};

}  // namespace

BlockOrders OrderBlocks(llvm::Function& function) {
  BlockOrders orders;
  std::uint32_t next = 0;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) orders[block] = next++;
  return orders;
}

void InsertMemoryHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders) {
  HookInserter inserter(function, tables, orders);
  std::vector<llvm::Instruction*> instructions;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block) instructions.push_back(&instruction);
  for (llvm::Instruction* instruction : instructions) inserter.Visit(*instruction);
}

}  // namespace lockstep
