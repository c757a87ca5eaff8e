#pragma once

// Reports stacks to AddressSanitizer: which one a switch between fibers leaves, and which one it enters. In other
// builds these functions are empty and cost nothing.

#include <cstddef>

#if __has_feature(address_sanitizer)

#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

namespace lockstep::launch {

class SanitizedStack {
 public:
  SanitizedStack() = default;
  // A new fiber's stack. Frames that an earlier fiber abandoned may have left it poisoned.
  SanitizedStack(char* low, std::size_t size) : low_(low), size_(size) { __asan_unpoison_memory_region(low, size); }

  // The fiber on this stack has ended and is never resumed.
  void End() { ended_ = true; }
  // Before a switch from this stack to `next`.
  void Leave(const SanitizedStack& next) {
    __sanitizer_start_switch_fiber(ended_ ? nullptr : &fake_stack_, next.low_, next.size_);
  }
  // Called after a switch, on the stack that it entered (`back`, or a new one). This stack is the one that was left;
  // for the OS thread's stack, this call reports its bounds.
  void HasBeenLeftFor(const SanitizedStack& back) { __sanitizer_finish_switch_fiber(back.fake_stack_, &low_, &size_); }
  void HasBeenLeftForNew() { __sanitizer_finish_switch_fiber(nullptr, &low_, &size_); }

 private:
  const void* low_ = nullptr;
  std::size_t size_ = 0;
  void* fake_stack_ = nullptr;  // AddressSanitizer's copy of this stack's variables, to detect use after return
  bool ended_ = false;
};

// The stack of the OS thread, to which a fault returns by a long jump from any fiber.
class JumpTarget {
 public:
  [[gnu::noinline]] void HasBeenJumpedTo() {
    pthread_attr_t attributes;
    void* low = nullptr;
    std::size_t size = 0;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    void* abandoned = nullptr;
    __sanitizer_start_switch_fiber(&abandoned, low, size);
    __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr);
    // The skipped frames did not unpoison their variables.
    auto* here = static_cast<char*>(__builtin_frame_address(0));
    __asan_unpoison_memory_region(low, static_cast<std::size_t>(here - static_cast<char*>(low)) - kThisFrame);
  }

 private:
  static constexpr std::size_t kThisFrame = 1024;

  void* fake_stack_ = __asan_get_current_fake_stack();
};

}  // namespace lockstep::launch

#else

namespace lockstep::launch {

struct SanitizedStack {
  SanitizedStack() = default;
  SanitizedStack(char*, std::size_t) {}
  void End() {}
  void Leave(const SanitizedStack&) {}
  void HasBeenLeftFor(const SanitizedStack&) {}
  void HasBeenLeftForNew() {}
};

struct JumpTarget {
  void HasBeenJumpedTo() {}
};

}  // namespace lockstep::launch

#endif
