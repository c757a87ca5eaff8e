#include "sim/compile/pass/hooks/access_bases.h"

#include <vector>

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/compile/pass/unit/kernel_entry.h"

namespace lockstep::pass {
namespace {

// A call of this keeps an address of the copy. Nobody defines it.
constexpr char kKept[] = "lockstep.kept.address";

struct Addresses {
  llvm::Value *to = nullptr, *from = nullptr;
};

Addresses AddressesOf(llvm::Instruction& instruction) {
  if (llvm::Value* one = llvm::getLoadStorePointerOperand(&instruction)) return {.to = one, .from = one};
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return {.to = atomic->getPointerOperand(), .from = atomic->getPointerOperand()};
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return {.to = exchange->getPointerOperand(), .from = exchange->getPointerOperand()};
  if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&instruction))
    return {.to = copy->getRawDest(), .from = copy->getRawSource()};
  if (auto* fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&instruction))
    return {.to = fill->getRawDest(), .from = fill->getRawDest()};
  return {};
}

void MoveLocalsIntoRegisters(llvm::Function& function) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(function, analyses);
}

bool IsOfStorage(const llvm::LoadInst& load) {
  auto* argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand(), 0));
  return argument && IsParameterStorage(*argument);
}

}  // namespace

AccessBases::AccessBases(llvm::Function& function)
    : function_(function), pointer_(llvm::PointerType::get(function.getContext(), 0)) {
  std::vector<llvm::Instruction*> accesses;
  std::vector<llvm::LoadInst*> of_storage;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load && IsOfStorage(*load)) of_storage.push_back(load);
    const Addresses addresses = AddressesOf(instruction);
    if (addresses.to && HasPlace(instruction) && !(IsOwn(addresses.to) && IsOwn(addresses.from)))
      accesses.push_back(&instruction);
  }
  if (accesses.empty()) return;

  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(&function, map);
  std::vector<std::pair<llvm::CallInst*, llvm::CallInst*>> kept;
  for (llvm::Instruction* access : accesses) {
    auto* at = llvm::cast<llvm::Instruction>(map.lookup(access));
    const Addresses addresses = AddressesOf(*at);
    // The address of a local would keep it out of registers.
    const auto keep = [&](llvm::Value* address) {
      return IsOwn(address) ? nullptr : CallHook(at, kKept, {Plain(at, address)});
    };
    llvm::CallInst* to = keep(addresses.to);
    kept.emplace_back(to, addresses.from == addresses.to ? to : keep(addresses.from));
  }
  std::vector<std::pair<llvm::WeakVH, llvm::LoadInst*>> copies;
  for (llvm::LoadInst* load : of_storage) copies.emplace_back(map.lookup(load), load);
  MoveLocalsIntoRegisters(*copy);

  llvm::DenseMap<const llvm::Value*, llvm::LoadInst*> loads;
  for (const auto& [still, load] : copies)
    if (still) loads[still] = load;
  const auto base = [&](llvm::CallInst* address) -> llvm::Value* {
    return address ? InFunction(BaseOf(address, address->getArgOperand(0)), loads) : nullptr;
  };
  for (std::size_t i = 0; i < accesses.size(); ++i)
    bases_[accesses[i]] = {.to = base(kept[i].first), .from = base(kept[i].second)};
  copy->eraseFromParent();
  function.getParent()->getFunction(kKept)->eraseFromParent();
}

AccessBases::Bases AccessBases::Of(const llvm::Instruction& access) const {
  const Bases found = bases_.lookup(&access);
  llvm::Value* none = llvm::ConstantPointerNull::get(pointer_);
  return {.to = found.to ? found.to : none, .from = found.from ? found.from : none};
}

// The value of the function that stands for a base in its copy; null if nothing is.
llvm::Value* AccessBases::InFunction(llvm::Value* base,
                                     const llvm::DenseMap<const llvm::Value*, llvm::LoadInst*>& loads) {
  if (llvm::isa<llvm::Constant>(base)) return base;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(base);
  if (!load) return nullptr;
  if (llvm::LoadInst* same = loads.lookup(load)) return same;
  llvm::APInt offset(64, 0);
  auto* storage = llvm::dyn_cast<llvm::Argument>(load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      function_.getParent()->getDataLayout(), offset, true));
  // Storage that the function may write need not hold any more what the copy has read of it.
  if (!storage || !storage->onlyReadsMemory() || storage->hasByValAttr()) return nullptr;
  return Parameter(*function_.getArg(storage->getArgNo()), offset.getZExtValue());
}

llvm::Value* AccessBases::Parameter(llvm::Argument& storage, std::uint64_t offset) {
  llvm::Value*& known = parameters_[{storage.getArgNo(), offset}];
  if (!known) {
    llvm::IRBuilder<> build(&*function_.getEntryBlock().getFirstInsertionPt());
    build.SetCurrentDebugLocation({});
    llvm::Value* place = build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), &storage, offset);
    known = build.CreateLoad(pointer_, place);
  }
  return known;
}

}  // namespace lockstep::pass
