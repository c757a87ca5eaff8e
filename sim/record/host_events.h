#pragma once

// In: what the CUDA API reports of the host's work. Out: the events of the recording, in the order of the calls.
//
// Between two recorded launches the last kMostBetween events are kept, and together kMostTogether: a program with a
// million copies has a recording of bounded size, and the events before a recorded launch are those that matter to it.
// The first kMostNoted are also noted as they come, for the recording of a program that is killed.

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "shared/trace/recording.h"
#include "sim/launch/launch.h"
#include "sim/machine/host_observer.h"
#include "sim/machine/machine.h"
#include "sim/record/program_objects.h"

namespace lockstep::record {

class HostEvents : public machine::HostObserver {
 public:
  static constexpr std::size_t kMostBetween = 10'000, kMostTogether = 100'000, kMostNoted = 1000;
  using Note = std::function<void(const trace::HostEvent&)>;

  explicit HostEvents(machine::Machine& machine) : machine_(machine) {}

  // The program launches a kernel; of a recorded one, what the host did before it is kept.
  void Launches(const launch::LaunchRequest& request, std::uint32_t number, bool is_recorded);
  // From the first call on, each event is noted; those before it are at once. Notes name only objects that are in the
  // recording at the last call.
  void NoteFor(const ProgramObjects& objects, const Note& note);
  // The program ends. Memory that no kernel has used becomes an object of the recording as well.
  void MoveTo(trace::Recording& recording, ProgramObjects& objects);

  void HostAllocates(const void* pointer, std::uint64_t size, cudaError_t error,
                     const machine::HostCall& call) override;
  void HostFrees(const void* pointer, std::uint64_t size, const machine::HostCall& call) override;
  void Copies(const machine::CopyPlan& plan, const machine::HostCall& call) override;
  void Fills(const machine::FillOperation& fill, const machine::HostCall& call) override;
  void CallsLibrary(const machine::LibraryCall& library, const machine::HostCall& call) override;
  void RefusesFree(const void* pointer, const char* name, const machine::Caller& caller) override;
  void RefusesCopy(const machine::CopyOperation& copy, cudaError_t error, const machine::Caller& caller) override;
  void RefusesFill(const machine::FillOperation& fill, cudaError_t error, const machine::Caller& caller) override;
  void RefusesSymbol(const machine::SymbolCopy& copy, cudaError_t error, const machine::Caller& caller) override;
  void RefusesLaunch(const machine::RefusedLaunch& launch, cudaError_t error, const void* caller) override;

 private:
  // The object that a span lies in: which object of the recording that is, is known at the end.
  struct Holder {
    std::uint64_t serial = 0;             // of an allocation; 0: a variable of the device, or memory of the host
    std::uint64_t address = 0, size = 0;  // of the allocation; else `address` is the span's own
  };
  struct Event {
    trace::HostEvent event;
    Holder to, from;
  };

  Holder HolderOf(const void* pointer) const;
  void Add(Event event);
  void NoteNow(const Event& event);
  void Keep();
  static void Resolve(trace::HostSpan& span, const Holder& holder, machine::Machine& machine, ProgramObjects& objects);

  machine::Machine& machine_;
  std::mutex mutex_;
  std::vector<Event> kept_;
  std::deque<Event> recent_;  // since the last recorded launch
  std::uint64_t left_out_ = 0;
  Note note_;
  std::size_t noted_ = 0;
  std::vector<Event> unnoted_;                                // before the first NoteFor
  std::unordered_map<std::uint64_t, trace::ObjectId> known_;  // allocations of the recording, by serial number
};

}  // namespace lockstep::record
