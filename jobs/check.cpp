#include "jobs/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "jobs/host_places.h"
#include "jobs/repeated_input.h"
#include "shared/base/scratch_folder.h"
#include "shared/report/causes.h"
#include "shared/report/source_name.h"
#include "shared/session/merge.h"
#include "shared/session/order.h"
#include "shared/session/variables.h"
#include "sim/compile/diagnostics.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

constexpr char kSerial[] = "serial", kConsumerFirst[] = "consumer-first";

struct Run {
  ProcessResult result;
  Expected<report::Report> report;
  std::optional<metrics::RunCounts> counts;
  std::vector<session::KeptArray> arrays;
  std::vector<session::Message> messages;
  std::chrono::milliseconds took{0};
};

// The parts that all runs share.
struct Checking {
  const CheckRequest& request;
  const std::string& program;  // as it was built
  const Watch& watch;
  RepeatedInput input;
};

// The settings that differ between the runs.
struct Turn {
  std::string order;
  bool is_first = false;  // the only one whose output is shown
  bool on_one_core = false;
};

ProcessRequest ProcessOf(const Checking& checking, const Turn& turn, const ScratchFolder& scratch) {
  const CheckRequest& request = checking.request;
  ProcessRequest process = ToProcess(request.program, checking.program, checking.watch);
  process.capture_errors |= !turn.is_first;
  process.capture_output |= !turn.is_first;
  process.output_to_errors = turn.is_first && request.output_to_errors;
  process.fixed_addresses = true;
  const session::CheckSettings settings{
      .path = scratch.File("report.json").string(),
      .most_rounds = request.most_rounds,
      .with_ordinals = turn.on_one_core,
      .strict_init = request.strict_init,
      .arrays = {
          .names = request.arrays, .path = scratch.File("arrays.lscap").string(), .launches = request.most_launches}};
  process.environment.push_back(session::Assign(session::kCheckVariable, session::ToJson(settings)));
  // The serial order is the one without a name, which has blocks on all cores.
  process.environment.push_back(session::Assign(session::kOrderVariable, turn.order == kSerial ? "" : turn.order));
  TakeMessages(process, scratch);
  if (request.explain)
    process.environment.push_back(session::Assign(session::kExplainVariable, scratch.File("counts").string()));
  if (turn.on_one_core) process.environment.push_back(session::Assign(session::kWorkersVariable, "1"));
  return process;
}

Result<Run> RunOnce(Checking& checking, const Turn& turn) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Failed(ExitStatus::kBadInput, scratch.error().message);
  ProcessRequest process = ProcessOf(checking, turn, *scratch);
  std::optional<RepeatedInput::Rerun> rerun;
  if (!turn.is_first) rerun.emplace(checking.input, process);
  const auto start = std::chrono::steady_clock::now();
  Result<ProcessResult> result = RunIn(scratch->path(), std::move(process), checking.request.program, checking.watch);
  if (!result) return std::unexpected(result.error());
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  Run run{.result = std::move(*result),
          .report = session::ReadReports(scratch->File("report.json").string()),
          .messages = MessagesIn(*scratch),
          .took = took};
  if (auto counts = metrics::ReadCounts(scratch->File("counts"))) run.counts = std::move(*counts);
  if (!checking.request.arrays.empty())
    if (auto arrays = session::ReadArrays(scratch->File("arrays.lscap"))) run.arrays = std::move(*arrays);
  return run;
}

std::vector<std::string> OrdersOf(const std::string& schedule) {
  if (schedule == "all") return {kSerial, "lockstep", "shuffled:1", "shuffled:2"};
  if (schedule == "auto") return {kSerial};
  return {schedule};
}

// In a program whose threads wait for flags, a thread that should wait and does not may by chance come late enough.
// Such a program runs once more in an order in which that thread comes early. With "all" every program does.
bool WantsConsumerFirst(const CheckRequest& request, const std::vector<report::Report>& reports) {
  if (request.schedule != "auto") return request.schedule == "all" && !reports.empty();
  return std::ranges::any_of(reports, [](const report::Report& report) { return report.checked.accesses_vary; });
}

bool IsDefect(const report::Finding& finding, const Choice& choice) {
  return report::SeverityOf(finding.kind) != Severity::kAdvice ||
         std::ranges::count(choice.count, report::Key(finding.kind)) != 0;
}

// Defects that earlier runs have not found: of the others, the report says what those have said.
bool HasDefects(const report::Report& report, const Choice& choice, const std::vector<report::Report>& so_far = {}) {
  const auto is_known = [&](const report::Finding& finding) {
    return std::ranges::any_of(so_far, [&](const report::Report& earlier) {
      return std::ranges::any_of(earlier.findings,
                                 [&](const report::Finding& known) { return session::IsSame(known, finding); });
    });
  };
  return std::ranges::any_of(
      report.findings, [&](const report::Finding& finding) { return IsDefect(finding, choice) && !is_known(finding); });
}

// The program as the user named it: its first source, or the built one.
std::string NameOf(const CheckRequest& request, const std::string& program) {
  const std::vector<std::string>& inputs = request.program.build.inputs;
  std::error_code error;
  return inputs.empty() ? report::SourceName(program, fs::current_path(error).string()) : inputs.front();
}

// The results of all orders.
struct Outcome {
  std::vector<report::Report> reports;
  std::optional<metrics::RunCounts> counts;  // of the first order
  std::vector<CheckedRun> runs;
  std::optional<Failure> ended;
  std::optional<Error> lost;  // the reason why a report is missing
  int program_status = 0;
  std::vector<session::Message> messages;  // of the last order
  std::chrono::milliseconds longest{0};
};

// A run without the input of the first does something else, unless the program reads none.
bool DidTheSame(const RepeatedInput& input, const report::Report& first, const report::Report& later) {
  return input.CanBeRead() ||
         (first.checked.launches == later.checked.launches && first.checked.threads == later.checked.threads);
}

// On one core, where the report is the same everywhere; `run` where that says nothing.
Result<Run> RunAgain(Checking& checking, const std::string& order, Run run, Outcome& outcome) {
  Result<Run> again = RunOnce(checking, {.order = order, .on_one_core = true});
  if (!again && checking.watch.IsCancelled()) return again;
  if (again && again->result.interrupted) outcome.ended = Failure{.status = ExitStatus::kInterrupted};
  const bool is_better = again && again->report && !again->report->findings.empty() &&
                         DidTheSame(checking.input, *run.report, *again->report);
  return is_better ? std::move(again) : std::move(run);
}

// One order. The effects of races differ between runs on several cores; on one core the report is the same everywhere.
// A program without defects pays nothing for the ordinals of accesses: only the run on one core counts them.
Result<Run> RunInOrder(Checking& checking, const Turn& turn, Outcome& outcome) {
  const auto& [request, program, watch, input] = checking;
  Result<Run> run = RunOnce(checking, turn);
  if (!run) return run;
  outcome.longest = std::max(outcome.longest, run->took);
  // A program that does not end in one order may end in another, and be reported there.
  std::optional<Failure> ended = JudgeEnd(run->result, request.program);
  if (ended && !ended->message.empty()) watch.Note(ended->message);
  if (ended) ended->messages = run->messages;
  const bool is_whole = !ended;
  if (ended) outcome.ended = std::move(ended);
  outcome.program_status = run->result.status;
  outcome.messages = run->messages;
  if (turn.on_one_core || !is_whole || !run->report) return run;
  if (!HasDefects(*run->report, request.choice, outcome.reports)) return run;
  return RunAgain(checking, turn.order, std::move(*run), outcome);
}

void Keep(Run run, const std::string& order, Outcome& outcome) {
  const auto parsed = session::ParseOrder(order);
  run.report->checked.order = parsed ? session::OrderName(*parsed) : order;
  if (!run.result.timed_out && !run.result.interrupted && run.result.excess == Excess::kNone)
    outcome.runs.push_back({run.report->checked.order, std::move(run.arrays), std::move(run.result.output)});
  outcome.reports.push_back(std::move(*run.report));
}

// How the program ends this time is ignored: the first run's files exist already, and this run may take longer.
Result<void> RunConsumerFirst(Checking& checking, Outcome& outcome) {
  const bool is_brief = checking.request.is_brief;
  Result<Run> run = RunOnce(checking, {.order = kConsumerFirst, .on_one_core = is_brief});
  const bool has_defects = run && run->report && HasDefects(*run->report, checking.request.choice, outcome.reports);
  if (has_defects && !is_brief && !run->result.interrupted)
    run = RunAgain(checking, kConsumerFirst, std::move(*run), outcome);
  if (!run && checking.watch.IsCancelled()) return std::unexpected(run.error());
  if (!run) return {};
  if (run->result.interrupted) outcome.ended = Failure{.status = ExitStatus::kInterrupted};
  if (run->report && DidTheSame(checking.input, outcome.reports.front(), *run->report))
    Keep(std::move(*run), kConsumerFirst, outcome);
  return {};
}

Result<Outcome> RunInAllOrders(const CheckRequest& request, const std::string& program, const Watch& watch) {
  Outcome outcome;
  Checking checking{request, program, watch, RepeatedInput(request.program)};
  // Not where it was ended by what it used up: it would use that up again.
  const auto goes_on = [&] {
    return !outcome.ended ||
           (outcome.ended->status == ExitStatus::kTimeLimit && outcome.ended->excess == Excess::kNone);
  };
  bool is_first = true;
  for (const std::string& order : OrdersOf(request.schedule)) {
    if (!goes_on()) break;
    Result<Run> run =
        RunInOrder(checking, {.order = order, .is_first = is_first, .on_one_core = request.is_brief}, outcome);
    if (!run) return std::unexpected(run.error());
    if (std::exchange(is_first, false)) outcome.counts = std::move(run->counts);
    if (!run->report) {
      outcome.lost = run->report.error();
      continue;
    }
    Keep(std::move(*run), order, outcome);
  }
  if (!outcome.ended && WantsConsumerFirst(request, outcome.reports))
    if (auto failed = RunConsumerFirst(checking, outcome); !failed) return std::unexpected(failed.error());
  return outcome;
}

// The reason if the program was not built to be checked, which is known only now: what is to be checked may be in
// libraries, or in programs that a given one starts.
std::optional<Failure> JudgeMode(const Outcome& outcome, const CheckRequest& request, const std::string& program) {
  constexpr const char* kHow =
      "build it with `lockstep nvcc --lockstep-mode=check`, in CMake with -DCMAKE_CUDA_FLAGS=--lockstep-mode=check";
  const bool is_given = request.program.build.inputs.empty();
  if (is_given && outcome.reports.empty() && !outcome.ended)
    return Failure{.status = ExitStatus::kBadInput,
                   .message = fmt::format("`{}` has no device code of Lockstep's, so nothing was checked", program),
                   .hint = kHow};
  for (const report::Report& report : outcome.reports)
    if (report.checked.launches == 0 && !report.checked.kernels_unchecked.empty())
      return Failure{.status = ExitStatus::kBadInput,
                     .message = fmt::format("`{}` was not built with `--lockstep-mode=check`, so `{}` was not checked",
                                            program, report.checked.kernels_unchecked.front()),
                     .hint = kHow};
  return std::nullopt;
}

// The reason if there is nothing to report. The watch already has the sentence on how the program ended.
std::optional<Failure> JudgeOutcome(const Outcome& outcome, const CheckRequest& request) {
  const bool saw_something = std::ranges::any_of(outcome.reports, [](const report::Report& report) {
    return report.checked.launches > 0 || !report.findings.empty();
  });
  if (outcome.ended && (outcome.ended->excess != Excess::kNone || outcome.ended->is_output_too_long))
    return outcome.ended;
  if (!saw_something && outcome.ended) {
    Failure ended = *outcome.ended;
    ended.is_printed = true;  // by the watch
    return ended;
  }
  if (outcome.lost)
    return Failure{
        .status = ExitStatus::kCannotWrite,
        .message = fmt::format("the findings are lost, because the program could not write its report into the "
                               "folder for temporary files (TMPDIR): {}",
                               outcome.lost->message)};
  if (request.explain && !outcome.counts && outcome.reports.front().checked.launches > 0 && !outcome.ended)
    return Failure{.status = ExitStatus::kCannotWrite,
                   .message =
                       "the counts of --explain are lost, because the program could not write them into the "
                       "folder for temporary files (TMPDIR)"};
  if (!saw_something && outcome.program_status)
    return Failure{
        .status = ExitStatus::kProgramFailed,
        .message = fmt::format("the program ended with exit status {} and no kernel ran", outcome.program_status),
        .messages = outcome.messages};
  return std::nullopt;
}

std::optional<Failure> FailureIn(const Outcome& outcome) {
  if (outcome.ended || outcome.program_status == 0) return outcome.ended;
  Failure failure = EndedWith(outcome.program_status);
  failure.messages = outcome.messages;
  return failure;
}

report::Report ReportOf(Outcome& outcome, const CheckRequest& request, const Silence& silence,
                        const std::string& program) {
  report::Report report = session::Merge(std::move(outcome.reports));
  report.program = NameOf(request, program);
  NameHostPlaces(report, program, request.program);
  if (outcome.counts && request.explain && !request.explain->totals_only)
    AddAdvice(report, *outcome.counts, *request.explain);
  silence.Apply(report, request.choice);
  report::FindCauses(report);
  return report;
}

}  // namespace

const std::vector<std::uint8_t>* CheckedRun::Find(std::string_view name) const {
  const auto found = std::ranges::find(arrays, name, &session::KeptArray::name);
  return found == arrays.end() ? nullptr : &found->bytes;
}

Expected<void> JudgeSchedule(const std::string& schedule) {
  for (const std::string& order : OrdersOf(schedule))
    if (!session::ParseOrder(order))
      return Fail(fmt::format(
          "--schedule {}: expected auto, serial, lockstep, consumer-first, shuffled, shuffled:SEED or all", order));
  return {};
}

Result<std::string> BuildForCheck(const CheckRequest& request, const Watch& watch) {
  Program program = request.program;
  program.build.explains = request.explain && !request.explain->totals_only;
  Watch brief = watch;
  brief.on_diagnostics = [&](const std::string& text) { watch.Diagnose(compile::ShortWarnings(text)); };
  return BuildProgram(program, compile::Mode::kCheck, brief);
}

namespace {

// The files and orders that the request names, judged and read before anything is built.
Result<Silence> Prepare(const CheckRequest& request) {
  if (auto judged = JudgeSchedule(request.schedule); !judged)
    return Failed(ExitStatus::kBadUsage, judged.error().message);
  Expected<Silence> silence = Silence::Read(request.suppressions);
  if (!silence) return Failed(ExitStatus::kBadInput, silence.error().message);
  return std::move(*silence);
}

Result<Checked> CheckPrepared(const std::string& path, const CheckRequest& request, const Silence& silence,
                              const Watch& watch) {
  if (const auto scratch = ScratchFolder::Make(); !scratch)
    return Failed(ExitStatus::kCannotWrite, scratch.error().message);
  Result<Outcome> outcome = RunInAllOrders(request, path, watch);
  if (!outcome) return std::unexpected(outcome.error());
  if (auto other = JudgeMode(*outcome, request, NameOf(request, path))) return std::unexpected(std::move(*other));
  if (auto nothing = JudgeOutcome(*outcome, request)) return std::unexpected(std::move(*nothing));
  Checked checked{.program_status = outcome->program_status, .longest = outcome->longest};
  if (outcome->ended) checked.ended = outcome->ended->status;
  checked.failure = FailureIn(*outcome);
  checked.report = ReportOf(*outcome, request, silence, path);
  checked.has_defects = HasDefects(checked.report, request.choice) || checked.report.left_out > 0;
  checked.counts = std::move(outcome->counts);
  checked.runs = std::move(outcome->runs);
  return checked;
}

}  // namespace

Result<Checked> CheckBuilt(const std::string& path, const CheckRequest& request, const Watch& watch) {
  const Result<Silence> silence = Prepare(request);
  if (!silence) return std::unexpected(silence.error());
  return CheckPrepared(path, request, *silence, watch);
}

Result<Checked> Check(const CheckRequest& request, const Watch& watch) {
  const Result<Silence> silence = Prepare(request);
  if (!silence) return std::unexpected(silence.error());
  const Result<std::string> path = BuildForCheck(request, watch);
  if (!path) return std::unexpected(path.error());
  return CheckPrepared(*path, request, *silence, watch);
}

}  // namespace lockstep::jobs
