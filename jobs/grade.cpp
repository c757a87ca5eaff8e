#include "jobs/grade.h"

#include <algorithm>
#include <ranges>

#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

constexpr std::size_t kMostKept = 16;

Result<Graded> GradeOnce(const GradeRequest& request, const Recording& solution, const Watch& watch) {
  std::error_code error;
  std::filesystem::remove(request.record.settings.path, error);
  Result<Recorded> recorded = Record(request.record, watch);
  if (!recorded) return std::unexpected(recorded.error());
  if (recorded->ended && recorded->ended->status != ExitStatus::kProgramFailed)
    return std::unexpected(EndOf(*recorded));
  Expected<Recording> recording = ReadTrace(recorded->file);
  if (!recording) return Failed(ExitStatus::kBadInput, recording.error().message);
  Graded graded{.remarks = RemarksOn(*recording, solution, request.requirements),
                .recording = std::make_shared<const Recording>(std::move(*recording)),
                .recorded = std::move(*recorded)};
  if (graded.recorded.ended && graded.IsSolved()) return std::unexpected(EndOf(graded.recorded));
  return graded;
}

// The block that the first wrong thing happened in and the recorded ones; none where that is recorded, too.
std::vector<Dim3> BlocksToShow(const Graded& graded) {
  const Remark* wrong = graded.FirstWrong();
  if (!wrong || !wrong->moment) return {};
  const RecordedLaunch& launch = graded.recording->launches[wrong->moment->launch];
  const auto recorded = std::ranges::find(launch.blocks, wrong->moment->block, &RecordedBlock::index);
  if (recorded != launch.blocks.end()) return {};
  std::vector<Dim3> blocks{wrong->moment->block};
  for (const RecordedBlock& block : launch.blocks | std::views::take(kMostKept)) blocks.push_back(block.index);
  return blocks;
}

}  // namespace

bool Graded::IsSolved() const { return std::ranges::all_of(remarks, &Remark::good); }

const Remark* Graded::FirstWrong() const {
  const Remark* first = nullptr;
  for (const Remark& remark : remarks) {
    if (remark.good) continue;
    if (remark.moment) return &remark;
    if (!first) first = &remark;
  }
  return first;
}

Result<Graded> Grade(const GradeRequest& request, const Recording& solution, const Watch& watch) {
  Result<Graded> first = GradeOnce(request, solution, watch);
  if (!first || first->IsSolved()) return first;
  GradeRequest wider = request;
  wider.record.settings.blocks = BlocksToShow(*first);
  if (wider.record.settings.blocks.empty()) return first;
  Result<Graded> again = GradeOnce(wider, solution, watch);
  if (!again && again.error().status == ExitStatus::kInterrupted) return again;
  // A program that does not do the same twice is shown as it was first seen.
  return again && !again->IsSolved() ? std::move(again) : std::move(first);
}

}  // namespace lockstep::jobs
