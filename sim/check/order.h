#pragma once

// Which of two deeds comes before the other: happens-before, for the threads of running grids.
//
// A warp's life is cut into episodes, numbered through the whole program: a new one begins where its lanes synchronise.
// A segment is one lane's part of one episode: (episode << 5 | lane), so one number says which thread did something and
// since when. Within a block, a barrier raises the floor below which every episode is past; within a warp, lanes that
// meet know each other's episodes. Between blocks only the grid's barrier and releases (releases.h) order anything.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "shared/trace/words.h"

namespace lockstep::check {

using Segment = std::uint32_t;

constexpr std::uint32_t EpisodeOf(Segment segment) { return segment / trace::kWarpSize; }
constexpr std::uint32_t LaneOf(Segment segment) { return segment % trace::kWarpSize; }

// Episodes [first, end), and several such, ascending and apart.
struct EpisodeRange {
  std::uint32_t first = 0, end = 0;
};
using EpisodeRanges = std::vector<EpisodeRange>;

// The lanes that lived through an episode.
struct Episode {
  std::uint32_t block = 0;  // serial number of the block in the program
  std::uint32_t warp = 0;   // in its block
};

// Every episode of the program so far. 0 means none.
class Episodes {
 public:
  Episodes();
  ~Episodes();
  Episodes(const Episodes&) = delete;

  // `count` episodes in a row, of warps [warp, warp + count) of a block. Past the end of the table: the last rows are
  // used again, and IsFull() says that order is no longer known.
  std::uint32_t Begin(std::uint32_t block, std::uint32_t warp, std::uint32_t count);
  const Episode& operator[](std::uint32_t episode) const { return table_[episode]; }
  std::uint32_t next() const { return next_.load(std::memory_order_relaxed); }
  bool IsNearlyFull() const { return next() > kMost / 2; }
  bool IsFull() const { return next() >= kMost; }
  // Starts again from 1. Nobody may hold an episode.
  void Restart() { next_ = 1; }

  static constexpr std::uint32_t kMost = (1u << 27) - 64;

 private:
  Episode* table_;
  std::atomic<std::uint32_t> next_{1};
};

// The events that a thread knows to be past at a moment of its life. It may outlive the thread.
struct KnownToThread {
  std::uint32_t block = 0, warp = 0, lane = 0;
  std::uint32_t now = 0;                                     // no episode of before begins here
  std::uint32_t block_floor = 0, grid_floor = 0;             // episodes of its block, of any block, below it are past
  std::array<std::uint32_t, trace::kWarpSize> lanes{};       // of its warp: episodes up to and with this one are
  std::shared_ptr<const std::vector<std::uint32_t>> others;  // the same for all threads of its block; may be null
  // It has acquired something from another thread by an atomic: all that began before counts as past.
  bool has_acquired = false;

  bool Holds(const Episode& who, Segment earlier) const;
};

// The state of one block.
class BlockOrder {
 public:
  // `floor`: episodes below it, of any block, are before this launch, but for those of `unordered`, which are in no
  // order with it (null: none; it outlives this).
  BlockOrder(Episodes& episodes, std::uint32_t block, std::uint32_t threads, std::uint32_t floor,
             const EpisodeRanges* unordered = nullptr);

  std::uint32_t block() const { return block_; }
  std::uint32_t first() const { return first_; }
  // Episodes of this block below it are before all that its threads do now.
  std::uint32_t floor() const { return floor_; }
  // Episodes of any block below it are.
  std::uint32_t grid_floor() const { return grid_floor_; }
  // True if the episode is before everything that the block does in this launch.
  bool IsSettled(std::uint32_t episode) const {
    return episode < grid_floor_ || (episode < launch_floor_ && !IsUnordered(episode));
  }
  // True if it is of this launch or of one after it.
  bool IsOfLaunch(std::uint32_t episode) const { return episode >= launch_floor_; }
  // True if work of other streams is in no order with the launch.
  bool HasUnordered() const { return grid_floor_ < launch_floor_; }
  std::uint32_t barriers() const { return barriers_; }
  // True if parts of the block have met since its last barrier.
  bool HasPartBarriers() const { return !known_of_others_.empty(); }
  // Episodes of the warp below it are past for each of its lanes.
  std::uint32_t warp_floor(std::uint32_t warp) const { return warps_[warp].seen.floor; }
  Segment segment(std::uint32_t thread) const { return segments_[thread]; }
  // Of each thread. Until the next meeting.
  const Segment* segments() const { return segments_.data(); }
  std::uint32_t threads() const { return static_cast<std::uint32_t>(segments_.size()); }

  // All threads of the block have met.
  void PassBarrier();
  // All blocks have met; `floor` is above every episode from before.
  void PassGridBarrier(std::uint32_t floor);
  // The lanes of `mask` have met, and see what the others have done to memory.
  void Meet(std::uint32_t warp, std::uint32_t mask);
  // The lanes of `mask` have come together in an operation that promises nothing about memory: a shuffle, a vote. What
  // they have read they have read, but what they have written may not be seen yet.
  void ComeTogether(std::uint32_t warp, std::uint32_t mask);
  // The threads of a barrier for part of the block have met. They know what is past by `arrived`, too.
  void MeetThreads(const std::vector<std::uint32_t>& threads, const std::vector<std::uint32_t>* arrived = nullptr);
  // The thread comes to such a barrier and goes on: what is past for it is added to `arrived`, the last episode of each
  // thread of the block.
  void Arrive(std::uint32_t thread, std::vector<std::uint32_t>& arrived);

  KnownToThread WhatKnows(std::uint32_t thread) const;

  // True if what was done in `earlier`, in this launch, is before what `thread` does now. For other blocks only the
  // grid's barrier is known here.
  bool IsBefore(Segment earlier, std::uint32_t thread) const;
  // The same of what was read in `earlier`: a write of `thread` cannot change it any more.
  bool IsReadBefore(Segment earlier, std::uint32_t thread) const;

 private:
  using Known = std::array<std::uint32_t, trace::kWarpSize>;  // a lane's episodes up to and with this one are past
  // The events that are past for the lanes of a warp.
  struct Past {
    std::uint32_t floor = 0;                                     // episodes below it, for every lane
    std::unique_ptr<std::array<Known, trace::kWarpSize>> known;  // only where part of a warp has met
    bool Holds(std::uint32_t episode, std::uint32_t of_lane, std::uint32_t for_lane) const {
      return episode < floor || (known && (*known)[for_lane][of_lane] >= episode);
    }
  };
  struct Warp {
    Past seen;      // with all that was done to memory
    Past executed;  // at least executed
  };
  // The last episode that is past, for each thread of the block. Those who have met share one.
  using Latest = std::shared_ptr<const std::vector<std::uint32_t>>;

  // The lanes of `mask`: each knows what the others knew, and what they have done up to now.
  void Join(Past& past, std::uint32_t warp, std::uint32_t mask, std::uint32_t next_episode) const;
  std::uint32_t LanesOf(std::uint32_t warp) const;
  void BeginEpisode(std::uint32_t warp, std::uint32_t mask, std::uint32_t episode);
  // The partners of a lane of `mask` now know what it knows of other warps.
  void JoinWhatIsKnownOfOthers(std::uint32_t warp, std::uint32_t mask);

  // Adds what is past for the thread.
  void AddPast(std::uint32_t thread, std::vector<std::uint32_t>& latest) const;
  void BeginEpisodes();
  bool IsUnordered(std::uint32_t episode) const;

  Episodes& episodes_;
  std::uint32_t block_, first_ = 0, floor_ = 0, launch_floor_, grid_floor_;
  const EpisodeRanges* unordered_;
  std::uint32_t barriers_ = 0;
  std::vector<Segment> segments_;
  std::vector<Warp> warps_;
  // Barriers of part of the block: what each thread knows of all others; empty where there were none since the block's
  // barrier, null for a thread that came to none.
  std::vector<Latest> known_of_others_;
};

}  // namespace lockstep::check
