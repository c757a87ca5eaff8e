#pragma once

// The steps of one launch, sorted by thread and by object: what lets every question about a moment be answered by a
// binary search. Built once, in two passes over the steps; 16 bytes a step.

#include <span>
#include <vector>

#include "shared/replay/cursor.h"

namespace lockstep::replay {

// A thread of a recorded block: (index into RecordedLaunch::blocks) * threads a block + linear thread index.
enum class ThreadSlot : std::uint32_t { kNone = 0xffffffff };

class LaunchIndex {
 public:
  LaunchIndex(const Recording& recording, const RecordedLaunch& launch);

  std::uint32_t threads_per_block() const { return threads_per_block_; }
  std::uint32_t thread_count() const { return thread_count_; }

  // kNone for a step whose thread the launch does not have (a damaged recording).
  ThreadSlot ThreadOf(const Step& step) const;

  // In the order that they happened.
  std::span<const StepIndex> StepsOf(ThreadSlot thread) const;
  std::span<const StepIndex> WritesTo(ObjectId object) const;  // writes and atomics
  std::span<const StepIndex> ReadsOf(ObjectId object) const;

  // Of the same thread: the step before this one.
  StepIndex Previous(StepIndex step) const { return previous_[step]; }
  // Of the same thread: the latest kLine step at or before this one, which says on which line the step happened.
  StepIndex LineStep(StepIndex step) const { return line_step_[step]; }

  // The first step of `thread` at or after `position` (which is: not yet done at that position).
  StepIndex NextStepOf(ThreadSlot thread, Position position) const;
  // The last step of `thread` before `position` (which is: the last one done at that position).
  StepIndex LastStepOf(ThreadSlot thread, Position position) const;

 private:
  // Lists of step indices, one behind the other.
  struct Lists {
    std::vector<std::uint32_t> begin;  // one more than there are lists
    std::vector<StepIndex> steps;
    std::span<const StepIndex> Get(std::size_t list) const;
  };
  template <class ListOf>
  static Lists Sort(const RecordedLaunch& launch, std::size_t lists, ListOf list_of);
  std::size_t ObjectList(ObjectId id) const;
  void LinkThreads(const RecordedLaunch& launch);

  std::uint32_t threads_per_block_ = 0, thread_count_ = 0;
  std::size_t program_objects_ = 0, launch_objects_ = 0;
  Lists by_thread_, writes_, reads_;
  std::vector<StepIndex> previous_, line_step_;
};

}  // namespace lockstep::replay
