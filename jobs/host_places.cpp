#include "jobs/host_places.h"

#include <fmt/format.h>

#include <sstream>

#include "shared/base/process.h"
#include "sim/check/report_file.h"
#include "sim/compile/toolchain.h"

namespace lockstep::jobs {
namespace {

template <class Work>
void ForEachPlace(report::Report& report, Work&& work) {
  for (report::Finding& finding : report.findings) {
    work(finding.place);
    for (report::FindingSide& side : finding.sides) work(side.place);
    if (finding.object) work(finding.object->allocated_at);
  }
}

// Linux's load address of a position-independent program without address randomisation.
constexpr std::uint64_t kProgramBase = 0x555555554000;

}  // namespace

// llvm-symbolizer prints `function`, `file:line:column` and an empty line for each address.
std::map<std::uint64_t, report::SourcePlace> FindHostPlaces(const std::vector<std::uint64_t>& addresses,
                                                            const std::string& path, const Program& program) {
  std::map<std::uint64_t, report::SourcePlace> places;
  const std::filesystem::path symbolizer = compile::FindTool("llvm-symbolizer-19");
  // Without it, findings have no lines in host code.
  if (symbolizer.empty()) return places;
  ProcessRequest request{.command = {symbolizer.string(), "--obj=" + path, "--no-inlines", "--demangle"},
                         .after_interrupt = true,
                         .capture_errors = true,
                         .capture_output = true};
  // A return address follows the call.
  for (std::uint64_t address : addresses)
    request.command.push_back(fmt::format("{:#x}", (address >= kProgramBase ? address - kProgramBase : address) - 1));
  if (program.confinement) request = ConfinedTool(std::move(request), *program.confinement, path);
  const Expected<ProcessResult> result = lockstep::RunProcess(std::move(request));
  if (!result) return places;
  std::istringstream text(result->output);
  std::string function, where, empty;
  for (std::uint64_t address : addresses) {
    if (!std::getline(text, function) || !std::getline(text, where)) break;
    std::getline(text, empty);
    const std::size_t column = where.rfind(':'),
                      line = column == std::string::npos ? column : where.rfind(':', column - 1);
    if (line == std::string::npos || where.starts_with("??")) continue;
    places[address] = {.file = where.substr(0, line),
                       .line = static_cast<std::uint32_t>(std::atoi(where.c_str() + line + 1)),
                       .column = static_cast<std::uint32_t>(std::atoi(where.c_str() + column + 1)),
                       .function = function};
  }
  return places;
}

void NameHostPlaces(report::Report& report, const std::string& path, const Program& program) {
  std::map<std::uint64_t, report::SourcePlace> places;
  ForEachPlace(report, [&](const report::SourcePlace& place) {
    if (auto address = check::ReturnAddressOf(place)) places.try_emplace(*address);
  });
  if (places.empty()) return;
  std::vector<std::uint64_t> addresses;
  for (const auto& [address, place] : places) addresses.push_back(address);
  for (const auto& [address, place] : FindHostPlaces(addresses, path, program)) places[address] = place;
  ForEachPlace(report, [&](report::SourcePlace& place) {
    if (auto address = check::ReturnAddressOf(place)) place = places[*address];
  });
}

}  // namespace lockstep::jobs
