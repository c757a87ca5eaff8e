#include "shared/session/host_places.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "shared/base/find_tool.h"

namespace lockstep::session {
namespace {

namespace fs = std::filesystem;

// Of an address stored as the function of a place: "@ADDRESS", and then the path of its module after a second one.
constexpr char kMark = '@';

template <class Work>
void ForEachPlace(report::Report& report, Work&& work) {
  for (report::Finding& finding : report.findings) {
    work(finding.place);
    for (report::FindingSide& side : finding.sides) work(side.place);
    if (finding.object) work(finding.object->allocated_at);
  }
}

std::optional<ModuleAddress> FindModule(std::uint64_t address) {
  Dl_info info{};
  link_map* map = nullptr;
  if (!dladdr1(reinterpret_cast<void*>(address), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map)
    return std::nullopt;
  std::error_code error;
  const fs::path path = map->l_name && *map->l_name ? fs::absolute(map->l_name, error)  // a library
                                                    : fs::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  return ModuleAddress{.module = path.string(), .address = address - map->l_addr};
}

std::uint64_t NumberAfterMark(const report::SourcePlace& place) {
  return std::strtoull(place.function.c_str() + 1, nullptr, 10);
}

bool IsAddress(const report::SourcePlace& place) { return place.file.empty() && place.function.starts_with(kMark); }

// "file:line:column" after the function's name; nothing if the file is not known.
std::optional<report::SourcePlace> ReadPlace(const std::string& function, const std::string& where) {
  const std::size_t column = where.rfind(':'),
                    line = column == std::string::npos ? column : where.rfind(':', column - 1);
  if (line == std::string::npos || where.starts_with("??")) return std::nullopt;
  return report::SourcePlace{.file = where.substr(0, line),
                             .line = static_cast<std::uint32_t>(std::atoi(where.c_str() + line + 1)),
                             .column = static_cast<std::uint32_t>(std::atoi(where.c_str() + column + 1)),
                             .function = function};
}

}  // namespace

report::SourcePlace HostPlace(const void* return_address) {
  if (!return_address) return {};
  return {.function = kMark + std::to_string(reinterpret_cast<std::uint64_t>(return_address))};
}

std::optional<std::uint64_t> ReturnAddressOf(const report::SourcePlace& place) {
  if (!IsAddress(place) || place.function.find(kMark, 1) != std::string::npos) return std::nullopt;
  return NumberAfterMark(place);
}

void FindModules(report::Report& report) {
  std::map<std::uint64_t, report::SourcePlace> known;
  ForEachPlace(report, [&](report::SourcePlace& place) {
    const auto address = ReturnAddressOf(place);
    if (!address) return;
    const auto [found, is_new] = known.try_emplace(*address);
    if (!is_new) return void(place = found->second);
    if (const auto in_module = FindModule(*address))
      found->second.function = fmt::format("{0}{1}{0}{2}", kMark, in_module->address, in_module->module);
    place = found->second;
  });
}

std::optional<ModuleAddress> ModuleAddressOf(const report::SourcePlace& place) {
  const std::size_t path = place.function.find(kMark, 1);
  if (!IsAddress(place) || path == std::string::npos) return std::nullopt;
  return ModuleAddress{.module = place.function.substr(path + 1), .address = NumberAfterMark(place)};
}

// llvm-symbolizer prints `function`, `file:line:column` and an empty line for each address.
std::map<std::uint64_t, report::SourcePlace> PlacesIn(const std::string& module,
                                                      const std::vector<std::uint64_t>& addresses, const RunTool& run) {
  std::map<std::uint64_t, report::SourcePlace> places;
  const fs::path symbolizer = FindTool("llvm-symbolizer-19");
  if (symbolizer.empty() || addresses.empty()) return places;
  ProcessRequest request{.command = {symbolizer.string(), "--obj=" + module, "--no-inlines", "--demangle"},
                         .after_interrupt = true,
                         .capture_errors = true,
                         .capture_output = true};
  // A return address follows the call.
  for (const std::uint64_t address : addresses) request.command.push_back(fmt::format("{:#x}", address - 1));
  const Expected<ProcessResult> result = run(std::move(request), module);
  if (!result) return places;
  std::istringstream text(result->output);
  std::string function, where, empty;
  for (const std::uint64_t address : addresses) {
    if (!std::getline(text, function) || !std::getline(text, where)) break;
    std::getline(text, empty);
    if (auto place = ReadPlace(function, where)) places[address] = std::move(*place);
  }
  return places;
}

void NameHostPlaces(report::Report& report, const RunTool& run) {
  std::map<std::string, std::map<std::uint64_t, report::SourcePlace>> modules;
  ForEachPlace(report, [&](const report::SourcePlace& place) {
    if (const auto found = ModuleAddressOf(place)) modules[found->module].try_emplace(found->address);
  });
  for (auto& [module, places] : modules) {
    std::vector<std::uint64_t> addresses;
    for (const auto& [address, place] : places) addresses.push_back(address);
    for (auto& [address, place] : PlacesIn(module, addresses, run)) places[address] = std::move(place);
  }
  ForEachPlace(report, [&](report::SourcePlace& place) {
    if (const auto found = ModuleAddressOf(place)) place = modules[found->module][found->address];
  });
  ForgetHostPlaces(report);
}

void ForgetHostPlaces(report::Report& report) {
  ForEachPlace(report, [](report::SourcePlace& place) {
    if (IsAddress(place)) place = {};
  });
}

}  // namespace lockstep::session
