#pragma once

// The session: what the CUDA API knows of a running program. The device, the kernels and variables by the names that
// host code has for them, what went wrong. The API's chapters (one file each beside this) work on it.
//
// It is made at its first use, before main(), and never destroyed: programs call the API from their own destructors.

#include <atomic>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "sim/hooks/unit.h"
#include "sim/machine/machine.h"
#include "sim/toolkit/driver_types.h"

namespace lockstep {

// A kernel as the host half knows it: by the address of its stub.
struct SessionKernel {
  const LockstepUnit* unit = nullptr;
  const LockstepKernel* kernel = nullptr;  // null: the device half has no such kernel
  std::string name;                        // linkage name
  // What cudaFuncSetAttribute changed.
  std::atomic<int> max_dynamic_shared{-1};  // bytes; -1: what is left of 48 KiB beside the static variables
  std::atomic<int> preferred_carveout{-1};
  std::atomic<bool> large_clusters{false};  // more blocks in a cluster than every device takes

  int MaxDynamicShared() const {
    const int chosen = max_dynamic_shared.load(std::memory_order_relaxed);
    return chosen >= 0 ? chosen : 48 * 1024 - static_cast<int>(kernel->static_shared);
  }
};

// A __device__, __constant__ or __managed__ variable. `shadow` is what host code takes for its address.
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

  // The device that the calls are about, with its memory and the units of the program.
  Machine& machine() { return machine_; }
  DeviceMemory& memory() { return machine_.memory(); }

  // --- what the host half names
  // From the host half's constructors. A kernel or variable that the unit does not have is remembered as such, and
  // its use is refused.
  void RegisterKernel(const LockstepUnit* unit, const void* stub, const char* name);
  void RegisterVariable(const LockstepUnit* unit, const void* shadow, const char* name, std::uint64_t size);
  SessionKernel* FindKernel(const void* stub);
  const SessionVariable* FindVariable(const void* shadow) const;

  // --- what went wrong
  // A fault in a kernel: from then on every call returns `error` (CUDA's "sticky" errors); the first one stays.
  void SetStickyError(cudaError_t error, std::string what);
  cudaError_t sticky_error() const { return sticky_.load(std::memory_order_relaxed); }
  std::string sticky_what() const;
  // The last error of the calling host thread.
  static cudaError_t& LastError();

 private:
  Session();

  Machine machine_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<const void*, std::unique_ptr<SessionKernel>> kernels_;
  std::unordered_map<const void*, SessionVariable> variables_;
  std::atomic<cudaError_t> sticky_{cudaSuccess};
  std::string sticky_what_;
};

}  // namespace lockstep
