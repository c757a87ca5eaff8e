#pragma once

// The recorder: looks on while grids run and writes down what the chosen blocks do (shared/trace/recording.h).
//
// Watched blocks run one after the other on one OS thread, so the order of steps is the order in which they happened
// and two recordings of the same program are the same. A write's new value is read back at the thread's next deed: no
// other thread runs in between.

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "shared/trace/trace.h"
#include "shared/trace/words.h"
#include "sim/launch/observer.h"
#include "sim/record/settings.h"
#include "sim/record/tables.h"

namespace lockstep {

class Machine;
struct MemoryObject;
struct Miss;
struct SharedMemory;

// What the program said of an array (shared/lockstep/publish.h).
struct Publication {
  std::uint64_t address = 0;
  std::string name;
  std::vector<std::uint64_t> shape;  // slowest first
};

class Recorder : public LaunchObserver {
 public:
  Recorder(RecordSettings settings, Machine& machine);

  // For this process, where the environment asks for a recorder; else null.
  static Recorder* Make(Machine& machine);
  // The one that was made, or null.
  static Recorder* Current();
  // Somebody wants the program to end (Ctrl-C, a time limit): the kernel that runs is stopped at its next line, so that
  // what it did until then is written.
  static bool IsToStop();
  void NotePublication(Publication publication);

  Plan LaunchBegins(const LaunchRequest& request, std::uint32_t launch) override;
  void BlockBegins(BlockRun& run, bool resumed) override;
  void BlockStops(BlockRun& run, BlockState state) override;
  void LaunchEnds(const LaunchRequest& request, const LaunchOutcome& outcome) override;
  void Arrives(ThreadRun& thread, Waits at, std::uint64_t detail) override;
  void Passes(ThreadRun& thread, Waits at) override;
  void Exchanges(ThreadRun& thread, std::uint32_t operation, std::uint32_t mask, std::uint64_t operand,
                 std::uint64_t result) override;
  void Prints(ThreadRun& thread, const std::string& text) override;
  void Fences(ThreadRun& thread, int scope) override;
  void Allocates(ThreadRun& thread, void* address, std::uint64_t size) override;
  void Frees(ThreadRun& thread, void* address) override;
  void Exits(ThreadRun& thread) override;
  void Faults(ThreadRun& thread, const std::string& what) override;

  // --- from the hooks, by the running thread
  void Line(ThreadRun& thread, LockstepSite* site);
  void Enter(ThreadRun& thread, const LockstepFunction* function);
  void Leave(ThreadRun& thread, const LockstepFunction* function);
  void Declare(ThreadRun& thread, LockstepVariable* variable, void* address, std::uint64_t size);
  void Touch(ThreadRun& thread, LockstepSite* site, std::uint64_t address, std::uint64_t size, AccessKind access);
  // The same for a thread that is not watched: only who wrote what last, and whether the address is good.
  void TouchUnwatched(LockstepThread& thread, LockstepSite* site, std::uint64_t address, std::uint64_t size,
                      AccessKind access);

 private:
  struct Place {
    ObjectId object = ObjectId::kNone;
    std::uint64_t offset = 0;
    bool is_local = false;
    bool good = false;
  };
  // What an access outside has missed: the nearest memory, and where from its start it begins (negative: before it).
  struct Missed {
    ObjectId object = ObjectId::kNone;
    std::int64_t offset = 0;
    std::uint16_t size = 0;
    bool writes = false;
  };
  struct LiveLocal {
    std::uint64_t address, size;
    ObjectId object;
  };
  struct ThreadFacts {
    std::vector<LiveLocal> locals;
    std::vector<std::size_t> frames;  // how many locals there were when each function was entered
    SiteId line = SiteId::kNone;
  };
  struct BlockFacts {
    std::vector<ThreadFacts> threads;
    std::vector<LiveLocal> shared;
  };
  struct ProgramObject {
    std::uint64_t address, size;
    ObjectId id;
  };

  void StopLaunch();
  void Finish();
  void WriteSummary() const;
  // The recording cannot be written: the program ends.
  [[noreturn]] void GiveUp(const Error& error);
  void CountLaunch(const LaunchRequest& request, std::uint32_t launch);
  bool Wants(const LaunchRequest& request, std::uint32_t launch);
  bool IsLastPlace(std::uint32_t launch) const;
  Plan ChooseBlocks(const LaunchRequest& request, std::uint32_t launch) const;
  ObjectId ObjectOf(const MemoryObject& memory);
  void AddVariables();
  void GiveCells(Object& object, TypeId type) const;
  void GiveDynamicCells(Object& object, TypeId element) const;
  void NameObjects(const LaunchRequest& request);
  // The object is used for the first time in this launch: nothing has changed it yet.
  void NoteFirstUse(const ProgramObject& object);
  Snapshot Photograph(const ProgramObject& object);
  void NoteUnwritten(const ProgramObject& object);
  void AddShared(BlockRun& run, BlockFacts& facts);
  BlockFacts& FactsOf(const ThreadRun& thread) { return block_facts_.at(thread.run); }
  std::uint32_t BlockIndexOf(const ThreadRun& thread) { return block_index_.at(thread.run); }
  bool IsOn(const ThreadRun& thread) const;

  Place LocateInPeer(const BlockRun* peer, std::uint64_t address, std::uint64_t size) const;
  Place Locate(ThreadRun& thread, std::uint64_t address, std::uint64_t size);
  const ProgramObject* FindRecent(std::uint64_t address, std::uint64_t size) const {
    for (const ProgramObject& object : recent_)
      if (address - object.address < object.size && size <= object.size - (address - object.address)) return &object;
    return nullptr;
  }
  Place Remember(const ProgramObject& object, std::uint64_t address);
  Place LocateInProgram(std::uint64_t address, std::uint64_t size);
  SharedMemory SharedOf(const ThreadRun& thread) const;
  std::string NameOf(const MemoryObject& object) const;
  std::string Describe(const Miss& miss, std::uint64_t address) const;
  void NoteMiss(ThreadRun& thread, const Miss& miss, std::uint64_t address, std::uint64_t size, AccessKind access);
  // Whether the kernel can go on behind a bad access, as it does under check: what it touches is there.
  bool GoesOnBehind(std::uint64_t address, std::uint64_t size, const LockstepThread& thread) const;
  // Notes the access, and ends the kernel unless it goes on.
  void RefuseAccess(LockstepThread& thread, LockstepSite* site, std::uint64_t address, std::uint64_t size,
                    AccessKind access);

  void Settle();  // reads back what the last write wrote
  Step& Add(ThreadRun& thread, StepKind kind, SiteId site);
  void PutValue(Step& step, std::uint64_t& field, std::uint64_t address);
  void AddAccess(ThreadRun& thread, LockstepSite* site, StepKind kind, const Place& place, std::uint64_t address,
                 std::uint64_t size);
  void MapWrite(LockstepThread& thread, std::uint64_t address, std::uint64_t size);

  RecordSettings settings_;
  Machine& machine_;
  Recording recording_;
  ProgramTables tables_;
  RecordSummary summary_;
  std::mutex mutex_;  // of the writer: the program may end in another thread than the one that launches
  std::unique_ptr<TraceWriter> writer_;
  std::atomic<bool> ended_ = false;
  const int process_;  // a child that the program forks records nothing
  std::thread::id launching_thread_;
  std::vector<Publication> publications_;
  std::unordered_map<std::uint64_t, ObjectId> allocations_;  // by serial number
  std::vector<ProgramObject> variables_;                     // by address
  std::unordered_map<KernelId, std::uint32_t> recorded_kernels_;
  bool variables_added_ = false;

  // The launch that runs now.
  std::uint64_t budget_ = 0, steps_before_ = 0;  // of steps: this launch's, and what those before it took
  RecordedLaunch launch_;
  Missed missed_;  // of the fault that is about to be told
  bool recording_launch_ = false;
  const LaunchRequest* request_ = nullptr;
  std::unordered_map<const BlockRun*, BlockFacts> block_facts_;
  std::unordered_map<const BlockRun*, std::uint32_t> block_index_;
  const BlockRun* running_ = nullptr;
  bool running_is_on_ = false;
  std::uint64_t address_of_pending_ = 0;
  std::size_t pending_ = kNothing;
  static constexpr std::size_t kNothing = ~std::size_t{0};
  struct Map {
    std::uint64_t begin = 0, end = 0;
    std::size_t index = 0;  // into launch_.writers
    std::uint32_t cell = 1;
  };
  std::vector<Map> maps_;
  Map last_map_;
  // The objects used last: most accesses are to one of a kernel's few arrays.
  std::array<ProgramObject, 4> recent_{};
  std::size_t next_recent_ = 0;
  std::vector<ProgramObject> used_;  // in the order of first use
  std::unordered_map<ObjectId, bool> is_used_;
  std::uint64_t memory_left_ = 0;
};

}  // namespace lockstep
