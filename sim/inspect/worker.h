#pragma once

// The state that an OS thread keeps for the checked blocks that it runs.

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "sim/check/cells.h"
#include "sim/check/collector.h"
#include "sim/inspect/block.h"
#include "sim/inspect/kept_memory.h"
#include "sim/inspect/lane_trial.h"
#include "sim/inspect/rounds.h"
#include "sim/launch/block_run.h"

namespace lockstep::inspect {

using CheckedRuns = std::unordered_map<const launch::BlockRun*, std::unique_ptr<CheckedBlock>>;

struct CheckedWorker {
  bool parallel = false;          // other OS threads run blocks too
  CheckedBlock* block = nullptr;  // that runs; null between blocks
  // The same for the path of usual accesses; null where all accesses go the long way, which counts them.
  CheckedBlock* usual_block = nullptr;
  std::uint64_t launch = ~std::uint64_t{0};
  std::uint64_t writes = 0, writes_asked = 0;  // all, and those up to the last time that the engine asked
  // The last atomic, and what was there before it: an atomic that changed nothing is no step forward.
  const void* atomic = nullptr;
  std::uint64_t atomic_size = 0, atomic_before = 0;
  static constexpr std::uint32_t kCached = 256;
  std::uint32_t generation = 1;  // of what the cache holds
  check::Span cache[kCached];
  CheckedRuns runs;
  check::Collector::Recent recent;
  std::unique_ptr<CheckedBlock> loop;
  LaneTrial trial;  // of that
  RoundWatch rounds;
  KeptMemory kept;
  // Plain loops run on the OS thread's own stack, below this; what lies above is the host's.
  std::uint64_t loop_frame = 0;

  // The bytes that the last atomic changed count as written; the next call looks at this one.
  void NoteAtomic(const void* address, std::uint64_t size);
  // True if anything was written since the last call.
  bool HasWritten();
  void Forget() { ++generation; }
  // Again when the block's copies are settled.
  void Run(CheckedBlock* checked, bool with_ordinals) {
    block = checked;
    usual_block = with_ordinals || kept.is_on() || !checked->copies.empty() ? nullptr : checked;
    Forget();
  }
  void Stop() { block = usual_block = nullptr; }
};

// In the program's own block of thread-local memory: a hook finds it without a call. Null until ThisWorker().
extern constinit thread_local CheckedWorker* this_worker __attribute__((tls_model("initial-exec")));

// Of the OS thread that calls.
CheckedWorker& ThisWorker();

}  // namespace lockstep::inspect
