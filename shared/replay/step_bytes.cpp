#include "shared/replay/step_bytes.h"

namespace lockstep::replay {
namespace {

std::span<const std::uint8_t> Bytes(const trace::RecordedLaunch& launch, const trace::Step& step,
                                    const std::uint64_t& word) {
  if (!(step.flags & trace::Step::kLongValue)) {
    // The lowest byte of the word is the first byte in memory: Lockstep supports little-endian machines only.
    return {reinterpret_cast<const std::uint8_t*>(&word), std::min<std::size_t>(step.size, sizeof word)};
  }
  const auto& all = launch.long_values;
  if (word > all.size() || step.size > all.size() - word) return {};
  return {all.data() + word, step.size};
}

}  // namespace

std::span<const std::uint8_t> BytesBefore(const trace::RecordedLaunch& launch, const trace::Step& step) {
  return Bytes(launch, step, step.before);
}

std::span<const std::uint8_t> BytesAfter(const trace::RecordedLaunch& launch, const trace::Step& step) {
  return Bytes(launch, step, step.after);
}

}  // namespace lockstep::replay
