// Arithmetic of integers.

#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/parts.h"

namespace lockstep::pass::lower {

using ptx::BitsOf;
using ptx::Kind;
using ptx::KindOf;
using ptx::Type;

namespace {

bool IsSigned(const PtxLowering& ptx, std::size_t i = 0) { return KindOf(ptx.type(i)) == Kind::kSigned; }

// x * y in twice the width.
llvm::Value* WideProduct(PtxLowering& ptx, llvm::Value* x, llvm::Value* y) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Type* wide = build.getIntNTy(2 * x->getType()->getIntegerBitWidth());
  return build.CreateMul(build.CreateIntCast(x, wide, IsSigned(ptx)), build.CreateIntCast(y, wide, IsSigned(ptx)));
}

llvm::Value* HalfProduct(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *x = ptx.Get(1), *y = ptx.Get(2);
  if (ptx.Has("lo")) return build.CreateMul(x, y);
  return build.CreateTrunc(build.CreateLShr(WideProduct(ptx, x, y), x->getType()->getIntegerBitWidth()), x->getType());
}

// x + y + the carry, in one bit more; `carries` also sets the flag.
llvm::Value* SumWithCarry(PtxLowering& ptx, llvm::Value* x, llvm::Value* y, bool takes) {
  llvm::IRBuilder<>& build = ptx.build();
  const unsigned bits = x->getType()->getIntegerBitWidth();
  llvm::Type* wide = build.getIntNTy(bits + 1);
  llvm::Value* sum = build.CreateAdd(build.CreateZExt(x, wide), build.CreateZExt(y, wide));
  if (takes) sum = build.CreateAdd(sum, build.CreateZExt(ptx.carry(), wide));
  if (ptx.Has("cc")) ptx.set_carry(build.CreateTrunc(build.CreateLShr(sum, bits), build.getInt1Ty()));
  return build.CreateTrunc(sum, x->getType());
}

// Of the two 16-bit elements of packed operands.
void SetPacked(PtxLowering& ptx, llvm::function_ref<llvm::Value*(llvm::Value*, llvm::Value*)> compute) {
  ForEachElement(ptx, 2, [&](llvm::ArrayRef<llvm::Value*> elements) { return compute(elements[0], elements[1]); });
}

}  // namespace

void AddWhole(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  ptx.Set(0, ptx.Has("sat") ? build.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, ptx.Get(1), ptx.Get(2))
                            : build.CreateAdd(ptx.Get(1), ptx.Get(2)));
}

void SubtractWhole(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  ptx.Set(0, ptx.Has("sat") ? build.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, ptx.Get(1), ptx.Get(2))
                            : build.CreateSub(ptx.Get(1), ptx.Get(2)));
}

void AddPacked(PtxLowering& ptx) {
  SetPacked(ptx, [&](llvm::Value* x, llvm::Value* y) { return ptx.build().CreateAdd(x, y); });
}

void AddWithCarry(PtxLowering& ptx) { ptx.Set(0, SumWithCarry(ptx, ptx.Get(1), ptx.Get(2), ptx.opcode() == "addc")); }

// The flag holds the borrow: a - b - flag.
void SubtractWithBorrow(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *x = ptx.Get(1), *y = ptx.Get(2);
  const unsigned bits = x->getType()->getIntegerBitWidth();
  llvm::Type* wide = build.getIntNTy(bits + 1);
  llvm::Value* difference = build.CreateSub(build.CreateZExt(x, wide), build.CreateZExt(y, wide));
  if (ptx.opcode() == "subc") difference = build.CreateSub(difference, build.CreateZExt(ptx.carry(), wide));
  if (ptx.Has("cc")) ptx.set_carry(build.CreateTrunc(build.CreateLShr(difference, bits), build.getInt1Ty()));
  ptx.Set(0, build.CreateTrunc(difference, x->getType()));
}

void MultiplyWhole(PtxLowering& ptx) { ptx.Set(0, HalfProduct(ptx)); }

void MultiplyWide(PtxLowering& ptx) {
  llvm::Value* product = WideProduct(ptx, ptx.Get(1), ptx.Get(2));
  ptx.Set(0, ptx.opcode() == "mad" ? ptx.build().CreateAdd(product, ptx.Get(3)) : product);
}

void MultiplyAddWhole(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *product = HalfProduct(ptx), *addend = ptx.Get(3);
  ptx.Set(0, ptx.Has("sat") ? build.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, product, addend)
                            : build.CreateAdd(product, addend));
}

void MultiplyAddWithCarry(PtxLowering& ptx) {
  ptx.Set(0, SumWithCarry(ptx, HalfProduct(ptx), ptx.Get(3), ptx.opcode() == "madc"));
}

// The low or high 32 bits of the 48-bit product of the low 24 bits.
void Multiply24(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  auto low = [&](std::size_t i) {
    llvm::Value* top = build.CreateShl(ptx.Get(i), 8);
    return build.CreateIntCast(IsSigned(ptx) ? build.CreateAShr(top, 8) : build.CreateLShr(top, 8), build.getInt64Ty(),
                               IsSigned(ptx));
  };
  llvm::Value* product = build.CreateMul(low(1), low(2));
  product = build.CreateTrunc(ptx.Has("hi") ? build.CreateLShr(product, 16) : product, build.getInt32Ty());
  if (ptx.opcode() == "mad24")
    product = ptx.Has("sat") ? build.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, product, ptx.Get(3))
                             : build.CreateAdd(product, ptx.Get(3));
  ptx.Set(0, product);
}

void SumOfDifference(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *x = ptx.Get(1), *y = ptx.Get(2);
  llvm::Value* difference = build.CreateSub(Greatest(build, ptx.type(), x, y), Least(build, ptx.type(), x, y));
  ptx.Set(0, build.CreateAdd(ptx.Get(3), difference));
}

void DivideWhole(PtxLowering& ptx) {
  const bool quotient = ptx.opcode() == "div";
  const auto operation = IsSigned(ptx) ? (quotient ? llvm::Instruction::SDiv : llvm::Instruction::SRem)
                                       : (quotient ? llvm::Instruction::UDiv : llvm::Instruction::URem);
  ptx.Set(0, ptx.build().CreateBinOp(operation, ptx.Get(1), ptx.Get(2)));
}

void AbsoluteWhole(PtxLowering& ptx) {
  ptx.Set(0, ptx.build().CreateBinaryIntrinsic(llvm::Intrinsic::abs, ptx.Get(1), ptx.build().getFalse()));
}

void NegateWhole(PtxLowering& ptx) { ptx.Set(0, ptx.build().CreateNeg(ptx.Get(1))); }

static llvm::Value* LeastOrGreatest(PtxLowering& ptx, Type type, llvm::Value* x, llvm::Value* y) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* result = ptx.opcode() == "min" ? Least(build, type, x, y) : Greatest(build, type, x, y);
  return ptx.Has("relu") ? Greatest(build, type, result, llvm::ConstantInt::get(x->getType(), 0)) : result;
}

void LeastWhole(PtxLowering& ptx) { ptx.Set(0, LeastOrGreatest(ptx, ptx.type(), ptx.Get(1), ptx.Get(2))); }

void LeastPacked(PtxLowering& ptx) {
  const Type element = ptx.type() == Type::k_s16x2 ? Type::k_s16 : Type::k_u16;
  SetPacked(ptx, [&](llvm::Value* x, llvm::Value* y) { return LeastOrGreatest(ptx, element, x, y); });
}

// Elements `width` bits wide, at `shift`, as 32-bit numbers.
static llvm::Value* Element(PtxLowering& ptx, llvm::Value* whole, unsigned width, unsigned shift, bool is_signed) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* element = build.CreateTrunc(build.CreateLShr(whole, shift), build.getIntNTy(width));
  return build.CreateIntCast(element, build.getInt32Ty(), is_signed);
}

void DotOfBytes(PtxLowering& ptx) {
  llvm::Value *a = ptx.Get(1), *b = ptx.Get(2), *sum = ptx.Get(3);
  for (unsigned i = 0; i < 4; ++i) {
    llvm::Value* left = Element(ptx, a, 8, 8 * i, IsSigned(ptx, 0));
    sum = ptx.build().CreateAdd(sum, ptx.build().CreateMul(left, Element(ptx, b, 8, 8 * i, IsSigned(ptx, 1))));
  }
  ptx.Set(0, sum);
}

void DotOfHalves(PtxLowering& ptx) {
  llvm::Value *a = ptx.Get(1), *b = ptx.Get(2), *sum = ptx.Get(3);
  for (unsigned i = 0; i < 2; ++i) {
    llvm::Value* left = Element(ptx, a, 16, 16 * i, IsSigned(ptx, 0));
    const unsigned place = 8 * i + (ptx.Has("hi") ? 16 : 0);
    sum = ptx.build().CreateAdd(sum, ptx.build().CreateMul(left, Element(ptx, b, 8, place, IsSigned(ptx, 1))));
  }
  ptx.Set(0, sum);
}

}  // namespace lockstep::pass::lower
