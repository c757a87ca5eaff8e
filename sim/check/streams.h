#pragma once

// Which work on the device is before which other, and what the host has waited for: vector clocks over streams.
//
// A piece of work is a launch, a copy, a fill or a free, put into a stream. It comes after the work that was in the
// stream before, after what the stream waits for by events, and after all that the host had waited for when it put it
// in. The legacy default stream and blocking streams also wait for each other (CUDA Runtime API, "Stream
// synchronization behavior"). A piece of work has a stretch of episodes of its own (order.h), growing in the order of
// submission.

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "sim/check/order.h"

namespace lockstep::check {

using StreamId = std::uint64_t;
inline constexpr StreamId kDefaultStream = 0;
using EventId = const void*;

// Work number `number` (from 1) of a stream.
struct WorkId {
  std::uint32_t slot = 0, number = 0;
};

class StreamOrder {
 public:
  StreamOrder();

  // --- what the program does
  void Create(StreamId stream, bool blocking);
  void Destroy(StreamId stream);
  // Work that begins with episode `first` goes into the stream.
  WorkId Submit(StreamId stream, std::uint32_t first);
  // The last submitted work has ended: its episodes are below `end`.
  void End(std::uint32_t end);
  void Record(EventId event, StreamId stream);
  void Wait(StreamId stream, EventId event);
  void HostWaitsForStream(StreamId stream);
  void HostWaitsForEvent(EventId event);
  void HostWaitsForAll();
  // The host has learnt of this piece of work in another way: all before it has ended too.
  void HostLearns(WorkId work);

  // --- what follows
  // Episodes of work that is unordered with the last submitted work, ascending.
  const EpisodeRanges& unordered() const { return unordered_; }
  // True if all work is known to have ended by the host.
  bool IsIdle() const { return idle_; }
  bool HostKnows(WorkId work) const;
  // True if the host knows of all that was before the event.
  bool HostKnowsOf(EventId event) const;
  // True if there is more than the default stream, so that work can be unordered.
  bool HasStreams() const { return streams_.size() > 1; }
  // The work that an episode belongs to; number 0 where it is of before the last Forget().
  WorkId Find(std::uint32_t episode) const;
  bool IsDefault(WorkId work) const { return work.slot == 0; }
  // Episodes begin again: all work of before is past for everybody.
  void Forget();

 private:
  using Clock = std::vector<std::uint32_t>;  // by slot: work up to and with this number is before
  struct Stream {
    std::uint32_t slot = 0;
    bool blocking = true;
    Clock clock;
  };
  struct Work {
    std::uint32_t first = 0, end = 0;
    WorkId id;
    Clock clock;  // what is before it, itself included
  };
  // Older work counts as past: silence, where the list would grow for ever.
  static constexpr std::size_t kMostPending = 4096;

  static void Join(Clock& clock, const Clock& more);
  std::uint32_t TakeSlot();
  static std::uint32_t At(const Clock& clock, std::uint32_t slot) { return slot < clock.size() ? clock[slot] : 0; }
  Stream* StreamOf(StreamId stream);
  void FindUnordered(const Clock& clock);
  void Settle();

  std::map<StreamId, Stream> streams_;
  std::unordered_map<EventId, Clock> events_;
  std::vector<std::uint32_t> submitted_;  // by slot
  std::deque<std::uint32_t> free_slots_;  // of streams that are gone
  Clock host_;
  std::deque<Work> pending_;  // not yet waited for by the host, oldest first
  EpisodeRanges unordered_;
  bool idle_ = true;
};

}  // namespace lockstep::check
