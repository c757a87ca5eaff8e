#pragma once

// The recorder: looks on while grids run and writes down what the chosen blocks do (shared/trace/recording.h). It
// connects the parts of this folder; each of them is one idea and knows none of the others but those it is made with:
//
//   launch_choice   which launches and blocks are recorded
//   program_objects, block_scope   the objects that accesses can reach: the program's, a block's
//   targets         access -> object
//   step_list       what happened, in order
//   snapshots, writer_maps   what memory held, and who wrote it
//   host_events     what the host did between launches
//   bad_access      the words for an access that reaches nothing
//   recording_file  where it all goes; program_stop: when the program is to end early
//   process_recorder  the one recorder that a process has
//
// Watched blocks run one after the other on one OS thread, so the order of steps is the order in which they happened
// and two recordings of the same program are the same.

#include <unordered_set>

#include "shared/session/record_settings.h"
#include "sim/launch/observer.h"
#include "sim/record/host_events.h"
#include "sim/record/program_objects.h"
#include "sim/record/recording_file.h"
#include "sim/record/snapshots.h"
#include "sim/record/step_list.h"
#include "sim/record/tables.h"
#include "sim/record/targets.h"
#include "sim/record/writer_maps.h"

namespace lockstep::machine {
struct Miss;
}  // namespace lockstep::machine

namespace lockstep::record {

class Recorder : public launch::LaunchObserver {
 public:
  Recorder(session::RecordSettings settings, machine::Machine& machine);

  // The program ends: stops the kernel that runs, and ends the file.
  void Finish();
  machine::HostObserver& host() { return host_events_; }
  void NotePublication(Publication publication) { objects_.NotePublication(std::move(publication)); }

  Plan LaunchBegins(const launch::LaunchRequest& request, std::uint32_t launch) override;
  void BlockBegins(launch::BlockRun& run, bool resumed) override;
  void BlockStops(launch::BlockRun& run, launch::BlockState state) override;
  void LaunchEnds(const launch::LaunchRequest& request, const launch::LaunchOutcome& outcome) override;
  void Enters(launch::ThreadRun& thread, const LockstepFunction& function) override;
  void Leaves(launch::ThreadRun& thread, const LockstepFunction& function) override {
    Leaves(thread, function, nullptr);
  }
  void NamesArray(launch::BlockRun& run, const launch::PlayedArray& array) override;
  void ArrayGoes(launch::BlockRun& run, const launch::PlayedArray& array) override;
  void Arrives(launch::ThreadRun& thread, launch::Waits at, std::uint64_t detail) override;
  void Passes(launch::ThreadRun& thread, launch::Waits at) override;
  void ArrivesOnly(launch::ThreadRun& thread, std::uint32_t number, std::uint32_t count) override;
  void Exchanges(launch::ThreadRun& thread, std::uint32_t operation, std::uint32_t mask, std::uint64_t operand,
                 std::uint64_t result) override;
  void Prints(launch::ThreadRun& thread, const std::string& text) override;
  void Fences(launch::ThreadRun& thread, int scope) override;
  void Allocates(launch::ThreadRun& thread, void* address, std::uint64_t size) override;
  void Frees(launch::ThreadRun& thread, void* address) override;
  void Exits(launch::ThreadRun& thread) override;
  void Faults(launch::ThreadRun& thread, const std::string& what) override;

  // --- from the hooks, by the running thread
  void Line(launch::ThreadRun& thread, LockstepSite* site);
  // The function that the thread enters next is the one that it calls at `site`.
  void Calls(launch::ThreadRun& thread, LockstepSite* site);
  // At the site of what it returns, if that is known.
  void Leaves(launch::ThreadRun& thread, const LockstepFunction& function, LockstepSite* site);
  struct Storage {
    bool has_value = false;
    bool has_room = false;  // unused bytes follow it (LOCKSTEP_LOCAL_ROOM)
  };
  void Declare(launch::ThreadRun& thread, LockstepVariable* variable, const machine::AddressRange& place,
               const Storage& storage);
  void Touch(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access, trace::AccessKind kind,
             bool is_aligned);
  // The same for a thread that is not watched: only who wrote what last, and whether the address is good.
  void TouchUnwatched(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                      trace::AccessKind kind, bool is_aligned);
  // Before an access outside the local variable that it means, which ends the kernel: what lies beside it is unknown.
  // `name`: "" if it has none.
  void LeavesLocal(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                   trace::AccessKind kind, const machine::AddressRange& local, const std::string& name);
  // Before an access outside the array in something larger that it means. Inside what is larger, the kernel goes on.
  void LeavesMember(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                    trace::AccessKind kind, std::uint64_t begin, const std::string& member);

 private:
  // The object that a bad access has missed: the nearest memory, and where from its start it begins (negative: before
  // it).
  struct Missed {
    trace::ObjectId object = trace::ObjectId::kNone;
    std::int64_t offset = 0;
    std::uint16_t size = 0;
    bool writes = false;
  };

  void WriteHostEvents();
  bool IsWanted(const launch::LaunchRequest& request, std::uint32_t launch);
  void AddUnits();
  void BeginLaunch(const launch::LaunchRequest& request, std::uint32_t launch);
  void EndLaunch(const launch::LaunchRequest& request, const launch::LaunchOutcome& outcome);
  void NoteFault(const launch::LaunchOutcome& outcome);
  void NoteWhatIsMissing(const launch::LaunchRequest& request, bool is_faulty);
  bool HasRoomForBlock() const;

  // True if steps of the thread are recorded now.
  bool IsOn(const launch::ThreadRun& thread) const { return scope_ && thread.run == running_ && !launch_.truncated; }
  // Of a thread that is on.
  ThreadScope& ScopeOf(const launch::ThreadRun& thread) { return scope_->threads[thread.linear]; }
  StepMaker MakerOf(const launch::ThreadRun& thread) const { return {scope_->index, thread.linear}; }
  trace::Step& Add(const launch::ThreadRun& thread, trace::StepKind kind) {
    return steps_.Add(MakerOf(thread), kind, tables_.Site(thread.site));
  }
  // At the thread's line, for what the compiler has no site for.
  trace::Step& AddAtLine(const launch::ThreadRun& thread, trace::StepKind kind) {
    return steps_.Add(MakerOf(thread), kind, ScopeOf(thread).line);
  }
  trace::ObjectId AddLocal(const launch::ThreadRun& thread, trace::VariableId variable, std::uint64_t address,
                           std::uint64_t size);

  void NoteWriter(const launch::ThreadRun& thread, std::uint64_t address, std::uint64_t size);
  // Note the access to memory that is not there, or at an address that its type does not allow, and end the kernel
  // unless it goes on.
  void RefuseAccess(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                    trace::AccessKind kind);
  // Of memory on the thread's stack that is no variable: where it follows a local array.
  void RefuseBesideLocal(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                         trace::AccessKind kind);
  void RefuseAddress(launch::ThreadRun& thread, LockstepSite* site, const machine::MemoryAccess& access,
                     trace::AccessKind kind);
  Missed MissedBy(const launch::ThreadRun& thread, const machine::Miss& miss, std::uint64_t address, std::uint64_t size,
                  trace::AccessKind access);
  // The name of the object that was missed; "" where it has no name.
  std::string NameOf(const machine::Miss& miss, const launch::BlockRun* block) const;
  bool GoesOnAfter(const launch::ThreadRun& thread, const machine::Miss& miss, std::uint64_t address,
                   std::uint64_t size) const;

  const session::RecordSettings settings_;
  machine::Machine& machine_;
  trace::Recording recording_;
  ProgramTables tables_;
  RecordingFile file_;
  const int process_;  // a child that the program forks records nothing
  std::unordered_set<const LockstepKernel*> recorded_kernels_;
  std::uint64_t steps_before_ = 0;  // of all launches before

  // The launch that runs now. The parts write into `launch_`.
  const launch::LaunchRequest* request_ = nullptr;
  bool is_recorded_ = false;
  trace::RecordedLaunch launch_;
  std::uint64_t budget_ = 0;  // of steps
  std::uint64_t wanted_ = 0;  // blocks
  ProgramObjects objects_;
  HostEvents host_events_;
  Snapshots snapshots_;
  WriterMaps writers_;
  Targets targets_;
  StepList steps_;
  BlockScopes scopes_;
  const launch::BlockRun* running_ = nullptr;
  BlockScope* scope_ = nullptr;                           // of the running block, where it is recorded
  Missed missed_;                                         // of the fault that is about to be noted
  std::unordered_set<const LockstepSite*> left_members_;  // of this launch
};

}  // namespace lockstep::record
