#pragma once

// What the CUDA API reports of the host's doings, by the thread that makes the call. A base class that ignores all of
// it: the API always has one to report to (sim/launch/observers.h).

#include "sim/machine/host_work.h"

namespace lockstep {

class HostObserver {
 public:
  virtual ~HostObserver() = default;

  // --- memory, in the order of the call's stream
  // Just before it is done.
  virtual void Fills(const FillOperation&, const HostCall&) {}
  virtual void Copies(const CopyPlan&, const HostCall&) {}
  virtual void FreesMemory(const void* /*pointer*/, std::uint64_t /*size*/, const HostCall&) {}
  // The memory is there for what follows in the stream.
  virtual void HasAllocated(const void* /*pointer*/, std::uint64_t /*size*/, const HostCall&) {}

  // --- calls that were refused
  // cudaFree and its family; `name` is their argument's.
  virtual void RefusesFree(const void* /*pointer*/, const char* /*name*/, const void* /*caller*/) {}
  virtual void RefusesCopy(const CopyOperation&, const void* /*caller*/) {}
  virtual void RefusesFill(const FillOperation&, const void* /*caller*/) {}
  virtual void RefusesSymbol(const SymbolCopy&, cudaError_t, const void* /*caller*/) {}
  virtual void RefusesLaunch(const RefusedLaunch&, cudaError_t, const void* /*caller*/) {}
  // A call fails because a kernel has.
  virtual void CallsInVain() {}
  // The program looks at the last error.
  virtual void LooksAtError() {}
  // Whether refused launches reach the user by the observer, so that nothing more need be said at the program's end.
  virtual bool ReportsErrors() const { return false; }

  // --- streams: what they wait for, and what the host waits for
  // Whether any of it is of use; graphs save the trouble of naming their branches where not.
  virtual bool FollowsStreams() const { return false; }
  virtual void MakesStream(std::uint64_t /*stream*/, bool /*blocking*/) {}
  virtual void DestroysStream(std::uint64_t /*stream*/) {}
  virtual void RecordsEvent(const void* /*event*/, std::uint64_t /*stream*/) {}
  virtual void StreamWaits(std::uint64_t /*stream*/, const void* /*event*/) {}
  // The host goes on only when what was put into the stream, or came before the event, or all work, has ended.
  virtual void HostWaits(std::uint64_t /*stream*/) {}
  virtual void HostWaitsForEvent(const void* /*event*/) {}
  virtual void HostWaitsForAll() {}
};

}  // namespace lockstep
