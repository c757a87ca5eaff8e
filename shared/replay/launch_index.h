#pragma once

// The steps of one launch, sorted by thread and by object, so that every question about a moment is a binary search.
// Built once, in a few passes over the steps; 3 to 6 bytes for each step of a regular kernel (packed_numbers.h).

#include <vector>

#include "shared/replay/cursor.h"
#include "shared/replay/packed_numbers.h"

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
  StepIndices StepsOf(ThreadSlot thread) const;
  StepIndices WritesTo(trace::ObjectId object) const;  // writes and atomics
  StepIndices ReadsOf(trace::ObjectId object) const;

  // The step of the same thread before this one.
  StepIndex Previous(StepIndex step) const { return step - to_previous_[step]; }
  // The kLine step that began the visit in which the step happened: lines of calls that have returned are passed over.
  StepIndex LineStep(StepIndex step) const { return step - to_line_step_[step]; }

  // The last step of `thread` before `position`, that is, the last one done at that position.
  StepIndex LastStepOf(ThreadSlot thread, Position position) const;

 private:
  // Lists of step indices, stored one after the other.
  struct Lists {
    std::vector<std::uint32_t> begin;  // one entry more than there are lists
    PackedNumbers steps;
    StepIndices Get(std::size_t list) const;
  };
  template <class StepsInLists>
  static Lists Sort(std::size_t lists, std::uint32_t together, StepsInLists steps_in_lists);
  void SortThreads(const trace::RecordedLaunch& launch);
  void SortAccesses(const trace::RecordedLaunch& launch);
  void LinkThreads(const trace::RecordedLaunch& launch);
  std::size_t ObjectList(trace::ObjectId id) const;
  std::size_t AccessList(trace::ObjectId object, bool is_write) const;

  std::uint32_t threads_per_block_ = 0, thread_count_ = 0;
  std::size_t program_objects_ = 0, launch_objects_ = 0;
  Lists by_thread_, by_access_;
  PackedNumbers to_previous_, to_line_step_;  // how many steps back; to kNoStep: index + 1
};

}  // namespace lockstep::replay
