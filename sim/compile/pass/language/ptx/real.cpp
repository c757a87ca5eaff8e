// Arithmetic of floating-point numbers.

#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/parts.h"

namespace lockstep::pass::lower {

using ptx::Kind;
using ptx::KindOf;
using ptx::Type;
using Values = llvm::ArrayRef<llvm::Value*>;

namespace {

bool IsNarrow(const PtxLowering& ptx) { return ptx.type() != Type::k_f32 && ptx.type() != Type::k_f64; }

std::string Rounded(const PtxLowering& ptx, llvm::StringRef operation) {
  return ("__lockstep_math_" + operation + (ptx.type() == Type::k_f32 ? "f" : "") + "_rounded").str();
}

// Positive numbers stay; a NaN too.
llvm::Value* Rectified(llvm::IRBuilder<>& build, llvm::Value* x) {
  llvm::Value* zero = llvm::ConstantFP::get(x->getType(), 0);
  return build.CreateSelect(build.CreateFCmpOLE(x, zero), zero, x);
}

llvm::Value* Limited(PtxLowering& ptx, llvm::Value* result) {
  if (ptx.Has("sat")) result = Saturate(ptx.build(), result);
  return ptx.Has("relu") ? Rectified(ptx.build(), result) : result;
}

// Each element: operands flushed as .ftz says, the result saturated and flushed. Narrow elements are computed in
// double.
void SetResult(PtxLowering& ptx, unsigned operands, llvm::function_ref<llvm::Value*(Values)> compute) {
  const bool narrow = IsNarrow(ptx), flushes = ptx.Has("ftz");
  const Format format = FormatOf(ptx.type());
  ForEachElement(ptx, operands, [&](Values elements) {
    llvm::SmallVector<llvm::Value*> values;
    for (llvm::Value* each : elements) {
      if (flushes) each = Flush(ptx.build(), each);
      values.push_back(narrow ? Widen(ptx, each, format) : each);
    }
    llvm::Value* result = Limited(ptx, compute(values));
    if (narrow) result = Narrow(ptx, result, format, kNearest);
    return flushes ? Flush(ptx.build(), result) : result;
  });
}

// x * y + z, rounded once to the type, or to odd for a narrow one.
llvm::Value* Fused(PtxLowering& ptx, llvm::Value* x, llvm::Value* y, llvm::Value* z) {
  llvm::IRBuilder<>& build = ptx.build();
  const Direction direction = DirectionOf(ptx);
  if (IsNarrow(ptx)) return ptx.Math("__lockstep_math_fma_odd", build.getDoubleTy(), {x, y, z});
  if (direction == kNearest) return build.CreateIntrinsic(llvm::Intrinsic::fma, {x->getType()}, {x, y, z});
  return ptx.Math(Rounded(ptx, "fma"), x->getType(), {x, y, z, build.getInt32(direction)});
}

llvm::Value* Sum(PtxLowering& ptx, llvm::Value* x, llvm::Value* y) {
  llvm::IRBuilder<>& build = ptx.build();
  if (IsNarrow(ptx)) return Fused(ptx, x, llvm::ConstantFP::get(x->getType(), 1), y);
  const Direction direction = DirectionOf(ptx);
  if (direction == kNearest) return build.CreateFAdd(x, y);
  return ptx.Math(Rounded(ptx, "add"), x->getType(), {x, y, build.getInt32(direction)});
}

llvm::Value* Quotient(PtxLowering& ptx, llvm::Value* x, llvm::Value* y) {
  llvm::IRBuilder<>& build = ptx.build();
  const Direction direction = DirectionOf(ptx);
  if (direction == kNearest) return build.CreateFDiv(x, y);
  return ptx.Math(Rounded(ptx, "div"), x->getType(), {x, y, build.getInt32(direction)});
}

llvm::Value* Root(PtxLowering& ptx, llvm::Value* x) {
  llvm::IRBuilder<>& build = ptx.build();
  const Direction direction = DirectionOf(ptx);
  if (direction == kNearest) return build.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
  return ptx.Math(Rounded(ptx, "sqrt"), x->getType(), {x, build.getInt32(direction)});
}

// .f64 approximations read and write the upper 32 bits only.
llvm::Value* UpperHalf(PtxLowering& ptx, llvm::Value* x) {
  llvm::IRBuilder<>& build = ptx.build();
  if (ptx.type() != Type::k_f64) return x;
  llvm::Value* bits = build.CreateAnd(build.CreateBitCast(x, build.getInt64Ty()), ~std::uint64_t{0} << 32);
  return build.CreateBitCast(bits, x->getType());
}

}  // namespace

void AddReal(PtxLowering& ptx) {
  SetResult(ptx, 2, [&](Values values) { return Sum(ptx, values[0], values[1]); });
}

void SubtractReal(PtxLowering& ptx) {
  SetResult(ptx, 2, [&](Values values) { return Sum(ptx, values[0], ptx.build().CreateFNeg(values[1])); });
}

void MultiplyReal(PtxLowering& ptx) {
  SetResult(ptx, 2, [&](Values values) -> llvm::Value* {
    const Direction direction = DirectionOf(ptx);
    // The product of narrow numbers is exact in double.
    if (direction == kNearest || IsNarrow(ptx)) return ptx.build().CreateFMul(values[0], values[1]);
    return ptx.Math(Rounded(ptx, "mul"), values[0]->getType(), {values[0], values[1], ptx.build().getInt32(direction)});
  });
}

void FusedMultiplyAdd(PtxLowering& ptx) {
  SetResult(ptx, 3, [&](Values values) { return Fused(ptx, values[0], values[1], values[2]); });
}

void DivideReal(PtxLowering& ptx) {
  SetResult(ptx, 2, [&](Values values) { return Quotient(ptx, values[0], values[1]); });
}

// For 2^126 < |b| < 2^128 the result of .approx is 0, or NaN for an infinite a.
void DivideApproximately(PtxLowering& ptx) {
  SetResult(ptx, 2, [&](Values values) {
    llvm::IRBuilder<>& build = ptx.build();
    llvm::Value *a = values[0], *b = values[1], *quotient = build.CreateFDiv(a, b);
    if (ptx.Has("full")) return quotient;
    llvm::Value* size = build.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, b);
    llvm::Value* large = build.CreateFCmpOGT(size, llvm::ConstantFP::get(b->getType(), 0x1p126));
    large = build.CreateAnd(large, build.CreateFCmpONE(size, llvm::ConstantFP::getInfinity(b->getType())));
    llvm::Value* zero = llvm::ConstantFP::get(b->getType(), 0);
    llvm::Value* signed_zero = build.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, zero, quotient);
    return build.CreateSelect(large, build.CreateFMul(a, signed_zero), quotient);
  });
}

// On bits, so that a NaN is kept.
static void ChangeSign(PtxLowering& ptx, bool negates) {
  llvm::IRBuilder<>& build = ptx.build();
  ForEachElement(ptx, 1, [&](Values values) {
    llvm::Value* x = ptx.Has("ftz") ? Flush(build, values[0]) : values[0];
    const unsigned bits = x->getType()->getPrimitiveSizeInBits();
    llvm::Value* whole = build.CreateBitCast(x, build.getIntNTy(bits));
    const llvm::APInt sign = llvm::APInt::getSignMask(bits);
    whole = negates ? build.CreateXor(whole, sign) : build.CreateAnd(whole, ~sign);
    return build.CreateBitCast(whole, x->getType());
  });
}
void AbsoluteReal(PtxLowering& ptx) { ChangeSign(ptx, false); }
void NegateReal(PtxLowering& ptx) { ChangeSign(ptx, true); }

// A NaN is left out, or with .NaN is the result; +0 is greater than -0.
void LeastReal(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const bool is_least = ptx.opcode() == "min", keeps_nan = ptx.Has("NaN"), by_size = ptx.Has("abs");
  SetResult(ptx, 2, [&](Values values) {
    llvm::Value *x = values[0], *y = values[1];
    llvm::Type* type = x->getType();
    llvm::Value* whole_x = build.CreateBitCast(x, build.getIntNTy(type->getPrimitiveSizeInBits()));
    llvm::Value* whole_y = build.CreateBitCast(y, whole_x->getType());
    llvm::Value* signs = build.CreateXor(whole_x, whole_y);
    if (by_size) x = build.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    if (by_size) y = build.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, y);
    llvm::Value* result = LeastOrGreatestReal(build, x, y, is_least);
    if (keeps_nan) result = build.CreateSelect(build.CreateFCmpUNO(x, y), llvm::ConstantFP::getNaN(type), result);
    if (!ptx.Has("xorsign")) return result;
    return build.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, result, build.CreateBitCast(signs, type));
  });
}

// The sign of a, the size of b.
void CopySign(PtxLowering& ptx) {
  ptx.Set(0, ptx.build().CreateBinaryIntrinsic(llvm::Intrinsic::copysign, ptx.Get(2), ptx.Get(1)));
}

void Reciprocal(PtxLowering& ptx) {
  SetResult(ptx, 1, [&](Values values) {
    llvm::Value* one = llvm::ConstantFP::get(values[0]->getType(), 1);
    if (!ptx.Has("approx")) return Quotient(ptx, one, values[0]);
    return UpperHalf(ptx, Quotient(ptx, one, UpperHalf(ptx, values[0])));
  });
}

void SquareRoot(PtxLowering& ptx) {
  SetResult(ptx, 1, [&](Values values) { return Root(ptx, values[0]); });
}

// 1 / sqrt(x) in double: for .f32, rounded once.
void ReciprocalRoot(PtxLowering& ptx) {
  SetResult(ptx, 1, [&](Values values) {
    llvm::IRBuilder<>& build = ptx.build();
    llvm::Value* x = values[0];
    llvm::Value* root = build.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, build.CreateFPExt(x, build.getDoubleTy()));
    llvm::Value* result = build.CreateFDiv(llvm::ConstantFP::get(build.getDoubleTy(), 1), root);
    return build.CreateFPTrunc(result, x->getType());
  });
}

// More precise than PTX's bounds.
void Approximate(PtxLowering& ptx) {
  const std::string_view opcode = ptx.opcode();
  const std::string name = opcode == "lg2" ? "log2" : opcode == "ex2" ? "exp2" : std::string(opcode);
  SetResult(ptx, 1, [&](Values values) -> llvm::Value* {
    const bool is_double = values[0]->getType()->isDoubleTy();
    return ptx.Math("__lockstep_math_" + name + (is_double ? "" : "f"), values[0]->getType(), {values[0]});
  });
}

}  // namespace lockstep::pass::lower
