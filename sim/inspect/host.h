#pragma once

// Misuse of the CUDA API by the host: calls that were refused, copies past the end of the host's own memory, memory of
// one side used by the other, errors that the program never looks at.

#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/inspect/api_words.h"
#include "sim/inspect/context.h"
#include "sim/inspect/host_buffers.h"
#include "sim/launch/played_launch.h"
#include "sim/machine/host_observer.h"

namespace lockstep::inspect {

class HostCheck : public machine::HostObserver {
 public:
  explicit HostCheck(CheckContext& context) : context_(context) {}

  HostBuffers& buffers() { return buffers_; }

  // --- calls that were refused (HostObserver)
  void RefusesFree(const void* pointer, const char* name, const machine::Caller& caller) override;
  void RefusesCopy(const machine::CopyOperation& copy, cudaError_t error, const machine::Caller& caller) override;
  void RefusesFill(const machine::FillOperation& fill, cudaError_t error, const machine::Caller& caller) override;
  void MissesMemory(const machine::LibraryCall& library, const LockstepOperand& operand,
                    const machine::HostCall& call) override;
  void RefusesLibraryCall(const char* function, const std::string& why, const void* caller) override;
  void RefusesSymbol(const machine::SymbolCopy& copy, cudaError_t error, const machine::Caller& caller) override;
  void UsesDestroyed(const char* what, const void* destroyed_by, const void* caller) override;
  void RefusesLaunch(const machine::RefusedLaunch& launch, cudaError_t error, const void* caller) override;
  // A launch begins on the host. A program that has seen an earlier launch of the kernel refused, and not only
  // cleared the error, has handled it.
  void Launches(const std::string& kernel);
  // A mark of host code that plays a kernel makes no sense.
  void RefusesMark(const launch::RefusedMark& mark);
  // A program that never looks at errors may go on forever: after very many calls its check ends.
  void CallsInVain() override;
  void IgnoresError(cudaError_t error, const std::string& words, const void* caller) override;
  void LooksAtError(bool uses) override;
  bool ReportsErrors() const override { return true; }
  // The host asks for the time of an event that it has not waited for.
  void AsksTooSoon(const void* caller);
  void ProgramEnds();

  // --- memory
  // Both sides of a copy that is good for the API, where they are the host's own memory.
  void CheckBuffers(const machine::CopyPlan& plan, const void* caller);
  // The host's code accesses memory that only the device can access.
  void ReportDevicePointer(const memory::MemoryObject& object, std::uint64_t address, std::uint64_t size, bool writes,
                           const void* caller);
  // The host's code accesses its stand-in for the device variable `name`, which holds nothing.
  void ReportShadow(const char* name, std::uint64_t size, bool writes, const void* caller);
  // A thread of a kernel has come into the host's code.
  [[noreturn]] void ReportHostCode(launch::ThreadRun& thread, const void* caller);

 private:
  void Report(const Complaint& complaint, const void* caller);
  // [address, address + size) is what a copy of `bytes` in all reads or writes.
  void CheckBuffer(std::uint64_t address, std::uint64_t size, bool writes, std::uint64_t bytes, const void* caller);

  CheckContext& context_;
  HostBuffers buffers_;
  struct IgnoredError {
    std::string words;
    const void* caller = nullptr;
  };
  struct RefusedShape {
    std::string kernel;
    check::FindingKey finding;
    bool is_seen = false;
  };
  std::mutex mutex_;                           // of the next four: calls come from several threads of the host
  const void* refused_launch_ = nullptr;       // where; null once the program has looked at the error
  std::vector<RefusedShape> refused_shapes_;   // with findings, each place once
  std::optional<IgnoredError> ignored_error_;  // the first since the program has looked
  std::set<const void*> reported_calls_;       // places of calls with a finding
  std::atomic<std::uint32_t> calls_in_vain_{0};
};

}  // namespace lockstep::inspect
