#pragma once

// The breakpoints, watches and visited places of a program, from one window to the next: a small JSON file, which
// anybody may edit or damage. Breakpoints are queries, so their texts are kept, with the source file that a line is in.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/error.h"
#include "shared/trace/recording.h"
#include "viz/model/breakpoint.h"

namespace lockstep::viz {

struct KeptStop {
  std::string text, file;  // the path of the source; empty for none
  bool is_on = true;
  friend bool operator==(const KeptStop&, const KeptStop&) = default;
};

struct KeptStops {
  std::vector<KeptStop> breakpoints;
  std::vector<std::string> watches;
  std::vector<std::string> places;  // that were visited, the oldest first: addresses of moments
  friend bool operator==(const KeptStops&, const KeptStops&) = default;
};

std::string ToJson(const KeptStops& kept);
// A row that is missing or of another type is left out.
KeptStops KeptStopsFrom(std::string_view json);

std::vector<KeptStop> ToKeep(const Breakpoints& breakpoints, const trace::Recording& recording);
// Those that cannot be read, or are for a line of a file that the recording does not have, are left out.
Breakpoints ToBreakpoints(const std::vector<KeptStop>& kept, const trace::Recording& recording);

// "run.lstrace.stops.json".
std::filesystem::path StopsFile(const std::filesystem::path& recording);

// The file, read once and written when they change.
class KeptStopsFile {
 public:
  explicit KeptStopsFile(std::filesystem::path path);  // empty: nothing is kept
  const KeptStops& kept() const { return kept_; }
  // Writes them if they differ from those that are kept. After an error, nothing is written any more.
  Expected<void> Keep(const KeptStops& stops);

 private:
  std::filesystem::path path_;
  KeptStops kept_;
};

}  // namespace lockstep::viz
