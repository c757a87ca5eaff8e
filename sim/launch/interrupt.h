#pragma once

// Ctrl-C in a process whose own code is not a CUDA program (an interpreter): it ends the running grid, and then does
// what it would have done.
//
// Device code cannot be asked to end, so its OS threads are interrupted by a signal until each of them is met in code
// of the kernel's library, which holds no locks and owns nothing; the rest is as for a fault (faults.h).

#include <pthread.h>

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

// The signal that interrupts them, and whether it is to end the code at this address.
int InterruptSignal();
bool EndsAt(std::uint64_t address);

}  // namespace lockstep::launch
