// Host code that plays a kernel: loops that call a function once for each block and thread. Under Lockstep such a run
// is recorded, checked and shown like a launch; for every other compiler, and when Lockstep only runs the program,
// these marks are nothing. From C++14 on.
//
//   #include "lockstep/play.h"
//
//   void grey(int block, int thread, int threads, const unsigned char* in, unsigned char* out, int n) {
//     LOCKSTEP_THREAD(block, thread);      // until this scope ends, the host plays this thread
//     ...
//   }
//   void blk_kernel(Body body, int blocks, int threads, ...) {
//     LOCKSTEP_LAUNCH(blocks, threads);    // until this scope ends: a launch of so many blocks of so many threads
//     for (int b = 0; b < blocks; ++b)
//       for (int t = 0; t < threads; ++t) body(b, t, threads, ...);
//   }
//   LOCKSTEP_ARRAY(out, height, width);    // until this scope ends: an array of the launches in it, as
//                                          // LOCKSTEP_PUBLISH; in a launch: of the block that runs next
//
// The function that contains LOCKSTEP_THREAD is the kernel. Sizes and indices are integers, or have two or three
// numbers: members x, y and z as dim3 has, first and second, or an array. One size alone is that of the only block, and
// one index alone counts the threads of all blocks; a block has at most 1024 threads, so more than that in one
// dimension become blocks of 1024. Where a thread goes on that has ended before, a loop has ended that played all
// threads of its block: that is a barrier, as is LOCKSTEP_BARRIER().
//
// Each thread may be one of the host's own (std::thread), which contains LOCKSTEP_THREAD. Lockstep then lets one of
// them go on at a time. A function that waits for the others of the block, whatever it waits with, says so first:
//
//   void Barrier::wait() {
//     LOCKSTEP_WAIT();                     // until this scope ends, the thread waits for all others of its block
//     std::unique_lock<std::mutex> lock(mutex_);
//     ...
//
// The mark comes before any lock: where its scope ends the thread waits for its turn, and must hold nothing that
// another one needs. Where the function lets a thread go on before all have come, it is no barrier.
//
// An array that is named inside a launch plays the shared memory of one block: name it in the loop over blocks, or in
// the function that plays a block.
#ifndef LOCKSTEP_PLAY_H
#define LOCKSTEP_PLAY_H

#if defined(LOCKSTEP_PLAYS) && !defined(__CUDA_ARCH__)

#include <type_traits>

#include "publish.h"

// In Lockstep's runtime. A null `grid` or `block` index: one that counts through all blocks. The plugin puts a row of
// its tables in place of `kernel` and `site`.
extern "C" {
void __lockstep_play_launch(const void* scope, const void* frame, const unsigned* grid, const unsigned* block,
                            const char* file, int line);
void __lockstep_play_launch_ends(const void* scope);
void __lockstep_play_thread(const void* scope, const void* frame, const unsigned* block, const unsigned* thread,
                            const void* kernel);
void __lockstep_play_thread_ends(const void* scope);
void __lockstep_play_barrier(void);
void __lockstep_play_wait(const void* scope, const void* site);
void __lockstep_play_wait_ends(const void* scope);
void __lockstep_play_array(const void* scope, const lockstep_array* array);
void __lockstep_play_array_ends(const void* scope);
}

namespace lockstep_played {

struct Index {
  unsigned at[3];
};

// Too large or negative: no index of any launch.
template <class T>
unsigned Number(T value) {
  static_assert(std::is_integral<T>::value || std::is_enum<T>::value, "an index is an integer");
  const unsigned long long wide = static_cast<unsigned long long>(value);
  return wide > 0xffffffffull ? 0xffffffffu : static_cast<unsigned>(wide);
}

template <int N>
struct Choice : Choice<N - 1> {};
template <>
struct Choice<0> {};

template <class T>
auto IndexOf(const T& value, unsigned, Choice<4>) -> decltype(value.z, Index()) {
  return {{Number(value.x), Number(value.y), Number(value.z)}};
}
template <class T>
auto IndexOf(const T& value, unsigned rest, Choice<3>) -> decltype(value.x, value.y, Index()) {
  return {{Number(value.x), Number(value.y), rest}};
}
template <class T>
auto IndexOf(const T& value, unsigned rest, Choice<2>) -> decltype(value.first, value.second, Index()) {
  return {{Number(value.first), Number(value.second), rest}};
}
template <class T>
auto IndexOf(const T& value, unsigned rest, Choice<1>) -> decltype(value[0], Index()) {
  static_assert(sizeof value / sizeof value[0] == 2 || sizeof value / sizeof value[0] == 3, "two or three numbers");
  constexpr bool kHasThird = sizeof value / sizeof value[0] == 3;
  return {{Number(value[0]), Number(value[1]), kHasThird ? Number(value[kHasThird ? 2 : 0]) : rest}};
}
template <class T>
Index IndexOf(const T& value, unsigned rest, Choice<0>) {
  return {{Number(value), rest, rest}};
}

struct Scope {
  Scope() = default;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
};

struct Launch : Scope {
  template <class Threads>
  Launch(const void* frame, const char* file, int line, const Threads& threads) {
    __lockstep_play_launch(this, frame, nullptr, IndexOf(threads, 1, Choice<4>()).at, file, line);
  }
  template <class Blocks, class Threads>
  Launch(const void* frame, const char* file, int line, const Blocks& blocks, const Threads& threads) {
    const Index grid = IndexOf(blocks, 1, Choice<4>());
    __lockstep_play_launch(this, frame, grid.at, IndexOf(threads, 1, Choice<4>()).at, file, line);
  }
  ~Launch() { __lockstep_play_launch_ends(this); }
};

struct Thread : Scope {
  template <class ThreadIndex>
  Thread(const void* frame, const ThreadIndex& thread) {
    __lockstep_play_thread(this, frame, nullptr, IndexOf(thread, 0, Choice<4>()).at, nullptr);
  }
  template <class BlockIndex, class ThreadIndex>
  Thread(const void* frame, const BlockIndex& block, const ThreadIndex& thread) {
    const Index of_block = IndexOf(block, 0, Choice<4>());
    __lockstep_play_thread(this, frame, of_block.at, IndexOf(thread, 0, Choice<4>()).at, nullptr);
  }
  ~Thread() { __lockstep_play_thread_ends(this); }
};

struct Wait : Scope {
  Wait() { __lockstep_play_wait(this, nullptr); }
  ~Wait() { __lockstep_play_wait_ends(this); }
};

struct ArrayNamer {
  const void* scope;
  void operator()(const lockstep_array& array) const { __lockstep_play_array(scope, &array); }
};

struct Array : Scope {
  template <class... Arguments>
  Array(const char* words, const char* file, int line, Arguments&&... arguments) {
    lockstep_capture::DescribeAny(ArrayNamer{this}, words, file, line, arguments...);
  }
  ~Array() { __lockstep_play_array_ends(this); }
};

}  // namespace lockstep_played

#define LOCKSTEP_PLAYED_JOIN2(a, b) a##b
#define LOCKSTEP_PLAYED_JOIN(a, b) LOCKSTEP_PLAYED_JOIN2(a, b)
#define LOCKSTEP_LAUNCH(...)                                                              \
  const ::lockstep_played::Launch LOCKSTEP_PLAYED_JOIN(__lockstep_launch_, __COUNTER__) { \
    __builtin_frame_address(0), __FILE__, __LINE__, __VA_ARGS__                           \
  }
#define LOCKSTEP_THREAD(...)                                                              \
  const ::lockstep_played::Thread LOCKSTEP_PLAYED_JOIN(__lockstep_thread_, __COUNTER__) { \
    __builtin_frame_address(0), __VA_ARGS__                                               \
  }
#define LOCKSTEP_ARRAY(...)                                                             \
  const ::lockstep_played::Array LOCKSTEP_PLAYED_JOIN(__lockstep_array_, __COUNTER__) { \
    #__VA_ARGS__, __FILE__, __LINE__, __VA_ARGS__                                       \
  }
#define LOCKSTEP_BARRIER() __lockstep_play_barrier()
#define LOCKSTEP_WAIT() \
  const ::lockstep_played::Wait LOCKSTEP_PLAYED_JOIN(__lockstep_wait_, __COUNTER__) {}

#else

#define LOCKSTEP_LAUNCH(...) static_assert(true, "")
#define LOCKSTEP_THREAD(...) static_assert(true, "")
#define LOCKSTEP_ARRAY(...) static_assert(true, "")
#define LOCKSTEP_BARRIER() static_cast<void>(0)
#define LOCKSTEP_WAIT() static_assert(true, "")

#endif

#endif  // LOCKSTEP_PLAY_H
