#include "viz/model/settings.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::viz {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLargestSettings = 1 << 16;  // bytes
constexpr std::size_t kMostShares = 64;
constexpr std::array kTextSizes = {Settings::kLeastText, 80, 90, 100, 110, 125, 150, 175, Settings::kMostText};

void ReadShares(const json& from, Settings& settings) {
  if (!from.is_object()) return;
  for (const auto& [name, share] : from.items()) {
    if (!share.is_number() || settings.shares.size() >= kMostShares) continue;
    const auto value = share.get<float>();
    if (value >= Settings::kLeastShare && value <= Settings::kMostShare) settings.shares[name] = value;
  }
}

}  // namespace

int NextTextSize(int size, bool larger) {
  if (larger) {
    const auto next = std::ranges::upper_bound(kTextSizes, size);
    return next == kTextSizes.end() ? Settings::kMostText : *next;
  }
  const auto here = std::ranges::lower_bound(kTextSizes, size);
  return here == kTextSizes.begin() ? Settings::kLeastText : *(here - 1);
}

std::string ToJson(const Settings& settings) {
  const json file = {{"theme", settings.dark ? "dark" : "light"},
                     {"text_size", settings.text_size},
                     {"panels", settings.shares},
                     {"below", settings.below},
                     {"scene", settings.scene},
                     {"findings", settings.findings}};
  return file.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Settings SettingsFrom(std::string_view text) {
  Settings settings;
  const json file = json::parse(text, nullptr, false);
  if (!file.is_object()) return settings;
  const auto take = [&](const char* name, auto is_right, auto& to) {
    const auto found = file.find(name);
    if (found != file.end() && is_right(*found)) found->get_to(to);
  };
  const auto is_boolean = [](const json& value) { return value.is_boolean(); };
  settings.dark = file.value("/theme"_json_pointer, json()) == "dark";
  take(
      "text_size",
      [](const json& value) {
        return value.is_number_unsigned() && value >= Settings::kLeastText && value <= Settings::kMostText;
      },
      settings.text_size);
  take("below", [](const json& value) { return value.is_string(); }, settings.below);
  take("scene", is_boolean, settings.scene);
  take("findings", is_boolean, settings.findings);
  if (const auto shares = file.find("panels"); shares != file.end()) ReadShares(*shares, settings);
  return settings;
}

SettingsFile::SettingsFile(std::filesystem::path path) : path_(std::move(path)) {
  if (path_.empty()) return;
  if (const auto text = ReadText(path_, kLargestSettings)) kept_ = SettingsFrom(*text);
}

Expected<void> SettingsFile::Keep(const Settings& settings) {
  if (path_.empty() || settings == kept_) return {};
  kept_ = settings;
  std::error_code error;
  std::filesystem::create_directories(path_.parent_path(), error);
  auto written = WriteFile(path_, ToJson(settings));
  if (!written) path_.clear();
  return written;
}

}  // namespace lockstep::viz
