#include "jobs/device_choice.h"

#include <fmt/format.h>

#include "sim/launch/devices.h"

namespace lockstep::jobs {

Expected<void> ChooseDevice(Program& program, const std::string& name) {
  const launch::Device* device = launch::FindDevice(name);
  if (!device) return Fail(fmt::format("--device {}: the devices are {}", name, launch::DeviceNames()));
  if (program.build.architectures.empty())
    program.build.architectures.push_back(static_cast<unsigned>(device->capability));
  program.environment.push_back(fmt::format("LOCKSTEP_DEVICE={}", device->name));
  return {};
}

}  // namespace lockstep::jobs
