// From costs to advice: what is worth a sentence, and the sentence.

#include <fmt/format.h>

#include "shared/report/explanation.h"
#include "shared/trace/tell_place.h"

namespace lockstep {
namespace {

// Half as much again as would do.
bool IsWasteful(std::uint64_t cost, std::uint64_t ideal) { return cost != 0 && 2 * cost >= 3 * ideal; }

bool IsGlobal(CostKind kind) { return kind == CostKind::kGlobalRead || kind == CostKind::kGlobalWrite; }
bool IsShared(CostKind kind) { return kind == CostKind::kSharedRead || kind == CostKind::kSharedWrite; }
bool IsAtomic(CostKind kind) { return kind == CostKind::kGlobalAtomic || kind == CostKind::kSharedAtomic; }

// "4" or "4.5".
std::string Mean(std::uint64_t sum, std::uint64_t count) {
  const std::string text = fmt::format("{:.1f}", count ? static_cast<double>(sum) / static_cast<double>(count) : 0);
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

std::string_view Verb(CostKind kind) {
  const bool writes = kind == CostKind::kGlobalWrite || kind == CostKind::kSharedWrite;
  return writes ? "writes" : "reads";
}

Finding AdviseScattered(const LineCost& line) {
  return {.kind = FindingKind::kScatteredAccess,
          .fact = fmt::format("a warp that {} here touches {} sectors (32 bytes) of global memory where {} would do", Verb(line.kind),
                              Mean(line.sectors, line.requests), Mean(line.ideal_sectors, line.requests)),
          .hint = "let neighbouring threads use neighbouring addresses: the index that grows by one with `threadIdx.x` goes last, "
                  "and a struct of arrays is better than an array of structs"};
}

Finding AdviseConflict(const LineCost& line) {
  return {.kind = FindingKind::kBankConflict,
          .fact = fmt::format("a warp that {} shared memory here goes {} ways where {} would do, because lanes use different words of the same bank",
                              Verb(line.kind), Mean(line.wavefronts, line.requests), Mean(line.ideal_wavefronts, line.requests)),
          .hint = "let neighbouring threads use neighbouring words; where they must go down a column, make each row one element longer (`tile[32][33]`)"};
}

Finding AdviseDivergence(const LineCost& line) {
  return {.kind = FindingKind::kDivergence,
          .fact = fmt::format("lanes of a warp go different ways at this branch in {} of {} times, so the warp takes one way after the other",
                              line.divergent, line.requests),
          .hint = "let whole warps decide alike where the ways are long: branch by `threadIdx.x / 32`, or sort the work"};
}

Finding AdviseContention(const LineCost& line) {
  return {.kind = FindingKind::kAtomicContention,
          .fact = fmt::format("{} lanes of a warp update the same address with an atomic, one after the other; the busiest address gets {}{} updates in the run",
                              Mean(line.same_address, line.requests), line.hottest_is_least ? "at least " : "", line.hottest),
          .hint = "add up within the warp (`__shfl_down_sync`, `__reduce_add_sync`) or the block (`__shared__`) first, and let one thread do the atomic"};
}

Finding AdviseLine(const LineCost& line) {
  if (IsGlobal(line.kind)) return AdviseScattered(line);
  if (IsShared(line.kind)) return AdviseConflict(line);
  if (IsAtomic(line.kind)) return AdviseContention(line);
  return AdviseDivergence(line);
}

Finding AdviseLaunch(const Explanation& explanation, const LaunchCost& launch) {
  const std::string shape = fmt::format("{} {} of {} threads", launch.grid.Count(), launch.grid.Count() == 1 ? "block" : "blocks", TellDim(launch.block));
  Finding finding{.kind = FindingKind::kLowOccupancy};
  finding.fact = launch.blocks == 0 ? fmt::format("a launch of {} does not fit on an {} multiprocessor", shape, explanation.device)
                                    : fmt::format("a launch of {} fills {} of the {} warps of an {} multiprocessor: {} is the limit", shape,
                                                  launch.warps, launch.most_warps, explanation.device, launch.limit);
  finding.hint = launch.limit == "blocks"          ? "use larger blocks: 128 to 256 threads suit most kernels"
                 : launch.limit == "shared memory" ? "use less shared memory in a block"
                                                   : "choose a block size that divides the multiprocessor's threads";
  return finding;
}

}  // namespace

std::string_view Word(CostKind kind) {
  constexpr std::string_view kWords[] = {"global-read", "global-write", "global-atomic", "shared-read",
                                         "shared-write", "shared-atomic", "branch",       "line"};
  return kWords[static_cast<int>(kind)];
}

bool IsWorthAdvice(const LineCost& line) {
  if (IsGlobal(line.kind)) return IsWasteful(line.sectors, line.ideal_sectors);
  if (IsShared(line.kind)) return IsWasteful(line.wavefronts, line.ideal_wavefronts);
  if (IsAtomic(line.kind)) return line.requests != 0 && line.same_address >= 4 * line.requests;
  return line.kind == CostKind::kBranch && line.divergent != 0 && 4 * line.divergent >= line.requests;
}

bool IsWorthAdvice(const LaunchCost& launch) { return 2 * launch.warps < launch.most_warps; }

std::vector<Finding> Advise(const Explanation& explanation) {
  std::vector<Finding> advice;
  const auto add = [&](const KernelCost& kernel, const SourcePlace& place, Finding finding) {
    finding.place = place;
    finding.kernel = kernel.name;
    advice.push_back(std::move(finding));
  };
  for (const KernelCost& kernel : explanation.kernels) {
    for (const LineCost& line : kernel.lines)
      if (IsWorthAdvice(line)) add(kernel, line.place, AdviseLine(line));
    for (const LaunchCost& launch : kernel.launches)
      if (IsWorthAdvice(launch)) add(kernel, kernel.place, AdviseLaunch(explanation, launch));
  }
  return advice;
}

}  // namespace lockstep
