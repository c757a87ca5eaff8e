#include "shared/replay/headline.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/replay/thread_state.h"
#include "shared/replay/unwritten.h"

namespace lockstep::replay {
namespace {

std::string PixelText(const Model& model, const ArrayInfo& array, std::uint64_t cell) {
  const auto shape = PictureOf(model, array);
  if (!shape || !IsImage(array)) return {};
  const Pixel pixel = PixelOfCell(*shape, cell);
  static constexpr const char* kChannels[] = {"red", "green", "blue", "alpha"};
  if (shape->channels == 1) return fmt::format(", the pixel at x {}, y {}", pixel.x, pixel.y);
  return fmt::format(", {} of the pixel at x {}, y {}", kChannels[std::min(pixel.channel, 3u)], pixel.x, pixel.y);
}

// The part of an element of this type that is exactly these bytes; none if they are no part of it, or all of it.
std::optional<Field> PartAt(const Model& model, trace::TypeId type, std::uint64_t offset, std::uint64_t size) {
  constexpr int kDeepest = 32;
  Field place{.type = type};
  for (int depth = 0; depth < kDeepest; ++depth) {
    const std::vector<Field> parts = PartsOf(model, place.type);
    const auto part = std::ranges::find_if(parts, [&](const Field& p) {
      return place.offset + p.offset <= offset && offset + size <= place.offset + p.offset + p.size;
    });
    if (part == parts.end()) return std::nullopt;
    place = {place.path + part->path, part->type, place.offset + part->offset, part->size};
    if (place.offset == offset && place.size == size) return place;
  }
  return std::nullopt;
}

std::string DescribeTouch(const Model& model, const Touch& touch) {
  auto array = DescribeArray(model, touch.object);
  if (!array) return {};
  const std::uint64_t cell = touch.offset / array->element_size;
  array->field = PartAt(model, array->element, touch.offset % array->element_size, touch.size);
  const trace::Step& step = model.launch().steps[touch.step];
  const auto value = ReadNumber(model.recording(), array->value_type(), BytesAfter(model.launch(), step));
  const std::string element = NameCell(*array, cell) + PixelText(model, *array, cell);
  const std::string number = value && touch.size == array->value_size() ? value->Text() + " " : "";
  if (!touch.done) return (touch.writes ? "is about to write " : "is about to read ") + element;
  if (!touch.writes && IsUnwritten(model, touch.object, touch.offset, touch.size, touch.step))
    return "read " + element + ", which was never written";
  if (touch.writes) return number.empty() ? "wrote " + element : "wrote " + number + "to " + element;
  return number.empty() ? "read " + element : "read " + number + "from " + element;
}

// The latest access that the line has done; before the first one, the last that it will do, which is its purpose.
std::string DescribeTouches(const Model& model, ThreadSlot thread) {
  const auto touches = TouchesOf(model, thread);
  if (touches.empty()) return {};
  const auto undone = std::ranges::find(touches, false, &Touch::done);
  if (undone == touches.begin()) return DescribeTouch(model, touches.back());
  return DescribeTouch(model, *(undone - 1));
}

bool RunsNext(const Model& model, ThreadSlot thread) {
  return model.position() < model.end() && model.index().ThreadOf(model.launch().steps[model.position()]) == thread;
}

}  // namespace

std::string NameCell(const ArrayInfo& array, std::uint64_t cell) {
  std::string name = array.name;
  for (const std::uint64_t index : CellIndices(array, cell)) name += fmt::format("[{}]", index);
  return array.field ? name + array.field->path : name;
}

Headline DescribeMoment(const Model& model, const Cursor& cursor) {
  Headline headline{fmt::format("Thread {} of block {}", Text(cursor.thread), Text(cursor.block)), ""};
  const ThreadSlot slot = model.SlotOf(cursor.block, cursor.thread);
  const Line line = LineOf(model, slot);
  switch (PhaseOf(model, slot)) {
    case ThreadPhase::kNotRecorded: headline.does = "was not recorded"; break;
    case ThreadPhase::kNotStarted: headline.does = RunsNext(model, slot) ? "starts next" : "has not started"; break;
    case ThreadPhase::kWaiting: headline.does = fmt::format("waits at the barrier on line {}", line.number); break;
    case ThreadPhase::kExited: headline.does = "has finished"; break;
    case ThreadPhase::kFaulted: headline.does = fmt::format("faulted on line {}", line.number); break;
    case ThreadPhase::kRunning:
      headline.does = DescribeTouches(model, slot);
      if (headline.does.empty())
        headline.does = line.number > 0 ? fmt::format("is on line {}", line.number) : "has entered the kernel";
      break;
  }
  return headline;
}

}  // namespace lockstep::replay
