#pragma once

// The checker of a running program. It listens while grids run (sim/launch/observer.h), to the host's calls
// (sim/machine/host_observer.h) and to the hooks of check mode (hooks.cpp), and passes each event that concerns several
// families of checks on to them, in the order in which they need it; a family listens itself to calls of the host that
// concern it alone. What they find goes into the file that `lockstep check` has asked for.

#include <vector>

#include "sim/inspect/array_keeper.h"
#include "sim/inspect/barriers.h"
#include "sim/inspect/bounds.h"
#include "sim/inspect/faults.h"
#include "sim/inspect/host.h"
#include "sim/inspect/leaks.h"
#include "sim/inspect/locals.h"
#include "sim/inspect/matrices.h"
#include "sim/inspect/races.h"
#include "sim/inspect/recursion.h"
#include "sim/inspect/streams.h"
#include "sim/inspect/values.h"
#include "sim/inspect/warps.h"
#include "sim/inspect/worker.h"
#include "sim/launch/observer.h"
#include "sim/machine/host_observer.h"

namespace lockstep::explain {
class Explainer;
}  // namespace lockstep::explain

namespace lockstep::inspect {

// The families, with what they share.
struct CheckFamilies {
  CheckFamilies(session::CheckSettings settings, machine::Machine& machine, bool parallel)
      : context(std::move(settings), machine, parallel) {}

  CheckContext context;
  check::Releases releases;  // by atomics and fences, of the launch that runs
  StreamCheck streams{context};
  BlockMaker blocks{context, releases, streams.unordered()};
  BoundsCheck bounds{context, blocks};
  LocalCheck locals{context};
  ValueCheck values{context};
  RaceCheck races{context};
  BarrierCheck barriers{context};
  WarpCheck warps{context};
  MatrixCheck matrices{context};
  HostCheck host{context};
  LeakCheck leaks{context};
  FaultCheck faults{context};
  RecursionCheck recursion{context};
};

class Checker : public launch::LaunchObserver, public machine::HostObserver {
 public:
  // `explainer` also gets the events of launches and blocks; it may be null.
  Checker(session::CheckSettings settings, machine::Machine& machine, explain::Explainer* explainer);

  // For this process, if the environment asks for a checker, or if it was built to be checked and is not recorded; else
  // null.
  static Checker* Make(machine::Machine& machine, explain::Explainer* explainer, bool is_recorded);
  // False where Make will give none, as far as is known.
  static bool MayBe();
  // The one that was made, or null.
  static Checker* Current();

  CheckFamilies& families() { return families_; }
  ArrayKeeper& arrays() { return arrays_; }
  // This one, for events that concern several families, and the families that have events of their own.
  std::vector<machine::HostObserver*> host_observers() {
    return {this, &families_.host, &families_.leaks, &families_.streams};
  }

  // --- a launch
  Plan LaunchBegins(const launch::LaunchRequest& request, std::uint32_t launch) override;
  void BlockBegins(launch::BlockRun& run, bool resumed) override;
  void BlockStops(launch::BlockRun& run, launch::BlockState state) override;
  void LoopBegins(const LockstepBlock& block, std::uint64_t linear) override;
  void LoopEnds() override;
  std::jmp_buf* TrialBegins() override;
  void TrialEnds() override;
  bool HasWritten() override;
  void KeepMemory() override;
  bool IsMemoryAsKept() override;
  void ForgetMemory() override;
  void StandsStill(launch::BlockRun& run, std::uint64_t not_started) override;
  void LaunchEnds(const launch::LaunchRequest& request, const launch::LaunchOutcome& outcome) override;

  // --- marks of host code that plays a kernel
  void NamesArray(launch::BlockRun& run, const launch::PlayedArray& array) override;
  void ArrayGoes(launch::BlockRun& run, const launch::PlayedArray& array) override;
  void RefusesMark(const launch::RefusedMark& mark) override;

  // --- a thread
  void Arrives(launch::ThreadRun& thread, launch::Waits at, std::uint64_t detail) override;
  void Passes(launch::ThreadRun& thread, launch::Waits at) override;
  void ArrivesOnly(launch::ThreadRun& thread, std::uint32_t number, std::uint32_t count) override;
  void Meets(launch::ThreadRun& thread, std::uint32_t mask) override;
  void HasMet(launch::BlockRun& run, std::uint32_t warp, const launch::WarpMeeting& meeting) override;
  void Exchanges(launch::ThreadRun& thread, std::uint32_t operation, std::uint32_t mask, std::uint64_t operand,
                 std::uint64_t result) override;
  void UsesMatrix(launch::ThreadRun& thread, const launch::MatrixUse& use) override;
  void Prints(launch::ThreadRun&, const std::string&) override {}
  void Fences(launch::ThreadRun& thread, int scope) override;
  void Allocates(launch::ThreadRun& thread, void* address, std::uint64_t size) override;
  void Frees(launch::ThreadRun& thread, void* address) override;
  void Launches(launch::ThreadRun& thread, const launch::LaunchRequest& child) override;
  void Exits(launch::ThreadRun& thread) override;
  void Faults(launch::ThreadRun&, const std::string&) override {}

  // --- the host, where several families are concerned
  void Fills(const machine::FillOperation& fill, const machine::HostCall& call) override;
  void CallsLibrary(const machine::LibraryCall& library, const machine::HostCall& call) override;
  void Copies(const machine::CopyPlan& plan, const machine::HostCall& call) override;
  void FreesMemory(const void* pointer, std::uint64_t size, const machine::HostCall& call) override;
  void HasAllocated(const void* pointer, std::uint64_t size, const machine::HostCall& call) override;
  void SharesMemory(const void* pointer, std::uint64_t size, const machine::HostCall& call) override;
  void RegistersMemory(const void* pointer, std::uint64_t size) override;
  void UnregistersMemory(const void* pointer) override;
  void AsksForTime(const void* event, const void* caller) override;
  // The host's own code accesses memory through a pointer; `how` is of LOCKSTEP_HOST_*.
  void HostTouches(std::uint64_t address, std::uint64_t size, std::uint32_t how, const void* caller);

 private:
  // The name of memory: as the kernel's parameter that points to it.
  void NameArguments(const launch::LaunchRequest& request);
  // Of the object that the pointer stored there points into: its name, if given, and the type of its elements.
  void NamePointee(const LockstepUnit& unit, const char* pointer, std::uint32_t element, const char* name);
  void NamePlayed(const launch::PlayedArray& array);
  void ProgramEnds();

  CheckFamilies families_;
  CheckContext& context_ = families_.context;
  ArrayKeeper arrays_{context_.settings.arrays, context_.machine};
  // The work done of the blocks that the OS thread runs.
  CheckedRuns& RunsOf(CheckedWorker& worker, const launch::BlockRun& run) {
    return run.is_played() ? played_runs_ : worker.runs;
  }

  bool has_ended_ = false;  // our own work, at the end of the program
  explain::Explainer* const explainer_;
  const session::Order order_;
  // A block that the host plays goes from one OS thread to the next.
  CheckedRuns played_runs_;
  CheckedWorker* player_ = nullptr;  // that runs it
};

}  // namespace lockstep::inspect
