// Video instructions: arithmetic of bytes and halves of registers, with a second operation or a merge.

#include "sim/compile/pass/language/ptx/lowerings.h"

namespace lockstep::pass::lower {

using ptx::Argument;
using ptx::Kind;
using ptx::KindOf;
using ptx::Type;

namespace {

bool IsSigned(Type type) { return KindOf(type) == Kind::kSigned; }

unsigned DigitOf(char digit) { return static_cast<unsigned>(digit - '0'); }

// The byte or half of `chosen`, or all of the register.
struct RegisterPart {
  unsigned width = 32, shift = 0;
};
RegisterPart PartOf(std::string_view chosen) {
  if (chosen.empty()) return {};
  const unsigned width = chosen[0] == 'h' ? 16 : 8;
  return {width, width * DigitOf(chosen[1])};
}

// Part of `whole`, extended to `wide`.
llvm::Value* Extract(PtxLowering& ptx, llvm::Value* whole, RegisterPart place, Type type, llvm::Type* wide) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* part = build.CreateTrunc(build.CreateLShr(whole, place.shift), build.getIntNTy(place.width));
  return build.CreateIntCast(part, wide, IsSigned(type));
}

llvm::Value* Source(PtxLowering& ptx, std::size_t i, Type type, llvm::Type* wide) {
  return Extract(ptx, ptx.Get(i), PartOf(ptx.argument(i).chosen), type, wide);
}

llvm::Value* LeastOf(PtxLowering& ptx, llvm::Value* x, llvm::Value* y) {
  return ptx.build().CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
}
llvm::Value* GreatestOf(PtxLowering& ptx, llvm::Value* x, llvm::Value* y) {
  return ptx.build().CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, y);
}

// Into what `bits` bits hold. `x` is signed and wider.
llvm::Value* Clamp(PtxLowering& ptx, llvm::Value* x, unsigned bits, bool is_signed) {
  const unsigned wide = x->getType()->getIntegerBitWidth();
  const llvm::APInt low = is_signed ? llvm::APInt::getSignedMinValue(bits).sext(wide) : llvm::APInt(wide, 0);
  const llvm::APInt high =
      is_signed ? llvm::APInt::getSignedMaxValue(bits).sext(wide) : llvm::APInt::getMaxValue(bits).zext(wide);
  x = GreatestOf(ptx, x, llvm::ConstantInt::get(x->getType(), low));
  return LeastOf(ptx, x, llvm::ConstantInt::get(x->getType(), high));
}

// The part after the first operation: saturation, then the second operation or the merge with operand 3.
void Finish(PtxLowering& ptx, llvm::Value* result, Type type) {
  llvm::IRBuilder<>& build = ptx.build();
  const RegisterPart place = PartOf(ptx.argument(0).chosen);
  if (ptx.Has("sat")) result = Clamp(ptx, result, place.width, IsSigned(type));
  if (place.width < 32) {
    const unsigned mask = ((1u << place.width) - 1) << place.shift;
    llvm::Value* part = build.CreateShl(build.CreateTrunc(result, build.getInt32Ty()), place.shift);
    return ptx.Set(0, build.CreateOr(build.CreateAnd(part, mask), build.CreateAnd(ptx.Get(3), ~mask)));
  }
  if (ptx.Has("add") || ptx.Has("min") || ptx.Has("max")) {
    llvm::Value* other = build.CreateIntCast(ptx.Get(3), result->getType(), IsSigned(type));
    result = ptx.Has("add")   ? build.CreateAdd(result, other)
             : ptx.Has("min") ? LeastOf(ptx, result, other)
                              : GreatestOf(ptx, result, other);
  }
  ptx.Set(0, build.CreateTrunc(result, build.getInt32Ty()));
}

llvm::Value* Relation(PtxLowering& ptx, llvm::Value* x, llvm::Value* y) {
  using Predicate = llvm::CmpInst::Predicate;
  const Predicate predicate = ptx.Has("eq")   ? Predicate::ICMP_EQ
                              : ptx.Has("ne") ? Predicate::ICMP_NE
                              : ptx.Has("lt") ? Predicate::ICMP_SLT
                              : ptx.Has("le") ? Predicate::ICMP_SLE
                              : ptx.Has("gt") ? Predicate::ICMP_SGT
                                              : Predicate::ICMP_SGE;
  return ptx.build().CreateZExt(ptx.build().CreateICmp(predicate, x, y), x->getType());
}

// The first operation, of numbers that are wide enough for its result.
llvm::Value* Compute(PtxLowering& ptx, std::string_view operation, llvm::Value* x, llvm::Value* y) {
  llvm::IRBuilder<>& build = ptx.build();
  if (operation == "vadd") return build.CreateAdd(x, y);
  if (operation == "vsub") return build.CreateSub(x, y);
  if (operation == "vmin") return LeastOf(ptx, x, y);
  if (operation == "vmax") return GreatestOf(ptx, x, y);
  if (operation == "vset") return Relation(ptx, x, y);
  if (operation == "vabsdiff")
    return build.CreateBinaryIntrinsic(llvm::Intrinsic::abs, build.CreateSub(x, y), build.getTrue());
  // vavrg: halves are rounded away from zero.
  llvm::Value* sum = build.CreateAdd(x, y);
  llvm::Value* is_positive = build.CreateICmpSGE(sum, llvm::ConstantInt::get(sum->getType(), 0));
  return build.CreateAShr(build.CreateAdd(sum, build.CreateZExt(is_positive, sum->getType())), 1);
}

// The elements of both operands from which an operand's are chosen; `chosen` has the highest element's first.
llvm::SmallVector<llvm::Value*> Elements(PtxLowering& ptx, std::string_view chosen, Type type, unsigned width) {
  const unsigned count = 32 / width;
  llvm::Value* const sources[] = {ptx.Get(1), ptx.Get(2)};
  llvm::SmallVector<llvm::Value*> elements;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned digit = DigitOf(chosen[chosen.size() - 1 - i]);
    const RegisterPart place{.width = width, .shift = width * (digit % count)};
    elements.push_back(Extract(ptx, sources[digit / count], place, type, ptx.build().getInt32Ty()));
  }
  return elements;
}

std::string_view OrElse(const Argument& argument, std::string_view chosen) {
  return argument.chosen.empty() ? chosen : argument.chosen.substr(1);
}

}  // namespace

void VideoArithmetic(PtxLowering& ptx) {
  llvm::Type* wide = ptx.build().getInt64Ty();
  llvm::Value *x = Source(ptx, 1, ptx.type(1), wide), *y = Source(ptx, 2, ptx.type(2), wide);
  Finish(ptx, Compute(ptx, ptx.opcode(), x, y), ptx.type());
}

void VideoCompare(PtxLowering& ptx) {
  llvm::Type* wide = ptx.build().getInt64Ty();
  llvm::Value *x = Source(ptx, 1, ptx.type(0), wide), *y = Source(ptx, 2, ptx.type(1), wide);
  Finish(ptx, Relation(ptx, x, y), Type::k_u32);
}

// Shifted left by 32 bits and not cut off, a number needs 65.
void VideoShift(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Type* wide = build.getInt128Ty();
  llvm::Value *x = Source(ptx, 1, ptx.type(1), wide), *count = Source(ptx, 2, Type::k_u32, wide);
  count = ptx.Has("wrap") ? build.CreateAnd(count, 31) : LeastOf(ptx, count, llvm::ConstantInt::get(wide, 32));
  Finish(ptx, ptx.opcode() == "vshl" ? build.CreateShl(x, count) : build.CreateAShr(x, count), ptx.type());
}

// The product is signed if a factor is or if it is negated, and the addend is as the product.
void VideoMultiplyAdd(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const bool negated = ptx.argument(1).minus != ptx.argument(2).minus, subtracts = ptx.argument(3).minus;
  if (negated && subtracts) return ptx.Complain("`vmad` negates either the product or the addend");
  if (ptx.Has("po") && (ptx.argument(1).minus || ptx.argument(2).minus || subtracts))
    return ptx.Complain("`vmad.po` negates no operand");
  llvm::Type* wide = build.getInt128Ty();
  const bool is_signed = IsSigned(ptx.type(1)) || IsSigned(ptx.type(2)) || negated;
  llvm::Value* product = build.CreateMul(Source(ptx, 1, ptx.type(1), wide), Source(ptx, 2, ptx.type(2), wide));
  if (negated) product = build.CreateNeg(product);
  llvm::Value* addend = build.CreateIntCast(ptx.Get(3), wide, is_signed);
  llvm::Value* sum = subtracts ? build.CreateSub(product, addend) : build.CreateAdd(product, addend);
  if (ptx.Has("po")) sum = build.CreateAdd(sum, llvm::ConstantInt::get(wide, 1));
  if (ptx.Has("shr7") || ptx.Has("shr15")) sum = build.CreateAShr(sum, ptx.Has("shr7") ? 7 : 15);
  if (ptx.Has("sat")) sum = Clamp(ptx, sum, 32, is_signed || subtracts);
  ptx.Set(0, build.CreateTrunc(sum, build.getInt32Ty()));
}

// Two halves or four bytes: those that the mask has not are operand 3's, or are not added to it.
void VideoElements(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const std::string_view opcode = ptx.opcode(), operation = opcode.substr(0, opcode.size() - 1);
  const bool halves = opcode.back() == '2', compares = operation == "vset", adds = ptx.Has("add");
  const unsigned width = halves ? 16 : 8;
  const std::size_t first = compares ? 0 : 1;  // of the sources' types
  const std::string_view all = halves ? "10" : "3210";
  const llvm::SmallVector<llvm::Value*> x = Elements(ptx, OrElse(ptx.argument(1), all), ptx.type(first), width);
  const llvm::SmallVector<llvm::Value*> y =
      Elements(ptx, OrElse(ptx.argument(2), halves ? "32" : "7654"), ptx.type(first + 1), width);
  const std::string_view mask = OrElse(ptx.argument(0), all);
  llvm::Value* result = ptx.Get(3);
  for (unsigned i = 0; i < x.size(); ++i) {
    if (mask.find(static_cast<char>('0' + i)) == mask.npos) continue;
    llvm::Value* element = Compute(ptx, operation, x[i], y[i]);
    if (ptx.Has("sat")) element = Clamp(ptx, element, width, IsSigned(ptx.type()));
    const unsigned bits = ((1u << width) - 1) << width * i;
    result = adds ? build.CreateAdd(result, element)
                  : build.CreateOr(build.CreateAnd(result, ~bits),
                                   build.CreateAnd(build.CreateShl(element, width * i), bits));
  }
  ptx.Set(0, result);
}

}  // namespace lockstep::pass::lower
