// lockstep check FILE... [-- ARGUMENTS]: runs the program with every checker on and tells what is wrong with it.

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <filesystem>

#include "cli/build_flags.h"
#include "cli/check_record.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/explain.h"
#include "cli/host_places.h"
#include "cli/outputs.h"
#include "cli/silence.h"
#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"
#include "shared/report/causes.h"
#include "shared/report/tell.h"
#include "sim/check/merge.h"
#include "sim/check/report_file.h"
#include "sim/launch/order.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  BuildFlags flags;
  std::string schedule = "serial";
  bool json = false, sarif = false;
  ExplainFlags explain;
  std::size_t most = 100;
  std::vector<std::string> only, without;
  std::string suppressions;
  std::uint64_t rounds = CheckSettings{}.most_rounds;
  double limit = 0;
  std::string report;
  RecordOfFindings record;
};

struct Run {
  ProcessResult result;
  Expected<Report> report;
  std::optional<RunCounts> counts;  // --explain
};

// A report for machines is alone on standard output.
bool IsForMachines(const Options& options) { return options.json || options.sarif; }

Expected<Run> RunOnce(const Options& options, const std::string& program, const std::string& order, bool on_one_core,
                      bool first) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(scratch.error());
  const fs::path report_path = scratch->File("report.json"), counts_path = scratch->File("counts");
  ProcessRequest request{.command = {program},
                         .under_study = true,
                         .capture_errors = !first,
                         .capture_output = !first,
                         .output_to_errors = first && IsForMachines(options) && options.report.empty(),
                         .fixed_addresses = true};
  request.environment = {std::string(kCheckVariable) + "=" +
                             ToJson(CheckSettings{.path = report_path.string(), .most_rounds = options.rounds}),
                         "LOCKSTEP_ORDER=" + order};
  if (options.explain.wanted) request.environment.push_back(std::string(kExplainVariable) + "=" + counts_path.string());
  if (on_one_core) request.environment.push_back("LOCKSTEP_WORKERS=1");
  request.command.insert(request.command.end(), ProgramArguments().begin(), ProgramArguments().end());
  request.limit = LimitOf(options.limit);
  Expected<ProcessResult> result = RunProcess(std::move(request));
  if (!result) return std::unexpected(result.error());
  Run run{.result = std::move(*result), .report = ReadReport(report_path.string())};
  if (auto counts = ReadCounts(counts_path)) run.counts = std::move(*counts);
  return run;
}

std::vector<std::string> OrdersOf(const std::string& schedule) {
  if (schedule == "all") return {"serial", "lockstep", "shuffled:1", "shuffled:2"};
  return {schedule};
}

bool IsDefect(const Finding& finding) { return SeverityOf(finding.kind) != Severity::kAdvice; }

// How the program itself ended, where that is not as it should be.
std::optional<ExitStatus> JudgeProgram(const ProcessResult& result, const Options& options) {
  if (result.timed_out)
    return Complain(ExitStatus::kTimeLimit, {fmt::format("the program was ended after {} s (--limit)", options.limit)});
  if (result.interrupted) return ExitStatus::kInterrupted;
  if (result.signal)
    return Complain(ExitStatus::kProgramFailed,
                    {fmt::format("the program was ended by signal {} ({})", result.signal, strsignal(result.signal))});
  return std::nullopt;
}

std::optional<ExitStatus> JudgeKinds(const char* flag, const std::vector<std::string>& kinds) {
  for (const std::string& kind : kinds)
    if (!FindingKindOf(kind))
      return Complain(ExitStatus::kBadUsage, {fmt::format("{} {}: there is no such kind of finding", flag, kind)});
  return std::nullopt;
}

// Whether the flags make sense, before anything is built or run.
std::optional<ExitStatus> JudgeFlags(const Options& options) {
  if (const auto refused = JudgeKinds("--only", options.only)) return refused;
  if (const auto refused = JudgeKinds("--without", options.without)) return refused;
  for (const std::string& order : OrdersOf(options.schedule))
    if (!ParseOrder(order))
      return Complain(
          ExitStatus::kBadUsage,
          {fmt::format("--schedule {}: serial, lockstep, shuffled, shuffled:SEED or all is wanted", order)});
  if (auto judged = JudgeExplainFlags(options.explain); !judged) return Complain(ExitStatus::kBadUsage, judged.error());
  if (auto view = ReadViewFlags(options.record.view_flags, ""); !view)
    return Complain(ExitStatus::kBadUsage, view.error());
  std::vector<Output> outputs = OutputsOf(options.record.view_flags);
  outputs.push_back({"--report", options.report});
  outputs.push_back({"--record", options.record.path});
  std::vector<std::string> inputs = options.flags.request.inputs;
  if (!options.suppressions.empty()) inputs.push_back(options.suppressions);
  return JudgeOutputs(outputs, inputs);
}

// What came of the program in all orders.
struct Outcome {
  std::vector<Report> reports;
  std::optional<RunCounts> counts;  // in the first of the orders
  std::optional<ExitStatus> ended;
  std::optional<Error> lost;  // what became of a report that is missing
  int program_status = 0;
};

Expected<Outcome> RunInAllOrders(const Options& options, const std::string& program) {
  Outcome outcome;
  const std::vector<std::string> orders = OrdersOf(options.schedule);
  for (std::size_t i = 0; i < orders.size() && (!outcome.ended || outcome.ended == ExitStatus::kTimeLimit); ++i) {
    Expected<Run> run = RunOnce(options, program, orders[i], false, i == 0);
    if (!run) return std::unexpected(run.error());
    // What does not end in one order may end in another, and be told of there.
    const std::optional<ExitStatus> how = JudgeProgram(run->result, options);
    if (how) outcome.ended = how;
    outcome.program_status = run->result.status;
    // What races do differs from run to run on several cores. One core makes the report the same everywhere.
    if (!how && run->report && std::ranges::any_of(run->report->findings, IsDefect)) {
      Expected<Run> again = RunOnce(options, program, orders[i], true, false);
      if (again && again->result.interrupted) outcome.ended = ExitStatus::kInterrupted;
      if (again && again->report && !again->report->findings.empty()) run = std::move(again);
    }
    if (i == 0) outcome.counts = std::move(run->counts);
    if (!run->report) {
      outcome.lost = run->report.error();
      continue;
    }
    const auto parsed = ParseOrder(orders[i]);
    run->report->checked.order = parsed ? OrderName(*parsed) : orders[i];
    outcome.reports.push_back(std::move(*run->report));
  }
  return outcome;
}

// Where there is nothing to report: why.
std::optional<ExitStatus> JudgeOutcome(const Outcome& outcome, const Options& options) {
  const bool saw_something = std::ranges::any_of(
      outcome.reports, [](const Report& report) { return report.checked.launches > 0 || !report.findings.empty(); });
  if (!saw_something && outcome.ended) return outcome.ended;
  if (outcome.lost)
    return Complain(ExitStatus::kCannotWrite,
                    {fmt::format("what was found is lost, because the program could not write its report into the "
                                 "folder for temporary files (TMPDIR): {}",
                                 outcome.lost->message)});
  if (options.explain.wanted && !outcome.counts && outcome.reports.front().checked.launches > 0 && !outcome.ended)
    return Complain(ExitStatus::kCannotWrite,
                    {"the counts of --explain are lost, because the program could not write them into the folder for "
                     "temporary files (TMPDIR)"});
  if (!saw_something && outcome.program_status)
    return Complain(ExitStatus::kProgramFailed,
                    {fmt::format("the program ended with exit status {} and no kernel ran", outcome.program_status)});
  return std::nullopt;
}

std::string TextOf(const Report& report, const Outcome& outcome, const Options& options, const TellOptions& tell) {
  if (options.sarif) return ReportAsSarif(report, tell);
  if (options.json) {
    const std::string text = ReportAsJson(report, tell);
    return outcome.counts ? JsonWithExplanation(text, *outcome.counts, options.explain, tell) : text;
  }
  const std::string text = TellReport(report, tell);
  return outcome.counts ? TellExplanation(*outcome.counts, options.explain, tell) + text : text;
}

// Between what the program printed and what is said of it.
void PrintRule() { std::fputs("---- lockstep check ----\n", stdout); }

std::optional<ExitStatus> Deliver(const std::string& text, const Options& options) {
  if (!options.report.empty()) {
    if (auto written = WriteFile(options.report, text); !written)
      return Complain(ExitStatus::kCannotWrite, written.error());
    return std::nullopt;
  }
  if (!IsForMachines(options)) PrintRule();
  std::fputs(text.c_str(), stdout);
  return std::nullopt;
}

ExitStatus CheckIt(Options& options) {
  if (const auto refused = JudgeFlags(options)) return *refused;
  Expected<Silence> silence = Silence::Read(options.suppressions);
  if (!silence) return Complain(ExitStatus::kBadInput, silence.error());
  if (options.explain.wanted) BuildExplained(options.flags.request);
  auto program = BuildProgram(options.flags, Mode::kCheck);
  if (!program) return program.error();
  if (const auto scratch = ScratchFolder::Make(); !scratch) return Complain(ExitStatus::kCannotWrite, scratch.error());
  Expected<Outcome> outcome = RunInAllOrders(options, *program);
  if (!outcome) return Complain(ExitStatus::kBadInput, outcome.error());
  if (const auto nothing = JudgeOutcome(*outcome, options)) return *nothing;

  Report report = Merge(std::move(outcome->reports));
  report.program = options.flags.request.inputs.front();
  NameHostPlaces(report, *program);
  if (outcome->counts) AddAdvice(report, *outcome->counts, options.explain);
  silence->Apply(report, {.only = options.only, .without = options.without, .most = options.most});
  FindCauses(report);
  std::error_code error;
  const TellOptions tell{.color = !IsForMachines(options) && options.report.empty() && WantsColor(stdout),
                         .base = fs::current_path(error).string()};
  if (const auto failed = Deliver(TextOf(report, *outcome, options, tell), options)) return *failed;
  if (options.record.IsWanted() && outcome->ended != ExitStatus::kInterrupted) {
    if (auto failed = RecordFindings(report, tell, options.flags, options.limit, options.record)) return *failed;
  }
  if (std::ranges::any_of(report.findings, IsDefect) || report.left_out) return ExitStatus::kFindings;
  if (outcome->ended) return *outcome->ended;
  if (outcome->program_status)
    return Complain(ExitStatus::kProgramFailed,
                    {fmt::format("the program ended with exit status {}", outcome->program_status)});
  if (report.checked.launches == 0)
    return Complain(ExitStatus::kNoKernelRan, {"no kernel ran, so nothing was checked"});
  return ExitStatus::kOk;
}

}  // namespace

void AddCheck(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Run a program with every checker on, and tell its defects");
  AddBuildFlags(*command, options->flags);
  command->add_flag("--json", options->json, "the report as JSON");
  command->add_flag("--sarif", options->sarif, "the report as SARIF 2.1.0, for code hosts")
      ->excludes(command->get_option("--json"));
  command->add_option("--report", options->report, "write the report to this file, not to standard output");
  command->add_option("--max", options->most, "tell at most so many findings")->capture_default_str();
  command->add_option("--only", options->only, "only findings of this kind; may be given several times")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--without", options->without, "no findings of this kind; may be given several times")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--suppressions", options->suppressions,
                      "a file of findings to leave out: a line `KIND FILE[:LINE]` each");
  command
      ->add_option("--schedule", options->schedule,
                   "the order of threads: serial, lockstep, shuffled, shuffled:SEED, or all")
      ->capture_default_str();
  command
      ->add_option("--rounds", options->rounds,
                   "rounds of loops that a thread may go before its kernel counts as endless")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  AddExplainFlags(*command, options->explain);
  AddLimitFlag(*command, options->limit);
  AddRecordOfFindings(*command, options->record);
  OnRun(command, [options, command] {
    // The recording goes through the program in the order that the user asked for, else in the one that shows most.
    if (command->count("--schedule") && options->schedule != "all") options->record.order = options->schedule;
    return CheckIt(*options);
  });
}

}  // namespace lockstep::cli
