#pragma once

// The file that a checked program hands to `lockstep check`: its report, where places in host code are still addresses
// (host_places.h).
// (What people and other programs read is shared/report/format_report.h.)

#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/report/finding.h"

namespace lockstep::session {

// Arrays that the program hands over besides (kept_arrays.h).
struct ArraysToKeep {
  std::vector<std::string> names;  // none: nothing is handed over
  std::string path;
  std::uint32_t launches = 0;  // the first ones of the program; what later ones leave is not kept
};

// `lockstep check` hands them to the program through the environment, as JSON.
struct CheckSettings {
  std::string path;  // of the report
  // Of loops that a thread may go, before its kernel counts as endless; 0: as sim/inspect/rounds.h decides.
  std::uint64_t most_rounds = 0;
  bool with_ordinals = false;  // accesses of findings have their ordinals (finding.h): several times slower
  bool strict_init = false;    // an unwritten value that is stored for later counts as used
  ArraysToKeep arrays{};
};
std::string ToJson(const CheckSettings& settings);
Expected<CheckSettings> CheckSettingsFromJson(const std::string& text);

Expected<void> WriteReport(const report::Report& report, const std::string& path);
// Of a process that the program has started, or that it has become two of.
std::string PathOfOtherProcess(const std::string& path, int process);
// All processes of the program: findings one after the other, and what they checked together.
Expected<report::Report> ReadReports(const std::string& path);
Expected<report::Report> ReadReport(const std::string& path);

}  // namespace lockstep::session
