#pragma once

// Places in host code. A checked program knows the addresses that its calls return to; their files and lines are in the
// debug information of the program and its libraries, which is read after the run.

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/process.h"
#include "shared/report/finding.h"

namespace lockstep::session {

// A place by the address that a call returns to.
report::SourcePlace HostPlace(const void* return_address);
std::optional<std::uint64_t> ReturnAddressOf(const report::SourcePlace& place);

// The same address as the tables of its module, the program or a library, have it.
struct ModuleAddress {
  std::string module;  // the path of its file
  std::uint64_t address = 0;
  auto operator<=>(const ModuleAddress&) const = default;
};
// In the process whose report it is: its return addresses become addresses of modules.
void FindModules(report::Report& report);
std::optional<ModuleAddress> ModuleAddressOf(const report::SourcePlace& place);

// Runs a tool that reads the module.
using RunTool = std::function<Expected<ProcessResult>(ProcessRequest request, const std::string& module)>;

// The places of the calls that return to these addresses of the module; those without debug information are missing.
// All are where llvm-symbolizer is not installed.
std::map<std::uint64_t, report::SourcePlace> PlacesIn(const std::string& module,
                                                      const std::vector<std::uint64_t>& addresses, const RunTool& run);
// Replaces addresses by files and lines. Those without debug information become unknown places.
void NameHostPlaces(report::Report& report, const RunTool& run);
// All become unknown places.
void ForgetHostPlaces(report::Report& report);

}  // namespace lockstep::session
