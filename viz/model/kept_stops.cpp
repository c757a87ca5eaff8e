#include "viz/model/kept_stops.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"
#include "shared/trace/lookup.h"

namespace lockstep::viz {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLargestStops = 1 << 20;  // bytes
constexpr std::size_t kMost = 200;                // of each kind

std::string TextOf(const json& from, const char* name) {
  const auto found = from.is_object() ? from.find(name) : from.end();
  return found != from.end() && found->is_string() ? found->get<std::string>() : "";
}

std::vector<std::string> TextsOf(const json& from, const char* name) {
  std::vector<std::string> texts;
  const auto found = from.find(name);
  if (found == from.end() || !found->is_array()) return texts;
  for (const json& entry : *found)
    if (entry.is_string() && texts.size() < kMost) texts.push_back(entry.get<std::string>());
  return texts;
}

// The file of this path; else the only one of that name, as a recording of another folder has.
std::optional<trace::FileId> FindFile(const trace::Recording& recording, const std::string& path) {
  if (const trace::FileId same = trace::FindFile(recording, path); same != trace::FileId::kNone) return same;
  const auto name = std::filesystem::path(path).filename();
  const auto has_name = [&](const trace::SourceFile& file) {
    return std::filesystem::path(file.path).filename() == name;
  };
  const auto named = std::ranges::find_if(recording.files, has_name);
  if (name.empty() || std::ranges::count_if(recording.files, has_name) != 1) return std::nullopt;
  return static_cast<trace::FileId>(named - recording.files.begin());
}

}  // namespace

std::string ToJson(const KeptStops& kept) {
  json breakpoints = json::array();
  for (const KeptStop& stop : kept.breakpoints)
    breakpoints.push_back({{"text", stop.text}, {"file", stop.file}, {"on", stop.is_on}});
  const json file = {{"breakpoints", std::move(breakpoints)}, {"watches", kept.watches}, {"places", kept.places}};
  return file.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

KeptStops KeptStopsFrom(std::string_view text) {
  KeptStops kept;
  const json file = json::parse(text, nullptr, false);
  if (!file.is_object()) return kept;
  const auto breakpoints = file.find("breakpoints");
  if (breakpoints != file.end() && breakpoints->is_array()) {
    for (const json& entry : *breakpoints) {
      KeptStop stop{.text = TextOf(entry, "text"), .file = TextOf(entry, "file")};
      if (stop.text.empty() || kept.breakpoints.size() >= kMost) continue;
      const auto on = entry.find("on");
      stop.is_on = on == entry.end() || !on->is_boolean() || on->get<bool>();
      kept.breakpoints.push_back(std::move(stop));
    }
  }
  kept.watches = TextsOf(file, "watches");
  kept.places = TextsOf(file, "places");
  return kept;
}

std::vector<KeptStop> ToKeep(const Breakpoints& breakpoints, const trace::Recording& recording) {
  std::vector<KeptStop> kept;
  for (const Breakpoint& breakpoint : breakpoints.all()) {
    const std::size_t file = trace::Index(breakpoint.file);
    const bool is_known = breakpoint.file != trace::FileId::kNone && file < recording.files.size();
    kept.push_back({breakpoint.text(), is_known ? recording.files[file].path : "", breakpoint.is_on});
  }
  return kept;
}

Breakpoints ToBreakpoints(const std::vector<KeptStop>& kept, const trace::Recording& recording) {
  Breakpoints breakpoints;
  for (const KeptStop& stop : kept) {
    const auto file = stop.file.empty() ? std::optional(trace::FileId::kNone) : FindFile(recording, stop.file);
    const auto id = file ? breakpoints.Add(stop.text, *file) : query::Parsed<int>(0);
    if (id && *id > 0 && !stop.is_on && breakpoints.Find(*id)->is_on) breakpoints.Switch(*id);
  }
  return breakpoints;
}

std::filesystem::path StopsFile(const std::filesystem::path& recording) {
  std::filesystem::path file = recording;
  return file += ".stops.json";
}

KeptStopsFile::KeptStopsFile(std::filesystem::path path) : path_(std::move(path)) {
  if (path_.empty()) return;
  if (const auto text = ReadText(path_, kLargestStops)) kept_ = KeptStopsFrom(*text);
}

Expected<void> KeptStopsFile::Keep(const KeptStops& stops) {
  if (path_.empty() || stops == kept_) return {};
  kept_ = stops;
  std::error_code error;
  std::filesystem::create_directories(path_.parent_path(), error);
  auto written = WriteFile(path_, ToJson(stops));
  if (!written) path_.clear();
  return written;
}

}  // namespace lockstep::viz
