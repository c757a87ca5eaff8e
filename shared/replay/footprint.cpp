#include "shared/replay/footprint.h"

#include <algorithm>
#include <iterator>

#include "shared/trace/lookup.h"
#include "shared/trace/words.h"

namespace lockstep::replay {
namespace {

// The place in `arrays` of the array that the step accesses; their number if it is none of them.
std::size_t ArrayOf(std::span<const ArrayInfo> arrays, const trace::Step& step) {
  return static_cast<std::size_t>(std::ranges::find(arrays, step.object, &ArrayInfo::object) - arrays.begin());
}

struct CellRange {
  std::uint64_t first = 0, last = 0;
  bool empty = true;
};

CellRange Covered(const ArrayInfo& array, const trace::Step& step) {
  if (step.size == 0 || array.count == 0) return {};
  const std::uint64_t first = step.offset / array.element_size;
  const std::uint64_t last = (std::uint64_t{step.offset} + step.size - 1) / array.element_size;
  if (first >= array.count) return {};
  if (first == last && !array.Overlaps(first, step.offset, step.size)) return {};
  return {first, std::min(last, array.count - 1), false};
}

// Sorts by cell, and joins the entries of each cell.
void Join(std::vector<TouchedCell>& cells) {
  std::ranges::sort(cells, {}, &TouchedCell::cell);
  std::size_t kept = 0;
  for (const TouchedCell& next : cells) {
    if (kept > 0 && cells[kept - 1].cell == next.cell) {
      cells[kept - 1].first_read = std::min(cells[kept - 1].first_read, next.first_read);
      cells[kept - 1].first_write = std::min(cells[kept - 1].first_write, next.first_write);
    } else {
      cells[kept++] = next;
    }
  }
  cells.resize(kept);
}

// Calls `look` for what the thread had read on the line of `step` before it, in the functions that the line calls too.
template <class Look>
void ForReadsOfLine(const Model& model, StepIndex step, Look look) {
  int depth = 0;
  for (StepIndex i = model.index().Previous(step); i != kNoStep; i = model.index().Previous(i)) {
    const trace::Step& before = model.launch().steps[i];
    if (before.kind == trace::StepKind::kLine && depth == 0) return;
    if (before.kind == trace::StepKind::kLeave) ++depth;
    if (before.kind == trace::StepKind::kEnter && --depth < 0) return;
    if (before.kind == trace::StepKind::kRead) look(before);
  }
}

}  // namespace

ThreadRange OnlyThread(ThreadSlot thread) {
  if (thread == ThreadSlot::kNone) return {};
  const auto slot = static_cast<std::uint32_t>(thread);
  return {slot, slot + 1};
}

ThreadRange BlockThreads(const Model& model, ThreadSlot thread) {
  if (thread == ThreadSlot::kNone) return {};
  const std::uint32_t size = model.index().threads_per_block();
  const std::uint32_t first = static_cast<std::uint32_t>(thread) / size * size;
  return {first, first + size};
}

ThreadRange WarpOf(const Model& model, ThreadSlot thread) {
  if (thread == ThreadSlot::kNone) return {};
  const ThreadRange block = BlockThreads(model, thread);
  const std::uint32_t first =
      block.first + (static_cast<std::uint32_t>(thread) - block.first) / trace::kWarpSize * trace::kWarpSize;
  return {first, std::min(first + trace::kWarpSize, block.end)};
}

std::vector<std::vector<TouchedCell>> FootprintsOf(const Model& model, ThreadRange threads,
                                                   std::span<const ArrayInfo> arrays) {
  std::vector<std::vector<TouchedCell>> footprints(arrays.size());
  for (std::uint32_t slot = threads.first; slot < threads.end; ++slot) {
    for (const StepIndex i : model.index().StepsOf(static_cast<ThreadSlot>(slot))) {
      const trace::Step& step = model.launch().steps[i];
      if (!IsAccess(step)) continue;
      const std::size_t place = ArrayOf(arrays, step);
      if (place == arrays.size()) continue;
      const CellRange cells = Covered(arrays[place], step);
      if (cells.empty) continue;
      for (std::uint64_t cell = cells.first; cell <= cells.last; ++cell)
        footprints[place].push_back(
            {cell, step.kind != trace::StepKind::kWrite ? i : kNoStep, IsWrite(step) ? i : kNoStep});
    }
  }
  for (auto& footprint : footprints) Join(footprint);
  return footprints;
}

const TouchedCell* FindCell(std::span<const TouchedCell> footprint, std::uint64_t cell) {
  const auto found = std::ranges::lower_bound(footprint, cell, {}, &TouchedCell::cell);
  return found != footprint.end() && found->cell == cell ? &*found : nullptr;
}

std::vector<Touch> LastTouches(const Model& model, ThreadSlot thread, std::size_t most) {
  std::vector<Touch> touches;
  if (thread == ThreadSlot::kNone) return touches;
  const auto steps = model.index().StepsOf(thread);
  const auto now = std::ranges::lower_bound(steps, model.position());
  for (auto i = now; i != steps.begin() && touches.size() < most;) {
    const trace::Step& step = model.launch().steps[*--i];
    const auto object = IsAccess(step) ? model.object(step.object) : std::nullopt;
    if (!object || object->kind == trace::ObjectKind::kLocal) continue;
    touches.push_back({*i, step.object, step.offset, step.size, IsWrite(step), true});
  }
  return touches;
}

std::vector<LoadedFrom> OriginsOf(const Model& model, const ArrayInfo& shared, std::span<const ArrayInfo> arrays) {
  std::vector<LoadedFrom> origins;
  for (const ArrayInfo& array : arrays) origins.push_back({array.object, {}});
  const auto& steps = model.launch().steps;
  const auto writes = model.index().WritesTo(shared.object);
  std::vector<bool> seen(shared.count);
  std::uint64_t left = shared.count;
  for (auto i = std::ranges::lower_bound(writes, model.position()); i != writes.begin() && left > 0;) {
    const StepIndex write = *--i;
    const CellRange cells = Covered(shared, steps[write]);
    if (cells.empty || seen[cells.first]) continue;
    for (std::uint64_t cell = cells.first; cell <= cells.last; ++cell) left -= seen[cell] ? 0 : 1, seen[cell] = true;
    ForReadsOfLine(model, write, [&](const trace::Step& read) {
      const std::size_t place = ArrayOf(arrays, read);
      if (place == arrays.size() || read.object == shared.object) return;
      const CellRange from = Covered(arrays[place], read);
      for (std::uint64_t cell = from.first; !from.empty && cell <= from.last; ++cell)
        origins[place].cells.push_back(cell);
    });
  }
  std::erase_if(origins, [](const LoadedFrom& origin) { return origin.cells.empty(); });
  for (LoadedFrom& origin : origins) {
    std::ranges::sort(origin.cells);
    const auto rest = std::ranges::unique(origin.cells);
    origin.cells.erase(rest.begin(), rest.end());
  }
  return origins;
}

}  // namespace lockstep::replay
