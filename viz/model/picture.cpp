#include "viz/model/picture.h"

#include <algorithm>
#include <cmath>

#include "shared/replay/unwritten.h"
#include "shared/trace/lookup.h"

namespace lockstep::viz {
namespace {

std::uint8_t Level(double value) { return static_cast<std::uint8_t>(std::clamp(value * 255.0 + 0.5, 0.0, 255.0)); }

// The hatching under the picture shows through what is not of this moment.
constexpr std::uint32_t kPale = 0x90000000;

}  // namespace

Picture::Rows Picture::Update(const replay::Model& model, const replay::ArrayInfo& array,
                              const replay::PictureShape& shape, PictureInks inks, std::uint64_t blocks) {
  const bool same = object_ == array.object && field_ == array.field && launch_ == model.launch_place() &&
                    inks_ == inks && blocks_ == blocks && shape_.width == shape.width &&
                    shape_.height == shape.height && shape_.layout == shape.layout;
  shape_ = shape;
  field_ = array.field;
  inks_ = inks;
  blocks_ = blocks;
  since_ = &model.WrittenSinceOf(array.object);
  // A new value may change the range, and with it every pixel.
  const bool rescaled = array.value_size() != 1 && position_ != model.position();
  if (!same || rescaled) return Rebuild(model, array);
  const auto writes = model.index().WritesTo(array.object);
  const auto begin = std::ranges::lower_bound(writes, std::min(position_, model.position()));
  const auto end = std::ranges::lower_bound(writes, std::max(position_, model.position()));
  position_ = model.position();
  Rows rows{.first = shape.height, .last = 0};
  for (auto write = begin; write != end; ++write) {
    const trace::Step& step = model.launch().steps[*write];
    const std::uint64_t first = step.offset / array.element_size;
    const std::uint64_t last =
        (std::uint64_t{step.offset} + std::max<std::uint32_t>(step.size, 1) - 1) / array.element_size;
    for (std::uint64_t cell = first; cell <= last && cell < array.count; ++cell) {
      const replay::Pixel pixel = replay::PixelOfCell(shape, cell);
      DrawPixel(model, array, pixel.x, pixel.y);
      rows.first = std::min(rows.first, pixel.y);
      rows.last = std::max(rows.last, pixel.y + 1);
    }
  }
  return rows;
}

Picture::Rows Picture::Rebuild(const replay::Model& model, const replay::ArrayInfo& array) {
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

void Picture::FindStrangers(const replay::Model& model, const replay::ArrayInfo& array) {
  by_strangers_.assign(array.count, false);
  after_ = replay::BytesAfterLaunch(model.launch(), array.object);
  const auto& maps = model.launch().writers;
  const auto map = std::ranges::find(maps, array.object, &trace::WriterMap::object);
  const std::uint64_t threads = model.launch().block.Count();
  if (!after_ || map == maps.end() || map->cell == 0 || threads == 0) return;
  std::vector<std::uint64_t> recorded;
  for (const trace::RecordedBlock& block : model.launch().blocks)
    recorded.push_back(trace::LinearIndex(block.index, model.launch().grid));
  std::ranges::sort(recorded);
  std::uint64_t last_block = ~std::uint64_t{0};
  bool last_is_stranger = false;
  for (std::uint64_t cell = 0; cell < array.count; ++cell) {
    const std::uint64_t place = array.OffsetOf(cell) / map->cell;
    if (place >= map->writer.size()) break;
    if (map->writer[place] == 0) continue;
    const std::uint64_t block = (map->writer[place] - 1) / threads;
    if (block != last_block) {
      last_block = block;
      last_is_stranger = block < blocks_ && !std::ranges::binary_search(recorded, block);
    }
    by_strangers_[cell] = last_is_stranger;
  }
}

// One channel of a pixel as a level from 0 to 255.
std::optional<std::uint8_t> Picture::LevelAt(const replay::Model& model, const replay::ArrayInfo& array,
                                             std::span<const std::uint8_t> bytes, std::uint64_t cell) const {
  const std::uint64_t offset = array.OffsetOf(cell), size = array.value_size();
  if (offset + size > bytes.size()) return 0;
  if (size == 1) return bytes[offset];
  const auto number = replay::ReadNumber(model.recording(), array.value_type(), bytes.subspan(offset, size));
  if (!number) return 0;
  if (!std::isfinite(number->AsDouble())) return std::nullopt;
  return Level((number->AsDouble() - lowest_) / (highest_ - lowest_));
}

void Picture::FindRange(const replay::Model& model, const replay::ArrayInfo& array) {
  lowest_ = 0;
  highest_ = 1;
  if (array.value_size() == 1) return;
  const auto bytes = model.playback().Bytes(array.object);
  for (std::uint64_t cell = 0; cell < array.count; ++cell) {
    const std::uint64_t offset = array.OffsetOf(cell), size = array.value_size();
    if (offset + size > bytes.size() || replay::IsUnwritten(*since_, offset, size, position_)) continue;
    const auto number = replay::ReadNumber(model.recording(), array.value_type(), bytes.subspan(offset, size));
    if (!number || !std::isfinite(number->AsDouble())) continue;
    lowest_ = std::min(lowest_, number->AsDouble());
    highest_ = std::max(highest_, number->AsDouble());
  }
}

void Picture::DrawPixel(const replay::Model& model, const replay::ArrayInfo& array, std::uint32_t x, std::uint32_t y) {
  rgba_[std::size_t{y} * shape_.width + x] = ColorAt(model, array, x, y);
}

std::uint32_t Picture::ColorAt(const replay::Model& model, const replay::ArrayInfo& array, std::uint32_t x,
                               std::uint32_t y) const {
  const std::uint64_t first = replay::CellOfPixel(shape_, x, y, 0);
  const bool stranger = by_strangers_[first];
  const std::span<const std::uint8_t> bytes =
      stranger ? std::span<const std::uint8_t>(*after_) : model.playback().Bytes(array.object);
  const std::uint32_t channels = shape_.channels >= 3 ? 3 : 1;
  std::uint32_t color = 0xff000000;
  for (std::uint32_t channel = 0; channel < channels; ++channel) {
    const std::uint64_t cell = replay::CellOfPixel(shape_, x, y, channel);
    if (!stranger && replay::IsUnwritten(*since_, array.OffsetOf(cell), array.value_size(), position_))
      return inks_.background & 0x00ffffff;
    const auto level = LevelAt(model, array, bytes, cell);
    if (!level) return inks_.not_finite;
    color |= channels == 1 ? 0x010101u * *level : std::uint32_t{*level} << (8 * channel);
  }
  return stranger ? (color & 0x00ffffff) | kPale : color;
}

}  // namespace lockstep::viz
