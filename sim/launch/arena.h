#pragma once

// Shared memory for blocks: one arena for each block in flight, at an address that is the same in every run.

#include <cstdint>
#include <vector>

namespace lockstep::launch {

class ArenaPool {
 public:
  // Unused bytes after each arena, which a slightly too large index touches.
  static constexpr std::uint64_t kGuardBytes = 1024;

  explicit ArenaPool(unsigned number);
  ~ArenaPool();
  ArenaPool(const ArenaPool&) = delete;

  // `size` bytes, aligned to 1024; null if the machine is out of memory. All arenas of a pool have the same size until
  // Reset(), which a launch calls first.
  void Reset(std::uint64_t size);
  char* Take();
  void Give(char* arena) { free_.push_back(arena); }

 private:
  char* base_ = nullptr;
  std::uint64_t reserved_ = 0, used_ = 0, size_ = 0;
  std::vector<char*> free_;
};

}  // namespace lockstep::launch
