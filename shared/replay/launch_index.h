#pragma once

// The steps of one launch, sorted by thread and by object, so that every question about a moment is a binary search.
// Built once, in two passes over the steps; 16 bytes for each step.

#include <span>
#include <vector>

#include "shared/replay/cursor.h"

namespace lockstep::replay {

// A thread of a recorded block: (index into RecordedLaunch::blocks) * threads in a block + linear thread index.
enum class ThreadSlot : std::uint32_t { kNone = 0xffffffff };

class LaunchIndex {
 public:
  LaunchIndex(const trace::Recording& recording, const trace::RecordedLaunch& launch);

  std::uint32_t threads_per_block() const { return threads_per_block_; }
  std::uint32_t thread_count() const { return thread_count_; }

  // kNone for a step whose thread is not in the launch (a damaged recording).
  ThreadSlot ThreadOf(const trace::Step& step) const;

  // In the order of time.
  std::span<const StepIndex> StepsOf(ThreadSlot thread) const;
  std::span<const StepIndex> WritesTo(trace::ObjectId object) const;  // writes and atomics
  std::span<const StepIndex> ReadsOf(trace::ObjectId object) const;

  // The step of the same thread before this one.
  StepIndex Previous(StepIndex step) const { return previous_[step]; }
  // The kLine step that began the visit in which the step happened: lines of calls that have returned are passed over.
  StepIndex LineStep(StepIndex step) const { return line_step_[step]; }

  // The first step of `thread` at or after `position`, that is, not yet done at that position.
  StepIndex NextStepOf(ThreadSlot thread, Position position) const;
  // The last step of `thread` before `position`, that is, the last one done at that position.
  StepIndex LastStepOf(ThreadSlot thread, Position position) const;

 private:
  // Lists of step indices, stored one after the other.
  struct Lists {
    std::vector<std::uint32_t> begin;  // one entry more than there are lists
    std::vector<StepIndex> steps;
    std::span<const StepIndex> Get(std::size_t list) const;
  };
  template <class ListOf>
  static Lists Sort(const trace::RecordedLaunch& launch, std::size_t lists, ListOf list_of);
  std::size_t ObjectList(trace::ObjectId id) const;
  void LinkThreads(const trace::RecordedLaunch& launch);

  std::uint32_t threads_per_block_ = 0, thread_count_ = 0;
  std::size_t program_objects_ = 0, launch_objects_ = 0;
  Lists by_thread_, writes_, reads_;
  std::vector<StepIndex> previous_, line_step_;
};

}  // namespace lockstep::replay
