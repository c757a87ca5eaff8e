#include "sim/compile/pass/facts/part_bounds.h"

#include <iterator>
#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "sim/compile/pass/facts/member_names.h"

namespace lockstep::pass {
namespace {

using llvm::PatternMatch::m_ZeroInt;
using llvm::PatternMatch::match;

constexpr char kElsewhereInStruct[] = ", in another part of the struct";

llvm::Value* SkipCasts(llvm::Value* address) {
  while (auto* cast = llvm::dyn_cast<llvm::CastInst>(address)) address = cast->getOperand(0);
  return address;
}

// The address computation that led to this address; one to a first member counts, though it adds zero.
llvm::GEPOperator* StepTo(llvm::Value* address) { return llvm::dyn_cast<llvm::GEPOperator>(SkipCasts(address)); }

struct Member {
  llvm::StructType* parent;
  unsigned index;
};

// The member of a struct that the address computation ends at.
std::optional<Member> MemberAt(llvm::GEPOperator& step) {
  if (step.getNumIndices() < 2) return std::nullopt;
  llvm::Type* type = step.getSourceElementType();
  Member member{};
  for (auto at = step.idx_begin() + 1; at != step.idx_end(); ++at) {
    member.parent = llvm::dyn_cast<llvm::StructType>(type);
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(*at);
    if (member.parent && !constant) return std::nullopt;
    member.index = member.parent ? static_cast<unsigned>(constant->getZExtValue()) : 0;
    type = member.parent       ? member.parent->getElementType(member.index)
           : type->isArrayTy() ? type->getArrayElementType()
                               : nullptr;
    if (!type) return std::nullopt;
  }
  return member.parent ? std::optional(member) : std::nullopt;
}

// The files in which types are laid out and declared.
struct Types {
  const llvm::DataLayout& layout;
  DeclaredTypes& declared;
};

std::string NameOf(const Types& types, const Member& member) {
  return MemberName(types.layout, types.declared, *member.parent, member.index) + kElsewhereInStruct;
}

// A member that is reached by an index that is known only at run time. An array at the end of a struct may be meant as
// the start of a longer one.
std::optional<Part> MemberWith(const Types& types, llvm::Value* address, std::uint64_t bytes) {
  bool varies = false;
  for (llvm::GEPOperator* step = StepTo(address); step; step = StepTo(step->getPointerOperand())) {
    if (const auto member = varies ? MemberAt(*step) : std::nullopt) {
      auto* array = llvm::dyn_cast<llvm::ArrayType>(member->parent->getElementType(member->index));
      const std::uint64_t size = array ? types.layout.getTypeAllocSize(array).getFixedValue() : 0;
      if (!array || bytes > size || member->index + 1 == member->parent->getNumElements()) return std::nullopt;
      return Part{.start = step, .index = nullptr, .size = size, .name = NameOf(types, *member)};
    }
    varies |= !step->hasAllConstantIndices();
  }
  return std::nullopt;
}

// The computation of a first member's address adds zero, and is removed if the struct is a variable.
std::string FirstMember(const Types& types, llvm::Type* type, const llvm::ArrayType& array) {
  while (auto* parent = llvm::dyn_cast<llvm::StructType>(type)) {
    if (parent->getNumElements() == 0) return "";
    type = parent->getElementType(0);
    if (type == &array) return NameOf(types, {parent, 0});
  }
  return "";
}

// " of `grid`"
std::string OfVariable(llvm::GEPOperator& step) {
  llvm::Value* base = const_cast<llvm::Value*>(llvm::getUnderlyingObject(&step, 0));
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*> known;
    global->getDebugInfo(known);
    if (!known.empty()) return " of `" + known.front()->getVariable()->getName().str() + "`";
  }
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(base))
    for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(local))
      return " of `" + record->getVariable()->getName().str() + "`";
  return "";
}

// Empty if the array is a whole variable, or may be meant as one.
std::string RowName(const Types& types, llvm::GEPOperator& step, const llvm::ArrayType& array) {
  llvm::Value* from = SkipCasts(step.getPointerOperand());
  if (llvm::GEPOperator* before = StepTo(from)) {
    if (const auto member = MemberAt(*before)) return NameOf(types, *member);
    const bool is_row =
        before->getSourceElementType() == &array ||
        (before->getSourceElementType()->isArrayTy() && !match(std::prev(before->idx_end())->get(), m_ZeroInt()));
    return is_row ? "a row" + OfVariable(*before) + ", in another row" : "";
  }
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(from)) return FirstMember(types, local->getAllocatedType(), array);
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(from->stripPointerCasts()))
    return FirstMember(types, global->getValueType(), array);
  return "an array of " + std::to_string(array.getNumElements()) + " elements";
}

// Subscripts of arrays whose type gives the size. A whole variable has bounds of its own; row 0 by name may be meant as
// all rows in sequence, and an array of one element as the start of a longer one.
std::optional<Part> RowAt(const Types& types, llvm::GEPOperator& step) {
  auto* array = llvm::dyn_cast<llvm::ArrayType>(step.getSourceElementType());
  if (!array || array->getNumElements() < 2 || step.getNumIndices() != 2 || !match(step.getOperand(1), m_ZeroInt()))
    return std::nullopt;
  llvm::Value* index = step.getOperand(2);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index);
  if (constant && constant->getValue().ult(array->getNumElements())) return std::nullopt;
  std::string name = RowName(types, step, *array);
  if (name.empty()) return std::nullopt;
  return Part{
      .start = step.getPointerOperand(), .index = index, .size = array->getNumElements(), .name = std::move(name)};
}

}  // namespace

std::vector<Part> PartsOf(const llvm::DataLayout& layout, DeclaredTypes& declared, llvm::Value* address,
                          std::uint64_t bytes) {
  const Types types{layout, declared};
  std::vector<Part> parts;
  if (auto member = MemberWith(types, address, bytes)) parts.push_back(*std::move(member));
  for (llvm::GEPOperator* step = StepTo(address); step; step = StepTo(step->getPointerOperand()))
    if (auto row = RowAt(types, *step)) parts.push_back(*std::move(row));
  return parts;
}

}  // namespace lockstep::pass
