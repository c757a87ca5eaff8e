#include "shared/replay/launch_index.h"

#include <algorithm>

#include "shared/replay/step_bytes.h"
#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

constexpr std::size_t kNoList = static_cast<std::size_t>(-1);
// CUDA's limit. A recording that claims more is damaged, and its steps are ignored.
constexpr std::uint64_t kMaxThreadsPerBlock = 1024;

std::size_t Number(ThreadSlot thread) { return static_cast<std::size_t>(thread); }

// The line that the thread is on after a step that happened on `line`; `calls` has the lines of its callers. What
// follows the kernel's own end stays on its last line.
StepIndex LineAfter(const trace::Step& step, StepIndex line, std::vector<StepIndex>& calls) {
  if (step.kind == trace::StepKind::kEnter) calls.push_back(line);
  if (step.kind != trace::StepKind::kLeave || calls.empty()) return line;
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
  by_thread_ = Sort(launch, thread_count_, [&](const trace::Step& step) {
    const ThreadSlot thread = ThreadOf(step);
    return thread == ThreadSlot::kNone ? kNoList : static_cast<std::size_t>(thread);
  });
  const std::size_t objects = program_objects_ + launch_objects_;
  writes_ =
      Sort(launch, objects, [&](const trace::Step& step) { return IsWrite(step) ? ObjectList(step.object) : kNoList; });
  reads_ = Sort(launch, objects, [&](const trace::Step& step) {
    return step.kind == trace::StepKind::kRead ? ObjectList(step.object) : kNoList;
  });
  LinkThreads(launch);
}

ThreadSlot LaunchIndex::ThreadOf(const trace::Step& step) const {
  if (step.thread >= threads_per_block_) return ThreadSlot::kNone;
  const std::uint64_t slot = std::uint64_t{step.block} * threads_per_block_ + step.thread;
  return slot < thread_count_ ? static_cast<ThreadSlot>(slot) : ThreadSlot::kNone;
}

std::span<const StepIndex> LaunchIndex::StepsOf(ThreadSlot thread) const {
  return by_thread_.Get(static_cast<std::size_t>(thread));
}
std::span<const StepIndex> LaunchIndex::WritesTo(trace::ObjectId object) const {
  return writes_.Get(ObjectList(object));
}
std::span<const StepIndex> LaunchIndex::ReadsOf(trace::ObjectId object) const { return reads_.Get(ObjectList(object)); }

StepIndex LaunchIndex::NextStepOf(ThreadSlot thread, Position position) const {
  const auto steps = StepsOf(thread);
  const auto next = std::ranges::lower_bound(steps, position);
  return next == steps.end() ? kNoStep : *next;
}

StepIndex LaunchIndex::LastStepOf(ThreadSlot thread, Position position) const {
  const auto steps = StepsOf(thread);
  const auto next = std::ranges::lower_bound(steps, position);
  return next == steps.begin() ? kNoStep : *(next - 1);
}

std::span<const StepIndex> LaunchIndex::Lists::Get(std::size_t list) const {
  if (list == kNoList || list + 1 >= begin.size()) return {};
  return {steps.data() + begin[list], steps.data() + begin[list + 1]};
}

// A stable counting sort: count, add up, place. It keeps the order of the steps.
template <class ListOf>
LaunchIndex::Lists LaunchIndex::Sort(const trace::RecordedLaunch& launch, std::size_t lists, ListOf list_of) {
  Lists sorted;
  sorted.begin.assign(lists + 1, 0);
  for (const trace::Step& step : launch.steps) {
    const std::size_t list = list_of(step);
    if (list < lists) ++sorted.begin[list + 1];
  }
  for (std::size_t i = 0; i < lists; ++i) sorted.begin[i + 1] += sorted.begin[i];
  sorted.steps.resize(sorted.begin[lists]);
  std::vector<std::uint32_t> place(sorted.begin.begin(), sorted.begin.end() - 1);
  for (StepIndex i = 0; i < launch.steps.size(); ++i) {
    const std::size_t list = list_of(launch.steps[i]);
    if (list < lists) sorted.steps[place[list]++] = i;
  }
  return sorted;
}

std::size_t LaunchIndex::ObjectList(trace::ObjectId id) const {
  if (id == trace::ObjectId::kNone) return kNoList;
  if (!trace::IsLaunchObject(id)) return trace::Index(id) < program_objects_ ? trace::Index(id) : kNoList;
  return trace::LaunchObjectIndex(id) < launch_objects_ ? program_objects_ + trace::LaunchObjectIndex(id) : kNoList;
}

void LaunchIndex::LinkThreads(const trace::RecordedLaunch& launch) {
  previous_.assign(launch.steps.size(), kNoStep);
  line_step_.assign(launch.steps.size(), kNoStep);
  std::vector<StepIndex> last(thread_count_, kNoStep);
  std::vector<std::vector<StepIndex>> calls(thread_count_);  // the lines of the callers
  for (StepIndex i = 0; i < launch.steps.size(); ++i) {
    const ThreadSlot thread = ThreadOf(launch.steps[i]);
    if (thread == ThreadSlot::kNone) continue;
    StepIndex& before = last[Number(thread)];
    previous_[i] = before;
    line_step_[i] =
        before == kNoStep ? kNoStep : LineAfter(launch.steps[before], line_step_[before], calls[Number(thread)]);
    if (launch.steps[i].kind == trace::StepKind::kLine) line_step_[i] = i;
    before = i;
  }
}

}  // namespace lockstep::replay
