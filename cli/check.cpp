// lockstep check FILE... [-- ARGUMENTS]: runs the program with all checkers and reports its defects.
// lockstep check -- PROGRAM [ARGUMENTS]: the same for a program that was built with --lockstep-mode=check.

#include "jobs/check.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/build_flags.h"
#include "cli/check_record.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/outputs.h"
#include "jobs/repeated_input.h"
#include "shared/base/find_tool.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct CheckOptions {
  BuildFlags flags;
  double limit = 0;
  jobs::CheckRequest request;
  bool explained = false;
  jobs::Explain explain;
  bool json = false, sarif = false;
  std::string report;
  RecordOfFindings record;
};

// A report for machines must be the only text on standard output.
bool IsForMachines(const CheckOptions& options) { return options.json || options.sarif; }

std::optional<ExitStatus> JudgeKinds(const char* flag, const std::vector<std::string>& kinds) {
  for (const std::string& kind : kinds)
    if (!report::FindingKindOf(kind))
      return Complain(ExitStatus::kBadUsage, {fmt::format("{} {}: unknown kind of finding", flag, kind)});
  return std::nullopt;
}

Expected<void> JudgeExplainFlags(const CheckOptions& options) {
  if (!options.explained && options.explain.registers) return Fail("--registers needs --explain");
  return {};
}

// Checks the flags before anything is built or run.
std::optional<ExitStatus> JudgeFlags(const CheckOptions& options) {
  if (const auto refused = JudgeKinds("--only", options.request.choice.only)) return refused;
  if (const auto refused = JudgeKinds("--without", options.request.choice.without)) return refused;
  if (const auto refused = JudgeKinds("--count", options.request.choice.count)) return refused;
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

std::string TextOf(const jobs::Checked& checked, const CheckOptions& options, const report::FormatOptions& tell) {
  if (options.sarif) return report::ReportAsSarif(checked.report, tell);
  if (options.json) {
    const std::string text = report::ReportAsJson(checked.report, tell);
    return checked.counts ? jobs::JsonWithExplanation(text, *checked.counts, options.explain, tell) : text;
  }
  const std::string text = report::FormatReport(checked.report, tell);
  return checked.counts ? jobs::FormatExplanation(*checked.counts, options.explain, tell) + text : text;
}

// Separates the program's output from the report.
void PrintRule() { std::fputs("---- lockstep check ----\n", stdout); }

std::optional<ExitStatus> Deliver(const std::string& text, const CheckOptions& options) {
  if (!options.report.empty()) {
    if (auto written = WriteFile(options.report, text); !written)
      return Complain(ExitStatus::kCannotWrite, written.error());
    return std::nullopt;
  }
  if (!IsForMachines(options)) PrintRule();
  std::fputs(text.c_str(), stdout);
  NoteResult();
  return std::nullopt;
}

// The exit status after the report has been printed.
ExitStatus StatusOf(const jobs::Checked& checked) {
  if (checked.has_defects) return ExitStatus::kFindings;
  if (checked.failure) NoteReason(*checked.failure);
  if (checked.ended) return *checked.ended;
  if (checked.program_status)
    return Complain(ExitStatus::kProgramFailed,
                    {fmt::format("the program ended with exit status {}", checked.program_status)});
  if (checked.report.checked.launches == 0 && checked.report.checked.library_calls == 0)
    return Complain(ExitStatus::kNoKernelRan, {"no kernel ran, so nothing was checked"});
  return ExitStatus::kOk;
}

// A program that is built already: flags of a build, and what needs another build of it, mean nothing.
std::expected<std::string, ExitStatus> TakeBuilt(jobs::Program& program, const CheckOptions& options) {
  const auto refuse = [](const char* flag) {
    return std::unexpected(Complain(ExitStatus::kBadUsage,
                                    {fmt::format("`{}` needs the sources: lockstep check FILE.cu {}", flag, flag)}));
  };
  if (options.explained) return refuse("--explain");
  if (options.record.IsWanted()) return refuse(options.record.path.empty() ? "--view" : "--record");
  const std::string word = program.arguments.front();
  program.arguments.erase(program.arguments.begin());
  std::error_code error;
  const fs::path found = word.contains('/') ? fs::absolute(word, error).lexically_normal() : FindTool(word.c_str());
  if (found.empty() || !fs::is_regular_file(found, error))
    return std::unexpected(Complain(ExitStatus::kBadInput, {fmt::format("no such program: {}", word)}));
  return found.string();
}

jobs::Result<jobs::Checked> CheckWith(const jobs::CheckRequest& request, const std::string& built) {
  return built.empty() ? jobs::Check(request, ToTerminal()) : jobs::CheckBuilt(built, request, ToTerminal());
}

ExitStatus Check(const CheckOptions& options) {
  if (const auto refused = JudgeFlags(options)) return *refused;
  auto program = ToProgram(options.flags, options.limit);
  if (!program) return program.error();
  std::string built;
  if (program->build.inputs.empty()) {
    if (program->arguments.empty())
      return Complain(ExitStatus::kBadUsage, {"FILES is required"}, "see `lockstep check --help`");
    auto taken = TakeBuilt(*program, options);
    if (!taken) return taken.error();
    built = std::move(*taken);
  }
  jobs::CheckRequest request = options.request;
  request.program = *program;
  request.output_to_errors = IsForMachines(options) && options.report.empty();
  if (options.explained) request.explain = options.explain;
  const jobs::RepeatedInput input(*program);
  const auto checked = CheckWith(request, built);
  if (!checked) return PrintFailure(checked.error());
  std::error_code error;
  const report::FormatOptions tell{.color = !IsForMachines(options) && options.report.empty() && WantsColor(stdout),
                                   .base = fs::current_path(error).string()};
  if (const auto failed = Deliver(TextOf(*checked, options, tell), options)) return *failed;
  if (options.record.IsWanted() && checked->ended != ExitStatus::kInterrupted) {
    input.BeginAgain();
    if (auto failed = RecordFindings(checked->report, tell, *program, options.record)) return *failed;
  }
  return StatusOf(*checked);
}

}  // namespace

void AddCheck(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Run a program with all checkers and report its defects");
  AddBuildFlags(*command, options->flags);
  command->get_option("FILES")->required(false);
  command->add_flag("--json", options->json, "print the report as JSON");
  command->add_flag("--sarif", options->sarif, "print the report as SARIF 2.1.0, for code hosts")
      ->excludes(command->get_option("--json"));
  command->add_option("--report", options->report, "write the report to this file, not to standard output");
  command->add_option("--max", options->request.choice.most, "report at most this many findings")
      ->capture_default_str();
  command->add_option("--only", options->request.choice.only, "report only findings of this kind; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--without", options->request.choice.without, "report no findings of this kind; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--count", options->request.choice.count, "advice of this kind counts as a finding; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--suppressions", options->request.suppressions,
                      "a file of findings to suppress, one `KIND FILE[:LINE]` on each line");
  command
      ->add_option(
          "--schedule", options->request.schedule,
          "the order of threads: serial, lockstep, consumer-first, shuffled, shuffled:SEED; all; or auto: serial, "
          "and once more consumer-first where threads wait for flags")
      ->capture_default_str();
  command
      ->add_option("--rounds", options->request.most_rounds,
                   "loop iterations of a thread before its kernel counts as endless, even if it might end")
      ->check(CLI::PositiveNumber);
  command->add_flag("--strict-init", options->request.strict_init,
                    "report unwritten values as soon as a kernel stores them in memory that outlives it");
  command->add_flag("--explain", options->explained,
                    "print what each line costs: sectors, banks, divergence, atomics, occupancy");
  AddDeviceFlag(*command, options->flags);
  command
      ->add_option("--registers", options->explain.registers,
                   "with --explain: registers of a thread, as reported by nvcc -Xptxas -v")
      ->check(CLI::Range(1, 255));
  AddLimitFlag(*command, options->limit);
  AddRecordOfFindings(*command, options->record);
  OnRun(command, [options, command] {
    // The recording goes through the program in the order that the user asked for, else in the one that shows most.
    if (command->count("--schedule") && options->request.schedule != "all" && options->request.schedule != "auto")
      options->record.order = options->request.schedule;
    options->explain.device = options->flags.device;
    return Check(*options);
  });
}

}  // namespace lockstep::cli
