#pragma once

// The asynchronous copies (`__pipeline_memcpy_async`) of a block that their threads have not waited for. They are done
// at the call; what they have written must not be read before the wait.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/hooks/unit.h"

namespace lockstep::inspect {

struct OpenCopy {
  LockstepSite* site = nullptr;
  std::uint64_t address = 0, size = 0;
  std::uint32_t thread = 0;
  std::uint64_t group = 0;  // of the thread: how often it had committed
};

class OpenCopies {
 public:
  bool empty() const { return by_address_.empty(); }
  // `group` is set here.
  void Begin(OpenCopy copy);
  void Commit(std::uint32_t thread) { ++committed_[thread]; }
  // Those of all the thread's committed groups but the last `prior` are done.
  void Wait(std::uint32_t thread, std::uint64_t prior);
  void EndAll(std::uint32_t thread);
  // One that writes some of these bytes.
  std::optional<OpenCopy> Find(std::uint64_t address, std::uint64_t size) const;

 private:
  template <class IsDone>
  void End(std::uint32_t thread, IsDone&& is_done);

  std::map<std::uint64_t, OpenCopy> by_address_;
  std::map<std::uint32_t, std::vector<std::uint64_t>> of_thread_;  // addresses
  std::map<std::uint32_t, std::uint64_t> committed_;
};

}  // namespace lockstep::inspect
