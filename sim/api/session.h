#pragma once

// The session: the CUDA API's state of a running program. It has the device, the kernels and variables by their host
// identities, and the errors. The API's chapters, one file each in this folder, work on it.
//
// It is created at its first use, before main(), and never destroyed: programs call the API from their own destructors.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/trace/modelled_set.h"
#include "sim/hooks/unit.h"
#include "sim/machine/machine.h"
#include "sim/toolkit/driver_types.h"

namespace lockstep::api {

// A kernel as each half identifies it: by the address of its stub there.
struct SessionKernel {
  const LockstepUnit* unit = nullptr;
  const LockstepKernel* kernel = nullptr;  // null: the device half has no such kernel
  std::string name;                        // linkage name
  // Settings of cudaFuncSetAttribute.
  std::atomic<int> max_dynamic_shared{-1};  // bytes; -1: 48 KiB minus the static variables
  std::atomic<int> preferred_carveout{-1};
  std::atomic<bool> large_clusters{false};  // allows clusters that not every device accepts

  int MaxDynamicShared() const {
    const int chosen = max_dynamic_shared.load(std::memory_order_relaxed);
    return chosen >= 0 ? chosen : 48 * 1024 - static_cast<int>(kernel->static_shared);
  }
};

// A __device__, __constant__ or __managed__ variable. `shadow` is its address in host code.
struct SessionVariable {
  const void* shadow = nullptr;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::string name;
  const LockstepUnit* unit = nullptr;
  const LockstepGlobal* global = nullptr;
};

class Session {
 public:
  static Session& Get();

  // The simulated device, with its memory and the units of the program.
  machine::Machine& machine() { return machine_; }
  memory::DeviceMemory& memory() { return machine_.memory(); }
  void Note(trace::Modelled feature);

  // --- objects of the host half
  // Called by the host half's constructors. A kernel or variable that is not in the unit is recorded as such, and its
  // use is refused.
  void RegisterKernel(const LockstepUnit* unit, const void* stub, const char* name);
  void RegisterVariable(const LockstepUnit* unit, const void* shadow, const char* name, std::uint64_t size);
  SessionKernel* FindKernel(const void* stub);
  // In no particular order.
  std::vector<const SessionKernel*> Kernels(const std::function<bool(const SessionKernel&)>& is_wanted) const;
  const SessionVariable* FindVariable(const void* shadow) const;

  // --- errors
  // A fault in a kernel: all later calls return `error` (CUDA's "sticky" errors); the first one is kept.
  void SetStickyError(cudaError_t error, std::string what);
  cudaError_t sticky_error() const { return sticky_.load(std::memory_order_relaxed); }
  std::string sticky_what() const;
  // Returns it, and forgets it: for a process that goes on after a fault (shared/lockstep/embed.h).
  cudaError_t TakeStickyError();
  // The last error of the calling host thread.
  static cudaError_t& LastError();

 private:
  Session();

  machine::Machine machine_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<const void*, std::shared_ptr<SessionKernel>> kernels_;  // by stub, of either half
  std::unordered_map<const void*, SessionVariable> variables_;
  std::atomic<cudaError_t> sticky_{cudaSuccess};
  std::string sticky_what_;
};

}  // namespace lockstep::api
