#pragma once

#include <string>

#include "jobs/program.h"
#include "shared/report/finding.h"

namespace lockstep::jobs {

// Replaces return addresses in host code by files and lines, from the debug information of the built program at `path`.
// Addresses without information become unknown places.
void NameHostPlaces(report::Report& report, const std::string& path, const Program& program);

}  // namespace lockstep::jobs
