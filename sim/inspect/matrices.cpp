#include "sim/inspect/matrices.h"

#include <fmt/format.h>

#include <bit>

namespace lockstep::inspect {
namespace {

// CUDA C++ Programming Guide, "Warp Matrix Functions": the pointer is a multiple of 256 bits, and the stride of 16
// bytes.
constexpr std::uint64_t kAlignment = 32, kPitch = 16;

// The part of the keys that sets findings of one kind and place apart; those of warps.cpp have 2 and 3.
enum Reason : std::uint64_t { kLanes = 4, kAddress = 5, kPitchOfRows = 6 };

std::uint64_t AlignmentOf(std::uint64_t address) { return std::uint64_t{1} << std::countr_zero(address | kAlignment); }

}  // namespace

void MatrixCheck::Uses(launch::ThreadRun& thread, const launch::MatrixUse& use) {
  if (use.lanes == 0)
    return ReportLanes(thread, "lanes of a warp name different matrices in one operation of the warp",
                       "every lane must pass the same pointer and leading dimension");
  if (use.lanes != ~0u)
    return ReportLanes(
        thread,
        fmt::format("an operation on matrices needs all 32 lanes of the warp, and {} come", std::popcount(use.lanes)),
        "make the block's size a multiple of 32, and let whole warps reach the call");
  if (use.address % kAlignment)
    ReportPlace(
        thread, use,
        fmt::format("a matrix begins at an address that is a multiple of {} bytes, where warps load and store "
                    "matrices at multiples of {}",
                    AlignmentOf(use.address), kAlignment),
        fmt::format("begin tiles at multiples of {} bytes: pad the rows, or use `alignas({})` for shared memory",
                    kAlignment, kAlignment));
  else if (use.pitch % kPitch)
    ReportPlace(thread, use,
                fmt::format("the leading dimension of a matrix is {} bytes, where warps need a multiple of {}",
                            use.pitch, kPitch),
                "pad the rows: a multiple of 8 elements of `half`, of 4 of `float`");
}

void MatrixCheck::ReportPlace(launch::ThreadRun& thread, const launch::MatrixUse& use, std::string fact,
                              std::string hint) {
  const check::FindingKey key{report::FindingKind::kMisaligned, thread.site ? thread.site->id : 0, 0,
                              use.address % kAlignment ? kAddress : kPitchOfRows};
  if (context_.CountsAgain(key, thread)) return;
  report::Finding finding = context_.Begin(key.kind, std::move(fact), thread.site);
  finding.sides.push_back(context_.SideOf(thread, thread.site, report::Action::kCall, 0));
  finding.sides.back().note = "loads or stores the matrix";
  finding.hint = std::move(hint);
  context_.Add(key, thread, std::move(finding));
}

void MatrixCheck::ReportLanes(launch::ThreadRun& thread, std::string fact, std::string hint) {
  const check::FindingKey key{report::FindingKind::kWarpMask, thread.site ? thread.site->id : 0, 0, kLanes};
  if (context_.CountsAgain(key, thread)) return;
  report::Finding finding = context_.Begin(key.kind, std::move(fact), thread.site);
  finding.sides.push_back(context_.SideOf(thread, thread.site, report::Action::kWait, 0));
  finding.hint = std::move(hint);
  context_.Add(key, thread, std::move(finding));
}

}  // namespace lockstep::inspect
