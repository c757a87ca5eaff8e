#pragma once

// Work on different streams, and the host's own code beside it: accesses that no order of the work keeps apart.

#include <atomic>
#include <mutex>
#include <vector>

#include "sim/check/nested.h"
#include "sim/check/streams.h"
#include "sim/inspect/block.h"
#include "sim/inspect/context.h"
#include "sim/machine/host_observer.h"

namespace lockstep::inspect {

class StreamCheck : public machine::HostObserver {
 public:
  explicit StreamCheck(CheckContext& context) : context_(context) {}

  // --- kernels
  void LaunchBegins(const LaunchFacts& launch, const std::optional<launch::LaunchedBy>& parent);
  void LaunchEnds();
  // A thread launches a grid.
  void Launches(CheckedBlock& block, const launch::ThreadRun& thread, const launch::LaunchRequest& child);
  // Episodes begin again.
  void Forget();
  // Episodes of work that is unordered with the kernel that runs.
  const check::EpisodeRanges& unordered() const { return unordered_; }
  // A thread touches what earlier work touched that is unordered with the kernel.
  void Report(launch::ThreadRun& thread, const Touch& touch, const check::Span& span, const NotedPair& pair);

  // --- work that is no kernel. The caller holds Machine::work_mutex(): one piece of work at a time has episodes.
  // Work goes into a stream: `what` it does ("copies"), and then each stretch of memory that it touches.
  void WorkBegins(std::uint64_t stream, const void* caller, const char* what);
  void WorkTouches(std::uint64_t address, std::uint64_t size, bool writes);

  // --- the host
  // True if it knows that all work has ended: then it may touch any memory.
  bool HostKnowsAll() const { return all_ended_.load(std::memory_order_relaxed); }
  // Its own code accesses pinned or managed memory, or a managed variable; `how` is of LOCKSTEP_HOST_*.
  void HostTouches(const ObjectFacts& object, std::uint64_t address, std::uint64_t size, std::uint32_t how,
                   const void* caller);

  // --- what the API reports (HostObserver)
  void MakesStream(std::uint64_t stream, bool blocking) override;
  void DestroysStream(std::uint64_t stream) override;
  void RecordsEvent(const void* event, std::uint64_t stream) override;
  void StreamWaits(std::uint64_t stream, const void* event) override;
  void HostWaits(std::uint64_t stream) override;
  void HostWaitsForEvent(const void* event) override;
  void HostWaitsForAll() override;
  void UnloadsModule(const std::vector<LockstepUnit*>& units, const void* caller) override;
  bool FollowsStreams() const override { return true; }
  // True if the host knows of all work that was before the event.
  bool HostKnowsOf(const void* event);

 private:
  template <class Work>
  void WithStreams(Work&& work) {
    const std::lock_guard lock(mutex_);
    work(streams_);
    UpdateIdle();
  }
  void UpdateIdle() { all_ended_.store(streams_.IsIdle(), std::memory_order_relaxed); }
  check::Span SpanAt(std::uint64_t address, std::uint64_t size, const memory::MemoryObject** object);
  bool IsUnordered(check::Note note) const;
  void KeepReader(check::Cell& cell, check::SecondReader& second, check::Note now) const;
  // In a branch of a graph that is not its first.
  bool IsOfGraph(check::Note earlier) const;
  // Of works that the host submits.
  const char* HintFor(check::Note earlier, std::uint64_t stream) const;
  std::string FactFor(check::Note earlier, const ObjectFacts& facts) const;
  void ReportWork(const check::Span& span, std::uint64_t at, check::Note earlier, bool earlier_wrote);
  void ReportTooSoon(const check::Span& span, const Touch& touch, check::Note note, bool wrote, const void* caller);

  CheckContext& context_;
  std::mutex mutex_;
  check::StreamOrder streams_;
  check::NestedOrder nested_{context_.episodes};  // of the grids that threads launch
  std::atomic<bool> all_ended_{true};             // the host knows that all work has
  check::EpisodeRanges unordered_;
  LaunchFacts work_;
};

}  // namespace lockstep::inspect
