// lockstep check FILE... [-- ARGUMENTS]: runs the program with every checker on and tells what is wrong with it.

#include "jobs/check.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/build_flags.h"
#include "cli/check_record.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/outputs.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  BuildFlags flags;
  double limit = 0;
  jobs::CheckRequest request;
  bool explained = false;
  jobs::Explain explain;
  bool json = false, sarif = false;
  std::string report;
  RecordOfFindings record;
};

// A report for machines is alone on standard output.
bool IsForMachines(const Options& options) { return options.json || options.sarif; }

std::optional<ExitStatus> JudgeKinds(const char* flag, const std::vector<std::string>& kinds) {
  for (const std::string& kind : kinds)
    if (!FindingKindOf(kind))
      return Complain(ExitStatus::kBadUsage, {fmt::format("{} {}: there is no such kind of finding", flag, kind)});
  return std::nullopt;
}

Expected<void> JudgeExplainFlags(const Options& options) {
  if (!options.explained && (!options.explain.device.empty() || options.explain.registers))
    return Fail("--device and --registers belong to --explain");
  return jobs::JudgeExplain(options.explain);
}

// Whether the flags make sense, before anything is built or run.
std::optional<ExitStatus> JudgeFlags(const Options& options) {
  if (const auto refused = JudgeKinds("--only", options.request.choice.only)) return refused;
  if (const auto refused = JudgeKinds("--without", options.request.choice.without)) return refused;
  if (auto judged = jobs::JudgeSchedule(options.request.schedule); !judged)
    return Complain(ExitStatus::kBadUsage, judged.error());
  if (auto judged = JudgeExplainFlags(options); !judged) return Complain(ExitStatus::kBadUsage, judged.error());
  if (auto view = ReadViewFlags(options.record.view_flags, ""); !view)
    return Complain(ExitStatus::kBadUsage, view.error());
  std::vector<Output> outputs = OutputsOf(options.record.view_flags);
  outputs.push_back({"--report", options.report});
  outputs.push_back({"--record", options.record.path});
  std::vector<std::string> inputs = options.flags.request.inputs;
  if (!options.request.suppressions.empty()) inputs.push_back(options.request.suppressions);
  return JudgeOutputs(outputs, inputs);
}

std::string TextOf(const jobs::Checked& checked, const Options& options, const TellOptions& tell) {
  if (options.sarif) return ReportAsSarif(checked.report, tell);
  if (options.json) {
    const std::string text = ReportAsJson(checked.report, tell);
    return checked.counts ? jobs::JsonWithExplanation(text, *checked.counts, options.explain, tell) : text;
  }
  const std::string text = TellReport(checked.report, tell);
  return checked.counts ? jobs::TellExplanation(*checked.counts, options.explain, tell) + text : text;
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

// How the command ends once the report is told.
ExitStatus StatusOf(const jobs::Checked& checked) {
  if (checked.HasDefects()) return ExitStatus::kFindings;
  if (checked.ended) return *checked.ended;
  if (checked.program_status)
    return Complain(ExitStatus::kProgramFailed,
                    {fmt::format("the program ended with exit status {}", checked.program_status)});
  if (checked.report.checked.launches == 0)
    return Complain(ExitStatus::kNoKernelRan, {"no kernel ran, so nothing was checked"});
  return ExitStatus::kOk;
}

ExitStatus Check(const Options& options) {
  if (const auto refused = JudgeFlags(options)) return *refused;
  const auto program = ToProgram(options.flags, options.limit);
  if (!program) return program.error();
  jobs::CheckRequest request = options.request;
  request.program = *program;
  request.output_to_errors = IsForMachines(options) && options.report.empty();
  if (options.explained) request.explain = options.explain;
  const auto checked = jobs::Check(request, ToTerminal());
  if (!checked) return PrintFailure(checked.error());
  std::error_code error;
  const TellOptions tell{.color = !IsForMachines(options) && options.report.empty() && WantsColor(stdout),
                         .base = fs::current_path(error).string()};
  if (const auto failed = Deliver(TextOf(*checked, options, tell), options)) return *failed;
  if (options.record.IsWanted() && checked->ended != ExitStatus::kInterrupted) {
    if (auto failed = RecordFindings(checked->report, tell, *program, options.record)) return *failed;
  }
  return StatusOf(*checked);
}

}  // namespace

void AddCheck(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Run a program with every checker on, and report its defects");
  AddBuildFlags(*command, options->flags);
  command->add_flag("--json", options->json, "the report as JSON");
  command->add_flag("--sarif", options->sarif, "the report as SARIF 2.1.0, for code hosts")
      ->excludes(command->get_option("--json"));
  command->add_option("--report", options->report, "write the report to this file, not to standard output");
  command->add_option("--max", options->request.choice.most, "report at most this many findings")
      ->capture_default_str();
  command->add_option("--only", options->request.choice.only, "only findings of this kind; may be given several times")
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--without", options->request.choice.without, "no findings of this kind; may be given several times")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--suppressions", options->request.suppressions,
                      "a file of findings to leave out: a line `KIND FILE[:LINE]` each");
  command
      ->add_option("--schedule", options->request.schedule,
                   "the order of threads: serial, lockstep, shuffled, shuffled:SEED, or all")
      ->capture_default_str();
  command
      ->add_option("--rounds", options->request.most_rounds,
                   "rounds of loops that a thread may go before its kernel counts as endless")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--explain", options->explained,
                    "print what each line costs: sectors, banks, divergence, atomics, occupancy");
  command
      ->add_option("--device", options->explain.device,
                   fmt::format("--explain: the device whose occupancy is printed: {} ({})", jobs::KnownDevices(),
                               jobs::UsualDevice()))
      ->type_name("NAME");
  command
      ->add_option("--registers", options->explain.registers,
                   "--explain: registers of a thread, as the device's compiler reports them (nvcc -Xptxas -v)")
      ->check(CLI::Range(1, 255));
  AddLimitFlag(*command, options->limit);
  AddRecordOfFindings(*command, options->record);
  OnRun(command, [options, command] {
    // The recording goes through the program in the order that the user asked for, else in the one that shows most.
    if (command->count("--schedule") && options->request.schedule != "all")
      options->record.order = options->request.schedule;
    return Check(*options);
  });
}

}  // namespace lockstep::cli
