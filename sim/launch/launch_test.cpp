// Runs grids through the shared library, as programs do. The kernels are ordinary functions that call the same runtime
// functions as compiled device code, so these tests need no compiler.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "shared/trace/words.h"
#include "sim/hooks/hooks.h"
#include "sim/toolkit/cuda_runtime_api.h"

extern "C" {
void __lockstep_syncthreads();
int __lockstep_syncthreads_count(int predicate);
void __lockstep_syncwarp(unsigned mask);
unsigned long long __lockstep_shuffle(unsigned mask, unsigned long long value, unsigned source, unsigned operation);
unsigned __lockstep_vote(unsigned mask, unsigned value, unsigned operation);
unsigned __lockstep_activemask();
void __lockstep_named_barrier(unsigned id, unsigned count);
void __lockstep_sync_grid();
void __lockstep_trap();
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, void*, void*, void*, void*,
                            int*);
}

namespace lockstep::launch {
namespace {

constexpr unsigned kAll = 0xffffffffu;

template <class T>
T Argument(void* const* args, int i) {
  return *static_cast<T*>(args[i]);
}

unsigned Global(const LockstepThread& thread) {
  return thread.block->index[0] * thread.block->block_dim[0] + thread.linear;
}

// out[i] = the value that the next thread of the block wrote before the barrier.
void ReadNext(LockstepThread* thread, void* const* args) {
  auto* slots = Argument<int*>(args, 0);
  auto* out = Argument<int*>(args, 1);
  const unsigned n = thread->block->block_dim[0], first = thread->block->index[0] * n;
  slots[Global(*thread)] = static_cast<int>(Global(*thread)) * 10;
  __lockstep_syncthreads();
  out[Global(*thread)] = slots[first + (thread->linear + 1) % n];
}

// Odd threads leave before the barrier.
void LeaveEarly(LockstepThread* thread, void* const* args) {
  if (thread->linear % 2) return;
  Argument<int*>(args, 1)[Global(*thread)] = __lockstep_syncthreads_count(1);
}

void Shuffle(LockstepThread* thread, void* const* args) {
  auto* out = Argument<int*>(args, 1);
  const auto code = static_cast<unsigned>(trace::WarpOperation::kShuffleXor);
  out[Global(*thread)] = static_cast<int>(__lockstep_shuffle(kAll, thread->linear, (thread->linear % 32) ^ 1, code));
}

// The two halves of a warp vote separately.
void VoteInHalves(LockstepThread* thread, void* const* args) {
  const unsigned lane = thread->linear % 32, mask = lane < 16 ? 0xffffu : 0xffff0000u;
  Argument<int*>(args, 1)[Global(*thread)] =
      static_cast<int>(__lockstep_vote(mask, lane % 4 == 0, static_cast<unsigned>(trace::WarpOperation::kBallot)));
}

void NamedBarriers(LockstepThread* thread, void* const* args) {
  auto* slots = Argument<int*>(args, 0);
  const unsigned group = thread->linear / 32;
  if (thread->linear % 32 == 0) slots[group] = static_cast<int>(group) + 1;
  __lockstep_named_barrier(group + 1, 32);
  Argument<int*>(args, 1)[thread->linear] = slots[group];
}

// Block 0 waits for a flag that the last block sets.
void WaitForLastBlock(LockstepThread* thread, void* const* args) {
  auto* flag = reinterpret_cast<std::atomic<int>*>(Argument<int*>(args, 0));
  if (thread->block->index[0] == thread->block->grid_dim[0] - 1) {
    flag->store(42);
    return;
  }
  while (flag->load() == 0) __lockstep_poll(nullptr);
  Argument<int*>(args, 1)[Global(*thread)] = flag->load();
}

// The same, but the waiting block meets at a barrier in each iteration.
void WaitForLastBlockAtBarriers(LockstepThread* thread, void* const* args) {
  auto* flag = reinterpret_cast<std::atomic<int>*>(Argument<int*>(args, 0));
  if (thread->block->index[0] == thread->block->grid_dim[0] - 1) flag->store(42);
  while (!__lockstep_syncthreads_count(flag->load() != 0)) {
  }
  Argument<int*>(args, 1)[Global(*thread)] = flag->load();
}

// The same, but its warps vote in each iteration.
void WaitForLastBlockInVotes(LockstepThread* thread, void* const* args) {
  auto* flag = reinterpret_cast<std::atomic<int>*>(Argument<int*>(args, 0));
  if (thread->block->index[0] == thread->block->grid_dim[0] - 1) flag->store(42);
  while (!__lockstep_vote(kAll, flag->load() != 0, static_cast<unsigned>(trace::WarpOperation::kBallot)))
    __lockstep_poll(nullptr);
  Argument<int*>(args, 1)[Global(*thread)] = flag->load();
}

void SyncGrid(LockstepThread* thread, void* const* args) {
  auto* slots = Argument<int*>(args, 0);
  const unsigned all = thread->block->grid_dim[0] * thread->block->block_dim[0];
  slots[Global(*thread)] = static_cast<int>(Global(*thread)) + 1;
  __lockstep_sync_grid();
  Argument<int*>(args, 1)[Global(*thread)] = slots[all - 1 - Global(*thread)];
}

void Deadlock(LockstepThread* thread, void* const*) {
  if (thread->linear < 16)
    __lockstep_syncthreads();
  else
    __lockstep_syncwarp(kAll);
}

void LeaveGridBarrierOut(LockstepThread* thread, void* const*) {
  if (thread->block->index[0] != 1) __lockstep_sync_grid();
}

void Trap(LockstepThread* thread, void* const*) {
  if (thread->block->index[0] == 2 && thread->linear == 5) __lockstep_trap();
}

void WriteNull(LockstepThread*, void* const*) { *reinterpret_cast<volatile int*>(16) = 1; }

void Overflow(LockstepThread* thread, void* const* args) {
  volatile char room[4096];
  room[0] = static_cast<char>(thread->linear);
  if (thread->block) Overflow(thread, args);  // always
  room[1] = room[0];
}

using Entry = void (*)(LockstepThread*, void* const*);
struct TestKernel {
  const char* name;
  Entry entry;
  char stub;
};
TestKernel kernels[] = {{"ReadNext", ReadNext, 0},
                        {"LeaveEarly", LeaveEarly, 0},
                        {"Shuffle", Shuffle, 0},
                        {"VoteInHalves", VoteInHalves, 0},
                        {"NamedBarriers", NamedBarriers, 0},
                        {"WaitForLastBlock", WaitForLastBlock, 0},
                        {"WaitForLastBlockAtBarriers", WaitForLastBlockAtBarriers, 0},
                        {"WaitForLastBlockInVotes", WaitForLastBlockInVotes, 0},
                        {"SyncGrid", SyncGrid, 0},
                        {"Deadlock", Deadlock, 0},
                        {"LeaveGridBarrierOut", LeaveGridBarrierOut, 0},
                        {"Trap", Trap, 0},
                        {"WriteNull", WriteNull, 0},
                        {"Overflow", Overflow, 0}};

void RegisterKernels() {
  static const bool once = [] {
    static LockstepFunction function = {"test", "launch_test.cpp", 1, 0};
    static LockstepParameter parameters[] = {{"slots", 8, 0xffffffff, 0xffffffff}, {"out", 8, 0xffffffff, 0xffffffff}};
    static std::vector<LockstepKernel> rows;
    for (TestKernel& kernel : kernels)
      rows.push_back({.name = kernel.name,
                      .pretty_name = kernel.name,
                      .thread_entry = kernel.entry,
                      .parameters = parameters,
                      .parameter_count = 2,
                      .engine = LOCKSTEP_FIBERS});
    static LockstepUnit unit = {
        .abi = LOCKSTEP_ABI, .mode = LOCKSTEP_RUN, .id = "launch_test", .source = "launch_test.cpp"};
    unit.functions = &function;
    unit.function_count = 1;
    unit.kernels = rows.data();
    unit.kernel_count = static_cast<std::uint32_t>(rows.size());
    __lockstep_register_unit(&unit);
    static const char binary[] = "LOCKSTEP\0launch_test";
    static struct {
      int magic, version;
      const char* data;
      void* unused;
    } wrapper = {0x466243b1, 1, binary, nullptr};
    static void** const handle = __cudaRegisterFatBinary(&wrapper);  // until the process ends, as in a program
    for (TestKernel& kernel : kernels)
      __cudaRegisterFunction(handle, &kernel.stub, nullptr, kernel.name, -1, nullptr, nullptr, nullptr, nullptr,
                             nullptr);
    return true;
  }();
  (void)once;
}

struct Ending {
  cudaError_t error = cudaSuccess;
  std::vector<int> out;
};

Ending Launch(Entry entry, unsigned blocks, unsigned threads, bool cooperative = false) {
  RegisterKernels();
  const auto kernel = std::ranges::find(kernels, entry, &TestKernel::entry);
  const std::size_t count = std::size_t{blocks} * threads;
  int *slots = nullptr, *out = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&slots), count * sizeof(int));
  cudaMalloc(reinterpret_cast<void**>(&out), count * sizeof(int));
  cudaMemset(slots, 0, count * sizeof(int));
  cudaMemset(out, 0, count * sizeof(int));
  void* args[] = {&slots, &out};
  Ending run{.out = std::vector<int>(count)};
  const dim3 grid{blocks, 1, 1}, block{threads, 1, 1};
  run.error = cooperative ? cudaLaunchCooperativeKernel(&kernel->stub, grid, block, args, 0, nullptr)
                          : cudaLaunchKernel(&kernel->stub, grid, block, args, 0, nullptr);
  if (run.error == cudaSuccess) run.error = cudaDeviceSynchronize();
  if (run.error == cudaSuccess) cudaMemcpy(run.out.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(slots);
  cudaFree(out);
  return run;
}

// Runs in a child, because a fault is sticky for its process, as on a GPU. Exits with CUDA's error.
void LaunchAndExit(Entry entry, unsigned blocks, unsigned threads, bool cooperative = false) {
  std::_Exit(Launch(entry, blocks, threads, cooperative).error % 256);
}

TEST(Launch, LetsEveryThreadSeeWhatOthersWroteBeforeTheBarrier) {
  for (unsigned threads : {1u, 31u, 32u, 33u, 256u, 1024u}) {
    const Ending run = Launch(ReadNext, 7, threads);
    ASSERT_EQ(run.error, cudaSuccess);
    for (unsigned i = 0; i < run.out.size(); ++i) {
      const unsigned first = i / threads * threads;
      ASSERT_EQ(run.out[i], static_cast<int>(first + (i - first + 1) % threads) * 10) << threads << " threads, " << i;
    }
  }
}

TEST(Launch, CountsThreadsThatHaveLeftAsArrived) {
  const Ending run = Launch(LeaveEarly, 3, 64);
  ASSERT_EQ(run.error, cudaSuccess);
  for (unsigned i = 0; i < run.out.size(); ++i) EXPECT_EQ(run.out[i], i % 2 ? 0 : 32) << i;
}

TEST(Launch, MovesValuesBetweenLanes) {
  const Ending run = Launch(Shuffle, 2, 64);
  ASSERT_EQ(run.error, cudaSuccess);
  for (unsigned i = 0; i < run.out.size(); ++i) EXPECT_EQ(run.out[i], static_cast<int>(i % 64 ^ 1)) << i;
}

TEST(Launch, KeepsMeetingsOfDifferentMasksApart) {
  const Ending run = Launch(VoteInHalves, 1, 32);
  ASSERT_EQ(run.error, cudaSuccess);
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(run.out[lane], lane < 16 ? 0x1111 : 0x11110000) << lane;
}

TEST(Launch, KeepsNamedBarriersApart) {
  const Ending run = Launch(NamedBarriers, 1, 128);
  ASSERT_EQ(run.error, cudaSuccess);
  for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(run.out[i], static_cast<int>(i / 32) + 1) << i;
}

TEST(Launch, RunsOtherBlocksWhileSomeWaitForThem) {
  const Ending run = Launch(WaitForLastBlock, 40, 32);
  ASSERT_EQ(run.error, cudaSuccess);
  EXPECT_EQ(std::ranges::count(run.out, 42), 39 * 32);
}

TEST(Launch, RunsOtherBlocksWhileSomeMeetInEachIterationOfWaiting) {
  for (Entry entry : {WaitForLastBlockAtBarriers, WaitForLastBlockInVotes}) {
    const Ending run = Launch(entry, 10, 64);
    ASSERT_EQ(run.error, cudaSuccess);
    EXPECT_EQ(std::ranges::count(run.out, 42), 10 * 64);
  }
}

TEST(Launch, MeetsAllBlocksAtTheGridsBarrier) {
  const Ending run = Launch(SyncGrid, 20, 64, true);
  ASSERT_EQ(run.error, cudaSuccess);
  for (unsigned i = 0; i < run.out.size(); ++i) EXPECT_EQ(run.out[i], static_cast<int>(run.out.size() - i)) << i;
}

TEST(LaunchFault, NamesTheWaitingThreadsOfADeadlock) {
  EXPECT_EXIT(LaunchAndExit(Deadlock, 1, 32), testing::ExitedWithCode(cudaErrorLaunchTimeout % 256),
              "deadlock in block \\(0,0,0\\): 16 threads.*at a barrier of the block.*16 threads.*other lanes");
}

TEST(LaunchFault, DetectsABlockThatNeverReachesTheGridsBarrier) {
  EXPECT_EXIT(LaunchAndExit(LeaveGridBarrierOut, 3, 32, true), testing::ExitedWithCode(cudaErrorLaunchTimeout % 256),
              "waits at the grid's barrier, but another block has left");
}

TEST(LaunchFault, NamesTheThreadThatExecutedATrap) {
  EXPECT_EXIT(LaunchAndExit(Trap, 4, 32), testing::ExitedWithCode(cudaErrorLaunchFailure % 256),
              "thread \\(5,0,0\\) of block \\(2,0,0\\).*trap");
}

TEST(LaunchFault, SurvivesABadAddress) {
  EXPECT_EXIT(LaunchAndExit(WriteNull, 1, 32), testing::ExitedWithCode(cudaErrorIllegalAddress % 256),
              "unmapped memory");
}

TEST(LaunchFault, DistinguishesAStackOverflowFromABadAddress) {
  EXPECT_EXIT(LaunchAndExit(Overflow, 1, 4), testing::ExitedWithCode(cudaErrorHardwareStackError % 256),
              "ran out of stack");
}

}  // namespace
}  // namespace lockstep::launch
