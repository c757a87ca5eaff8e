#include "sim/compile/pass/facts/struct_padding.h"

#include <algorithm>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/facts/debug_types.h"
#include "sim/compile/pass/facts/member_names.h"

namespace lockstep::pass {
namespace {

bool IsBytes(const llvm::Type* type) {
  while (type->isArrayTy()) type = type->getArrayElementType();
  return type->isIntegerTy(8);
}

bool IsUnion(const llvm::Type* type) {
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure && structure->hasName() && structure->getName().starts_with("union.");
}

// A class without members occupies a byte that nobody writes.
bool IsEmpty(llvm::DIType* type);

// The members and base classes that are stored in a struct and hold anything.
std::vector<const llvm::DIDerivedType*> StoredParts(const llvm::DICompositeType& composite) {
  std::vector<const llvm::DIDerivedType*> parts;
  for (const llvm::DINode* element : composite.getElements()) {
    auto* part = llvm::dyn_cast_if_present<llvm::DIDerivedType>(element);
    if (!part || part->isStaticMember()) continue;
    if (part->getTag() != llvm::dwarf::DW_TAG_member && part->getTag() != llvm::dwarf::DW_TAG_inheritance) continue;
    if (!IsEmpty(part->getBaseType())) parts.push_back(part);
  }
  return parts;
}

bool IsEmpty(llvm::DIType* type) {
  auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(Resolve(type));
  if (!composite || composite->isForwardDecl()) return false;
  const unsigned tag = composite->getTag();
  if (tag != llvm::dwarf::DW_TAG_structure_type && tag != llvm::dwarf::DW_TAG_class_type) return false;
  return StoredParts(*composite).empty();
}

// The end of the part. Members of a derived class may lie in the padding at the end of its base class.
std::uint64_t EndOf(const llvm::DIDerivedType& part) {
  auto* base = llvm::dyn_cast_if_present<llvm::DICompositeType>(Resolve(part.getBaseType()));
  const std::uint64_t begin = part.getOffsetInBits();
  if (part.getTag() != llvm::dwarf::DW_TAG_inheritance || !base || base->isForwardDecl())
    return begin + (part.getSizeInBits() ? part.getSizeInBits() : 8 * SizeInBytes(part.getBaseType()));
  std::uint64_t end = 0;
  for (const llvm::DIDerivedType* inner : StoredParts(*base)) end = std::max(end, EndOf(*inner));
  return begin + end;
}

bool Overlaps(const llvm::DICompositeType& composite, std::uint64_t begin, std::uint64_t end) {
  return llvm::any_of(StoredParts(composite), [&](const llvm::DIDerivedType* part) {
    return part->getOffsetInBits() < 8 * end && EndOf(*part) > 8 * begin;
  });
}

// Not steps to a first member, which add nothing but show a type.
llvm::Value* SkipCasts(llvm::Value* address) {
  while (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(address)) address = cast->getPointerOperand();
  return address;
}

llvm::Type* ElementOf(llvm::Type* type, const llvm::Value* index) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    return structure->getElementType(llvm::cast<llvm::ConstantInt>(index)->getZExtValue());
  return llvm::GetElementPtrInst::getTypeAtIndex(type, std::uint64_t{0});
}

}  // namespace

// --- layouts

StructPadding::Composites StructPadding::KnownAs(llvm::StructType* type) {
  const llvm::StringRef plain = PlainName(*type), name = plain == "anon" ? "" : plain;
  const std::uint64_t bits = 8 * layout_.getTypeAllocSize(type).getFixedValue();
  Composites known;
  for (const llvm::DICompositeType* composite : declared_.Named(name))
    if (!composite->isForwardDecl() && composite->getSizeInBits() == bits) known.push_back(composite);
  return known;
}

// Of several types of one name and size, each has to leave the bytes alone.
bool StructPadding::IsFiller(llvm::StructType* type, unsigned element, const Composites& known) const {
  if (known.empty() || !IsBytes(type->getElementType(element))) return false;
  const std::uint64_t begin = layout_.getStructLayout(type)->getElementOffset(element),
                      end = begin + layout_.getTypeAllocSize(type->getElementType(element));
  return llvm::none_of(known, [&](const llvm::DICompositeType* composite) { return Overlaps(*composite, begin, end); });
}

// Of members in ascending order.
class StructPadding::GapFinder {
 public:
  void Add(std::uint64_t begin, std::uint64_t end, bool is_aggregate) {
    Close(begin);
    if (end <= end_) return;
    end_ = end;
    last_ = is_aggregate ? kNoMember : begin;
  }
  Gaps Finish(std::uint64_t size) {
    Close(size);
    return std::move(gaps_);
  }

 private:
  void Close(std::uint64_t next) {
    if (next > end_) gaps_.push_back({.begin = end_, .end = next, .after = last_});
  }

  Gaps gaps_;
  std::uint64_t end_ = 0, last_ = kNoMember;
};

StructPadding::Gaps StructPadding::FindGaps(llvm::StructType* type) {
  if (type->isOpaque() || IsUnion(type)) return {};
  const llvm::StructLayout* places = layout_.getStructLayout(type);
  const bool may_have_fillers = llvm::any_of(type->elements(), IsBytes);
  const Composites known = may_have_fillers ? KnownAs(type) : Composites{};
  GapFinder finder;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    llvm::Type* element = type->getElementType(i);
    const std::uint64_t begin = places->getElementOffset(i);
    const std::uint64_t size = element->isAggregateType() ? layout_.getTypeAllocSize(element).getFixedValue()
                                                          : layout_.getTypeStoreSize(element).getFixedValue();
    if (size != 0 && !IsFiller(type, i, known)) finder.Add(begin, begin + size, element->isAggregateType());
  }
  return finder.Finish(places->getSizeInBytes());
}

StructPadding::Gaps StructPadding::FindGaps(const llvm::DICompositeType& type) {
  std::vector<const llvm::DIDerivedType*> parts = StoredParts(type);
  llvm::sort(parts, [](const llvm::DIDerivedType* a, const llvm::DIDerivedType* b) {
    return a->getOffsetInBits() < b->getOffsetInBits();
  });
  GapFinder finder;
  for (const llvm::DIDerivedType* part : parts) {
    const std::uint64_t begin = part->getOffsetInBits() / 8, end = (EndOf(*part) + 7) / 8;
    finder.Add(begin, end, llvm::isa_and_present<llvm::DICompositeType>(Resolve(part->getBaseType())));
  }
  return finder.Finish(type.getSizeInBits() / 8);
}

const StructPadding::Gaps& StructPadding::GapsOf(llvm::StructType* type) {
  if (const auto found = gaps_.find(type); found != gaps_.end()) return found->second;
  Gaps gaps = FindGaps(type);
  return gaps_[type] = std::move(gaps);
}

// --- addresses

// Of a struct, whose first bytes are written.
void StructPadding::AddBeginning(std::vector<Padding>& found, llvm::Value* address, const Gaps& gaps,
                                 std::uint64_t bytes) {
  for (const Gap& gap : gaps)
    if (gap.end > bytes && (gap.begin <= bytes || gap.after == kNoMember))
      found.push_back({.address = address, .offset = gap.begin, .size = gap.end - gap.begin});
}

// `bytes` bytes are written at the beginning of something of this type. A member of a union fills it: the rest belongs
// to other members, and has no value while this one is in use.
void StructPadding::AddInside(std::vector<Padding>& found, llvm::Value* address, llvm::Type* type,
                              std::uint64_t bytes) {
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (!structure || structure->isOpaque() || structure->getNumElements() == 0) return;
  const std::uint64_t size = layout_.getTypeAllocSize(type);
  if (bytes >= size) return;
  if (IsUnion(type)) {
    found.push_back({.address = address, .offset = bytes, .size = size - bytes});
    return;
  }
  // The step to a first member adds nothing, and may be left out.
  AddInside(found, address, structure->getElementType(0), bytes);
  AddBeginning(found, address, GapsOf(structure), bytes);
}

void StructPadding::AddInside(std::vector<Padding>& found, llvm::Value* address, llvm::DIType* type,
                              std::uint64_t bytes) {
  auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(Resolve(type));
  if (!composite || composite->isForwardDecl()) return;
  const std::uint64_t size = composite->getSizeInBits() / 8;
  const unsigned tag = composite->getTag();
  if (bytes >= size) return;
  if (tag == llvm::dwarf::DW_TAG_union_type)
    found.push_back({.address = address, .offset = bytes, .size = size - bytes});
  if (tag != llvm::dwarf::DW_TAG_structure_type && tag != llvm::dwarf::DW_TAG_class_type) return;
  for (const llvm::DIDerivedType* part : StoredParts(*composite))
    if (part->getOffsetInBits() == 0) AddInside(found, address, part->getBaseType(), bytes);
  AddBeginning(found, address, FindGaps(*composite), bytes);
}

// The pointers and references of the program that have this value.
void StructPadding::AddDeclared(std::vector<Padding>& found, llvm::Value* address, std::uint64_t bytes) {
  llvm::SmallVector<llvm::DbgVariableRecord*> records;
  llvm::SmallVector<llvm::DbgValueInst*> old_records;
  llvm::findDbgValues(old_records, address, &records);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(address))
    for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(load->getPointerOperand())) records.push_back(record);
  llvm::SmallPtrSet<llvm::DIType*, 4> seen;
  for (llvm::DbgVariableRecord* record : records) {
    auto* pointer = llvm::dyn_cast_if_present<llvm::DIDerivedType>(Resolve(record->getVariable()->getType()));
    if (pointer && record->getExpression()->getNumElements() == 0 && seen.insert(pointer->getBaseType()).second)
      AddInside(found, address, pointer->getBaseType(), bytes);
  }
}

void StructPadding::AddStep(std::vector<Padding>& found, llvm::IRBuilderBase& build, llvm::GEPOperator& step,
                            std::uint64_t bytes) {
  const llvm::SmallVector<llvm::Value*> indices(step.indices());
  llvm::SmallVector<llvm::Type*> types = {step.getSourceElementType()};
  for (std::size_t i = 1; i < indices.size(); ++i) types.push_back(ElementOf(types.back(), indices[i]));
  AddInside(found, &step, types.back(), bytes);
  for (std::size_t i = indices.size(); i-- > 1;) {
    auto* parent = llvm::dyn_cast<llvm::StructType>(types[i - 1]);
    if (!parent || GapsOf(parent).empty()) continue;
    llvm::Value* address =
        build.CreateGEP(step.getSourceElementType(), step.getPointerOperand(), llvm::ArrayRef(indices).take_front(i));
    const auto element = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(indices[i])->getZExtValue());
    const std::uint64_t begin = layout_.getStructLayout(parent)->getElementOffset(element);
    for (const Gap& gap : GapsOf(parent))
      if (gap.after == begin || gap.after == kNoMember)
        found.push_back({.address = address, .offset = gap.begin, .size = gap.end - gap.begin});
  }
}

std::vector<Padding> StructPadding::WrittenWith(llvm::IRBuilderBase& build, llvm::Value* address, std::uint64_t bytes) {
  std::vector<Padding> found;
  llvm::Value* at = SkipCasts(address);
  AddDeclared(found, at, bytes);
  while (auto* step = llvm::dyn_cast<llvm::GEPOperator>(at)) {
    AddStep(found, build, *step, bytes);
    llvm::Type* whole = step->getSourceElementType();
    if (!whole->isAggregateType() && !step->hasAllZeroIndices()) return found;
    if (whole->isAggregateType()) bytes = layout_.getTypeAllocSize(whole);
    at = SkipCasts(step->getPointerOperand());
    AddDeclared(found, at, bytes);
  }
  if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(at)) AddInside(found, at, variable->getValueType(), bytes);
  return found;
}

}  // namespace lockstep::pass
