#include "shared/trace/step_code.h"

#include <algorithm>

#include "shared/base/must.h"
#include "shared/trace/runs.h"

namespace lockstep::trace {
namespace {

std::uint64_t Pack(const Step& step) {
  return std::uint64_t{Index(step.site)} << 32 | std::uint64_t{step.size} << 16 | std::uint64_t{step.flags} << 8 |
         static_cast<std::uint64_t>(step.kind);
}

bool ReadsCell(StepKind kind) { return kind == StepKind::kRead || kind == StepKind::kReadLocal; }
bool WritesCell(StepKind kind) { return kind == StepKind::kWrite || kind == StepKind::kAtomic; }

// The predicted `before` and `after` of a step, given all its other fields (and, for `after`, its `before`).
std::uint64_t ExpectBefore(StepMemory& memory, const StepMemory::Shape& shape, const Step& step) {
  if (step.flags & Step::kLongValue) return memory.long_end;
  if (WritesCell(step.kind)) return memory.Cell(step.object, step.offset);
  return shape.before.Next();
}
std::uint64_t ExpectAfter(StepMemory& memory, const StepMemory::Shape& shape, const Step& step) {
  if (step.flags & Step::kLongValue) return step.before + step.size;
  if (ReadsCell(step.kind)) return memory.Cell(step.object, step.offset);
  return shape.after.Next();
}

void Learn(StepMemory& memory, StepMemory::Shape& shape, const Step& step) {
  shape.object.Learn(Index(step.object));
  shape.offset.Learn(step.offset);
  if (step.flags & Step::kLongValue) {
    memory.long_end = step.after + step.size;
    return;
  }
  shape.before.Learn(step.before);
  shape.after.Learn(step.after);
  if (ReadsCell(step.kind) || WritesCell(step.kind)) memory.Cell(step.object, step.offset) = step.after;
}

std::uint64_t Difference(std::uint64_t value, std::uint64_t expected) {
  return ZigZag(static_cast<std::int64_t>(value - expected));
}
std::uint64_t Undo(std::uint64_t code, std::uint64_t expected) {
  return expected + static_cast<std::uint64_t>(UnZigZag(code));
}

}  // namespace

std::uint32_t StepEncoder::ShapeOf(const Step& step, Encoder& new_shapes) {
  if (!memory_.shapes.empty()) {
    const StepMemory::Shape& last = memory_.shapes[memory_.shape];
    if (last.kind == step.kind && last.flags == step.flags && last.size == step.size && last.site == step.site) {
      return memory_.shape;
    }
  }
  const auto [entry, is_new] = numbers_.try_emplace(Pack(step), memory_.shapes.size());
  if (is_new) {
    memory_.shapes.push_back({.kind = step.kind, .flags = step.flags, .size = step.size, .site = step.site});
    new_shapes(step.kind, step.flags, step.size, step.site);
  }
  return entry->second;
}

void StepEncoder::Encode(std::span<const Step> steps, Encoder& out) {
  MUST(steps.size() <= kStepsPerSection, "a section of steps is too long");
  Encoder new_shapes;
  RunEncoder shape_column, block, thread, object, offset, before, after;
  for (const Step& step : steps) {
    memory_.shape = ShapeOf(step, new_shapes);
    StepMemory::Shape& shape = memory_.shapes[memory_.shape];
    shape_column.Add(memory_.shape);
    block.Add(Difference(step.block, memory_.block));
    thread.Add(Difference(step.thread, memory_.thread));
    object.Add(Difference(Index(step.object), shape.object.Next()));
    offset.Add(Difference(step.offset, shape.offset.Next()));
    before.Add(Difference(step.before, ExpectBefore(memory_, shape, step)));
    after.Add(Difference(step.after, ExpectAfter(memory_, shape, step)));
    memory_.block = step.block;
    memory_.thread = step.thread;
    Learn(memory_, shape, step);
  }
  out(static_cast<std::uint64_t>(steps.size()), new_shapes.out());
  for (RunEncoder* column : {&shape_column, &block, &thread, &object, &offset, &before, &after}) {
    column->MoveTo(out);
  }
}

bool StepDecoder::Decode(Decoder& in, std::vector<Step>& steps) {
  const std::uint64_t count = in.Varint();
  if (count > kStepsPerSection) return false;
  Decoder new_shapes(in.Piece(), in.budget());
  RunDecoder shape_column(in), block(in), thread(in), object(in), offset(in), before(in), after(in);
  if (!in.ok()) return false;
  steps.resize(count);
  for (Step& step : steps) {
    const std::uint64_t number = shape_column.Next();
    if (number > memory_.shapes.size()) return false;
    if (number == memory_.shapes.size()) {
      StepMemory::Shape fresh;
      new_shapes(fresh.kind, fresh.flags, fresh.size, fresh.site);
      if (!new_shapes.ok() || !in.budget().Take(sizeof fresh)) return false;
      memory_.shapes.push_back(fresh);
    }
    StepMemory::Shape& shape = memory_.shapes[number];
    step = {.kind = shape.kind, .flags = shape.flags, .size = shape.size, .site = shape.site};
    // Truncation to 32 bits is harmless: the result is validated like all other input.
    step.block = static_cast<std::uint32_t>(Undo(block.Next(), memory_.block));
    step.thread = static_cast<std::uint32_t>(Undo(thread.Next(), memory_.thread));
    step.object = static_cast<ObjectId>(Undo(object.Next(), shape.object.Next()));
    step.offset = static_cast<std::uint32_t>(Undo(offset.Next(), shape.offset.Next()));
    step.before = Undo(before.Next(), ExpectBefore(memory_, shape, step));
    step.after = Undo(after.Next(), ExpectAfter(memory_, shape, step));
    memory_.block = step.block;
    memory_.thread = step.thread;
    Learn(memory_, shape, step);
  }
  for (const RunDecoder* column : {&shape_column, &block, &thread, &object, &offset, &before, &after}) {
    if (!column->Done()) return false;
  }
  return new_shapes.AtEnd();
}

}  // namespace lockstep::trace
