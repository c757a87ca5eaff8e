// Comparisons.

#include <map>

#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/parts.h"

namespace lockstep::pass::lower {

using ptx::Kind;
using ptx::KindOf;
using ptx::Type;

namespace {

using Relation = llvm::CmpInst::Predicate;

// As integers, signed and not, and as floating-point numbers; BAD_ICMP_PREDICATE where there is none.
struct Relations {
  Relation of_signed, of_unsigned, of_real;
};

const Relations& RelationsOf(std::string_view word) {
  using P = llvm::CmpInst;
  constexpr Relation kNone = P::BAD_ICMP_PREDICATE;
  static const std::map<std::string_view, Relations> relations = {
      {"eq", {P::ICMP_EQ, P::ICMP_EQ, P::FCMP_OEQ}},
      {"ne", {P::ICMP_NE, P::ICMP_NE, P::FCMP_ONE}},
      {"lt", {P::ICMP_SLT, P::ICMP_ULT, P::FCMP_OLT}},
      {"le", {P::ICMP_SLE, P::ICMP_ULE, P::FCMP_OLE}},
      {"gt", {P::ICMP_SGT, P::ICMP_UGT, P::FCMP_OGT}},
      {"ge", {P::ICMP_SGE, P::ICMP_UGE, P::FCMP_OGE}},
      {"lo", {kNone, P::ICMP_ULT, kNone}},
      {"ls", {kNone, P::ICMP_ULE, kNone}},
      {"hi", {kNone, P::ICMP_UGT, kNone}},
      {"hs", {kNone, P::ICMP_UGE, kNone}},
      {"equ", {kNone, kNone, P::FCMP_UEQ}},
      {"neu", {kNone, kNone, P::FCMP_UNE}},
      {"ltu", {kNone, kNone, P::FCMP_ULT}},
      {"leu", {kNone, kNone, P::FCMP_ULE}},
      {"gtu", {kNone, kNone, P::FCMP_UGT}},
      {"geu", {kNone, kNone, P::FCMP_UGE}},
      {"num", {kNone, kNone, P::FCMP_ORD}},
      {"nan", {kNone, kNone, P::FCMP_UNO}},
  };
  return relations.at(word);
}

// Of operands of `type`, which are the elements of packed ones.
llvm::Value* Related(PtxLowering& ptx, Type type, llvm::Value* x, llvm::Value* y) {
  const std::string_view word = ptx.step().matched.words.front();
  const Relations& relations = RelationsOf(word);
  const Kind kind = KindOf(type);
  const bool is_real = kind == Kind::kReal;
  const Relation relation = is_real                 ? relations.of_real
                            : kind == Kind::kSigned ? relations.of_signed
                                                    : relations.of_unsigned;
  if (relation == Relation::BAD_ICMP_PREDICATE || (kind == Kind::kBits && word != "eq" && word != "ne")) {
    ptx.Complain("`." + std::string(word) + "` does not compare `." + std::string(ptx::NameOf(type)) + "`");
    return ptx.build().getFalse();
  }
  if (!is_real) return ptx.build().CreateICmp(relation, x, y);
  if (ptx.Has("ftz")) x = Flush(ptx.build(), x), y = Flush(ptx.build(), y);
  if (x->getType()->isIntegerTy()) x = Widen(ptx, x, FormatOf(type)), y = Widen(ptx, y, FormatOf(type));
  return ptx.build().CreateFCmp(relation, x, y);
}

llvm::Value* Combined(PtxLowering& ptx, llvm::Value* x, llvm::Value* y) {
  return ptx.Has("and")  ? ptx.build().CreateAnd(x, y)
         : ptx.Has("or") ? ptx.build().CreateOr(x, y)
                         : ptx.build().CreateXor(x, y);
}

// The results for both destinations: of the two elements, or the relation and its contrary.
std::pair<llvm::Value*, llvm::Value*> BothRelations(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *x = ptx.Get(1), *y = ptx.Get(2);
  if (KindOf(ptx.type()) != Kind::kPacked) {
    llvm::Value* holds = Related(ptx, ptx.type(), x, y);
    return {holds, build.CreateNot(holds)};
  }
  const Type element = ptx.type() == Type::k_f16x2 ? Type::k_f16 : Type::k_bf16;
  auto part = [&](llvm::Value* whole, unsigned shift) {
    return build.CreateTrunc(build.CreateLShr(whole, shift), build.getInt16Ty());
  };
  llvm::Value* low = Related(ptx, element, part(x, 0), part(y, 0));
  return {low, Related(ptx, element, part(x, 16), part(y, 16))};
}

}  // namespace

void Compare(PtxLowering& ptx) {
  const auto [first, second] = BothRelations(ptx);
  ptx.SetPair(first, second);
}

void CompareAndCombine(PtxLowering& ptx) {
  const auto [first, second] = BothRelations(ptx);
  llvm::Value* other = ptx.Get(3);
  ptx.SetPair(Combined(ptx, first, other), Combined(ptx, second, other));
}

void CompareToNumber(PtxLowering& ptx) {
  llvm::Value* holds = Related(ptx, ptx.type(1), ptx.Get(1), ptx.Get(2));
  if (ptx.step().arguments.size() > 3) holds = Combined(ptx, holds, ptx.Get(3));
  llvm::IRBuilder<>& build = ptx.build();
  ptx.Set(0, ptx.type() == Type::k_f32 ? build.CreateUIToFP(holds, build.getFloatTy())
                                       : build.CreateSExt(holds, build.getInt32Ty()));
}

void TestNumber(PtxLowering& ptx) {
  const unsigned classes = ptx.Has("finite")       ? llvm::fcFinite
                           : ptx.Has("infinite")   ? llvm::fcInf
                           : ptx.Has("number")     ? llvm::fcAllFlags & ~llvm::fcNan
                           : ptx.Has("notanumber") ? llvm::fcNan
                           : ptx.Has("normal")     ? llvm::fcNormal
                                                   : llvm::fcSubnormal;
  ptx.Set(0, ptx.build().createIsFPClass(ptx.Get(1), classes));
}

}  // namespace lockstep::pass::lower
