#include "jobs/recorded_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/trace/modelled.h"

namespace lockstep::jobs {
namespace {

using session::RecordSettings;
using session::RecordSummary;

constexpr std::size_t kMostLines = 8;

std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string Counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", Grouped(count), what, count == 1 ? "" : "s");
}

// How to record the rest; empty if there is none.
std::string Missing(const RecordSettings& settings, const RecordSummary::Part& part) {
  if (part.is_faulty && !part.is_cut) return "a fault ended the launch";
  if (part.is_cut || part.blocks < part.wanted) return "the budget of steps ended: `--steps N` records more";
  if (part.blocks == part.grid_blocks) return {};
  const bool is_chosen = !settings.blocks.empty() || !settings.rules.empty();
  return is_chosen ? "as `--blocks` chose" : "`--blocks all` records every block";
}

std::string Describe(const RecordSettings& settings, const RecordSummary::Part& part) {
  const std::string blocks =
      part.blocks == part.grid_blocks
          ? (part.blocks == 1 ? "its one block" : fmt::format("all {} blocks", Grouped(part.blocks)))
          : fmt::format("{} of {} blocks", Grouped(part.blocks), Grouped(part.grid_blocks));
  const std::string missing = Missing(settings, part);
  return fmt::format("launch {} of `{}`: {}, {}{}{}", part.launch, part.kernel, blocks, Counted(part.steps, "step"),
                     missing.empty() ? "" : "; ", missing);
}

std::vector<std::string> DescribeLaunches(const RecordSettings& settings, const RecordSummary& summary) {
  std::vector<std::string> lines;
  for (const RecordSummary::Part& part : summary.parts) {
    if (lines.size() == kMostLines) break;
    lines.push_back(Describe(settings, part));
  }
  if (summary.recorded > lines.size())
    lines.push_back(fmt::format("{} more recorded launches are not listed", Grouped(summary.recorded - lines.size())));
  const std::uint32_t left = summary.launches - std::min(summary.recorded, summary.launches);
  if (left == 0 || !settings.places.empty()) return lines;
  lines.push_back(fmt::format(
      "not recorded: {} other launch{} of {}; {}", Grouped(left), left == 1 ? "" : "es", Grouped(summary.launches),
      settings.launch || !settings.kernel.empty() ? "as `--launch` and `--kernel` chose"
                                                  : "`--every-launch` records them, `--launch N` one of them"));
  return lines;
}

}  // namespace

std::vector<std::string> DescribeParts(const RecordSettings& settings, const RecordSummary& summary) {
  std::vector<std::string> lines = DescribeLaunches(settings, summary);
  if (summary.modelled && summary.recorded != 0) lines.push_back(trace::FormatFidelity(*summary.modelled));
  return lines;
}

}  // namespace lockstep::jobs
