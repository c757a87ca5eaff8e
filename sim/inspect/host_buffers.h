#pragma once

// The facts about the host's own memory: what its code has allocated (malloc, new), and the variables whose address it
// hands to a copy. Only of the host's code in `.cu` files: memory that others hand out has no bounds here.

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace lockstep::inspect {

struct HostBuffer {
  std::uint64_t begin = 0, size = 0;
  const void* allocated_by =
      nullptr;  // the return address of the call; null where that lies in a library, or for variables
};

class HostBuffers {
 public:
  void Allocated(std::uint64_t begin, std::uint64_t size, const void* caller);
  void Freed(std::uint64_t begin);
  // The buffer or variable that `address` lies in.
  std::optional<HostBuffer> Find(std::uint64_t address);

  // The variables that the OS thread hands to the call that comes next, until it ends.
  static void HandOver(std::uint64_t begin, std::uint64_t size);
  static void CallEnds();

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, HostBuffer> allocated_;
};

}  // namespace lockstep::inspect
