#include "jobs/device_choice.h"

#include <fmt/format.h>

#include "shared/session/devices.h"
#include "shared/session/variables.h"

namespace lockstep::jobs {

std::string KnownDevices() { return session::DeviceNames(); }

Expected<void> BuildForDevice(compile::BuildRequest& build, const std::string& name) {
  const session::Device* device = session::FindDevice(name);
  if (!device) return Fail(fmt::format("--device {}: the devices are {}", name, session::DeviceNames()));
  if (build.architectures.empty()) build.architectures.push_back(static_cast<unsigned>(device->capability));
  return {};
}

void RunOnDevice(Program& program, const std::string& name) {
  program.environment.push_back(session::Assign(session::kDeviceVariable, name));
}

}  // namespace lockstep::jobs
