#include "sim/launch/arena.h"

#include <sys/mman.h>

#include "shared/base/address_space.h"

namespace lockstep::launch {
namespace {

constexpr std::uintptr_t kFirstArena = 0x380000000000;
constexpr std::uint64_t kReservedForArenas = std::uint64_t{1} << 36;
// Unused space before the first arena, so that a small negative index is reported by the checker instead of faulting.
constexpr std::uint64_t kLead = 64 << 10;

}  // namespace

ArenaPool::ArenaPool(unsigned number) : reserved_(kReservedForArenas) {
  void* wanted = reinterpret_cast<void*>(kFirstArena + number * kReservedForArenas);
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* got = mmap(wanted, reserved_, PROT_READ | PROT_WRITE, kFlags | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == MAP_FAILED) got = mmap(nullptr, reserved_, PROT_READ | PROT_WRITE, kFlags, -1, 0);
  if (got == MAP_FAILED) EndWithoutAddressSpace("shared memory");
  base_ = static_cast<char*>(got);
  used_ = kLead;
}

ArenaPool::~ArenaPool() { munmap(base_, reserved_); }

void ArenaPool::Reset(std::uint64_t size) {
  size_ = (size + 1023) / 1024 * 1024 + kGuardBytes;
  used_ = kLead;
  free_.clear();
}

char* ArenaPool::Take() {
  if (!free_.empty()) {
    char* arena = free_.back();
    free_.pop_back();
    return arena;
  }
  if (used_ + size_ > reserved_) return nullptr;
  char* arena = base_ + used_;
  used_ += size_;
  return arena;
}

}  // namespace lockstep::launch
