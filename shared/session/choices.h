#pragma once

// Settings from the environment (variables.def): the order, the workers, the device and its memory. They apply to
// programs that run by themselves as well as to those that the command starts.

#include <cstdint>
#include <optional>

#include "shared/base/error.h"
#include "shared/session/devices.h"
#include "shared/session/order.h"

namespace lockstep::session {

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

}  // namespace lockstep::session
