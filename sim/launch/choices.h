#pragma once

// What the environment says of how a program runs, for programs that run by themselves as for those that the command
// starts.
//
//   LOCKSTEP_ORDER          the order of threads, as `--order` takes it
//   LOCKSTEP_WORKERS        the number of OS threads that run blocks: 1 to 1024; one for each core unless said
//   LOCKSTEP_DEVICE_MEMORY  the size of the device's memory in bytes: 1 MiB to 512 GiB

#include <cstdint>
#include <optional>

#include "shared/base/error.h"
#include "sim/launch/order.h"

namespace lockstep {

struct RunChoices {
  Order order;
  std::optional<unsigned> workers;
  std::optional<std::uint64_t> device_memory;
};

// An error names the variable and what it takes.
Expected<RunChoices> ReadRunChoices();
// The same for the program that runs; it ends with that sentence where they make no sense.
const RunChoices& ChoicesOfRun();
// The OS threads that run blocks.
unsigned WorkerCount();

}  // namespace lockstep
