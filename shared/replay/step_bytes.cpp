#include "shared/replay/step_bytes.h"

namespace lockstep::replay {
namespace {

std::span<const std::uint8_t> Bytes(const RecordedLaunch& launch, const Step& step, const std::uint64_t& word) {
  if (!(step.flags & Step::kLongValue)) {
    // The lowest byte of the word is the first byte in memory: Lockstep runs on little-endian machines only.
    return {reinterpret_cast<const std::uint8_t*>(&word), std::min<std::size_t>(step.size, sizeof word)};
  }
  const auto& all = launch.long_values;
  if (word > all.size() || step.size > all.size() - word) return {};
  return {all.data() + word, step.size};
}

}  // namespace

std::span<const std::uint8_t> BytesBefore(const RecordedLaunch& launch, const Step& step) {
  return Bytes(launch, step, step.before);
}

std::span<const std::uint8_t> BytesAfter(const RecordedLaunch& launch, const Step& step) {
  return Bytes(launch, step, step.after);
}

const Object* FindObject(const Recording& recording, const RecordedLaunch& launch, ObjectId id) {
  if (id == ObjectId::kNone) return nullptr;
  const auto& objects = IsLaunchObject(id) ? launch.objects : recording.objects;
  const std::uint32_t index = IsLaunchObject(id) ? LaunchObjectIndex(id) : Index(id);
  return index < objects.size() ? &objects[index] : nullptr;
}

}  // namespace lockstep::replay
