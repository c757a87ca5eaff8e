#pragma once

// The events of the host that the CUDA API reports, on the thread that makes the call (sim/launch/observers.h). This
// base class ignores all of them: an observer overrides those that concern it.

#include <string>
#include <vector>

#include "sim/hooks/unit.h"
#include "sim/machine/host_work.h"

namespace lockstep::machine {

class HostObserver {
 public:
  virtual ~HostObserver() = default;

  // --- memory, in the order of the call's stream
  // Called just before it is done.
  virtual void Fills(const FillOperation&, const HostCall&) {}
  virtual void Copies(const CopyPlan&, const HostCall&) {}
  virtual void CallsLibrary(const LibraryCall&, const HostCall&) {}
  virtual void FreesMemory(const void* /*pointer*/, std::uint64_t /*size*/, const HostCall&) {}
  // The memory is available to the work that follows in the stream.
  virtual void HasAllocated(const void* /*pointer*/, std::uint64_t /*size*/, const HostCall&) {}

  // --- memory, in the order of the program's calls, whether a stream takes part or not
  // With an error, `pointer` is null.
  virtual void HostAllocates(const void* /*pointer*/, std::uint64_t /*size*/, cudaError_t, const HostCall&) {}
  virtual void HostFrees(const void* /*pointer*/, std::uint64_t /*size*/, const HostCall&) {}

  // Memory of the program's own becomes known to the device (cudaHostRegister), until it is unregistered.
  virtual void RegistersMemory(const void* /*pointer*/, std::uint64_t /*size*/) {}
  virtual void UnregistersMemory(const void* /*pointer*/) {}

  // From now on other processes may write this memory.
  virtual void SharesMemory(const void* /*pointer*/, std::uint64_t /*size*/, const HostCall&) {}

  // --- rejected calls
  // cudaFree and related functions; `name` is that of their argument.
  virtual void RefusesFree(const void* /*pointer*/, const char* /*name*/, const Caller&) {}
  virtual void RefusesCopy(const CopyOperation&, cudaError_t, const Caller&) {}
  virtual void RefusesFill(const FillOperation&, cudaError_t, const Caller&) {}
  virtual void RefusesSymbol(const SymbolCopy&, cudaError_t, const Caller&) {}
  virtual void RefusesLaunch(const RefusedLaunch&, cudaError_t, const void* /*caller*/) {}
  // An operand of a library's call is not in memory of the device, as a whole.
  virtual void MissesMemory(const LibraryCall&, const LockstepOperand&, const HostCall&) {}
  virtual void RefusesLibraryCall(const char* /*function*/, const std::string& /*why*/, const void* /*caller*/) {}
  // `what` ("a stream") was destroyed by the call at `destroyed_by` and is used all the same.
  virtual void UsesDestroyed(const char* /*what*/, const void* /*destroyed_by*/, const void* /*caller*/) {}
  // The program unloads the module of these units.
  virtual void UnloadsModule(const std::vector<LockstepUnit*>&, const void* /*caller*/) {}
  // A call fails because a kernel has failed earlier.
  virtual void CallsInVain() {}
  // ... and it would have freed this memory. Null: all memory (cudaDeviceReset).
  virtual void FreesInVain(const void* /*pointer*/) {}
  // A call fails, and the program throws away what it returns; `words` name the error.
  virtual void IgnoresError(cudaError_t, const std::string& /*words*/, const void* /*caller*/) {}
  // The program looks at the last error; `uses`: and does not only clear it.
  virtual void LooksAtError(bool /*uses*/) {}
  // True if this observer reports rejected launches to the user, so that no message is needed at the program's end.
  virtual bool ReportsErrors() const { return false; }

  // --- streams: their dependencies, and the waits of the host
  // True if these calls have an effect; otherwise graphs need not name their branches.
  virtual bool FollowsStreams() const { return false; }
  virtual void MakesStream(std::uint64_t /*stream*/, bool /*blocking*/) {}
  virtual void DestroysStream(std::uint64_t /*stream*/) {}
  virtual void RecordsEvent(const void* /*event*/, std::uint64_t /*stream*/) {}
  virtual void StreamWaits(std::uint64_t /*stream*/, const void* /*event*/) {}
  // The host waits until the work put into the stream, or before the event, or all work, has ended.
  virtual void HostWaits(std::uint64_t /*stream*/) {}
  virtual void HostWaitsForEvent(const void* /*event*/) {}
  virtual void HostWaitsForAll() {}
  // The time of an event is asked for.
  virtual void AsksForTime(const void* /*event*/, const void* /*caller*/) {}
};

}  // namespace lockstep::machine
