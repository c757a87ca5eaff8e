#include "sim/compile/pass/warp/canonical.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {
namespace {

// Calls that are inlined at most, and the size that a copy may grow to.
constexpr unsigned kMostInlined = 500, kMostInstructions = 20'000;

llvm::Function* Copy(const KernelBody& body) {
  llvm::Function& from = *body.function;
  llvm::LLVMContext& context = from.getContext();
  llvm::SmallVector<llvm::Type*> types(from.getFunctionType()->params());
  llvm::Type *number = llvm::Type::getInt32Ty(context), *pointer = llvm::PointerType::get(context, 0);
  types.append({number, number, number, number, pointer, pointer, pointer, pointer, number});
  auto* to = llvm::Function::Create(llvm::FunctionType::get(from.getReturnType(), types, false),
                                    llvm::GlobalValue::InternalLinkage, body.name + ".warp", from.getParent());
  llvm::ValueToValueMapTy map;
  for (llvm::Argument& argument : from.args()) map[&argument] = to->getArg(argument.getArgNo());
  llvm::SmallVector<llvm::ReturnInst*> returns;
  llvm::CloneFunctionInto(to, &from, map, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
  to->removeFnAttr(llvm::Attribute::OptimizeNone);
  to->removeFnAttr(llvm::Attribute::NoInline);
  return to;
}

// The hardware's bounds of a block's size and indices.
void GiveRanges(const WarpBody& body) {
  llvm::LLVMContext& context = body.function->getContext();
  auto give = [&](unsigned field, unsigned end) {
    const llvm::ConstantRange range(llvm::APInt(32, 0), llvm::APInt(32, end));
    body.State(field)->addAttr(llvm::Attribute::get(context, llvm::Attribute::Range, range));
  };
  for (unsigned field : {kThreadX, kThreadY, kThreadZ, kLinear}) give(field, 1024);
  for (unsigned field : {kBlockDimX, kBlockDimY, kBlockDimZ}) give(field, 1025);
}

bool IsSiteStore(const llvm::Instruction& instruction) {
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (!store) return false;
  auto* thread = llvm::dyn_cast<llvm::LoadInst>(store->getPointerOperand()->stripInBoundsConstantOffsets());
  auto* current = thread ? llvm::dyn_cast<llvm::IntrinsicInst>(thread->getPointerOperand()) : nullptr;
  return current && current->getIntrinsicID() == llvm::Intrinsic::threadlocal_address;
}

// A warp has no current thread, and a report names a place only for calls that are made for one thread.
void DropSites(llvm::Function& function) {
  llvm::SmallVector<llvm::WeakTrackingVH> unused;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!IsSiteStore(instruction)) continue;
    if (OperationOf(*instruction.getNextNode()) == Operation::kOfThread) {
      llvm::IRBuilder<> build(&instruction);
      build
          .CreateCall(
              function.getParent()->getOrInsertFunction("__lockstep_lanes_at", build.getVoidTy(), build.getPtrTy()),
              llvm::cast<llvm::StoreInst>(instruction).getValueOperand())
          ->setDoesNotThrow();
    }
    unused.push_back(llvm::getLoadStorePointerOperand(&instruction));
    instruction.eraseFromParent();
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

// Lanes that are in one place at one time have come by one path (call_paths.h).
void DropPaths(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->getCalledFunction())
      if (call->getCalledFunction()->getName().starts_with("__lockstep_path")) calls.push_back(call);
  for (llvm::CallBase* call : calls) {
    call->replaceAllUsesWith(llvm::PoisonValue::get(call->getType()));
    call->eraseFromParent();
  }
}

void DropVariables(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    instruction.dropDbgRecords();
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) instruction.eraseFromParent();
  }
}

std::string NameOfSwap(const llvm::Type& type) {
  return std::string(kSwap) + (type.isPointerTy() ? ".ptr" : ".i" + std::to_string(type.getIntegerBitWidth()));
}

void CallSwaps(llvm::Function& function) {
  llvm::SmallVector<llvm::AtomicCmpXchgInst*> swaps;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) swaps.push_back(swap);
  for (llvm::AtomicCmpXchgInst* swap : swaps) {
    if (!llvm::all_of(swap->users(), [](const llvm::User* user) { return llvm::isa<llvm::ExtractValueInst>(user); }))
      continue;
    llvm::IRBuilder<> build(swap);
    llvm::Type* type = swap->getCompareOperand()->getType();
    llvm::CallInst* call = build.CreateCall(
        function.getParent()->getOrInsertFunction(NameOfSwap(*type), type, build.getPtrTy(), type, type),
        {swap->getPointerOperand(), swap->getCompareOperand(), swap->getNewValOperand()});
    call->setDoesNotThrow();
    llvm::Value* succeeds = build.CreateICmpEQ(call, swap->getCompareOperand());
    for (llvm::User* user : llvm::make_early_inc_range(swap->users())) {
      auto* part = llvm::cast<llvm::ExtractValueInst>(user);
      part->replaceAllUsesWith(part->getIndices()[0] == 0 ? call : succeeds);
      part->eraseFromParent();
    }
    swap->eraseFromParent();
  }
}

llvm::CallBase* NextToInline(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::CallBase*>& refused) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || refused.contains(call) || call->isInlineAsm()) continue;
    llvm::Function* callee = call->getCalledFunction();
    if (callee && !callee->isDeclaration() && !callee->isInterposable()) return call;
  }
  return nullptr;
}

void InlineAll(llvm::Function& function) {
  llvm::SmallPtrSet<llvm::CallBase*, 8> refused;
  for (unsigned done = 0; done < kMostInlined && function.getInstructionCount() < kMostInstructions; ++done) {
    llvm::CallBase* call = NextToInline(function, refused);
    if (!call) return;
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info).isSuccess()) refused.insert(call);
  }
}

llvm::ScalarizerPass Scalarize() {
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  return llvm::ScalarizerPass(options);
}

template <class Pass>
auto OverLoops(Pass pass, bool memory) {
  llvm::LoopPassManager loops;
  loops.addPass(std::move(pass));
  return llvm::createFunctionToLoopPassAdaptor(std::move(loops), memory, false);
}

void Simplify(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(Scalarize());
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(OverLoops(llvm::LoopRotatePass(false, false), false));
  passes.addPass(OverLoops(llvm::LICMPass(llvm::LICMOptions()), true));
  passes.addPass(OverLoops(llvm::LoopFullUnrollPass(), false));
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::CorrelatedValuePropagationPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(Scalarize());
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::LowerSwitchPass());
  passes.addPass(llvm::FixIrreduciblePass());
  passes.addPass(llvm::LoopSimplifyPass());
  passes.run(function, analyses);
}

}  // namespace

WarpBody MakeCanonicalCopy(const KernelBody& body, llvm::FunctionAnalysisManager& analyses, bool keep_lines) {
  const WarpBody copy{.function = Copy(body), .parameters = static_cast<unsigned>(body.parameters.size())};
  // The results of a function that is gone may be kept for its address.
  analyses.clear(*copy.function, copy.function->getName());
  GiveRanges(copy);
  InlineAll(*copy.function);
  if (keep_lines)
    DropVariables(*copy.function);
  else
    llvm::stripDebugInfo(*copy.function);
  DropSites(*copy.function);
  DropPaths(*copy.function);
  CallSwaps(*copy.function);
  Simplify(*copy.function, analyses);
  analyses.clear(*copy.function, copy.function->getName());
  return copy;
}

void CloseLoops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  analyses.clear(function, function.getName());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::LowerSwitchPass());
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::LCSSAPass());
  passes.run(function, analyses);
  analyses.clear(function, function.getName());
}

}  // namespace lockstep::pass::warp
