#pragma once

// A separate stack for each thread that can wait, and the switch between them (Boost.Context).
//
// The stacks of a worker come from one reserved range, at an address that is the same in every run. Each has a guard
// page below it, so a stack overflow is reported instead of damaging the next stack.
//
// A grid that fills the device and meets at a barrier needs 32,768 stacks at once. Linux 6.13 and later mark guard
// pages in the page tables. On earlier kernels a page without access splits the range into two more mappings, and a
// process has at most 65,530 of them. From kMostMapped stacks on, kShared stacks therefore share a guard: an overflow
// of such a stack may damage those below it before it hits that guard and ends the launch.

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/launch/sanitized_stack.h"

namespace lockstep::launch {

// The saved state of a fiber, or of the worker that runs fibers.
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
// The guards that this machine's kernel supports.
GuardKind BestGuards();

class StackPool {
 public:
  // `number` is the worker's number.
  explicit StackPool(unsigned number, GuardKind guards = BestGuards());
  ~StackPool();
  StackPool(const StackPool&) = delete;

  // Returns no stack (low == nullptr) when the process has no mappings left.
  Stack Take();
  void Give(Stack stack) { free_.push_back(stack); }
  // True if `address` is in the guard page of one of these stacks.
  bool IsGuard(const void* address) const;
  bool Owns(const void* address) const;

  // The size of a stack: CUDA's 512 KB of local memory for each thread, and room for the runtime functions that it
  // calls. Only touched pages cost memory.
  static constexpr std::size_t kSize = 1 << 20;
  static constexpr std::size_t kGuard = 4096;
  // For the whole process: leaves mappings to the program and to later stacks.
  static constexpr std::size_t kMostMapped = 24000, kShared = 16;

 private:
  bool Open(char* slot);

  GuardKind guards_;
  std::size_t mapped_ = 0;
  char* base_ = nullptr;
  std::size_t reserved_ = 0, used_ = 0;
  std::vector<Stack> free_;
};

// Creates a context that calls `main` on `stack` at the first switch to it. `main` must not return.
Context MakeContext(Stack stack, void (*main)(boost::context::detail::transfer_t));

// Saves the running context in `*from` and switches to `to`. Returns when another context switches back.
//
// Boost's jump_fcontext leaves by a jump, not by `ret`. A call of it would leave its return address in the processor's
// return predictor, which would then mispredict every `ret` after the switch. So it is entered by a jump as well.
inline void SwitchContext(Context* from, const Context& to) {
  Context* const mine = from;
  from->stack.Leave(to.stack);
  boost::context::detail::fcontext_t left, next = to.place;
  void* data;
  asm volatile(
      "leaq -128(%%rsp), %%rsp\n\t"  // skips the red zone, which the compiler may use
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

// Must be the first action of a context's main: saves the context that switched to it.
inline void FinishSwitch(boost::context::detail::transfer_t transfer) {
  auto* const came_from = static_cast<Context*>(transfer.data);
  came_from->place = transfer.fctx;
  came_from->stack.HasBeenLeftForNew();
}

}  // namespace lockstep::launch
