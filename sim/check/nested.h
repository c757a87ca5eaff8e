#pragma once

// Which deeds come before a grid that a thread of another grid has launched (CUDA Programming Guide, "Dynamic
// Parallelism": memory coherence of parent and child).
//
// Before it comes all that the launching thread knows to be past when it launches: its own deeds, and those of threads
// that it has met since. What its grid does otherwise is unordered with the new grid. So are grids launched before,
// with all that they launch themselves, unless a stream or an event orders them. The tail-launch stream comes after all
// that. Grids run one after the other, each with its own launches before the next (sim/launch/device_work.h), so the
// episodes (order.h) of a family are in a row.

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "sim/check/order.h"

namespace lockstep::check {

// A launch in device code.
struct NestedLaunch {
  std::uint64_t number = 0;  // it is the program's `number`th
  KnownToThread known;       // to its thread
};

// The place of a launch among those of its grid: number `place` (from 1) in stream `slot`.
struct NestedPlace {
  std::uint32_t slot = 0, place = 0;
  // The launches of other streams that it waits for: up to and with the second number of the first number's stream.
  std::map<std::uint32_t, std::uint32_t> after;
  bool is_tail = false;
};

class NestedOrder {
 public:
  explicit NestedOrder(const Episodes& episodes) : episodes_(episodes) {}

  // A thread of the running grid launches. Called by several OS threads, one at a time.
  void Launch(NestedLaunch launch) { launches_[launch.number] = std::move(launch.known); }

  // The host's launch, or the one of that number, begins with episode `first`; a grid at `depth` - 1 has launched it.
  void BeginOfHost(std::uint32_t first);
  void Begin(std::uint32_t depth, std::uint64_t number, const NestedPlace& place, std::uint32_t first);
  // The grid that runs has ended; the grids that it has launched follow.
  void End(std::uint32_t end);

  // Episodes that are unordered with the running grid, ascending, but for deeds in them that are IsBefore.
  const EpisodeRanges& unordered() const { return unordered_; }
  // True if a deed of a grid that has led to the running one comes before it.
  bool IsBefore(Segment earlier) const;
  bool IsOfAncestor(std::uint32_t episode) const;
  // True if the episode belongs to the family of grids that runs.
  bool IsOfFamily(std::uint32_t episode) const { return !grids_.empty() && episode >= grids_.front().episodes.first; }

 private:
  struct Sibling {
    NestedPlace place;
    EpisodeRange episodes;  // with those of the grids that it has launched
  };
  struct Grid {
    EpisodeRange episodes;  // its own
    KnownToThread known;    // at its launch
    NestedPlace place;
    EpisodeRanges unordered;
    std::vector<Sibling> launched;  // that have ended
  };

  void LeaveTo(std::size_t depth, std::uint32_t now);
  EpisodeRanges UnorderedWith(const Grid& parent, const NestedPlace& place) const;

  const Episodes& episodes_;
  std::vector<Grid> grids_;                                    // from the host's to the one that runs
  std::unordered_map<std::uint64_t, KnownToThread> launches_;  // that have not begun
  EpisodeRanges unordered_;
};

// Both, ascending and apart.
EpisodeRanges Merge(const EpisodeRanges& some, const EpisodeRanges& more);

}  // namespace lockstep::check
