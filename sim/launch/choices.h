#pragma once

// Settings from the environment. They apply to programs that run by themselves as well as to those that the command
// starts.
//
//   LOCKSTEP_ORDER          the order of threads, as for `--order`
//   LOCKSTEP_WORKERS        the number of OS threads that run blocks: 1 to 1024; default: one for each core. Under
//                           LOCKSTEP_ORDER it is always one: blocks on several cores have no order
//   LOCKSTEP_DEVICE         the device whose properties the program sees, as for `--device`
//   LOCKSTEP_DEVICE_MEMORY  the size of the device's memory in bytes: 1 MiB to 512 GiB

#include <cstdint>
#include <optional>

#include "shared/base/error.h"
#include "sim/launch/devices.h"
#include "sim/launch/order.h"

namespace lockstep::launch {

struct RunChoices {
  std::optional<Order> order;  // nothing: serial, and blocks on all cores
  std::optional<unsigned> workers;
  const Device* device = nullptr;  // null: Lockstep's own
  std::optional<std::uint64_t> device_memory;
};

// Reads the variables. An error names the variable and the values that it accepts.
Expected<RunChoices> ReadRunChoices();
// The settings of the running program, which ends with that error if they are invalid.
const RunChoices& ChoicesOfRun();
// Of blocks and threads.
Order OrderOfRun();
// The number of OS threads that run blocks.
unsigned WorkerCount();

}  // namespace lockstep::launch
