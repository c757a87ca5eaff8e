#pragma once

// State of ours that each thread has of its own. In the main thread it is never destroyed: a program may call us from
// handlers of atexit and from destructors of its global objects, which run after those of the thread's own objects. In
// any other thread it ends with the thread; a destructor that runs later there finds a new one.

#include <unistd.h>

#include <utility>

namespace lockstep {

// One for each T and thread, so T is a type of its user's own.
template <class T>
T& StateOfThread() {
  static thread_local T* state = nullptr;
  struct End {
    ~End() {
      if (gettid() != getpid()) delete std::exchange(state, nullptr);
    }
  };
  if (!state) [[unlikely]] {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wexit-time-destructors"
    static thread_local const End end;
#pragma clang diagnostic pop
    state = new T{};
  }
  return *state;
}

}  // namespace lockstep
