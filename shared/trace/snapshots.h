#pragma once

// Snapshots as bytes. Most memory does not change from one moment to the next (the inputs of a kernel, and everything
// between two launches), so a snapshot that equals the object's last one before it in the file is only said to.

#include <initializer_list>
#include <unordered_map>
#include <vector>

#include "shared/trace/coding.h"
#include "shared/trace/recording.h"

namespace lockstep {

// The last snapshot of each object that comes before those at hand.
class EarlierSnapshots {
 public:
  // The lists in which to look, the latest first. They must outlive this.
  explicit EarlierSnapshots(std::initializer_list<const std::vector<Snapshot>*> lists) {
    for (const std::vector<Snapshot>* list : lists) {
      for (const Snapshot& snapshot : *list) {
        if (!snapshot.bytes.empty()) last_.try_emplace(Index(snapshot.object), &snapshot);
      }
    }
  }
  // Before the first launch there are none; before a launch, those of the launch before it; after a launch, its own
  // too.
  static EarlierSnapshots Before(const RecordedLaunch* previous) {
    return previous ? EarlierSnapshots({&previous->memory_after, &previous->memory_before}) : EarlierSnapshots({});
  }
  static EarlierSnapshots After(const RecordedLaunch& launch, const RecordedLaunch* previous) {
    return previous ? EarlierSnapshots({&launch.memory_before, &previous->memory_after, &previous->memory_before})
                    : EarlierSnapshots({&launch.memory_before});
  }

  const Snapshot* Find(ObjectId object) const {
    const auto found = last_.find(Index(object));
    return found == last_.end() ? nullptr : found->second;
  }

 private:
  std::unordered_map<std::uint32_t, const Snapshot*> last_;
};

inline void EncodeSnapshots(Encoder& out, const std::vector<Snapshot>& snapshots, const EarlierSnapshots& earlier) {
  out(snapshots.size());
  for (const Snapshot& snapshot : snapshots) {
    const Snapshot* last = earlier.Find(snapshot.object);
    const bool is_same = last != nullptr && last->bytes == snapshot.bytes;
    out(snapshot.object, snapshot.left_out, is_same);
    if (!is_same) out(snapshot.bytes);
  }
}

inline void DecodeSnapshots(Decoder& in, std::vector<Snapshot>& snapshots, const EarlierSnapshots& earlier) {
  const std::uint64_t count = in.Varint();
  if (count > in.Remaining() || !in.budget().Take(count * sizeof(Snapshot))) return in.SetBad();
  snapshots.resize(count);
  for (Snapshot& snapshot : snapshots) {
    bool is_same = false;
    in(snapshot.object, snapshot.left_out, is_same);
    if (!is_same) {
      in(snapshot.bytes);
      continue;
    }
    const Snapshot* last = earlier.Find(snapshot.object);
    if (last == nullptr || !in.budget().Take(last->bytes.size())) return in.SetBad();
    snapshot.bytes = last->bytes;
  }
}

}  // namespace lockstep
