#include "jobs/program.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>

#include "shared/base/sandbox.h"
#include "shared/session/choices.h"
#include "shared/session/variables.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

// `run x.cu 5 6`: a word that is no file may be meant as an argument of the program.
std::optional<Failure> JudgeInputs(const std::vector<std::string>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::error_code error;
    if (fs::exists(inputs[i], error)) continue;
    const bool may_be_an_argument = i > 0 && !compile::IsAnySource(inputs[i]);
    return Failure{.status = ExitStatus::kBadInput,
                   .message = "no such file: " + inputs[i],
                   .hint = may_be_an_argument ? "arguments of the program go after `--`" : ""};
  }
  return std::nullopt;
}

constexpr std::uint64_t kKibibyte = 1 << 10;

std::uint64_t MostOutput(const Program& program) {
  return program.confinement ? program.confinement->limits.output : ProcessRequest{}.capture_limit;
}

// A program that is limited on processors is not to wait for long either: for whom?
constexpr std::chrono::milliseconds kMostAsleep{5000};

ProcessLimits LimitsOf(const Program& program) {
  if (!program.processor_limit) return {};
  return {.processor = *program.processor_limit, .asleep = kMostAsleep};
}

std::string DescribeExcess(Excess excess, const Program& program) {
  return program.confinement ? Describe(excess, *program.confinement) : lockstep::Describe(excess, LimitsOf(program));
}

bool IsTime(Excess excess) { return excess == Excess::kProcessor || excess == Excess::kAsleep; }

// Neither computing nor waiting used up its time: it hardly got a processor.
Failure MachineWasBusy(std::string_view what, const std::string& excess) {
  return {.status = ExitStatus::kInternal,
          .message = fmt::format("the machine was too busy: the {} was ended because {}", what, excess),
          .excess = Excess::kElapsed};
}

// A source can make a compiler crash on purpose, so it counts as one that does not compile. What the compiler writes
// about itself then names files of the machine, and is not shown.
Failure CrashOfConfined() {
  return {
      .status = ExitStatus::kCompileError, .message = "The compiler crashed on the program.", .compiler_crashed = true};
}

// By its limits. `excess`: "it used more than 60 s of processor time".
Failure EndedCompiler(const std::string& excess, const compile::BuildFailure& ended) {
  return {.status = ExitStatus::kCompileError,
          .message = fmt::format("The compiler was ended: {}.", excess),
          .diagnostics = ended.diagnostics,
          .excess = ended.excess};
}

// Outside the cache, once for each mode: the sources are a copy that nobody changes.
Result<std::string> BuildConfined(const compile::Toolchain& toolchain, compile::BuildRequest request,
                                  const Confinement& confinement, const Watch& watch) {
  const std::string kind = fmt::format("{}{}", compile::ModeName(request.mode), request.explains ? "-explained" : "");
  request.output = confinement.products / kind;
  std::error_code error;
  if (fs::exists(request.output, error)) return request.output;
  ConfineBuild(request, toolchain, confinement);
  auto built = compile::Build(toolchain, request);
  if (built) {
    watch.Diagnose(built->diagnostics);
    return request.output;
  }
  Failure failure = ToFailure(built.error());
  failure.excess = built.error().excess;
  // A failure of Lockstep must not look like a fault of the program.
  if (built.error().cause == compile::FailureCause::kPlace) failure.status = ExitStatus::kInternal;
  if (built.error().crashed) return std::unexpected(CrashOfConfined());
  if (failure.excess == Excess::kNone) return std::unexpected(std::move(failure));
  if (failure.excess == Excess::kElapsed)
    return std::unexpected(MachineWasBusy("compiler", Describe(failure.excess, confinement)));
  return std::unexpected(EndedCompiler(Describe(failure.excess, confinement), built.error()));
}

}  // namespace

Expected<void> JudgeOrder(const std::string& flag, const std::string& order) {
  if (session::ParseOrder(order)) return {};
  return Fail(fmt::format("{} {}: expected serial, lockstep, consumer-first, shuffled or shuffled:SEED", flag, order));
}

std::string VersionOfBuilds() {
  const Expected<compile::Toolchain> toolchain = compile::FindToolchain();
  return toolchain ? toolchain->version : "";
}

Failure ToFailure(const compile::BuildFailure& failure) {
  const auto status = [&] {
    switch (failure.cause) {
      case compile::FailureCause::kPlace: return ExitStatus::kCannotWrite;
      case compile::FailureCause::kLockstep: return ExitStatus::kInternal;
      case compile::FailureCause::kCaller: return ExitStatus::kInterrupted;
      case compile::FailureCause::kProgram: break;
    }
    return failure.diagnostics.empty() ? ExitStatus::kBadInput : ExitStatus::kCompileError;
  }();
  if (status == ExitStatus::kInterrupted) return {.status = status};
  return {.status = status, .message = failure.error.message, .diagnostics = failure.diagnostics};
}

Result<std::string> BuildProgram(const Program& program, compile::Mode mode, const Watch& watch) {
  watch.Begin(Stage::kBuilding);
  const Expected<compile::Toolchain> toolchain = compile::FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  if (auto choices = session::ReadRunChoices(); !choices) return Failed(ExitStatus::kBadUsage, choices.error().message);
  if (auto refused = JudgeInputs(program.build.inputs)) return std::unexpected(std::move(*refused));
  compile::BuildRequest request = program.build;
  request.mode = mode;
  request.cancelled = watch.cancelled;
  if (program.confinement) return BuildConfined(*toolchain, std::move(request), *program.confinement, watch);
  auto built = compile::BuildCached(*toolchain, std::move(request));
  if (!built && built.error().excess != Excess::kNone)
    return std::unexpected(EndedCompiler(
        lockstep::Describe(built.error().excess, {.processor = program.build.processor_limit}), built.error()));
  if (!built) return std::unexpected(ToFailure(built.error()));
  watch.Diagnose(built->diagnostics);
  return built->path;
}

void TakeMessages(ProcessRequest& process, const ScratchFolder& scratch) {
  const session::MessageSettings settings{.path = scratch.File("messages").string(),
                                          .are_printed = !process.capture_errors};
  process.environment.push_back(session::Assign(session::kMessagesVariable, session::ToJson(settings)));
}

std::vector<session::Message> MessagesIn(const ScratchFolder& scratch) {
  return session::ReadMessages(scratch.File("messages"));
}

ProcessRequest ToProcess(const Program& program, const std::string& path, const Watch& watch) {
  ProcessRequest request{.command = {path},
                         .environment = program.environment,
                         .folder = program.folder,
                         .under_study = true,
                         .in_background = program.in_background,
                         .capture_errors = program.in_background,
                         .capture_output = program.in_background,
                         .output_to_errors = program.output_to_errors,
                         .ends_when_full = program.ends_when_full,
                         .input = program.input,
                         .cancelled = watch.cancelled};
  request.command.insert(request.command.end(), program.arguments.begin(), program.arguments.end());
  if (program.limit) request.limit = std::chrono::duration_cast<std::chrono::milliseconds>(*program.limit);
  if (program.processor_limit) request.limits = LimitsOf(program);
  return request;
}

Result<ProcessResult> RunProcess(ProcessRequest request, const Watch& watch) {
  watch.Begin(Stage::kRunning);
  Expected<ProcessResult> result = lockstep::RunProcess(std::move(request));
  if (!result) return Failed(ExitStatus::kBadInput, result.error().message);
  if (result->cancelled) return Failed(ExitStatus::kInterrupted);
  return std::move(*result);
}

Result<ProcessResult> RunIn(const fs::path& folder, ProcessRequest request, const Program& program,
                            const Watch& watch) {
  if (!program.confinement) return RunProcess(std::move(request), watch);
  const std::string path = request.command.front();
  Result<ProcessResult> result = RunProcess(Confined(std::move(request), *program.confinement, path, folder), watch);
  KeepPlainFiles(folder);
  // As a shell, the sandbox passes a signal on as a number.
  constexpr int kSignalled = 128;
  if (result && result->signal == 0 && result->status > kSignalled && result->status < kSignalled + NSIG)
    result->signal = result->status - kSignalled;
  return result;
}

Failure EndedWith(int status) {
  return {.status = ExitStatus::kProgramFailed,
          .message = fmt::format("the program ended with exit status {}", status)};
}

std::optional<Failure> JudgeEnd(const ProcessResult& result, const Program& program) {
  if (result.excess == Excess::kElapsed) return MachineWasBusy("program", DescribeExcess(result.excess, program));
  if (result.excess != Excess::kNone)
    return Failure{.status = IsTime(result.excess) ? ExitStatus::kTimeLimit : ExitStatus::kProgramFailed,
                   .message = fmt::format("the program was ended: {}", DescribeExcess(result.excess, program)),
                   .excess = result.excess};
  if (result.timed_out)
    return Failure{.status = ExitStatus::kTimeLimit,
                   .message = fmt::format("the program was ended after {} s (--limit)",
                                          program.limit.value_or(Seconds(0)).count())};
  if (result.was_full)
    return Failure{
        .status = ExitStatus::kProgramFailed,
        .message = fmt::format("the program printed more than {} KiB, and was ended", MostOutput(program) / kKibibyte),
        .is_output_too_long = true};
  if (result.interrupted) return Failure{.status = ExitStatus::kInterrupted};
  if (result.signal != 0)
    return Failure{
        .status = ExitStatus::kProgramFailed,
        .message = fmt::format("the program was ended by signal {} ({})", result.signal, strsignal(result.signal))};
  return std::nullopt;
}

}  // namespace lockstep::jobs
