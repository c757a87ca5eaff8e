#pragma once

// Derives advice from counts: which lines of a kernel cost more than necessary, why, and what to try. docs/METRICS.md
// has the thresholds.

#include <optional>
#include <string>
#include <vector>

#include "shared/metrics/line_counts.h"
#include "shared/metrics/occupancy.h"
#include "shared/metrics/warp_request.h"
#include "shared/report/finding.h"

namespace lockstep::metrics {

struct AdviceOptions {
  const session::Device* device = nullptr;  // null: no advice on occupancy
  std::optional<std::uint32_t> registers;   // of a thread
};

// Findings of the severity "advice", in the order of the lines; those about the launch come last.
std::vector<report::Finding> AdviceOn(const KernelCounts& kernel, const AdviceOptions& options);

// The lanes active in the kernel's average instruction: of 32, and as a fraction of those that its warps have.
struct LanesAtWork {
  double lanes = trace::kWarpSize, part = 1;
};
LanesAtWork LanesAtWorkIn(const KernelCounts& kernel);

// 4 as "4", 4.53 as "4.5": at most one digit.
std::string Decimal(double number);

}  // namespace lockstep::metrics
