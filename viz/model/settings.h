#pragma once

// The settings that the window remembers from one time to the next: its theme, the size of its text, the sizes of its
// panels, and which of them are open. Kept as a small JSON file, which anybody may edit or damage.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "shared/base/error.h"

namespace lockstep::viz {

struct Settings {
  static constexpr int kLeastText = 70, kMostText = 200;  // percent
  static constexpr float kLeastShare = 0.12f, kMostShare = 0.82f;

  bool dark = false;
  int text_size = 100;                  // percent
  std::map<std::string, float> shares;  // of the window's width or height, by the panel's name; absent: the default
  std::string below = "variables";      // the tab under the source, by its word
  bool scene = false;                   // several arrays at once
  bool findings = true;                 // the panel of findings, if there are any
  friend bool operator==(const Settings&, const Settings&) = default;
};

// The next size of the text in this direction, of those that the keys choose.
int NextTextSize(int size, bool larger);

std::string ToJson(const Settings& settings);
// A setting that is missing, of another type or out of range has its default.
Settings SettingsFrom(std::string_view json);

// The file of the settings, read once and written when they change.
class SettingsFile {
 public:
  explicit SettingsFile(std::filesystem::path path);  // empty: nothing is remembered
  const Settings& kept() const { return kept_; }
  // Writes them if they differ from those that are kept. After an error, nothing is written any more.
  Expected<void> Keep(const Settings& settings);

 private:
  std::filesystem::path path_;
  Settings kept_;
};

}  // namespace lockstep::viz
