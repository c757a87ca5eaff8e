// lockstep check FILE... [-- ARGUMENTS]: runs the program with every checker on and tells what is wrong with it.

#include <fmt/format.h>
#include <string.h>

#include <filesystem>
#include <fstream>

#include "cli/build_flags.h"
#include "cli/check_record.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/explain.h"
#include "cli/host_places.h"
#include "cli/silence.h"
#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
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
  std::optional<Report> report;
  std::optional<RunCounts> counts;  // --explain
};

Expected<Run> RunOnce(const Options& options, const std::string& program, const std::string& order, bool on_one_core,
                      bool first) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(scratch.error());
  const fs::path report_path = scratch->File("report.json"), counts_path = scratch->File("counts");
  ProcessRequest request{
      .command = {program}, .capture_errors = !first, .capture_output = !first, .fixed_addresses = true};
  request.environment = {std::string(kCheckVariable) + "=" +
                             ToJson(CheckSettings{.path = report_path.string(), .most_rounds = options.rounds}),
                         "LOCKSTEP_ORDER=" + order};
  if (options.explain.wanted) request.environment.push_back(std::string(kExplainVariable) + "=" + counts_path.string());
  if (on_one_core) request.environment.push_back("LOCKSTEP_WORKERS=1");
  request.command.insert(request.command.end(), ProgramArguments().begin(), ProgramArguments().end());
  if (options.limit > 0) request.limit = std::chrono::milliseconds(static_cast<std::int64_t>(options.limit * 1000));
  Expected<ProcessResult> result = RunProcess(std::move(request));
  if (!result) return std::unexpected(result.error());
  Run run{.result = std::move(*result)};
  if (auto report = ReadReport(report_path)) run.report = std::move(*report);
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

ExitStatus CheckIt(Options& options) {
  for (const std::string& kind : options.only)
    if (!FindingKindOf(kind))
      return Complain(ExitStatus::kBadUsage, {fmt::format("--only {}: there is no such kind of finding", kind)});
  for (const std::string& kind : options.without)
    if (!FindingKindOf(kind))
      return Complain(ExitStatus::kBadUsage, {fmt::format("--without {}: there is no such kind of finding", kind)});
  const std::vector<std::string> orders = OrdersOf(options.schedule);
  for (const std::string& order : orders)
    if (!ParseOrder(order))
      return Complain(
          ExitStatus::kBadUsage,
          {fmt::format("--schedule {}: serial, lockstep, shuffled, shuffled:SEED or all is wanted", order)});
  Expected<Silence> silence = Silence::Read(options.suppressions);
  if (!silence) return Complain(ExitStatus::kBadInput, silence.error());
  if (auto judged = JudgeExplainFlags(options.explain); !judged) return Complain(ExitStatus::kBadUsage, judged.error());
  if (options.explain.wanted) BuildExplained(options.flags.request);
  if (auto view = ReadViewFlags(options.record.view_flags, ""); !view)
    return Complain(ExitStatus::kBadUsage, view.error());
  auto program = BuildProgram(options.flags, Mode::kCheck);
  if (!program) return program.error();

  std::vector<Report> reports;
  std::optional<RunCounts> counts;  // in the first of the orders
  std::optional<ExitStatus> ended;
  int program_status = 0;
  for (std::size_t i = 0; i < orders.size() && (!ended || ended == ExitStatus::kTimeLimit); ++i) {
    Expected<Run> run = RunOnce(options, *program, orders[i], false, i == 0);
    if (!run) return Complain(ExitStatus::kBadInput, run.error());
    // What does not end in one order may end in another, and be told of there.
    const std::optional<ExitStatus> how = JudgeProgram(run->result, options);
    if (how) ended = how;
    program_status = run->result.status;
    // What races do differs from run to run on several cores. One core makes the report the same everywhere.
    if (!how && run->report && std::ranges::any_of(run->report->findings, IsDefect)) {
      Expected<Run> again = RunOnce(options, *program, orders[i], true, false);
      if (again && again->report && !again->report->findings.empty()) run = std::move(again);
    }
    if (i == 0) counts = std::move(run->counts);
    if (!run->report) continue;
    const auto parsed = ParseOrder(orders[i]);
    run->report->checked.order = parsed ? OrderName(*parsed) : orders[i];
    reports.push_back(std::move(*run->report));
  }
  if (reports.empty()) {
    if (ended) return *ended;
    if (program_status)
      return Complain(ExitStatus::kProgramFailed,
                      {fmt::format("the program ended with exit status {} and no kernel ran", program_status)});
  }
  Report report = Merge(std::move(reports));
  report.program = options.flags.request.inputs.front();
  NameHostPlaces(report, *program);
  if (counts) AddAdvice(report, *counts, options.explain);
  silence->Apply(report, {.only = options.only, .without = options.without, .most = options.most});
  FindCauses(report);

  TellOptions tell{.color = !options.json && !options.sarif && WantsColor(stdout), .base = fs::current_path().string()};
  std::string text = options.json    ? ReportAsJson(report, tell)
                     : options.sarif ? ReportAsSarif(report, tell)
                                     : TellReport(report, tell);
  if (counts && options.json) text = JsonWithExplanation(text, *counts, options.explain, tell);
  if (counts && !options.json && !options.sarif) text = TellExplanation(*counts, options.explain, tell) + text;
  if (options.report.empty()) {
    std::fputs(text.c_str(), stdout);
  } else if (!(std::ofstream(options.report) << text)) {
    return Complain(ExitStatus::kCannotWrite, {fmt::format("cannot write {}", options.report)});
  }
  if (options.record.IsWanted()) {
    if (auto failed = RecordFindings(report, tell, options.flags, options.limit, options.record)) return *failed;
  }
  if (std::ranges::any_of(report.findings, IsDefect) || report.left_out) return ExitStatus::kFindings;
  if (ended) return *ended;
  if (program_status)
    return Complain(ExitStatus::kProgramFailed, {fmt::format("the program ended with exit status {}", program_status)});
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
  command->add_flag("--sarif", options->sarif, "the report as SARIF 2.1.0, for code hosts");
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
      ->capture_default_str();
  AddExplainFlags(*command, options->explain);
  command->add_option("--limit", options->limit, "end the program after so many seconds");
  AddRecordOfFindings(*command, options->record);
  OnRun(command, [options, command] {
    // The recording goes through the program in the order that the user asked for, else in the one that shows most.
    if (command->count("--schedule") && options->schedule != "all") options->record.order = options->schedule;
    return CheckIt(*options);
  });
}

}  // namespace lockstep::cli
