#pragma once

// The cells of an array that threads have touched, and where the contents of shared memory came from: which part of an
// array belongs to a thread, a warp, a block.

#include <span>
#include <vector>

#include "shared/replay/accesses.h"
#include "shared/replay/arrays.h"

namespace lockstep::replay {

// Threads that follow one another in a block.
struct ThreadRange {
  std::uint32_t first = 0, end = 0;  // ThreadSlots
  friend bool operator==(const ThreadRange&, const ThreadRange&) = default;
};

// The thread alone, its warp, its block; empty for kNone.
ThreadRange OnlyThread(ThreadSlot thread);
ThreadRange WarpOf(const Model& model, ThreadSlot thread);
ThreadRange BlockThreads(const Model& model, ThreadSlot thread);

struct TouchedCell {
  std::uint64_t cell = 0;
  StepIndex first_read = kNoStep, first_write = kNoStep;  // kNoStep: never in the launch
  bool ReadBefore(Position now) const { return first_read < now; }
  bool WrittenBefore(Position now) const { return first_write < now; }
};

// The cells of each array that the threads touch anywhere in the launch, each once, sorted by cell. At a moment, those
// count that are ReadBefore or WrittenBefore it.
std::vector<std::vector<TouchedCell>> FootprintsOf(const Model& model, ThreadRange threads,
                                                   std::span<const ArrayInfo> arrays);

// The entry of a cell; null if it is not in the footprint.
const TouchedCell* FindCell(std::span<const TouchedCell> footprint, std::uint64_t cell);

// The last accesses of the thread before the moment, the latest first, at most `most`; local variables are excluded.
std::vector<Touch> LastTouches(const Model& model, ThreadSlot thread, std::size_t most);

// The cells from which the current contents of a shared array were loaded: for each cell, what the thread that wrote it
// last had read on the same line. By array, sorted; empty if it was not loaded that way.
struct LoadedFrom {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::vector<std::uint64_t> cells;
};
std::vector<LoadedFrom> OriginsOf(const Model& model, const ArrayInfo& shared, std::span<const ArrayInfo> arrays);

}  // namespace lockstep::replay
