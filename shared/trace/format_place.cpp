#include "shared/trace/format_place.h"

#include <fmt/format.h>

#include "shared/base/printable.h"
#include "shared/trace/bit_field.h"

namespace lockstep::trace {
namespace {

struct CellPart {
  std::string path;
  TypeId type = TypeId::kNone;
  std::uint64_t offset = 0;  // bytes that the path does not explain
};

std::uint64_t SizeOf(const Recording& recording, TypeId id) {
  return id == TypeId::kNone ? 0 : recording.types[Index(id)].size;
}

// Descends into arrays and structs for as long as the wanted bytes lie within one part.
void Descend(const Recording& recording, std::uint64_t size, CellPart& part) {
  while (part.type != TypeId::kNone) {
    const Type& type = recording.types[Index(part.type)];
    if (size != 0 && part.offset == 0 && size == type.size && type.kind != TypeKind::kArray) return;
    if (type.kind == TypeKind::kArray) {
      const std::uint64_t step = SizeOf(recording, type.element);
      if (step == 0 || part.offset >= type.size || (size == type.size && part.offset == 0)) return;
      part.path += fmt::format("[{}]", part.offset / step);
      part.offset %= step;
      part.type = type.element;
      continue;
    }
    if (type.kind != TypeKind::kStruct) return;
    const Member* found = nullptr;
    for (const Member& member : type.members) {
      // Bit-fields share their bytes with their neighbours, so bytes do not name one.
      if (member.type != TypeId::kNone && BitFieldOf(recording.types[Index(member.type)]).bits > 0) continue;
      const std::uint64_t extent = SizeOf(recording, member.type);
      if (part.offset < member.offset || part.offset - member.offset >= extent) continue;
      if (size > extent - (part.offset - member.offset)) continue;
      found = &member;
      break;
    }
    if (found == nullptr) return;
    part.path += fmt::format(".{}", ShortName(found->name));
    part.offset -= found->offset;
    part.type = found->type;
  }
}

// A local variable has the type of its declaration, which may be an array.
TypeId TypeOf(const Recording& recording, const ObjectView& object) {
  const bool is_declared = object.kind == ObjectKind::kLocal && object.variable != VariableId::kNone;
  return object.element == TypeId::kNone && is_declared ? recording.variables[Index(object.variable)].type
                                                        : object.element;
}

CellPart Locate(const Recording& recording, const ObjectView& object, std::uint64_t offset, std::uint64_t size) {
  const TypeId cell_type = TypeOf(recording, object);
  CellPart part{.path = std::string(ShortName(NameOf(object))), .type = cell_type, .offset = offset};
  const std::uint64_t element = SizeOf(recording, cell_type);
  // A local variable or a single variable is one value of its type; everything else is a row of cells.
  const bool is_one = object.shape.empty() && element == object.size;
  if (element == 0 || (is_one && offset < element)) {
    Descend(recording, size, part);
    return part;
  }
  const std::uint64_t cell = offset / element;
  if (offset >= object.size || (size > element && offset % element != 0)) return part;
  part.offset = offset % element;
  if (object.shape.size() < 2) {
    part.path += fmt::format("[{}]", cell);
  } else {
    std::uint64_t rest = cell;
    std::string indices;
    for (std::size_t i = object.shape.size(); i > 1; --i) {
      const std::uint64_t extent = std::max<std::uint64_t>(object.shape[i - 1], 1);
      indices.insert(0, fmt::format("[{}]", rest % extent));
      rest /= extent;
    }
    part.path += fmt::format("[{}]", rest) + indices;
  }
  Descend(recording, size, part);
  return part;
}

}  // namespace

std::string NameOf(const ObjectView& object) {
  if (!object.name.empty()) return std::string(object.name);
  switch (object.kind) {
    case ObjectKind::kAllocation: return fmt::format("allocation_0x{:x}", object.address);
    case ObjectKind::kVariable: return fmt::format("variable_0x{:x}", object.address);
    case ObjectKind::kShared: return "shared";
    case ObjectKind::kLocal: return "local";
  }
  return "?";
}

std::string FormatPlace(const Recording& recording, const ObjectView& object, std::uint64_t offset,
                        std::uint64_t size) {
  const CellPart part = Locate(recording, object, offset, size);
  return part.offset == 0 ? part.path : fmt::format("{}+0x{:x}", part.path, part.offset);
}

TypeId TypeAt(const Recording& recording, const ObjectView& object, std::uint64_t offset, std::uint64_t size) {
  const CellPart part = Locate(recording, object, offset, size);
  if (part.type == TypeId::kNone || part.offset != 0 || SizeOf(recording, part.type) != size) return TypeId::kNone;
  return part.type;
}

}  // namespace lockstep::trace
