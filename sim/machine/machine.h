#pragma once

// The simulated GPU of a process: its memory, the device code that has been loaded, and the object that an address
// belongs to. The CUDA API's session owns it; the launch engine, the recorder, the checker and the explainer get a
// reference. It depends on no CUDA call and no observer.

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/trace/modelled_set.h"
#include "sim/hooks/unit.h"
#include "sim/machine/location.h"
#include "sim/memory/device_memory.h"

namespace lockstep::machine {

class Machine {
 public:
  // `memory` is the number of bytes that cudaMalloc and related functions can allocate.
  explicit Machine(std::uint64_t memory) : memory_(memory) {}

  memory::DeviceMemory& memory() { return memory_; }
  const memory::DeviceMemory& memory() const { return memory_; }

  // --- the device code of the program
  // Units are numbered in the order of registration. Each gets its part of a block's shared memory, and its sites and
  // variables get ids that are unique in the program. All units are registered before the first launch, except those of
  // libraries that the program loads later.
  void AddUnit(LockstepUnit& unit);
  std::vector<LockstepUnit*> Units() const;
  // True if a unit of this process was built in check mode.
  static bool HasCheckedUnit() { return has_checked_unit_.load(std::memory_order_relaxed); }
  // Null if no unit has this id.
  const LockstepUnit* FindUnit(const char* id) const;
  // In the order of their ids.
  std::vector<const LockstepSite*> Sites() const;
  // The demangled name of the function that contains the site.
  const char* FunctionOf(const LockstepSite& site) const;
  // The total size in bytes of all units' static shared variables.
  std::uint64_t static_shared() const { return static_shared_.load(std::memory_order_relaxed); }

  // --- locations of addresses
  // The variable whose storage contains `address`, or null.
  struct Global {
    const LockstepUnit* unit;
    const LockstepGlobal* global;
  };
  const Global* FindGlobal(std::uint64_t address) const;
  // The last variable that begins at or before `address`, or null.
  const Global* LastGlobalBefore(std::uint64_t address) const;
  // Arrays of played kernels are registered while the host plays a kernel, and the host's own otherwise.
  Location Locate(const void* pointer) const;
  void set_plays(bool plays) { plays_.store(plays, std::memory_order_relaxed); }

  // Bytes of stack for each thread, as the program asks for them (cudaLimitStackSize). Threads here have more.
  std::uint64_t stack_limit() const { return stack_limit_.load(std::memory_order_relaxed); }
  void set_stack_limit(std::uint64_t bytes) { stack_limit_.store(bytes, std::memory_order_relaxed); }
  static constexpr std::uint64_t kStackLimit = 1024;

  // --- the modelled features that the program used
  void Note(trace::ModelledSet used) {
    // Nearly always known; launches must not wait for a write.
    if (used & ~modelled()) modelled_.fetch_or(used, std::memory_order_relaxed);
  }
  // Those that the kernel may use; of other units, whatever they have.
  void NoteKernel(const LockstepUnit& unit, const LockstepKernel& kernel);
  trace::ModelledSet modelled() const { return modelled_.load(std::memory_order_relaxed); }

  // Held while the device works: one grid, copy or fill at a time.
  std::mutex& work_mutex() { return work_mutex_; }

 private:
  static inline std::atomic<bool> has_checked_unit_{false};

  memory::DeviceMemory memory_;
  mutable std::shared_mutex mutex_;  // of the next four
  std::vector<LockstepUnit*> units_;
  std::unordered_map<std::string, LockstepUnit*> units_by_id_;
  std::map<std::uint64_t, Global> globals_;  // by address
  std::uint32_t sites_ = 0, variables_ = 0;
  std::atomic<std::uint64_t> static_shared_{0};
  std::atomic<bool> plays_{false};
  std::atomic<std::uint64_t> stack_limit_{kStackLimit};
  std::atomic<trace::ModelledSet> modelled_{0};
  std::mutex work_mutex_;
};

}  // namespace lockstep::machine
