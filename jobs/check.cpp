#include "jobs/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "jobs/host_places.h"
#include "shared/base/scratch_folder.h"
#include "shared/report/causes.h"
#include "sim/check/merge.h"
#include "sim/launch/order.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

struct Run {
  ProcessResult result;
  Expected<Report> report;
  std::optional<RunCounts> counts;
};

// How one run differs from the others.
struct Turn {
  std::string order;
  bool is_first = false;  // the only one whose output is seen
  bool on_one_core = false;
};

ProcessRequest ProcessOf(const CheckRequest& request, const std::string& program, const Turn& turn,
                         const ScratchFolder& scratch, const Watch& watch) {
  ProcessRequest process = ToProcess(request.program, program, watch);
  process.capture_errors |= !turn.is_first;
  process.capture_output |= !turn.is_first;
  process.output_to_errors = turn.is_first && request.output_to_errors;
  process.fixed_addresses = true;
  const CheckSettings settings{.path = scratch.File("report.json").string(), .most_rounds = request.most_rounds};
  process.environment = {std::string(kCheckVariable) + "=" + ToJson(settings), "LOCKSTEP_ORDER=" + turn.order};
  if (request.explain)
    process.environment.push_back(std::string(kExplainVariable) + "=" + scratch.File("counts").string());
  if (turn.on_one_core) process.environment.push_back("LOCKSTEP_WORKERS=1");
  return process;
}

Result<Run> RunOnce(const CheckRequest& request, const std::string& program, const Turn& turn, const Watch& watch) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Failed(ExitStatus::kBadInput, scratch.error().message);
  Result<ProcessResult> result = RunProcess(ProcessOf(request, program, turn, *scratch, watch), watch);
  if (!result) return std::unexpected(result.error());
  Run run{.result = std::move(*result), .report = ReadReport(scratch->File("report.json").string())};
  if (auto counts = ReadCounts(scratch->File("counts"))) run.counts = std::move(*counts);
  return run;
}

std::vector<std::string> OrdersOf(const std::string& schedule) {
  if (schedule == "all") return {"serial", "lockstep", "shuffled:1", "shuffled:2"};
  return {schedule};
}

bool IsDefect(const Finding& finding) { return SeverityOf(finding.kind) != Severity::kAdvice; }

// What came of the program in all orders.
struct Outcome {
  std::vector<Report> reports;
  std::optional<RunCounts> counts;  // in the first of the orders
  std::optional<Failure> ended;
  std::optional<Error> lost;  // what became of a report that is missing
  int program_status = 0;
};

// One order. What races do differs from run to run on several cores; one core makes the report the same everywhere.
Result<Run> RunInOrder(const CheckRequest& request, const std::string& program, const Turn& turn, const Watch& watch,
                       Outcome& outcome) {
  Result<Run> run = RunOnce(request, program, turn, watch);
  if (!run) return run;
  // What does not end in one order may end in another, and be reported there.
  std::optional<Failure> ended = JudgeEnd(run->result, request.program);
  if (ended && !ended->message.empty()) watch.Note(ended->message);
  const bool is_whole = !ended;
  if (ended) outcome.ended = std::move(ended);
  outcome.program_status = run->result.status;
  if (!is_whole || !run->report || std::ranges::none_of(run->report->findings, IsDefect)) return run;
  Result<Run> again = RunOnce(request, program, {.order = turn.order, .on_one_core = true}, watch);
  if (!again && watch.IsCancelled()) return again;
  if (again && again->result.interrupted) outcome.ended = Failure{.status = ExitStatus::kInterrupted};
  return again && again->report && !again->report->findings.empty() ? std::move(again) : std::move(run);
}

Result<Outcome> RunInAllOrders(const CheckRequest& request, const std::string& program, const Watch& watch) {
  Outcome outcome;
  const auto goes_on = [&] { return !outcome.ended || outcome.ended->status == ExitStatus::kTimeLimit; };
  bool is_first = true;
  for (const std::string& order : OrdersOf(request.schedule)) {
    if (!goes_on()) break;
    Result<Run> run = RunInOrder(request, program, {.order = order, .is_first = is_first}, watch, outcome);
    if (!run) return std::unexpected(run.error());
    if (std::exchange(is_first, false)) outcome.counts = std::move(run->counts);
    if (!run->report) {
      outcome.lost = run->report.error();
      continue;
    }
    const auto parsed = ParseOrder(order);
    run->report->checked.order = parsed ? OrderName(*parsed) : order;
    outcome.reports.push_back(std::move(*run->report));
  }
  return outcome;
}

// Where there is nothing to report: why. The watch already has the sentence on how the program ended.
std::optional<Failure> JudgeOutcome(const Outcome& outcome, const CheckRequest& request) {
  const bool saw_something = std::ranges::any_of(
      outcome.reports, [](const Report& report) { return report.checked.launches > 0 || !report.findings.empty(); });
  if (!saw_something && outcome.ended) return Failure{.status = outcome.ended->status};
  if (outcome.lost)
    return Failure{.status = ExitStatus::kCannotWrite,
                   .message = fmt::format("what was found is lost, because the program could not write its report into "
                                          "the folder for temporary files (TMPDIR): {}",
                                          outcome.lost->message)};
  if (request.explain && !outcome.counts && outcome.reports.front().checked.launches > 0 && !outcome.ended)
    return Failure{.status = ExitStatus::kCannotWrite,
                   .message =
                       "the counts of --explain are lost, because the program could not write them into the "
                       "folder for temporary files (TMPDIR)"};
  if (!saw_something && outcome.program_status)
    return Failure{
        .status = ExitStatus::kProgramFailed,
        .message = fmt::format("the program ended with exit status {} and no kernel ran", outcome.program_status)};
  return std::nullopt;
}

Report ReportOf(Outcome& outcome, const CheckRequest& request, const Silence& silence, const std::string& program) {
  Report report = Merge(std::move(outcome.reports));
  report.program = request.program.build.inputs.front();
  NameHostPlaces(report, program);
  if (outcome.counts && request.explain) AddAdvice(report, *outcome.counts, *request.explain);
  silence.Apply(report, request.choice);
  FindCauses(report);
  return report;
}

}  // namespace

bool Checked::HasDefects() const { return std::ranges::any_of(report.findings, IsDefect) || report.left_out > 0; }

Expected<void> JudgeSchedule(const std::string& schedule) {
  for (const std::string& order : OrdersOf(schedule))
    if (!ParseOrder(order))
      return Fail(fmt::format("--schedule {}: serial, lockstep, shuffled, shuffled:SEED or all is wanted", order));
  return {};
}

Result<Checked> Check(const CheckRequest& request, const Watch& watch) {
  if (auto judged = JudgeSchedule(request.schedule); !judged)
    return Failed(ExitStatus::kBadUsage, judged.error().message);
  const Expected<Silence> silence = Silence::Read(request.suppressions);
  if (!silence) return Failed(ExitStatus::kBadInput, silence.error().message);
  Program program = request.program;
  if (request.explain) BuildExplained(program.build);
  const Result<std::string> path = BuildProgram(program, Mode::kCheck, watch);
  if (!path) return std::unexpected(path.error());
  if (const auto scratch = ScratchFolder::Make(); !scratch)
    return Failed(ExitStatus::kCannotWrite, scratch.error().message);
  Result<Outcome> outcome = RunInAllOrders(request, *path, watch);
  if (!outcome) return std::unexpected(outcome.error());
  if (auto nothing = JudgeOutcome(*outcome, request)) return std::unexpected(std::move(*nothing));
  Checked checked{.program_status = outcome->program_status};
  if (outcome->ended) checked.ended = outcome->ended->status;
  checked.report = ReportOf(*outcome, request, *silence, *path);
  checked.counts = std::move(outcome->counts);
  return checked;
}

}  // namespace lockstep::jobs
