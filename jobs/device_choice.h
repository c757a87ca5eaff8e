#pragma once

// The device that a program sees.

#include <string>

#include "jobs/program.h"

namespace lockstep::jobs {

// Builds the program for the device of that name, unless it asks for an architecture itself, and runs it there. An
// error names the devices that there are.
Expected<void> ChooseDevice(Program& program, const std::string& name);

}  // namespace lockstep::jobs
