#include "sim/compile/pass/language/inline_asm.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "sim/compile/pass/facts/debug_types.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/facts/source_text.h"
#include "sim/compile/pass/language/ptx/lowering.h"
#include "sim/compile/pass/language/ptx/place.h"

namespace lockstep::pass {
namespace {

// The functions of sim/toolkit/lockstep/device.h that lowerings call and that may wait.
constexpr const char* kWaiting[] = {
    "__lockstep_activemask",
    "__lockstep_exit",
    "__lockstep_gather",
    "__lockstep_match",
    "__lockstep_multiply",
    "__lockstep_named_barrier",
    "__lockstep_named_count",
    "__lockstep_shuffle",
    "__lockstep_sync_cluster",
    "__lockstep_syncthreads",
    "__lockstep_syncthreads_and",
    "__lockstep_syncthreads_count",
    "__lockstep_syncthreads_or",
    "__lockstep_syncwarp",
    "__lockstep_vote",
    "__lockstep_yield",
};

// An operand of the asm statement.
struct Operand {
  llvm::Type* type = nullptr;
  llvm::Value* value = nullptr;  // of an input
  int tied = -1;                 // this input is the initial value of that output
  bool is_output = false, is_immediate = false, is_text = false, is_memory = false;
};

llvm::SmallVector<Operand> OperandsOf(const llvm::CallBase& call) {
  llvm::SmallVector<Operand> operands;
  unsigned outputs = 0, inputs = 0;
  auto* structure = llvm::dyn_cast<llvm::StructType>(call.getType());
  for (const auto& constraint : llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber) continue;
    Operand made{.is_memory = constraint.isIndirect};
    const llvm::StringRef code =
        constraint.Codes.empty() ? llvm::StringRef() : llvm::StringRef(constraint.Codes.front());
    if (constraint.Type == llvm::InlineAsm::isOutput && !constraint.isIndirect) {
      made.is_output = true;
      made.type = structure ? structure->getElementType(outputs) : call.getType();
      ++outputs;
    } else {
      made.value = call.getArgOperand(inputs++);
      made.type = made.value->getType();
      made.is_immediate = (code == "n" || code == "i") && llvm::isa<llvm::ConstantInt>(made.value);
      made.is_text = code == "C";
      if (unsigned number; !code.getAsInteger(10, number)) made.tied = static_cast<int>(number);
    }
    operands.push_back(made);
  }
  return operands;
}

ptx::Type TypeOf(const Operand& operand, const llvm::DataLayout& layout) {
  if (operand.is_memory || !operand.type->isSingleValueType()) return ptx::Type::kNone;
  if (operand.type->isFloatTy()) return ptx::Type::k_f32;
  if (operand.type->isDoubleTy()) return ptx::Type::k_f64;
  switch (layout.getTypeSizeInBits(operand.type).getFixedValue()) {
    case 16: return ptx::Type::k_b16;
    case 32: return ptx::Type::k_b32;
    case 64: return ptx::Type::k_b64;
    case 128: return ptx::Type::k_b128;
    default: return ptx::Type::kNone;
  }
}

// The text as the program wrote it, with constraint "C" operands in place. LLVM has `$0` for `%0`, `$(`, `$|` and `$)`
// for `{`, `|` and `}`, and `$` as escape character.
std::string InPtx(llvm::StringRef text, llvm::ArrayRef<Operand> operands) {
  std::string ptx;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c != '$' || next == '\0') {
      ptx += c;
    } else if (llvm::isDigit(next)) {
      unsigned number = 0;
      llvm::StringRef digits = text.substr(i + 1).take_while(llvm::isDigit);
      i += digits.size();
      llvm::StringRef spliced;
      const bool is_text = !digits.getAsInteger(10, number) && number < operands.size() && operands[number].is_text;
      if (is_text && llvm::getConstantStringInfo(operands[number].value, spliced))
        ptx += spliced;
      else
        (ptx += '%') += digits;
    } else if (text.substr(i).starts_with("${:uid}")) {
      ptx += "0";
      i += 6;
    } else {
      ptx += next == '(' ? '{' : next == ')' ? '}' : next;
      ++i;
    }
  }
  return ptx;
}

// Of a function in a library's header: the line of the program that calls it, or else the kernel that does.
std::string WhoUses(llvm::Function& function) {
  if (!IsLibraryFunction(function)) return "";
  llvm::SetVector<llvm::Function*> callers;
  callers.insert(&function);
  for (std::size_t i = 0; i < callers.size(); ++i)
    for (llvm::User* user : callers[i]->users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call) continue;
      llvm::Function& caller = *call->getFunction();
      const llvm::DILocation* line = call->getDebugLoc().get();
      if (line && !IsLibraryFunction(caller))
        return " (used by " + llvm::sys::path::filename(line->getFilename()).str() + ":" +
               std::to_string(line->getLine()) + ")";
      callers.insert(&caller);
    }
  const llvm::DISubprogram* last = callers.back()->getSubprogram();
  return last ? " (used by `" + PrettyName(last) + "`)" : "";
}

class Assembly {
 public:
  explicit Assembly(llvm::CallBase& call)
      : call_(call),
        operands_(OperandsOf(call)),
        text_(InPtx(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString(), operands_)) {}

  // Replaces the statement. The slots of its registers are added to `slots`.
  void Lower(llvm::SmallVectorImpl<llvm::AllocaInst*>& slots) {
    llvm::SmallVector<ptx::AsmOperand> known;
    for (const Operand& each : operands_) {
      ptx::AsmOperand made{.type = TypeOf(each, call_.getModule()->getDataLayout()), .is_output = each.is_output};
      made.is_immediate = each.is_immediate;
      if (made.is_immediate)
        made.immediate = static_cast<std::uint64_t>(llvm::cast<llvm::ConstantInt>(each.value)->getSExtValue());
      known.push_back(made);
    }
    const ptx::Maybe<std::vector<ptx::Statement>> statements = ptx::Parse(text_);
    if (!statements) return Refuse(statements.error());
    const ptx::Maybe<ptx::Code> code = ptx::Check(*statements, {known.data(), known.size()});
    if (!code) return Refuse(code.error());
    PtxLowering lowering(call_, *code, [&](std::size_t offset) { return LineOf(offset); });
    for (std::size_t i = 0; i < operands_.size(); ++i)
      if (operands_[i].tied >= 0) lowering.Share(i, static_cast<std::size_t>(operands_[i].tied));
    TakeInputs(lowering);
    lowering.Run([&](const ptx::Complaint& complaint) { Report(complaint); });
    GiveOutputs(lowering);
    slots.append(lowering.slots().begin(), lowering.slots().end());
  }

 private:
  void TakeInputs(PtxLowering& lowering) {
    llvm::IRBuilder<>& build = lowering.build();
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      llvm::AllocaInst* slot = lowering.slots()[i];
      if (!operands_[i].value || operands_[i].is_text || operands_[i].is_memory) continue;
      if (TypeOf(operands_[i], call_.getModule()->getDataLayout()) == ptx::Type::kNone) continue;
      llvm::Value* value = operands_[i].value;
      if (value->getType()->isPointerTy()) value = build.CreatePtrToInt(value, build.getInt64Ty());
      build.CreateStore(build.CreateBitCast(value, slot->getAllocatedType()), slot);
    }
  }

  void GiveOutputs(PtxLowering& lowering) {
    llvm::IRBuilder<>& build = lowering.build();
    llvm::Value* whole = llvm::PoisonValue::get(call_.getType());
    unsigned outputs = 0;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      if (!operands_[i].is_output) continue;
      llvm::AllocaInst* slot = lowering.slots()[i];
      llvm::Value* value = build.CreateLoad(slot->getAllocatedType(), slot);
      if (TypeOf(operands_[i], call_.getModule()->getDataLayout()) == ptx::Type::kNone)
        value = llvm::PoisonValue::get(operands_[i].type);
      else if (operands_[i].type->isPointerTy())
        value = build.CreateIntToPtr(value, operands_[i].type);
      else
        value = build.CreateBitCast(value, operands_[i].type);
      whole = call_.getType()->isStructTy() ? build.CreateInsertValue(whole, value, outputs++) : value;
    }
    Replace(whole);
  }

  void Replace(llvm::Value* value) {
    if (!call_.getType()->isVoidTy()) call_.replaceAllUsesWith(value);
    call_.eraseFromParent();
  }

  // A text of several lines is stepped through line by line.
  llvm::DebugLoc LineOf(std::size_t offset) {
    const llvm::DILocation* whole = call_.getDebugLoc().get();
    const unsigned line = whole && source_line ? source_line(PlaceInSource(call_, text_, offset)) : 0;
    if (line == 0) return call_.getDebugLoc();
    return llvm::DILocation::get(call_.getContext(), line, 0, whole->getScope(), whole->getInlinedAt());
  }

  void Report(const ptx::Complaint& complaint) {
    const std::uint64_t place = PlaceInSource(call_, text_, complaint.offset);
    const std::string text = "inline PTX: " + complaint.text + WhoUses(*call_.getFunction());
    if (place != 0)
      call_.getContext().diagnose(llvm::DiagnosticInfoInlineAsm(place, text));
    else
      call_.getContext().diagnose(llvm::DiagnosticInfoUnsupported(*call_.getFunction(), text, call_.getDebugLoc()));
  }

  void Refuse(const ptx::Complaint& complaint) {
    Report(complaint);
    Replace(call_.getType()->isVoidTy() ? nullptr : llvm::PoisonValue::get(call_.getType()));
  }

  llvm::CallBase& call_;
  llvm::SmallVector<Operand> operands_;
  std::string text_;
};

// An address that is an operand of the statement keeps its object, which checks name.
void UsePointersAsTheyAre(llvm::Function& function) {
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      auto* address = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction);
      auto* number = address ? llvm::dyn_cast<llvm::PtrToIntOperator>(address->getOperand(0)) : nullptr;
      if (!number || number->getPointerOperandType() != address->getType() || !number->getType()->isIntegerTy(64))
        continue;
      address->replaceAllUsesWith(number->getPointerOperand());
      address->eraseFromParent();
    }
}

void LowerAll(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*> found;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isInlineAsm()) found.push_back(call);
  if (found.empty()) return;
  llvm::SmallVector<llvm::AllocaInst*> slots;
  for (llvm::CallBase* call : found) Assembly(*call).Lower(slots);
  // Code between a jump and the next label.
  llvm::removeUnreachableBlocks(function);
  llvm::sort(slots);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  llvm::DominatorTree tree(function);
  llvm::PromoteMemToReg(slots, tree);
  UsePointersAsTheyAre(function);
}

}  // namespace

void LowerInlineAssembly(llvm::Module& module, llvm::SetVector<llvm::Function*>& waits) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) LowerAll(function);
  for (const char* name : kWaiting)
    if (llvm::Function* function = module.getFunction(name)) {
      function->setConvergent();
      waits.insert(function);
    }
}

}  // namespace lockstep::pass
