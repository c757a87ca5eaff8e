#pragma once

#include <map>
#include <string>
#include <vector>

#include "jobs/program.h"
#include "shared/report/finding.h"

namespace lockstep::jobs {

// The places of the calls that return to these addresses of a process without address randomisation, from the debug
// information of its program at `path`; those without information are missing.
std::map<std::uint64_t, report::SourcePlace> FindHostPlaces(const std::vector<std::uint64_t>& addresses,
                                                            const std::string& path, const Program& program);

// Replaces addresses in host code by files and lines (shared/session/host_places.h). A confined program's only module
// is itself, at `path`.
void NameHostPlaces(report::Report& report, const std::string& path, const Program& program);

}  // namespace lockstep::jobs
