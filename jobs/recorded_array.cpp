#include "jobs/recorded_array.h"

#include <algorithm>
#include <cstring>
#include <ranges>

#include "shared/trace/format_place.h"
#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

template <class Number>
double Load(const std::uint8_t* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

double Signed(const std::uint8_t* bytes, std::uint64_t size) {
  switch (size) {
    case 1: return Load<std::int8_t>(bytes);
    case 2: return Load<std::int16_t>(bytes);
    case 4: return Load<std::int32_t>(bytes);
    case 8: return Load<std::int64_t>(bytes);
    default: return 0;
  }
}

double Unsigned(const std::uint8_t* bytes, std::uint64_t size) {
  switch (size) {
    case 1: return Load<std::uint8_t>(bytes);
    case 2: return Load<std::uint16_t>(bytes);
    case 4: return Load<std::uint32_t>(bytes);
    case 8: return Load<std::uint64_t>(bytes);
    default: return 0;
  }
}

const Snapshot* SnapshotOf(const std::vector<Snapshot>& snapshots, std::uint32_t object) {
  const auto found = std::ranges::find_if(
      snapshots, [&](const Snapshot& snapshot) { return Index(snapshot.object) == object && !snapshot.left_out; });
  return found == snapshots.end() ? nullptr : &*found;
}

const WriterMap* WritersOf(const RecordedLaunch& launch, std::uint32_t object) {
  const auto found =
      std::ranges::find_if(launch.writers, [&](const WriterMap& map) { return Index(map.object) == object; });
  return found == launch.writers.end() ? nullptr : &*found;
}

}  // namespace

std::uint64_t RecordedArray::CellSize() const {
  if (object->element == TypeId::kNone) return 1;
  return std::max<std::uint64_t>(1, recording->types[Index(object->element)].size);
}

std::uint64_t RecordedArray::Cells() const { return after->bytes.size() / CellSize(); }

double RecordedArray::Number(std::uint64_t cell) const {
  const std::uint64_t size = CellSize();
  const std::uint8_t* bytes = after->bytes.data() + cell * size;
  if (object->element == TypeId::kNone) return *bytes;
  switch (recording->types[Index(object->element)].kind) {
    case TypeKind::kFloat: return size == 4 ? Load<float>(bytes) : size == 8 ? Load<double>(bytes) : 0;
    case TypeKind::kSigned: return Signed(bytes, size);
    default: return Unsigned(bytes, size);
  }
}

std::string RecordedArray::Value(std::uint64_t cell) const {
  const std::uint64_t size = CellSize();
  // A byte is a level here, not a letter.
  if (size == 1) return std::to_string(static_cast<int>(Number(cell)));
  return FormatValue(*recording, object->element, after->bytes.data() + cell * size, size);
}

std::string RecordedArray::Name(std::uint64_t cell) const {
  return FormatPlace(*recording, *object, cell * CellSize(), CellSize());
}

std::optional<std::uint64_t> RecordedArray::Writer(std::uint64_t cell) const {
  if (!writers || writers->cell == 0) return std::nullopt;
  const std::uint64_t at = cell * CellSize() / writers->cell;
  if (at >= writers->writer.size() || writers->writer[at] == 0) return std::nullopt;
  return writers->writer[at] - 1;
}

std::optional<RecordedArray> FindArray(const Recording& recording, const std::string& name) {
  for (const RecordedLaunch& launch : recording.launches | std::views::reverse) {
    for (std::uint32_t object = 0; object < recording.objects.size(); ++object) {
      if (recording.objects[object].name != name) continue;
      const Snapshot* after = SnapshotOf(launch.memory_after, object);
      if (!after) continue;
      return RecordedArray{&recording, &launch, &recording.objects[object], after, WritersOf(launch, object)};
    }
  }
  return std::nullopt;
}

}  // namespace lockstep::jobs
