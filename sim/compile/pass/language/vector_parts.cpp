#include "sim/compile/pass/language/vector_parts.h"

#include <numeric>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lockstep::pass {
namespace {

using namespace llvm::PatternMatch;

// `count` elements of `vector` from `first` on.
struct Part {
  llvm::Value* vector;
  unsigned first, count;
};

// The vector elements that `bits`, a narrower integer, consists of. The lowest bits are the first element, as in the
// memory of a little-endian processor.
std::optional<Part> PartOf(llvm::Value* bits) {
  llvm::Value *whole = bits, *vector = nullptr, *inner = nullptr;
  std::uint64_t shift = 0;
  if (match(bits, m_ExtractElt(m_Value(inner), m_ConstantInt(shift)))) {
    shift *= bits->getType()->getIntegerBitWidth();
    whole = inner;
  } else if (match(bits, m_Trunc(m_Value(inner)))) {
    whole = inner;
    if (match(whole, m_LShr(m_Value(inner), m_ConstantInt(shift)))) whole = inner;
  }
  if (whole == bits || !match(whole, m_BitCast(m_Value(vector)))) return std::nullopt;
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
  if (!type || type->getElementType()->isPointerTy()) return std::nullopt;
  const std::uint64_t size = type->getScalarSizeInBits(), width = bits->getType()->getIntegerBitWidth();
  if (shift % size != 0 || width % size != 0 || shift + width > size * type->getNumElements()) return std::nullopt;
  return Part{vector, static_cast<unsigned>(shift / size), static_cast<unsigned>(width / size)};
}

llvm::Value* Take(llvm::IRBuilderBase& build, const Part& part) {
  llvm::SmallVector<int> elements(part.count);
  std::iota(elements.begin(), elements.end(), static_cast<int>(part.first));
  return build.CreateShuffleVector(part.vector, elements);
}

}  // namespace

bool TakeVectorParts(llvm::Function& function) {
  llvm::SmallVector<llvm::WeakTrackingVH> replaced;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction);
    if (!cast || !cast->getType()->isVectorTy() || !cast->getSrcTy()->isIntegerTy()) continue;
    const std::optional<Part> part = PartOf(cast->getOperand(0));
    if (!part) continue;
    llvm::IRBuilder<> build(cast);
    cast->replaceAllUsesWith(build.CreateBitCast(Take(build, *part), cast->getType()));
    replaced.emplace_back(cast);
  }
  for (llvm::WeakTrackingVH& cast : replaced)
    if (cast) llvm::RecursivelyDeleteTriviallyDeadInstructions(llvm::cast<llvm::Instruction>(cast));
  return !replaced.empty();
}

}  // namespace lockstep::pass
