#include "jobs/moments.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/trace/format_launch.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"

namespace lockstep::jobs {
namespace {

// The last step of `who` that `is_it` accepts.
template <class IsIt>
std::optional<std::uint32_t> LastStep(const trace::RecordedLaunch& launch, const Moment& who, IsIt is_it) {
  const auto slot = std::ranges::find(launch.blocks, who.block, &trace::RecordedBlock::index);
  if (slot == launch.blocks.end()) return std::nullopt;
  const auto block = static_cast<std::uint32_t>(slot - launch.blocks.begin());
  const std::uint64_t thread = trace::LinearIndex(who.thread, launch.block);
  for (std::size_t i = launch.steps.size(); i-- > 0;) {
    const trace::Step& step = launch.steps[i];
    if (step.block == block && step.thread == thread && is_it(step)) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

bool IsOutside(const trace::Recording& recording, const trace::RecordedLaunch& launch, const trace::Step& step) {
  if (step.kind == trace::StepKind::kFault) return true;
  if (!IsAccess(step)) return false;
  const auto object = trace::FindObject(recording, launch, step.object);
  return !object || std::uint64_t{step.offset} + step.size > object->size;
}

std::string FormatAccess(const trace::Recording& recording, const trace::RecordedLaunch& launch,
                         const trace::Step& step, const Moment& who) {
  const auto object = trace::FindObject(recording, launch, step.object);
  const char* does = step.kind == trace::StepKind::kRead    ? "reads"
                     : step.kind == trace::StepKind::kWrite ? "writes"
                                                            : "updates";
  if (!object) return fmt::format("{} {} {} bytes that belong to no array", Describe(who), does, step.size);
  return fmt::format("{} {} `{}`, which has {} bytes, at byte {}", Describe(who), does, trace::NameOf(*object),
                     object->size, step.offset);
}

// A fault in a block that was not recorded stands at the last step that was, of some other thread.
void LeadToOtherThread(const trace::RecordedLaunch& launch, const trace::Step& fault, Moment& moment) {
  moment.block = trace::FromLinearIndex(fault.before, launch.grid);
  moment.thread = trace::FromLinearIndex(fault.after, launch.block);
  moment.step.reset();
}

}  // namespace

std::uint32_t LaunchIndex(const trace::Recording& recording, const trace::RecordedLaunch& launch) {
  return static_cast<std::uint32_t>(&launch - recording.launches.data());
}

std::string Describe(const Moment& who) {
  return fmt::format("thread {} of block {}", trace::FormatDim(who.thread), trace::FormatDim(who.block));
}

Moment MomentOfWrite(const RecordedArray& array, std::uint64_t cell, std::uint64_t linear) {
  const trace::RecordedLaunch& launch = *array.launch;
  const std::uint64_t threads = launch.block.Count(), begin = cell * array.CellSize();
  Moment moment{LaunchIndex(*array.recording, launch), trace::FromLinearIndex(linear / threads, launch.grid),
                trace::FromLinearIndex(linear % threads, launch.block)};
  moment.step = LastStep(launch, moment, [&](const trace::Step& step) {
    return (step.kind == trace::StepKind::kWrite || step.kind == trace::StepKind::kAtomic) &&
           step.object == array.Id() && step.offset < begin + array.CellSize() &&
           begin < std::uint64_t{step.offset} + step.size;
  });
  return moment;
}

Moment MomentOfExit(const RecordedArray& array, std::uint64_t linear) {
  const trace::RecordedLaunch& launch = *array.launch;
  const std::uint64_t threads = launch.block.Count();
  Moment moment{LaunchIndex(*array.recording, launch), trace::FromLinearIndex(linear / threads, launch.grid),
                trace::FromLinearIndex(linear % threads, launch.block)};
  // The step before its exit: the thread still stands on its last line.
  moment.step = LastStep(launch, moment, [](const trace::Step& step) { return step.kind != trace::StepKind::kExit; });
  return moment;
}

bool WasStopped(const trace::Recording& recording) {
  return std::ranges::any_of(recording.launches, [](const trace::RecordedLaunch& launch) {
    return std::ranges::any_of(launch.steps,
                               [](const trace::Step& step) { return step.kind == trace::StepKind::kFault; });
  });
}

// A launch ends with its first fault, as on a GPU.
Remark FirstFault(const trace::Recording& recording) {
  for (const trace::RecordedLaunch& launch : recording.launches) {
    const auto found =
        std::ranges::find_if(launch.steps, [&](const trace::Step& s) { return IsOutside(recording, launch, s); });
    if (found == launch.steps.end()) continue;
    const trace::Step step = *found;
    Moment moment{LaunchIndex(recording, launch), launch.blocks[step.block].index,
                  trace::FromLinearIndex(step.thread, launch.block),
                  static_cast<std::uint32_t>(found - launch.steps.begin())};
    if (step.kind == trace::StepKind::kFault) {
      if (step.IsFaultOfOther()) LeadToOtherThread(launch, step, moment);
      return {.sentence = launch.texts[step.offset] + ".", .moment = moment};
    }
    const std::string place = trace::FormatSite(recording, step.site);
    return {.sentence = fmt::format("{}: {}.", place, FormatAccess(recording, launch, step, moment)), .moment = moment};
  }
  return {.good = true, .sentence = "No thread reads or writes outside the arrays."};
}

}  // namespace lockstep::jobs
