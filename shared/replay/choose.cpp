#include "shared/replay/choose.h"

#include <algorithm>

#include "shared/replay/accesses.h"
#include "shared/replay/arrays.h"
#include "shared/replay/thread_state.h"
#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

constexpr std::uint32_t kFirstThread = 5;

bool IsSharedWrite(const Model& model, const trace::Step& step) {
  const auto object = IsWrite(step) ? model.object(step.object) : std::nullopt;
  return object && object->kind != trace::ObjectKind::kLocal;
}

StepIndices::Iterator FirstWrite(const Model& model, ThreadSlot thread) {
  const auto steps = model.index().StepsOf(thread);
  return std::ranges::find_if(steps, [&](StepIndex i) { return IsSharedWrite(model, model.launch().steps[i]); });
}

// A thread that writes nothing, because a guard ended it, is a poor choice for the first view.
ThreadSlot FirstThread(const Model& model) {
  const auto writes = [&](ThreadSlot slot) { return FirstWrite(model, slot) != model.index().StepsOf(slot).end(); };
  const std::uint32_t threads = model.index().threads_per_block();
  const std::uint32_t block = model.launch().blocks.size() > 1 ? 1 : 0;
  const auto wanted = static_cast<ThreadSlot>(block * threads + std::min(kFirstThread, threads - 1));
  if (writes(wanted)) return wanted;
  for (std::uint32_t i = 0; i < model.index().thread_count(); ++i) {
    if (writes(static_cast<ThreadSlot>(i))) return static_cast<ThreadSlot>(i);
  }
  return wanted;
}

// The main access of the thread's line: the element that it writes, else the first one that it reads.
std::optional<Touch> MainTouch(const Model& model, ThreadSlot thread) {
  const auto touches = TouchesOf(model, thread);
  const auto write = std::ranges::find_if(touches, &Touch::writes);
  if (write != touches.end()) return *write;
  if (!touches.empty()) return touches.front();
  return std::nullopt;
}

void TakeCell(const Model& model, Cursor& cursor, trace::ObjectId object, std::uint64_t offset) {
  const auto array = DescribeArray(model, object);
  if (!array) return;
  cursor.object = object;
  cursor.cell = Cell{object, offset / array->element_size};
}

}  // namespace

Position FirstMomentOf(const Model& model, ThreadSlot thread) {
  const auto steps = model.index().StepsOf(thread);
  const auto write = FirstWrite(model, thread);
  if (write != steps.end()) return *write + 1;
  for (const trace::StepKind kind : {trace::StepKind::kRead, trace::StepKind::kLine}) {
    const auto first = std::ranges::find_if(steps, [&](StepIndex i) { return model.launch().steps[i].kind == kind; });
    if (first != steps.end()) return *first + 1;
  }
  return steps.empty() ? 0 : steps.front() + 1;
}

Cursor FirstCursor(Model& model) {
  const auto& launches = model.recording().launches;
  const auto with_steps =
      std::ranges::find_if(launches, [](const trace::RecordedLaunch& l) { return !l.steps.empty(); });
  const bool found = with_steps != launches.end();
  return FirstCursor(model, found ? static_cast<std::uint32_t>(with_steps - launches.begin()) : 0);
}

Cursor FirstCursor(Model& model, std::uint32_t launch) {
  Cursor cursor{.launch = launch};
  model.MoveTo(cursor.launch, 0);
  if (model.index().thread_count() == 0) return cursor;
  const ThreadSlot slot = FirstThread(model);
  cursor.step = FirstMomentOf(model, slot);
  model.MoveTo(cursor);
  ChooseThread(model, cursor, model.BlockOf(slot), model.ThreadOf(slot));
  const auto arrays = ListArrays(model, cursor.block);
  if (cursor.object == trace::ObjectId::kNone && !arrays.empty()) cursor.object = arrays.back().object;
  return cursor;
}

void ChooseThread(const Model& model, Cursor& cursor, trace::Dim3 block, trace::Dim3 thread) {
  const bool new_block = !(cursor.block == block);
  cursor.block = block;
  cursor.thread = thread;
  cursor.cell.reset();
  // Shared memory belongs to a block: when the block changes, the variable of the same name in the new block replaces
  // it.
  if (new_block && trace::IsLaunchObject(cursor.object)) {
    const auto before = model.object(cursor.object);
    const auto arrays = ListArrays(model, block);
    const auto same = std::ranges::find_if(arrays, [&](const ArrayInfo& array) {
      return before && trace::IsLaunchObject(array.object) && array.name == before->name;
    });
    cursor.object = same != arrays.end() ? same->object : trace::ObjectId::kNone;
  }
  Follow(model, cursor);
}

void Follow(const Model& model, Cursor& cursor) {
  const ThreadSlot slot = model.SlotOf(cursor.block, cursor.thread);
  if (slot == ThreadSlot::kNone) return;
  const Line line = LineOf(model, slot);
  if (line.number != 0) cursor.line = line;
  if (const auto miss = MissOf(model, slot)) {
    cursor.object = miss->object;
    cursor.cell.reset();
    return;
  }
  if (const auto touch = MainTouch(model, slot)) TakeCell(model, cursor, touch->object, touch->offset);
}

void ChooseCell(const Model& model, Cursor& cursor, Cell cell) {
  cursor.object = cell.object;
  cursor.cell = cell;
  const auto array = DescribeArray(model, cell.object);
  if (!array) return;
  const std::uint64_t offset = cell.index * array->element_size;
  auto writer = LastWriter(model, cell.object, offset);
  if (!writer) writer = NextWriter(model, cell.object, offset);
  if (!writer) writer = FinalWriter(model, cell.object, offset);
  if (!writer) return;
  cursor.block = writer->block;
  cursor.thread = writer->thread;
  if (writer->step != kNoStep) cursor.line = model.LineOfSite(model.launch().steps[writer->step].site);
}

void ChooseLine(const Model& model, Cursor& cursor, Line line) {
  cursor.line = line;
  const ThreadSlot chosen = model.SlotOf(cursor.block, cursor.thread);
  if (chosen != ThreadSlot::kNone && LineOf(model, chosen) == line) return;
  const auto stands_here = [&](ThreadSlot slot) {
    const ThreadPhase phase = PhaseOf(model, slot);
    return phase != ThreadPhase::kExited && phase != ThreadPhase::kNotStarted && LineOf(model, slot) == line;
  };
  for (std::uint32_t i = 0; i < model.index().thread_count(); ++i) {
    const auto slot = static_cast<ThreadSlot>(i);
    if (!stands_here(slot)) continue;
    ChooseThread(model, cursor, model.BlockOf(slot), model.ThreadOf(slot));
    return;
  }
  auto hit = NextHit(model, {line}, chosen, Direction::kForward);
  if (!hit) hit = NextHit(model, {line}, chosen, Direction::kBackward);
  if (!hit || hit->thread == ThreadSlot::kNone) return;
  cursor.step = hit->position;
  cursor.block = model.BlockOf(hit->thread);
  cursor.thread = model.ThreadOf(hit->thread);
}

Line LineOfStep(const Model& model, StepIndex index) {
  if (const Line line = model.LineOfSite(model.launch().steps[index].site); line.number > 0) return line;
  const StepIndex line = model.index().LineStep(index);
  return line == kNoStep ? Line{} : model.LineOfSite(model.launch().steps[line].site);
}

Cursor MomentAfter(const Model& model, StepIndex index) {
  const trace::Step& step = model.launch().steps[index];
  Cursor place{.launch = model.launch_place(), .step = index + 1, .object = step.object};
  const ThreadSlot thread = model.index().ThreadOf(step);
  if (thread != ThreadSlot::kNone) place.block = model.BlockOf(thread), place.thread = model.ThreadOf(thread);
  place.line = LineOfStep(model, index);
  return place;
}

namespace {

void ChooseCellOfStep(const Model& model, Cursor& cursor, const trace::Step& step) {
  const auto object = model.object(step.object);
  if (!object || object->kind == trace::ObjectKind::kLocal) return;
  const auto array = DescribeArray(model, step.object);
  if (!array || step.offset / array->element_size >= array->count) return;
  cursor.object = step.object;
  cursor.cell = Cell{step.object, step.offset / array->element_size};
}

}  // namespace

void GoToMoment(Model& model, Cursor& cursor, const Cursor& to) {
  model.MoveTo(to);
  cursor.launch = model.launch_place();
  cursor.step = model.position();
  ChooseThread(model, cursor, to.block, to.thread);
  if (cursor.step > 0) ChooseCellOfStep(model, cursor, model.launch().steps[cursor.step - 1]);
  if (to.line.number > 0) cursor.line = to.line;
  if (to.cell) {
    cursor.object = to.cell->object;
    cursor.cell = to.cell;
  }
}

}  // namespace lockstep::replay
