#pragma once

// The checker of a running program: it looks on while grids run (sim/launch/observer.h), is told of every access by the
// hooks of check mode (hooks.cpp), and turns both into plain facts for the checks of sim/check. What they find is kept
// and written to the file that `lockstep check` asked for.

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shared/trace/words.h"
#include "sim/check/cells.h"
#include "sim/check/collector.h"
#include "sim/check/conflict.h"
#include "sim/check/releases.h"
#include "sim/check/report_file.h"
#include "sim/check/streams.h"
#include "sim/hooks/check.h"
#include "sim/inspect/host_buffers.h"
#include "sim/inspect/local_memory.h"
#include "sim/inspect/program_memory.h"
#include "sim/launch/observer.h"
#include "sim/machine/host_observer.h"
#include "sim/machine/machine.h"
#include "sim/machine/miss.h"

namespace lockstep {

class Explainer;

// What a thread's fences and atomics have given away and taken.
struct ThreadSync {
  bool has_fenced = false;
  Reach in_block, anywhere;
  std::shared_ptr<const WarpFences> warp_fences;  // of the lanes that it has met
  AcquiredList acquired;
};

// A way that a thread took around a barrier.
struct Skipped {
  std::uint32_t thread = 0, generation = 0;
  const LockstepSite* site = nullptr;
  bool leaves_loop = false;
};

// A block on its way, as the checks see it. Used by the OS thread that runs the block only.
struct BlockCheck {
  BlockCheck(Episodes& episodes, std::uint32_t serial, std::uint32_t threads, std::uint32_t floor,
             const EpisodeRanges* unordered)
      : order(episodes, serial, threads, floor, unordered),
        generation(threads),
        named(threads),
        exited((threads + kWarpSize - 1) / kWarpSize) {}
  BlockOrder order;
  std::uint64_t linear = 0;
  std::vector<Span> shared;    // the shared variables that the kernel can reach
  SharedMemory shared_memory;  // the same variables, in the same order
  std::vector<Cell> cells;     // their shadow
  std::vector<SecondReader> second;
  std::vector<std::uint32_t> origins;
  std::uint64_t accesses = 0;
  std::uint64_t grid_barriers = 0, cluster_barriers = 0;
  std::vector<std::uint32_t> generation;  // barriers that each thread has passed
  std::vector<ThreadSync> sync;           // empty until somebody needs it
  std::vector<std::uint32_t> fence_episodes;
  std::shared_ptr<const std::vector<std::uint32_t>> fenced;  // as it was at the last barrier
  AcquiredList acquired;                                     // by the whole block
  std::vector<LocalMemory> locals;                           // by thread; empty until somebody needs it
  std::vector<Skipped> skipped;
  std::vector<const LockstepSite*> arrived;  // where each thread waits at the block's barrier; null: nowhere
  const LockstepSite* barrier_site = nullptr;
  std::uint32_t barrier_thread = 0;
  std::vector<bool> named;            // threads that wait at a named barrier
  std::vector<std::uint32_t> exited;  // lanes that have left, a word a warp
};

// Origins of local variables, known by name or not.
inline bool IsOfLocal(std::uint32_t origin) {
  return origin == LOCKSTEP_ORIGIN_LOCAL || origin & LOCKSTEP_ORIGIN_VARIABLE;
}

class Checker : public LaunchObserver, public HostObserver {
 public:
  // `explainer` is passed on what happens to launches and blocks; null: nobody is to.
  Checker(CheckSettings settings, Machine& machine, Explainer* explainer);

  // For this process, where the environment asks for a checker; else null.
  static Checker* Make(Machine& machine, Explainer* explainer);
  // The one that was made, or null.
  static Checker* Current();

  Plan LaunchBegins(const LaunchRequest& request, std::uint32_t launch) override;
  void BlockBegins(BlockRun& run, bool resumed) override;
  void BlockStops(BlockRun& run, BlockState state) override;
  void LoopBegins(const LockstepBlock& block, std::uint64_t linear) override;
  void LoopEnds() override;
  bool HasWritten() override;
  void StandsStill(BlockRun& run, std::uint64_t not_started) override { ReportDeadlock(run, not_started); }
  void LaunchEnds(const LaunchRequest& request, const LaunchOutcome& outcome) override;
  void Arrives(ThreadRun& thread, Waits at, std::uint64_t detail) override;
  void Passes(ThreadRun& thread, Waits at) override;
  void Meets(ThreadRun& thread, std::uint32_t mask) override;
  void HasMet(BlockRun& run, std::uint32_t warp, const WarpMeeting& meeting) override;
  void Exchanges(ThreadRun&, std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t) override {}
  void Prints(ThreadRun&, const std::string&) override {}
  void Fences(ThreadRun& thread, int scope) override;
  void Allocates(ThreadRun& thread, void* address, std::uint64_t size) override;
  void Frees(ThreadRun& thread, void* address) override;
  void Exits(ThreadRun& thread) override;
  void Faults(ThreadRun&, const std::string&) override {}

  // --- from the API
  void Fills(const FillOperation& fill, const HostCall& call) override;
  void Copies(const CopyPlan& plan, const HostCall& call) override;
  void FreesMemory(const void* pointer, std::uint64_t size, const HostCall& call) override;
  void HasAllocated(const void* pointer, std::uint64_t size, const HostCall& call) override;
  void RefusesFree(const void* pointer, const char* name, const void* caller) override;
  void RefusesCopy(const CopyOperation& copy, const void* caller) override;
  void RefusesFill(const FillOperation& fill, const void* caller) override;
  void RefusesSymbol(const SymbolCopy& copy, cudaError_t error, const void* caller) override;
  void RefusesLaunch(const RefusedLaunch& launch, cudaError_t error, const void* caller) override;
  // A program that never looks may go on for ever: after very many calls its check ends.
  void CallsInVain() override;
  void LooksAtError() override { refused_launch_ = nullptr; }
  bool ReportsErrors() const override { return true; }
  bool FollowsStreams() const override { return true; }
  void MakesStream(std::uint64_t stream, bool blocking) override;
  void DestroysStream(std::uint64_t stream) override;
  void RecordsEvent(const void* event, std::uint64_t stream) override;
  void StreamWaits(std::uint64_t stream, const void* event) override;
  void HostWaits(std::uint64_t stream) override;
  void HostWaitsForEvent(const void* event) override;
  void HostWaitsForAll() override;

  // --- from the hooks
  struct Touch {
    LockstepSite* site = nullptr;
    std::uint64_t address = 0, size = 0, base = 0;
    AccessKind kind = AccessKind::kRead;
  };
  // The memory that [address, address + size) lies in, put into `cached`; null where it has no shadow (the thread's own
  // memory, tables of the program) or does not exist, which is then reported.
  Span* Locate(BlockCheck& block, ThreadRun& thread, const Touch& touch, Span& cached);
  static Span* LocateInPeer(const BlockRun* peer, const Touch& touch, Span& cached);
  // The variable of the device half that the access is to, null too where it was computed from another.
  ObjectFacts* FindVariable(const Touch& touch);
  void ReportRace(BlockCheck& block, ThreadRun& thread, const Touch& touch, const Span& span, Note earlier, Note now,
                  bool earlier_wrote, const std::uint64_t* value);
  void ReportMisaligned(ThreadRun& thread, const Touch& touch, const Span& span);
  // `what` is one of LOCKSTEP_UNDEFINED_*.
  void ReportUndefined(ThreadRun& thread, const LockstepSite* site, std::uint64_t what, std::uint64_t operand);
  void ReportReadOnly(ThreadRun& thread, const Touch& touch, const Span& span);
  // An access to no memory that threads share: perhaps to the thread's own arrays, through a pointer. Everything below
  // `frame` on its stack is gone. The origin of what is read; a write stores a value of `origin`.
  std::uint32_t TouchLocal(BlockCheck& block, ThreadRun& thread, const Touch& touch, std::uint64_t frame,
                           std::uint32_t origin);
  void BeginArray(BlockCheck& block, const ThreadRun& thread, const LocalArray& array, std::uint64_t frame);
  void EndArray(BlockCheck& block, const ThreadRun& thread, std::uint64_t begin);
  void LeaveArray(BlockCheck& block, const ThreadRun& thread, std::uint64_t begin);
  void ReportMember(BlockCheck& block, ThreadRun& thread, const Touch& touch, std::uint64_t size, const char* member);
  void ReportLocal(ThreadRun& thread, const Touch& touch, std::uint64_t size, const LockstepVariable* variable);
  // Where a value comes from that is read here and that nobody has written: the memory itself, or what was last stored
  // in it. `cell` is the first one without a value.
  std::uint32_t OriginOf(ThreadRun& thread, const Touch& touch, const Span& span, const Cell& cell);
  // ... of what the shuffle at `site` gave, for a lane that was not there.
  std::uint32_t OriginOfLane(ThreadRun& thread, const LockstepSite* site);
  void ReportUse(ThreadRun& thread, LockstepSite* site, std::uint32_t origin);
  void NoteSignal() {
    if (!signals_.load(std::memory_order_relaxed)) signals_.store(true, std::memory_order_relaxed);
  }
  // A loop waits by what a thread reads here: how often it goes round is not the same in every run.
  void NotePoll() {
    if (!polls_.load(std::memory_order_relaxed)) polls_.store(true, std::memory_order_relaxed);
  }
  // An atomic, a volatile access or a fence orders threads.
  void Synchronize(BlockCheck& block, ThreadRun& thread, std::uint64_t address, std::uint64_t how);
  void Acquire(BlockCheck& block, ThreadRun& thread, std::uint64_t address);
  [[noreturn]] void ReportEndless(ThreadRun& thread, LockstepSite* site);
  void NoteSkip(BlockCheck& block, ThreadRun& thread, LockstepSite* site, bool leaves_loop);
  // Bytes of [address, address + size) now hold a value of that origin, which was never written.
  void NoteStoredOrigin(Span& span, std::uint64_t address, std::uint64_t size, std::uint32_t origin);

  // --- from the API: what the host does to memory
  void HostWrites(std::uint64_t address, std::uint64_t size);
  void HostCopies(std::uint64_t to, std::uint64_t from, std::uint64_t size, const void* caller);
  // The memory at `address` has been written by this call.
  void HostFilled(std::uint64_t address, const PartialWrite& write);
  void HostReads(std::uint64_t address, std::uint64_t size, const void* caller);
  // One side of a copy of `bytes` in all: [address, address + size) of the host's own memory.
  void CheckHostBuffer(std::uint64_t address, std::uint64_t size, bool writes, std::uint64_t bytes, const void* caller);
  // The report as it is now goes to its file: what the host does next may end the program.
  void SaveReport();
  struct Race;
  // Work that is no kernel goes into a stream: `what` it does ("copies"), and then each stretch of memory that it
  // touches. The caller holds Machine::work_mutex() for all of it: one piece of work at a time has episodes.
  void WorkBegins(std::uint64_t stream, const void* caller, const char* what);
  void WorkTouches(std::uint64_t address, std::uint64_t size, bool writes);
  // The host's own code reads or writes memory of the CUDA API, or does so in a kernel that has got into it.
  void HostTouches(std::uint64_t address, std::uint64_t size, std::uint32_t how, const void* caller);
  // A CUDA call by the host went wrong.
  void ReportCall(FindingKind kind, std::string fact, const void* caller, std::string note, std::string hint,
                  std::uint64_t pointer = 0);

  Collector& collector() { return collector_; }
  ProgramMemory& memory() { return memory_; }
  HostBuffers& host_buffers() { return host_buffers_; }
  bool parallel() const { return parallel_; }
  Episodes& episodes() { return episodes_; }

 private:
  template <class Work>
  void WithStreams(Work&& work) {
    const std::lock_guard lock(streams_mutex_);
    work(streams_);
    UpdateIdle();
  }
  struct LaunchFacts {
    std::uint32_t number = 0;
    std::uint32_t first_block = 0, floor = 0;  // serial number of its block 0; its first episode
    const LockstepKernel* kernel = nullptr;    // null: a copy, a fill or a free
    Dim3 grid, block;
    const void* caller = nullptr;
    const char* what = "";
    std::uint64_t stream = 0;
  };
  struct Origin {
    Finding finding;
    FindingKey key;
    Rank rank;
    bool of_host_copy = false;  // no kernel has read it
  };

  // What is known of the live allocation there; null for memory that has no shadow.
  ObjectFacts* FindObject(std::uint64_t address);
  std::uint32_t OriginOfHostCopy(const ObjectFacts& source, std::uint64_t address, const void* caller);
  bool IsOfHostCopy(std::uint32_t origin);
  Finding FindingOf(std::uint32_t origin);
  static void AddPartialWrite(Finding& finding, const ObjectFacts& facts);
  // What is known of an access and the one before it that the cell's check holds against it.
  Conflict ConflictOf(BlockCheck& block, ThreadRun& thread, const Touch& touch, const Span& span, Note earlier,
                      Note now, bool earlier_wrote, const std::uint64_t* value);
  Finding TellRace(const Race& race, const Touch& touch, const Span& span);
  // The site of that number; null where there is none.
  const LockstepSite* SiteAt(std::uint32_t number) const { return number < sites_.size() ? sites_[number] : nullptr; }
  void ReportEscape(ThreadRun& thread, const Touch& touch, const std::string& what);
  bool IsOnOtherStack(ThreadRun& thread, std::uint64_t address) const;
  // Fact, object and hint of a finding about a local variable by its origin: "a thread `verb` `sum` `rest`".
  void TellVariable(Finding& finding, std::uint32_t origin, std::string_view verb, std::string_view rest) const;
  static const Span* SharedAt(const BlockCheck& block, std::uint64_t address);
  bool IsInOneObject(BlockCheck& block, const ThreadRun& thread, std::uint64_t a, std::uint64_t b);
  static bool IsOnOwnStack(const ThreadRun& thread, std::uint64_t address);
  void UpdateIdle() { all_ended_.store(streams_.IsIdle(), std::memory_order_relaxed); }
  Span SpanAt(std::uint64_t address, std::uint64_t size, const MemoryObject** object);
  void ReportWork(const Span& span, std::uint64_t at, Note earlier, bool earlier_wrote);
  void ReportStreamRace(ThreadRun& thread, const Touch& touch, const Span& span, Note earlier, bool earlier_wrote);
  void ReportTooSoon(const Span& span, const Touch& touch, Note note, bool wrote, const void* caller);
  [[noreturn]] void ReportHostCode(ThreadRun& thread, const void* caller);
  void ReportDevicePointer(const MemoryObject& object, const Touch& touch, const void* caller);
  bool IsOfGraph(Note earlier) const;
  const char* StreamHint(Note earlier, std::uint64_t stream) const;
  void NameArguments(const LaunchRequest& request);
  void ShareByBarrier(BlockCheck& block);
  void ShareFences(BlockCheck& block, std::uint32_t warp, std::uint32_t arrived);
  void ShareByWarp(BlockCheck& block, std::uint32_t warp, std::uint32_t arrived);
  void PassNamed(BlockCheck& block, ThreadRun& thread);
  // Known by way of atomics and fences to be before what `thread` does now.
  static bool HasAcquired(const BlockCheck& block, const ThreadRun& thread, std::uint64_t address);
  bool IsOrderedByRelease(BlockCheck& block, ThreadRun& thread, Note earlier);
  void ReportMask(ThreadRun& thread, std::uint32_t mask);
  void ReportHeapFree(ThreadRun& thread, std::uint64_t address);
  void ReportHeapExhausted(ThreadRun& thread, std::uint64_t size);
  void ReportLeaks();
  void CheckSkips(BlockRun& run, BlockCheck& block);
  void ReportSkip(BlockRun& run, const ThreadRun& waits, const ThreadRun& skips, const LockstepSite* site);
  void ReportLeft(const ThreadRun& waits, const ThreadRun& left, const LockstepSite* site);
  void ReportUnevenMeeting(BlockRun& run, std::uint32_t warp, std::uint32_t mask, std::uint32_t arrived);
  bool ReportSkippedMeeting(BlockRun& run, BlockCheck& block, std::uint32_t warp, std::uint32_t missing,
                            std::uint32_t arrived);
  std::uint32_t StoredOriginOf(const Span& span, const Cell& cell);
  void ReportStored(Note note, std::uint32_t origin);
  std::unique_ptr<BlockCheck> MakeBlock(const LockstepBlock& block, std::uint64_t linear);
  Access TellThread(const ThreadRun& thread, const LockstepSite* site, Deed deed, std::uint64_t size) const;
  Access TellSegment(Segment segment, std::uint32_t site, Deed deed, std::uint64_t size) const;
  SourcePlace PlaceOf(const LockstepSite* site) const;
  Finding Begin(FindingKind kind, std::string fact, const LockstepSite* site) const;
  Rank RankOf(const ThreadRun& thread) const;
  Rank RankOf(Segment segment) const;
  const LaunchFacts& LaunchOf(const Episode& episode) const;
  void Add(const FindingKey& key, const ThreadRun& thread, Finding finding);
  // True where this is no news and has been counted: no words need to be found for it.
  bool CountsAgain(const FindingKey& key, const ThreadRun& thread);
  // A finding about one access, told once for each site.
  void ReportAt(ThreadRun& thread, const Touch& touch, FindingKind kind, std::string fact, std::string hint,
                std::optional<FindingObject> object = {});
  // The access is reported; the kernel cannot go on.
  [[noreturn]] void StopKernel(std::string_view what);
  void ReportBadAddress(BlockCheck& block, ThreadRun& thread, const Touch& touch);
  void ReportOutsideShared(BlockCheck& block, ThreadRun& thread, const Touch& touch, const Miss& miss);
  void ReportFreed(ThreadRun& thread, const Touch& touch, const MemoryObject& object);
  void ReportForeign(ThreadRun& thread, const Touch& touch);
  void ReportOutside(ThreadRun& thread, const Touch& touch, FindingKind kind, const ObjectFacts& object);
  // `not_started`: blocks that found no room beside those that wait.
  void ReportDeadlock(BlockRun& run, std::uint64_t not_started = 0);
  void NoteAtGrid(BlockRun& run, BlockState state);
  void ReportLoneGrid(ThreadRun& thread);
  void ReportLeftGrid(ThreadRun& thread, const BlockCheck& block);
  void ReportFault(const LaunchOutcome& outcome);
  void CheckBarrierSites(ThreadRun& thread, BlockCheck& block);
  void WriteWhatIsKnown();
  void Finish();

  CheckSettings settings_;
  Machine& machine_;
  Explainer* const explainer_;
  Collector collector_;
  ProgramMemory memory_;
  HostBuffers host_buffers_;
  Episodes episodes_;
  Releases releases_;
  bool parallel_ = false;
  std::mutex streams_mutex_;
  StreamOrder streams_;
  std::atomic<bool> all_ended_{true};
  EpisodeRanges unordered_;  // with the launch that runs
  Order order_;
  LaunchFacts launch_, work_;
  std::vector<LaunchFacts> launches_;
  const LaunchRequest* request_ = nullptr;
  std::vector<const LockstepSite*> sites_;
  std::uint32_t next_block_ = 1;
  std::atomic<std::uint64_t> accesses_{0}, threads_{0};
  std::uint64_t launch_count_ = 0;
  std::atomic<bool> fault_told_{false};
  bool has_failed_ = false;           // a launch has: from then on every CUDA call fails
  std::atomic<bool> signals_{false};  // threads of this launch have spoken to others by atomics or volatile
  std::atomic<bool> polls_{false};    // some thread of the program
  std::vector<const LockstepKernel*> kernels_run_;
  std::mutex grid_mutex_;
  using BarrierKey =
      std::pair<std::uint64_t, std::uint64_t>;  // the cluster or the whole grid, and how many were before
  std::map<BarrierKey, std::uint32_t> grid_floors_;
  const void* refused_launch_ = nullptr;  // where; null once the program has looked at the error
  std::atomic<std::uint32_t> calls_in_vain_{0};
  const LockstepSite* grid_barrier_site_ = nullptr;
  std::map<std::uint64_t, Access> at_grid_;  // by block: the first of its threads that wait at the grid's barrier
  std::optional<Access> left_grid_;          // the first block that has left
  std::uint64_t left_grid_block_ = 0;
  std::mutex origin_mutex_;
  std::deque<Origin> origins_;
  std::map<FindingKey, std::uint32_t> origin_index_;
};

// What an OS thread that runs blocks keeps at hand.
struct WorkerCheck {
  bool parallel = false;  // other OS threads run blocks too
  BlockCheck* block = nullptr;
  std::uint64_t launch = ~std::uint64_t{0};
  std::uint64_t writes = 0, writes_told = 0;
  // The last atomic, and what was there before it: an atomic that changed nothing is no step forward.
  const void* atomic = nullptr;
  std::uint64_t atomic_size = 0, atomic_before = 0;
  static constexpr std::uint32_t kCached = 256;
  std::uint32_t generation = 1;  // of what the cache holds
  Span cache[kCached];
  std::unordered_map<const BlockRun*, std::unique_ptr<BlockCheck>> runs;
  Collector::Recent recent;
  std::unique_ptr<BlockCheck> loop;
  std::uint64_t loop_frame =
      0;  // plain loops run on the OS thread's own stack, below this; what lies above is the host's
  // What the last atomic changed counts as written; this one is looked at later.
  void NoteAtomic(const void* address, std::uint64_t size);
  void Forget() { ++generation; }
};
WorkerCheck& ThisWorker();

}  // namespace lockstep
