#pragma once

// Combines the actions of the lanes of one warp, each on its own path through the kernel, into the warp's requests, and
// counts these.
//
// A lane reports each action with a key for the instruction, the calls around it and the iterations of its loops. Lanes
// with the same key execute the instruction together, like a warp whose lanes reconverge as early as possible; the
// order in which the lanes run here does not matter.
//
// A request is counted once all remaining lanes have joined it, or by Finish() (at a barrier, at the end). Only
// requests that some lane has not reached, or never will, take memory. Limit: if there are kMostOpen such requests, the
// older half is counted, so a lane that arrives later counts as a separate request.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "shared/metrics/line_counts.h"
#include "shared/metrics/warp_request.h"

namespace lockstep::metrics {

struct RequestPart {
  std::uint64_t key = 0;   // instruction and context, well mixed
  std::uint32_t site = 0;  // of the program, by its number
  RequestKind kind = RequestKind::kLine;
  CountedMemory memory = CountedMemory::kNone;
  std::uint32_t size = 0;     // bytes; accesses only
  std::uint64_t address = 0;  // shared memory: from the arena's start; branches: the target
};

// Counters by (site, kind, memory).
class SiteCounts {
 public:
  // `lanes` are those that the warp has.
  void Add(const WarpRequest& request, const RequestPart& part, std::uint32_t lanes);
  void Add(const SiteCounts& more);

  struct Site {
    Counts counts;
    std::unordered_map<std::uint64_t, std::uint64_t> atomics;  // lanes by address; at most kMostAddresses
  };
  static constexpr std::size_t kMostAddresses = 1 << 16;
  static std::uint64_t Key(std::uint32_t site, RequestKind kind, CountedMemory memory) {
    return std::uint64_t{site} << 16 | static_cast<std::uint64_t>(kind) << 8 | static_cast<std::uint64_t>(memory);
  }
  const std::unordered_map<std::uint64_t, Site>& sites() const { return sites_; }
  // With `hottest` filled in.
  static Counts Whole(const Site& site);

 private:
  std::unordered_map<std::uint64_t, Site> sites_;
};

class WarpRequests {
 public:
  static constexpr std::uint32_t kMostOpen = 1 << 14;

  // `lanes` are those that the warp has.
  explicit WarpRequests(std::uint32_t lanes) : lanes_(lanes), left_(lanes) {}

  // True if the lane is the first at this request, that is, it runs ahead of the others.
  bool Add(std::uint32_t lane, const RequestPart& part, SiteCounts& counts);
  // The lane has left the kernel and is not waited for any more.
  void Leave(std::uint32_t lane) { left_ &= ~(1u << lane); }
  // Counts the open requests.
  void Finish(SiteCounts& counts);
  std::size_t open() const { return open_; }

 private:
  struct Request {
    RequestPart part;
    WarpRequest request;
    std::uint64_t serial = 0;
  };

  std::size_t Home(std::uint64_t key) const { return key >> (64 - bits_); }
  std::size_t Next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  // The slot of the request, or the empty one in which it would be.
  std::size_t SlotOf(std::uint64_t key) const;
  void Grow();
  void Count(const Request& request, SiteCounts& counts) const { counts.Add(request.request, request.part, lanes_); }
  void Close(std::size_t slot, SiteCounts& counts);
  void CountOldest(SiteCounts& counts);

  std::uint32_t lanes_, left_;
  std::uint32_t bits_ = 0;
  std::vector<std::uint32_t> slots_;  // 1 + index into requests; 0: empty
  std::vector<Request> requests_;
  std::vector<std::uint32_t> spare_;  // indices of closed ones
  std::size_t open_ = 0;
  std::uint64_t next_serial_ = 0;
};

}  // namespace lockstep::metrics
