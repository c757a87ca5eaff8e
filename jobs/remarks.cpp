#include "jobs/remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "jobs/recorded_array.h"
#include "shared/trace/format_place.h"
#include "shared/trace/tell_place.h"

namespace lockstep::jobs {
namespace {

std::uint32_t LaunchIndex(const Recording& recording, const RecordedLaunch& launch) {
  return static_cast<std::uint32_t>(&launch - recording.launches.data());
}

std::string Tell(const Moment& who) {
  return fmt::format("thread {} of block {}", TellDim(who.thread), TellDim(who.block));
}

// The last step of `who` that `is_it` accepts.
template <class IsIt>
std::optional<std::uint32_t> LastStep(const RecordedLaunch& launch, const Moment& who, IsIt is_it) {
  const auto slot = std::ranges::find(launch.blocks, who.block, &RecordedBlock::index);
  if (slot == launch.blocks.end()) return std::nullopt;
  const auto block = static_cast<std::uint32_t>(slot - launch.blocks.begin());
  const std::uint64_t thread =
      who.thread.x + std::uint64_t{launch.block.x} * (who.thread.y + std::uint64_t{launch.block.y} * who.thread.z);
  for (std::size_t i = launch.steps.size(); i-- > 0;) {
    const Step& step = launch.steps[i];
    if (step.block == block && step.thread == thread && is_it(step)) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

// The moment at which a thread, linear in the grid, wrote the cell.
Moment MomentOfWrite(const RecordedArray& array, std::uint64_t cell, std::uint64_t linear) {
  const RecordedLaunch& launch = *array.launch;
  const std::uint64_t threads = launch.block.Count(), begin = cell * array.CellSize();
  Moment moment{LaunchIndex(*array.recording, launch), Unflatten(linear / threads, launch.grid),
                Unflatten(linear % threads, launch.block)};
  moment.step = LastStep(launch, moment, [&](const Step& step) {
    return (step.kind == StepKind::kWrite || step.kind == StepKind::kAtomic) && step.object == array.Id() &&
           step.offset < begin + array.CellSize() && begin < std::uint64_t{step.offset} + step.size;
  });
  return moment;
}

// The moment at which a thread leaves that should have written something.
Moment MomentOfExit(const RecordedArray& array, std::uint64_t linear) {
  const RecordedLaunch& launch = *array.launch;
  const std::uint64_t threads = launch.block.Count();
  Moment moment{LaunchIndex(*array.recording, launch), Unflatten(linear / threads, launch.grid),
                Unflatten(linear % threads, launch.block)};
  // The step before its exit: the thread still stands on its last line.
  moment.step = LastStep(launch, moment, [](const Step& step) { return step.kind != StepKind::kExit; });
  return moment;
}

// --- compare

bool Differ(const RecordedArray& learner, const RecordedArray& solution, std::uint64_t cell, double tolerance) {
  const double a = learner.Number(cell), b = solution.Number(cell);
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
  return std::fabs(a - b) > tolerance;
}

Remark TellFirstWrong(const RecordedArray& learner, const RecordedArray& solution, std::uint64_t first,
                      std::uint64_t wrong) {
  Remark remark;
  const std::string& name = learner.object->name;
  remark.sentence = wrong == 1
                        ? fmt::format("`{}` is wrong in one cell: ", name)
                        : fmt::format("`{}` is wrong in {} of {} cells. The first: ", name, wrong, learner.Cells());
  remark.sentence +=
      fmt::format("`{}` is {} and should be {}; ", learner.Name(first), learner.Value(first), solution.Value(first));
  if (const auto writer = learner.Writer(first)) {
    remark.moment = MomentOfWrite(learner, first, *writer);
    remark.sentence += fmt::format("{} wrote it.", Tell(*remark.moment));
  } else if (const auto meant = solution.Writer(first); !learner.writers) {
    remark.sentence += "its writer was not recorded.";
  } else if (meant && learner.launch->grid == solution.launch->grid &&
             learner.launch->block == solution.launch->block) {
    remark.moment = MomentOfExit(learner, *meant);
    remark.sentence += fmt::format("no thread wrote it ({} should).", Tell(*remark.moment));
  } else {
    remark.sentence += "no thread wrote it.";
  }
  if (!remark.moment) remark.moment = Moment{.launch = LaunchIndex(*learner.recording, *learner.launch)};
  remark.moment->cell = WrongCell{learner.Id(), first, solution.Value(first)};
  return remark;
}

// A fault ends the launch, and no later one runs.
bool WasStopped(const Recording& recording) {
  return std::ranges::any_of(recording.launches, [](const RecordedLaunch& launch) {
    return std::ranges::any_of(launch.steps, [](const Step& step) { return step.kind == StepKind::kFault; });
  });
}

Remark Compare(const Recording& learner, const Recording& solution, const Requirement& check) {
  if (WasStopped(learner)) {
    return {.sentence = fmt::format("`{}` was not compared: the kernel was stopped before its end.", check.array)};
  }
  const auto mine = FindArray(learner, check.array), right = FindArray(solution, check.array);
  if (!right) return {.sentence = fmt::format("The lesson's own solution has no array `{}`.", check.array)};
  if (!mine) {
    return {.sentence = fmt::format("There is no array `{}` to look at: the program must allocate it, name it with "
                                    "LOCKSTEP_PUBLISH, and launch a kernel.",
                                    check.array)};
  }
  if (mine->Cells() != right->Cells()) {
    return {.sentence =
                fmt::format("`{}` has {} cells and should have {}.", check.array, mine->Cells(), right->Cells())};
  }
  std::uint64_t wrong = 0, first = 0;
  for (std::uint64_t cell = 0; cell < mine->Cells(); ++cell) {
    if (Differ(*mine, *right, cell, check.tolerance) && wrong++ == 0) first = cell;
  }
  if (wrong != 0) return TellFirstWrong(*mine, *right, first, wrong);
  return {.good = true, .sentence = fmt::format("`{}` is right: all {} cells.", check.array, mine->Cells())};
}

// --- stay inside

const Object* ObjectOf(const Recording& recording, const RecordedLaunch& launch, ObjectId id) {
  if (id == ObjectId::kNone) return nullptr;
  return IsLaunchObject(id) ? &launch.objects[LaunchObjectIndex(id)] : &recording.objects[Index(id)];
}

bool IsAccess(const Step& step) {
  return step.kind == StepKind::kRead || step.kind == StepKind::kWrite || step.kind == StepKind::kAtomic;
}

bool IsOutside(const Recording& recording, const RecordedLaunch& launch, const Step& step) {
  if (step.kind == StepKind::kFault) return true;
  if (!IsAccess(step)) return false;
  const Object* object = ObjectOf(recording, launch, step.object);
  return !object || std::uint64_t{step.offset} + step.size > object->size;
}

std::string TellAccess(const Recording& recording, const RecordedLaunch& launch, const Step& step, const Moment& who) {
  const Object* object = ObjectOf(recording, launch, step.object);
  const char* does = step.kind == StepKind::kRead ? "reads" : step.kind == StepKind::kWrite ? "writes" : "updates";
  if (!object) return fmt::format("{} {} {} bytes that belong to no array", Tell(who), does, step.size);
  return fmt::format("{} {} `{}`, which has {} bytes, at byte {}", Tell(who), does, NameOf(*object), object->size,
                     step.offset);
}

// A fault in a block that was not recorded stands at the last step that was, of some other thread; its own sentence
// names the thread that it is about.
void TakeThreadNamed(const std::string& sentence, Moment& moment) {
  const std::size_t at = sentence.find("thread (");
  Dim3 thread, block;
  if (at == std::string::npos || std::sscanf(sentence.c_str() + at, "thread (%u,%u,%u) of block (%u,%u,%u)", &thread.x,
                                             &thread.y, &thread.z, &block.x, &block.y, &block.z) != 6)
    return;
  if (moment.block == block && moment.thread == thread) return;
  moment.block = block;
  moment.thread = thread;
  moment.step.reset();
}

// The first access outside, or nothing. The launch ends with it, as on a GPU.
Remark StayInside(const Recording& recording) {
  for (const RecordedLaunch& launch : recording.launches) {
    const auto step =
        std::ranges::find_if(launch.steps, [&](const Step& s) { return IsOutside(recording, launch, s); });
    if (step == launch.steps.end()) continue;
    Moment moment{LaunchIndex(recording, launch), launch.blocks[step->block].index,
                  Unflatten(step->thread, launch.block), static_cast<std::uint32_t>(step - launch.steps.begin())};
    if (step->kind == StepKind::kFault) {
      TakeThreadNamed(launch.texts[step->offset], moment);
      return {.sentence = launch.texts[step->offset] + ".", .moment = moment};
    }
    const std::string place = TellSite(recording, step->site);
    return {.sentence = fmt::format("{}: {}.", place, TellAccess(recording, launch, *step, moment)), .moment = moment};
  }
  return {.good = true, .sentence = "No thread reads or writes outside the arrays."};
}

}  // namespace

std::vector<Remark> RemarksOn(const Recording& learner, const Recording& solution,
                              std::span<const Requirement> requirements) {
  std::vector<Remark> remarks;
  for (const Requirement& requirement : requirements) {
    remarks.push_back(requirement.kind == RequirementKind::kCompare ? Compare(learner, solution, requirement)
                                                                    : StayInside(learner));
  }
  return remarks;
}

}  // namespace lockstep::jobs
