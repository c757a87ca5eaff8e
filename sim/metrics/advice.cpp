#include "sim/metrics/advice.h"

#include <fmt/format.h>

#include "sim/metrics/warp_request.h"

namespace lockstep {
namespace {

// From here on a cost is worth a sentence: five sectors where four would do is.
constexpr double kWorthTelling = 1.2;
// A branch that diverges in one warp of many is the edge of the data.
constexpr double kOftenDivergent = 0.1;
constexpr double kLowOccupancy = 0.5;

double Per(std::uint64_t number, std::uint64_t requests) { return requests ? static_cast<double>(number) / static_cast<double>(requests) : 0; }

std::string_view Verb(Deal deal) { return deal == Deal::kLoad ? "read" : deal == Deal::kStore ? "write" : "update"; }

std::optional<Advice> AboutSectors(const LineCounts& line) {
  const Counts& c = line.counts;
  if (static_cast<double>(c.sectors) < kWorthTelling * static_cast<double>(c.ideal_sectors)) return std::nullopt;
  // Idle lanes between those that work explain it: the branch is to blame, not the address.
  if (static_cast<double>(c.sectors * c.lanes) <= 1.05 * static_cast<double>(c.ideal_sectors * c.possible)) return std::nullopt;
  const double sectors = Per(c.sectors, c.requests), ideal = Per(c.ideal_sectors, c.requests);
  Advice advice{AdviceKind::kScatteredAccess, line.file, line.line, "", ""};
  advice.fact = fmt::format("{} lanes of a warp {} {} sectors of 32 bytes of global memory where {} would do", Decimal(Per(c.lanes, c.requests)),
                            Verb(line.deal), Decimal(sectors), Decimal(ideal));
  advice.hint = sectors - ideal <= 1.5
                    ? "let each warp begin at a multiple of 32 bytes: pad rows or shift the index"
                    : fmt::format("let neighbouring threads {} neighbouring addresses: `threadIdx.x` in the last index of an array, an array for "
                                  "each member of a struct, or a way through shared memory", Verb(line.deal));
  return advice;
}

std::optional<Advice> AboutBanks(const LineCounts& line) {
  const Counts& c = line.counts;
  if (c.wavefronts <= c.ideal_wavefronts) return std::nullopt;
  Advice advice{AdviceKind::kBankConflict, line.file, line.line, "", ""};
  advice.fact = fmt::format("lanes of a warp {} different words in one bank of shared memory: {} rounds where {} would do", Verb(line.deal),
                            Decimal(Per(c.wavefronts, c.requests)), Decimal(Per(c.ideal_wavefronts, c.requests)));
  advice.hint = "pad rows by one element (`tile[32][33]`), or let neighbouring threads use neighbouring words";
  return advice;
}

std::optional<Advice> AboutBranch(const LineCounts& line) {
  const Counts& c = line.counts;
  if (c.divergent == 0 || Per(c.divergent, c.requests) < kOftenDivergent) return std::nullopt;
  Advice advice{AdviceKind::kDivergentBranch, line.file, line.line, "", ""};
  advice.fact = fmt::format("lanes of one warp go different ways in {} of {} branches: the warp walks all of them, one after the other", c.divergent, c.requests);
  advice.hint = "let whole warps take one way: decide by `threadIdx.x / 32`, or by data that is sorted";
  return advice;
}

std::optional<Advice> AboutAtomic(const LineCounts& line) {
  const Counts& c = line.counts;
  const double same = Per(c.same_address, c.requests);
  if (same < 2) return std::nullopt;
  Advice advice{AdviceKind::kContendedAtomic, line.file, line.line, "", ""};
  advice.fact = fmt::format("{} lanes of a warp update the same address, one after the other; one address got {}{} updates in all", Decimal(same),
                            c.hottest_is_least ? "at least " : "", c.hottest);
  advice.hint = "add up in the warp first (`__reduce_add_sync`, shuffles), or in shared memory, and let one thread do the atomic";
  return advice;
}

std::string_view WordOf(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::kThreads: return "their threads";
    case OccupancyLimit::kBlocks: return "the number of blocks";
    case OccupancyLimit::kShared: return "their shared memory";
    case OccupancyLimit::kRegisters: return "their registers";
  }
  return "";
}

void AddAboutLaunch(const KernelCounts& kernel, const LaunchShape& shape, const AdviceOptions& options, std::vector<Advice>& all) {
  const auto add = [&](AdviceKind kind, std::string fact, std::string hint) {
    for (const Advice& known : all)
      if (known.fact == fact) return;
    all.push_back({kind, kernel.file, kernel.line, std::move(fact), std::move(hint)});
  };
  const std::uint64_t threads = shape.block.Count();
  if (threads % kWarpLanes)
    add(AdviceKind::kIdleLanes, fmt::format("blocks of {} threads leave {} lanes of their last warp without a thread", threads, kWarpLanes - threads % kWarpLanes),
        "choose a block size that is a multiple of 32");
  if (!options.device) return;
  const Occupancy found = OccupancyOf(*options.device, NeedsOf(kernel, shape, options.registers));
  const std::string name(options.device->name);
  if (found.blocks == 0)
    add(AdviceKind::kLowOccupancy, fmt::format("no block fits on a {}: {} are too many", name, WordOf(found.limit)), "make blocks smaller");
  else if (found.fraction() < kLowOccupancy)
    add(AdviceKind::kLowOccupancy,
        fmt::format("a multiprocessor of a {} holds {} blocks of {} threads at once, {} of its {} warps; {} limit{} it", name, found.blocks, threads,
                    found.warps, found.most_warps, WordOf(found.limit), found.limit == OccupancyLimit::kBlocks ? "s" : ""),
        found.limit == OccupancyLimit::kShared      ? "use less shared memory in a block, or more threads on the same memory"
        : found.limit == OccupancyLimit::kRegisters ? "fewer registers: `__launch_bounds__`, smaller live ranges"
                                                    : "use larger blocks");
  else if (shape.grid.Count() < options.device->multiprocessors)
    add(AdviceKind::kSmallGrid,
        fmt::format("{} block{} leave{} {} of a {}'s {} multiprocessors without work", shape.grid.Count(), shape.grid.Count() == 1 ? "" : "s",
                    shape.grid.Count() == 1 ? "s" : "", options.device->multiprocessors - shape.grid.Count(), name, options.device->multiprocessors),
        "give the work to more blocks");
}

}  // namespace

std::string_view Key(AdviceKind kind) {
  constexpr std::string_view kKeys[] = {"scattered-access", "bank-conflict", "divergent-branch", "idle-lanes",
                                        "contended-atomic", "low-occupancy", "small-grid"};
  return kKeys[static_cast<int>(kind)];
}

std::string_view Meaning(AdviceKind kind) {
  constexpr std::string_view kMeanings[] = {
      "A warp touches more 32-byte sectors of global memory than its bytes need.",
      "Lanes of a warp want different words of one bank of shared memory.",
      "Lanes of one warp go different ways at a branch.",
      "Lanes of a warp have no thread.",
      "Lanes of a warp update one address with atomics.",
      "Few warps have room on a multiprocessor at once.",
      "There are fewer blocks than multiprocessors."};
  return kMeanings[static_cast<int>(kind)];
}

std::string Decimal(double number) {
  std::string text = fmt::format("{:.1f}", number);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

BlockNeeds NeedsOf(const KernelCounts& kernel, const LaunchShape& shape, std::optional<std::uint32_t> registers) {
  return {.threads = static_cast<std::uint32_t>(shape.block.Count()), .shared = kernel.static_shared + shape.dynamic_shared, .registers = registers};
}

std::vector<Advice> AdviceOn(const KernelCounts& kernel, const AdviceOptions& options) {
  std::vector<Advice> all;
  for (const LineCounts& line : kernel.lines)
    for (const auto about : {AboutSectors, AboutBanks, AboutBranch, AboutAtomic}) {
      const bool is_global = line.memory == CountedMemory::kGlobal, is_shared = line.memory == CountedMemory::kShared;
      if ((about == AboutSectors && !is_global) || (about == AboutBanks && !is_shared) || (about == AboutAtomic && line.deal != Deal::kAtomic)) continue;
      if (std::optional<Advice> advice = about(line)) all.push_back(std::move(*advice));
    }
  for (const LaunchShape& shape : kernel.shapes) AddAboutLaunch(kernel, shape, options, all);
  return all;
}

}  // namespace lockstep
