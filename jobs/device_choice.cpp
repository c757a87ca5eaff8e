#include "jobs/device_choice.h"

#include <fmt/format.h>

#include "sim/launch/devices.h"

namespace lockstep::jobs {

std::string KnownDevices() { return launch::DeviceNames(); }

Expected<void> BuildForDevice(compile::BuildRequest& build, const std::string& name) {
  const launch::Device* device = launch::FindDevice(name);
  if (!device) return Fail(fmt::format("--device {}: the devices are {}", name, launch::DeviceNames()));
  if (build.architectures.empty()) build.architectures.push_back(static_cast<unsigned>(device->capability));
  return {};
}

void RunOnDevice(Program& program, const std::string& name) {
  program.environment.push_back("LOCKSTEP_DEVICE=" + name);
}

}  // namespace lockstep::jobs
