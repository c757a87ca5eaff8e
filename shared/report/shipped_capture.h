#pragma once

// The captures of a GPU run that ship with a program: FOLDER/gpu/NAME.lscap.xz for FOLDER/NAME.cu, and NAME.json, which
// states the device, the day, the arguments and the sources (cuda/on_a_gpu makes both).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shared/report/capture.h"

namespace lockstep::report {

struct ShippedCapture {
  CaptureFile file;
  std::string device, date;  // "NVIDIA H200", "2026-11-21"
  std::filesystem::path path;
};

// Nothing if the program ships without captures. An error if there are captures that do not apply to this run: other
// arguments, changed sources, damage.
Expected<std::optional<ShippedCapture>> FindShippedCapture(const std::filesystem::path& source,
                                                           const std::vector<std::string>& arguments);

}  // namespace lockstep::report
