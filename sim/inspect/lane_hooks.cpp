// The hooks of check mode for all lanes of a row at once (sim/hooks/check.h), in a trial (lane_trial.h).

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/inspect/access.h"
#include "sim/inspect/lane_notes.h"

using namespace lockstep;
using namespace lockstep::inspect;

namespace {

constexpr std::uint32_t kLanes = trace::kWarpSize;

// The action of the lanes of `lanes` at one site.
struct Row {
  LockstepSite* site;
  std::uint64_t how, base;
  std::uint32_t linear, lanes;
  std::uint64_t size() const { return how & 0xffffffff; }
  // The bits of an address that is no multiple of the size, or of what the type demands.
  std::uint64_t misaligned() const {
    return std::bit_floor(size() | std::uint64_t{1} << (how >> LOCKSTEP_HOW_ALIGNMENT)) - 1;
  }
};

// Lanes at equal distances.
struct Affine {
  std::uint64_t first;
  std::int64_t stride;
  std::uint64_t operator[](std::uint32_t lane) const { return first + static_cast<std::uint64_t>(stride * lane); }
};

struct Scattered {
  void* const* addresses;
  std::uint64_t operator[](std::uint32_t lane) const { return AddressOf(addresses[lane]); }
};

template <class Visit>
[[gnu::always_inline]] inline bool ForAll(std::uint32_t lanes, Visit&& visit) {
  if (lanes == ~0u) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      if (!visit(lane)) return false;
    return true;
  }
  for (; lanes != 0; lanes &= lanes - 1)
    if (!visit(static_cast<std::uint32_t>(std::countr_zero(lanes)))) return false;
  return true;
}

// The lowest address and the last one of what the lanes touch, or nothing where one is misaligned.
struct Extent {
  std::uint64_t first = 0, last = 0;
};

bool FindExtent(const Row& row, const Affine& places, Extent& extent) {
  const std::uint64_t a = places[static_cast<std::uint32_t>(std::countr_zero(row.lanes))],
                      b = places[31 - static_cast<std::uint32_t>(std::countl_zero(row.lanes))];
  extent = {std::min(a, b), std::max(a, b)};
  const bool moves = row.lanes & (row.lanes - 1);
  return !((a | (moves ? static_cast<std::uint64_t>(places.stride) : 0)) & row.misaligned());
}

bool FindExtent(const Row& row, const Scattered& places, Extent& extent) {
  std::uint64_t low = ~std::uint64_t{0}, high = 0, bits = 0;
  ForAll(row.lanes, [&](std::uint32_t lane) {
    const std::uint64_t address = places[lane];
    low = std::min(low, address);
    high = std::max(high, address);
    bits |= address;
    return true;
  });
  extent = {low, high};
  return !(bits & row.misaligned());
}

// The memory that all lanes touch. Null: not one, or none that a trial knows.
const check::Span* SpanOf(CheckedWorker& worker, const Row& row, const Extent& extent) {
  check::Span& cached = worker.cache[row.site->id % CheckedWorker::kCached];
  const bool is_known = cached.base == row.base && cached.generation == worker.generation;
  if (!is_known || !cached.Holds(extent.first, row.size())) [[unlikely]] {
    const Touch touch{row.site, extent.first, row.size(), row.base, trace::AccessKind::kRead};
    check::Span* found = TheFamilies().bounds.Find(*worker.block, launch::CurrentThread(), touch, cached);
    if (!found) return nullptr;
    found->generation = worker.generation;
  }
  return cached.Holds(extent.last, row.size()) ? &cached : nullptr;
}

// Calls `work(cell, its second reader, bytes)` for each cell of an access, which is aligned.
template <class Work>
[[gnu::always_inline]] inline bool ForCells(const check::Span& span, std::uint64_t address, std::uint64_t size,
                                            Work&& work) {
  const std::uint64_t index = CellOf(span, address);
  if (size <= check::kCellBytes) {
    const auto bytes = static_cast<std::uint32_t>(((1u << size) - 1) << (address % check::kCellBytes));
    return work(span.cells[index], span.second[index], bytes);
  }
  for (std::uint64_t i = 0; i < size / check::kCellBytes; ++i)
    if (!work(span.cells[index + i], span.second[index + i], 15u)) return false;
  return true;
}

LaneNotes NotesOf(CheckedWorker& worker, const Row& row, const check::Span& span) {
  worker.trial.ReserveNotes();
  return {worker.trial, worker.block->order, row.site->id, span.all_written};
}

// The cells of lanes of one warp, side by side, and the first of them. Null: they are looked at lane by lane.
struct CellsOfRow {
  const RowCells* which;
  std::uint64_t first;
  check::Segment lane_zero;
};

CellsOfRow FindCells(CheckedWorker& worker, const Row& row, const Affine& places, const Extent& extent,
                     const check::Span& span, const check::Segment* segments) {
  if (places.stride == 0) return {};
  const int first = std::countr_zero(row.lanes), last = 31 - std::countl_zero(row.lanes);
  if (check::EpisodeOf(segments[first]) != check::EpisodeOf(segments[last])) return {};
  return {worker.trial.cells_of_rows.Find({row.lanes, places.stride, row.size(), extent.first}),
          CellOf(span, extent.first), segments[first] - static_cast<check::Segment>(first)};
}

CellsOfRow FindCells(CheckedWorker&, const Row&, const Scattered&, const Extent&, const check::Span&,
                     const check::Segment*) {
  return {};
}

// True if the lanes touch every byte from the first to the last.
bool IsOnePiece(const Row& row, const Affine& places) {
  const std::uint32_t run = row.lanes >> std::countr_zero(row.lanes);
  return static_cast<std::uint64_t>(std::abs(places.stride)) == row.size() && !(run & (run + 1));
}

bool IsOnePiece(const Row&, const Scattered&) { return false; }

// Of lanes that read whole cells, only the first two are noted.
std::uint32_t NotedLanes(const Row& row, const Affine& places) {
  if (places.stride != 0 || row.size() < check::kCellBytes) return row.lanes;
  const std::uint32_t others = row.lanes & (row.lanes - 1);
  return row.lanes ^ (others & (others - 1));
}

std::uint32_t NotedLanes(const Row& row, const Scattered&) { return row.lanes; }

template <class Places>
bool ReadAll(CheckedWorker& worker, const Row& row, const Places& places) {
  Extent extent;
  if (!FindExtent(row, places, extent)) return false;
  const check::Span* span = SpanOf(worker, row, extent);
  if (!span) return false;
  const check::Segment* segments = worker.block->order.segments() + row.linear;
  LaneNotes notes = NotesOf(worker, row, *span);
  const CellsOfRow cells = FindCells(worker, row, places, extent, *span, segments);
  if (cells.which &&
      notes.ReadRow(*cells.which, span->cells + cells.first, span->second + cells.first, cells.lane_zero))
    return true;
  const std::uint64_t size = row.size();
  return ForAll(NotedLanes(row, places), [&](std::uint32_t lane) {
    return ForCells(*span, places[lane], size,
                    [&](check::Cell& cell, check::SecondReader& second, std::uint32_t bytes) {
                      return notes.Read(cell, second, bytes, segments[lane]);
                    });
  });
}

void Keep(LaneTrial& trial, std::uint64_t address, std::uint64_t size) {
  LaneTrial::Stored& store = trial.stores.Next();
  store.address = address;
  store.size = size;
  const void* const from = reinterpret_cast<const void*>(address);
  if (size == LaneTrial::kMostStored)
    std::memcpy(store.before, from, LaneTrial::kMostStored);  // no call
  else
    std::memcpy(store.before, from, size);
}

void KeepAll(LaneTrial& trial, const Extent& extent, std::uint64_t size) {
  for (std::uint64_t at = extent.first; at < extent.last + size; at += LaneTrial::kMostStored)
    Keep(trial, at, std::min(LaneTrial::kMostStored, extent.last + size - at));
}

template <class Places>
bool WriteAll(CheckedWorker& worker, const Row& row, const Places& places) {
  Extent extent;
  if (!FindExtent(row, places, extent)) return false;
  const check::Span* span = SpanOf(worker, row, extent);
  if (!span || span->read_only) return false;
  const check::Segment* segments = worker.block->order.segments() + row.linear;
  LaneNotes notes = NotesOf(worker, row, *span);
  const std::uint64_t size = row.size();
  worker.trial.stores.Reserve(kLanes);
  if (IsOnePiece(row, places)) {
    KeepAll(worker.trial, extent, size);
  } else {
    ForAll(row.lanes, [&](std::uint32_t lane) {
      Keep(worker.trial, places[lane], size);
      return true;
    });
  }
  const CellsOfRow cells = FindCells(worker, row, places, extent, *span, segments);
  if (cells.which &&
      notes.WriteRow(*cells.which, span->cells + cells.first, span->second + cells.first, cells.lane_zero))
    return true;
  return ForAll(row.lanes, [&](std::uint32_t lane) {
    return ForCells(*span, places[lane], size,
                    [&](check::Cell& cell, check::SecondReader& second, std::uint32_t bytes) {
                      return notes.Write(cell, second, bytes, segments[lane]);
                    });
  });
}

template <class Places>
void Load(const Row& row, const Places& places) {
  if (row.lanes == 0) return;
  CheckedWorker& worker = *this_worker;
  if (!ReadAll(worker, row, places)) worker.trial.Doubt();
  worker.block->accesses += static_cast<std::uint64_t>(std::popcount(row.lanes));
}

template <class Places>
void Store(const Row& row, const Places& places) {
  if (row.lanes == 0) return;
  CheckedWorker& worker = *this_worker;
  if (!WriteAll(worker, row, places)) worker.trial.Doubt();
  const auto count = static_cast<std::uint64_t>(std::popcount(row.lanes));
  worker.block->accesses += count;
  worker.writes += count;
}

}  // namespace

void __lockstep_check_lanes_load(LockstepSite* site, const void* address, int64_t stride, uint64_t how,
                                 const void* base, uint32_t linear, uint32_t lanes) {
  Load({site, how, AddressOf(base), linear, lanes}, Affine{AddressOf(address), stride});
}

void __lockstep_check_lanes_store(LockstepSite* site, void* address, int64_t stride, uint64_t how, const void* base,
                                  uint32_t linear, uint32_t lanes) {
  Store({site, how, AddressOf(base), linear, lanes}, Affine{AddressOf(address), stride});
}

void __lockstep_check_lanes_gather(LockstepSite* site, void* const* addresses, uint64_t how, const void* base,
                                   uint32_t linear, uint32_t lanes) {
  Load({site, how, AddressOf(base), linear, lanes}, Scattered{addresses});
}

void __lockstep_check_lanes_scatter(LockstepSite* site, void* const* addresses, uint64_t how, const void* base,
                                    uint32_t linear, uint32_t lanes) {
  Store({site, how, AddressOf(base), linear, lanes}, Scattered{addresses});
}

void __lockstep_check_lanes_round(uint32_t linear) { this_worker->trial.GoRound(linear); }

void __lockstep_check_lanes_doubt(uint32_t lanes) {
  if (lanes != 0) this_worker->trial.Doubt();
}
