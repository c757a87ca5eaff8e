#include "shared/replay/fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/printable.h"

namespace lockstep::replay {
namespace {

// A recording's types are validated: no type contains itself. The bound is for recordings made in code.
constexpr int kDeepestField = 32;

void AddFields(const Model& model, const Field& whole, int depth, std::vector<Field>& fields) {
  const std::vector<Field> parts = depth < kDeepestField ? PartsOf(model, whole.type) : std::vector<Field>{};
  if (parts.empty() && depth > 0) fields.push_back(whole);
  for (const Field& part : parts) {
    if (fields.size() >= kMostFields) return;
    AddFields(model, {whole.path + part.path, part.type, whole.offset + part.offset, part.size}, depth + 1, fields);
  }
}

}  // namespace

std::string_view NameOf(const Field& field) {
  const std::string_view path = field.path;
  return path.starts_with('.') ? path.substr(1) : path;
}

std::vector<Field> PartsOf(const Model& model, trace::TypeId id) {
  std::vector<Field> parts;
  const trace::Type* type = model.type(id);
  if (!type) return parts;
  if (type->kind == trace::TypeKind::kStruct) {
    for (const trace::Member& member : type->members) {
      const trace::Type* of = model.type(member.type);
      if (!of || of->size == 0 || parts.size() >= kMostFields) continue;
      parts.push_back({fmt::format(".{}", ShortName(member.name)), member.type, member.offset, of->size});
    }
  } else if (type->kind == trace::TypeKind::kArray) {
    const trace::Type* element = model.type(type->element);
    if (!element || element->size == 0) return parts;
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(type->count, kMostFields); ++i)
      parts.push_back({fmt::format("[{}]", i), type->element, i * element->size, element->size});
  }
  return parts;
}

std::vector<Field> FieldsOf(const Model& model, trace::TypeId type) {
  std::vector<Field> fields;
  AddFields(model, {.type = type}, 0, fields);
  return fields;
}

}  // namespace lockstep::replay
