#include "shared/metrics/format_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "shared/base/printable.h"
#include "shared/base/source_text.h"
#include "shared/report/source_name.h"
#include "shared/trace/format_launch.h"

namespace lockstep::metrics {
namespace {

constexpr std::string_view kBold = "\x1b[1m", kRed = "\x1b[31m", kYellow = "\x1b[33m", kDim = "\x1b[2m",
                           kGreen = "\x1b[32m", kPlain = "\x1b[0m";
// The number of launch shapes that are listed one by one, and of characters of a source line.
constexpr std::size_t kMostShapes = 4, kMostText = 60;

// The text of source lines, without leading blanks and trailing comments.
class Sources {
 public:
  std::string Line(const std::string& file, std::uint32_t number) {
    auto [found, is_new] = files_.try_emplace(file);
    if (is_new) {
      std::istringstream stream(SourceTextOf(file));
      for (std::string line; std::getline(stream, line);) found->second.push_back(line);
    }
    if (number == 0 || number > found->second.size()) return "";
    std::string text = found->second[number - 1];
    text.erase(0, text.find_first_not_of(" \t"));
    const std::size_t comment = text.find(" //");
    if (comment != std::string::npos && std::ranges::count(text.substr(0, comment), '"') % 2 == 0) text.erase(comment);
    text.erase(text.find_last_not_of(" \t\r") + 1);
    text = Printable(text);
    if (text.size() <= kMostText) return text;
    // Do not cut inside a character of several bytes.
    std::size_t end = kMostText - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    return text.substr(0, end) + "...";
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

class CountsText {
 public:
  CountsText(const AdviceOptions& options, const report::FormatOptions& format) : options_(options), format_(format) {}

  std::string Format(const RunCounts& counts) {
    for (const KernelCounts& kernel : counts.kernels) AddKernel(kernel);
    AddHost(counts.host);
    return std::move(text_);
  }

 private:
  std::string Colored(std::string text, std::string_view color) const {
    return format_.color && !text.empty() ? fmt::format("{}{}{}", color, text, kPlain) : text;
  }
  std::string_view ColorOf(double ratio) const { return ratio < 1.05 ? kGreen : ratio < 2 ? kYellow : kRed; }

  void AddKernel(const KernelCounts& kernel) {
    text_ += fmt::format(
        "{}  {}\n", Colored(Printable(fmt::format("`{}`", kernel.name)), kBold),
        Colored(Printable(fmt::format("{}:{}", report::SourceName(kernel.file, format_.base), kernel.line)), kDim));
    for (std::size_t i = 0; i < std::min(kernel.shapes.size(), kMostShapes); ++i) AddShape(kernel, kernel.shapes[i]);
    if (kernel.shapes.size() > kMostShapes)
      text_ += fmt::format("  and {} more shapes of launches\n", kernel.shapes.size() - kMostShapes);
    AddLanes(kernel);
    AddWork(kernel.work);
    AddLines(kernel);
    AddArrays(kernel);
  }

  void AddShape(const KernelCounts& kernel, const LaunchShape& shape) {
    const BlockNeeds needs = NeedsOf(kernel, shape, options_.registers);
    text_ += fmt::format("  {} launch{} of {} x {} threads", shape.launches, shape.launches == 1 ? "" : "es",
                         trace::FormatDim(shape.grid), trace::FormatDim(shape.block));
    if (needs.shared) text_ += fmt::format(", {} bytes of shared memory a block", needs.shared);
    text_ += "\n";
    if (!options_.device) return;
    const Occupancy found = OccupancyOf(*options_.device, needs);
    const std::string percent = fmt::format("{:.0f}%", 100 * found.fraction());
    text_ += fmt::format("  {} {} of {} warps on a multiprocessor ({}){}\n",
                         Colored(fmt::format("on {}:", options_.device->name), kDim), found.warps, found.most_warps,
                         Colored(percent, found.fraction() < 0.5 ? kYellow : kGreen), Registers(needs));
  }

  std::string Registers(const BlockNeeds& needs) const {
    if (options_.registers) return fmt::format(" with {} registers a thread", *options_.registers);
    return fmt::format(", if a thread needs at most {} registers (not known here: --registers)",
                       RegistersToSpare(*options_.device, needs));
  }

  // Of a kernel none of whose code has run, nothing is known.
  void AddLanes(const KernelCounts& kernel) {
    if (kernel.lines.empty()) return;
    const LanesAtWork work = LanesAtWorkIn(kernel);
    text_ += fmt::format("  {} of 32 lanes work in the average instruction\n",
                         Colored(Decimal(work.lanes), work.lanes < 0.8 * 32 ? kYellow : kGreen));
  }

  // The work of the threads besides accesses; kinds that do not occur are left out.
  void AddWork(const Work& work) {
    std::vector<std::string> parts;
    const auto add = [&](std::uint64_t number, std::string_view one, std::string_view many) {
      if (number != 0) parts.push_back(fmt::format("{} {}", number, number == 1 ? one : many));
    };
    add(work.operations, "operation on floating-point numbers", "operations on floating-point numbers");
    add(work.barriers, "barrier", "barriers");
    add(work.shuffles, "shuffle by a thread", "shuffles by threads");
    add(work.votes, "vote by a thread", "votes by threads");
    add(work.fetches, "fetch from a texture", "fetches from textures");
    add(work.async_copies, "asynchronous copy", "asynchronous copies");
    if (!parts.empty()) text_ += fmt::format("  {}\n", fmt::join(parts, ", "));
  }

  void AddArrays(const KernelCounts& kernel) {
    if (kernel.arrays.empty()) return;
    text_ += "  " +
             Colored(fmt::format("{:20}  {:6}  {:>10}  {:>10}  {:>10}  {:>12}", "array", "memory", "reads", "writes",
                                 "atomics", "bytes"),
                     kDim) +
             "\n";
    for (const ArrayCounts& array : kernel.arrays)
      text_ += fmt::format("  {:20}  {:6}  {:>10}  {:>10}  {:>10}  {:>12}\n",
                           array.name.empty() ? "other memory" : Printable(fmt::format("`{}`", array.name)),
                           array.memory == CountedMemory::kShared ? "shared" : "global", array.reads, array.writes,
                           array.atomics, array.bytes_read + array.bytes_written);
    text_ += "\n";
  }

  void AddHost(const HostCounts& host) {
    const auto copies = [](std::uint64_t number, std::uint64_t bytes) {
      return fmt::format("{} cop{} ({} bytes)", number, number == 1 ? "y" : "ies", bytes);
    };
    if (host.peak_bytes == 0 && host.stored_bytes == 0) return;
    text_ += fmt::format("the host: {} to the device, {} back", copies(host.copies_to_device, host.bytes_to_device),
                         copies(host.copies_to_host, host.bytes_to_host));
    if (host.stored_bytes != 0) text_ += fmt::format("; {} bytes stored where kernels can read", host.stored_bytes);
    text_ += fmt::format("; {} bytes of arguments; at most {} bytes of device memory in use\n\n", host.argument_bytes,
                         host.peak_bytes);
  }

  // --- the table

  static bool IsWorthARow(const LineCounts& line) {
    if (line.kind == RequestKind::kLine) return false;
    return line.kind != RequestKind::kBranch || line.counts.divergent;
  }

  static std::string_view WordOf(const LineCounts& line) {
    const bool shared = line.memory == CountedMemory::kShared, local = line.memory == CountedMemory::kLocal;
    switch (line.kind) {
      case RequestKind::kLoad: return local ? "read local" : shared ? "read shared" : "read global";
      case RequestKind::kStore: return local ? "write local" : shared ? "write shared" : "write global";
      case RequestKind::kAtomic: return shared ? "atomic shared" : "atomic global";
      case RequestKind::kBranch: return "branch";
      case RequestKind::kLine: return "";
    }
    return "";
  }

  struct Cost {
    std::string text;
    double ratio = 1;
  };

  static Cost CostOf(const LineCounts& line) {
    const Counts& c = line.counts;
    const auto of = [&](std::uint64_t cost, std::uint64_t ideal, std::string_view unit) {
      const double ratio = ideal ? static_cast<double>(cost) / static_cast<double>(ideal) : 1;
      std::string text = fmt::format("{} {}", Decimal(PerRequest(cost, c.requests)), unit);
      return Cost{ratio < 1.05 ? text : fmt::format("{}, ideal {}", text, Decimal(PerRequest(ideal, c.requests))),
                  ratio};
    };
    if (line.kind == RequestKind::kBranch) {
      const double share = PerRequest(c.divergent, c.requests);
      return {fmt::format("{} of {} diverge", c.divergent, c.requests), share < 0.1 ? 1 : share < 0.5 ? 1.5 : 2};
    }
    Cost cost = line.memory == CountedMemory::kShared
                    ? of(c.wavefronts, c.ideal_wavefronts, c.wavefronts == c.requests ? "way" : "ways")
                    : of(c.sectors, c.due_sectors, c.sectors == c.requests ? "sector" : "sectors");
    if (line.kind == RequestKind::kAtomic) {
      cost.text += fmt::format(", {} on one address", Decimal(PerRequest(c.same_address, c.requests)));
      cost.ratio = std::max(cost.ratio, PerRequest(c.same_address, c.requests));
    }
    return cost;
  }

  void AddLines(const KernelCounts& kernel) {
    std::vector<const LineCounts*> rows;
    for (const LineCounts& line : kernel.lines)
      if (IsWorthARow(line)) rows.push_back(&line);
    if (rows.empty()) {
      text_ += "\n";
      return;
    }
    text_ += "\n  " +
             Colored(fmt::format("{:>5}  {:13}  {:>10}  {:>5}  {:32}  {}", "line", "", "requests", "lanes",
                                 "each costs", "source"),
                     kDim) +
             "\n";
    const LineCounts* last = nullptr;
    for (const LineCounts* row : rows) {
      const bool same = last && last->line == row->line && last->file == row->file;
      const Cost cost = CostOf(*row);
      const double lanes = PerRequest(row->counts.lanes, row->counts.requests),
                   full = PerRequest(row->counts.possible, row->counts.requests);
      std::string place = row->file == kernel.file
                              ? std::to_string(row->line)
                              : Printable(fmt::format("{}:{}", report::SourceName(row->file, format_.base), row->line));
      const std::string source = same ? "" : "  " + sources_.Line(row->file, row->line);
      text_ += fmt::format("  {:>5}  {:13}  {:>10}  {}  {}{}", same ? "" : place, WordOf(*row), row->counts.requests,
                           Colored(fmt::format("{:>5}", Decimal(lanes)), lanes * 1.05 < full ? kYellow : kPlain),
                           Colored(fmt::format("{:32}", cost.text), ColorOf(cost.ratio)), source);
      text_.erase(text_.find_last_not_of(' ') + 1);
      text_ += "\n";
      last = row;
    }
    text_ += "\n";
  }

  AdviceOptions options_;
  report::FormatOptions format_;
  Sources sources_;
  std::string text_;
};

}  // namespace

std::string FormatCounts(const RunCounts& counts, const AdviceOptions& options, const report::FormatOptions& format) {
  return CountsText(options, format).Format(counts);
}

}  // namespace lockstep::metrics
