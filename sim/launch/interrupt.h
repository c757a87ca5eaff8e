#pragma once

// Ctrl-C in a process whose own code is not a CUDA program (an interpreter): it ends the running grid, and then does
// what it would have done.
//
// Device code cannot be asked to end, so its OS threads are interrupted by a signal until each of them is met in code
// of the kernel's library, which holds no locks and owns nothing; the rest is as for a fault (faults.h). A limit on
// processor time works in the same way.

#include <pthread.h>
#include <time.h>

#include <chrono>

#include "sim/machine/location.h"

namespace lockstep::launch {

// While one exists, the process's interrupt (SIGINT) ends the device code in `code`, with LaunchFault::kInterrupted. It
// does nothing off the process's main thread, which interrupts are for, and where nobody handles interrupts.
class Interruptible {
 public:
  explicit Interruptible(machine::AddressRange code);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  bool is_active_ = false;
};

// The OS threads that run device code, known for the scope of one of these.
class Interrupted {
 public:
  Interrupted();
  ~Interrupted();
  Interrupted(const Interrupted&) = delete;
  Interrupted& operator=(const Interrupted&) = delete;
};

// While one exists, device code in `code` on this OS thread ends with LaunchFault::kInterrupted once the thread has
// used so much processor time.
class TimeLimit {
 public:
  TimeLimit(machine::AddressRange code, std::chrono::milliseconds time);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  timer_t timer_{};
  bool is_active_ = false;
};

// The signal that interrupts them, and whether it is to end the code at this address, on this OS thread.
int InterruptSignal();
bool EndsAt(std::uint64_t address);

}  // namespace lockstep::launch
