#pragma once

// Counts the costs of the lines of a program's kernels while it runs. The public interface of this folder.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/metrics/request_counts.h"
#include "sim/explain/handed_over.h"
#include "sim/launch/block_run.h"
#include "sim/launch/launch.h"
#include "sim/launch/played_launch.h"

namespace lockstep::machine {
class Machine;
struct CopyPlan;
struct FillOperation;
}  // namespace lockstep::machine

namespace lockstep::explain {

// A running block. Used only by the OS thread that runs it.
struct BlockRequests {
  std::vector<metrics::WarpRequests> warps;
  std::uint64_t shared_begin = 0, shared_end = 0, dynamic = 0;
  std::uint64_t barriers = 0;
  std::vector<std::uint64_t> stretch;    // accesses of each thread since it has last met others
  std::vector<std::uint64_t> under_way;  // groups of copies that each thread still has to wait for
  std::vector<bool> has_copied;          // of each thread: it has begun one
};

// Of a launch.
struct LaunchCounts {
  metrics::SiteCounts sites;
  std::vector<metrics::ArrayCounts> arrays;  // in the order of the launch's names; the last: other memory
  metrics::Work work;
};

// The counts of one OS thread in one launch.
struct WorkerCounts {
  std::uint64_t launch = 0;
  std::unordered_map<const launch::BlockRun*, std::unique_ptr<BlockRequests>> blocks;
  LaunchCounts* counts = nullptr;  // the explainer's
  const launch::BlockRun* last_run = nullptr;
  BlockRequests* last = nullptr;
};

WorkerCounts& ThisWorkersCounts();

class Explainer {
 public:
  Explainer(std::string path, machine::Machine& machine);

  // Creates the explainer of this process if the environment requests it; else null.
  static Explainer* Make(machine::Machine& machine);
  // The explainer that was created, or null.
  static Explainer* Current();

  // `launch`: its number in program order.
  void LaunchBegins(const launch::LaunchRequest& request, std::uint32_t launch);
  void LaunchEnds();
  // All remaining threads of the block have reached the same barrier.
  void BlockMeets(launch::BlockRun& run);
  // An array of the block that the host plays now has a name, or has lost it.
  void NamesArray(const launch::PlayedArray& array);
  void ArrayGoes(const launch::PlayedArray& array);
  // The thread is about to meet others of its warp.
  void ThreadMeets(const launch::ThreadRun& thread);
  // The thread takes part in a warp operation (WarpOperation).
  void ThreadExchanges(launch::ThreadRun& thread, std::uint32_t operation);
  // The thread has begun an asynchronous copy.
  void ThreadCopies(launch::ThreadRun& thread, std::uint64_t bytes);
  // The copies that the thread now has to wait for: groups of its copies, and phases of barrier objects with copies.
  void CopiesUnderWay(launch::ThreadRun& thread, std::uint64_t groups);
  void ThreadLeaves(const launch::ThreadRun& thread);
  void BlockEnds(const launch::BlockRun& run);
  // Before it happens.
  void HostCopies(const machine::CopyPlan& plan);
  void HostFills(const machine::FillOperation& fill);

  // --- from the hooks
  // A block that the host plays may go from one OS thread to another, and one of them runs at a time.
  WorkerCounts& WorkerOf(const launch::BlockRun& run) { return run.is_played() ? player_ : ThisWorkersCounts(); }
  // The requests of the running thread's block, with `worker.counts` set.
  BlockRequests& RequestsOf(WorkerCounts& worker, launch::BlockRun& run);
  // The kind of memory of an access, as it is counted.
  struct Spot {
    metrics::CountedMemory memory = metrics::CountedMemory::kNone;
    std::uint64_t address = 0;  // of shared memory: from the arena's start
    std::size_t array = 0;      // the index in LaunchCounts::arrays
  };
  // Nothing for a constant, which is read through another cache.
  std::optional<Spot> Find(const BlockRequests& block, std::uint64_t address) const;
  // For a thread that the host plays: nothing outside arrays that have a name. Each array begins at a multiple of 256
  // bytes, as memory of the device does, wherever it lies in the host's.
  std::optional<Spot> FindPlayed(std::uint64_t address, std::uint32_t size) const;

 private:
  struct Kernel {
    const LockstepKernel* kernel = nullptr;
    const LockstepUnit* unit = nullptr;
    bool is_played = false;
    std::vector<metrics::LaunchShape> shapes;
    metrics::SiteCounts counts;
    std::vector<metrics::ArrayCounts> arrays;
    metrics::Work work;
    std::uint64_t most_shared = 0;  // bytes of a played block's arrays
  };
  struct Range {
    std::uint64_t begin, end;
  };
  struct NamedRange {
    std::string name;
    metrics::CountedMemory memory;
    bool is_dynamic;
    Range range;
  };

  bool IsConstant(std::uint64_t address) const;
  // `address` of dynamic shared memory counts from `dynamic`.
  std::size_t ArrayOf(std::uint64_t address, metrics::CountedMemory memory, std::uint64_t dynamic) const;
  void NameParameters(const launch::LaunchRequest& request);
  void NameVariables(const launch::LaunchRequest& request);
  void FinishRequests(const launch::BlockRun& run);
  void AddToKernel(const LaunchCounts& counts);
  void Write() const;
  metrics::KernelCounts Sum(const Kernel& kernel) const;

  std::string path_;
  const machine::Machine& machine_;
  HandedOver handed_over_;
  std::uint64_t launch_ = 0;
  // Units of libraries and modules may be loaded between launches.
  void LearnUnits();

  std::size_t units_ = 0;                   // that are known
  std::vector<const LockstepSite*> sites_;  // by id
  std::vector<Range> constants_;
  std::vector<Kernel> kernels_;
  Kernel* running_ = nullptr;
  std::vector<NamedRange> names_;  // of the launch that runs
  std::uint64_t shared_now_ = 0;   // bytes of the arrays of the block that the host plays
  WorkerCounts player_;
  std::mutex mutex_;  // of the next two
  std::vector<std::unique_ptr<LaunchCounts>> of_workers_;
  metrics::HostCounts host_;
};

}  // namespace lockstep::explain
