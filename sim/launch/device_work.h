#pragma once

// The grids that the threads of a grid launch ("CUDA dynamic parallelism"). They wait until that grid has ended, and
// then run in the order in which its threads launched them, block by block: each with all grids that it launches
// itself, before the next one begins. Those of the tail-launch stream come last. CUDA promises no earlier start, and so
// the order of each stream is kept, and every event has happened when work waits for it.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sim/launch/launch.h"

namespace lockstep::launch {

// cudaStreamTailLaunch and cudaStreamFireAndForget, as numbers.
inline constexpr std::uint64_t kTailLaunch = 3, kFireAndForget = 4;

// The levels of grids below one that the host launches.
inline constexpr std::uint32_t kMostDepth = 24;

// A launch in device code.
struct ChildLaunch {
  LaunchRequest request;                          // without arguments
  std::vector<std::vector<std::byte>> arguments;  // for each parameter: its bytes
  std::uint64_t block = 0;                        // of the parent, linear
  std::size_t place = 0;                          // in the order of calls; Add sets it
};

// A grid that runs, as its threads see it.
class RunningGrid {
 public:
  RunningGrid(const LaunchRequest& request, std::uint32_t number) : request_(request), number_(number) {}

  // Of the grid that runs. It exists as long as device code runs.
  static RunningGrid& Get();

  const LaunchRequest& request() const { return request_; }
  std::uint32_t number() const { return number_; }
  std::uint32_t depth() const { return request_.parent ? request_.parent->depth : 0; }

  // False if `most` launches of all grids are waiting already.
  bool Add(ChildLaunch launch, std::size_t most);
  // The next place in the stream; `block` is that of the calling thread, linear.
  StreamPlace PlaceIn(std::uint64_t stream, std::uint64_t block);
  void Record(std::uint64_t event, std::uint64_t stream, std::uint64_t block);
  void Wait(std::uint64_t stream, std::uint64_t event, std::uint64_t block);
  // In the order in which they are to run; none is left.
  std::vector<ChildLaunch> Take();

  // --- the streams and events that its threads have made
  std::uint64_t MakeHandle();
  bool Knows(std::uint64_t handle);
  bool DropHandle(std::uint64_t handle);

 private:
  StreamPlace& StreamOf(std::uint64_t stream, std::uint64_t block);

  const LaunchRequest& request_;
  std::uint32_t number_;
  std::mutex mutex_;
  std::vector<ChildLaunch> launches_;
  // By stream, and by block where that is the default stream: each block has one of its own.
  std::map<std::pair<std::uint64_t, std::uint64_t>, StreamPlace> streams_;
  std::map<std::uint64_t, std::map<std::uint32_t, std::uint32_t>> events_;
  std::uint32_t slots_ = 0;
  std::unordered_set<std::uint64_t> handles_;
};

// Launches that wait, of all grids.
inline std::atomic<std::size_t> waiting_launches = 0;

}  // namespace lockstep::launch
