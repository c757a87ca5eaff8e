#pragma once

// The simulated GPU of a process: its memory, the device code that it has loaded, and which of both an address belongs
// to. The CUDA API's session owns it; the launch engine, the recorder, the checker and the explainer are given it. It
// knows no CUDA call and nobody who looks on.

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/hooks/unit.h"
#include "sim/machine/location.h"
#include "sim/memory/device_memory.h"

namespace lockstep {

class Machine {
 public:
  // `memory` is in bytes: what cudaMalloc and its family can hand out.
  explicit Machine(std::uint64_t memory) : memory_(memory) {}

  DeviceMemory& memory() { return memory_; }
  const DeviceMemory& memory() const { return memory_; }

  // --- the device code of the program
  // Units are numbered in the order they come. Each gets its part of a block's shared memory, and its sites and
  // variables get ids that no other unit's have. All units come before the first launch but for those of libraries that
  // the program loads later.
  void AddUnit(LockstepUnit& unit);
  std::vector<LockstepUnit*> Units() const;
  // Null where there is none of that id.
  const LockstepUnit* FindUnit(const char* id) const;
  // By id.
  std::vector<const LockstepSite*> Sites() const;
  // The name, as people read it, of the function that the site is in.
  const char* FunctionOf(const LockstepSite& site) const;
  // Bytes of all units' static shared variables.
  std::uint64_t static_shared() const { return static_shared_.load(std::memory_order_relaxed); }

  // --- where an address lies
  // The variable whose storage holds `address`, or null.
  struct Global {
    const LockstepUnit* unit;
    const LockstepGlobal* global;
  };
  const Global* FindGlobal(std::uint64_t address) const;
  // The last variable that begins at or before `address`, or null.
  const Global* LastGlobalBefore(std::uint64_t address) const;
  Location Locate(const void* pointer) const;

  // Held by whoever does work on the device: one grid, copy or fill at a time.
  std::mutex& work_mutex() { return work_mutex_; }

 private:
  DeviceMemory memory_;
  mutable std::shared_mutex mutex_;  // of the next four
  std::vector<LockstepUnit*> units_;
  std::unordered_map<std::string, LockstepUnit*> units_by_id_;
  std::map<std::uint64_t, Global> globals_;  // by address
  std::uint32_t sites_ = 0, variables_ = 0;
  std::atomic<std::uint64_t> static_shared_{0};
  std::mutex work_mutex_;
};

}  // namespace lockstep
