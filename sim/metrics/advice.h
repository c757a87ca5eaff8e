#pragma once

// From counts to sentences: which lines of a kernel cost more than they need to, why, and what to try.

#include <optional>
#include <string>
#include <vector>

#include "sim/metrics/line_counts.h"
#include "sim/metrics/occupancy.h"

namespace lockstep {

enum class AdviceKind : std::uint8_t {
  kScatteredAccess,   // more sectors than the bytes need
  kBankConflict,      // more rounds of shared memory than the lanes need
  kDivergentBranch,   // lanes of one warp go several ways
  kIdleLanes,         // a block's last warp is not full
  kContendedAtomic,   // lanes of one warp update one address
  kLowOccupancy,      // few warps of a multiprocessor have work
  kSmallGrid,         // fewer blocks than multiprocessors
};
// "scattered-access"
std::string_view Key(AdviceKind kind);
// What it means, in one sentence.
std::string_view Meaning(AdviceKind kind);

struct Advice {
  AdviceKind kind{};
  std::string file;         // the line that it is about; of a kernel's launch: the kernel's
  std::uint32_t line = 0;
  std::string fact, hint;   // a sentence each, without a full stop
};

struct AdviceOptions {
  const Device* device = nullptr;
  std::optional<std::uint32_t> registers;  // of a thread
};

// In the order of the lines; what is about the launch comes last.
std::vector<Advice> AdviceOn(const KernelCounts& kernel, const AdviceOptions& options);

// What the shape needs on the device.
BlockNeeds NeedsOf(const KernelCounts& kernel, const LaunchShape& shape, std::optional<std::uint32_t> registers);

// 4 as "4", 4.5 as "4.5": at most one digit.
std::string Decimal(double number);

}  // namespace lockstep
