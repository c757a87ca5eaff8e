#include "sim/compile/pass/language/ptx/parts.h"

namespace lockstep::pass::lower {

using ptx::Kind;
using ptx::KindOf;
using ptx::Type;

llvm::Value* ShiftAll(llvm::IRBuilder<>& build, llvm::Instruction::BinaryOps operation, llvm::Value* x,
                      llvm::Value* count) {
  llvm::Type* type = x->getType();
  const unsigned bits = type->getIntegerBitWidth();
  llvm::Value* small = build.CreateZExtOrTrunc(build.CreateAnd(count, bits - 1), type);
  llvm::Value* fits = build.CreateICmpULT(count, llvm::ConstantInt::get(count->getType(), bits));
  llvm::Value* rest = operation == llvm::Instruction::AShr
                          ? build.CreateAShr(x, bits - 1)
                          : static_cast<llvm::Value*>(llvm::Constant::getNullValue(type));
  return build.CreateSelect(fits, build.CreateBinOp(operation, x, small), rest);
}

llvm::Value* Least(llvm::IRBuilder<>& build, Type type, llvm::Value* x, llvm::Value* y) {
  return build.CreateBinaryIntrinsic(KindOf(type) == Kind::kSigned ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, x,
                                     y);
}
llvm::Value* Greatest(llvm::IRBuilder<>& build, Type type, llvm::Value* x, llvm::Value* y) {
  return build.CreateBinaryIntrinsic(KindOf(type) == Kind::kSigned ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, x,
                                     y);
}

Format FormatOf(Type type) {
  switch (type) {
    case Type::k_bf16:
    case Type::k_bf16x2: return kBfloat16;
    case Type::k_tf32: return kTf32;
    case Type::k_e4m3x2: return kE4m3;
    case Type::k_e5m2x2: return kE5m2;
    default: return kHalf;
  }
}

Direction DirectionOf(const PtxLowering& ptx) {
  return ptx.Has("rz") ? kTowardsZero : ptx.Has("rm") ? kDown : ptx.Has("rp") ? kUp : kNearest;
}

llvm::Value* Widen(PtxLowering& ptx, llvm::Value* bits, Format format) {
  llvm::IRBuilder<>& build = ptx.build();
  bits = build.CreateZExt(bits, build.getInt32Ty());
  return ptx.Math("__lockstep_math_widen", build.getDoubleTy(), {bits, build.getInt32(format)});
}

llvm::Value* Narrow(PtxLowering& ptx, llvm::Value* number, Format format, Direction direction, bool saturates) {
  llvm::IRBuilder<>& build = ptx.build();
  if (number->getType()->isFloatTy()) number = build.CreateFPExt(number, build.getDoubleTy());
  llvm::Value* bits =
      ptx.Math("__lockstep_math_narrow", build.getInt32Ty(),
               {number, build.getInt32(format), build.getInt32(direction), build.getInt32(saturates ? 1 : 0)});
  const unsigned width = format == kTf32 ? 32 : format <= kBfloat16 ? 16 : 8;
  return build.CreateTrunc(bits, build.getIntNTy(width));
}

llvm::Value* Flush(llvm::IRBuilder<>& build, llvm::Value* x) {
  llvm::Type* type = x->getType();
  if (type->isIntegerTy(16)) {
    llvm::Value* is_small = build.CreateIsNull(build.CreateAnd(x, 0x7c00));
    return build.CreateSelect(is_small, build.CreateAnd(x, 0x8000), x);
  }
  llvm::Value* size = build.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  llvm::Value* least = llvm::ConstantFP::get(type, type->isFloatTy() ? 0x1p-126 : 0x1p-1022);
  llvm::Value* zero = build.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, llvm::ConstantFP::get(type, 0), x);
  return build.CreateSelect(build.CreateFCmpOLT(size, least), zero, x);
}

llvm::Value* Saturate(llvm::IRBuilder<>& build, llvm::Value* x) {
  llvm::Value *zero = llvm::ConstantFP::get(x->getType(), 0), *one = llvm::ConstantFP::get(x->getType(), 1);
  llvm::Value* below = build.CreateSelect(build.CreateFCmpOGT(x, zero), x, zero);
  return build.CreateSelect(build.CreateFCmpOGE(x, one), one, below);
}

void ForEachElement(PtxLowering& ptx, unsigned operands,
                    llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> compute) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::SmallVector<llvm::Value*> values;
  for (unsigned i = 1; i <= operands; ++i) values.push_back(ptx.Get(i));
  if (KindOf(ptx.argument(0).type) != Kind::kPacked) return ptx.Set(0, compute(values));
  llvm::Value* result = build.getInt32(0);
  for (unsigned shift : {0u, 16u}) {
    llvm::SmallVector<llvm::Value*> elements;
    for (llvm::Value* each : values)
      elements.push_back(build.CreateTrunc(build.CreateLShr(each, shift), build.getInt16Ty()));
    result = build.CreateOr(result, build.CreateShl(build.CreateZExt(compute(elements), build.getInt32Ty()), shift));
  }
  ptx.Set(0, result);
}

llvm::Value* LeastOrGreatestReal(llvm::IRBuilder<>& build, llvm::Value* x, llvm::Value* y, bool is_least) {
  llvm::Type* bits = build.getIntNTy(x->getType()->getPrimitiveSizeInBits());
  llvm::Value* smaller = is_least ? build.CreateFCmpOLT(x, y) : build.CreateFCmpOGT(x, y);
  llvm::Value* negative = build.CreateICmpSLT(build.CreateBitCast(x, bits), llvm::ConstantInt::get(bits, 0));
  llvm::Value* first = is_least ? negative : build.CreateNot(negative);
  smaller = build.CreateOr(smaller, build.CreateAnd(build.CreateFCmpOEQ(x, y), first));
  return build.CreateSelect(build.CreateOr(smaller, build.CreateFCmpUNO(y, y)), x, y);
}

llvm::Value* Repeat(PtxLowering& ptx, llvm::Value* address, const UpdateLoop& update) {
  llvm::IRBuilder<>& build = ptx.build();
  const llvm::Align alignment(update.type->getIntegerBitWidth() / 8);
  const llvm::AtomicOrdering failed_order = llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(update.order);
  llvm::LoadInst* first = build.CreateAlignedLoad(update.type, address, alignment);
  first->setAtomic(failed_order);
  update.mark(*first);
  const PtxLowering::Loop loop = ptx.StartLoop();
  llvm::PHINode* old = build.CreatePHI(update.type, 2);
  llvm::AtomicCmpXchgInst* swap =
      build.CreateAtomicCmpXchg(address, old, update.changed(old), alignment, update.order, failed_order);
  update.mark(*swap);
  llvm::Value* failed = build.CreateNot(build.CreateExtractValue(swap, 1));
  llvm::Value* seen = build.CreateExtractValue(swap, 0);
  llvm::BasicBlock* again = ptx.EnterBodyIf(failed, loop);
  build.CreateBr(loop.loop);
  old->addIncoming(first, loop.before), old->addIncoming(seen, again);
  ptx.End(loop);
  return old;
}

}  // namespace lockstep::pass::lower
