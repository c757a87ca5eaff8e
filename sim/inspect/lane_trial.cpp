#include "sim/inspect/lane_trial.h"

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

}  // namespace

bool LaneTrial::Begin(CheckedWorker& worker, std::uint64_t of_launch, std::uint64_t rounds) {
  if (launch_ != of_launch) {
    launch_ = of_launch;
    tried_ = failed_ = 0;
  }
  if (failed_ > kFree + tried_ / 8) return false;
  ++tried_;
  most_rounds_ = rounds_left_ = rounds;
  tile_ = 0;
  last_far = 0;
  accesses_before_ = worker.block->accesses;
  writes_before_ = worker.writes;
  Clear();
  return true;
}

void LaneTrial::Clear() {
  reads.Clear();
  writes.Clear();
  seconds.Clear();
  stores.Clear();
}

void LaneTrial::End(const CheckedWorker& worker) {
  if (worker.parallel) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const check::BlockOrder& order = worker.block->order;
    const auto is_foreign = [&](check::Note note) {
      const std::uint32_t episode = check::EpisodeOf(note.segment());
      return episode >= order.grid_floor() &&
             episode - order.first() >= (order.threads() + trace::kWarpSize - 1) / trace::kWarpSize;
    };
    for (const Noted& read : reads)
      if (is_foreign(check::Note{check::LoadNote<true>(read.cell->write)})) Doubt();
    for (const Noted& write : writes) {
      const check::Note reader{check::LoadNote<true>(write.cell->read)};
      if (is_foreign(reader) ||
          (reader.spread() == check::Spread::kGrid && check::EpisodeOf(reader.segment()) >= order.grid_floor()))
        Doubt();
    }
  }
  Clear();
}

void LaneTrial::Undo() {
  // Another OS thread's block may have noted something since.
  const auto put_back = [](std::uint64_t& note, const Noted& noted) {
    std::uint64_t after = noted.after;
    std::atomic_ref(note).compare_exchange_strong(after, noted.before);
  };
  for (const Stored& store : std::ranges::reverse_view(stores))
    std::memcpy(reinterpret_cast<void*>(store.address), store.before, store.size);
  for (const Seconded& each : std::ranges::reverse_view(seconds)) *each.second = each.before;
  for (const Noted& each : std::ranges::reverse_view(reads)) put_back(each.cell->read, each);
  for (const Noted& each : std::ranges::reverse_view(writes)) put_back(each.cell->write, each);
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
  if (--rounds_left_ == 0 || reads.size() + writes.size() + stores.size() > kMostChanges) Doubt();
}

}  // namespace lockstep::inspect
