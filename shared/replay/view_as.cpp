#include "shared/replay/view_as.h"

#include <array>

namespace lockstep::replay {
namespace {

struct Element {
  const char* name;
  trace::TypeKind kind;
  std::uint64_t size;
};

constexpr std::array kElements = {
    Element{"uint8_t", trace::TypeKind::kUnsigned, 1},  Element{"int8_t", trace::TypeKind::kSigned, 1},
    Element{"uint16_t", trace::TypeKind::kUnsigned, 2}, Element{"int16_t", trace::TypeKind::kSigned, 2},
    Element{"uint32_t", trace::TypeKind::kUnsigned, 4}, Element{"int32_t", trace::TypeKind::kSigned, 4},
    Element{"uint64_t", trace::TypeKind::kUnsigned, 8}, Element{"int64_t", trace::TypeKind::kSigned, 8},
    Element{"half", trace::TypeKind::kHalf, 2},         Element{"bfloat16", trace::TypeKind::kBfloat16, 2},
    Element{"float", trace::TypeKind::kFloat, 4},       Element{"double", trace::TypeKind::kFloat, 8},
};

}  // namespace

const std::vector<std::string>& ElementNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Element& element : kElements) all.emplace_back(element.name);
    return all;
  }();
  return names;
}

std::optional<std::size_t> ElementOf(const Model& model, trace::ObjectId object) {
  const Model::SeenAs* seen = model.SeenAsOther(object);
  return seen ? std::optional(seen->choice) : std::nullopt;
}

void ViewAs(Model& model, trace::ObjectId object, std::optional<std::size_t> element) {
  if (!element || *element >= kElements.size()) return model.SeeAsRecorded(object);
  const Element& chosen = kElements[*element];
  model.SeeAs(object, *element, {.kind = chosen.kind, .name = chosen.name, .size = chosen.size});
}

std::string RecordedElement(const Model& model, trace::ObjectId object) {
  const Model::SeenAs* seen = model.SeenAsOther(object);
  const auto found = model.object(object);
  if (!found) return "bytes";
  trace::TypeId id = seen ? seen->element : found->element;
  if (id == trace::TypeId::kNone) {
    const trace::Variable* variable = model.variable(found->variable);
    id = variable ? variable->type : trace::TypeId::kNone;
  }
  const trace::Type* type = model.type(id);
  return type && type->size > 0 ? type->name : "bytes";
}

}  // namespace lockstep::replay
