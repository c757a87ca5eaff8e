#include "sim/compile/mended_source.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "sim/compile/diagnostics.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

// What is to be put in the place of `length` characters, by where they begin.
struct Edit {
  std::size_t length;
  std::string_view fresh;
};
using Edits = std::map<std::size_t, Edit>;

void MendAlignas(const std::string& text, std::size_t at, Edits& edits) {
  constexpr std::string_view kOld = "alignas";
  if (text.compare(at, kOld.size(), kOld) == 0) edits[at] = {kOld.size(), "_Alignas"};
}

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The `%` that a complaint at `at` is about: it lies before the next character, or ends the string before a macro's
// argument.
std::size_t FindPercent(const std::string& text, std::size_t at) {
  if (at >= 2 && text[at - 2] == '%') return at - 2;
  while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1]))) --at;
  return at >= 2 && text[at - 1] == '"' && text[at - 2] == '%' ? at - 2 : text.npos;
}

// Doubles that `%` and, because clang tells only the first of a statement, those that follow in its string literals.
void MendPercent(const std::string& text, std::size_t at, Edits& edits) {
  at = FindPercent(text, at);
  if (at == text.npos) return;
  edits[at] = {0, "%"};
  bool inside = true;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '"') {
      inside = !inside;
    } else if (!inside) {
      if (!std::isspace(static_cast<unsigned char>(c)) && c != '\\') return;
    } else if (c == '\\' || (c == '%' && next == '%')) {
      ++i;
    } else if (c == '%' && IsWord(next) && !std::isdigit(static_cast<unsigned char>(next))) {
      edits[i] = {0, "%"};
    }
  }
}

struct Remedy {
  std::string_view complaint;
  void (*mend)(const std::string& text, std::size_t at, Edits& edits);
};
constexpr Remedy kRemedies[] = {
    {"error: an attribute list cannot appear here", MendAlignas},
    {"error: invalid % escape in inline assembly string", MendPercent},
};

const Remedy* FindRemedy(const std::string& message) {
  for (const Remedy& remedy : kRemedies)
    if (message.find(remedy.complaint) != message.npos) return &remedy;
  return nullptr;
}

struct Place {
  std::size_t line, column;  // from 1
  const Remedy* remedy;
  auto operator<=>(const Place&) const = default;
};
using Places = std::map<std::string, std::set<Place>>;  // by file

// Where clang complains: the complaint itself and, for macros, its notes.
Places FindPlaces(const std::string& errors) {
  static const std::regex kMessage(R"((.+?):(\d+):(\d+): (fatal error|error|warning|note): .*)");
  Places places;
  std::istringstream lines(WithoutColors(errors));
  const Remedy* remedy = nullptr;
  for (std::string line; std::getline(lines, line);) {
    std::smatch parts;
    // Messages are short; what clang quotes of the source need not be.
    if (line.size() > 4096 || !std::regex_match(line, parts, kMessage)) continue;
    if (parts[4] != "note") remedy = FindRemedy(line);
    if (!remedy) continue;
    std::error_code error;
    const std::string file = fs::absolute(parts[1].str(), error).lexically_normal().string();
    places[file].insert({std::stoul(parts[2]), std::stoul(parts[3]), remedy});
  }
  return places;
}

// Where each line of `text` begins.
std::vector<std::size_t> LineStarts(const std::string& text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts.push_back(i + 1);
  return starts;
}

Edits FindEdits(const std::string& text, const std::set<Place>& places) {
  const std::vector<std::size_t> starts = LineStarts(text);
  Edits edits;
  for (const Place& place : places) {
    if (place.line == 0 || place.line > starts.size() || place.column == 0) continue;
    const std::size_t at = starts[place.line - 1] + place.column - 1;
    if (at < text.size()) place.remedy->mend(text, at, edits);
  }
  return edits;
}

std::string Apply(const Edits& edits, const std::string& text) {
  std::string mended;
  std::size_t done = 0;
  for (const auto& [at, edit] : edits) {
    mended.append(text, done, at - done).append(edit.fresh);
    done = at + edit.length;
  }
  return mended.append(text, done);
}

}  // namespace

bool CanBeMended(const std::string& errors) { return FindRemedy(WithoutColors(errors)) != nullptr; }

std::string MendSources(const std::string& errors, const std::string& folder) {
  nlohmann::json files = nlohmann::json::array();
  for (const auto& [file, places] : FindPlaces(errors)) {
    std::ifstream source(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(source), {}};
    const Edits edits = FindEdits(text, places);
    if (edits.empty()) continue;
    const std::string copy = (fs::path(folder) / ("mended-" + std::to_string(files.size()))).string();
    std::ofstream(copy, std::ios::binary) << Apply(edits, text);
    files.push_back({{"type", "file"}, {"name", file}, {"external-contents", copy}});
  }
  if (files.empty()) return "";
  const std::string overlay = (fs::path(folder) / "mended.yaml").string();
  std::ofstream(overlay) << nlohmann::json{{"version", 0}, {"use-external-names", false}, {"roots", files}}.dump();
  return "-ivfsoverlay" + overlay;
}

}  // namespace lockstep
