#include "sim/compile/pass/facts/debug_types.h"

#include <algorithm>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "shared/trace/bit_field.h"
#include "sim/compile/pass/facts/short_names.h"

namespace lockstep::pass {
namespace {

using namespace llvm::dwarf;

constexpr std::uint32_t kNone = 0xffffffff;

trace::TypeKind KindOfBasic(const llvm::DIBasicType& type) {
  switch (type.getEncoding()) {
    case DW_ATE_boolean: return trace::TypeKind::kBool;
    case DW_ATE_float:
      return type.getSizeInBits() == 16
                 ? (type.getName() == "__bf16" ? trace::TypeKind::kBfloat16 : trace::TypeKind::kHalf)
                 : trace::TypeKind::kFloat;
    case DW_ATE_signed: return trace::TypeKind::kSigned;
    case DW_ATE_unsigned: return trace::TypeKind::kUnsigned;
    case DW_ATE_signed_char: return type.getName() == "char" ? trace::TypeKind::kCharacter : trace::TypeKind::kSigned;
    case DW_ATE_unsigned_char: return trace::TypeKind::kUnsigned;
    case DW_ATE_UTF: return trace::TypeKind::kCharacter;
    default: return trace::TypeKind::kUnknown;
  }
}

bool IsPointerLike(unsigned tag) {
  return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type ||
         tag == DW_TAG_ptr_to_member_type;
}

std::vector<std::uint64_t> Dimensions(const llvm::DICompositeType& array) {
  std::vector<std::uint64_t> counts;
  for (llvm::DINode* node : array.getElements()) {
    auto* range = llvm::dyn_cast<llvm::DISubrange>(node);
    auto* count = range ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount()) : nullptr;
    counts.push_back(count && count->getSExtValue() > 0 ? count->getZExtValue() : 0);
  }
  if (counts.empty()) counts.push_back(0);
  return counts;
}

}  // namespace

llvm::DIType* Resolve(llvm::DIType* type) {
  while (auto* derived = llvm::dyn_cast_if_present<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type: type = derived->getBaseType(); continue;
      default: break;
    }
    break;
  }
  return type;
}

std::uint64_t SizeInBytes(llvm::DIType* type) {
  type = Resolve(type);
  if (!type) return 0;
  if (IsPointerLike(type->getTag()) && type->getSizeInBits() == 0) return 8;
  return type->getSizeInBits() / 8;
}

namespace {

constexpr std::uint64_t kMostOfScalar = 16;

std::uint64_t AlignmentOfClass(const llvm::DICompositeType& type) {
  std::uint64_t most = 1;
  for (llvm::DINode* node : type.getElements()) {
    auto* part = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (!part || part->isStaticMember()) continue;
    if (part->getTag() != DW_TAG_member && part->getTag() != DW_TAG_inheritance) continue;
    const std::uint64_t wanted =
        std::max<std::uint64_t>(part->getAlignInBytes(), AlignmentInBytes(part->getBaseType()));
    // A part that does not lie at a multiple of its alignment is packed.
    if (part->isBitField() || part->getOffsetInBits() % (8 * wanted) == 0) most = std::max(most, wanted);
  }
  return type.getSizeInBits() % (8 * most) == 0 ? most : 1;
}

}  // namespace

std::uint64_t AlignmentInBytes(llvm::DIType* type) {
  if (!type) return 1;
  const auto own = std::max<std::uint64_t>(type->getAlignInBytes(), 1);
  if (auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    const std::uint64_t size = derived->getSizeInBits() / 8;
    const unsigned tag = derived->getTag();
    const bool is_other_name = tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
                               tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
    if (is_other_name) return std::max(own, AlignmentInBytes(derived->getBaseType()));
    return std::max(own, std::clamp<std::uint64_t>(size, 1, sizeof(void*)));
  }
  if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    const unsigned tag = composite->getTag();
    if (composite->isVector()) return std::max(own, SizeInBytes(composite));
    if (tag == DW_TAG_array_type || tag == DW_TAG_enumeration_type)
      return std::max(own, AlignmentInBytes(composite->getBaseType()));
    return std::max(own, AlignmentOfClass(*composite));
  }
  return std::max(own, std::clamp<std::uint64_t>(type->getSizeInBits() / 8, 1, kMostOfScalar));
}

std::string PrettyName(const llvm::DISubprogram* subprogram) {
  std::string name = subprogram->getName().str();
  for (const llvm::DIScope* scope = subprogram->getScope(); scope; scope = scope->getScope()) {
    if (!llvm::isa<llvm::DICompositeType, llvm::DINamespace>(scope)) break;
    // Programs do not write the names of inline namespaces: CUB's contains its version.
    if (auto* space = llvm::dyn_cast<llvm::DINamespace>(scope); space && space->getExportSymbols()) continue;
    const llvm::StringRef outer = scope->getName();
    if (outer.empty() && name == "operator()") {
      name = "lambda at line " + std::to_string(subprogram->getLine());
      continue;
    }
    name.insert(0, (outer.empty() ? "(anonymous)" : outer.str()) + "::");
  }
  // Line tables do not say of what.
  if (name == "operator()") name += " at line " + std::to_string(subprogram->getLine());
  return ShortName(name);
}

std::string TypeName(llvm::DIType* type) {
  if (!type) return "void";
  if (auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case DW_TAG_const_type: {
        llvm::DIType* base = Resolve(derived->getBaseType());
        if (base && IsPointerLike(base->getTag())) return TypeName(derived->getBaseType()) + " const";
        return "const " + TypeName(derived->getBaseType());
      }
      case DW_TAG_volatile_type: return "volatile " + TypeName(derived->getBaseType());
      case DW_TAG_restrict_type: return TypeName(derived->getBaseType());
      case DW_TAG_reference_type: return TypeName(derived->getBaseType()) + "&";
      case DW_TAG_rvalue_reference_type: return TypeName(derived->getBaseType()) + "&&";
      case DW_TAG_pointer_type:
        if (llvm::isa_and_present<llvm::DISubroutineType>(derived->getBaseType())) return "function pointer";
        return TypeName(derived->getBaseType()) + "*";
      case DW_TAG_ptr_to_member_type: return "member pointer";
      default: break;
    }
  }
  if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
      composite && composite->getTag() == DW_TAG_array_type) {
    std::string name = TypeName(composite->getBaseType());
    for (std::uint64_t count : Dimensions(*composite)) name += "[" + (count ? std::to_string(count) : "") + "]";
    return name;
  }
  return type->getName().empty() ? "(unnamed)" : type->getName().str();
}

std::uint32_t TypeTable::Add(llvm::DIType* type) {
  if (!type) return kNone;
  if (auto found = known_.find(type); found != known_.end()) return found->second;
  llvm::DIType* resolved = Resolve(type);
  if (!resolved) return kNone;
  if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(resolved);
      composite && composite->getTag() == DW_TAG_array_type)
    return known_[type] = AddArray(composite, 0);
  const auto index = static_cast<std::uint32_t>(types_.size());
  known_[type] = index;
  types_.push_back({.name = TypeName(type), .size = SizeInBytes(resolved)});
  Describe(index, resolved);
  return index;
}

// One type for each dimension: float[16][17] is 16 times float[17].
std::uint32_t TypeTable::AddArray(llvm::DICompositeType* array, std::size_t dimension) {
  const std::vector<std::uint64_t> counts = Dimensions(*array);
  const std::uint32_t element =
      dimension + 1 < counts.size() ? AddArray(array, dimension + 1) : Add(array->getBaseType());
  std::string name = TypeName(array->getBaseType());
  for (std::size_t i = dimension; i < counts.size(); ++i)
    name += "[" + (counts[i] ? std::to_string(counts[i]) : "") + "]";
  const std::uint64_t element_size = element == kNone ? 0 : types_[element].size;
  types_.push_back({.kind = trace::TypeKind::kArray,
                    .name = name,
                    .size = counts[dimension] * element_size,
                    .element = trace::TypeId{element},
                    .count = counts[dimension]});
  return static_cast<std::uint32_t>(types_.size() - 1);
}

void TypeTable::Describe(std::uint32_t index, llvm::DIType* resolved) {
  if (auto* basic = llvm::dyn_cast<llvm::DIBasicType>(resolved)) {
    types_[index].kind = KindOfBasic(*basic);
    return;
  }
  if (auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(resolved)) {
    if (!IsPointerLike(derived->getTag())) return;
    types_[index].kind = trace::TypeKind::kPointer;
    const std::uint32_t element =
        llvm::isa_and_present<llvm::DISubroutineType>(derived->getBaseType()) ? kNone : Add(derived->getBaseType());
    types_[index].element = trace::TypeId{element};
    return;
  }
  auto* composite = llvm::dyn_cast<llvm::DICompositeType>(resolved);
  if (!composite) return;
  if (composite->getTag() == DW_TAG_enumeration_type) {
    types_[index].kind = trace::TypeKind::kEnum;
    const std::uint32_t element = Add(composite->getBaseType());
    types_[index].element = trace::TypeId{element};
    return;
  }
  if (DescribeNarrowFloat(index, composite->getName())) return;
  types_[index].kind = trace::TypeKind::kStruct;
  DescribeMembers(index, composite);
}

// A bit-field shares its bytes with its neighbours: its type says which bits are its own. kNone for one that nobody can
// name, or whose bytes are more than a word.
std::uint32_t TypeTable::AddBitField(const llvm::DIDerivedType& member) {
  const std::uint32_t base = Add(member.getBaseType());
  const auto bit = static_cast<std::uint32_t>(member.getOffsetInBits() % 8);
  const auto bits = static_cast<std::uint32_t>(member.getSizeInBits());
  const std::uint64_t size = (bit + bits + 7) / 8;
  if (base == kNone || member.getName().empty() || bits == 0 || size > 8) return kNone;
  const bool is_enum = types_[base].kind == trace::TypeKind::kEnum && types_[base].element != trace::TypeId::kNone;
  const trace::Type& of = is_enum ? types_[trace::Index(types_[base].element)] : types_[base];
  trace::TypeKind kind = of.kind;
  if (kind == trace::TypeKind::kCharacter)
    kind = of.name.starts_with("unsigned") ? trace::TypeKind::kUnsigned : trace::TypeKind::kSigned;
  types_.push_back({.kind = kind,
                    .name = types_[base].name + " : " + std::to_string(bits),
                    .size = size,
                    .count = trace::CountOf({bit, bits})});
  return static_cast<std::uint32_t>(types_.size() - 1);
}

// CUDA's floats of less than 32 bits are classes around their bits, and people mean the number.
bool TypeTable::DescribeNarrowFloat(std::uint32_t index, llvm::StringRef name) {
  const auto of_eight_bits = [](llvm::StringRef format) {
    return format == "e4m3"   ? trace::TypeKind::kE4m3
           : format == "e5m2" ? trace::TypeKind::kE5m2
                              : trace::TypeKind::kUnknown;
  };
  const std::uint64_t size = types_[index].size;
  auto kind = trace::TypeKind::kUnknown;
  if (size == 2 && name == "__half") kind = trace::TypeKind::kHalf;
  if (size == 2 && name == "__nv_bfloat16") kind = trace::TypeKind::kBfloat16;
  if (size == 1 && name.consume_front("__nv_fp8_")) kind = of_eight_bits(name);
  if (kind != trace::TypeKind::kUnknown) {
    types_[index].kind = kind;
    return true;
  }
  if (name.consume_front(size == 2 ? "__nv_fp8x2_" : "__nv_fp8x4_")) kind = of_eight_bits(name);
  if (kind == trace::TypeKind::kUnknown || (size != 2 && size != 4)) return false;
  const trace::TypeId element{static_cast<std::uint32_t>(types_.size())};
  types_.push_back({.kind = kind, .name = "__nv_fp8_" + name.str(), .size = 1});
  types_[index].kind = trace::TypeKind::kStruct;
  for (std::uint64_t i = 0; i < size; ++i) types_[index].members.push_back({std::string(1, "xyzw"[i]), element, i});
  return true;
}

void TypeTable::DescribeMembers(std::uint32_t index, llvm::DICompositeType* composite) {
  std::vector<trace::Member> members;
  for (llvm::DINode* node : composite->getElements()) {
    auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (!member || member->isStaticMember()) continue;
    if (member->isBitField()) {
      ++types_[index].count;
      if (const std::uint32_t type = AddBitField(*member); type != kNone)
        members.push_back({member->getName().str(), trace::TypeId{type}, member->getOffsetInBits() / 8});
      continue;
    }
    if (member->getTag() != DW_TAG_member && member->getTag() != DW_TAG_inheritance) continue;
    std::string name =
        member->getTag() == DW_TAG_inheritance ? TypeName(member->getBaseType()) : member->getName().str();
    const std::uint32_t type = Add(member->getBaseType());
    members.push_back({std::move(name), trace::TypeId{type}, member->getOffsetInBits() / 8});
  }
  types_[index].members = std::move(members);
}

}  // namespace lockstep::pass
