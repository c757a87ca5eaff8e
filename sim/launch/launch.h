#pragma once

// The launch engine's interface: takes a kernel, a grid and packed arguments, and returns when the grid has finished or
// stopped at a fault. The caller has checked every limit of the device and of the kernel.

#include <semaphore.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "shared/trace/recording.h"
#include "sim/hooks/unit.h"

namespace lockstep::machine {
class Machine;
}  // namespace lockstep::machine

namespace lockstep::launch {

struct PlayedLaunch;

// The place of a launch in device code among those of its grid: number `place` (from 1) in stream `slot`, and after
// those of other streams, up to and with the second number of the first number's stream.
struct StreamPlace {
  std::uint32_t slot = 0, place = 0;
  std::map<std::uint32_t, std::uint32_t> after;
  bool is_tail = false;
};

// The launch in device code that made a grid: the thread, and its place.
struct LaunchedBy {
  std::uint32_t launch = 0;  // its grid's number
  trace::Dim3 block, thread;
  const LockstepSite* site = nullptr;
  std::uint32_t depth = 1;   // of the new grid: those that the host launches have 0
  std::uint64_t number = 0;  // it is the program's `number`th launch in device code
  StreamPlace place;
};

struct LaunchRequest {
  machine::Machine* machine = nullptr;
  const LockstepUnit* unit = nullptr;
  const LockstepKernel* kernel = nullptr;
  trace::Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  // bytes
  void** arguments = nullptr;        // arguments[i] points to parameter i; constant while the grid runs
  bool cooperative = false;
  trace::Dim3 cluster{1, 1, 1};          // blocks that run together; the grid must be a multiple of it
  std::uint64_t stream = 0;              // 0: the default stream; others count up from 1 as the program creates them
  const void* caller = nullptr;          // return address of the launch in the program
  const PlayedLaunch* played = nullptr;  // not null: the host plays it, and there are no arguments
  std::optional<LaunchedBy> parent;      // a thread has launched it
};

// The reason why a grid stopped early. The API turns it into CUDA's sticky error.
enum class LaunchFault : std::uint8_t {
  kNone,
  kIllegalAddress,
  kMisalignedAddress,
  kAssert,
  kTrap,
  kDeadlock,
  kTimeout,
  kStackOverflow,
  kIllegalInstruction,
  kInterrupted,  // the user has ended it (interrupt.h)
  kNoMemory,     // the engine could not get memory for shared variables or stacks
};

struct LaunchOutcome {
  LaunchFault fault = LaunchFault::kNone;
  std::string what;               // one sentence, for the user
  const void* address = nullptr;  // of kIllegalAddress and kMisalignedAddress
  bool is_null = false;           // the processor has refused an address in the first page
  bool waits_at_grid = false;     // of kDeadlock: threads of the block wait at the grid's barrier
  // The thread that caused the fault, if a single one did, or only its block.
  bool has_thread = false, has_block = false;
  trace::Dim3 thread{0, 0, 0}, block{0, 0, 0};
  const LockstepSite* site = nullptr;
};

// With all that its threads launch. The outcome is that of the first grid that faults.
LaunchOutcome RunLaunch(const LaunchRequest& request);

// Unlike that of a mutex, its owner may be another OS thread at the end. Unlike std::binary_semaphore, it calls the
// system only if somebody waits: that took half of an empty launch.
class TurnLock {
 public:
  TurnLock() { sem_init(&free_, 0, 1); }
  ~TurnLock() { sem_destroy(&free_); }
  TurnLock(const TurnLock&) = delete;
  TurnLock& operator=(const TurnLock&) = delete;
  void lock() {
    while (sem_wait(&free_) != 0) continue;  // interrupted by a signal
  }
  void unlock() { sem_post(&free_); }

 private:
  sem_t free_{};
};

// Launches come one after the other, and are counted from 0. While a turn is held, Observer() and RunningMachine() are
// those of its launch.
struct LaunchTurn {
  std::unique_lock<TurnLock> lock;
  std::uint32_t number = 0;
};
LaunchTurn TakeTurn(machine::Machine& machine);

// The machine of the running launch, for functions that device code calls.
machine::Machine& RunningMachine();

}  // namespace lockstep::launch
