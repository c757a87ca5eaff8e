#include "jobs/program.h"

#include <fmt/format.h>
#include <string.h>

#include "sim/launch/choices.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

// `run x.cu 5 6`: what is no file may be meant for the program.
std::optional<Failure> JudgeInputs(const std::vector<std::string>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::error_code error;
    if (fs::exists(inputs[i], error)) continue;
    const bool may_be_an_argument = i > 0 && !IsAnySource(inputs[i]);
    return Failure{.status = ExitStatus::kBadInput,
                   .message = fmt::format("no such file: {}{}", inputs[i],
                                          may_be_an_argument ? "; arguments of the program go after `--`" : "")};
  }
  return std::nullopt;
}

}  // namespace

Expected<void> JudgeOrder(const std::string& flag, const std::string& order) {
  if (ParseOrder(order)) return {};
  return Fail(fmt::format("{} {}: serial, lockstep, shuffled or shuffled:SEED is wanted", flag, order));
}

std::string VersionOfBuilds() {
  const Expected<Toolchain> toolchain = FindToolchain();
  return toolchain ? VersionOf(*toolchain) : "";
}

Failure ToFailure(const BuildFailure& failure) {
  const auto status = [&] {
    switch (failure.blame) {
      case Blame::kPlace: return ExitStatus::kCannotWrite;
      case Blame::kLockstep: return ExitStatus::kInternal;
      case Blame::kCaller: return ExitStatus::kInterrupted;
      case Blame::kProgram: break;
    }
    return failure.diagnostics.empty() ? ExitStatus::kBadInput : ExitStatus::kCompileError;
  }();
  if (status == ExitStatus::kInterrupted) return {.status = status};
  return {.status = status, .message = failure.error.message, .diagnostics = failure.diagnostics};
}

Result<std::string> BuildProgram(const Program& program, Mode mode, const Watch& watch) {
  watch.Begin(Stage::kBuilding);
  const Expected<Toolchain> toolchain = FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  if (auto choices = ReadRunChoices(); !choices) return Failed(ExitStatus::kBadUsage, choices.error().message);
  if (auto refused = JudgeInputs(program.build.inputs)) return std::unexpected(std::move(*refused));
  BuildRequest request = program.build;
  request.mode = mode;
  request.cancelled = watch.cancelled;
  auto built = BuildCached(*toolchain, std::move(request));
  if (!built) return std::unexpected(ToFailure(built.error()));
  watch.Diagnose(built->diagnostics);
  return built->path;
}

ProcessRequest ToProcess(const Program& program, const std::string& path, const Watch& watch) {
  ProcessRequest request{.command = {path},
                         .folder = program.folder,
                         .under_study = true,
                         .in_background = program.in_background,
                         .capture_errors = program.in_background,
                         .capture_output = program.in_background,
                         .cancelled = watch.cancelled};
  request.command.insert(request.command.end(), program.arguments.begin(), program.arguments.end());
  if (program.limit) request.limit = std::chrono::duration_cast<std::chrono::milliseconds>(*program.limit);
  return request;
}

Result<ProcessResult> RunProcess(ProcessRequest request, const Watch& watch) {
  watch.Begin(Stage::kRunning);
  Expected<ProcessResult> result = lockstep::RunProcess(std::move(request));
  if (!result) return Failed(ExitStatus::kBadInput, result.error().message);
  if (result->cancelled) return Failed(ExitStatus::kInterrupted);
  return std::move(*result);
}

std::optional<Failure> JudgeEnd(const ProcessResult& result, const Program& program) {
  if (result.timed_out)
    return Failure{.status = ExitStatus::kTimeLimit,
                   .message = fmt::format("the program was ended after {} s (--limit)",
                                          program.limit.value_or(Seconds(0)).count())};
  if (result.interrupted) return Failure{.status = ExitStatus::kInterrupted};
  if (result.signal != 0)
    return Failure{
        .status = ExitStatus::kProgramFailed,
        .message = fmt::format("the program was ended by signal {} ({})", result.signal, strsignal(result.signal))};
  return std::nullopt;
}

}  // namespace lockstep::jobs
