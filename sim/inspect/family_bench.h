#pragma once

// For tests of the families: a machine with one unit, a launch of one kernel and a block of it, on which the tests play
// the events that a running program would cause. No kernel is compiled and no thread runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "sim/inspect/access.h"

namespace lockstep::inspect {

class FamilyBench : public testing::Test {
 protected:
  static constexpr std::uint32_t kThreads = 64;

  explicit FamilyBench(bool with_ordinals = false) {
    for (std::uint32_t i = 0; i < kSites; ++i) sites_[i] = {.file = "k.cu", .line = i + 1, .column = 1};
    machine_.AddUnit(unit_);
    families_ = std::make_unique<CheckFamilies>(
        session::CheckSettings{.path = "/dev/null", .most_rounds = 100, .with_ordinals = with_ordinals}, machine_,
        false);
    Launch();
  }
  ~FamilyBench() override {
    ThisWorker().Stop();
    ThisWorker().recent = {};
    ThisWorker().Forget();
  }

  // A launch of two blocks begins, and this thread of ours runs the first of them.
  void Launch(std::uint64_t stream = 0) {
    request_ = {.machine = &machine_,
                .unit = &unit_,
                .kernel = &kernel_,
                .grid = {2, 1, 1},
                .block = {kThreads, 1, 1},
                .stream = stream};
    context().BeginLaunch(request_, launches_++);
    families_->releases.Clear();
    families_->streams.LaunchBegins(context().launch, request_.parent);
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) Begin(i);
    RunBlock(0);
  }
  void EndLaunch(launch::LaunchFault fault = launch::LaunchFault::kNone, std::string what = "") {
    if (fault != launch::LaunchFault::kNone) families_->faults.Report({.fault = fault, .what = std::move(what)});
    families_->streams.LaunchEnds();
  }
  void RunBlock(std::uint32_t index) {
    block_ = &blocks_[index];
    ThisWorker().Run(block_->checked.get(), context().settings.with_ordinals);
  }

  // --- events of a thread at a line
  std::uint32_t Read(std::uint32_t thread, std::uint32_t line, std::uint64_t address, std::uint64_t size = 4,
                     std::uint64_t base = 0) {
    CheckedThread here = HereOf(thread);
    Touch touch{SiteAt(line), address, size, base, trace::AccessKind::kRead};
    const check::Span* span = FindSpan(here, touch);
    return span ? ReadSpan(here, touch, *span, 0) : 0;
  }
  void Write(std::uint32_t thread, std::uint32_t line, std::uint64_t address, std::uint64_t size = 4,
             std::uint64_t base = 0) {
    CheckedThread here = HereOf(thread);
    Touch touch{SiteAt(line), address, size, base, trace::AccessKind::kWrite};
    if (const check::Span* span = FindSpan(here, touch)) WriteSpan(here, touch, *span, 0, true, nullptr);
  }
  void Atomic(std::uint32_t thread, std::uint32_t line, std::uint64_t address) {
    CheckedThread here = HereOf(thread);
    Touch touch{SiteAt(line), address, 4, 0, trace::AccessKind::kAtomic};
    if (const check::Span* span = FindSpan(here, touch))
      WriteSpan(here, touch, *span, check::Note::kAtomic, true, nullptr);
  }
  void Arrive(std::uint32_t thread, std::uint32_t line, launch::Waits at = launch::Waits::kBlockBarrier) {
    launch::ThreadRun& run = ThreadAt(thread);
    run.site = SiteAt(line);
    run.waits = at;
    families_->barriers.Arrives(checked(), run, at);
  }
  void Pass(launch::Waits at = launch::Waits::kBlockBarrier) {
    for (std::uint32_t i = 0; i < kThreads; ++i) {
      launch::ThreadRun& run = ThreadAt(i);
      if (run.waits == at) run.waits = launch::Waits::kNothing;
      if (run.waits != launch::Waits::kExited) families_->barriers.Passes(checked(), run, at);
    }
  }
  void Exit(std::uint32_t thread) {
    ThreadAt(thread).waits = launch::Waits::kExited;
    checked().exited[thread / trace::kWarpSize] |= 1u << (thread % trace::kWarpSize);
  }

  // --- what there is
  CheckContext& context() { return families_->context; }
  CheckedBlock& checked() { return *block_->checked; }
  launch::BlockRun& run() { return block_->run; }
  launch::ThreadRun& ThreadAt(std::uint32_t thread) { return block_->run.thread(thread); }
  LockstepSite* SiteAt(std::uint32_t line) { return &sites_[line - 1]; }
  const memory::MemoryObject& Allocate(std::uint64_t size, memory::MemoryKind kind = memory::MemoryKind::kDevice) {
    return *machine_.memory().Allocate(
        {.size = size,
         .kind = kind,
         .caller = kind == memory::MemoryKind::kHeap ? static_cast<const void*>(&sites_[1]) : kCaller});
  }
  std::uint64_t Variable() const { return reinterpret_cast<std::uint64_t>(storage_.data()); }
  // A `__shared__` array of 16 ints.
  std::uint64_t Shared() { return checked().shared.front().begin; }

  // --- what was found
  std::vector<report::Finding> Found() { return context().collector.Take(); }
  std::vector<std::string> Kinds() {
    std::vector<std::string> kinds;
    for (const report::Finding& finding : Found()) kinds.emplace_back(report::Key(finding.kind));
    return kinds;
  }

  static constexpr std::uint32_t kSites = 32;
  // Return addresses in the host's code.
  inline static const void* const kCaller = reinterpret_cast<const void*>(0x4000);
  inline static const void* const kOtherCaller = reinterpret_cast<const void*>(0x5000);

  machine::Machine machine_{std::uint64_t{1} << 30};
  std::unique_ptr<CheckFamilies> families_;

 private:
  struct Block {
    Block(launch::StackPool& stacks, const LockstepKernel& kernel, const LockstepBlock& block, std::uint64_t linear)
        : run(stacks, {.kernel = &kernel, .watched = true, .cooperative = true}, block, linear) {}
    launch::BlockRun run;
    std::unique_ptr<CheckedBlock> checked;
  };

  CheckedThread HereOf(std::uint32_t thread) { return {*families_, ThisWorker(), checked(), ThreadAt(thread)}; }
  LockstepBlock BlockAt(std::uint32_t index) {
    char* arena = arenas_[index].data();
    return {.index = {index, 0, 0},
            .block_dim = {kThreads, 1, 1},
            .grid_dim = {2, 1, 1},
            .shared = arena,
            .dynamic_shared = arena + 128,
            .cluster_dim = {1, 1, 1}};
  }
  void Begin(std::uint32_t index) {
    Block& block = blocks_[index];
    const LaunchFacts& launch = context().launch;
    block.checked = std::make_unique<CheckedBlock>(context().episodes, families_->releases, launch.first_block + index,
                                                   kThreads, launch.floor, &families_->streams.unordered());
    AddSharedMemory(*block.checked, request_, block.run.block(), context().memory, context().settings.with_ordinals);
    for (std::uint32_t i = 0; i < kThreads; ++i) block.run.thread(i).waits = launch::Waits::kNothing;
  }

  alignas(64) std::array<std::array<char, 256>, 2> arenas_{};
  // Far from the arenas: an address near them is taken for shared memory.
  alignas(64) static inline std::array<char, 64> storage_{};
  std::array<LockstepSite, kSites> sites_{};
  std::array<LockstepFunction, 1> functions_{LockstepFunction{.name = "k", .file = "k.cu", .line = 1}};
  std::array<LockstepVariable, 2> variables_{
      LockstepVariable{.name = "tile", .file = "k.cu", .type = 0xffffffff, .line = 2},
      LockstepVariable{.name = "table", .file = "k.cu", .type = 0xffffffff, .line = 3}};
  std::array<LockstepShared, 1> shared_{LockstepShared{.offset = 0, .size = 64, .variable = 0}};
  std::array<LockstepGlobal, 1> globals_{
      LockstepGlobal{.name = "table", .address = storage_.data(), .size = 64, .variable = 1}};
  std::uint32_t shared_of_kernel_ = 0;
  LockstepKernel kernel_{.name = "k", .pretty_name = "k", .shared = &shared_of_kernel_, .shared_count = 1};
  LockstepUnit unit_{.abi = LOCKSTEP_ABI,
                     .mode = LOCKSTEP_CHECK,
                     .id = "unit",
                     .sites = sites_.data(),
                     .functions = functions_.data(),
                     .variables = variables_.data(),
                     .shared = shared_.data(),
                     .globals = globals_.data(),
                     .kernels = &kernel_,
                     .site_count = kSites,
                     .function_count = 1,
                     .variable_count = 2,
                     .shared_count = 1,
                     .global_count = 1,
                     .kernel_count = 1,
                     .shared_size = 64};
  launch::LaunchRequest request_;
  std::uint32_t launches_ = 0;
  launch::StackPool stacks_{60};
  std::array<Block, 2> blocks_{Block{stacks_, kernel_, BlockAt(0), 0}, Block{stacks_, kernel_, BlockAt(1), 1}};
  Block* block_ = nullptr;
};

}  // namespace lockstep::inspect
