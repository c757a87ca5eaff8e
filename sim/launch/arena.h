#pragma once

// Shared memory for blocks: one arena a block in flight, at an address that repeats from run to run.

#include <cstdint>
#include <vector>

namespace lockstep {

class ArenaPool {
 public:
  // Bytes behind each arena that are nobody's: what an index a little too large touches.
  static constexpr std::uint64_t kBehind = 1024;

  explicit ArenaPool(unsigned number);
  ~ArenaPool();
  ArenaPool(const ArenaPool&) = delete;

  // `size` bytes, aligned to 1024; null where the machine has no memory. All arenas of a pool have the same size until
  // Reset(), which a launch calls first.
  void Reset(std::uint64_t size);
  char* Take();
  void Give(char* arena) { free_.push_back(arena); }

 private:
  char* base_ = nullptr;
  std::uint64_t reserved_ = 0, used_ = 0, size_ = 0;
  std::vector<char*> free_;
};

}  // namespace lockstep
