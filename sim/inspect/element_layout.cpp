#include "sim/inspect/element_layout.h"

#include <algorithm>

#include "shared/trace/recording.h"

namespace lockstep::inspect {
namespace {

constexpr std::uint64_t kLargest = 4096;

bool IsOf(const LockstepType& type, trace::TypeKind kind) { return type.kind == static_cast<std::uint32_t>(kind); }

// Marks what members cover, from `at` on. False if that is not known.
bool Cover(const LockstepUnit& unit, std::uint32_t index, std::uint64_t at, std::vector<bool>& padding) {
  if (index >= unit.type_count) return false;
  const LockstepType& type = unit.types[index];
  if (type.size == 0 || at + type.size > padding.size()) return false;
  if (IsOf(type, trace::TypeKind::kArray)) {
    for (std::uint64_t i = 0; i < type.count; ++i)
      if (!Cover(unit, type.element, at + i * (type.size / type.count), padding)) return false;
    return true;
  }
  if (IsOf(type, trace::TypeKind::kStruct)) {
    if (type.count != 0) return false;
    return std::all_of(type.members, type.members + type.member_count, [&](const LockstepMember& member) {
      return Cover(unit, member.type, at + member.offset, padding);
    });
  }
  std::fill_n(padding.begin() + static_cast<std::ptrdiff_t>(at), type.size, false);
  return true;
}

}  // namespace

std::optional<ElementLayout> LayoutOf(const LockstepUnit& unit, std::uint32_t type) {
  while (type < unit.type_count && IsOf(unit.types[type], trace::TypeKind::kArray)) type = unit.types[type].element;
  if (type >= unit.type_count || !IsOf(unit.types[type], trace::TypeKind::kStruct)) return std::nullopt;
  const std::uint64_t size = unit.types[type].size;
  if (size == 0 || size > kLargest || unit.types[type].member_count == 0) return std::nullopt;
  ElementLayout layout{.padding = std::vector<bool>(size, true)};
  if (!Cover(unit, type, 0, layout.padding) || std::ranges::count(layout.padding, true) == 0) return std::nullopt;
  return layout;
}

}  // namespace lockstep::inspect
