#include "sim/launch/device_calls.h"

#include <fmt/format.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#include <string>

#include "sim/api/session.h"
#include "sim/launch/faults.h"
#include "sim/launch/observer.h"

using namespace lockstep;

#define LOCKSTEP_EXPORT extern "C" __attribute__((visibility("default")))

// One write a call: lines of threads on different cores do not mix.
LOCKSTEP_EXPORT int __lockstep_printf(const char* format, ...) {
  if (!format) return -1;
  char shortest[512];
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(shortest, sizeof shortest, format, arguments);
  va_end(arguments);
  std::string text;
  if (length >= 0) {
    text.assign(shortest, std::min<std::size_t>(length, sizeof shortest - 1));
    if (static_cast<std::size_t>(length) >= sizeof shortest) {
      text.resize(length);
      vsnprintf(text.data(), text.size() + 1, format, again);
    }
    fwrite(text.data(), 1, text.size(), stdout);
  }
  va_end(again);
  if (LaunchObserver* watcher = WatcherOf(CurrentThread())) watcher->Prints(CurrentThread(), text);
  return length;
}

LOCKSTEP_EXPORT void __lockstep_assert_fail(const char* message, const char* file, unsigned line, const char* function) {
  const ThreadRun& self = CurrentThread();
  const LockstepBlock& block = *self.block;
  fflush(stdout);
  // CUDA's own wording.
  fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
          block.index[0], block.index[1], block.index[2], self.index[0], self.index[1], self.index[2], message);
  RaiseFault(LaunchFault::kAssert, fmt::format("assertion `{}` failed for {}", message, DescribeCurrentThread()));
}

LOCKSTEP_EXPORT void __lockstep_trap() {
  RaiseFault(LaunchFault::kTrap, fmt::format("{} ran into a trap", DescribeCurrentThread()));
}

LOCKSTEP_EXPORT void* __lockstep_malloc(unsigned long long size) {
  ThreadRun& self = CurrentThread();
  MemoryObject* object =
      Session::Get().memory().Allocate({.size = size ? size : 1, .kind = MemoryKind::kHeap, .caller = self.site});
  if (!object) {
    if (LaunchObserver* watcher = WatcherOf(self)) watcher->Allocates(self, nullptr, size);
    return nullptr;
  }
  void* address = reinterpret_cast<void*>(object->address);
  if (LaunchObserver* watcher = WatcherOf(self)) watcher->Allocates(self, address, size);
  return address;
}

LOCKSTEP_EXPORT void __lockstep_free(void* pointer) {
  if (!pointer) return;
  ThreadRun& self = CurrentThread();
  if (LaunchObserver* watcher = WatcherOf(self)) watcher->Frees(self, pointer);
  const FreeOutcome outcome = Session::Get().memory().Free(reinterpret_cast<std::uint64_t>(pointer),
                                                           1u << static_cast<unsigned>(MemoryKind::kHeap), self.site);
  if (outcome != FreeOutcome::kFreed)
    RaiseFault(LaunchFault::kIllegalAddress,
               fmt::format("{} freed {} memory", DescribeCurrentThread(),
                           outcome == FreeOutcome::kAlreadyFreed ? "already freed" : "what device-side malloc did not give:"));
}

LOCKSTEP_EXPORT int __lockstep_is_cooperative() { return CurrentThread().run && CurrentThread().run->is_cooperative(); }

LOCKSTEP_EXPORT unsigned long long __lockstep_clock() { return __rdtsc(); }

LOCKSTEP_EXPORT unsigned long long __lockstep_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<unsigned long long>(now.tv_sec) * 1'000'000'000ull + now.tv_nsec;
}

LOCKSTEP_EXPORT unsigned __lockstep_sm() { return static_cast<unsigned>(sched_getcpu()); }
