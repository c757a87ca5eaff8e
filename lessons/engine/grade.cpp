#include "lessons/engine/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lessons/engine/cells.h"
#include "shared/trace/format_place.h"
#include "shared/trace/tell_place.h"

namespace lockstep {
namespace {

std::uint32_t LaunchIndex(const Recording& recording, const RecordedLaunch& launch) {
  return static_cast<std::uint32_t>(&launch - recording.launches.data());
}

ThreadPlace PlaceOf(const RecordedArray& array, std::uint64_t linear) {
  const std::uint64_t threads = array.launch->block.Count();
  return {LaunchIndex(*array.recording, *array.launch), Unflatten(linear / threads, array.launch->grid),
          Unflatten(linear % threads, array.launch->block)};
}

std::string Tell(const ThreadPlace& who) {
  return fmt::format("thread {} of block {}", TellDim(who.thread), TellDim(who.block));
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
    remark.who = PlaceOf(learner, *writer);
    remark.sentence += fmt::format("{} wrote it.", Tell(*remark.who));
  } else if (const auto meant = solution.Writer(first); !learner.writers) {
    remark.sentence += "who wrote it was not recorded.";
  } else if (meant && learner.launch->grid == solution.launch->grid &&
             learner.launch->block == solution.launch->block) {
    remark.who = PlaceOf(learner, *meant);
    remark.sentence += fmt::format("no thread wrote it ({} should).", Tell(*remark.who));
  } else {
    remark.sentence += "no thread wrote it.";
  }
  return remark;
}

// A fault ends the launch, and no later one runs.
bool WasStopped(const Recording& recording) {
  return std::ranges::any_of(recording.launches, [](const RecordedLaunch& launch) {
    return std::ranges::any_of(launch.steps, [](const Step& step) { return step.kind == StepKind::kFault; });
  });
}

Remark Compare(const Recording& learner, const Recording& solution, const LessonCheck& check) {
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

std::string TellAccess(const Recording& recording, const RecordedLaunch& launch, const Step& step,
                       const ThreadPlace& who) {
  const Object* object = ObjectOf(recording, launch, step.object);
  const char* does = step.kind == StepKind::kRead ? "reads" : step.kind == StepKind::kWrite ? "writes" : "updates";
  if (!object) return fmt::format("{} {} {} bytes that belong to no array", Tell(who), does, step.size);
  return fmt::format("{} {} `{}`, which has {} bytes, at byte {}", Tell(who), does, NameOf(*object), object->size,
                     step.offset);
}

// The first access outside, or nothing. The launch ends with it, as on a GPU.
Remark StayInside(const Recording& recording) {
  for (const RecordedLaunch& launch : recording.launches) {
    const auto step =
        std::ranges::find_if(launch.steps, [&](const Step& s) { return IsOutside(recording, launch, s); });
    if (step == launch.steps.end()) continue;
    const ThreadPlace who{LaunchIndex(recording, launch), launch.blocks[step->block].index,
                          Unflatten(step->thread, launch.block)};
    if (step->kind == StepKind::kFault) return {.sentence = launch.texts[step->offset] + ".", .who = who};
    const std::string place = TellSite(recording, step->site);
    return {.sentence = fmt::format("{}: {}.", place, TellAccess(recording, launch, *step, who)), .who = who};
  }
  return {.good = true, .sentence = "No thread reads or writes outside the arrays."};
}

}  // namespace

std::vector<Remark> Grade(const Recording& learner, const Recording& solution, std::span<const LessonCheck> checks) {
  std::vector<Remark> remarks;
  for (const LessonCheck& check : checks) {
    remarks.push_back(check.kind == CheckKind::kCompare ? Compare(learner, solution, check) : StayInside(learner));
  }
  return remarks;
}

}  // namespace lockstep
