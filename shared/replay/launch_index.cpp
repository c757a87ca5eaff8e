#include "shared/replay/launch_index.h"

#include <algorithm>

#include "shared/replay/step_bytes.h"
#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

constexpr std::size_t kNoList = static_cast<std::size_t>(-1);
// CUDA's limit. A recording that claims more is damaged, and its steps are ignored.
constexpr std::uint64_t kMaxThreadsPerBlock = 1024;
// Steps that are sorted in one pass, so that a large recording needs no memory for all of them while it is sorted.
constexpr std::uint32_t kMostThreadsTogether = 1 << 23, kMostAccessesTogether = 1 << 24;

std::size_t SlotNumber(ThreadSlot thread) { return static_cast<std::size_t>(thread); }

// The line that the thread is on after a step of `kind` that happened on `line`; `calls` has the lines of its callers.
// Code after the kernel's own end stays on its last line, so its own beginning, before any line, needs no entry.
StepIndex LineAfter(trace::StepKind kind, StepIndex line, std::vector<StepIndex>& calls) {
  if (kind == trace::StepKind::kEnter && (line != kNoStep || !calls.empty())) calls.push_back(line);
  if (kind != trace::StepKind::kLeave || calls.empty()) return line;
  const StepIndex caller = calls.back();
  calls.pop_back();
  return caller == kNoStep ? line : caller;
}

}  // namespace

LaunchIndex::LaunchIndex(const trace::Recording& recording, const trace::RecordedLaunch& launch)
    : program_objects_(recording.objects.size()), launch_objects_(launch.objects.size()) {
  if (launch.block.Count() <= kMaxThreadsPerBlock) {
    threads_per_block_ = static_cast<std::uint32_t>(launch.block.Count());
    thread_count_ = static_cast<std::uint32_t>(launch.blocks.size()) * threads_per_block_;
  }
  SortThreads(launch);
  SortAccesses(launch);
  LinkThreads(launch);
}

ThreadSlot LaunchIndex::ThreadOf(const trace::Step& step) const {
  if (step.thread >= threads_per_block_) return ThreadSlot::kNone;
  const std::uint64_t slot = std::uint64_t{step.block} * threads_per_block_ + step.thread;
  return slot < thread_count_ ? static_cast<ThreadSlot>(slot) : ThreadSlot::kNone;
}

StepIndices LaunchIndex::StepsOf(ThreadSlot thread) const { return by_thread_.Get(static_cast<std::size_t>(thread)); }
StepIndices LaunchIndex::WritesTo(trace::ObjectId object) const { return by_access_.Get(AccessList(object, true)); }
StepIndices LaunchIndex::ReadsOf(trace::ObjectId object) const { return by_access_.Get(AccessList(object, false)); }

StepIndex LaunchIndex::LastStepOf(ThreadSlot thread, Position position) const {
  const auto steps = StepsOf(thread);
  const auto next = std::ranges::lower_bound(steps, position);
  return next == steps.begin() ? kNoStep : *(next - 1);
}

StepIndices LaunchIndex::Lists::Get(std::size_t list) const {
  if (list == kNoList || list + 1 >= begin.size()) return {};
  return {steps, begin[list], begin[list + 1]};
}

// A stable counting sort: count, add up, place. It keeps the order of the steps. `steps_in_lists` calls its argument
// for each step with its index and its list, in the order of time.
template <class StepsInLists>
LaunchIndex::Lists LaunchIndex::Sort(std::size_t lists, std::uint32_t together, StepsInLists steps_in_lists) {
  Lists sorted;
  sorted.begin.assign(lists + 1, 0);
  steps_in_lists([&](StepIndex, std::size_t list) {
    if (list < lists) ++sorted.begin[list + 1];
  });
  for (std::size_t i = 0; i < lists; ++i) sorted.begin[i + 1] += sorted.begin[i];
  std::vector<StepIndex> part;
  std::vector<std::uint32_t> place;
  for (std::size_t first = 0, end = 0; first < lists; first = end) {
    const std::uint32_t before = sorted.begin[first];
    for (end = first + 1; end < lists && sorted.begin[end + 1] - before <= together;) ++end;
    part.assign(sorted.begin[end] - before, 0);
    if (part.empty()) continue;
    place.clear();
    for (std::size_t list = first; list < end; ++list) place.push_back(sorted.begin[list] - before);
    steps_in_lists([&](StepIndex i, std::size_t list) {
      if (list >= first && list < end) part[place[list - first]++] = i;
    });
    sorted.steps.Add(part);
  }
  return sorted;
}

// Each pass over the steps unpacks them; the threads alone are kept meanwhile in a tenth of the memory.
void LaunchIndex::SortThreads(const trace::RecordedLaunch& launch) {
  PackedNumbers threads;
  launch.steps.ForEach([&](std::size_t, const trace::Step& step) {
    const ThreadSlot thread = ThreadOf(step);
    threads.Add(thread == ThreadSlot::kNone ? thread_count_ : static_cast<std::uint32_t>(thread));
  });
  by_thread_ = Sort(thread_count_, kMostThreadsTogether, [&](auto take) {
    for (StepIndex i = 0; i < threads.size(); ++i) take(i, threads[i]);
  });
}

void LaunchIndex::SortAccesses(const trace::RecordedLaunch& launch) {
  by_access_ = Sort(2 * (program_objects_ + launch_objects_), kMostAccessesTogether, [&](auto take) {
    launch.steps.ForEach([&](std::size_t i, const trace::Step& step) {
      const bool is_write = IsWrite(step);
      if (is_write || step.kind == trace::StepKind::kRead)
        take(static_cast<StepIndex>(i), AccessList(step.object, is_write));
    });
  });
}

std::size_t LaunchIndex::ObjectList(trace::ObjectId id) const {
  if (id == trace::ObjectId::kNone) return kNoList;
  if (!trace::IsLaunchObject(id)) return trace::Index(id) < program_objects_ ? trace::Index(id) : kNoList;
  return trace::LaunchObjectIndex(id) < launch_objects_ ? program_objects_ + trace::LaunchObjectIndex(id) : kNoList;
}

// The list of what is written or read of an object.
std::size_t LaunchIndex::AccessList(trace::ObjectId object, bool is_write) const {
  const std::size_t list = ObjectList(object);
  return list == kNoList ? kNoList : 2 * list + (is_write ? 0 : 1);
}

void LaunchIndex::LinkThreads(const trace::RecordedLaunch& launch) {
  struct Last {
    StepIndex step = kNoStep, line = kNoStep;
    trace::StepKind kind{};
    std::vector<StepIndex> calls;  // the lines of the callers
  };
  std::vector<Last> last(thread_count_);
  launch.steps.ForEach([&](std::size_t index, const trace::Step& step) {
    const auto i = static_cast<StepIndex>(index);
    const ThreadSlot thread = ThreadOf(step);
    if (thread == ThreadSlot::kNone) {
      to_previous_.Add(i - kNoStep);
      to_line_step_.Add(i - kNoStep);
      return;
    }
    Last& before = last[SlotNumber(thread)];
    StepIndex line = before.step == kNoStep ? kNoStep : LineAfter(before.kind, before.line, before.calls);
    if (step.kind == trace::StepKind::kLine) line = i;
    to_previous_.Add(i - before.step);
    to_line_step_.Add(i - line);
    before.step = i;
    before.line = line;
    before.kind = step.kind;
  });
}

}  // namespace lockstep::replay
