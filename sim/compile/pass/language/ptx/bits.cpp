// Moves, selections, and operations on bits.

#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/parts.h"

namespace lockstep::pass::lower {

using ptx::BitsOf;
using ptx::Kind;
using ptx::KindOf;
using ptx::Type;

void Move(PtxLowering& ptx) { ptx.Set(0, ptx.Get(1)); }

void Select(PtxLowering& ptx) { ptx.Set(0, ptx.build().CreateSelect(ptx.Get(3), ptx.Get(1), ptx.Get(2))); }

void SelectBySign(PtxLowering& ptx) {
  llvm::Value* sign = ptx.Get(3);
  llvm::Value* first = sign->getType()->isFloatTy()
                           ? ptx.build().CreateFCmpOGE(sign, llvm::ConstantFP::get(sign->getType(), 0))
                           : ptx.build().CreateICmpSGE(sign, ptx.build().getInt32(0));
  ptx.Set(0, ptx.build().CreateSelect(first, ptx.Get(1), ptx.Get(2)));
}

void Bitwise(PtxLowering& ptx) {
  const auto operation = ptx.opcode() == "and"  ? llvm::Instruction::And
                         : ptx.opcode() == "or" ? llvm::Instruction::Or
                                                : llvm::Instruction::Xor;
  ptx.Set(0, ptx.build().CreateBinOp(operation, ptx.Get(1), ptx.Get(2)));
}

void Not(PtxLowering& ptx) { ptx.Set(0, ptx.build().CreateNot(ptx.Get(1))); }

void LogicalNot(PtxLowering& ptx) {
  llvm::Value* x = ptx.Get(1);
  ptx.Set(0, ptx.build().CreateZExt(ptx.build().CreateIsNull(x), x->getType()));
}

// Bit 4a + 2b + c of the table is the result for the bits a, b and c.
static llvm::Value* ByTable(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *a = ptx.Get(1), *b = ptx.Get(2), *c = ptx.Get(3), *result = build.getInt32(0);
  const std::uint64_t table = ptx.argument(4).whole;
  for (unsigned row = 0; row < 8; ++row) {
    if ((table >> row & 1) == 0) continue;
    llvm::Value* both = build.CreateAnd(row & 4 ? a : build.CreateNot(a), row & 2 ? b : build.CreateNot(b));
    result = build.CreateOr(result, build.CreateAnd(both, row & 1 ? c : build.CreateNot(c)));
  }
  return result;
}

void LookUp(PtxLowering& ptx) { ptx.Set(0, ByTable(ptx)); }

void LookUpAndTest(PtxLowering& ptx) {
  llvm::Value *result = ByTable(ptx), *other = ptx.Get(5), *is_set = ptx.build().CreateIsNotNull(result);
  ptx.SetPair(result, ptx.Has("and") ? ptx.build().CreateAnd(is_set, other) : ptx.build().CreateOr(is_set, other));
}

void Shift(PtxLowering& ptx) {
  const auto operation = ptx.opcode() == "shl"                 ? llvm::Instruction::Shl
                         : KindOf(ptx.type()) == Kind::kSigned ? llvm::Instruction::AShr
                                                               : llvm::Instruction::LShr;
  ptx.Set(0, ShiftAll(ptx.build(), operation, ptx.Get(1), ptx.Get(2)));
}

void FunnelShift(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *low = build.CreateZExt(ptx.Get(1), build.getInt64Ty()), *count = ptx.Get(3);
  llvm::Value* both = build.CreateOr(build.CreateShl(build.CreateZExt(ptx.Get(2), build.getInt64Ty()), 32), low);
  count = ptx.Has("wrap") ? build.CreateAnd(count, 31)
                          : build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, build.getInt32(32));
  count = build.CreateZExt(count, build.getInt64Ty());
  llvm::Value* shifted =
      ptx.Has("l") ? build.CreateLShr(build.CreateShl(both, count), 32) : build.CreateLShr(both, count);
  ptx.Set(0, build.CreateTrunc(shifted, build.getInt32Ty()));
}

// The selector's nibbles for a mode: two bits of the selector choose one of four rows.
static llvm::Value* SelectorOfMode(PtxLowering& ptx, llvm::Value* selector) {
  struct Mode {
    std::string_view name;
    std::array<unsigned, 4> rows;
  };
  constexpr Mode kModes[] = {
      {"f4e", {0x3210, 0x4321, 0x5432, 0x6543}}, {"b4e", {0x5670, 0x6701, 0x7012, 0x0123}},
      {"rc8", {0x0000, 0x1111, 0x2222, 0x3333}}, {"ecl", {0x3210, 0x3211, 0x3222, 0x3333}},
      {"ecr", {0x0000, 0x1110, 0x2210, 0x3210}}, {"rc16", {0x1010, 0x3232, 0x1010, 0x3232}},
  };
  llvm::IRBuilder<>& build = ptx.build();
  for (const Mode& mode : kModes) {
    if (!ptx.Has(mode.name)) continue;
    llvm::Value *row = build.CreateAnd(selector, 3), *chosen = build.getInt32(mode.rows[0]);
    for (unsigned i = 1; i < 4; ++i)
      chosen = build.CreateSelect(build.CreateICmpEQ(row, build.getInt32(i)), build.getInt32(mode.rows[i]), chosen);
    return chosen;
  }
  return selector;
}

// Nibble i of the selector says which byte of b:a becomes byte i; its top bit repeats that byte's sign instead.
void Permute(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *selector = SelectorOfMode(ptx, ptx.Get(3)), *result = build.getInt32(0);
  llvm::Value* both = build.CreateOr(build.CreateShl(build.CreateZExt(ptx.Get(2), build.getInt64Ty()), 32),
                                     build.CreateZExt(ptx.Get(1), build.getInt64Ty()));
  for (unsigned i = 0; i < 4; ++i) {
    llvm::Value* nibble = build.CreateAnd(build.CreateLShr(selector, 4 * i), 15);
    llvm::Value* bits = build.CreateZExt(build.CreateShl(build.CreateAnd(nibble, 7), 3), build.getInt64Ty());
    llvm::Value* byte = build.CreateTrunc(build.CreateLShr(both, bits), build.getInt8Ty());
    llvm::Value* takes_sign = build.CreateICmpUGE(nibble, build.getInt32(8));
    byte = build.CreateSelect(takes_sign, build.CreateAShr(byte, 7), byte);
    result = build.CreateOr(result, build.CreateShl(build.CreateZExt(byte, build.getInt32Ty()), 8 * i));
  }
  ptx.Set(0, result);
}

// A field of `length` bits from `position` on. Bits after the end of the number are 0, or copies of the sign: that of
// the field's last bit, or of the number's.
void ExtractField(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* x = ptx.Get(1);
  llvm::Type* type = x->getType();
  const unsigned bits = type->getIntegerBitWidth();
  llvm::Value *position = build.CreateAnd(ptx.Get(2), 255), *length = build.CreateAnd(ptx.Get(3), 255);
  llvm::Value* field = ShiftAll(build, llvm::Instruction::LShr, x, position);
  llvm::Value* mask =
      build.CreateNot(ShiftAll(build, llvm::Instruction::Shl, llvm::Constant::getAllOnesValue(type), length));
  llvm::Value* result = build.CreateAnd(field, mask);
  if (KindOf(ptx.type()) == Kind::kSigned) {
    llvm::Value* last = build.CreateSub(build.CreateAdd(position, length), build.getInt32(1));
    last = build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, last, build.getInt32(bits - 1));
    llvm::Value* sign = build.CreateTrunc(ShiftAll(build, llvm::Instruction::LShr, x, last), build.getInt1Ty());
    // Above the field, and where the number has ended.
    llvm::Value* left = build.CreateSub(
        build.getInt32(bits), build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, position, build.getInt32(bits)));
    llvm::Value* known = build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, length, left);
    llvm::Value* above = ShiftAll(build, llvm::Instruction::Shl, llvm::Constant::getAllOnesValue(type), known);
    llvm::Value* is_negative = build.CreateAnd(sign, build.CreateIsNotNull(length));
    result = build.CreateOr(result, build.CreateSelect(is_negative, above, llvm::Constant::getNullValue(type)));
  }
  ptx.Set(0, result);
}

// Puts the low `length` bits of a into b, from `position` on.
void InsertField(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *a = ptx.Get(1), *b = ptx.Get(2);
  llvm::Value *position = build.CreateAnd(ptx.Get(3), 255), *length = build.CreateAnd(ptx.Get(4), 255);
  llvm::Value* mask =
      build.CreateNot(ShiftAll(build, llvm::Instruction::Shl, llvm::Constant::getAllOnesValue(a->getType()), length));
  mask = ShiftAll(build, llvm::Instruction::Shl, mask, position);
  llvm::Value* field = build.CreateAnd(ShiftAll(build, llvm::Instruction::Shl, a, position), mask);
  ptx.Set(0, build.CreateOr(field, build.CreateAnd(b, build.CreateNot(mask))));
}

static llvm::Value* Narrow(PtxLowering& ptx, llvm::Value* count) {
  return ptx.build().CreateTrunc(count, ptx.build().getInt32Ty());
}

// The position of the leading bit that is not a copy of the sign; with .shiftamt, how far it is from the top.
void FindLeading(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* x = ptx.Get(1);
  const unsigned bits = x->getType()->getIntegerBitWidth();
  if (KindOf(ptx.type()) == Kind::kSigned) x = build.CreateXor(x, build.CreateAShr(x, bits - 1));
  llvm::Value* zeros = Narrow(ptx, build.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, build.getFalse()));
  llvm::Value* found = ptx.Has("shiftamt") ? zeros : build.CreateSub(build.getInt32(bits - 1), zeros);
  ptx.Set(0, build.CreateSelect(build.CreateIsNull(x), build.getInt32(~0u), found));
}

void ReverseBits(PtxLowering& ptx) {
  ptx.Set(0, ptx.build().CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, ptx.Get(1)));
}

void CountBits(PtxLowering& ptx) {
  ptx.Set(0, Narrow(ptx, ptx.build().CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, ptx.Get(1))));
}

void CountLeadingZeros(PtxLowering& ptx) {
  ptx.Set(0, Narrow(ptx, ptx.build().CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, ptx.Get(1), ptx.build().getFalse())));
}

void FindNthSet(PtxLowering& ptx) {
  ptx.Set(0, ptx.Math("__lockstep_math_fns", ptx.build().getInt32Ty(), {ptx.Get(1), ptx.Get(2), ptx.Get(3)}));
}

// Length b from position a. `.clamp` limits both to 32, `.wrap` takes them modulo 32.
void MakeMask(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  auto limited = [&](llvm::Value* count) {
    return ptx.Has("wrap") ? build.CreateAnd(count, 31)
                           : build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, build.getInt32(32));
  };
  llvm::Value* ones =
      build.CreateNot(ShiftAll(build, llvm::Instruction::Shl, build.getInt32(~0u), limited(ptx.Get(2))));
  ptx.Set(0, ShiftAll(build, llvm::Instruction::Shl, ones, limited(ptx.Get(1))));
}

// The low b bits of a, extended to 32.
void ExtendFrom(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *x = ptx.Get(1), *count = ptx.Get(2);
  count = ptx.Has("wrap") ? build.CreateAnd(count, 31)
                          : build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, build.getInt32(32));
  llvm::Value* rest = build.CreateSub(build.getInt32(32), count);
  const auto back = KindOf(ptx.type()) == Kind::kSigned ? llvm::Instruction::AShr : llvm::Instruction::LShr;
  llvm::Value* extended = ShiftAll(build, back, ShiftAll(build, llvm::Instruction::Shl, x, rest), rest);
  ptx.Set(0, build.CreateSelect(build.CreateIsNull(count), build.getInt32(0), extended));
}

}  // namespace lockstep::pass::lower
