#pragma once

// The session: the one object of a running program that wires the parts together. Which units, kernels and variables
// there are; device memory; which device is current; what went wrong. The API's chapters (one file each beside this)
// work on it, and the launch engine, the recorder and the checkers find memory and variables through it.
//
// It is made at its first use, before main(), and never destroyed: programs call the API from their own destructors.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/hooks/unit.h"
#include "sim/toolkit/driver_types.h"
#include "sim/memory/device_memory.h"

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

  // --- what the program consists of
  // From __lockstep_register_unit; units are numbered in the order they come.
  void RegisterUnit(LockstepUnit* unit);
  std::vector<LockstepUnit*> Units() const;
  const LockstepUnit* FindUnit(const char* id) const;

  // From the host half's constructors. A kernel or variable that the unit does not have is remembered as such, and
  // its use is refused.
  void RegisterKernel(const LockstepUnit* unit, const void* stub, const char* name);
  void RegisterVariable(const LockstepUnit* unit, const void* shadow, const char* name, std::uint64_t size);
  SessionKernel* FindKernel(const void* stub);
  const SessionVariable* FindVariable(const void* shadow) const;

  // The variable whose device storage holds `address`, or null.
  struct Global {
    const LockstepUnit* unit;
    const LockstepGlobal* global;
  };
  const Global* FindGlobal(std::uint64_t address) const;

  // --- memory
  DeviceMemory& memory() { return *memory_; }

  // --- what went wrong
  // A fault in a kernel: from then on every call returns `error` (CUDA's "sticky" errors); the first one stays.
  void SetStickyError(cudaError_t error, std::string what);
  cudaError_t sticky_error() const { return sticky_.load(std::memory_order_relaxed); }
  std::string sticky_what() const;
  // The last error of the calling host thread.
  static cudaError_t& LastError();

  // One grid runs at a time.
  std::mutex& launch_mutex() { return launch_mutex_; }

 private:
  Session();

  mutable std::shared_mutex mutex_;
  std::vector<LockstepUnit*> units_;
  std::unordered_map<std::string, LockstepUnit*> units_by_id_;
  std::unordered_map<const void*, std::unique_ptr<SessionKernel>> kernels_;
  std::unordered_map<const void*, SessionVariable> variables_;
  std::map<std::uint64_t, Global> globals_;  // by address
  std::unique_ptr<DeviceMemory> memory_;
  std::atomic<cudaError_t> sticky_{cudaSuccess};
  std::string sticky_what_;
  std::mutex launch_mutex_;
};

}  // namespace lockstep
