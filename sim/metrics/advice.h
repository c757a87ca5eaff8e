#pragma once

// From counts to advice: which lines of a kernel cost more than they need to, why, and what to try. docs/METRICS.md has
// the thresholds.

#include <optional>
#include <string>
#include <vector>

#include "shared/metrics/warp_request.h"
#include "shared/report/finding.h"
#include "sim/metrics/line_counts.h"
#include "sim/metrics/occupancy.h"

namespace lockstep {

struct AdviceOptions {
  const Device* device = nullptr;          // null: nothing is said of occupancy
  std::optional<std::uint32_t> registers;  // of a thread
};

// Findings of the severity "advice", in the order of the lines; what is about the launch comes last.
std::vector<Finding> AdviceOn(const KernelCounts& kernel, const AdviceOptions& options);

// What the shape needs on the device.
BlockNeeds NeedsOf(const KernelCounts& kernel, const LaunchShape& shape, std::optional<std::uint32_t> registers);

// How many take part in the average instruction of the kernel: of 32 lanes, and as a part of those that its warps have.
struct LanesAtWork {
  double lanes = kWarpSize, part = 1;
};
LanesAtWork LanesAtWorkIn(const KernelCounts& kernel);

// 4 as "4", 4.53 as "4.5": at most one digit.
std::string Decimal(double number);

}  // namespace lockstep
