#include <algorithm>

#include "jobs/check.h"
#include "jobs/record.h"
#include "shared/base/scratch_folder.h"
#include "shared/report/recorded.h"
#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

// More places than a user inspects: each launch may take as many steps as `--steps` allows.
constexpr std::size_t kMostLaunches = 16, kMostBlocks = 32;
// Recording is slow, and a program with a defect may never end.
constexpr Seconds kLimit{120}, kLimitOfEndless{10};

bool IsEndless(const report::Finding& finding) { return finding.kind == report::FindingKind::kEndless; }

RecordRequest RequestOf(const report::Report& report, const FindingsRequest& request, const fs::path& path) {
  RecordRequest record{.program = request.program, .quiet = true};
  record.settings.path = path;
  record.settings.max_steps = request.steps;
  record.settings.order = request.order;
  for (report::FindingPlace& place : report::PlacesOf(report, kMostLaunches, kMostBlocks))
    record.settings.places.push_back({.launch = place.launch, .blocks = std::move(place.blocks)});
  if (!record.program.limit)
    record.program.limit = std::ranges::any_of(report.findings, IsEndless) ? kLimitOfEndless : kLimit;
  return record;
}

Result<trace::Recording> RecordAround(const report::Report& report, const FindingsRequest& request,
                                      const Watch& watch) {
  constexpr const char* kNotRecorded =
      "the findings could not be recorded: the program did not reach the kernels that contain them";
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Failed(ExitStatus::kCannotWrite, scratch.error().message);
  if (auto judged = JudgeOrder("--order", request.order); !judged)
    return Failed(ExitStatus::kBadUsage, judged.error().message);
  // A second build of the same program has no new messages.
  const Watch quiet{.on_stage = watch.on_stage, .cancelled = watch.cancelled};
  const Result<std::string> program = BuildProgram(request.program, compile::Mode::kRecord, quiet);
  if (!program) {
    watch.Diagnose(program.error().diagnostics);
    if (!program.error().message.empty()) watch.Note(program.error().message);
    return Failed(ExitStatus::kBadInput, kNotRecorded);
  }
  const Result<Recorded> recorded =
      RecordBuilt(*program, RequestOf(report, request, scratch->File("findings.lstrace")), quiet);
  if (!recorded && watch.IsCancelled()) return std::unexpected(recorded.error());
  if (!recorded) return Failed(ExitStatus::kBadInput, kNotRecorded);
  Expected<trace::Recording> recording = trace::ReadTrace(recorded->file);
  if (!recording) return Failed(ExitStatus::kBadInput, recording.error().message);
  return std::move(*recording);
}

}  // namespace

Result<trace::Recording> RecordFindings(const report::Report& report, const report::FormatOptions& tell,
                                        const FindingsRequest& request, const Watch& watch) {
  Result<trace::Recording> recording = RecordAround(report, request, watch);
  if (!recording) return recording;
  std::vector<std::string> sources;
  for (const std::string& input : request.program.build.inputs) {
    std::error_code error;
    sources.push_back(fs::absolute(input, error).lexically_normal().string());
  }
  report::AddFindings(report, tell, *recording, sources);
  if (request.file.empty()) return recording;
  if (auto written = trace::WriteTrace(*recording, request.file); !written)
    return Failed(ExitStatus::kCannotWrite, written.error().message);
  return recording;
}

}  // namespace lockstep::jobs
