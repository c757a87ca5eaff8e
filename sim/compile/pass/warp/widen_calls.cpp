// Instructions other than memory accesses: arithmetic, calls, and the operations of a warp (widener.h).

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "shared/trace/words.h"
#include "sim/compile/pass/warp/operations.h"
#include "sim/compile/pass/warp/widener.h"

namespace lockstep::pass::warp {
namespace {

// The operation code of a vote or a match.
trace::WarpOperation KindOf(const llvm::CallBase& call) {
  return static_cast<trace::WarpOperation>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(2))->getZExtValue());
}

bool HasFormForLanes(const llvm::CallBase& call) {
  return llvm::StringSwitch<bool>(call.getCalledFunction()->getName())
#define FLOAT(name) .Case("__lockstep_math_" #name "f", true)
#define DOUBLE(name) .Case("__lockstep_math_" #name, true)
#include "sim/math/lanes.def"
      .Default(false);
}

}  // namespace

void Widener::WidenInstruction(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return WidenLoad(*load);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return WidenStore(*store);
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return IsSum(*atomic) ? WidenSum(*atomic) : ModifyLaneByLane(*atomic);
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (call->getCalledFunction()->getName() == kArrive) return Arrive(*call);
    if (IsSwap(*call)) return SwapLaneByLane(*call);
    const Operation operation = OperationOf(*call);
    if (operation == Operation::kSite) return (void)CallRuntime("__lockstep_lanes_at", call->getArgOperand(0));
    if (operation == Operation::kCheck) return WidenCheck(*call);
    if (operation != Operation::kNone && operation != Operation::kOfThread) return WidenOperation(*call);
    if (IsVectorIntrinsic(*call)) return WidenIntrinsic(*call);
    return WidenCall(*call);
  }
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    build_.Insert(instruction.clone());
    return;
  }
  const bool divides = instruction.isIntDivRem();
  if (divides && mask_) return WidenDivision(instruction);
  WidenPlain(instruction);
}

// The same instruction on vectors. The scalars of the first column follow the same formula, but without the promises of
// flags and metadata, because the first column may be without lanes.
void Widener::WidenPlain(llvm::Instruction& instruction) {
  const bool vector = lanes_.VariesByColumn(&instruction);
  const bool is_address = llvm::isa<llvm::GetElementPtrInst>(instruction);
  Wide wide;
  for (unsigned row = 0; row < RowsOf(&instruction); ++row) {
    llvm::Instruction* copy = instruction.clone();
    for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
      llvm::Value* operand = instruction.getOperand(i);
      copy->setOperand(i, Get(operand, row, vector && (!is_address || lanes_.VariesByColumn(operand))));
    }
    copy->mutateType(TypeOf(instruction.getType(), vector));
    wide.rows.push_back(build_.Insert(copy));
    if (!vector || !lanes_.Stride(&instruction)) continue;
    wide.first.push_back(FirstOf(instruction, row));
    if (lanes_.IsChecked(&instruction)) wide.fits.push_back(FitsOf(instruction, row));
  }
  here_[&instruction] = wide;
}

llvm::Value* Widener::FirstOf(llvm::Instruction& instruction, unsigned row) {
  // Lanes after the first may be those for which the index is known to be positive.
  if (auto* extended = llvm::dyn_cast<llvm::ZExtInst>(&instruction); extended && extended->hasNonNeg())
    return build_.CreateSExt(First(instruction.getOperand(0), row), instruction.getType());
  llvm::Instruction* first = instruction.clone();
  first->dropPoisonGeneratingFlags();
  first->dropUnknownNonDebugMetadata();
  for (unsigned i = 0; i < first->getNumOperands(); ++i) first->setOperand(i, First(instruction.getOperand(i), row));
  return build_.Insert(first);
}

llvm::Value* Widener::FitsOf(llvm::Instruction& instruction, unsigned row) {
  llvm::Value* fits = nullptr;
  for (llvm::Value* operand : instruction.operands())
    if (llvm::Value* each = Fits(operand, row)) fits = fits ? build_.CreateAnd(fits, each) : each;
  const std::int64_t stride = *lanes_.Stride(&instruction);
  if (!llvm::isa<llvm::ZExtInst>(instruction) || instruction.hasNonNeg() || stride == 0) return fits;
  llvm::Value* index = First(instruction.getOperand(0), row);
  llvm::Value* last = build_.CreateAdd(
      index, llvm::ConstantInt::getSigned(index->getType(), stride * (std::int64_t{shape_.width} - 1)));
  llvm::Value* straight =
      build_.CreateFreeze(stride > 0 ? build_.CreateICmpUGE(last, index) : build_.CreateICmpULE(last, index));
  return fits ? build_.CreateAnd(fits, straight) : straight;
}

// Lanes that are not there divide by 1, because the processor may fault.
void Widener::WidenDivision(llvm::Instruction& instruction) {
  const bool vector = lanes_.VariesByColumn(&instruction);
  const unsigned rows = RowsOf(&instruction);
  Wide wide;
  for (unsigned row = 0; row < rows; ++row) {
    llvm::Value* divisor = Get(instruction.getOperand(1), row, vector);
    llvm::Value* here = vector ? MaskOf(mask_, row, rows) : HasLanes(mask_, row, rows);
    divisor = build_.CreateSelect(here, divisor, llvm::ConstantInt::get(divisor->getType(), 1));
    wide.rows.push_back(build_.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(instruction.getOpcode()),
                                           Get(instruction.getOperand(0), row, vector), divisor));
  }
  here_[&instruction] = wide;
}

void Widener::WidenIntrinsic(llvm::CallBase& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  const bool vector = lanes_.VariesByColumn(&call);
  Wide wide;
  for (unsigned row = 0; row < RowsOf(&call); ++row) {
    llvm::SmallVector<llvm::Value*> arguments;
    llvm::SmallVector<llvm::Type*> overloads;
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1)) overloads.push_back(TypeOf(call.getType(), vector));
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const bool scalar = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i);
      arguments.push_back(Get(call.getArgOperand(i), row, vector && !scalar));
      if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
        overloads.push_back(arguments.back()->getType());
    }
    llvm::CallInst* copy = build_.CreateIntrinsic(id, overloads, arguments);
    if (llvm::isa<llvm::FPMathOperator>(call)) copy->copyFastMathFlags(&call);
    wide.rows.push_back(copy);
  }
  here_[&call] = wide;
}

void Widener::WidenCall(llvm::CallBase& call) {
  if (!lanes_.Varies(&call) && !call.mayHaveSideEffects() &&
      llvm::none_of(call.args(), [&](const llvm::Value* operand) { return lanes_.Varies(operand); })) {
    WidenPlain(call);
    return;
  }
  if (HasFormForLanes(call)) return WidenMath(call);
  llvm::SmallVector<Spilled> operands;
  for (llvm::Value* operand : call.args()) operands.push_back(Spill(operand));
  const bool of_thread = OperationOf(call) == Operation::kOfThread;
  Spilled results, linear;
  if (of_thread) linear = Spill(region_.State(kLinear));
  if (!call.getType()->isVoidTy() && !call.use_empty()) results = MakeArray(call.getType());
  ForEachLane(Word(), [&](llvm::Value* lane) {
    auto* copy = llvm::cast<llvm::CallBase>(call.clone());
    for (unsigned i = 0; i < operands.size(); ++i) copy->setArgOperand(i, Read(operands[i], lane));
    if (of_thread) CallRuntime("__lockstep_begin_lane", Read(linear, lane));
    build_.Insert(copy);
    if (of_thread) CallRuntime("__lockstep_end_lane");
    if (results.array) Write(results, lane, copy);
  });
  if (results.array) TakeFrom(results, call);
}

llvm::CallInst* Widener::CallRuntime(llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(build_.getVoidTy(), types, false);
  llvm::CallInst* call = build_.CreateCall(from_.getParent()->getOrInsertFunction(name, type), arguments);
  call->setDoesNotThrow();
  return call;
}

// Of sim/math/for_lanes.h. It may compute for lanes that are not there too.
void Widener::WidenMath(llvm::CallBase& call) {
  const std::string name = call.getCalledFunction()->getName().str() + "_lanes";
  llvm::FunctionCallee of_lanes = from_.getParent()->getOrInsertFunction(name, build_.getVoidTy(), build_.getPtrTy());
  const Spilled values = Spill(call.getArgOperand(0));
  llvm::CallInst* made = build_.CreateCall(of_lanes, {values.array});
  made->addFnAttr(llvm::Attribute::NoUnwind);
  made->setOnlyAccessesArgMemory();
  TakeFrom(values, call);
}

// --- lane by lane

void Widener::ForEachLane(llvm::Value* word, Visit visit) {
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(word); known && known->getValue().isPowerOf2())
    return visit(build_.getInt32(known->getValue().logBase2()));
  llvm::BasicBlock* before = build_.GetInsertBlock();
  auto *loop = llvm::BasicBlock::Create(context_, "lane", to_), *after = llvm::BasicBlock::Create(context_, "", to_);
  build_.CreateBr(loop);
  build_.SetInsertPoint(loop);
  llvm::PHINode* left = build_.CreatePHI(build_.getInt32Ty(), 2);
  left->addIncoming(word, before);
  visit(build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, build_.getTrue()));
  llvm::Value* rest = build_.CreateAnd(left, build_.CreateSub(left, build_.getInt32(1)));
  left->addIncoming(rest, build_.GetInsertBlock());
  build_.CreateCondBr(build_.CreateIsNull(rest), after, loop);
  build_.SetInsertPoint(after);
}

// Integers of odd sizes are packed in vectors, but not in arrays.
Widener::Spilled Widener::MakeArray(llvm::Type* type) {
  Spilled array{.type = type, .stored = type};
  if (auto* integer = llvm::dyn_cast<llvm::IntegerType>(type))
    array.stored = build_.getIntNTy(std::max(8u, static_cast<unsigned>(llvm::PowerOf2Ceil(integer->getBitWidth()))));
  array.array = Variable(llvm::ArrayType::get(llvm::FixedVectorType::get(array.stored, shape_.width), shape_.rows));
  return array;
}

Widener::Spilled Widener::Spill(llvm::Value* value) {
  if (!lanes_.Varies(value)) return {.one = Get(value, 0, false), .type = value->getType()};
  Spilled array = MakeArray(value->getType());
  for (unsigned row = 0; row < shape_.rows; ++row) {
    llvm::Value* each = Get(value, row, true);
    if (array.stored != array.type) each = build_.CreateZExt(each, TypeOf(array.stored, true));
    build_.CreateStore(each, build_.CreateConstGEP1_32(TypeOf(array.stored, true), array.array, row));
  }
  return array;
}

llvm::Value* Widener::Read(const Spilled& from, llvm::Value* lane) {
  if (from.one) return from.one;
  llvm::Value* value = build_.CreateLoad(from.stored, build_.CreateGEP(from.stored, from.array, lane));
  return from.stored == from.type ? value : build_.CreateTrunc(value, from.type);
}

void Widener::Write(const Spilled& to, llvm::Value* lane, llvm::Value* value) {
  if (to.stored != to.type) value = build_.CreateZExt(value, to.stored);
  build_.CreateStore(value, build_.CreateGEP(to.stored, to.array, lane));
}

void Widener::TakeFrom(const Spilled& array, llvm::Instruction& result) {
  auto row_of = [&](unsigned row) {
    llvm::Type* vector = TypeOf(array.stored, true);
    llvm::Value* values = build_.CreateLoad(vector, build_.CreateConstGEP1_32(vector, array.array, row));
    return array.stored == array.type ? values : build_.CreateTrunc(values, TypeOf(array.type, true));
  };
  Wide wide;
  const unsigned rows = RowsOf(&result);
  for (unsigned row = 0; row < rows; ++row) {
    llvm::Value* each = row_of(row);
    // Only the lanes that take part have written theirs.
    for (unsigned other = 1; mask_ && rows == 1 && other < shape_.rows; ++other)
      each = build_.CreateSelect(MaskOf(mask_, other, shape_.rows), row_of(other), each);
    wide.rows.push_back(lanes_.VariesByColumn(&result) ? each
                                                       : build_.CreateExtractElement(each, FirstColumn(row, rows)));
  }
  here_[&result] = wide;
}

// The first that has a lane in the row, or in any row if there is but one; any column where there is none.
llvm::Value* Widener::FirstColumn(unsigned row, unsigned rows) {
  if (!mask_) return build_.getInt32(0);
  llvm::Value* bits = RowBits(mask_, row);
  for (unsigned other = 1; rows == 1 && other < shape_.rows; ++other)
    bits = build_.CreateOr(bits, RowBits(mask_, other));
  llvm::Value* first = build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, build_.getFalse());
  return build_.CreateAnd(first, llvm::ConstantInt::get(first->getType(), shape_.width - 1));
}

// --- meetings of lanes

void Widener::Arrive(llvm::CallBase& call) {
  build_.CreateStore(call.getArgOperand(0), next_region_);
  build_.CreateStore(Word(), arrived_);
  llvm::Value* predicate = call.getArgOperand(1);
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(predicate); constant && constant->isZero()) return;
  llvm::Value* holding = build_.CreateAnd(WordOf(predicate), Word());
  llvm::Value* counter =
      build_.CreateConstGEP1_32(build_.getInt32Ty(), to_->getArg(region_.Tile(kVotes)->getArgNo()), 1);
  llvm::Value* count = build_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, holding);
  build_.CreateStore(build_.CreateAdd(build_.CreateLoad(build_.getInt32Ty(), counter), count), counter);
}

void Widener::WidenOperation(llvm::CallBase& call) {
  // Lines that threads have printed before they meet come before those that they print after it.
  if (IsMeeting(OperationOf(call)) && prints_) CallRuntime("__lockstep_show_prints");
  switch (OperationOf(call)) {
    case Operation::kShuffle: return WidenShuffle(call);
    case Operation::kVote: return WidenVote(call);
    case Operation::kMatch: return WidenMatch(call);
    case Operation::kGather: return WidenGather(call);
    case Operation::kActiveMask: here_[&call] = {.rows = {Word()}, .first = {}, .fits = {}}; return;
    case Operation::kFence: build_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent); return;
    default: return;
  }
}

// The value of lane `lane`, where that follows from the lane's number alone.
llvm::Constant* Widener::AtLane(llvm::Value* value, unsigned lane) const {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return constant;
  if (value == region_.Tile(kLane)) return llvm::ConstantInt::get(value->getType(), lane);
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadOrWriteMemory()) return nullptr;
  llvm::SmallVector<llvm::Constant*> operands;
  for (llvm::Value* operand : instruction->operands()) {
    llvm::Constant* known = AtLane(operand, lane);
    if (!known) return nullptr;
    operands.push_back(known);
  }
  return llvm::ConstantFoldInstOperands(instruction, operands, data_);
}

llvm::Value* Widener::Partners(llvm::CallBase& call) {
  return build_.CreateAnd(Flat(call.getArgOperand(0)), build_.CreateVectorSplat(shape_.lanes(), Word()));
}

// A lane that asks one which does not take part keeps its own value.
void Widener::WidenShuffle(llvm::CallBase& call) {
  llvm::Value *operand = call.getArgOperand(1), *source = call.getArgOperand(2);
  llvm::Value* own = Flat(operand);
  llvm::SmallVector<int> known;
  for (unsigned lane = 0; lane < shape_.lanes(); ++lane)
    if (auto* from = llvm::dyn_cast_or_null<llvm::ConstantInt>(AtLane(source, lane)))
      known.push_back(static_cast<int>(from->getZExtValue() % 32));
  llvm::Value *sources = build_.CreateAnd(Flat(source), build_.CreateVectorSplat(32, build_.getInt32(31))),
              *result = nullptr;
  if (known.size() == 32) {
    // The bits of a narrow value move as they are.
    auto* wide = llvm::dyn_cast<llvm::ZExtInst>(operand);
    llvm::Value* narrow = wide && wide->getParent() == block_ ? Flat(wide->getOperand(0)) : own;
    result = build_.CreateShuffleVector(narrow, known);
    if (narrow->getType() != own->getType()) result = build_.CreateZExt(result, own->getType());
  } else {
    llvm::AllocaInst* array = Variable(own->getType());
    build_.CreateStore(own, array);
    llvm::Value* places = build_.CreateGEP(build_.getInt64Ty(), array, sources);
    result = build_.CreateMaskedGather(own->getType(), places, llvm::Align(8));
  }
  auto* named = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (mask_ || !named || !named->isMinusOne()) {
    llvm::Value* taking = build_.CreateLShr(Partners(call), sources);
    llvm::Value* is_there = build_.CreateTrunc(taking, llvm::FixedVectorType::get(build_.getInt1Ty(), 32));
    result = build_.CreateSelect(is_there, result, own);
  }
  here_[&call] = FromFlat(result, lanes_.VariesByColumn(&call), RowsOf(&call));
}

void Widener::WidenVote(llvm::CallBase& call) {
  llvm::Value* predicate = build_.CreateFreeze(Flat(call.getArgOperand(1)));
  llvm::Value* bits = build_.CreateBitCast(build_.CreateIsNotNull(predicate), build_.getInt32Ty());
  const bool is_common = !lanes_.Varies(&call);
  llvm::Value* partners = is_common ? build_.CreateAnd(Get(call.getArgOperand(0), 0, false), Word()) : Partners(call);
  llvm::Value* holding = build_.CreateAnd(is_common ? bits : build_.CreateVectorSplat(shape_.lanes(), bits), partners);
  llvm::Value* result = holding;
  switch (KindOf(call)) {
    case trace::WarpOperation::kAny: result = build_.CreateIsNotNull(holding); break;
    case trace::WarpOperation::kAll: result = build_.CreateICmpEQ(holding, partners); break;
    case trace::WarpOperation::kUni:
      result = build_.CreateOr(build_.CreateIsNull(holding), build_.CreateICmpEQ(holding, partners));
      break;
    default: break;
  }
  result = build_.CreateZExt(result, holding->getType());
  here_[&call] = is_common ? Wide{.rows = {result}, .first = {}, .fits = {}}
                           : FromFlat(result, lanes_.VariesByColumn(&call), RowsOf(&call));
}

void Widener::WidenMatch(llvm::CallBase& call) {
  llvm::Value* values = build_.CreateFreeze(Flat(call.getArgOperand(1)));
  const Spilled each = Spill(call.getArgOperand(1)), results = MakeArray(call.getType());
  llvm::AllocaInst* partners = Variable(llvm::FixedVectorType::get(build_.getInt32Ty(), 32));
  build_.CreateStore(Partners(call), partners);
  const bool all = KindOf(call) == trace::WarpOperation::kMatchAll;
  ForEachLane(Word(), [&](llvm::Value* lane) {
    llvm::Value* others = build_.CreateLoad(build_.getInt32Ty(), build_.CreateGEP(build_.getInt32Ty(), partners, lane));
    llvm::Value* equal = build_.CreateICmpEQ(values, build_.CreateVectorSplat(32, Read(each, lane)));
    llvm::Value* same = build_.CreateAnd(build_.CreateBitCast(equal, build_.getInt32Ty()), others);
    if (all) same = build_.CreateSelect(build_.CreateICmpEQ(same, others), same, build_.getInt32(0));
    Write(results, lane, same);
  });
  TakeFrom(results, call);
}

// Each lane gets an array of the values of all; those that take part are the result.
void Widener::WidenGather(llvm::CallBase& call) {
  llvm::Value* values = Flat(call.getArgOperand(1));
  const Spilled places = Spill(call.getArgOperand(2));
  auto* words = llvm::FixedVectorType::get(build_.getInt32Ty(), 32);
  llvm::AllocaInst* partners = Variable(words);
  llvm::Value* all_partners = Partners(call);
  build_.CreateStore(all_partners, partners);
  ForEachLane(Word(), [&](llvm::Value* lane) {
    llvm::Value* others = build_.CreateLoad(build_.getInt32Ty(), build_.CreateGEP(build_.getInt32Ty(), partners, lane));
    build_.CreateMaskedStore(values, Read(places, lane), llvm::Align(8),
                             build_.CreateBitCast(others, llvm::FixedVectorType::get(build_.getInt1Ty(), 32)));
  });
  here_[&call] = FromFlat(all_partners, lanes_.VariesByColumn(&call), RowsOf(&call));
}

}  // namespace lockstep::pass::warp
