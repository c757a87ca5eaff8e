#include "dap/variables.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/query/place.h"
#include "shared/replay/unwritten.h"
#include "shared/trace/trace.h"

namespace lockstep::dap {
namespace {

using query::SizeOfType;
using replay::Model;

std::uint64_t Product(const std::vector<std::uint64_t>& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : shape) count *= extent;
  return count;
}

std::string TypeName(const Model& model, const ValuePlace& place) {
  const trace::Type* type = model.type(place.type);
  std::string name = type ? type->name : "byte";
  for (const std::uint64_t extent : place.shape) name += fmt::format("[{}]", extent);
  return name;
}

// At most the first `most` bytes. Which of them are written is said of a local variable only.
replay::Contents ContentsOf(const Model& model, const ValuePlace& place, std::uint64_t most) {
  const replay::Contents local =
      place.live ? replay::ContentsOf(model, *place.live, model.position()) : replay::Contents{};
  const std::span<const std::uint8_t> all = place.live ? std::span(local.bytes) : model.playback().Bytes(place.object);
  if (place.offset >= all.size()) return {};
  const std::uint64_t count = std::min<std::uint64_t>(most, all.size() - place.offset);
  const auto part = [&](std::span<const std::uint8_t> whole) {
    const auto bytes = whole.subspan(place.offset, count);
    return std::vector(bytes.begin(), bytes.end());
  };
  return {.bytes = part(all), .written = place.live ? part(local.written) : std::vector<std::uint8_t>{}};
}

std::string TextOf(const Model& model, const ValuePlace& place) {
  const std::uint64_t size = SizeOfType(model, place.type);
  if (!place.live && replay::IsUnwritten(model, place.object, place.offset, size, model.position())) return "unwritten";
  if (!place.live && !model.playback().Knows(place.object, place.offset, size)) return "not recorded";
  const replay::Contents contents = ContentsOf(model, place, size);
  if (place.live ? !contents.HasValue(0, size) : contents.bytes.empty()) return "no value yet";
  return trace::FormatValue(model.recording(), place.type, contents.bytes.data(), contents.bytes.size(),
                            contents.written);
}

ValuePlace Element(const Model& model, const ValuePlace& array, trace::TypeId type, std::uint64_t index,
                   std::uint64_t stride) {
  ValuePlace element = array;
  element.name = fmt::format("[{}]", index);
  element.path += element.name;
  element.type = type;
  element.offset += index * stride * SizeOfType(model, type);
  return element;
}

}  // namespace

std::uint64_t SizeOf(const Model& model, const ValuePlace& place) {
  return SizeOfType(model, place.type) * Product(place.shape);
}

std::vector<std::uint8_t> BytesOf(const Model& model, const ValuePlace& place, std::uint64_t most) {
  return ContentsOf(model, place, most).bytes;
}

Shown Describe(const Model& model, const ValuePlace& place) {
  Shown shown{.type = TypeName(model, place)};
  if (!place.shape.empty()) {
    shown.indexed = place.shape.front();
    shown.value = shown.type;
    return shown;
  }
  const trace::Type* type = model.type(place.type);
  if (type && type->kind == trace::TypeKind::kStruct) shown.named = type->members.size();
  if (type && type->kind == trace::TypeKind::kArray) shown.indexed = type->count;
  shown.value = TextOf(model, place);
  return shown;
}

std::vector<ValuePlace> ChildrenOf(const Model& model, const ValuePlace& place, std::uint64_t begin,
                                   std::uint64_t count) {
  std::vector<ValuePlace> children;
  const trace::Type* type = model.type(place.type);
  const bool is_row = !place.shape.empty();
  if (is_row || (type && type->kind == trace::TypeKind::kArray)) {
    const std::uint64_t length = is_row ? place.shape.front() : type->count;
    const trace::TypeId element = is_row ? place.type : type->element;
    std::vector<std::uint64_t> inner =
        is_row ? std::vector(place.shape.begin() + 1, place.shape.end()) : std::vector<std::uint64_t>{};
    for (std::uint64_t i = begin; i < length && i - begin < count; ++i) {
      children.push_back(Element(model, place, element, i, Product(inner)));
      children.back().shape = inner;
    }
    return children;
  }
  if (!type || type->kind != trace::TypeKind::kStruct) return children;
  for (std::uint64_t i = begin; i < type->members.size() && i - begin < count; ++i) {
    ValuePlace member = place;
    member.name = type->members[i].name;
    member.path += "." + member.name;
    member.type = type->members[i].type;
    member.offset += type->members[i].offset;
    children.push_back(std::move(member));
  }
  return children;
}

std::vector<ValuePlace> LocalsOf(const Model& model, const replay::Frame& frame) {
  std::vector<ValuePlace> places;
  for (const replay::LiveVariable& live : frame.variables) {
    const trace::Variable* variable = model.variable(live.variable);
    if (variable)
      places.push_back({.name = variable->name,
                        .path = variable->name,
                        .live = live,
                        .object = live.object,
                        .type = variable->type});
  }
  return places;
}

std::vector<ValuePlace> ArraysOf(const Model& model, trace::Dim3 block, bool shared) {
  std::vector<ValuePlace> places;
  for (const replay::ArrayInfo& array : replay::ListArrays(model, block)) {
    if (trace::IsLaunchObject(array.object) != shared) continue;
    ValuePlace place{.name = array.name, .path = array.name, .object = array.object, .type = array.element};
    if (array.count != 1) place.shape = array.shape;
    places.push_back(std::move(place));
  }
  return places;
}

}  // namespace lockstep::dap
