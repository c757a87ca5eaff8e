#include "jobs/recorded_array.h"

#include <algorithm>
#include <cstring>
#include <ranges>

#include "shared/base/half.h"
#include "shared/trace/format_place.h"
#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

template <class Number>
Number Load(const std::uint8_t* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
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

const trace::Snapshot* SnapshotOf(const std::vector<trace::Snapshot>& snapshots, std::uint32_t object) {
  const auto found = std::ranges::find_if(snapshots, [&](const trace::Snapshot& snapshot) {
    return trace::Index(snapshot.object) == object && !snapshot.left_out;
  });
  return found == snapshots.end() ? nullptr : &*found;
}

const trace::WriterMap* WritersOf(const trace::RecordedLaunch& launch, std::uint32_t object) {
  const auto found = std::ranges::find_if(
      launch.writers, [&](const trace::WriterMap& map) { return trace::Index(map.object) == object; });
  return found == launch.writers.end() ? nullptr : &*found;
}

}  // namespace

std::uint64_t RecordedArray::CellSize() const {
  if (object->element == trace::TypeId::kNone) return 1;
  return std::max<std::uint64_t>(1, recording->types[trace::Index(object->element)].size);
}

std::uint64_t RecordedArray::Cells() const { return after->bytes.size() / CellSize(); }

double RecordedArray::Number(std::uint64_t cell) const {
  const std::uint64_t size = CellSize();
  const std::uint8_t* bytes = after->bytes.data() + cell * size;
  if (object->element == trace::TypeId::kNone) return *bytes;
  switch (recording->types[trace::Index(object->element)].kind) {
    case trace::TypeKind::kFloat: return size == 4 ? Load<float>(bytes) : size == 8 ? Load<double>(bytes) : 0;
    case trace::TypeKind::kHalf: return size == 2 ? FloatFromHalf(Load<std::uint16_t>(bytes)) : 0;
    case trace::TypeKind::kBfloat16: return size == 2 ? FloatFromBfloat16(Load<std::uint16_t>(bytes)) : 0;
    case trace::TypeKind::kE4m3: return FloatFromE4m3(*bytes);
    case trace::TypeKind::kE5m2: return FloatFromE5m2(*bytes);
    case trace::TypeKind::kSigned: return Signed(bytes, size);
    default: return Unsigned(bytes, size);
  }
}

std::string RecordedArray::Value(std::uint64_t cell) const {
  const std::uint64_t size = CellSize();
  // A byte is a grey level here, not a character.
  if (size == 1) return std::to_string(static_cast<int>(Number(cell)));
  return trace::FormatValue(*recording, object->element, after->bytes.data() + cell * size, size);
}

std::string RecordedArray::Name(std::uint64_t cell) const {
  return trace::FormatPlace(*recording, *object, cell * CellSize(), CellSize());
}

std::optional<std::uint64_t> RecordedArray::Writer(std::uint64_t cell) const {
  if (!writers || writers->cell == 0) return std::nullopt;
  const std::uint64_t at = cell * CellSize() / writers->cell;
  if (at >= writers->writer.size() || writers->writer[at] == 0) return std::nullopt;
  return writers->writer[at] - 1;
}

std::optional<RecordedArray> RecordedArray::WrittenEarlier(std::uint64_t cell) const {
  const std::uint64_t begin = cell * CellSize();
  const auto index = static_cast<std::uint32_t>(trace::Index(Id()));
  for (auto number = launch - recording->launches.data(); number-- > 0;) {
    const trace::RecordedLaunch& earlier = recording->launches[static_cast<std::size_t>(number)];
    const RecordedArray then{recording, &earlier, object, SnapshotOf(earlier.memory_after, index),
                             WritersOf(earlier, index)};
    if (!then.after || then.after->bytes.size() != after->bytes.size() ||
        std::memcmp(then.after->bytes.data() + begin, after->bytes.data() + begin, CellSize()) != 0)
      return std::nullopt;
    if (then.Writer(cell)) return then;
  }
  return std::nullopt;
}

bool RecordedArray::HasFloats() const {
  return object->element != trace::TypeId::kNone &&
         recording->types[trace::Index(object->element)].kind == trace::TypeKind::kFloat &&
         (CellSize() == sizeof(float) || CellSize() == sizeof(double));
}

bool RecordedArray::HasNumbers() const {
  if (object->element == trace::TypeId::kNone || HasFloats()) return true;
  const trace::TypeKind kind = recording->types[trace::Index(object->element)].kind;
  return (kind == trace::TypeKind::kSigned || kind == trace::TypeKind::kUnsigned ||
          kind == trace::TypeKind::kCharacter || kind == trace::TypeKind::kBool || kind == trace::TypeKind::kEnum) &&
         CellSize() <= 8;
}

bool RecordedArray::WasWritten(std::uint64_t cell) const {
  if (Writer(cell)) return true;
  const auto unwritten = std::ranges::find(launch->unwritten, Id(), &trace::UnwrittenMemory::object);
  if (unwritten == launch->unwritten.end()) return true;
  const std::uint64_t begin = cell * CellSize(), end = begin + CellSize();
  return std::ranges::none_of(unwritten->ranges,
                              [&](const trace::ByteRange& range) { return range.begin <= begin && end <= range.end; });
}

bool RecordedArray::IsWrittenInAnyLaunch() const {
  return std::ranges::any_of(recording->launches, [&](const trace::RecordedLaunch& one) {
    return WritersOf(one, static_cast<std::uint32_t>(trace::Index(Id()))) != nullptr;
  });
}

std::optional<RecordedArray> FindArray(const trace::Recording& recording, const std::string& name) {
  for (const trace::RecordedLaunch& launch : recording.launches | std::views::reverse) {
    for (std::uint32_t object = 0; object < recording.objects.size(); ++object) {
      if (recording.objects[object].name != name) continue;
      const trace::Snapshot* after = SnapshotOf(launch.memory_after, object);
      if (!after) continue;
      return RecordedArray{&recording, &launch, &recording.objects[object], after, WritersOf(launch, object)};
    }
  }
  return std::nullopt;
}

}  // namespace lockstep::jobs
