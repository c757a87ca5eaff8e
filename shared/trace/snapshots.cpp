#include "shared/trace/snapshots.h"

#include <cstring>

namespace lockstep::trace {

SnapshotEncoder::Print SnapshotEncoder::PrintOf(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t a = bytes.size(), b = ~bytes.size();
  const auto add = [&](std::uint64_t word) {
    a = (a ^ word) * 0x9e3779b97f4a7c15;
    a ^= a >> 29;
    b = (b + word) * 0xbf58476d1ce4e5b9;
    b ^= b >> 31;
  };
  std::size_t at = 0;
  std::uint64_t word = 0;
  for (; at + sizeof word <= bytes.size(); at += sizeof word) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
    add(word);
  }
  word = 0;
  if (at < bytes.size()) std::memcpy(&word, bytes.data() + at, bytes.size() - at);
  add(word);
  return {a, b};
}

void SnapshotEncoder::Encode(const std::vector<Snapshot>& snapshots, Encoder& out) {
  out(snapshots.size());
  for (const Snapshot& snapshot : snapshots) {
    out(snapshot.object, snapshot.left_out);
    const auto [entry, is_new] = stored_.try_emplace(PrintOf(snapshot.bytes), stored_.size() + 1);
    if (is_new) {
      out(std::uint64_t{0}, snapshot.bytes);
    } else {
      out(entry->second);
    }
  }
}

void SnapshotDecoder::Decode(Decoder& in, std::vector<Snapshot>& snapshots) {
  const std::uint64_t count = in.Varint();
  if (count > in.Remaining() || !in.budget().Take(count * sizeof(Snapshot))) return in.SetBad();
  snapshots.resize(count);
  for (Snapshot& snapshot : snapshots) {
    std::uint64_t number = 0;
    in(snapshot.object, snapshot.left_out, number);
    if (number == 0) {
      in(snapshot.bytes);
      stored_.push_back(&snapshot);
      continue;
    }
    if (number > stored_.size()) return in.SetBad();
    const Snapshot& same = *stored_[number - 1];
    if (!in.budget().Take(same.bytes.size())) return in.SetBad();
    snapshot.bytes = same.bytes;
  }
}

}  // namespace lockstep::trace
