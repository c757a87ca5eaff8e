#include "jobs/host_places.h"

#include "shared/session/host_places.h"

namespace lockstep::jobs {
namespace {

// Linux's load address of a position-independent program without address randomisation.
constexpr std::uint64_t kProgramBase = 0x555555554000;

session::RunTool ToolsOf(const std::string& path, const Program& program) {
  return [&](ProcessRequest request, const std::string& module) -> Expected<ProcessResult> {
    if (!program.confinement) return lockstep::RunProcess(std::move(request));
    // Its own name in the sandbox means nothing here.
    for (std::string& word : request.command)
      if (word.ends_with("=" + module)) word.replace(word.size() - module.size(), module.size(), path);
    return lockstep::RunProcess(ConfinedTool(std::move(request), *program.confinement, path));
  };
}

}  // namespace

std::map<std::uint64_t, report::SourcePlace> FindHostPlaces(const std::vector<std::uint64_t>& addresses,
                                                            const std::string& path, const Program& program) {
  std::map<std::uint64_t, std::uint64_t> returns;  // by address in the file
  std::vector<std::uint64_t> in_file;
  for (const std::uint64_t address : addresses) {
    in_file.push_back(address >= kProgramBase ? address - kProgramBase : address);
    returns[in_file.back()] = address;
  }
  std::map<std::uint64_t, report::SourcePlace> places;
  for (auto& [address, place] : session::PlacesIn(path, in_file, ToolsOf(path, program)))
    places[returns[address]] = std::move(place);
  return places;
}

void NameHostPlaces(report::Report& report, const std::string& path, const Program& program) {
  session::NameHostPlaces(report, ToolsOf(path, program));
}

}  // namespace lockstep::jobs
