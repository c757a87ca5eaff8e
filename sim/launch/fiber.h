#pragma once

// A stack of its own for each thread that can wait, and the switch between them (Boost.Context).
//
// Stacks come from one reserved range a worker, at an address that repeats from run to run, each with a guard page
// below it: a thread that overflows its stack hits the guard and is reported, not its neighbour damaged.

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

using Context = boost::context::detail::fcontext_t;

struct Stack {
  char* low = nullptr;  // lowest usable byte; the guard page lies below
  std::size_t size = 0;
  char* high() const { return low + size; }
};

class StackPool {
 public:
  // `number` tells workers apart.
  explicit StackPool(unsigned number);
  ~StackPool();
  StackPool(const StackPool&) = delete;

  // Nothing (low == nullptr) when the machine's memory map is full.
  Stack Take();
  void Give(Stack stack) { free_.push_back(stack); }
  // True where `address` lies in a guard page of ours.
  bool IsGuard(const void* address) const;
  bool Owns(const void* address) const;

  // Bytes of a stack: CUDA's 512 KB of local memory a thread, and room for what it calls. Only what is touched costs memory.
  static constexpr std::size_t kSize = 1 << 20;
  static constexpr std::size_t kGuard = 4096;

 private:
  char* base_ = nullptr;
  std::size_t reserved_ = 0, used_ = 0;
  std::vector<Stack> free_;
};

// Makes a context that calls `main` on `stack` when it is first switched to. `main` never returns.
Context MakeContext(Stack stack, void (*main)(boost::context::detail::transfer_t));

// Leaves the running context, keeping it in `*from`, and goes on with `to`. Returns when somebody switches back.
inline void SwitchContext(Context* from, Context to) {
  const boost::context::detail::transfer_t back = boost::context::detail::jump_fcontext(to, from);
  *static_cast<Context*>(back.data) = back.fctx;
}

// What a context's main does first: keeps the context that it came from.
inline void FinishSwitch(boost::context::detail::transfer_t transfer) {
  *static_cast<Context*>(transfer.data) = transfer.fctx;
}

}  // namespace lockstep
