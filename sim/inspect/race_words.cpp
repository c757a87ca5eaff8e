#include "sim/inspect/race_words.h"

#include <fmt/format.h>

#include "sim/inspect/access_words.h"

namespace lockstep::inspect {

std::string FactOf(const Race& race, const std::string& name) {
  const char* order = race.same_block ? "with no barrier between" : "unordered";
  if (race.is_atomic && race.was_atomic)
    return fmt::format("two blocks use {} by atomics, of which one holds within its block only", name);
  if (race.kind == report::FindingKind::kAtomicRace)
    return fmt::format("one thread updates {} with an atomic while another {} it without, {}", name,
                       (race.is_atomic ? race.wrote : race.writes) ? "writes" : "reads", order);
  if (race.kind == report::FindingKind::kLostUpdate)
    return fmt::format("two threads read, change and write {} {}: one of the updates is lost", name, order);
  if (race.kind == report::FindingKind::kSameValueRace)
    return fmt::format("two threads write the same value to {} {}", name, order);
  if (race.writes && race.wrote) return fmt::format("two threads write {} {}", name, order);
  return fmt::format("one thread reads {} while another writes it, {}", name, order);
}

const char* HintOf(const Race& race, bool speaks_by_signals) {
  if (race.has_host_threads && race.same_block)
    return "let all threads wait for one another between the two accesses, at a barrier that holds each until the last "
           "has come; or let one thread do both";
  if (race.is_played && race.same_block)
    return "the loop runs these threads one after the other, a GPU runs them at once: end the loop over the threads "
           "between the two accesses and begin another (that is a barrier), or let one thread do both";
  if (race.is_played)
    return "the loop runs the blocks one after the other, a GPU in any order: let each write its own cells, give each "
           "an array of its own (named inside the loop over blocks), or split the work into two launches";
  if (race.is_atomic && race.was_atomic)
    return "between blocks use an atomic of device scope: without `_block`, or `cuda::thread_scope_device`";
  if (race.kind == report::FindingKind::kLostUpdate && race.of_generator)
    return "a generator changes its state with each number: give each thread a state of its own, `states[i]`, and "
           "initialise it with `curand_init(seed, i, 0, &states[i])`";
  if (race.kind == report::FindingKind::kLostUpdate && race.same_index)
    return "threads of the same `threadIdx` in two blocks use the same cells: is `blockIdx` missing from the index? "
           "(`blockIdx.x * blockDim.x + threadIdx.x`)";
  if (race.kind == report::FindingKind::kLostUpdate && !race.is_shared && speaks_by_signals)
    return "use an atomic (`atomicAdd`), or give each thread its own cell and add them up; if a lock protects it, the "
           "lock "
           "needs `__threadfence()` after it is taken and before it is given back";
  if (race.kind == report::FindingKind::kLostUpdate)
    return "use an atomic (`atomicAdd`), or give each thread its own cell and add them up";
  if (race.kind == report::FindingKind::kAtomicRace) return "use an atomic on both sides, or put a barrier between";
  if (!race.same_block && !race.is_shared && speaks_by_signals)
    return "where a flag or a counter says that the data is there, put `__threadfence()` between the two, on both "
           "sides; else let each block write its own cells, or split the work into two launches";
  if (race.same_warp)
    return "put `__syncthreads()` between them (`__syncwarp()` where one warp works alone), or let one thread do both";
  if (race.same_block) return "put `__syncthreads()` between them, or let one thread do both";
  if (race.is_shared) return "put `cluster.sync()` between them";
  return "blocks run in any order: let each write its own cells, use atomics, or split the work into two launches";
}

const LockstepSite* GuiltyOf(const Race& race) {
  if (race.kind == report::FindingKind::kAtomicRace) return race.is_atomic ? race.other : race.mine;
  return race.writes || !race.wrote ? race.mine : race.other;
}

std::string FactOfOpenCopy(const OpenCopy& copy, const std::string& name, const char* verb, bool writes) {
  const char* side = writes ? "into" : "from";
  if (copy.HasBeenAwaited())
    return fmt::format("a thread {} {} with no barrier after the wait for the asynchronous copy {} it", verb, name,
                       side);
  return fmt::format("a thread {} {} before the asynchronous copy {} it has been waited for", verb, name, side);
}

const char* HintOfOpenCopy(const OpenCopy& copy) {
  if (copy.HasBeenAwaited())
    return "a thread waits for its own copies only: put `__syncthreads()` between the wait and the access";
  if (copy.phase) return "wait for the phase of the barrier that the copy counts in, and only then use the data";
  if (copy.groups == CopyGroups::kBulk)
    return "after `cp.async.bulk.commit_group`, wait with `cp.async.bulk.wait_group n`, where `n` groups may still be "
           "open (`.read`: until the sources have been read), and put a barrier after it if other threads are "
           "concerned";
  return "commit the copies, wait for their group (`__pipeline_wait_prior(n)`, `cp.async.wait_group n`, where `n` "
         "younger "
         "groups may still be open; `cg::wait`, `consumer_wait()`), and then call `__syncthreads()` if other threads "
         "read";
}

std::string FactOfFenceMissing(const std::string& name, const char* verb) {
  return fmt::format("a thread waits for a flag and then {} {} with no fence between", verb,
                     Quoted(name, "what was written before it"));
}

std::string OriginOfFenceMissing(std::uint32_t line_of_wait, trace::AccessKind access) {
  return fmt::format("the flag is read at line {}: a GPU may {} the data before it", line_of_wait,
                     access == trace::AccessKind::kRead ? "read" : "write");
}

std::string HintOfFenceMissing(bool same_block) {
  return fmt::format("put `{}()` after the wait, or read the flag by an acquire (`cuda::atomic_ref`)",
                     same_block ? "__threadfence_block" : "__threadfence");
}

}  // namespace lockstep::inspect
