#include "sim/launch/device_calls.h"

#include <fmt/format.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "sim/launch/device_printf.h"
#include "sim/launch/device_work.h"
#include "sim/launch/faults.h"
#include "sim/launch/lanes.h"
#include "sim/launch/observer.h"
#include "sim/machine/machine.h"

using namespace lockstep;
using namespace lockstep::launch;

namespace {

// The difference between the device's clock and the processor's.
std::atomic<std::uint64_t> clock_offset = 0;
// The total that threads have skipped while waiting for the clock, in cycles or nanoseconds: the unit does not matter,
// because both clocks only have to advance.
std::atomic<std::uint64_t> waited = 0;

bool IsOnStack(const ThreadRun& self, const char* address) {
  if (self.run) return address >= self.stack.low && address < self.stack.high();
  // A plain loop runs on its worker's own stack.
  struct Range {
    const char* low = nullptr;
    const char* high = nullptr;
  };
  thread_local const Range mine = [] {
    pthread_attr_t attributes;
    void* low = nullptr;
    std::size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return Range{};
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return Range{static_cast<const char*>(low), static_cast<const char*>(low) + size};
  }();
  return address >= mine.low && address < mine.high;
}

// In a block that runs as one loop or in lanes there is no thread, and nobody waits for another.
void AskClock() {
  BlockRun* const run = __lockstep_current ? CurrentThread().run : nullptr;
  if (run) run->AskClock();
}

}  // namespace

void lockstep::launch::StartClock() {
  const std::uint64_t now = __rdtsc() + clock_offset + waited;
  clock_offset += (std::uint64_t{1} << 32) - (now & 0xffffffffu);
}

#define LOCKSTEP_EXPORT extern "C" __attribute__((visibility("default")))

// One write for each call, so that lines of threads on different cores do not mix.
LOCKSTEP_EXPORT int __lockstep_printf(const char* format, ...) {
  if (!format) return -1;
  va_list arguments;
  va_start(arguments, format);
  const DevicePrint print = FormatDevicePrint(format, arguments);
  va_end(arguments);
  if (!KeepPrint(print.text)) Print(print.text);
  if (LaunchObserver* watcher = WatcherOf(CurrentThread())) watcher->Prints(CurrentThread(), print.text);
  return print.arguments;
}

LOCKSTEP_EXPORT void __lockstep_assert_fail(const char* message, const char* file, unsigned line,
                                            const char* function) {
  const ThreadRun& self = CurrentThread();
  const LockstepBlock& block = *self.block;
  fflush(stdout);
  // The wording is CUDA's.
  fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
          block.index[0], block.index[1], block.index[2], self.index[0], self.index[1], self.index[2], message);
  RaiseFault(LaunchFault::kAssert, fmt::format("assertion `{}` failed for {}", message, DescribeCurrentThread()));
}

LOCKSTEP_EXPORT void __lockstep_trap() {
  RaiseFault(LaunchFault::kTrap, fmt::format("{} executed a trap", DescribeCurrentThread()));
}

LOCKSTEP_EXPORT void __lockstep_copies_in_bulk(const void* to, const void* from, unsigned long long size) {
  const auto bits = reinterpret_cast<std::uint64_t>(to) | reinterpret_cast<std::uint64_t>(from) | size;
  if (bits % 16 == 0) return;
  RaiseFault(LaunchFault::kMisalignedAddress,
             fmt::format("{} copies {} bytes in bulk from {} to {}, but sizes and addresses must be multiples of 16",
                         DescribeCurrentThread(), size, from, to));
}

// A kernel that calls it runs on fibers.
LOCKSTEP_EXPORT void __lockstep_exit() {
  ThreadRun& self = CurrentThread();
  self.run->Exit(self);
}

LOCKSTEP_EXPORT void* __lockstep_malloc(unsigned long long size) {
  ThreadRun& self = CurrentThread();
  memory::MemoryObject* object = RunningMachine().memory().Allocate(
      {.size = size ? size : 1, .kind = memory::MemoryKind::kHeap, .caller = self.site});
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
  const memory::FreeOutcome outcome = RunningMachine().memory().Free(
      reinterpret_cast<std::uint64_t>(pointer), 1u << static_cast<unsigned>(memory::MemoryKind::kHeap), self.site);
  if (outcome != memory::FreeOutcome::kFreed)
    RaiseFault(LaunchFault::kIllegalAddress,
               fmt::format("{} freed {} memory", DescribeCurrentThread(),
                           outcome == memory::FreeOutcome::kAlreadyFreed ? "already freed"
                                                                         : "not allocated by device-side malloc:"));
}

LOCKSTEP_EXPORT int __lockstep_state_space(const void* pointer) {
  const ThreadRun& self = CurrentThread();
  const auto* address = static_cast<const char*>(pointer);
  const LockstepBlock& block = *self.block;
  if (address >= block.shared && address < block.dynamic_shared + block.dynamic_size) return 1;
  const ClusterRun* cluster = self.run ? self.run->cluster() : nullptr;
  if (cluster && cluster->memory.RankOf(reinterpret_cast<std::uint64_t>(pointer))) return 4;
  if (IsOnStack(self, address)) return 3;
  const machine::Machine::Global* global = RunningMachine().FindGlobal(reinterpret_cast<std::uint64_t>(pointer));
  return global && static_cast<trace::VariableKind>(global->global->kind) == trace::VariableKind::kConstant ? 2 : 0;
}

// The arenas of all blocks have the same layout.
LOCKSTEP_EXPORT void* __lockstep_map_shared(const void* address, unsigned rank) {
  const ThreadRun& self = CurrentThread();
  const ClusterRun* cluster = self.run ? self.run->cluster() : nullptr;
  const auto offset = static_cast<const char*>(address) - self.block->shared;
  if (!cluster) return self.block->shared + offset;
  const std::vector<char*>& arenas = cluster->memory.arenas;
  return arenas[rank % arenas.size()] + offset;
}

LOCKSTEP_EXPORT void* __lockstep_from_cluster(unsigned number) {
  const unsigned place = number & ((1u << LOCKSTEP_CLUSTER_RANK) - 1), rank = number >> LOCKSTEP_CLUSTER_RANK;
  char* own = CurrentThread().block->dynamic_shared + static_cast<int>(place - LOCKSTEP_SHARED_WINDOW);
  return rank ? __lockstep_map_shared(own, rank - 1) : own;
}

LOCKSTEP_EXPORT unsigned __lockstep_to_cluster(const void* pointer) {
  const ThreadRun& self = CurrentThread();
  const ClusterRun* cluster = self.run ? self.run->cluster() : nullptr;
  const auto rank = cluster ? cluster->memory.RankOf(reinterpret_cast<std::uint64_t>(pointer)) : std::nullopt;
  const char* base = rank ? cluster->memory.arenas[*rank] : self.block->shared;
  const auto offset = static_cast<const char*>(pointer) - base - (self.block->dynamic_shared - self.block->shared);
  const auto number = static_cast<unsigned>(offset + LOCKSTEP_SHARED_WINDOW);
  if (!rank || base == self.block->shared) return number;
  return number | (static_cast<unsigned>(*rank) + 1) << LOCKSTEP_CLUSTER_RANK;
}

LOCKSTEP_EXPORT unsigned long long __lockstep_grid_id() { return RunningGrid::Get().number() + 1ull; }

LOCKSTEP_EXPORT unsigned __lockstep_shared_size() {
  const LockstepBlock& block = *CurrentThread().block;
  return static_cast<unsigned>(block.dynamic_shared - block.shared) + block.dynamic_size;
}

LOCKSTEP_EXPORT unsigned __lockstep_shared_rank(const void* address) {
  const ThreadRun& self = CurrentThread();
  const ClusterRun* cluster = self.run ? self.run->cluster() : nullptr;
  if (!cluster) return 0;
  return static_cast<unsigned>(cluster->memory.RankOf(reinterpret_cast<std::uint64_t>(address)).value_or(0));
}

LOCKSTEP_EXPORT unsigned __lockstep_cluster_dim(unsigned dimension) {
  return CurrentThread().block->cluster_dim[dimension];
}

LOCKSTEP_EXPORT int __lockstep_is_cooperative() { return CurrentThread().run && CurrentThread().run->is_cooperative(); }

LOCKSTEP_EXPORT unsigned long long __lockstep_clock() {
  AskClock();
  return __rdtsc() + clock_offset.load(std::memory_order_relaxed) + waited.load(std::memory_order_relaxed);
}

// The jump grows from iteration to iteration, by at most half of the time waited so far.
LOCKSTEP_EXPORT void __lockstep_clock_jump(std::uint32_t round) {
  waited.fetch_add(std::uint64_t{64} << std::min(round / 2, 40u), std::memory_order_relaxed);
}

LOCKSTEP_EXPORT unsigned long long __lockstep_nanoseconds() {
  AskClock();
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<unsigned long long>(now.tv_sec) * 1'000'000'000ull + now.tv_nsec +
         waited.load(std::memory_order_relaxed);
}
