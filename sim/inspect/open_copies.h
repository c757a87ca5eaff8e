#pragma once

// The asynchronous copies of a block, and who may rely on them. They are done at the call; a program must not know
// that. A copy is over for the thread that waits for it and for all that come after that wait; until then what it
// writes must be neither read nor written, and what it reads must not be written. A thread waits
// - for a group of its own copies (`cp.async.wait_group`, `__pipeline_wait_prior`; bulk groups are apart from these);
// or
// - for the phase of a barrier object in which the copy counts: that is over when a thread sees the next phase.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/check/order.h"
#include "sim/hooks/unit.h"

namespace lockstep::inspect {

struct ByteRange {
  std::uint64_t begin = 0, size = 0;
  std::uint64_t end() const { return begin + size; }
};

// The counters of a thread's groups.
enum class CopyGroups : std::uint8_t { kPlain, kBulk };

// A thread that knows since `segment` that a copy is over.
struct CopyWait {
  std::uint32_t thread = 0;
  check::Segment segment = 0;
};

// Of a barrier object.
struct CopyPhase {
  bool parity = false;
  bool is_over = false;
  std::vector<CopyWait> seen;  // at most one of each thread
};

struct OpenCopy {
  LockstepSite* site = nullptr;
  std::uint32_t thread = 0;
  check::Segment segment = 0;  // when the copy began
  ByteRange to, from;
  CopyGroups groups = CopyGroups::kPlain;
  std::uint64_t group = 0;                      // of the thread: how often it had committed
  std::optional<check::Segment> written, read;  // when its own thread knew that this is over
  std::shared_ptr<CopyPhase> phase;             // null: it counts in none
  bool is_reported = false;                     // somebody has used it too early
  bool HasBeenAwaited() const { return written || (phase && !phase->seen.empty()); }
};

class OpenCopies {
 public:
  bool empty() const { return written_.empty() && read_.empty(); }
  // The copy joins the group of its thread that is open; `group` is set here.
  void Begin(OpenCopy copy);
  // The copy counts in the present phase of the barrier object, whose word has this parity.
  void BeginAt(OpenCopy copy, std::uint64_t barrier, bool parity);
  void Commit(std::uint32_t thread, CopyGroups groups) { ++committed_[{thread, groups}]; }
  // The thread's committed groups but the last `prior` are done; `only_read`: they have read what they copy.
  void Wait(CopyWait who, CopyGroups groups, std::uint64_t prior, bool only_read = false);
  // The thread leaves the kernel: all of its copies are done.
  void End(CopyWait who);
  // The copies that the thread has begun so far count in the present phase of the barrier object.
  void Arrive(std::uint32_t thread, std::uint64_t barrier, bool parity);
  bool CountsIn(std::uint64_t barrier) const { return phases_.contains(barrier); }
  // The groups of the thread that it has not waited for, and the phases with copies that it has not seen the end of.
  std::uint64_t UnderWay(std::uint32_t thread) const;
  // A thread has read the word of a barrier object (`who`), or changed it (nobody).
  void Look(std::optional<CopyWait> who, std::uint64_t barrier, bool parity);
  // Drops what was over in episodes below `floor`: every thread of the block knows that.
  void Settle(std::uint32_t floor);

  // A copy that may still write, or read, some of these bytes, as far as the thread knows. `is_past(segment)`: it comes
  // after that.
  template <class IsPast>
  OpenCopy* Writing(ByteRange bytes, std::uint32_t thread, IsPast&& is_past) const {
    return Find(written_, &OpenCopy::to, bytes,
                [&](const OpenCopy& copy) { return Knows(copy, copy.written, thread, is_past); });
  }
  template <class IsPast>
  OpenCopy* Reading(ByteRange bytes, std::uint32_t thread, IsPast&& is_past) const {
    return Find(read_, &OpenCopy::from, bytes,
                [&](const OpenCopy& copy) { return Knows(copy, copy.read, thread, is_past); });
  }

 private:
  using Shared = std::shared_ptr<OpenCopy>;
  using Ranges = std::multimap<std::uint64_t, Shared>;  // by their first byte
  using Owner = std::pair<std::uint32_t, CopyGroups>;

  template <class IsOver>
  OpenCopy* Find(const Ranges& ranges, ByteRange OpenCopy::* side, ByteRange bytes, IsOver&& is_over) const {
    const std::uint64_t first = bytes.begin - std::min(bytes.begin, longest_);
    for (auto at = ranges.lower_bound(first); at != ranges.end() && at->first < bytes.end(); ++at)
      if (((*at->second).*side).end() > bytes.begin && !is_over(*at->second)) return at->second.get();
    return nullptr;
  }
  template <class IsPast>
  static bool Knows(const OpenCopy& copy, std::optional<check::Segment> own, std::uint32_t thread, IsPast&& is_past) {
    if (own && (copy.thread == thread || is_past(*own))) return true;
    return copy.phase && std::ranges::any_of(copy.phase->seen, [&](const CopyWait& wait) {
             return wait.thread == thread || is_past(wait.segment);
           });
  }

  Shared Add(OpenCopy copy);
  // Bytes that another copy has written over are no matter any more.
  void DropWritten(ByteRange bytes);
  std::shared_ptr<CopyPhase> PhaseOf(std::uint64_t barrier, bool parity);

  Ranges written_, read_;
  std::uint64_t longest_ = 0;
  std::map<Owner, std::vector<Shared>> waited_for_;  // by nobody yet, in the order in which they began
  std::map<Owner, std::uint64_t> committed_;
  std::map<std::uint64_t, std::vector<std::shared_ptr<CopyPhase>>>
      phases_;  // of each barrier object, the present one last
};

// The top bit of the barrier object's word (sim/toolkit/cuda/barrier).
inline bool ParityOfBarrier(const void* barrier) {
  std::uint64_t word = 0;
  std::memcpy(&word, barrier, sizeof word);
  return word >> 63;
}

}  // namespace lockstep::inspect
