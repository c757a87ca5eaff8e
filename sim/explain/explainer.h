#pragma once

// Counts what the lines of a program's kernels cost while it runs. The front door of this folder.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/launch/block_run.h"
#include "sim/launch/launch.h"
#include "sim/metrics/request_counts.h"

namespace lockstep {

class Machine;

// A block on its way. Used by the OS thread that runs the block only.
struct BlockRequests {
  std::vector<WarpRequests> warps;
  std::uint64_t shared_begin = 0, shared_end = 0;
};

// What one OS thread counts in one launch.
struct WorkerCounts {
  std::uint64_t launch = 0;
  std::unordered_map<const BlockRun*, std::unique_ptr<BlockRequests>> blocks;
  SiteCounts* counts = nullptr;  // of the launch; the explainer's
  const BlockRun* last_run = nullptr;
  BlockRequests* last = nullptr;
};

class Explainer {
 public:
  Explainer(std::string path, Machine& machine);

  // For this process, where the environment asks for it; else null.
  static Explainer* Make(Machine& machine);
  // The one that was made, or null.
  static Explainer* Current();

  // `launch`: its number in program order.
  void LaunchBegins(const LaunchRequest& request, std::uint32_t launch);
  void LaunchEnds();
  // All threads of the block that are left have come to the same place.
  void BlockMeets(const BlockRun& run);
  void ThreadLeaves(const ThreadRun& thread);
  void BlockEnds(const BlockRun& run);

  // --- from the hooks
  // Of the running thread's block, with `worker.counts` set.
  BlockRequests& RequestsOf(WorkerCounts& worker, BlockRun& run);
  // Whether the address is a constant's: read through another cache, of which nothing is counted.
  bool IsConstant(std::uint64_t address) const;

 private:
  struct Kernel {
    const LockstepKernel* kernel = nullptr;
    const LockstepUnit* unit = nullptr;
    std::vector<LaunchShape> shapes;
    SiteCounts counts;
  };
  struct Range {
    std::uint64_t begin, end;
  };

  void Write() const;
  KernelCounts Sum(const Kernel& kernel) const;

  std::string path_;
  const Machine& machine_;
  std::uint64_t launch_ = 0;
  std::vector<const LockstepSite*> sites_;  // by id
  std::vector<Range> constants_;
  std::vector<Kernel> kernels_;
  Kernel* running_ = nullptr;
  std::mutex mutex_;  // of the next
  std::vector<std::unique_ptr<SiteCounts>> of_workers_;
};

WorkerCounts& ThisWorkersCounts();

}  // namespace lockstep
