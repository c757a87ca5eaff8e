#include "sim/inspect/lane_trial.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <ranges>

#include "sim/check/races.h"
#include "sim/inspect/worker.h"

namespace lockstep::inspect {
namespace {

// So many blocks may fail before the trials of a launch have to pay.
constexpr std::uint64_t kFree = 2;
// More changes are not kept: the rest of the trial would cost more than it saves.
constexpr std::uint64_t kMostChanges = 1 << 17;
// A loop that goes on for longer is judged thread by thread.
constexpr std::uint64_t kMostRounds = 1 << 23;

}  // namespace

bool LaneTrial::Begin(CheckedWorker& worker, std::uint64_t of_launch, std::uint64_t rounds) {
  if (launch_ != of_launch) {
    launch_ = of_launch;
    tried_ = failed_ = 0;
  }
  if (failed_ > kFree + tried_ / 8) return false;
  ++tried_;
  most_rounds_ = rounds_left_ = rounds ? std::min(rounds, kMostRounds) : kMostRounds;
  tile_ = 0;
  last_far = 0;
  const check::BlockOrder& order = worker.block->order;
  own = {order.first(), order.first() + (order.threads() + trace::kWarpSize - 1) / trace::kWarpSize};
  accesses_before_ = worker.block->accesses;
  writes_before_ = worker.writes;
  Clear();
  return true;
}

void LaneTrial::Clear() {
  noted.Clear();
  notes.Clear();
  seconds.Clear();
  stores.Clear();
}

// Of a cell that this block has read, another one is the writer; of one that it has written, another one is a reader.
[[clang::no_sanitize("thread")]] bool LaneTrial::SeesOther(const Noted& noted, std::uint64_t live) const {
  // The sign of a difference: the note is settled.
  std::uint64_t settled = ~std::uint64_t{0};
  for (std::uint32_t i = 0; i < noted.count; ++i)
    settled &= ((noted.wrote ? noted.cells[i].read : noted.cells[i].write) >> 1) - (live >> 1);
  if (settled >> 63) return false;
  for (std::uint32_t i = 0; i < noted.count; ++i) {
    const check::Note note{noted.wrote ? noted.cells[i].read : noted.cells[i].write};
    if (note.bits < live) continue;
    if (!IsOwn(note.segment()) || (noted.wrote && note.spread() == check::Spread::kGrid)) return true;
  }
  return false;
}

void LaneTrial::End(const CheckedWorker& worker) {
  if (worker.parallel) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const std::uint64_t live = check::Note::Of(worker.block->order.grid_floor() * trace::kWarpSize, 0, 0, 0).bits;
    for (const Noted& each : noted)
      if (SeesOther(each, live)) Doubt();
  }
  Clear();
}

void LaneTrial::PutBack(const Noted& change, const std::uint64_t* before,
                        const check::SecondReader* seconds_before) const {
  for (std::uint32_t i = 0; i < change.count; ++i) {
    std::uint64_t& note = change.wrote ? change.cells[i].write : change.cells[i].read;
    check::Note now{check::LoadNote<true>(note)};
    // Another OS thread's block may have noted something since.
    const bool is_far = !change.wrote && now.spread() == check::Spread::kGrid;
    if (!IsOwn(is_far ? change.seconds[i] : now.segment())) continue;
    if (!std::atomic_ref(note).compare_exchange_strong(now.bits, before[i])) continue;
    if (change.seconds_changed) change.seconds[i] = seconds_before[i];
  }
}

void LaneTrial::Undo() {
  for (const Stored& store : std::ranges::reverse_view(stores))
    std::memcpy(reinterpret_cast<void*>(store.address), store.before, store.size);
  const std::uint64_t* before = notes.end();
  const check::SecondReader* seconds_before = seconds.end();
  for (const Noted& each : std::ranges::reverse_view(noted)) {
    before -= each.count;
    if (each.seconds_changed) seconds_before -= each.count;
    PutBack(each, before, seconds_before);
  }
  Clear();
}

void LaneTrial::Doubt() {
  ++failed_;
  Undo();
  CheckedWorker& worker = ThisWorker();
  worker.block->accesses = accesses_before_;
  worker.writes = writes_before_;
  std::longjmp(doubt, 1);
}

void LaneTrial::GoRound(std::uint32_t of_tile) {
  if (of_tile != tile_) {
    tile_ = of_tile;
    rounds_left_ = most_rounds_;
  }
  if (--rounds_left_ == 0 || notes.size() + stores.size() > kMostChanges) Doubt();
}

}  // namespace lockstep::inspect
