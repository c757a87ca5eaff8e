#include "sim/explain/explainer.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "shared/base/environment.h"
#include "shared/base/program_end.h"
#include "shared/session/message.h"
#include "shared/session/variables.h"
#include "sim/launch/observers.h"
#include "sim/machine/host_work.h"
#include "sim/machine/machine.h"

namespace lockstep::explain {

WorkerCounts& ThisWorkersCounts() {
  static thread_local WorkerCounts* counts = nullptr;
  if (!counts) counts = new WorkerCounts;
  return *counts;
}

namespace {

Explainer* current = nullptr;

}  // namespace

Explainer* Explainer::Make(machine::Machine& machine) {
  const char* path = VariableAtStart(session::kExplainVariable);
  if (!path || !*path) return nullptr;
  current = new Explainer(path, machine);
  AtProgramEnd([] { current->Write(); });
  return current;
}

Explainer* Explainer::Current() {
  launch::TheObservers();
  return current;
}

Explainer::Explainer(std::string path, machine::Machine& machine)
    : path_(std::move(path)), machine_(machine), handed_over_(machine) {
  LearnUnits();
}

void Explainer::LearnUnits() {
  const std::vector<LockstepUnit*> units = machine_.Units();
  if (units.size() == units_) return;
  sites_ = machine_.Sites();
  for (const LockstepUnit* unit : std::span(units).subspan(std::exchange(units_, units.size()))) {
    for (std::uint32_t i = 0; i < unit->global_count; ++i) {
      const LockstepGlobal& global = unit->globals[i];
      const auto begin = reinterpret_cast<std::uint64_t>(global.address);
      if (global.kind == static_cast<std::uint32_t>(trace::VariableKind::kManaged))
        handed_over_.Watch(begin, global.size);
      else
        handed_over_.WatchOfDevice(begin, global.size);
      if (global.kind != static_cast<std::uint32_t>(trace::VariableKind::kConstant)) continue;
      constants_.push_back({begin, begin + global.size});
    }
  }
}

bool Explainer::IsConstant(std::uint64_t address) const {
  return std::ranges::any_of(constants_,
                             [&](const Range& range) { return address - range.begin < range.end - range.begin; });
}

void Explainer::LaunchBegins(const launch::LaunchRequest& request, std::uint32_t launch) {
  ++launch_;
  LearnUnits();
  handed_over_.LaunchBegins(request);
  auto found = std::ranges::find(kernels_, request.kernel, &Kernel::kernel);
  if (found == kernels_.end()) {
    kernels_.push_back({.kernel = request.kernel, .unit = request.unit, .is_played = request.played != nullptr});
    found = kernels_.end() - 1;
  }
  running_ = &*found;
  auto shape = std::ranges::find_if(running_->shapes, [&](const metrics::LaunchShape& known) {
    return known.grid == request.grid && known.block == request.block && known.dynamic_shared == request.dynamic_shared;
  });
  if (shape == running_->shapes.end())
    shape = running_->shapes.insert(
        shape,
        {.grid = request.grid, .block = request.block, .dynamic_shared = request.dynamic_shared, .first = launch});
  ++shape->launches;
  names_.clear();
  shared_now_ = 0;
  NameParameters(request);
  NameVariables(request);
  if (request.played)
    for (const launch::PlayedArray& array : request.played->arrays)
      names_.push_back(
          {array.name, metrics::CountedMemory::kGlobal, false, {array.memory->address, array.memory->end()}});
}

// Each block names its own arrays again.
void Explainer::NamesArray(const launch::PlayedArray& array) {
  const memory::MemoryObject& memory = *array.memory;
  auto free = std::ranges::find_if(
      names_, [&](const NamedRange& one) { return one.name == array.name && one.range.begin == one.range.end; });
  if (free == names_.end()) {
    const std::lock_guard lock(mutex_);
    free = names_.insert(free, {array.name, metrics::CountedMemory::kShared, false, {}});
    for (const std::unique_ptr<LaunchCounts>& counts : of_workers_)
      counts->arrays.insert(counts->arrays.end() - 1, {.name = array.name, .memory = metrics::CountedMemory::kShared});
  }
  free->range = {memory.address, memory.end()};
  shared_now_ += memory.size;
  running_->most_shared = std::max(running_->most_shared, shared_now_);
}

void Explainer::ArrayGoes(const launch::PlayedArray& array) {
  for (NamedRange& one : names_)
    if (one.range.begin == array.memory->address) one.range = {};
  shared_now_ -= array.memory->size;
}

// If two parameters point to the same memory, the first one names it.
void Explainer::NameParameters(const launch::LaunchRequest& request) {
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const LockstepParameter& parameter = request.kernel->parameters[i];
    const bool is_pointer =
        parameter.type != 0xffffffff && parameter.size == sizeof(std::uint64_t) &&
        request.unit->types[parameter.type].kind == static_cast<std::uint32_t>(trace::TypeKind::kPointer);
    if (!is_pointer) continue;
    std::uint64_t address;
    std::memcpy(&address, request.arguments[i], sizeof address);
    const memory::MemoryObject* object = machine_.memory().FindLive(address);
    if (object)
      names_.push_back({parameter.name, metrics::CountedMemory::kGlobal, false, {object->address, object->end()}});
  }
}

void Explainer::NameVariables(const launch::LaunchRequest& request) {
  const LockstepUnit& unit = *request.unit;
  for (std::uint32_t i = 0; i < request.kernel->shared_count; ++i) {
    const LockstepShared& shared = unit.shared[request.kernel->shared[i]];
    const std::uint64_t begin = shared.dynamic ? 0 : unit.shared_base + shared.offset;
    const std::uint64_t size = shared.dynamic ? request.dynamic_shared : shared.size;
    names_.push_back({unit.variables[shared.variable].name,
                      metrics::CountedMemory::kShared,
                      shared.dynamic != 0,
                      {begin, begin + size}});
  }
  for (const LockstepUnit* one : machine_.Units())
    for (std::uint32_t i = 0; i < one->global_count; ++i) {
      const LockstepGlobal& global = one->globals[i];
      const auto begin = reinterpret_cast<std::uint64_t>(global.address);
      const char* name = global.variable == 0xffffffff ? global.name : one->variables[global.variable].name;
      names_.push_back({name, metrics::CountedMemory::kGlobal, false, {begin, begin + global.size}});
    }
}

std::optional<Explainer::Spot> Explainer::Find(const BlockRequests& block, std::uint64_t address) const {
  if (IsConstant(address)) return std::nullopt;
  const bool is_shared = address >= block.shared_begin && address < block.shared_end;
  Spot spot{.memory = is_shared ? metrics::CountedMemory::kShared : metrics::CountedMemory::kGlobal,
            .address = is_shared ? address - block.shared_begin : address};
  spot.array = ArrayOf(spot.address, spot.memory, block.dynamic);
  return spot;
}

std::optional<Explainer::Spot> Explainer::FindPlayed(std::uint64_t address, std::uint32_t size) const {
  constexpr unsigned kLargest = 47;  // bits of an array's size
  const memory::MemoryObject* object = machine_.memory().FindLive(address, size);
  if (!object || !memory::IsPlayed(object->kind)) return std::nullopt;
  Spot spot{.memory = object->kind == memory::MemoryKind::kOfPlayedBlock ? metrics::CountedMemory::kShared
                                                                         : metrics::CountedMemory::kGlobal,
            .address = (object->serial << kLargest) + address - object->address};
  spot.array = ArrayOf(address, spot.memory, 0);
  return spot;
}

std::size_t Explainer::ArrayOf(std::uint64_t address, metrics::CountedMemory memory, std::uint64_t dynamic) const {
  const auto holds = [&](const NamedRange& one) {
    const std::uint64_t at = one.is_dynamic ? address - dynamic : address;
    return one.memory == memory && at - one.range.begin < one.range.end - one.range.begin;
  };
  return static_cast<std::size_t>(std::ranges::find_if(names_, holds) - names_.begin());
}

void Explainer::AddToKernel(const LaunchCounts& counts) {
  running_->counts.Add(counts.sites);
  running_->work.Add(counts.work);
  for (const metrics::ArrayCounts& array : counts.arrays) {
    if (array.reads + array.writes + array.atomics == 0) continue;
    auto known = std::ranges::find_if(running_->arrays, [&](const metrics::ArrayCounts& one) {
      return one.name == array.name && one.memory == array.memory;
    });
    known == running_->arrays.end() ? running_->arrays.push_back(array) : known->Add(array);
  }
}

// Blocks that a fault has ended are still open.
void Explainer::LaunchEnds() {
  if (!running_) return;
  const std::lock_guard lock(mutex_);
  for (const std::unique_ptr<LaunchCounts>& counts : of_workers_) AddToKernel(*counts);
  of_workers_.clear();
  handed_over_.LaunchEnds();
}

BlockRequests& Explainer::RequestsOf(WorkerCounts& worker, launch::BlockRun& run) {
  if (worker.launch != launch_) {
    worker.blocks.clear();
    worker.last_run = nullptr;
    worker.launch = launch_;
    const std::lock_guard lock(mutex_);
    of_workers_.push_back(std::make_unique<LaunchCounts>());
    worker.counts = of_workers_.back().get();
    for (const NamedRange& one : names_) worker.counts->arrays.push_back({.name = one.name, .memory = one.memory});
    worker.counts->arrays.emplace_back();
  }
  if (worker.last_run == &run) [[likely]]
    return *worker.last;
  std::unique_ptr<BlockRequests>& block = worker.blocks[&run];
  if (!block) {
    block = std::make_unique<BlockRequests>();
    block->stretch.resize(run.thread_count());
    block->under_way.resize(run.thread_count());
    block->has_copied.resize(run.thread_count());
    for (std::uint32_t first = 0; first < run.thread_count(); first += trace::kWarpSize) {
      const std::uint32_t lanes = std::min(run.thread_count() - first, trace::kWarpSize);
      block->warps.emplace_back(lanes == trace::kWarpSize ? ~0u : (1u << lanes) - 1);
    }
    block->shared_begin = reinterpret_cast<std::uint64_t>(run.block().shared);
    block->shared_end = reinterpret_cast<std::uint64_t>(run.block().dynamic_shared) + run.block().dynamic_size;
    block->dynamic = reinterpret_cast<std::uint64_t>(run.block().dynamic_shared) - block->shared_begin;
  }
  worker.last_run = &run;
  worker.last = block.get();
  return *block;
}

void Explainer::BlockMeets(launch::BlockRun& run) {
  BlockRequests& block = RequestsOf(WorkerOf(run), run);
  ++block.barriers;
  std::ranges::fill(block.stretch, 0);
  FinishRequests(run);
}

void Explainer::FinishRequests(const launch::BlockRun& run) {
  WorkerCounts& worker = WorkerOf(run);
  const auto block = worker.launch == launch_ ? worker.blocks.find(&run) : worker.blocks.end();
  if (block == worker.blocks.end()) return;
  for (metrics::WarpRequests& warp : block->second->warps) warp.Finish(worker.counts->sites);
}

void Explainer::ThreadMeets(const launch::ThreadRun& thread) {
  RequestsOf(WorkerOf(*thread.run), *thread.run).stretch[thread.linear] = 0;
}

void Explainer::ThreadExchanges(launch::ThreadRun& thread, std::uint32_t operation) {
  WorkerCounts& worker = WorkerOf(*thread.run);
  RequestsOf(worker, *thread.run);
  if (operation == static_cast<std::uint32_t>(trace::WarpOperation::kMultiply)) return;
  metrics::Work& work = worker.counts->work;
  ++(operation <= static_cast<std::uint32_t>(trace::WarpOperation::kShuffleXor) ? work.shuffles : work.votes);
}

void Explainer::ThreadCopies(launch::ThreadRun& thread, std::uint64_t bytes) {
  WorkerCounts& worker = WorkerOf(*thread.run);
  RequestsOf(worker, *thread.run).has_copied[thread.linear] = true;
  ++worker.counts->work.async_copies;
  worker.counts->work.async_bytes += bytes;
}

void Explainer::CopiesUnderWay(launch::ThreadRun& thread, std::uint64_t groups) {
  RequestsOf(WorkerOf(*thread.run), *thread.run).under_way[thread.linear] = groups;
}

// Memory that both sides can access counts as the device's here.
void Explainer::HostCopies(const machine::CopyPlan& plan) {
  const bool from_device = machine_.Locate(plan.from).DeviceCanTouch(),
             to_device = machine_.Locate(plan.to).DeviceCanTouch();
  handed_over_.Copies(plan);
  const std::lock_guard lock(mutex_);
  const auto count = [&](std::uint64_t& copies, std::uint64_t& bytes) {
    ++copies;
    bytes += plan.Bytes();
  };
  if (from_device && to_device) count(host_.copies_on_device, host_.bytes_on_device);
  if (from_device && !to_device) count(host_.copies_to_host, host_.bytes_to_host);
  if (!from_device && to_device) count(host_.copies_to_device, host_.bytes_to_device);
}

void Explainer::HostFills(const machine::FillOperation& fill) { handed_over_.Fills(fill); }

void Explainer::ThreadLeaves(const launch::ThreadRun& thread) {
  if (!thread.run) return;
  WorkerCounts& worker = WorkerOf(*thread.run);
  const auto block = worker.launch == launch_ ? worker.blocks.find(thread.run) : worker.blocks.end();
  if (block == worker.blocks.end()) return;
  block->second->warps[thread.linear / trace::kWarpSize].Leave(thread.linear % trace::kWarpSize);
  metrics::Work& work = worker.counts->work;
  work.busiest_thread = std::max(work.busiest_thread, thread.accesses);
}

void Explainer::BlockEnds(const launch::BlockRun& run) {
  FinishRequests(run);
  WorkerCounts& worker = WorkerOf(run);
  const auto block = worker.launch == launch_ ? worker.blocks.find(&run) : worker.blocks.end();
  if (block != worker.blocks.end()) {
    worker.counts->work.barriers += block->second->barriers;
    worker.counts->work.most_barriers = std::max(worker.counts->work.most_barriers, block->second->barriers);
  }
  worker.blocks.erase(&run);
  worker.last_run = nullptr;
}

// --- at the end

metrics::KernelCounts Explainer::Sum(const Kernel& kernel) const {
  const LockstepFunction& function = kernel.unit->functions[kernel.kernel->function];
  metrics::KernelCounts sum{.name = kernel.kernel->pretty_name,
                            .file = function.file,
                            .line = function.line,
                            .static_shared = kernel.kernel->static_shared + kernel.most_shared,
                            .max_threads = kernel.kernel->max_threads,
                            .is_played = kernel.is_played,
                            .shapes = kernel.shapes,
                            .arrays = kernel.arrays,
                            .work = kernel.work};
  // The sites of one line and kind are merged into one entry, and so are the addresses of their atomics.
  std::map<std::tuple<std::string, std::uint32_t, int, int>, std::pair<std::string, metrics::SiteCounts::Site>> lines;
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
    sum.lines.push_back({file, number, line.first, static_cast<metrics::RequestKind>(kind),
                         static_cast<metrics::CountedMemory>(memory), metrics::SiteCounts::Whole(line.second)});
  }
  return sum;
}

void Explainer::Write() const {
  metrics::RunCounts counts{.host = host_};
  counts.host.peak_bytes = machine_.memory().peak();
  counts.host.stored_bytes = handed_over_.stored_bytes();
  counts.host.argument_bytes = handed_over_.argument_bytes();
  for (const Kernel& kernel : kernels_) counts.kernels.push_back(Sum(kernel));
  if (auto written = metrics::WriteCounts(counts, path_); !written)
    session::Say({.status = ExitStatus::kCannotWrite, .text = written.error().message});
}

}  // namespace lockstep::explain
