#pragma once

// The device that a program sees.

#include <string>

#include "jobs/program.h"

namespace lockstep::jobs {

// The names of the devices, in one line.
std::string KnownDevices();
// Builds for the device of that name, unless the request names an architecture itself. An error names the devices that
// there are.
Expected<void> BuildForDevice(compile::BuildRequest& build, const std::string& name);
// The program sees the device of that name, for which it was built.
void RunOnDevice(Program& program, const std::string& name);

}  // namespace lockstep::jobs
