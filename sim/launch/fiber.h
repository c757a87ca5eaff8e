#pragma once

// A stack of its own for each thread that can wait, and the switch between them (Boost.Context).
//
// Stacks come from one reserved range a worker, at an address that repeats from run to run, each with a guard page
// below it: a thread that overflows its stack hits the guard and is reported, not its neighbour damaged.
//
// A grid that fills the device and meets at a barrier needs 32,768 stacks at once. Linux 6.13 and later mark guard
// pages in the page tables. Before, a page without access splits the range into two more mappings, of which a process
// has 65,530: from kMostMapped stacks on, kShared of them share a guard, and a thread of theirs that overflows may
// damage those below it before it hits that guard and the launch ends.

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/launch/sanitized_stack.h"

namespace lockstep {

// Where a fiber, or the worker that runs fibers, was left.
struct Context {
  boost::context::detail::fcontext_t place = nullptr;
  [[no_unique_address]] SanitizedStack stack;
};

struct Stack {
  char* low = nullptr;  // lowest usable byte; the guard page lies below
  std::size_t size = 0;
  char* high() const { return low + size; }
};

enum class GuardKind { kMarked, kMapped };
// What this machine's kernel can do.
GuardKind BestGuards();

class StackPool {
 public:
  // `number` tells workers apart.
  explicit StackPool(unsigned number, GuardKind guards = BestGuards());
  ~StackPool();
  StackPool(const StackPool&) = delete;

  // Nothing (low == nullptr) when the machine's memory map is full.
  Stack Take();
  void Give(Stack stack) { free_.push_back(stack); }
  // True where `address` lies below a stack of ours, in its guard page.
  bool IsGuard(const void* address) const;
  bool Owns(const void* address) const;

  // Bytes of a stack: CUDA's 512 KB of local memory a thread, and room for what it calls. Only what is touched costs
  // memory.
  static constexpr std::size_t kSize = 1 << 20;
  static constexpr std::size_t kGuard = 4096;
  // Of the whole process: leaves mappings to the program, and to the stacks that come after.
  static constexpr std::size_t kMostMapped = 24000, kShared = 16;

 private:
  bool Open(char* slot);

  GuardKind guards_;
  std::size_t mapped_ = 0;
  char* base_ = nullptr;
  std::size_t reserved_ = 0, used_ = 0;
  std::vector<Stack> free_;
};

// Makes a context that calls `main` on `stack` when it is first switched to. `main` never returns.
Context MakeContext(Stack stack, void (*main)(boost::context::detail::transfer_t));

// Leaves the running context, keeping it in `*from`, and goes on with `to`. Returns when somebody switches back.
//
// Boost's jump_fcontext leaves by a jump, not by `ret`: called, it would leave its return address in the processor's
// forecast of returns, which would be wrong for every `ret` behind the switch. So it is jumped to as well.
inline void SwitchContext(Context* from, const Context& to) {
  Context* const mine = from;
  from->stack.Leave(to.stack);
  boost::context::detail::fcontext_t left, next = to.place;
  void* data;
  asm volatile(
      "leaq -128(%%rsp), %%rsp\n\t"  // below what the compiler may keep there
      "leaq 1f(%%rip), %%rax\n\t"
      "pushq %%rax\n\t"
      "jmp jump_fcontext@PLT\n"
      "1:\tleaq 128(%%rsp), %%rsp"
      : "=a"(left), "=d"(data), "+D"(next), "+S"(from)
      :
      : "rcx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
        "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
  auto* const came_from = static_cast<Context*>(data);
  came_from->place = left;
  came_from->stack.HasBeenLeftFor(mine->stack);
}

// What a context's main does first: keeps the context that it came from.
inline void FinishSwitch(boost::context::detail::transfer_t transfer) {
  auto* const came_from = static_cast<Context*>(transfer.data);
  came_from->place = transfer.fctx;
  came_from->stack.HasBeenLeftForNew();
}

}  // namespace lockstep
