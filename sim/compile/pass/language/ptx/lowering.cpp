#include "sim/compile/pass/language/ptx/lowering.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "sim/compile/pass/language/ptx/spaces.h"
#include "sim/compile/pass/language/ptx/special_registers.h"
#include "sim/compile/pass/language/ptx/variables.h"

namespace lockstep::pass {

using ptx::Argument;
using ptx::Kind;
using ptx::Type;

llvm::Type* TypeOfValues(llvm::LLVMContext& context, Type type) {
  if (type == Type::k_f32) return llvm::Type::getFloatTy(context);
  if (type == Type::k_f64) return llvm::Type::getDoubleTy(context);
  return llvm::IntegerType::get(context, ptx::BitsOf(type));
}

PtxLowering::PtxLowering(llvm::CallBase& at, const ptx::Code& code, LineOf line_of)
    : code_(code),
      at_(at),
      module_(*at.getModule()),
      build_(&at),
      line_of_(std::move(line_of)),
      line_(at.getDebugLoc()) {
  llvm::BasicBlock& entry = at.getFunction()->getEntryBlock();
  llvm::IRBuilder<> slots(&entry, entry.begin());
  for (const ptx::Register& each : code.registers) {
    const bool known = each.type != Type::kNone;
    slots_.push_back(slots.CreateAlloca(known ? TypeOfValues(at.getContext(), each.type) : slots.getInt8Ty()));
  }
  for (const ptx::Variable& each : code.variables) variables_.push_back(MakeVariable(at, each, line_of_(each.offset)));
  for (std::size_t i = 0; i < code.labels.size(); ++i)
    labels_.push_back(llvm::BasicBlock::Create(at.getContext(), "", at.getFunction()));
}

void PtxLowering::Run(llvm::function_ref<void(const ptx::Complaint&)> complain) {
  for (std::size_t i = 0; i < code_.steps.size(); ++i) {
    StartLabels(i);
    LowerStep(code_.steps[i]);
  }
  StartLabels(code_.steps.size());
  line_ = at_.getDebugLoc();
  InsertBefore(&at_);
  for (const ptx::Complaint& each : complaints_) complain(each);
}

void PtxLowering::InsertBefore(llvm::Instruction* instruction) {
  build_.SetInsertPoint(instruction);
  build_.SetCurrentDebugLocation(line_);
}

// The following text belongs to the labels before step `index`.
void PtxLowering::StartLabels(std::size_t index) {
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    if (code_.labels[i] != index) continue;
    llvm::BasicBlock* before = at_.getParent();
    llvm::BasicBlock* rest = llvm::SplitBlock(before, &at_);
    before->getTerminator()->setSuccessor(0, labels_[i]);
    llvm::IRBuilder<>(labels_[i]).CreateBr(rest);
    labels_[i]->moveAfter(before);
    InsertBefore(&at_);
  }
}

void PtxLowering::LowerStep(const ptx::Step& step) {
  step_ = &step;
  guard_ = nullptr;
  line_ = line_of_(step.offset);
  InsertBefore(&at_);
  llvm::Value* guard =
      step.guard >= 0 ? Predicate(static_cast<std::size_t>(step.guard), step.guard_is_negated) : nullptr;
  const bool acts = ptx::Forms()[step.matched.form].acts;
  if (guard && acts) {
    InsertBefore(llvm::SplitBlockAndInsertIfThen(guard, at_.getIterator(), false));
  } else {
    guard_ = guard;
  }
  LoweringOf(step.matched.form)(*this);
  InsertBefore(&at_);
}

PtxLowering::Loop PtxLowering::StartLoop() {
  Loop made{.rest = &*build_.GetInsertPoint()};
  made.before = made.rest->getParent();
  made.after = llvm::SplitBlock(made.before, made.rest);
  made.loop = llvm::BasicBlock::Create(build_.getContext(), "", at_.getFunction(), made.after);
  made.before->getTerminator()->setSuccessor(0, made.loop);
  build_.SetInsertPoint(made.loop);
  return made;
}

llvm::BasicBlock* PtxLowering::EnterBodyIf(llvm::Value* condition, const Loop& loop) {
  auto* body = llvm::BasicBlock::Create(build_.getContext(), "", at_.getFunction(), loop.after);
  build_.CreateCondBr(condition, body, loop.after);
  build_.SetInsertPoint(body);
  return body;
}

void PtxLowering::ForEach(llvm::Value* end, std::uint64_t step, llvm::function_ref<void(llvm::Value*)> body) {
  const Loop loop = StartLoop();
  llvm::PHINode* number = build_.CreatePHI(build_.getInt64Ty(), 2);
  EnterBodyIf(build_.CreateICmpULT(number, end), loop);
  llvm::BranchInst* back = build_.CreateBr(loop.loop);
  InsertBefore(back);
  body(number);
  InsertBefore(back);
  llvm::Value* next = build_.CreateAdd(number, build_.getInt64(step));
  number->addIncoming(build_.getInt64(0), loop.before), number->addIncoming(next, back->getParent());
  End(loop);
}

llvm::Value* PtxLowering::Room(llvm::Type* type) {
  llvm::BasicBlock& entry = at_.getFunction()->getEntryBlock();
  return llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
}

void PtxLowering::JumpTo(std::size_t label) {
  // The rest of this block can only be reached through a label.
  llvm::Instruction* here = &*build_.GetInsertPoint();
  if (here == &at_) {
    llvm::BasicBlock* before = at_.getParent();
    llvm::SplitBlock(before, &at_);
    before->getTerminator()->setSuccessor(0, labels_[label]);
  } else {
    here->getParent()->getTerminator()->setSuccessor(0, labels_[label]);
  }
}

llvm::Value* PtxLowering::Predicate(std::size_t number, bool negated) {
  llvm::Value* value = build_.CreateLoad(build_.getInt1Ty(), slots_[number]);
  return negated ? build_.CreateNot(value) : value;
}

llvm::Value* PtxLowering::GetRegister(const Argument& argument) {
  const ptx::Register& from = code_.registers[argument.number];
  llvm::Value* value = build_.CreateLoad(ValuesOf(from.type), slots_[argument.number]);
  llvm::Type* wanted = ValuesOf(argument.type);
  if (ptx::BitsOf(from.type) > ptx::BitsOf(argument.type))
    value = build_.CreateTrunc(value, build_.getIntNTy(ptx::BitsOf(argument.type)));
  return build_.CreateBitCast(value, wanted);
}

llvm::Value* PtxLowering::AddressOf(const Argument& argument) {
  llvm::Value* start = variables_[argument.number];
  return argument.whole == 0 ? start : build_.CreateGEP(build_.getInt8Ty(), start, build_.getInt64(argument.whole));
}

// In the variable's space, or generic for an instruction that takes such an address.
llvm::Value* PtxLowering::AddressNumber(const Argument& argument) {
  const bool is_generic = opcode() == "mapa" && !lower::NamesShared(*this);
  llvm::Value* number = build_.CreatePtrToInt(AddressOf(argument), build_.getInt64Ty());
  if (code_.variables[argument.number].space == ptx::Space::kShared && !is_generic)
    number = lower::ToShared(*this, number);
  return build_.CreateTrunc(number, ValuesOf(argument.type));
}

llvm::Value* PtxLowering::Get(const Argument& argument) {
  const unsigned bits = ptx::BitsOf(argument.type);
  switch (argument.form) {
    case Argument::Form::kRegister: {
      llvm::Value* value = GetRegister(argument);
      return argument.negated ? build_.CreateNot(value) : value;
    }
    case Argument::Form::kSpecial: {
      llvm::Value* value = Special(llvm::StringRef(argument.name.data(), argument.name.size()));
      value = build_.CreateZExtOrTrunc(value, build_.getIntNTy(bits));
      return argument.negated ? build_.CreateNot(value) : value;
    }
    case Argument::Form::kVariable: return AddressNumber(argument);
    case Argument::Form::kWhole: {
      const llvm::APInt whole = llvm::APInt(128, argument.whole).trunc(bits);
      llvm::Value* value = llvm::ConstantInt::get(build_.getIntNTy(bits), argument.negated ? ~whole : whole);
      return build_.CreateBitCast(value, ValuesOf(argument.type));
    }
    case Argument::Form::kVector: {
      llvm::Type* whole = build_.getIntNTy(bits);
      llvm::Value* value = llvm::ConstantInt::get(whole, 0);
      unsigned shift = 0;
      for (const Argument& part : argument.parts) {
        value = build_.CreateOr(value, build_.CreateShl(build_.CreateZExt(Get(part), whole), shift));
        shift += ptx::BitsOf(part.type);
      }
      return build_.CreateBitCast(value, ValuesOf(argument.type));
    }
    default: return llvm::PoisonValue::get(ValuesOf(argument.type));
  }
}

void PtxLowering::Set(const Argument& argument, llvm::Value* value) {
  if (argument.form == Argument::Form::kVector) {
    value = build_.CreateBitCast(value, build_.getIntNTy(ptx::BitsOf(argument.type)));
    unsigned shift = 0;
    for (const Argument& part : argument.parts) {
      Set(part, build_.CreateTrunc(build_.CreateLShr(value, shift), ValuesOf(part.type)));
      shift += ptx::BitsOf(part.type);
    }
    return;
  }
  if (argument.form == Argument::Form::kPair) return Set(argument.parts[0], value);
  if (argument.form != Argument::Form::kRegister) return;
  const ptx::Register& to = code_.registers[argument.number];
  if (const unsigned bits = ptx::BitsOf(to.type); bits > ptx::BitsOf(argument.type)) {
    value = build_.CreateBitCast(value, build_.getIntNTy(ptx::BitsOf(argument.type)));
    const bool is_signed = ptx::KindOf(argument.type) == Kind::kSigned;
    value = build_.CreateIntCast(value, build_.getIntNTy(bits), is_signed);
  }
  value = build_.CreateBitCast(value, ValuesOf(to.type));
  llvm::AllocaInst* slot = slots_[argument.number];
  if (guard_) value = build_.CreateSelect(guard_, value, build_.CreateLoad(value->getType(), slot));
  build_.CreateStore(value, slot);
}

void PtxLowering::SetPair(llvm::Value* first, llvm::Value* second) {
  const Argument& pair = argument(0);
  if (pair.form != Argument::Form::kPair) return Set(pair, first);
  Set(pair.parts[0], first);
  Set(pair.parts[1], second);
}

llvm::CallInst* PtxLowering::Call(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*> types;
  for (const llvm::Value* each : arguments) types.push_back(each->getType());
  llvm::CallInst* call =
      build_.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)), arguments);
  call->setDoesNotThrow();
  return call;
}

llvm::CallInst* PtxLowering::Math(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::CallInst* call = Call(name, result, arguments);
  if (llvm::Function* callee = call->getCalledFunction()) {
    callee->setDoesNotAccessMemory();
    callee->setDoesNotThrow();
    callee->setWillReturn();
  }
  call->setDoesNotAccessMemory();
  return call;
}

llvm::Value* PtxLowering::Special(llvm::StringRef name) { return SpecialRegister(build_, module_, name); }

// The flag is the thread's own; nothing that lets other threads run is between its writer and its reader.
llvm::Value* PtxLowering::CarryFlag() {
  constexpr char kName[] = "lockstep.carry";
  llvm::GlobalVariable* flag = module_.getGlobalVariable(kName, true);
  if (!flag)
    flag = new llvm::GlobalVariable(module_, build_.getInt1Ty(), false, llvm::GlobalValue::InternalLinkage,
                                    build_.getFalse(), kName, nullptr, llvm::GlobalValue::LocalExecTLSModel);
  return build_.CreateThreadLocalAddress(flag);
}
// Without a place in the source, because it is no memory of the program.
llvm::Value* PtxLowering::carry() {
  llvm::LoadInst* flag = build_.CreateLoad(build_.getInt1Ty(), CarryFlag());
  flag->setDebugLoc({});
  return flag;
}
void PtxLowering::set_carry(llvm::Value* flag) {
  if (guard_) flag = build_.CreateSelect(guard_, flag, carry());
  build_.CreateStore(flag, CarryFlag())->setDebugLoc({});
}

}  // namespace lockstep::pass
