// Conversions: cvt, and of addresses.

#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/parts.h"

namespace lockstep::pass::lower {

using ptx::BitsOf;
using ptx::Kind;
using ptx::KindOf;
using ptx::Type;

namespace {

bool IsReal(Type type) { return KindOf(type) == Kind::kReal; }
bool IsSigned(Type type) { return KindOf(type) == Kind::kSigned; }
bool IsNarrow(Type type) { return IsReal(type) && BitsOf(type) == 16; }

bool RoundsToWhole(const PtxLowering& ptx) {
  return ptx.Has("rni") || ptx.Has("rzi") || ptx.Has("rmi") || ptx.Has("rpi");
}

llvm::Value* ToWhole(PtxLowering& ptx, llvm::Value* x) {
  const auto operation = ptx.Has("rni")   ? llvm::Intrinsic::roundeven
                         : ptx.Has("rzi") ? llvm::Intrinsic::trunc
                         : ptx.Has("rmi") ? llvm::Intrinsic::floor
                                          : llvm::Intrinsic::ceil;
  return ptx.build().CreateUnaryIntrinsic(operation, x);
}

// The source as float or double, with denormals flushed as .ftz says.
llvm::Value* RealSource(PtxLowering& ptx) {
  llvm::Value* x = ptx.Get(1);
  if (ptx.Has("ftz") && ptx.type(1) != Type::k_bf16) x = Flush(ptx.build(), x);
  return IsNarrow(ptx.type(1)) ? Widen(ptx, x, FormatOf(ptx.type(1))) : x;
}

// Saturates at the limits of the destination. A NaN becomes 0; or 0x80...0 from .f64, and in 64 bits.
llvm::Value* RealToWhole(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* x = ToWhole(ptx, RealSource(ptx));
  const Type to = ptx.type(0);
  llvm::Type* whole = build.getIntNTy(BitsOf(to));
  const auto operation = IsSigned(to) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  llvm::Value* result = build.CreateIntrinsic(operation, {whole, x->getType()}, {x});
  if (ptx.type(1) != Type::k_f64 && BitsOf(to) != 64) return result;
  llvm::Value* pattern = llvm::ConstantInt::get(whole, llvm::APInt::getSignMask(BitsOf(to)));
  return build.CreateSelect(build.CreateFCmpUNO(x, x), pattern, result);
}

llvm::Value* WholeToWhole(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const Type to = ptx.type(0), from = ptx.type(1);
  llvm::Value* x = ptx.Get(1);
  if (!ptx.Has("sat")) return build.CreateIntCast(x, build.getIntNTy(BitsOf(to)), IsSigned(from));
  // In 65 bits every number of both types is signed.
  const unsigned bits = BitsOf(to);
  const llvm::APInt least = IsSigned(to) ? llvm::APInt::getSignedMinValue(bits).sext(65) : llvm::APInt(65, 0);
  const llvm::APInt most =
      IsSigned(to) ? llvm::APInt::getSignedMaxValue(bits).zext(65) : llvm::APInt::getMaxValue(bits).zext(65);
  llvm::Type* wide = build.getIntNTy(65);
  llvm::Value* value = build.CreateIntCast(x, wide, IsSigned(from));
  value = build.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, llvm::ConstantInt::get(wide, least));
  value = build.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value, llvm::ConstantInt::get(wide, most));
  return build.CreateTrunc(value, build.getIntNTy(bits));
}

llvm::Value* RoundedTo(PtxLowering& ptx, Type to, llvm::Value* x, Direction direction) {
  llvm::IRBuilder<>& build = ptx.build();
  if (IsNarrow(to)) return Narrow(ptx, x, FormatOf(to), direction);
  if (to == Type::k_f64) return build.CreateFPExt(x, build.getDoubleTy());
  if (x->getType()->isFloatTy()) return x;
  if (direction == kNearest) return build.CreateFPTrunc(x, build.getFloatTy());
  return ptx.Math("__lockstep_math_narrow_rounded", build.getFloatTy(), {x, build.getInt32(direction)});
}

llvm::Value* WholeToReal(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const Type to = ptx.type(0);
  const bool is_signed = IsSigned(ptx.type(1));
  llvm::Value* x = build.CreateIntCast(ptx.Get(1), build.getInt64Ty(), is_signed);
  const Direction direction = DirectionOf(ptx);
  const std::string sign = is_signed ? "ll" : "ull";
  llvm::Value* result;
  if (IsNarrow(to)) {
    llvm::Value* odd = ptx.Math("__lockstep_math_from_" + sign + "_odd", build.getDoubleTy(), {x});
    result = ptx.Has("sat") ? Saturate(build, odd) : odd;
    return Narrow(ptx, result, FormatOf(to), direction);
  }
  llvm::Type* real = ptx.ValuesOf(to);
  if (direction == kNearest)
    result = is_signed ? build.CreateSIToFP(x, real) : build.CreateUIToFP(x, real);
  else
    result = ptx.Math("__lockstep_math_from_" + sign + (to == Type::k_f32 ? "f" : "") + "_rounded", real,
                      {x, build.getInt32(direction)});
  return ptx.Has("sat") ? Saturate(build, result) : result;
}

llvm::Value* RealToReal(PtxLowering& ptx) {
  llvm::Value* x = RealSource(ptx);
  if (RoundsToWhole(ptx)) x = ToWhole(ptx, x);
  if (ptx.Has("sat")) x = Saturate(ptx.build(), x);
  llvm::Value* result = RoundedTo(ptx, ptx.type(0), x, DirectionOf(ptx));
  return ptx.Has("ftz") && ptx.type(0) != Type::k_bf16 ? Flush(ptx.build(), result) : result;
}

llvm::Value* Positive(PtxLowering& ptx, llvm::Value* x) {
  llvm::Value* zero = llvm::ConstantFP::get(x->getType(), 0);
  return ptx.Has("relu") ? ptx.build().CreateSelect(ptx.build().CreateFCmpOLE(x, zero), zero, x) : x;
}

llvm::Value* NarrowElement(PtxLowering& ptx, llvm::Value* x) {
  const Direction direction = ptx.Has("rna") ? kAwayAtTies : DirectionOf(ptx);
  return Narrow(ptx, Positive(ptx, x), FormatOf(ptx.type(0)), direction, ptx.Has("satfinite"));
}

// `low` and `high` side by side.
llvm::Value* Joined(PtxLowering& ptx, llvm::Value* low, llvm::Value* high) {
  llvm::IRBuilder<>& build = ptx.build();
  const unsigned bits = low->getType()->getIntegerBitWidth();
  llvm::Type* whole = build.getIntNTy(2 * bits);
  return build.CreateOr(build.CreateZExt(low, whole), build.CreateShl(build.CreateZExt(high, whole), bits));
}

}  // namespace

void Convert(PtxLowering& ptx) {
  if (IsReal(ptx.type(0))) return ptx.Set(0, IsReal(ptx.type(1)) ? RealToReal(ptx) : WholeToReal(ptx));
  ptx.Set(0, IsReal(ptx.type(1)) ? RealToWhole(ptx) : WholeToWhole(ptx));
}

void ConvertToHalf(PtxLowering& ptx) { ptx.Set(0, NarrowElement(ptx, ptx.Get(1))); }

// The first source becomes the upper half.
void ConvertToPair(PtxLowering& ptx) {
  llvm::Value* high = NarrowElement(ptx, ptx.Get(1));
  ptx.Set(0, Joined(ptx, NarrowElement(ptx, ptx.Get(2)), high));
}

void ConvertPairs(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* pair = ptx.Get(1);
  const unsigned bits = BitsOf(ptx.type(1)) / 2;
  auto element = [&](unsigned shift) {
    llvm::Value* narrow = build.CreateTrunc(build.CreateLShr(pair, shift), build.getIntNTy(bits));
    return NarrowElement(ptx, Widen(ptx, narrow, FormatOf(ptx.type(1))));
  };
  llvm::Value* low = element(0);
  ptx.Set(0, Joined(ptx, low, element(bits)));
}

// a above b, each saturated; with c, both go below its low bits.
void ConvertAndPack(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const unsigned bits = BitsOf(ptx.type(0));
  const bool is_signed = IsSigned(ptx.type(0));
  auto saturated = [&](std::size_t i) {
    const llvm::APInt least = is_signed ? llvm::APInt::getSignedMinValue(bits).sext(32) : llvm::APInt(32, 0);
    const llvm::APInt most =
        is_signed ? llvm::APInt::getSignedMaxValue(bits).zext(32) : llvm::APInt::getMaxValue(bits).zext(32);
    llvm::Value* x = build.CreateBinaryIntrinsic(llvm::Intrinsic::smax, ptx.Get(i), build.getInt(least));
    x = build.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, build.getInt(most));
    return build.CreateTrunc(x, build.getIntNTy(bits));
  };
  llvm::Value* pair = build.CreateZExt(Joined(ptx, saturated(2), saturated(1)), build.getInt32Ty());
  if (bits < 16) pair = build.CreateOr(pair, build.CreateShl(ptx.Get(3), 2 * bits));
  ptx.Set(0, pair);
}

}  // namespace lockstep::pass::lower
