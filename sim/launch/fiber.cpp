#include "sim/launch/fiber.h"

#include <sys/mman.h>

#include <atomic>

#include "shared/base/address_space.h"

namespace lockstep::launch {
namespace {

constexpr std::uintptr_t kFirstStack = 0x300000000000;            // far from the addresses that systems choose
constexpr std::size_t kReservedForStacks = std::size_t{1} << 37;  // address space of a worker: 130,000 stacks
constexpr int kMarkGuard = 102;                                   // MADV_GUARD_INSTALL, missing from older headers
std::atomic<std::size_t> mapped_guards;

char* Reserve(unsigned number) {
  void* wanted = reinterpret_cast<void*>(kFirstStack + number * kReservedForStacks);
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* got = mmap(wanted, kReservedForStacks, PROT_NONE, kFlags | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == MAP_FAILED) got = mmap(nullptr, kReservedForStacks, PROT_NONE, kFlags, -1, 0);
  if (got == MAP_FAILED) EndWithoutAddressSpace("the stacks of threads");
  return static_cast<char*>(got);
}

}  // namespace

GuardKind BestGuards() {
  static const GuardKind best = [] {
    void* page = mmap(nullptr, StackPool::kGuard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return GuardKind::kMapped;
    const bool marked = madvise(page, StackPool::kGuard, kMarkGuard) == 0;
    munmap(page, StackPool::kGuard);
    return marked ? GuardKind::kMarked : GuardKind::kMapped;
  }();
  return best;
}

StackPool::StackPool(unsigned number, GuardKind guards)
    : guards_(guards), base_(Reserve(number)), reserved_(kReservedForStacks) {}

StackPool::~StackPool() {
  mapped_guards -= mapped_;
  munmap(base_, reserved_);
}

// A slot is a guard page with the stack above it.
bool StackPool::Open(char* slot) {
  const bool shares =
      guards_ == GuardKind::kMapped && mapped_guards >= kMostMapped && used_ / (kGuard + kSize) % kShared != 0;
  const bool maps = guards_ == GuardKind::kMapped && !shares;
  char* const low = maps ? slot + kGuard : slot;
  if (mprotect(low, slot + kGuard + kSize - low, PROT_READ | PROT_WRITE) != 0) return false;
  if (maps) ++mapped_, ++mapped_guards;
  return guards_ == GuardKind::kMapped || madvise(slot, kGuard, kMarkGuard) == 0;
}

Stack StackPool::Take() {
  if (!free_.empty()) {
    const Stack stack = free_.back();
    free_.pop_back();
    return stack;
  }
  if (used_ + kGuard + kSize > reserved_) return {};
  if (!Open(base_ + used_)) return {};
  Stack stack{base_ + used_ + kGuard, kSize};
  // Stacks are a multiple of the page size apart, so the tops of all stacks would compete for the same cache lines.
  // Each stack therefore starts slightly lower than the one before.
  const std::size_t number = used_ / (kGuard + kSize);
  stack.size -= number * 5 % 64 * 64 + number / 64 % 16 * 4096;
  used_ += kGuard + kSize;
  return stack;
}

bool StackPool::Owns(const void* address) const {
  return static_cast<std::size_t>(static_cast<const char*>(address) - base_) < used_;
}

bool StackPool::IsGuard(const void* address) const {
  return Owns(address) && (static_cast<const char*>(address) - base_) % (kGuard + kSize) < kGuard;
}

Context MakeContext(Stack stack, void (*main)(boost::context::detail::transfer_t)) {
  return {.place = boost::context::detail::make_fcontext(stack.high(), stack.size, main),
          .stack = SanitizedStack(stack.low, stack.size)};
}

}  // namespace lockstep::launch
