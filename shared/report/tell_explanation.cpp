// What lines cost, as text: each line of the source with what its warps do below it.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "shared/report/source_name.h"
#include "shared/report/tell.h"
#include "shared/trace/tell_place.h"

namespace lockstep {
namespace {

constexpr std::string_view kBold = "\x1b[1m", kYellow = "\x1b[33m", kCyan = "\x1b[36m", kDim = "\x1b[2m", kGreen = "\x1b[32m",
                           kPlain = "\x1b[0m";
constexpr std::size_t kWidest = 88;  // of a line of the source
// A kernel with more rows than this shows those only that are worth advice.
constexpr std::size_t kMostRows = 40;

std::string Colored(std::string text, std::string_view color, const TellOptions& options) {
  return options.color && !text.empty() ? fmt::format("{}{}{}", color, text, kPlain) : text;
}

std::string Grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, ",");
  return digits;
}

std::string Counted(std::uint64_t number, std::string_view one) {
  return fmt::format("{} {}{}", Grouped(number), one, number == 1 ? "" : "s");
}

double Mean(std::uint64_t sum, std::uint64_t count) { return count ? static_cast<double>(sum) / static_cast<double>(count) : 0; }

// Sources, read when a line of theirs is first asked for.
class Sources {
 public:
  // Without the blanks around it; empty where it cannot be read.
  std::string Line(const SourcePlace& place) {
    auto [found, is_new] = files_.try_emplace(place.file);
    if (is_new) {
      std::ifstream file(place.file);
      for (std::string line; std::getline(file, line);) found->second.push_back(line);
    }
    if (place.line == 0 || place.line > found->second.size()) return "";
    std::string text = found->second[place.line - 1];
    std::ranges::replace(text, '\t', ' ');
    const std::size_t first = text.find_first_not_of(" \r"), last = text.find_last_not_of(" \r");
    if (first == std::string::npos) return "";
    text = text.substr(first, last - first + 1);
    return text.size() > kWidest ? text.substr(0, kWidest - 3) + "..." : text;
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

std::string_view What(CostKind kind) {
  switch (kind) {
    case CostKind::kGlobalRead: return "global read";
    case CostKind::kGlobalWrite: return "global write";
    case CostKind::kGlobalAtomic: return "global atomic";
    case CostKind::kSharedRead: return "shared read";
    case CostKind::kSharedWrite: return "shared write";
    case CostKind::kSharedAtomic: return "shared atomic";
    case CostKind::kBranch: return "branch";
    case CostKind::kLine: return "other";
  }
  return "";
}

std::string Cost(const LineCost& line) {
  const auto mean = [&](std::uint64_t sum) { return Mean(sum, line.requests); };
  switch (line.kind) {
    case CostKind::kGlobalRead:
    case CostKind::kGlobalWrite: return fmt::format("{:5.1f} sectors, {:.1f} would do", mean(line.sectors), mean(line.ideal_sectors));
    case CostKind::kSharedRead:
    case CostKind::kSharedWrite: return fmt::format("{:5.1f} ways, {:.1f} would do", mean(line.wavefronts), mean(line.ideal_wavefronts));
    case CostKind::kGlobalAtomic:
    case CostKind::kSharedAtomic: return fmt::format("{:5.1f} lanes on one address", mean(line.same_address));
    case CostKind::kBranch: return fmt::format("{:4.0f}% divergent", 100 * mean(line.divergent));
    case CostKind::kLine: return "";
  }
  return "";
}

std::string TellRow(const LineCost& line, const TellOptions& options) {
  const bool advice = IsWorthAdvice(line);
  const std::string text = fmt::format("{} {:<14} {:<30} {:>13} {}", advice ? "!" : " ", What(line.kind), Cost(line), Grouped(line.requests),
                                       fmt::format("{:8.1f}", Mean(line.lanes, line.requests)));
  return "       " + Colored(text, advice ? kYellow : kDim, options) + "\n";
}

// Branches all lanes agree on, and lines that do nothing to memory, say nothing where every lane takes part.
bool SaysSomething(const LineCost& line) {
  if (line.kind == CostKind::kBranch) return line.divergent != 0;
  return line.kind != CostKind::kLine || line.lanes < line.possible_lanes;
}

std::string TellLines(const KernelCost& kernel, Sources& sources, const TellOptions& options) {
  std::vector<const LineCost*> rows;
  for (const LineCost& line : kernel.lines)
    if (SaysSomething(line)) rows.push_back(&line);
  std::size_t hidden = 0;
  if (rows.size() > kMostRows)
    hidden = std::erase_if(rows, [](const LineCost* line) { return !IsWorthAdvice(*line); });
  std::string text;
  if (!rows.empty())
    text += Colored(fmt::format("  {:>5}  {:<46} {:>13} {:>8}\n", "line", "  what a warp's request costs, on average", "requests", "lanes"), kDim, options);
  const LineCost* before = nullptr;
  for (const LineCost* row : rows) {
    const bool is_new = !before || before->place.file != row->place.file || before->place.line != row->place.line;
    before = row;
    if (is_new) {
      const std::string where = row->place.file == kernel.place.file || row->place.file.empty()
                                    ? fmt::format("{:>5}", row->place.line)
                                    : fmt::format("{}:{}", SourceName(row->place.file, options.base), row->place.line);
      text += fmt::format("  {}  {}\n", Colored(where, kBold, options), sources.Line(row->place));
    }
    text += TellRow(*row, options);
  }
  if (hidden) text += fmt::format("  {} more, at most half as costly again as they must be\n", Counted(hidden, "row"));
  if (rows.empty() && !hidden) text += "  no access to global or shared memory, and no branch that lanes disagree on\n";
  return text;
}

std::string TellLaunch(const Explanation& explanation, const KernelCost& kernel, const LaunchCost& launch, const TellOptions& options) {
  std::string text = fmt::format("  {} launch{} of {} of {} threads", Grouped(launch.launches), launch.launches == 1 ? "" : "es",
                                 Counted(launch.grid.Count(), "block"), TellDim(launch.block));
  const std::uint64_t shared = kernel.static_shared + launch.dynamic_shared;
  if (shared) text += fmt::format(", {} of shared memory each", Counted(shared, "byte"));
  text += "\n  ";
  if (launch.blocks == 0) return text + Colored(fmt::format("on an {}: a block does not fit", explanation.device), kYellow, options) + "\n";
  std::string fill = fmt::format("on an {}: {} at once on each of {} multiprocessors, {} of {} warps; {} is the limit", explanation.device,
                                 Counted(launch.blocks, "block"), explanation.multiprocessors, launch.warps, launch.most_warps, launch.limit);
  text += Colored(fill, IsWorthAdvice(launch) ? kYellow : kGreen, options);
  text += fmt::format("\n  registers are not known on a CPU: up to {} a thread change nothing\n", launch.spare_registers);
  if (launch.grid.Count() < explanation.multiprocessors)
    text += fmt::format("  {} of the {} multiprocessors have nothing to do\n", explanation.multiprocessors - launch.grid.Count(), explanation.multiprocessors);
  return text;
}

}  // namespace

std::string TellExplanation(const Explanation& explanation, const TellOptions& options) {
  Sources sources;
  std::string text;
  for (const KernelCost& kernel : explanation.kernels) {
    text += Colored(kernel.name, kCyan, options);
    if (!kernel.place.file.empty()) text += fmt::format("  {}:{}", SourceName(kernel.place.file, options.base), kernel.place.line);
    text += "\n";
    for (const LaunchCost& launch : kernel.launches) text += TellLaunch(explanation, kernel, launch, options);
    text += TellLines(kernel, sources, options) + "\n";
  }
  return text;
}

}  // namespace lockstep
