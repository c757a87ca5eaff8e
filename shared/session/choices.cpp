#include "shared/session/choices.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>
#include <thread>

#include "shared/base/environment.h"
#include "shared/base/exit_status.h"
#include "shared/base/program_end.h"
#include "shared/session/message.h"
#include "shared/session/variables.h"

namespace lockstep::session {
namespace {

constexpr unsigned kMostWorkers = 1024;
// The limits of the device's memory (sim/memory/device_memory.cpp).
constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 20, kMostMemory = std::uint64_t{512} << 30;

// The variable's value, if it is set: an integer from `least` to `most`.
template <class Number>
Expected<std::optional<Number>> ReadNumber(const char* name, Number least, Number most) {
  const char* text = VariableAtStart(name);
  if (!text || !*text) return std::nullopt;
  Number number = 0;
  const char* const end = text + std::strlen(text);
  const auto [read, error] = std::from_chars(text, end, number);
  if (error == std::errc() && read == end && number >= least && number <= most) return number;
  return Fail(std::string(name) + "=" + text + ": expected an integer from " + std::to_string(least) + " to " +
              std::to_string(most));
}

}  // namespace

Expected<RunChoices> ReadRunChoices() {
  RunChoices choices;
  if (const char* text = VariableAtStart(kOrderVariable); text && *text) {
    const std::optional<Order> order = ParseOrder(text);
    if (!order)
      return Fail(Assign(kOrderVariable, text) +
                  ": expected serial, lockstep, consumer-first, shuffled or shuffled:SEED");
    choices.order = *order;
  }
  if (const char* text = VariableAtStart(kDeviceVariable); text && *text) {
    choices.device = FindDevice(text);
    if (!choices.device) return Fail(Assign(kDeviceVariable, text) + ": the devices are " + DeviceNames());
  }
  const auto workers = ReadNumber<unsigned>(kWorkersVariable, 1, kMostWorkers);
  if (!workers) return std::unexpected(workers.error());
  choices.workers = *workers;
  const auto memory = ReadNumber(kDeviceMemoryVariable, kLeastMemory, kMostMemory);
  if (!memory) return std::unexpected(memory.error());
  choices.device_memory = *memory;
  return choices;
}

const RunChoices& ChoicesOfRun() {
  static const RunChoices choices = [] {
    Expected<RunChoices> read = ReadRunChoices();
    if (read) return *read;
    Say({.status = ExitStatus::kBadUsage, .text = read.error().message});
    LeaveProgram(static_cast<int>(ExitStatus::kBadUsage));
  }();
  return choices;
}

Order OrderOfRun() { return ChoicesOfRun().order.value_or(Order{}); }

unsigned WorkerCount() {
  if (ChoicesOfRun().order) return 1;
  return ChoicesOfRun().workers.value_or(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace lockstep::session
