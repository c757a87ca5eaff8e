#include "shared/replay/arrays.h"

#include <algorithm>
#include <cmath>

#include "shared/replay/unwritten.h"
#include "shared/trace/trace.h"

namespace lockstep::replay {
namespace {

constexpr std::uint32_t kMinPictureSide = 8;
constexpr std::uint64_t kMaxPictureSide = 16384;

// Moves the dimensions of nested array types into the shape: float[16][17] becomes the shape {16, 17} of floats.
void Flatten(const Model& model, trace::TypeId& element, std::vector<std::uint64_t>& shape) {
  for (const trace::Type* type = model.type(element); type && type->kind == trace::TypeKind::kArray && shape.size() < 8;
       type = model.type(element)) {
    shape.push_back(type->count);
    element = type->element;
  }
}

bool ShapeFits(const ArrayInfo& array, std::uint64_t bytes) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : array.shape) {
    if (extent == 0 || count > bytes / extent) return false;
    count *= extent;
  }
  return !array.shape.empty() && count * array.element_size <= bytes;
}

}  // namespace

std::optional<ArrayInfo> DescribeArray(const Model& model, trace::ObjectId id) {
  const auto object = model.object(id);
  if (!object || object->kind == trace::ObjectKind::kLocal || object->size == 0) return std::nullopt;
  const trace::Variable* variable = model.variable(object->variable);
  ArrayInfo array{.object = id, .name = std::string(object->name)};
  if (array.name.empty() && variable) array.name = variable->name;
  if (array.name.empty()) array.name = "memory";
  array.element = object->element != trace::TypeId::kNone ? object->element
                  : variable                              ? variable->type
                                                          : trace::TypeId::kNone;
  std::vector<std::uint64_t> nested;
  Flatten(model, array.element, nested);
  const trace::Type* element = model.type(array.element);
  if (element && element->size > 0 && element->size <= object->size) {
    array.element_size = element->size;
    array.element_name = element->name;
  } else {
    array.element = trace::TypeId::kNone;
    array.element_name = "byte";
  }
  array.shape.assign(object->shape.begin(), object->shape.end());
  if (!ShapeFits(array, object->size)) array.shape = nested;
  if (!ShapeFits(array, object->size)) array.shape = {object->size / array.element_size};
  array.count = 1;
  for (const std::uint64_t extent : array.shape) array.count *= extent;
  array.kept = !model.playback().Bytes(id).empty();
  return array;
}

std::vector<ArrayInfo> ListArrays(const Model& model, trace::Dim3 block) {
  std::vector<ArrayInfo> arrays;
  const auto add = [&](trace::ObjectId id) {
    if (auto array = DescribeArray(model, id)) arrays.push_back(std::move(*array));
  };
  const auto is_known = [&](trace::ObjectId id) {
    const auto same = [&](const trace::Snapshot& snapshot) { return snapshot.object == id; };
    return !model.playback().Bytes(id).empty() || std::ranges::any_of(model.launch().memory_before, same);
  };
  for (std::uint32_t i = 0; i < model.recording().objects.size(); ++i) {
    if (is_known(static_cast<trace::ObjectId>(i))) add(static_cast<trace::ObjectId>(i));
  }
  const auto slot = model.BlockSlot(block);
  for (const std::uint32_t i : model.launch().objects.shared())
    if (slot && model.launch().objects[i].block == *slot)
      add(static_cast<trace::ObjectId>(i | trace::kLaunchObjectBit));
  return arrays;
}

ArrayInfo WithField(ArrayInfo array, Field field) {
  array.field = std::move(field);
  return array;
}

std::vector<std::uint64_t> CellIndices(const ArrayInfo& array, std::uint64_t cell) {
  std::vector<std::uint64_t> indices(array.shape.size());
  for (std::size_t i = indices.size(); i-- > 0;) {
    indices[i] = cell % array.shape[i];
    cell /= array.shape[i];
  }
  return indices;
}

CellValue ReadCell(const Model& model, const ArrayInfo& array, std::uint64_t cell) {
  CellValue value{.text = "?"};
  const std::uint64_t offset = array.OffsetOf(cell), size = array.value_size();
  std::span<const std::uint8_t> bytes = model.playback().Bytes(array.object);
  if (WrittenByStranger(model, array.object, offset)) {
    const auto* after = BytesAfterLaunch(model.launch(), array.object);
    if (after) bytes = *after;
    value.later = after != nullptr;
  }
  if (offset + size > bytes.size()) return value;
  value.known = value.later || model.playback().Knows(array.object, offset, size);
  if (!value.known) return value;
  value.never_written = !value.later && IsUnwritten(model, array.object, offset, size, model.position());
  const auto cell_bytes = bytes.subspan(offset, size);
  value.number = array.value_type() == trace::TypeId::kNone
                     ? Number::OfSigned(Number::Kind::kInt, cell_bytes[0])
                     : ReadNumber(model.recording(), array.value_type(), cell_bytes);
  value.not_finite =
      !value.never_written && value.number && value.number->IsFloating() && !std::isfinite(value.number->AsDouble());
  value.text = value.never_written ? "·"
               : value.number
                   ? value.number->Text()
                   : trace::FormatValue(model.recording(), array.value_type(), cell_bytes.data(), cell_bytes.size());
  return value;
}

std::optional<PictureShape> PictureOf(const std::vector<std::uint64_t>& s) {
  std::uint64_t width = 0, height = 0, channels = 1;
  PictureLayout layout = PictureLayout::kGrey;
  if (s.size() == 2) {
    height = s[0], width = s[1];
  } else if (s.size() == 3 && (s[2] == 3 || s[2] == 4)) {
    layout = PictureLayout::kInterleaved;
    height = s[0], width = s[1], channels = s[2];
  } else if (s.size() == 3 && (s[0] == 3 || s[0] == 1)) {
    layout = s[0] == 3 ? PictureLayout::kPlanar : PictureLayout::kGrey;
    height = s[1], width = s[2], channels = s[0];
  }
  if (width < kMinPictureSide || height < kMinPictureSide) return std::nullopt;
  if (width > kMaxPictureSide || height > kMaxPictureSide) return std::nullopt;
  return PictureShape{layout, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height),
                      static_cast<std::uint32_t>(channels)};
}

std::optional<PictureShape> PictureOf(const Model& model, const ArrayInfo& array) {
  const trace::Type* element = model.type(array.value_type());
  const bool floating = element && element->kind == trace::TypeKind::kFloat;
  if (!array.kept || (array.value_size() != 1 && !floating)) return std::nullopt;
  return PictureOf(array.shape);
}

bool IsImage(const ArrayInfo& array) { return array.value_size() == 1; }

std::uint64_t CellOfPixel(const PictureShape& shape, std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
  const std::uint64_t pixel = std::uint64_t{y} * shape.width + x;
  if (shape.layout == PictureLayout::kInterleaved) return pixel * shape.channels + channel;
  return pixel + channel * (std::uint64_t{shape.width} * shape.height);
}

Pixel PixelOfCell(const PictureShape& shape, std::uint64_t cell) {
  const std::uint64_t pixels = std::uint64_t{shape.width} * shape.height;
  const bool interleaved = shape.layout == PictureLayout::kInterleaved;
  const std::uint64_t pixel = interleaved ? cell / shape.channels : cell % pixels;
  return {static_cast<std::uint32_t>(pixel % shape.width), static_cast<std::uint32_t>(pixel / shape.width),
          static_cast<std::uint32_t>(interleaved ? cell % shape.channels : cell / pixels)};
}

bool WrittenByStranger(const Model& model, trace::ObjectId object, std::uint64_t offset) {
  const auto writer = FinalWriter(model, object, offset);
  return writer && !model.BlockSlot(writer->block);
}

const std::vector<std::uint8_t>* BytesAfterLaunch(const trace::RecordedLaunch& launch, trace::ObjectId object) {
  const auto found = std::ranges::find(launch.memory_after, object, &trace::Snapshot::object);
  return found != launch.memory_after.end() && !found->left_out && !found->bytes.empty() ? &found->bytes : nullptr;
}

}  // namespace lockstep::replay
