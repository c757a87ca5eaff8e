#pragma once

// What a GPU gave for a program, as it ships beside it: FOLDER/gpu/NAME.lscap.xz for FOLDER/NAME.cu, and NAME.json,
// which says on which device and day, with which arguments, and from which sources (cuda/on_a_gpu makes both).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shared/report/capture.h"

namespace lockstep {

struct ShippedCapture {
  CaptureFile file;
  std::string device, date;  // "NVIDIA H200", "2026-11-21"
  std::filesystem::path path;
};

// Nothing where none ships. An error where one does and says nothing of this run: other arguments, sources that have
// changed since, damage.
Expected<std::optional<ShippedCapture>> FindShippedCapture(const std::filesystem::path& source,
                                                           const std::vector<std::string>& arguments);

}  // namespace lockstep
