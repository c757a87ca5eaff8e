#include "sim/explain/explainer.h"

#include <algorithm>
#include <cstdio>

#include "shared/base/environment.h"
#include "shared/base/program_end.h"
#include "sim/launch/observers.h"
#include "sim/machine/machine.h"

namespace lockstep {

WorkerCounts& ThisWorkersCounts() {
  static thread_local WorkerCounts* counts = nullptr;
  if (!counts) counts = new WorkerCounts;
  return *counts;
}

namespace {

Explainer* current = nullptr;

}  // namespace

Explainer* Explainer::Make(Machine& machine) {
  const char* path = VariableAtStart(kExplainVariable);
  if (!path || !*path) return nullptr;
  current = new Explainer(path, machine);
  AtProgramEnd([] { current->Write(); });
  return current;
}

Explainer* Explainer::Current() {
  TheObservers();
  return current;
}

Explainer::Explainer(std::string path, Machine& machine)
    : path_(std::move(path)), machine_(machine), sites_(machine.Sites()) {
  for (const LockstepUnit* unit : machine.Units()) {
    for (std::uint32_t i = 0; i < unit->global_count; ++i) {
      const LockstepGlobal& global = unit->globals[i];
      if (global.kind != static_cast<std::uint32_t>(VariableKind::kConstant)) continue;
      const auto begin = reinterpret_cast<std::uint64_t>(global.address);
      constants_.push_back({begin, begin + global.size});
    }
  }
}

bool Explainer::IsConstant(std::uint64_t address) const {
  return std::ranges::any_of(constants_,
                             [&](const Range& range) { return address - range.begin < range.end - range.begin; });
}

void Explainer::LaunchBegins(const LaunchRequest& request, std::uint32_t launch) {
  ++launch_;
  auto found = std::ranges::find(kernels_, request.kernel, &Kernel::kernel);
  if (found == kernels_.end()) {
    kernels_.push_back({.kernel = request.kernel, .unit = request.unit});
    found = kernels_.end() - 1;
  }
  running_ = &*found;
  auto shape = std::ranges::find_if(running_->shapes, [&](const LaunchShape& known) {
    return known.grid == request.grid && known.block == request.block && known.dynamic_shared == request.dynamic_shared;
  });
  if (shape == running_->shapes.end())
    shape = running_->shapes.insert(
        shape,
        {.grid = request.grid, .block = request.block, .dynamic_shared = request.dynamic_shared, .first = launch});
  ++shape->launches;
}

// Blocks that a fault has ended are still open.
void Explainer::LaunchEnds() {
  if (!running_) return;
  const std::lock_guard lock(mutex_);
  for (const std::unique_ptr<SiteCounts>& counts : of_workers_) running_->counts.Add(*counts);
  of_workers_.clear();
}

BlockRequests& Explainer::RequestsOf(WorkerCounts& worker, BlockRun& run) {
  if (worker.launch != launch_) {
    worker.blocks.clear();
    worker.last_run = nullptr;
    worker.launch = launch_;
    const std::lock_guard lock(mutex_);
    of_workers_.push_back(std::make_unique<SiteCounts>());
    worker.counts = of_workers_.back().get();
  }
  if (worker.last_run == &run) [[likely]]
    return *worker.last;
  std::unique_ptr<BlockRequests>& block = worker.blocks[&run];
  if (!block) {
    block = std::make_unique<BlockRequests>();
    for (std::uint32_t first = 0; first < run.thread_count(); first += kWarpSize) {
      const std::uint32_t lanes = std::min(run.thread_count() - first, kWarpSize);
      block->warps.emplace_back(lanes == kWarpSize ? ~0u : (1u << lanes) - 1);
    }
    block->shared_begin = reinterpret_cast<std::uint64_t>(run.block().shared);
    block->shared_end = reinterpret_cast<std::uint64_t>(run.block().dynamic_shared) + run.block().dynamic_size;
  }
  worker.last_run = &run;
  worker.last = block.get();
  return *block;
}

void Explainer::BlockMeets(const BlockRun& run) {
  WorkerCounts& worker = ThisWorkersCounts();
  const auto block = worker.launch == launch_ ? worker.blocks.find(&run) : worker.blocks.end();
  if (block == worker.blocks.end()) return;
  for (WarpRequests& warp : block->second->warps) warp.Finish(*worker.counts);
}

void Explainer::ThreadLeaves(const ThreadRun& thread) {
  WorkerCounts& worker = ThisWorkersCounts();
  const auto block = worker.launch == launch_ && thread.run ? worker.blocks.find(thread.run) : worker.blocks.end();
  if (block != worker.blocks.end()) block->second->warps[thread.linear / kWarpSize].Leave(thread.linear % kWarpSize);
}

void Explainer::BlockEnds(const BlockRun& run) {
  BlockMeets(run);
  WorkerCounts& worker = ThisWorkersCounts();
  worker.blocks.erase(&run);
  worker.last_run = nullptr;
}

// --- at the end

KernelCounts Explainer::Sum(const Kernel& kernel) const {
  const LockstepFunction& function = kernel.unit->functions[kernel.kernel->function];
  KernelCounts sum{.name = kernel.kernel->pretty_name,
                   .file = function.file,
                   .line = function.line,
                   .static_shared = kernel.kernel->static_shared,
                   .max_threads = kernel.kernel->max_threads,
                   .shapes = kernel.shapes};
  // The sites of one line, of the same kind, are one entry; the addresses of their atomics too.
  std::map<std::tuple<std::string, std::uint32_t, int, int>, std::pair<std::string, SiteCounts::Site>> lines;
  for (const auto& [key, site] : kernel.counts.sites()) {
    const LockstepSite& place = *sites_[key >> 16];
    auto& [name, whole] =
        lines[{place.file, place.line, static_cast<int>(key >> 8 & 255), static_cast<int>(key & 255)}];
    name = machine_.FunctionOf(place);
    whole.counts.Add(site.counts);
    for (auto [address, count] : site.atomics) whole.atomics[address] += count;
  }
  for (const auto& [key, line] : lines) {
    const auto& [file, number, kind, memory] = key;
    sum.lines.push_back({file, number, line.first, static_cast<RequestKind>(kind), static_cast<CountedMemory>(memory),
                         SiteCounts::Whole(line.second)});
  }
  return sum;
}

void Explainer::Write() const {
  RunCounts counts;
  for (const Kernel& kernel : kernels_) counts.push_back(Sum(kernel));
  if (auto written = WriteCounts(counts, path_); !written)
    std::fprintf(stderr, "lockstep: %s\n", written.error().message.c_str());
}

}  // namespace lockstep
