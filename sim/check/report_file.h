#pragma once

// What a checked program hands to `lockstep check`: its report, where places in host code are still return addresses.
// (What people and other programs read is shared/report/tell.h.)

#include <optional>
#include <string>

#include "shared/base/error.h"
#include "shared/report/finding.h"

namespace lockstep {

inline constexpr char kCheckVariable[] = "LOCKSTEP_CHECK";

// `lockstep check` hands them to the program through the environment, as JSON.
struct CheckSettings {
  std::string path;                      // of the report
  std::uint64_t most_rounds = 1u << 28;  // of loops that a thread may go, before its kernel counts as endless
};
std::string ToJson(const CheckSettings& settings);
Expected<CheckSettings> CheckSettingsFromJson(const std::string& text);

// A place in host code, by the address that a call returns to.
SourcePlace HostPlace(const void* return_address);
std::optional<std::uint64_t> ReturnAddressOf(const SourcePlace& place);

Expected<void> WriteReport(const Report& report, const std::string& path);
Expected<Report> ReadReport(const std::string& path);

}  // namespace lockstep
