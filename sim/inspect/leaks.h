#pragma once

// The lifetime of allocations: those that are never freed, and the heap of the device, which kernels allocate from and
// free to.

#include <mutex>
#include <set>

#include "sim/check/leaks.h"
#include "sim/inspect/context.h"
#include "sim/machine/host_observer.h"

namespace lockstep::inspect {

// An allocation that is alive at the end of the program.
struct LeftAllocation {
  memory::MemoryKind kind{};
  bool is_internal = false;  // the runtime's own
};
// True if the program should have freed it. The device's heap ends with the program, and registered memory is the
// host's; memory of another process is that one's to free.
constexpr bool IsLeak(const LeftAllocation& left) {
  return left.kind != memory::MemoryKind::kHeap && !memory::IsOfHost(left.kind) &&
         left.kind != memory::MemoryKind::kImported && !left.is_internal;
}

class LeakCheck : public machine::HostObserver {
 public:
  explicit LeakCheck(CheckContext& context) : context_(context) {}

  // A launch has failed with a fault: from then on every call fails, also those that free.
  void LaunchFails() { end_.has_failed = true; }
  // A call would have freed this memory, and fails for the fault only. Null: all memory (cudaDeviceReset).
  void FreesInVain(const void* pointer) override;
  // The program leaves by `exit`.
  void Exits(int status) { end_.exit_status = status; }
  void ProgramEnds();

  // --- by the running thread
  // `malloc` on the device found no room.
  void HeapIsExhausted(launch::ThreadRun& thread, std::uint64_t size);
  void HeapFrees(launch::ThreadRun& thread, std::uint64_t address);

 private:
  CheckContext& context_;
  std::mutex mutex_;
  check::ProgramEnd end_;
  std::set<std::uint64_t> freed_in_vain_;  // serial numbers
};

}  // namespace lockstep::inspect
