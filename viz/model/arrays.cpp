#include "viz/model/arrays.h"

#include <algorithm>
#include <cmath>

#include "shared/trace/trace.h"
#include "viz/model/unwritten.h"

namespace lockstep::viz {
namespace {

constexpr std::uint32_t kMinPictureSide = 8;
constexpr std::uint64_t kMaxPictureSide = 16384;

// Peels the dimensions off nested array types: float[16][17] is a shape of {16, 17} and an element of float.
void Flatten(const Model& model, TypeId& element, std::vector<std::uint64_t>& shape) {
  for (const Type* type = model.type(element); type && type->kind == TypeKind::kArray && shape.size() < 8;
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

std::uint8_t Level(double value) { return static_cast<std::uint8_t>(std::clamp(value * 255.0 + 0.5, 0.0, 255.0)); }

std::uint32_t Mix(std::uint32_t color, std::uint32_t background) {
  std::uint32_t mixed = 0xff000000;
  for (int shift = 0; shift < 24; shift += 8) {
    const std::uint32_t a = color >> shift & 255, b = background >> shift & 255;
    mixed |= (a * 5 + b * 3) / 8 << shift;
  }
  return mixed;
}

}  // namespace

std::optional<ArrayInfo> DescribeArray(const Model& model, ObjectId id) {
  const Object* object = model.object(id);
  if (!object || object->kind == ObjectKind::kLocal || object->size == 0) return std::nullopt;
  const Variable* variable = model.variable(object->variable);
  ArrayInfo array{.object = id, .name = object->name};
  if (array.name.empty() && variable) array.name = variable->name;
  if (array.name.empty()) array.name = "memory";
  array.element = object->element != TypeId::kNone ? object->element : variable ? variable->type : TypeId::kNone;
  std::vector<std::uint64_t> nested;
  Flatten(model, array.element, nested);
  const Type* element = model.type(array.element);
  if (element && element->size > 0 && element->size <= object->size) {
    array.element_size = element->size;
    array.element_name = element->name;
  } else {
    array.element = TypeId::kNone;
    array.element_name = "byte";
  }
  array.shape = object->shape;
  if (!ShapeFits(array, object->size)) array.shape = nested;
  if (!ShapeFits(array, object->size)) array.shape = {object->size / array.element_size};
  array.count = 1;
  for (const std::uint64_t extent : array.shape) array.count *= extent;
  array.kept = !model.playback().Bytes(id).empty();
  return array;
}

std::vector<ArrayInfo> ListArrays(const Model& model, Dim3 block) {
  std::vector<ArrayInfo> arrays;
  const auto add = [&](ObjectId id) {
    if (auto array = DescribeArray(model, id)) arrays.push_back(std::move(*array));
  };
  const auto is_known = [&](ObjectId id) {
    const auto same = [&](const Snapshot& snapshot) { return snapshot.object == id; };
    return !model.playback().Bytes(id).empty() || std::ranges::any_of(model.launch().memory_before, same);
  };
  for (std::uint32_t i = 0; i < model.recording().objects.size(); ++i) {
    if (is_known(static_cast<ObjectId>(i))) add(static_cast<ObjectId>(i));
  }
  const auto slot = model.BlockSlot(block);
  for (std::uint32_t i = 0; slot && i < model.launch().objects.size(); ++i) {
    const Object& object = model.launch().objects[i];
    if (object.kind == ObjectKind::kShared && object.block == *slot) add(static_cast<ObjectId>(i | kLaunchObjectBit));
  }
  return arrays;
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
  const std::uint64_t offset = cell * array.element_size;
  std::span<const std::uint8_t> bytes = model.playback().Bytes(array.object);
  if (WrittenByStranger(model, array.object, offset)) {
    const auto* after = BytesAfterLaunch(model.launch(), array.object);
    if (after) bytes = *after;
    value.later = after != nullptr;
  }
  if (offset + array.element_size > bytes.size()) return value;
  value.known = value.later || model.playback().Knows(array.object, offset, array.element_size);
  if (!value.known) return value;
  value.never_written = !value.later && IsUnwritten(model, array.object, offset, array.element_size, model.position());
  const auto cell_bytes = bytes.subspan(offset, array.element_size);
  value.number = array.element == TypeId::kNone ? Number::OfSigned(Number::Kind::kInt, cell_bytes[0])
                                                : ReadNumber(model.recording(), array.element, cell_bytes);
  value.not_finite = value.number && value.number->IsFloating() && !std::isfinite(value.number->AsDouble());
  value.text = value.never_written ? "·"
               : value.number      ? value.number->Text()
                              : FormatValue(model.recording(), array.element, cell_bytes.data(), cell_bytes.size());
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
  const Type* element = model.type(array.element);
  const bool floating = element && element->kind == TypeKind::kFloat;
  if (!array.kept || (array.element_size != 1 && !floating)) return std::nullopt;
  return PictureOf(array.shape);
}

bool IsImage(const ArrayInfo& array) { return array.element_size == 1; }

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

bool WrittenByStranger(const Model& model, ObjectId object, std::uint64_t offset) {
  const auto writer = FinalWriter(model, object, offset);
  return writer && !model.BlockSlot(writer->block);
}

const std::vector<std::uint8_t>* BytesAfterLaunch(const RecordedLaunch& launch, ObjectId object) {
  const auto found = std::ranges::find(launch.memory_after, object, &Snapshot::object);
  return found != launch.memory_after.end() && !found->left_out && !found->bytes.empty() ? &found->bytes : nullptr;
}

Picture::Rows Picture::Update(const Model& model, const ArrayInfo& array, const PictureShape& shape, PictureInks inks) {
  const bool same = object_ == array.object && launch_ == model.launch_place() && inks_ == inks &&
                    shape_.width == shape.width && shape_.height == shape.height && shape_.layout == shape.layout;
  shape_ = shape;
  inks_ = inks;
  since_ = &model.WrittenSinceOf(array.object);
  // A new value may move the range, and with it every pixel.
  const bool rescaled = array.element_size != 1 && position_ != model.position();
  if (!same || rescaled) return Rebuild(model, array);
  const auto writes = model.index().WritesTo(array.object);
  const auto begin = std::ranges::lower_bound(writes, std::min(position_, model.position()));
  const auto end = std::ranges::lower_bound(writes, std::max(position_, model.position()));
  position_ = model.position();
  Rows rows{.first = shape.height, .last = 0};
  for (auto write = begin; write != end; ++write) {
    const Step& step = model.launch().steps[*write];
    const std::uint64_t first = step.offset / array.element_size;
    const std::uint64_t last =
        (std::uint64_t{step.offset} + std::max<std::uint32_t>(step.size, 1) - 1) / array.element_size;
    for (std::uint64_t cell = first; cell <= last && cell < array.count; ++cell) {
      const Pixel pixel = PixelOfCell(shape, cell);
      DrawPixel(model, array, pixel.x, pixel.y);
      rows.first = std::min(rows.first, pixel.y);
      rows.last = std::max(rows.last, pixel.y + 1);
    }
  }
  return rows;
}

Picture::Rows Picture::Rebuild(const Model& model, const ArrayInfo& array) {
  object_ = array.object;
  launch_ = model.launch_place();
  position_ = model.position();
  rgba_.assign(std::size_t{shape_.width} * shape_.height, 0xff000000);
  FindStrangers(model, array);
  FindRange(model, array);
  for (std::uint32_t y = 0; y < shape_.height; ++y) {
    for (std::uint32_t x = 0; x < shape_.width; ++x) DrawPixel(model, array, x, y);
  }
  return {0, shape_.height};
}

void Picture::FindStrangers(const Model& model, const ArrayInfo& array) {
  by_strangers_.assign(array.count, false);
  after_ = BytesAfterLaunch(model.launch(), array.object);
  const auto& maps = model.launch().writers;
  const auto map = std::ranges::find(maps, array.object, &WriterMap::object);
  const std::uint64_t threads = model.launch().block.Count();
  if (!after_ || map == maps.end() || map->cell == 0 || threads == 0) return;
  std::vector<std::uint64_t> recorded;
  for (const RecordedBlock& block : model.launch().blocks)
    recorded.push_back(LinearIndex(block.index, model.launch().grid));
  std::ranges::sort(recorded);
  std::uint64_t last_block = ~std::uint64_t{0};
  bool last_is_stranger = false;
  for (std::uint64_t cell = 0; cell < array.count; ++cell) {
    const std::uint64_t place = cell * array.element_size / map->cell;
    if (place >= map->writer.size()) break;
    if (map->writer[place] == 0) continue;
    const std::uint64_t block = (map->writer[place] - 1) / threads;
    if (block != last_block) {
      last_block = block;
      last_is_stranger = !std::ranges::binary_search(recorded, block);
    }
    by_strangers_[cell] = last_is_stranger;
  }
}

// One channel of a picture as a level from 0 to 255.
std::optional<std::uint8_t> Picture::LevelAt(const Model& model, const ArrayInfo& array,
                                             std::span<const std::uint8_t> bytes, std::uint64_t cell) const {
  const std::uint64_t offset = cell * array.element_size;
  if (offset + array.element_size > bytes.size()) return 0;
  if (array.element_size == 1) return bytes[offset];
  const auto number = ReadNumber(model.recording(), array.element, bytes.subspan(offset));
  if (!number) return 0;
  if (!std::isfinite(number->AsDouble())) return std::nullopt;
  return Level((number->AsDouble() - lowest_) / (highest_ - lowest_));
}

void Picture::FindRange(const Model& model, const ArrayInfo& array) {
  lowest_ = 0;
  highest_ = 1;
  if (array.element_size == 1) return;
  const auto bytes = model.playback().Bytes(array.object);
  for (std::uint64_t cell = 0; cell < array.count; ++cell) {
    const std::uint64_t offset = cell * array.element_size;
    if (IsUnwritten(*since_, offset, array.element_size, position_)) continue;
    const auto number = ReadNumber(model.recording(), array.element, bytes.subspan(offset));
    if (!number || !std::isfinite(number->AsDouble())) continue;
    lowest_ = std::min(lowest_, number->AsDouble());
    highest_ = std::max(highest_, number->AsDouble());
  }
}

void Picture::DrawPixel(const Model& model, const ArrayInfo& array, std::uint32_t x, std::uint32_t y) {
  rgba_[std::size_t{y} * shape_.width + x] = ColorAt(model, array, x, y);
}

std::uint32_t Picture::ColorAt(const Model& model, const ArrayInfo& array, std::uint32_t x, std::uint32_t y) const {
  const std::uint64_t first = CellOfPixel(shape_, x, y, 0);
  const bool stranger = by_strangers_[first];
  const std::span<const std::uint8_t> bytes =
      stranger ? std::span<const std::uint8_t>(*after_) : model.playback().Bytes(array.object);
  const std::uint32_t channels = shape_.channels >= 3 ? 3 : 1;
  std::uint32_t color = 0xff000000;
  for (std::uint32_t channel = 0; channel < channels; ++channel) {
    const std::uint64_t cell = CellOfPixel(shape_, x, y, channel);
    const std::uint64_t offset = cell * array.element_size;
    if (!stranger && IsUnwritten(*since_, offset, array.element_size, position_)) return inks_.background & 0x00ffffff;
    const auto level = LevelAt(model, array, bytes, cell);
    if (!level) return inks_.not_finite;
    color |= channels == 1 ? 0x010101u * *level : std::uint32_t{*level} << (8 * channel);
  }
  return stranger ? Mix(color, inks_.background) : color;
}

}  // namespace lockstep::viz
