#include "sim/compile/pass/language/conversions.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {
namespace {

// The range of an expression's values, which are never NaN.
struct Range {
  double low, high;
};
using MaybeRange = std::optional<Range>;

constexpr int kDeepest = 12;

MaybeRange RangeOf(const llvm::Value* value, int depth = 0);

MaybeRange RangeOfWhole(const llvm::Value* value, bool is_signed) {
  if (const auto* wider = llvm::dyn_cast<llvm::ZExtInst>(value))
    return Range{0, std::exp2(wider->getSrcTy()->getScalarSizeInBits()) - 1};
  if (const auto* wider = llvm::dyn_cast<llvm::SExtInst>(value)) return RangeOfWhole(wider->getOperand(0), true);
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    const double number = constant->getValue().roundToDouble(is_signed);
    return Range{number, number};
  }
  const double size = std::exp2(value->getType()->getScalarSizeInBits() - (is_signed ? 1 : 0));
  return Range{is_signed ? -size : 0, size - 1};
}

Range Union(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
Range Sum(Range a, Range b) { return {a.low + b.low, a.high + b.high}; }
Range Negative(Range a) { return {-a.high, -a.low}; }
Range Product(Range a, Range b) {
  const double corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
}
Range Quotient(Range a, double divisor) { return Product(a, {1 / divisor, 1 / divisor}); }
Range Absolute(Range a) {
  if (a.low >= 0) return a;
  return {0, std::max(-a.low, a.high)};
}

template <class Combine>
MaybeRange Combined(const llvm::Value* a, const llvm::Value* b, int depth, Combine combine) {
  const MaybeRange left = RangeOf(a, depth), right = left ? RangeOf(b, depth) : std::nullopt;
  if (!left || !right) return std::nullopt;
  return combine(*left, *right);
}

MaybeRange RangeOfIntrinsic(const llvm::IntrinsicInst& call, int depth) {
  using llvm::Intrinsic::ID;
  auto operand = [&](unsigned i) { return call.getArgOperand(i); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::fma: {
      const MaybeRange product = Combined(operand(0), operand(1), depth, Product);
      const MaybeRange addend = product ? RangeOf(operand(2), depth) : std::nullopt;
      if (!addend) return std::nullopt;
      return Sum(*product, *addend);
    }
    case llvm::Intrinsic::fabs:
      if (const MaybeRange range = RangeOf(operand(0), depth)) return Absolute(*range);
      return std::nullopt;
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::round:
    case llvm::Intrinsic::roundeven:
      if (const MaybeRange range = RangeOf(operand(0), depth))
        return Range{std::floor(range->low), std::ceil(range->high)};
      return std::nullopt;
    case llvm::Intrinsic::sqrt:
      if (const MaybeRange range = RangeOf(operand(0), depth); range && range->low >= 0)
        return Range{std::sqrt(range->low), std::sqrt(range->high)};
      return std::nullopt;
    default: return std::nullopt;
  }
}

MaybeRange RangeOfInstruction(const llvm::Instruction& instruction, int depth) {
  auto operand = [&](unsigned i) { return instruction.getOperand(i); };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UIToFP: return RangeOfWhole(operand(0), false);
    case llvm::Instruction::SIToFP: return RangeOfWhole(operand(0), true);
    case llvm::Instruction::FPExt: return RangeOf(operand(0), depth);
    case llvm::Instruction::FPTrunc: {
      const MaybeRange range = RangeOf(operand(0), depth);
      return range && instruction.getType()->getScalarType()->isFloatTy() ? range : std::nullopt;
    }
    case llvm::Instruction::FNeg:
      if (const MaybeRange range = RangeOf(operand(0), depth)) return Negative(*range);
      return std::nullopt;
    case llvm::Instruction::FAdd: return Combined(operand(0), operand(1), depth, Sum);
    case llvm::Instruction::FSub:
      return Combined(operand(0), operand(1), depth, [](Range a, Range b) { return Sum(a, Negative(b)); });
    case llvm::Instruction::FMul: return Combined(operand(0), operand(1), depth, Product);
    case llvm::Instruction::FDiv: {
      const auto* divisor = llvm::dyn_cast<llvm::ConstantFP>(operand(1));
      const MaybeRange range = divisor && !divisor->isZero() ? RangeOf(operand(0), depth) : std::nullopt;
      if (!range) return std::nullopt;
      return Quotient(*range, divisor->getValueAPF().convertToDouble());
    }
    case llvm::Instruction::Select: return Combined(operand(1), operand(2), depth, Union);
    case llvm::Instruction::Call:
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return RangeOfIntrinsic(*call, depth);
      return std::nullopt;
    default: return std::nullopt;
  }
}

MaybeRange RangeOf(const llvm::Value* value, int depth) {
  if (depth > kDeepest || value->getType()->isVectorTy()) return std::nullopt;
  MaybeRange range;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value)) {
    llvm::APFloat number = constant->getValueAPF();
    bool inexact;
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    range = Range{number.convertToDouble(), number.convertToDouble()};
  } else if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
    range = RangeOfInstruction(*instruction, depth + 1);
  }
  // Far from the largest float, so that no intermediate result becomes infinite.
  if (!range || !(range->low > -1e30 && range->high < 1e30)) return std::nullopt;
  return range;
}

// Rounding of intermediate results moves the limits slightly.
bool Fits(const Range& range, unsigned bits, bool is_signed) {
  const double most = std::exp2(bits - (is_signed ? 1 : 0)), slack = 1 + 1e-5;
  return range.high * slack < most && (is_signed ? range.low * slack > -most : range.low > -0.99);
}

llvm::Value* Number(llvm::Type* type, double value) { return llvm::ConstantFP::get(type, value); }

// The conversion to `whole`, an integer type of 32 or 64 bits.
llvm::Value* Saturated(llvm::IRBuilder<>& build, llvm::Value* x, llvm::Type* whole, bool is_signed, bool nan_is_zero) {
  llvm::Type* real = x->getType();
  const unsigned bits = whole->getScalarSizeInBits();
  llvm::Value* least = Number(real, is_signed ? -std::exp2(bits - 1) : 0);
  llvm::Value* beyond = Number(real, std::exp2(bits - (is_signed ? 1 : 0)));
  llvm::Value* fits = build.CreateAnd(build.CreateFCmpOGE(x, least), build.CreateFCmpOLT(x, beyond));
  llvm::Value* safe = build.CreateSelect(fits, x, Number(real, 0));
  llvm::Value* result = is_signed ? build.CreateFPToSI(safe, whole) : build.CreateFPToUI(safe, whole);
  const llvm::APInt top = llvm::APInt::getSignedMinValue(bits);
  llvm::Value* most = llvm::ConstantInt::get(whole, is_signed ? ~top : llvm::APInt::getAllOnes(bits));
  result = build.CreateSelect(build.CreateFCmpOGE(x, beyond), most, result);
  llvm::Value* pattern = llvm::ConstantInt::get(whole, top);
  if (is_signed)
    return build.CreateSelect(nan_is_zero ? build.CreateFCmpOLT(x, least) : build.CreateFCmpULT(x, least), pattern,
                              result);
  return nan_is_zero ? result : build.CreateSelect(build.CreateFCmpUNO(x, x), pattern, result);
}

// True if C++ leaves the conversion to `bits` undefined.
llvm::Value* IsUndefined(llvm::IRBuilder<>& build, llvm::Value* x, unsigned bits, bool is_signed) {
  const double beyond = std::exp2(bits - (is_signed ? 1 : 0)), least = is_signed ? -beyond : 0;
  // Values between the minimum and minimum - 1 are truncated, if the type has numbers there.
  const bool has_fractions = bits <= static_cast<unsigned>(x->getType()->getScalarType()->getFPMantissaWidth());
  llvm::Value* large_enough = has_fractions || !is_signed ? build.CreateFCmpOGT(x, Number(x->getType(), least - 1))
                                                          : build.CreateFCmpOGE(x, Number(x->getType(), least));
  return build.CreateNot(build.CreateAnd(large_enough, build.CreateFCmpOLT(x, Number(x->getType(), beyond))));
}

void Lower(llvm::CastInst& cast, UndefinedHooks* hooks) {
  const bool is_signed = cast.getOpcode() == llvm::Instruction::FPToSI;
  llvm::Value* x = cast.getOperand(0);
  const unsigned bits = cast.getType()->getScalarSizeInBits(), computed = bits <= 32 ? 32 : 64;
  if (bits > 64) return;
  const MaybeRange range = RangeOf(x);
  if (range && Fits(*range, bits, is_signed)) return;
  llvm::IRBuilder<> build(&cast);
  llvm::Type* whole = cast.getType()->getWithNewBitWidth(computed);
  const llvm::Type* source = x->getType()->getScalarType();
  const bool nan_is_zero = !source->isDoubleTy() && !source->isX86_FP80Ty() && computed == 32;
  if (source->isHalfTy() || source->isBFloatTy())
    x = build.CreateFPExt(x, x->getType()->getWithNewType(build.getFloatTy()));
  if (hooks) hooks->Insert(cast, IsUndefined(build, x, bits, is_signed), LOCKSTEP_UNDEFINED_CONVERSION | bits, x);
  llvm::Value* result;
  if (range && Fits(*range, computed, true) && (is_signed || range->low > -0.99))
    result = build.CreateFPToSI(x, whole);
  else if (range && Fits(*range, computed, is_signed))
    result = build.CreateFPToUI(x, whole);
  else
    result = Saturated(build, x, whole, is_signed, nan_is_zero);
  cast.replaceAllUsesWith(build.CreateTrunc(result, cast.getType()));
  cast.eraseFromParent();
}

}  // namespace

void SaturateConversions(llvm::Module& module, UndefinedHooks* hooks) {
  std::vector<llvm::CastInst*> found;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction))
          found.push_back(llvm::cast<llvm::CastInst>(&instruction));
  for (llvm::CastInst* cast : found) Lower(*cast, hooks);
}

}  // namespace lockstep::pass
