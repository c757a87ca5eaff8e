#pragma once

#include <string>

#include "shared/report/finding.h"

namespace lockstep::jobs {

// Places in host code that are still return addresses become files and lines, by the program's debug information.
// Those that have none become unknown places.
void NameHostPlaces(Report& report, const std::string& program);

}  // namespace lockstep::jobs
