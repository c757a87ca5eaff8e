#include "shared/metrics/advice.h"

#include <fmt/format.h>

namespace lockstep::metrics {
namespace {

// The ratio from which a cost is reported: five sectors where four would suffice are.
constexpr double kWorthReporting = 1.2;
// One additional sector for each request, except a few; less is typical of a warp that reads one value of two rows.
constexpr double kOneSector = 0.9;
// A branch that diverges in one warp of many is the edge of the data, and one that few instructions depend on costs
// little.
constexpr double kOftenDivergent = 0.1, kMostLanes = 0.9;
constexpr double kContended = 2, kLowOccupancy = 0.5;

bool IsWorthReporting(std::uint64_t cost, std::uint64_t ideal) {
  return static_cast<double>(cost) >= kWorthReporting * static_cast<double>(ideal);
}

std::string Number(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string_view Verb(RequestKind kind) {
  return kind == RequestKind::kLoad ? "read" : kind == RequestKind::kStore ? "write" : "update";
}

class Adviser {
 public:
  Adviser(const KernelCounts& kernel, const AdviceOptions& options) : kernel_(kernel), options_(options) {}

  std::vector<report::Finding> Advise() {
    for (const LineCounts& line : kernel_.lines) {
      if (line.memory == CountedMemory::kGlobal) AboutSectors(line);
      if (line.memory == CountedMemory::kShared) AboutBanks(line);
      if (line.kind == RequestKind::kAtomic) AboutAtomic(line);
      if (line.kind == RequestKind::kBranch) AboutBranch(line);
    }
    for (const LaunchShape& shape : kernel_.shapes) {
      AboutBlock(shape);
      if (options_.device) AboutOccupancy(shape, *options_.device);
    }
    return std::move(all_);
  }

 private:
  void Add(report::FindingKind kind, const LineCounts& line, std::string fact, std::string hint) {
    all_.push_back({.kind = kind,
                    .fact = std::move(fact),
                    .place = {line.file, line.line, 0, line.function},
                    .kernel = kernel_.name,
                    .launch = kernel_.shapes.front().first,
                    .hint = std::move(hint),
                    .count = 1});
  }

  // Reports a fact once, however many launch shapes it applies to.
  void Add(const LaunchShape& shape, std::string fact, std::string hint) {
    for (const report::Finding& known : all_)
      if (known.fact == fact) return;
    all_.push_back({.kind = report::FindingKind::kLowOccupancy,
                    .fact = std::move(fact),
                    .place = {kernel_.file, kernel_.line, 0, kernel_.name},
                    .kernel = kernel_.name,
                    .launch = shape.first,
                    .hint = std::move(hint),
                    .count = 1});
  }

  void AboutSectors(const LineCounts& line) {
    const Counts& c = line.counts;
    // Idle lanes between active ones explain it: the cause is the branch, not the address.
    const bool only_idle =
        static_cast<double>(c.sectors * c.lanes) <= 1.05 * static_cast<double>(c.due_sectors * c.possible);
    // Lanes that share bytes (one row for each half of a warp) may need a sector for each row; contiguous, their bytes
    // would need as many.
    const double sectors = PerRequest(c.sectors, c.requests), ideal = PerRequest(c.due_sectors, c.requests);
    if (!IsWorthReporting(c.sectors, c.due_sectors) || sectors - ideal < kOneSector || only_idle) return;
    Add(report::FindingKind::kScatteredAccess, line,
        fmt::format("{} lanes of a warp {} {} sectors of 32 bytes where {} would suffice",
                    Decimal(PerRequest(c.lanes, c.requests)), Verb(line.kind), Decimal(sectors), Decimal(ideal)),
        sectors - ideal <= 1.5 ? "let each warp begin at a multiple of 32 bytes: pad rows, or shift the index"
                               : fmt::format("let neighbouring threads {} neighbouring addresses: `threadIdx.x` in an "
                                             "array's last index, an array for each "
                                             "member of a struct, or a way through shared memory",
                                             Verb(line.kind)));
  }

  void AboutBanks(const LineCounts& line) {
    const Counts& c = line.counts;
    if (!IsWorthReporting(c.wavefronts, c.ideal_wavefronts)) return;
    Add(report::FindingKind::kBankConflict, line,
        fmt::format(
            "lanes of a warp {} different words of one bank of shared memory: it takes {} ways where {} would suffice",
            Verb(line.kind), Decimal(PerRequest(c.wavefronts, c.requests)),
            Decimal(PerRequest(c.ideal_wavefronts, c.requests))),
        "pad rows by one element (`tile[32][33]`), or let neighbouring threads use neighbouring words");
  }

  void AboutBranch(const LineCounts& line) {
    const Counts& c = line.counts;
    if (PerRequest(c.divergent, c.requests) < kOftenDivergent || LanesAtWorkIn(kernel_).part >= kMostLanes) return;
    Add(report::FindingKind::kDivergence, line,
        fmt::format("lanes of a warp diverge at {} of {}, and the warp runs each path with the other lanes idle",
                    c.divergent, Number(c.requests, "branch", "branches")),
        "let whole warps take one path: branch on `threadIdx.x / 32`, or sort the data that decides");
  }

  void AboutAtomic(const LineCounts& line) {
    const Counts& c = line.counts;
    const double same = PerRequest(c.same_address, c.requests);
    if (same < kContended) return;
    Add(report::FindingKind::kAtomicContention, line,
        fmt::format("{} lanes of a warp update the same address, one after the other; one address gets {}{} in all",
                    Decimal(same), c.hottest_is_least ? "at least " : "", Number(c.hottest, "update", "updates")),
        "add up in the warp (`__reduce_add_sync`, shuffles) or in shared memory first, and let one thread do the "
        "atomic");
  }

  void AboutBlock(const LaunchShape& shape) {
    const std::uint64_t threads = shape.block.Count(), rest = threads % trace::kWarpSize;
    if (rest)
      Add(shape,
          fmt::format("blocks of {} leave {} of their last warp without work", Number(threads, "thread", "threads"),
                      Number(trace::kWarpSize - rest, "lane", "lanes")),
          "let the number of threads of a block be a multiple of 32");
  }

  void AboutOccupancy(const LaunchShape& shape, const session::Device& device) {
    const Occupancy found = OccupancyOf(device, NeedsOf(kernel_, shape, options_.registers));
    const std::uint64_t blocks = shape.grid.Count();
    const auto multiprocessors = static_cast<std::uint64_t>(device.multiprocessors);
    if (found.blocks == 0)
      return Add(shape,
                 fmt::format("no block of {} fits on a multiprocessor of `{}`: {}",
                             Number(shape.block.Count(), "thread", "threads"), device.name, Cause(found.limit)),
                 "make blocks smaller");
    if (found.fraction() < kLowOccupancy)
      return Add(shape,
                 fmt::format("a multiprocessor of `{}` holds {} of {}: {} of its {} warps, because {}", device.name,
                             Number(found.blocks, "block", "blocks"), Number(shape.block.Count(), "thread", "threads"),
                             found.warps, found.most_warps, Cause(found.limit)),
                 std::string(Remedy(found.limit)));
    if (blocks < multiprocessors)
      Add(shape,
          fmt::format("{} leave{} {} of the {} multiprocessors of `{}` without work", Number(blocks, "block", "blocks"),
                      blocks == 1 ? "s" : "", multiprocessors - blocks, multiprocessors, device.name),
          "give the work to more blocks");
  }

  static std::string_view Cause(OccupancyLimit limit) {
    switch (limit) {
      case OccupancyLimit::kThreads: return "another block has too many threads";
      case OccupancyLimit::kBlocks: return "it takes no more blocks, whatever their size";
      case OccupancyLimit::kShared: return "another block has too much shared memory";
      case OccupancyLimit::kRegisters: return "another block has too many registers";
    }
    return "";
  }

  static std::string_view Remedy(OccupancyLimit limit) {
    switch (limit) {
      case OccupancyLimit::kThreads: return "choose a size of blocks that divides the threads of a multiprocessor";
      case OccupancyLimit::kBlocks: return "use larger blocks";
      case OccupancyLimit::kShared: return "use less shared memory in a block, or let more threads share it";
      case OccupancyLimit::kRegisters:
        return "use fewer registers: `__launch_bounds__`, or less work in flight in a thread";
    }
    return "";
  }

  const KernelCounts& kernel_;
  AdviceOptions options_;
  std::vector<report::Finding> all_;
};

}  // namespace

std::string Decimal(double number) {
  std::string text = fmt::format("{:.1f}", number);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

LanesAtWork LanesAtWorkIn(const KernelCounts& kernel) {
  Counts sum;
  for (const LineCounts& line : kernel.lines) sum.Add(line.counts);
  if (sum.requests == 0) return {};
  return {.lanes = PerRequest(sum.lanes, sum.requests), .part = PerRequest(sum.lanes, sum.possible)};
}

std::vector<report::Finding> AdviceOn(const KernelCounts& kernel, const AdviceOptions& options) {
  return Adviser(kernel, options).Advise();
}

}  // namespace lockstep::metrics
