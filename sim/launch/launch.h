#pragma once

// The launch engine's front door: a kernel, a grid and packed arguments go in; the grid has run, or stopped at a fault,
// when it returns. The caller has checked every limit of the device and of the kernel.

#include <cstdint>
#include <string>

#include "shared/trace/recording.h"
#include "sim/hooks/unit.h"

namespace lockstep {

class Machine;

struct LaunchRequest {
  Machine* machine = nullptr;
  const LockstepUnit* unit = nullptr;
  const LockstepKernel* kernel = nullptr;
  Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  // bytes
  void** arguments = nullptr;        // arguments[i] points to parameter i; they stay as they are while the grid runs
  bool cooperative = false;
  Dim3 cluster{1, 1, 1};         // blocks that run together; the grid is a multiple of it
  std::uint64_t stream = 0;      // 0: the default stream; others count up from 1 as the program creates them
  const void* caller = nullptr;  // return address of the launch in the program
};

// Why a grid stopped early. The API turns it into CUDA's sticky error.
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
  kNoMemory,  // the engine could not get memory for shared variables or stacks
};

struct LaunchOutcome {
  LaunchFault fault = LaunchFault::kNone;
  std::string what;  // one sentence, for people
  // Whose fault it is, where one thread's.
  bool has_thread = false;
  Dim3 thread{0, 0, 0}, block{0, 0, 0};
  const LockstepSite* site = nullptr;
};

LaunchOutcome RunLaunch(const LaunchRequest& request);

// The machine of the launch that runs: for what device code calls.
Machine& RunningMachine();

}  // namespace lockstep
