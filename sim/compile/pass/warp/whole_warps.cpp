#include "sim/compile/pass/warp/whole_warps.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "sim/compile/pass/warp/block_entry.h"
#include "sim/compile/pass/warp/canonical.h"
#include "sim/compile/pass/warp/convergence.h"
#include "sim/compile/pass/warp/fold_lanes.h"
#include "sim/compile/pass/warp/gain.h"
#include "sim/compile/pass/warp/last_sums.h"
#include "sim/compile/pass/warp/operations.h"
#include "sim/compile/pass/warp/regions.h"
#include "sim/compile/pass/warp/tile_order.h"

namespace lockstep::pass::warp {
namespace {

constexpr unsigned kMostInstructions = 3000;
constexpr std::size_t kMostRegions = 60;
// Of a widened region in both versions. Compiling takes about a millisecond for six instructions.
constexpr unsigned kMostInTwoVersions = 1500;
// Of all regions together, before they are widened: so little that what a tile does beside them is most of a block's
// time.
constexpr unsigned kMostOfShort = 300;
// Of the OS thread's stack.
constexpr std::uint64_t kMostStorage = 1 << 20;

std::optional<std::string> WhyNotBody(const WarpBody& body) {
  for (const llvm::Instruction& instruction : llvm::instructions(*body.function))
    if (std::optional<std::string> reason = WhyNot(instruction)) return reason;
  if (body.function->getInstructionCount() > kMostInstructions) return "it is too large";
  return WhyLanesPart(body);
}

bool HasWideVectors(const llvm::Function& function) {
  return function.getFnAttribute("target-features").getValueAsString().contains("+avx2");
}

// True if the tiles must be CUDA's warps: for their operations, and because after a barrier the first warp comes last,
// also with what it prints.
bool NeedsWarps(const llvm::Function& function) {
  bool meets = false, prints = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const Operation operation = OperationOf(instruction);
    if (IsWarpOperation(operation)) return true;
    meets |= operation == Operation::kBarrier;
    prints |= IsPrint(instruction);
  }
  return meets && prints;
}

// The shapes that the kernel's blocks can need. Rows of 16 threads are taken two at a time, so that both use what
// does not depend on the row.
std::vector<Shape> ShapesFor(const WarpBody& body, bool whole_warps, bool general) {
  if (general) return {{.general = true}};
  std::vector<Shape> shapes;
  if (!body.State(kThreadY)->use_empty()) shapes.push_back({.width = 16, .rows = 2});
  shapes.push_back({});
  // Any other block's rows are tiles by themselves, unless a warp spans them.
  if (whole_warps) shapes.push_back({.general = true});
  return shapes;
}

// True if the regions are so short that blocks of full tiles in one row are worth a version of their own, which counts
// no rows and has no masks unless its lanes part.
bool AreShort(const Regions& regions) {
  unsigned size = 0;
  for (const llvm::Function* region : regions.functions) size += region->getInstructionCount();
  return size <= kMostOfShort;
}

// A large region has the version `some` only, which runs full tiles, too.
llvm::Function* WidenInTime(const WarpBody& region, Shape shape, bool together, const Options& options,
                            bool& is_large) {
  llvm::Function* widened = Widen(region, shape, together, options);
  if (!options.in_time || widened->getInstructionCount() <= kMostInTwoVersions) return widened;
  is_large = true;
  llvm::Function* shorter = Widen(region, shape, together, {.some = true});
  widened->eraseFromParent();
  return shorter;
}

Tiling WidenAll(const Regions& regions, unsigned parameters, Shape shape, bool whole_warps, const Options& options,
                bool& is_large) {
  Tiling tiling{.shape = shape, .regions = {}};
  for (llvm::Function* function : regions.functions) {
    llvm::ValueToValueMapTy map;
    const WarpBody region{.function = llvm::CloneFunction(function, map), .parameters = parameters};
    if (shape.rows == 1 && !shape.general) FoldLanes(region, false);
    if (whole_warps) FoldLanes(region, true);
    tiling.regions.push_back(WidenInTime(region, shape, regions.together, options, is_large));
    region.function->eraseFromParent();
  }
  return tiling;
}

bool AreWellFormed(const std::vector<Tiling>& tilings) {
  return llvm::all_of(tilings, [](const Tiling& tiling) {
    return llvm::none_of(tiling.regions,
                         [](const llvm::Function* region) { return llvm::verifyFunction(*region, &llvm::errs()); });
  });
}

}  // namespace

WholeWarps MakeWholeWarps(const KernelBody& body, llvm::GlobalVariable* shared_base,
                          llvm::FunctionAnalysisManager& analyses, const Options& options) {
  if (!options.any_processor && !HasWideVectors(*body.function))
    return {.entry = nullptr, .refusal = "it cannot run as whole warps, because the processor has no AVX2"};
  WarpBody copy = MakeCanonicalCopy(body, analyses, options.keep_lines);
  auto leave = [](const std::vector<llvm::Function*>& made, std::string why) {
    for (llvm::Function* function : made) function->eraseFromParent();
    return WholeWarps{.entry = nullptr, .refusal = std::move(why)};
  };
  auto refuse = [&](const std::vector<llvm::Function*>& made, const std::string& reason) {
    return leave(made, "it cannot run as whole warps, because " + reason);
  };
  if (std::optional<std::string> reason = WhyNotBody(copy)) return refuse({copy.function}, *reason);
  const bool whole_warps = NeedsWarps(*copy.function);
  std::vector<Shape> shapes = ShapesFor(copy, whole_warps, options.general);
  MarkLastSums(copy);
  std::vector<FirstWrite> first_writes = FindFirstWrites(copy);
  Regions regions = CutAtBarriers(copy, analyses);
  for (llvm::Function* function : regions.functions)
    regions.show_order.push_back(ShowsTileOrder({.function = function, .parameters = copy.parameters}));
  if (regions.functions.size() > kMostRegions) return refuse(regions.functions, "it has too many barriers");
  if (regions.storage_bytes + regions.tile_bytes * 1024 > kMostStorage)
    return refuse(regions.functions, "its threads keep too much in local memory");
  if (options.must_gain) {
    const WarpBody whole{.function = regions.functions[0], .parameters = copy.parameters};
    if (std::optional<std::string> reason = WhyNoGain(whole, shapes[0]))
      return leave(regions.functions, "whole warps would be slower, because " + *reason);
  }
  // Elsewhere some lanes of a tile may have left before a region begins.
  const bool begin_full = regions.together || !regions.has_barriers();
  for (Shape& shape : shapes) shape.full = shape.rows > 1 && begin_full;
  if (shapes.size() == 1 && !options.general && regions.has_barriers() && regions.together && AreShort(regions))
    shapes.insert(shapes.begin(), {.full = true});
  std::vector<Tiling> tilings;
  bool is_large = false;
  for (const Shape& shape : shapes)
    tilings.push_back(WidenAll(regions, copy.parameters, shape, whole_warps, options, is_large));
  for (llvm::Function* function : regions.functions) function->eraseFromParent();
  // LLVM crashes on such code, or does what it likes.
  if (!AreWellFormed(tilings)) llvm::report_fatal_error("whole warps: code that no version of LLVM accepts");
  return {.entry = MakeWarpEntry(body, regions, tilings, whole_warps, shared_base),
          .is_large = is_large,
          .first_writes = std::move(first_writes),
          .refusal = {}};
}

EngineChoice PreferWarps(const EngineChoice& otherwise, const WholeWarps& warps) {
  if (!warps.entry) return {otherwise.kind, otherwise.reason + "; " + warps.refusal};
  std::string reason = "the threads of a warp meet at each barrier together";
  if (warps.is_large) reason += "; it is large, so that all of its code has masks";
  return {LOCKSTEP_WARPS, reason};
}

}  // namespace lockstep::pass::warp
