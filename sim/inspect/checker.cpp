#include "sim/inspect/checker.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "shared/base/environment.h"
#include "shared/base/must.h"
#include "shared/base/program_end.h"
#include "sim/explain/explainer.h"
#include "sim/hooks/check.h"
#include "sim/launch/choices.h"
#include "sim/launch/faults.h"
#include "sim/launch/observers.h"

namespace lockstep {
namespace {

std::uint64_t AddressOf(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

bool HasOneWorker() { return WorkerCount() == 1; }

Checker* current = nullptr;

}  // namespace

Checker::Checker(CheckSettings settings, Machine& machine, Explainer* explainer)
    : settings_(std::move(settings)),
      machine_(machine),
      explainer_(explainer),
      memory_(machine),
      parallel_(!HasOneWorker()),
      order_(ChoicesOfRun().order),
      sites_(machine.Sites()) {
  __lockstep_device_base = machine.memory().base();
  __lockstep_device_capacity = machine.memory().capacity();
}

namespace {

std::optional<CheckSettings> SettingsAtStart() {
  const char* text = VariableAtStart(kCheckVariable);
  if (!text || !*text) return std::nullopt;
  Expected<CheckSettings> settings = CheckSettingsFromJson(text);
  if (settings) return std::move(*settings);
  std::fprintf(stderr, "lockstep: %s\n", settings.error().message.c_str());
  return std::nullopt;
}

// A program that never comes to a kernel leaves a report too, so that a report that is missing is one that was lost.
// Programs that it starts, and that are checked as well, leave it alone.
[[gnu::constructor]] void LeaveEmptyReport() {
  const std::optional<CheckSettings> settings = SettingsAtStart();
  std::error_code error;
  if (!settings || std::filesystem::exists(settings->path, error)) return;
  if (auto written = WriteReport({}, settings->path); !written)
    std::fprintf(stderr, "lockstep: %s\n", written.error().message.c_str());
}

}  // namespace

Checker* Checker::Make(Machine& machine, Explainer* explainer) {
  std::optional<CheckSettings> settings = SettingsAtStart();
  if (!settings) return nullptr;
  current = new Checker(std::move(*settings), machine, explainer);
  AtProgramEnd([] { current->Finish(); });
  return current;
}

Checker* Checker::Current() {
  TheObservers();
  return current;
}

// --- a launch

LaunchObserver::Plan Checker::LaunchBegins(const LaunchRequest& request, std::uint32_t launch) {
  request_ = &request;
  if (episodes_.IsNearlyFull()) {
    memory_.ForgetWho();
    episodes_.Restart();
    WithStreams([](StreamOrder& streams) { streams.Forget(); });
  }
  ++launch_count_;
  threads_ += request.grid.Count() * request.block.Count();
  fault_told_ = false;
  signals_ = false;
  at_grid_.clear();
  left_grid_.reset();
  grid_floors_.clear();
  releases_.Clear();
  if (std::ranges::count(kernels_run_, request.kernel) == 0) kernels_run_.push_back(request.kernel);
  launch_ = {.number = launch,
             .first_block = next_block_,
             .floor = episodes_.next(),
             .kernel = request.kernel,
             .grid = request.grid,
             .block = request.block,
             .caller = request.caller,
             .what = "",
             .stream = request.stream};
  WithStreams([&](StreamOrder& streams) {
    streams.Submit(request.stream, launch_.floor);
    unordered_ = streams.unordered();
  });
  next_block_ += static_cast<std::uint32_t>(request.grid.Count());
  launches_.push_back(launch_);
  if (request.unit->mode != LOCKSTEP_CHECK) return {};
  if (explainer_) explainer_->LaunchBegins(request, launch);
  NameArguments(request);
  return {.order = order_, .watch_all = true, .most_rounds = settings_.most_rounds};
}

// What memory is called: as the kernel's parameter that points to it.
void Checker::NameArguments(const LaunchRequest& request) {
  constexpr auto kPointer = static_cast<std::uint32_t>(TypeKind::kPointer);
  for (std::uint32_t i = 0; i < request.kernel->parameter_count; ++i) {
    const LockstepParameter& parameter = request.kernel->parameters[i];
    if (parameter.type == 0xffffffff || request.unit->types[parameter.type].kind != kPointer || parameter.size != 8)
      continue;
    const std::uint64_t address = *static_cast<const std::uint64_t*>(request.arguments[i]);
    const MemoryObject* found = machine_.memory().FindLive(address);
    if (!found || found->kind == MemoryKind::kRegistered) continue;
    ObjectFacts& facts = memory_.Of(*found);
    const std::uint32_t element = request.unit->types[parameter.type].element;
    if (facts.name.empty()) memory_.Name(facts, parameter.name);
    if (facts.type.empty() && element != 0xffffffff && request.unit->types[element].size)
      facts.type = request.unit->types[element].name;
  }
}

void WorkerCheck::NoteAtomic(const void* address, std::uint64_t size) {
  std::uint64_t now = 0;
  if (atomic) {
    std::memcpy(&now, atomic, atomic_size);
    writes += now != atomic_before;
  }
  atomic = address;
  atomic_size = std::min<std::uint64_t>(size, sizeof now);
  atomic_before = 0;
  if (address) std::memcpy(&atomic_before, address, atomic_size);
}

bool Checker::HasWritten() {
  WorkerCheck& worker = ThisWorker();
  worker.NoteAtomic(nullptr, 0);
  return std::exchange(worker.writes_told, worker.writes) != worker.writes;
}

void Checker::LaunchEnds(const LaunchRequest&, const LaunchOutcome& outcome) {
  if (outcome.fault != LaunchFault::kNone && !fault_told_) ReportFault(outcome);
  has_failed_ |= outcome.fault != LaunchFault::kNone && outcome.fault != LaunchFault::kNoMemory;
  request_ = nullptr;
  if (explainer_) explainer_->LaunchEnds();
  WithStreams([&](StreamOrder& streams) { streams.End(episodes_.next()); });
  if (collector_.HasChanged()) WriteWhatIsKnown();
}

// --- a block

std::unique_ptr<BlockCheck> Checker::MakeBlock(const LockstepBlock& block, std::uint64_t linear) {
  const std::uint32_t threads = block.block_dim[0] * block.block_dim[1] * block.block_dim[2];
  auto check = std::make_unique<BlockCheck>(episodes_, launch_.first_block + static_cast<std::uint32_t>(linear),
                                            threads, launch_.floor, &unordered_);
  check->linear = linear;
  check->shared_memory = {.begin = AddressOf(block.shared),
                          .end = AddressOf(block.dynamic_shared) + block.dynamic_size,
                          .dynamic = AddressOf(block.dynamic_shared)};
  const LockstepUnit& unit = *request_->unit;
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < request_->kernel->shared_count; ++i) {
    const std::uint32_t index = request_->kernel->shared[i];
    const LockstepShared& shared = unit.shared[index];
    const std::uint64_t begin =
        shared.dynamic ? AddressOf(block.dynamic_shared) : AddressOf(block.shared) + unit.shared_base + shared.offset;
    const std::uint64_t size = shared.dynamic ? block.dynamic_size : shared.size;
    const std::uint32_t number = memory_.SharedVariable(unit, index).number;
    check->shared.push_back(
        {.begin = begin, .end = begin + size, .object = number, .group = number, .is_shared = true});
    check->shared_memory.variables.push_back({begin, begin + size});
    total += (size + kCellBytes - 1) / kCellBytes;
  }
  check->cells.resize(total);
  check->second.resize(total);
  check->origins.resize(total);
  std::uint64_t next = 0;
  // `extern __shared__` arrays of several names are the same memory: one shadow.
  const Span* dynamic = nullptr;
  for (std::size_t i = 0; i < check->shared.size(); ++i) {
    Span& span = check->shared[i];
    const bool is_dynamic = unit.shared[request_->kernel->shared[i]].dynamic;
    span.cells = is_dynamic && dynamic ? dynamic->cells : check->cells.data() + next;
    span.second = is_dynamic && dynamic ? dynamic->second : check->second.data() + next;
    span.origins = is_dynamic && dynamic ? dynamic->origins : check->origins.data() + next;
    if (is_dynamic && !dynamic) dynamic = &span;
    next += (span.end - span.begin + kCellBytes - 1) / kCellBytes;
  }
  return check;
}

void Checker::BlockBegins(BlockRun& run, bool resumed) {
  WorkerCheck& worker = ThisWorker();
  if (worker.launch != launch_count_) {
    worker.runs.clear();
    worker.launch = launch_count_;
  }
  auto& check = worker.runs[&run];
  if (!resumed || !check) {
    check = MakeBlock(run.block(), run.linear());
    for (std::uint32_t i = 0; i < run.thread_count(); ++i) run.thread(i).rounds_left = settings_.most_rounds;
  }
  worker.block = check.get();
  worker.Forget();
}

void Checker::BlockStops(BlockRun& run, BlockState state) {
  WorkerCheck& worker = ThisWorker();
  accesses_ += std::exchange(worker.block->accesses, 0);
  if (state == BlockState::kDeadlock) ReportDeadlock(run);
  if (run.is_cooperative()) NoteAtGrid(run, state);
  if (explainer_ && state == BlockState::kFinished) explainer_->BlockEnds(run);
  worker.block = nullptr;
  if (state == BlockState::kFinished) worker.runs.erase(&run);
}

void Checker::LoopBegins(const LockstepBlock& block, std::uint64_t linear) {
  WorkerCheck& worker = ThisWorker();
  worker.loop = MakeBlock(block, linear);
  worker.loop_frame = AddressOf(__builtin_frame_address(0));
  worker.block = worker.loop.get();
  worker.Forget();
}

void Checker::LoopEnds() {
  WorkerCheck& worker = ThisWorker();
  accesses_ += worker.block->accesses;
  worker.block = nullptr;
}

// --- synchronisation

void Checker::Arrives(ThreadRun& thread, Waits at, std::uint64_t) {
  BlockCheck* block = ThisWorker().block;
  if (!block) return;
  if (at == Waits::kBlockBarrier) {
    CheckBarrierSites(thread, *block);
    if (block->arrived.empty()) block->arrived.resize(block->order.threads());
    block->arrived[thread.linear] = thread.site;
  }
  if (at == Waits::kGridBarrier && !thread.run->is_cooperative()) return ReportLoneGrid(thread);
  if (at == Waits::kGridBarrier) {
    const std::lock_guard lock(grid_mutex_);
    grid_barrier_site_ = thread.site;
  }
  if (at == Waits::kNamedBarrier) block->named[thread.linear] = true;
}

namespace {

constexpr std::uint64_t kWholeGrid = ~std::uint64_t{0};

// The number of the block's cluster in its grid.
std::uint64_t ClusterOf(const LockstepBlock& block) {
  std::uint64_t number = 0;
  for (int d = 2; d >= 0; --d)
    number = number * (block.grid_dim[d] / block.cluster_dim[d]) + block.index[d] / block.cluster_dim[d];
  return number;
}

}  // namespace

// The first thread that goes on after a barrier takes the whole block into the next episode.
void Checker::Passes(ThreadRun& thread, Waits at) {
  BlockCheck* block = ThisWorker().block;
  if (!block) return;
  if (at == Waits::kNamedBarrier) return PassNamed(*block, thread);
  if (at != Waits::kBlockBarrier && at != Waits::kClusterBarrier && at != Waits::kGridBarrier) return;
  if (++block->generation[thread.linear] <= block->order.barriers()) return;
  if (explainer_) explainer_->BlockMeets(*thread.run);
  block->barrier_site = nullptr;
  CheckSkips(*thread.run, *block);
  ShareByBarrier(*block);
  if (at == Waits::kBlockBarrier) return block->order.PassBarrier();
  if (at == Waits::kGridBarrier && std::ranges::any_of(block->exited, [](std::uint32_t lanes) { return lanes != 0; }))
    ReportLeftGrid(thread, *block);
  const std::lock_guard lock(grid_mutex_);
  const BarrierKey key = at == Waits::kGridBarrier ? BarrierKey{kWholeGrid, block->grid_barriers++}
                                                   : BarrierKey{ClusterOf(*thread.block), block->cluster_barriers++};
  auto [floor, is_first] = grid_floors_.try_emplace(key, episodes_.next());
  block->order.PassGridBarrier(floor->second);
}

void Checker::HasMet(BlockRun& run, std::uint32_t warp, const WarpMeeting& meeting) {
  const auto [mask, arrived, orders_memory] = meeting;
  BlockCheck* block = ThisWorker().block;
  if (!block) return;
  ReportUnevenMeeting(run, warp, mask, arrived);
  ReportSkippedMeeting(run, *block, warp, mask & ~arrived, arrived);
  ShareByWarp(*block, warp, arrived);
  const std::uint32_t together = arrived | block->exited[warp];
  orders_memory ? block->order.Meet(warp, together) : block->order.ComeTogether(warp, together);
}

void Checker::Exits(ThreadRun& thread) {
  if (BlockCheck* block = ThisWorker().block)
    block->exited[thread.linear / kWarpSize] |= 1u << (thread.linear % kWarpSize);
  if (explainer_) explainer_->ThreadLeaves(thread);
}

// All threads that wait at the same named barrier go on together.
void Checker::PassNamed(BlockCheck& block, ThreadRun& thread) {
  if (!block.named[thread.linear]) return;
  std::vector<std::uint32_t> together;
  for (std::uint32_t i = 0; i < block.order.threads(); ++i) {
    const ThreadRun& other = thread.run->thread(i);
    const bool still_waits = other.waits == Waits::kNamedBarrier && !thread.run->IsReady(other);
    if (block.named[i] && !still_waits) together.push_back(i);
  }
  for (std::uint32_t i : together) block.named[i] = false;
  block.order.MeetThreads(together);
}

// --- order by atomics and fences

namespace {

ThreadSync& SyncOf(BlockCheck& block, std::uint32_t thread) {
  if (block.sync.empty()) block.sync.resize(block.order.threads());
  return block.sync[thread];
}

void Learn(AcquiredList& list, const AcquiredList& more) {
  for (const Acquired& one : more) {
    auto known = std::ranges::find(list, one.address, &Acquired::address);
    if (known == list.end())
      list.push_back(one);
    else
      known->count = std::max(known->count, one.count);
  }
}

Reach ReachOf(const BlockCheck& block, std::uint32_t thread) {
  return {EpisodeOf(block.order.segment(thread)), block.order.floor(), block.order.warp_floor(thread / kWarpSize)};
}

// What comes next is not part of what has been given away.
void BeginEpisode(BlockCheck& block, std::uint32_t thread) {
  block.order.Meet(thread / kWarpSize, 1u << (thread % kWarpSize));
}

}  // namespace

void Checker::Fences(ThreadRun& thread, int scope) {
  BlockCheck* block = ThisWorker().block;
  if (!block) return;
  ThreadSync& sync = SyncOf(*block, thread.linear);
  sync.has_fenced = true;
  sync.in_block = ReachOf(*block, thread.linear);
  if (scope >= 1) {
    sync.anywhere = sync.in_block;
    if (block->fence_episodes.empty()) block->fence_episodes.resize(block->order.threads());
    block->fence_episodes[thread.linear] = sync.in_block.episode;
  }
  BeginEpisode(*block, thread.linear);
}

void Checker::Synchronize(BlockCheck& block, ThreadRun& thread, std::uint64_t address, std::uint64_t how) {
  const std::uint32_t self = thread.linear;
  if (!(how & LOCKSTEP_HOW_WRITES)) return;
  const bool releases = how & LOCKSTEP_HOW_RELEASE, in_block_only = how & LOCKSTEP_HOW_IN_BLOCK;
  if (!releases && !block.fenced &&
      (block.sync.empty() || !(block.sync[self].has_fenced || block.sync[self].warp_fences)))
    return;
  const ThreadSync& sync = SyncOf(block, self);
  Release release{.block = block.order.block(),
                  .thread = self,
                  .in_block = sync.in_block,
                  .anywhere = sync.anywhere,
                  .fenced = block.fenced,
                  .barrier_floor = block.order.floor(),
                  .warp_fences = sync.warp_fences};
  if (releases) release.in_block = ReachOf(block, self);
  if (releases && !in_block_only) release.anywhere = release.in_block;
  AcquiredList acquired = block.acquired;
  Learn(acquired, sync.acquired);
  if (!acquired.empty()) release.acquired = std::make_shared<const AcquiredList>(std::move(acquired));
  releases_.Add(address, std::move(release));
  if (releases) BeginEpisode(block, self);
}

void Checker::Acquire(BlockCheck& block, ThreadRun& thread, std::uint64_t address) {
  if (releases_.IsEmpty()) return;
  if (const std::uint32_t count = releases_.Count(address))
    Learn(SyncOf(block, thread.linear).acquired, {{address, count}});
}

bool Checker::IsOrderedByRelease(BlockCheck& block, ThreadRun& thread, Note earlier) {
  if (releases_.IsEmpty()) return false;
  const Episode& who = episodes_[EpisodeOf(earlier.segment())];
  const bool same_block = who.block == block.order.block();
  if (releases_.Covers(block.acquired, who, earlier.segment(), same_block)) return true;
  return !block.sync.empty() &&
         releases_.Covers(block.sync[thread.linear].acquired, who, earlier.segment(), same_block);
}

bool Checker::HasAcquired(const BlockCheck& block, const ThreadRun& thread, std::uint64_t address) {
  const auto has = [&](const AcquiredList& list) { return std::ranges::count(list, address, &Acquired::address) != 0; };
  return has(block.acquired) || (!block.sync.empty() && has(block.sync[thread.linear].acquired));
}

void Checker::ShareByBarrier(BlockCheck& block) {
  for (ThreadSync& sync : block.sync) {
    if (sync.acquired.empty()) continue;
    Learn(block.acquired, sync.acquired);
    sync.acquired.clear();
  }
  if (!block.fence_episodes.empty())
    block.fenced = std::make_shared<const std::vector<std::uint32_t>>(block.fence_episodes);
}

// Lanes that meet know each other's fences: one of them may then give away for all.
void Checker::ShareFences(BlockCheck& block, std::uint32_t warp, std::uint32_t arrived) {
  auto together = std::make_shared<WarpFences>();
  bool any = false;
  for (std::uint32_t left = arrived; left; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
    const ThreadSync& sync = block.sync[warp * kWarpSize + lane];
    any |= sync.has_fenced || sync.warp_fences;
    if (sync.warp_fences)
      for (std::uint32_t i = 0; i < kWarpSize; ++i) {
        together->in_block[i] = std::max(together->in_block[i], sync.warp_fences->in_block[i]);
        together->anywhere[i] = std::max(together->anywhere[i], sync.warp_fences->anywhere[i]);
      }
    if (!sync.has_fenced) continue;
    together->in_block[lane] = std::max(together->in_block[lane], sync.in_block.episode);
    together->anywhere[lane] = std::max(together->anywhere[lane], sync.anywhere.episode);
  }
  if (!any) return;
  for (std::uint32_t left = arrived; left; left &= left - 1)
    block.sync[warp * kWarpSize + std::countr_zero(left)].warp_fences = together;
}

void Checker::ShareByWarp(BlockCheck& block, std::uint32_t warp, std::uint32_t arrived) {
  if (block.sync.empty()) return;
  ShareFences(block, warp, arrived);
  AcquiredList together;
  for (std::uint32_t left = arrived; left; left &= left - 1)
    Learn(together, block.sync[warp * kWarpSize + std::countr_zero(left)].acquired);
  if (together.empty()) return;
  for (std::uint32_t left = arrived; left; left &= left - 1)
    block.sync[warp * kWarpSize + std::countr_zero(left)].acquired = together;
}

void Checker::Meets(ThreadRun& thread, std::uint32_t mask) {
  BlockCheck* block = ThisWorker().block;
  if (block && !block->skipped.empty())
    std::erase_if(block->skipped, [&](const Skipped& s) { return s.thread == thread.linear && s.site == thread.site; });
  if (!(mask >> (thread.linear % kWarpSize) & 1)) ReportMask(thread, mask);
}

void Checker::NoteSkip(BlockCheck& block, ThreadRun& thread, LockstepSite* site, bool leaves_loop) {
  // In a block that is a plain loop nobody waits for anybody.
  if (!thread.run) return;
  const std::uint32_t now = block.order.barriers();
  for (Skipped& known : block.skipped)
    if (known.thread == thread.linear && known.site == site) {
      known.leaves_loop = leaves_loop && (known.leaves_loop || known.generation != now);
      known.generation = now;
      return;
    }
  block.skipped.push_back({thread.linear, now, site, leaves_loop});
}

void Checker::Allocates(ThreadRun& thread, void* address, std::uint64_t size) {
  if (!address) ReportHeapExhausted(thread, size);
}

void Checker::Frees(ThreadRun& thread, void* address) {
  ThisWorker().Forget();
  ReportHeapFree(thread, AddressOf(address));
}

// --- at the end

void Checker::WriteWhatIsKnown() {
  Report report{.findings = collector_.Take()};
  report.checked = {.launches = launch_count_, .threads = threads_, .accesses = accesses_, .accesses_vary = polls_};
  for (const LockstepUnit* unit : machine_.Units())
    for (std::uint32_t i = 0; i < unit->kernel_count; ++i)
      if (std::ranges::count(kernels_run_, &unit->kernels[i]) == 0)
        report.checked.kernels_never_run.push_back(unit->kernels[i].pretty_name);
  if (auto written = WriteReport(report, settings_.path); !written)
    std::fprintf(stderr, "lockstep: %s\n", written.error().message.c_str());
}

void Checker::Finish() {
  if (refused_launch_)
    ReportCall(FindingKind::kErrorIgnored, "a launch failed, and the program never checks for the error",
               refused_launch_, "launches the kernel", "check `cudaGetLastError()` after every launch");
  ReportLeaks();
  WriteWhatIsKnown();
}

}  // namespace lockstep
