#include "sim/compile/pass/hooks/memory_hooks.h"

#include <map>
#include <optional>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/hooks/access_bases.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/hooks/local_room.h"
#include "sim/compile/pass/hooks/object_bounds.h"
#include "sim/compile/pass/hooks/operands.h"
#include "sim/compile/pass/language/shuffles.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/compile/pass/unit/wait_sites.h"

namespace lockstep::pass {
namespace {

// Plain slots of library code become values, which operands.h follows; no hook is about them.
void PromoteNamelessSlots(llvm::Function& function, const DeclaredStorage& declared) {
  std::vector<llvm::AllocaInst*> slots;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        slot && !declared.contains(slot) && llvm::isAllocaPromotable(slot))
      slots.push_back(slot);
  llvm::DominatorTree dominators(function);
  if (!slots.empty()) llvm::PromoteMemToReg(slots, dominators);
}

// The arrays of the program whose address leaves the function.
void GiveRoom(llvm::Function& function, const DeclaredStorage& declared) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(function.getEntryBlock()))
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        local && local->getAllocatedType()->isArrayTy() && declared.contains(local) && Leaves(*local))
      AddRoom(*local);
}

class MemoryHooks : HookArguments {
 public:
  MemoryHooks(llvm::Function& function, const DeclaredStorage& declared, UnitTables& tables, const BlockOrders& orders,
              DeclaredTypes* types)
      : HookArguments(function, tables, orders),
        function_(function),
        module_(*function.getParent()),
        tables_(tables),
        orders_(orders),
        declared_(declared),
        bases_(function),
        operands_(function, declared) {
    if (types)
      bounds_.emplace(function, tables, orders, *types,
                      ObjectBounds::Hooks{"__lockstep_outside_local", "__lockstep_outside_range",
                                          "__lockstep_outside_member", true});
  }

  ReturnSites Insert() {
    std::vector<llvm::Instruction*> instructions;
    for (llvm::BasicBlock& block : function_)
      for (llvm::Instruction& instruction : block) instructions.push_back(&instruction);
    // Which reads need a hook is known only when every value has been followed.
    for (llvm::Instruction* instruction : instructions) Follow(*instruction);
    for (const auto& [instruction, ways] : values_) MakeSites(*instruction, ways.ways.size());
    for (const auto& [instruction, ways] : values_) Write(*instruction, ways);
    for (llvm::Instruction* instruction : instructions) Visit(*instruction);
    return std::move(returns_);
  }

 private:
  // --- what the values were computed from

  void Follow(llvm::Instruction& instruction) {
    if (!HasPlace(instruction)) return;
    std::optional<Ways> ways;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (IsHooked(*store)) ways = Of(*store->getValueOperand());
    } else if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      ways = Of(*atomic->getValOperand());
      if (atomic->getOperation() != llvm::AtomicRMWInst::Xchg) ways = Product({OldValue(*atomic), *ways});
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      ways = Product({OldValue(*exchange), Of(*exchange->getCompareOperand()), Of(*exchange->getNewValOperand())});
    } else if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&instruction)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
      if (!IsNameless(copy->getRawDest()) && length)
        ways = operands_.OfMemory(*copy, copy->getRawSource(), length->getZExtValue());
    } else if (auto* fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&instruction)) {
      if (!IsNameless(fill->getRawDest())) ways = Of(*fill->getValue());
    } else if (auto* leave = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
      ways = OfReturn(*leave);
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee && IsRecordedFunction(*callee)) ways = OfArguments(*call);
      if (callee && IsWarpExchange(*callee)) ways = Of(*call->getArgOperand(kExchangeOperand));
    }
    if (!ways) return;
    operands_.Settle(*ways, instruction);
    values_.emplace_back(&instruction, std::move(*ways));
  }

  Ways Of(llvm::Value& value) {
    Ways ways = operands_.OfValue(&value);
    ways.factors = {{&value, 1}};
    return ways;
  }

  // The old value of an atomic operation.
  Ways OldValue(llvm::Instruction& atomic) { return operands_.OfValue(&atomic); }

  std::optional<Ways> OfReturn(llvm::ReturnInst& leave) {
    if (llvm::Value* value = leave.getReturnValue()) return Of(*value);
    for (llvm::Argument& argument : function_.args())
      if (argument.hasStructRetAttr())
        return operands_.OfMemory(leave, &argument, SizeOf(argument.getParamStructRetType()));
    return Ways{.ways = {{}}};
  }

  // Of each argument, for the parameter whose storage the callee keeps it in.
  Ways OfArguments(llvm::CallBase& call) {
    llvm::Function& callee = *call.getCalledFunction();
    const auto [known, is_new] = declared_in_.try_emplace(&callee);
    if (is_new) known->second = FindDeclared(callee);
    const DeclaredStorage& declared = known->second;
    std::vector<Ways> parts;
    for (unsigned i = 0; i < std::min<unsigned>(call.arg_size(), callee.arg_size()); ++i) {
      const llvm::Argument& argument = *callee.getArg(i);
      llvm::Value& value = *call.getArgOperand(i);
      if (const auto whole = declared.find(&argument); whole != declared.end() && argument.hasByValAttr())
        AddPart(parts, operands_.OfMemory(call, &value, SizeOf(argument.getParamByValType())), *whole->second, 0);
      for (const llvm::User* user : argument.users()) {
        const auto* spill = llvm::dyn_cast<llvm::StoreInst>(user);
        if (!spill || spill->getValueOperand() != &argument) continue;
        llvm::APInt offset(64, 0);
        const llvm::Value* base =
            spill->getPointerOperand()->stripAndAccumulateConstantOffsets(module_.getDataLayout(), offset, true);
        if (const auto kept = declared.find(base); kept != declared.end() && kept->second->isParameter())
          AddPart(parts, Of(value), *kept->second, offset.getZExtValue());
      }
    }
    return Product(parts);
  }

  static void AddPart(std::vector<Ways>& parts, Ways ways, llvm::DILocalVariable& parameter, std::uint64_t begin) {
    for (Way& way : ways.ways) {
      if (way.empty()) way.push_back({.kind = trace::OperandKind::kConstant});
      for (ValueSource& source : way) {
        source.begin += begin;
        source.parameter = &parameter;
      }
    }
    parts.push_back(std::move(ways));
  }

  // The rows of each way, and the site that the hook is given.
  void Write(llvm::Instruction& instruction, const Ways& ways) {
    const std::uint32_t first = SitesOf(instruction).begin;
    for (std::size_t i = 0; i < ways.ways.size(); ++i) {
      const auto site = static_cast<std::uint32_t>(first + i);
      if (ways.ways[i].empty()) tables_.AddOperand(site, {.kind = trace::OperandKind::kConstant}, {});
      for (const ValueSource& source : ways.ways[i]) {
        const bool is_step = source.source && source.kind != trace::OperandKind::kVariable;
        tables_.AddOperand(site, source, is_step ? SitesOf(*source.source) : SiteRange{});
      }
    }
    chosen_[&instruction] = tables_.ChosenSite(&instruction, first, operands_.Choice(ways, instruction));
    if (llvm::isa<llvm::ReturnInst>(instruction)) returns_[&instruction] = chosen_[&instruction];
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || llvm::isa<llvm::AnyMemIntrinsic>(call)) return;
    if (IsWarpExchange(*call->getCalledFunction()))
      SetWaitSite(*call, *chosen_[&instruction]);
    else
      CallHook(&instruction, "__lockstep_call", {chosen_[&instruction]});
  }

  // --- the hooks

  void Visit(llvm::Instruction& instruction) {
    if (!HasPlace(instruction)) return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return VisitLoad(*load);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (IsHooked(*store))
        Access(instruction, store->isAtomic() ? "__lockstep_atomic" : "__lockstep_store", store->getPointerOperand(),
               store->getValueOperand()->getType(), true, store->getAlign());
      return;
    }
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return Access(instruction, "__lockstep_atomic", atomic->getPointerOperand(), atomic->getValOperand()->getType(),
                    true, atomic->getAlign());
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return Access(instruction, "__lockstep_atomic", exchange->getPointerOperand(),
                    exchange->getCompareOperand()->getType(), true, exchange->getAlign());
    if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&instruction)) return VisitCopy(*copy);
    if (auto* fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&instruction)) VisitFill(*fill);
  }

  const llvm::Value* Base(const llvm::Value* address) const { return llvm::getUnderlyingObject(address, 0); }
  bool IsLocal(const llvm::Value* address) const { return llvm::isa<llvm::AllocaInst>(Base(address)); }
  // A compiler-generated slot that is no variable of the source, or the storage of arguments.
  bool IsNameless(const llvm::Value* address) const {
    const llvm::Value* base = Base(address);
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(base)) return IsParameterStorage(*argument);
    return llvm::isa<llvm::AllocaInst>(base) && !declared_.contains(base);
  }
  bool IsHooked(const llvm::StoreInst& store) const {
    if (IsNameless(store.getPointerOperand())) return false;
    const bool spills = llvm::isa<llvm::Argument, llvm::PoisonValue>(store.getValueOperand());
    return !spills || !IsLocal(store.getPointerOperand());
  }

  void VisitLoad(llvm::LoadInst& load) {
    if (IsNameless(load.getPointerOperand())) return;
    if (load.getPointerOperand()->getName().starts_with("__lockstep")) return;
    if (IsLocal(load.getPointerOperand()) && !operands_.reads().contains(&load))
      return NoteBounds(load, load.getPointerOperand(), load.getType(), false);
    Access(load, load.isAtomic() ? "__lockstep_atomic" : "__lockstep_load", load.getPointerOperand(), load.getType(),
           false, load.getAlign());
  }

  void NoteBounds(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, bool writes) {
    if (!bounds_) return;
    bounds_->NoteLocal(at, address, type, writes);
    bounds_->NoteParts(at, address, type, writes);
  }

  // An access that the hooks report may be misaligned, and be carried out.
  void VisitCopy(llvm::AnyMemTransferInst& copy) {
    const bool reads = !IsLocal(copy.getRawSource()) && !IsNameless(copy.getRawSource());
    const bool writes = !IsNameless(copy.getRawDest());
    if (bounds_ && !IsNameless(copy.getRawSource())) bounds_->CheckRange(copy, copy.getRawSource(), false);
    if (bounds_ && writes) bounds_->CheckRange(copy, copy.getRawDest(), true);
    const auto [to, from] = bases_.Of(copy);
    if (reads && writes)
      CallHook(&copy, "__lockstep_copy",
               {OwnSiteOf(copy), copy.getRawDest(), copy.getRawSource(), HowOf(copy), to, from});
    else if (reads)
      CallHook(&copy, "__lockstep_load",
               {OwnSiteOf(copy), copy.getRawSource(), HowOfSide(copy, copy.getSourceAlign()), from});
    else if (writes)
      CallHook(&copy, "__lockstep_store",
               {OwnSiteOf(copy), copy.getRawDest(), HowOfSide(copy, copy.getDestAlign()), to});
    if (writes) copy.setDestAlignment(llvm::Align(1));
    if (reads) copy.setSourceAlignment(llvm::Align(1));
  }

  llvm::Value* HowOfSide(llvm::AnyMemTransferInst& copy, llvm::MaybeAlign alignment) const {
    return llvm::IRBuilder<>(&copy).CreateOr(LengthOf(copy), Wide(Promised(alignment.valueOrOne())));
  }

  void VisitFill(llvm::AnyMemSetInst& fill) {
    if (IsNameless(fill.getRawDest())) return;
    if (bounds_) bounds_->CheckRange(fill, fill.getRawDest(), true);
    CallHook(&fill, "__lockstep_fill", {OwnSiteOf(fill), fill.getRawDest(), LengthOf(fill), bases_.Of(fill).to});
  }

  void Access(llvm::Instruction& at, llvm::StringRef hook, llvm::Value* address, llvm::Type* type, bool writes,
              llvm::Align alignment) {
    NoteBounds(at, address, type, writes);
    const std::uint64_t promised = IsOwn(address) ? 0 : Promised(alignment);
    CallHook(&at, hook, {OwnSiteOf(at), address, Wide(SizeOf(type) | promised), bases_.Of(at).to});
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&at); load && !load->isAtomic()) load->setAlignment(llvm::Align(1));
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&at); store && !store->isAtomic())
      store->setAlignment(llvm::Align(1));
  }

  llvm::Value* OwnSiteOf(llvm::Instruction& instruction) {
    if (llvm::Value* chosen = chosen_.lookup(&instruction)) return chosen;
    return tables_.SiteRow(SitesOf(instruction).begin);
  }

  void MakeSites(llvm::Instruction& instruction, std::size_t count) {
    const auto number = static_cast<std::uint32_t>(count);
    sites_[&instruction] = {tables_.OwnSites(PlaceInProgram(instruction.getDebugLoc().get()),
                                             orders_.lookup(instruction.getParent()), number),
                            number};
  }

  // No other instruction has them, so that a step says which of a line's accesses it is.
  SiteRange SitesOf(llvm::Instruction& instruction) {
    if (!sites_.contains(&instruction)) MakeSites(instruction, 1);
    return sites_.lookup(&instruction);
  }

  llvm::Function& function_;
  llvm::Module& module_;
  UnitTables& tables_;
  const BlockOrders& orders_;
  const DeclaredStorage& declared_;
  std::map<const llvm::Function*, DeclaredStorage> declared_in_;  // what it calls
  const AccessBases bases_;
  Operands operands_;
  std::optional<ObjectBounds> bounds_;
  std::vector<std::pair<llvm::Instruction*, Ways>> values_;
  llvm::DenseMap<const llvm::Instruction*, SiteRange> sites_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Value*> chosen_;
  ReturnSites returns_;
};

}  // namespace

ReturnSites InsertMemoryHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders,
                              DeclaredTypes* types) {
  if (types) GiveRoom(function, FindDeclared(function));
  const DeclaredStorage declared = FindDeclared(function);
  PromoteNamelessSlots(function, declared);
  return MemoryHooks(function, declared, tables, orders, types).Insert();
}

}  // namespace lockstep::pass
