#include "sim/compile/mended_source.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "sim/compile/diagnostics.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

struct Place {
  std::size_t line, column;  // from 1
  auto operator<=>(const Place&) const = default;
};
using Places = std::map<std::string, std::set<Place>>;  // by file

constexpr std::string_view kMisplaced = "error: an attribute list cannot appear here";

// Where clang complains of a misplaced attribute: the complaint itself and, for macros, its notes.
Places FindMisplaced(const std::string& errors) {
  static const std::regex kMessage(R"((.+?):(\d+):(\d+): (fatal error|error|warning|note): .*)");
  Places places;
  std::istringstream lines(WithoutColors(errors));
  bool misplaced = false;
  for (std::string line; std::getline(lines, line);) {
    std::smatch parts;
    // Messages are short; what clang quotes of the source need not be.
    if (line.size() > 4096 || !std::regex_match(line, parts, kMessage)) continue;
    if (parts[4] != "note") misplaced = line.find(kMisplaced) != line.npos;
    if (!misplaced) continue;
    std::error_code error;
    const std::string file = fs::absolute(parts[1].str(), error).lexically_normal().string();
    places[file].insert({std::stoul(parts[2]), std::stoul(parts[3])});
  }
  return places;
}

// `text` with `_Alignas` for the `alignas` at each place; `changed` says whether there was one.
std::string Mend(const std::string& text, const std::set<Place>& places, bool& changed) {
  constexpr std::string_view kNew = "alignas", kOld = "_Alignas";
  std::string mended;
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    // From the right, so that columns stay true.
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
      if (place->line != number || place->column == 0 || place->column > line.size()) continue;
      if (line.compare(place->column - 1, kNew.size(), kNew) != 0) continue;
      line.replace(place->column - 1, kNew.size(), kOld);
      changed = true;
    }
    mended += line;
    if (!lines.eof()) mended += '\n';
  }
  return mended;
}

}  // namespace

bool CanBeMended(const std::string& errors) { return WithoutColors(errors).find(kMisplaced) != std::string::npos; }

std::string MendSources(const std::string& errors, const std::string& folder) {
  nlohmann::json files = nlohmann::json::array();
  for (const auto& [file, places] : FindMisplaced(errors)) {
    std::ifstream source(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(source), {}};
    bool changed = false;
    const std::string mended = Mend(text, places, changed);
    if (!changed) continue;
    const std::string copy = (fs::path(folder) / ("mended-" + std::to_string(files.size()))).string();
    std::ofstream(copy, std::ios::binary) << mended;
    files.push_back({{"type", "file"}, {"name", file}, {"external-contents", copy}});
  }
  if (files.empty()) return "";
  const std::string overlay = (fs::path(folder) / "mended.yaml").string();
  std::ofstream(overlay) << nlohmann::json{{"version", 0}, {"use-external-names", false}, {"roots", files}}.dump();
  return "-ivfsoverlay" + overlay;
}

}  // namespace lockstep
