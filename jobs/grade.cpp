#include "jobs/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "shared/report/recorded.h"
#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

constexpr std::size_t kMostKept = 16;
constexpr int kTimes = 10;

// Which of several runs it was.
std::string NoKernelIn(std::size_t run, const std::vector<Input>& inputs) {
  const std::string input = inputs.size() > 1 ? Describe(inputs[run]) : "";
  return input.empty() ? "No kernel ran." : fmt::format("With {}: No kernel ran.", input);
}

// A finding of this run, or of an earlier one, says more than that no kernel ran.
bool HasSaidMore(const Graded& graded, std::size_t run) {
  const Remark* wrong = graded.FirstWrong();
  if (wrong && wrong->run == run && report::FindingKindOf(wrong->fault)) return true;
  return std::ranges::any_of(graded.remarks,
                             [&](const Remark& one) { return !one.good && !one.is_left_out && one.run < run; });
}

// A run that neither judges nor ends well.
std::optional<Failure> JudgeEnds(const Graded& graded, std::span<const Observed> reference,
                                 const std::vector<Input>& inputs) {
  for (std::size_t run = 0; run < graded.runs.size(); ++run) {
    const Observed& mine = graded.runs[run];
    const bool lacks_kernel = !mine.recording && reference[run].recording;
    if (lacks_kernel ? HasSaidMore(graded, run) : !mine.ended || !graded.IsSolved()) continue;
    Failure failure =
        mine.ended ? *mine.ended : Failure{.status = ExitStatus::kNoKernelRan, .message = NoKernelIn(run, inputs)};
    failure.output = mine.output;
    failure.errors = mine.errors;
    failure.messages = mine.messages;
    return failure;
  }
  return std::nullopt;
}

// A loop that never ends uses the processor all the time, and threads that wait for one another do not at all.
Failure Explained(Failure failure) {
  if (failure.status != ExitStatus::kTimeLimit) return failure;
  if (failure.excess == Excess::kProcessor)
    failure.message +=
        fmt::format(", at least {} times what the reference solution takes; does one of its loops never end?", kTimes);
  if (failure.excess == Excess::kAsleep) failure.message += "; does each of them wait for another?";
  return failure;
}

// A confined program has limits that are the same everywhere.
std::vector<std::chrono::milliseconds> LimitsOf(const GradeRequest& request, std::span<const Observed> reference) {
  std::vector<std::chrono::milliseconds> limits;
  if (request.record.program.confinement) return limits;
  for (const Observed& one : reference) limits.push_back(std::max(request.least_limit, kTimes * one.took));
  return limits;
}

void AddArray(const std::string& name, std::vector<std::string>& arrays) {
  if (!name.empty() && std::ranges::count(arrays, name) == 0) arrays.push_back(name);
}

// The arrays that the reference solution's kernels only read, if there is room for all that is compared.
void AddInputs(std::span<const Observed> reference, std::vector<std::string>& arrays) {
  for (const Observed& run : reference) {
    if (!run.recording) continue;
    std::uint64_t bytes = 0;
    for (const trace::Object& object : run.recording->objects) bytes += object.size;
    if (bytes > session::kMostKept / 2) return;
    for (const std::string& name : InputsOf(*run.recording)) AddArray(name, arrays);
  }
}

Result<Graded> GradeOnce(const GradeRequest& request, std::span<const Observed> reference, const Watch& watch) {
  const auto is_enough = [&](const Observed& first) {
    const auto remarks = Judge({&first, 1}, reference, request.requirements);
    return !request.is_thorough && !std::ranges::all_of(remarks, &Remark::good);
  };
  ObserveRequest wanted = ObservationFor(request);
  AddInputs(reference, wanted.arrays);
  wanted.processor_limits = LimitsOf(request, reference);
  Result<std::vector<Observed>> runs = Observe(wanted, watch, is_enough);
  if (!runs) return std::unexpected(wanted.processor_limits.empty() ? runs.error() : Explained(runs.error()));
  Graded graded{.remarks = Judge(*runs, reference, request.requirements), .runs = std::move(*runs)};
  if (auto ended = JudgeEnds(graded, reference, request.inputs)) return std::unexpected(std::move(*ended));
  return graded;
}

// The recorded blocks and the block of the first error; none if that block is already recorded.
std::vector<trace::Dim3> BlocksToShow(const Graded& graded) {
  const Remark* wrong = graded.FirstWrong();
  if (!wrong || !wrong->moment) return {};
  const trace::RecordedLaunch& launch = graded.Shown().recording->launches[wrong->moment->launch];
  const auto recorded = std::ranges::find(launch.blocks, wrong->moment->block, &trace::RecordedBlock::index);
  if (recorded != launch.blocks.end()) return {};
  std::vector<trace::Dim3> blocks{wrong->moment->block};
  for (const trace::RecordedBlock& block : launch.blocks | std::views::take(kMostKept)) blocks.push_back(block.index);
  return blocks;
}

// With another recording of the run that the first error is about, which has these blocks.
Result<Graded> ShowBlocks(const Graded& graded, std::vector<trace::Dim3> blocks, const GradeRequest& request,
                          std::span<const Observed> reference, const Watch& watch) {
  const std::size_t run = graded.FirstWrong()->run;
  ObserveRequest wider = ObservationFor(request);
  wider.record.settings.path = PathOfRun(request.record.settings.path, run);
  wider.record.settings.blocks = std::move(blocks);
  wider.inputs = {request.inputs[run]};
  wider.schedules.clear();
  wider.reorders = false;
  wider.processor_limits = LimitsOf(request, reference.subspan(run, 1));
  Result<std::vector<Observed>> runs = Observe(wider, watch);
  if (!runs) return std::unexpected(runs.error());
  Graded again{.runs = graded.runs};
  again.runs[run].recording = std::move(runs->front().recording);
  again.remarks = Judge(again.runs, reference, request.requirements);
  return again;
}

// The defects that the lesson asks about.
report::Report DefectsOf(report::Report report, const GradeRequest& request) {
  std::vector<report::FindingKind> without;
  for (const Requirement& requirement : request.requirements)
    if (const auto* clean = std::get_if<StayClean>(&requirement)) without = clean->without;
  std::erase_if(report.findings, [&](const report::Finding& finding) {
    return report::SeverityOf(finding.kind) == Severity::kAdvice || std::ranges::count(without, finding.kind) != 0;
  });
  return report;
}

// The recording that is shown gets what the checker has found in that run, in memory and in its file.
void ShowFindings(Graded& graded, const GradeRequest& request) {
  Observed& shown = graded.runs[graded.ShownRun()];
  if (!shown.recording || !shown.checked) return;
  const report::Report defects = DefectsOf(shown.checked->report, request);
  if (defects.findings.empty()) return;
  trace::Recording recording = *shown.recording;
  report::AddFindings(defects, {}, recording);
  // A file that cannot be written lacks them; the verdict is the same.
  if (!request.record.program.confinement) (void)trace::WriteTrace(recording, shown.file);
  shown.recording = std::make_shared<const trace::Recording>(std::move(recording));
}

Result<Graded> GradeWithItsBlocks(const GradeRequest& request, std::span<const Observed> reference,
                                  const Watch& watch) {
  Result<Graded> first = GradeOnce(request, reference, watch);
  if (!first || first->IsSolved()) return first;
  std::vector<trace::Dim3> blocks = BlocksToShow(*first);
  if (blocks.empty()) return first;
  const Watch quiet{.on_stage = watch.on_stage, .cancelled = watch.cancelled};  // the build has no new messages
  Result<Graded> again = ShowBlocks(*first, std::move(blocks), request, reference, quiet);
  if (!again && again.error().status == ExitStatus::kInterrupted) return again;
  // A program that behaves differently the second time is shown as it was the first time.
  return again && !again->IsSolved() ? std::move(again) : std::move(first);
}

}  // namespace

ObserveRequest ObservationFor(const GradeRequest& request) {
  ObserveRequest wanted{.record = request.record,
                        .inputs = request.inputs,
                        .counts_lines = request.counts_lines,
                        .threads = request.threads};
  // The contents after the last launch count.
  wanted.record.settings.every_launch = true;
  wanted.record.settings.most_launches = kMostLaunches;
  for (const Requirement& requirement : request.requirements) {
    if (const auto* clean = std::get_if<StayClean>(&requirement)) wanted.schedules = clean->schedules;
    if (const auto* compare = std::get_if<CompareArray>(&requirement)) {
      AddArray(compare->array, wanted.arrays);
      AddArray(compare->with, wanted.arrays);
    }
    const auto* bound = std::get_if<MeetBound>(&requirement);
    wanted.counts_lines |= bound && metrics::NeedsLines(bound->metric);
    wanted.reorders |= std::holds_alternative<SameTwice>(requirement);
  }
  // Copies of the host are counted in any case.
  if (wanted.schedules.empty()) wanted.schedules = "serial";
  return wanted;
}

bool Graded::IsSolved() const { return std::ranges::all_of(remarks, &Remark::good); }

const Remark* Graded::FirstWrong() const {
  const Remark* first = nullptr;
  for (const Remark& remark : remarks) {
    if (remark.good || remark.is_left_out) continue;
    // The memory that a launch leaves says nothing if the launch was not followed to its end.
    if (remark.moment || remark.fault == report::Key(report::FindingKind::kPlayedMark)) return &remark;
    if (!first) first = &remark;
  }
  return first;
}

std::size_t Graded::ShownRun() const {
  const Remark* wrong = FirstWrong();
  return wrong ? wrong->run : 0;
}

const Observed& Graded::Shown() const { return runs[ShownRun()]; }

Result<Graded> Grade(const GradeRequest& request, std::span<const Observed> reference, const Watch& watch) {
  Result<Graded> graded = GradeWithItsBlocks(request, reference, watch);
  if (graded) ShowFindings(*graded, request);
  return graded;
}

}  // namespace lockstep::jobs
