#pragma once

// A block on its way through a checked kernel. Used by the OS thread that runs the block only.

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "sim/check/access_counts.h"
#include "sim/check/block_sync.h"
#include "sim/check/cells.h"
#include "sim/hooks/state.h"
#include "sim/inspect/local_memory.h"
#include "sim/inspect/open_copies.h"
#include "sim/inspect/program_memory.h"
#include "sim/launch/launch.h"
#include "sim/machine/miss.h"

namespace lockstep::inspect {

// A way that a thread took around a barrier or a warp operation.
struct Skipped {
  std::uint32_t thread = 0, generation = 0;  // after so many barriers
  const LockstepSite* site = nullptr;        // the barrier's
  bool leaves_loop = false;
};

// Two barriers on different lines at which threads of the block met once.
struct MetApart {
  const LockstepSite *first = nullptr, *second = nullptr;
  std::uint32_t generation = 0;  // after so many barriers
  std::uint32_t first_thread = 0, second_thread = 0;
  std::vector<const LockstepSite*> at;  // by thread: its barrier; empty until the barrier has opened
};

struct CheckedBlock {
  CheckedBlock(check::Episodes& episodes, check::Releases& releases, std::uint32_t serial, std::uint32_t threads,
               std::uint32_t floor, const check::EpisodeRanges* unordered)
      : order(episodes, serial, threads, floor, unordered),
        sync(releases, episodes, order),
        generation(threads),
        named(threads),
        exited((threads + trace::kWarpSize - 1) / trace::kWarpSize) {}

  check::BlockOrder order;
  check::BlockSync sync;
  std::uint64_t linear = 0;    // in its grid
  bool has_begun = false;      // false: only another block of its cluster has used its shared memory
  std::uint64_t accesses = 0;  // since the block was begun or resumed

  // --- memory
  std::vector<check::Span> shared;      // the shared variables that the kernel can reach
  machine::SharedMemory shared_memory;  // the same variables, in the same order
  std::vector<check::Cell> cells;       // their shadow
  std::vector<check::SecondReader> second;
  std::vector<std::uint32_t> origins;
  std::vector<check::CellOrdinals> ordinals;  // empty: not kept
  check::AccessCounts counts;                 // likewise
  std::vector<LocalMemory> locals;            // by thread; empty until one of them has such arrays
  OpenCopies copies;                          // asynchronous ones, to shared memory

  // --- barriers
  std::uint64_t grid_barriers = 0, cluster_barriers = 0;  // passed
  std::vector<std::uint32_t> generation;                  // barriers that each thread has passed
  std::vector<Skipped> skipped;
  std::vector<const LockstepSite*> arrived;    // where each thread waits at the block's barrier; null: nowhere
  const LockstepSite* barrier_site = nullptr;  // of the first thread at the barrier that is open
  std::uint32_t barrier_thread = 0;            // that thread
  std::vector<MetApart> apart;
  std::vector<bool> named;  // threads that wait at a named barrier
  // By number: what is past for those who have come to a named barrier and did not wait (check::BlockOrder::Arrive).
  std::map<std::uint32_t, std::vector<std::uint32_t>> arrived_only;
  std::vector<std::uint32_t> exited;  // lanes that have left, a word a warp

  // Null where the address is in none of the kernel's shared variables.
  const check::Span* SharedAt(std::uint64_t address) const;
  // The array of the thread that holds the address, or whose room after it does; null where there is none.
  LocalArray* LocalAt(std::uint32_t thread, std::uint64_t address) {
    return locals.empty() ? nullptr : locals[thread].Find(address);
  }
};

// Gives the block a shadow of each shared variable that the kernel can reach.
void AddSharedMemory(CheckedBlock& checked, const launch::LaunchRequest& request, const LockstepBlock& block,
                     ProgramMemory& memory, bool with_ordinals);

}  // namespace lockstep::inspect
