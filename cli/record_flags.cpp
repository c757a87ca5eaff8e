#include "cli/record_flags.h"

#include <fmt/format.h>
#include <string.h>

#include <charconv>
#include <filesystem>

#include "cli/command.h"
#include "shared/base/process.h"
#include "sim/launch/order.h"
#include "sim/record/settings.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

// "1", "1,2" or "1,2,3".
std::optional<Dim3> ParseBlock(const std::string& text) {
  std::uint32_t parts[3] = {0, 0, 0};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, parts[i]);
    if (error != std::errc()) return std::nullopt;
    if (next == end) return Dim3{parts[0], parts[1], parts[2]};
    if (*next != ',') return std::nullopt;
    at = next + 1;
  }
  return std::nullopt;
}

// How the program ended, as our exit status. The recording is whatever it wrote until then.
ExitStatus Judge(const ProcessResult& result, const RecordFlags& options) {
  const fs::path path = options.settings.path, unfinished = path.string() + ".unfinished";
  std::error_code error;
  // What a program that died leaves reads up to its last whole launch, and says so itself.
  if (!fs::exists(path, error) && fs::exists(unfinished, error)) {
    if (fs::file_size(unfinished, error) == 0)
      fs::remove(unfinished, error);
    else
      fs::rename(unfinished, path, error);
  }
  const bool recorded = fs::exists(path, error);
  if (options.quiet) return recorded ? ExitStatus::kOk : ExitStatus::kNoKernelRan;
  if (result.timed_out)
    return Complain(ExitStatus::kTimeLimit, {fmt::format("the program was ended after {} s (--limit)", options.limit)});
  if (result.interrupted) return ExitStatus::kInterrupted;
  if (result.signal)
    return Complain(ExitStatus::kProgramFailed,
                    {fmt::format("the program was ended by signal {} ({})", result.signal, strsignal(result.signal))});
  if (result.status == static_cast<int>(ExitStatus::kCannotWrite)) return ExitStatus::kCannotWrite;
  if (result.status != 0)
    return Complain(ExitStatus::kProgramFailed, {fmt::format("the program ended with exit status {}", result.status)});
  if (!recorded) return Complain(ExitStatus::kNoKernelRan, {"no kernel ran, so there is nothing to record"});
  return ExitStatus::kOk;
}

}  // namespace

ExitStatus RecordProgram(RecordFlags& options) {
  RecordSettings& settings = options.settings;
  for (const std::string& text : options.blocks) {
    const std::optional<Dim3> block = ParseBlock(text);
    if (!block) return Complain(ExitStatus::kBadUsage, {fmt::format("--block {}: x, x,y or x,y,z is wanted", text)});
    settings.blocks.push_back(*block);
  }
  if (!ParseOrder(settings.order))
    return Complain(ExitStatus::kBadUsage,
                    {fmt::format("--order {}: serial, lockstep, shuffled or shuffled:SEED is wanted", settings.order)});
  auto program = BuildProgram(options.flags, Mode::kRecord, !options.quiet);
  if (!program) return program.error();
  settings.launch = options.launch;
  settings.program = options.flags.request.inputs.front();
  settings.arguments = ProgramArguments();
  settings.path = fs::absolute(settings.path).lexically_normal();
  std::error_code error;
  fs::remove(settings.path, error);

  // One core and fixed addresses: the same recording, byte for byte, every time.
  ProcessRequest request{
      .command = {*program}, .capture_errors = options.quiet, .capture_output = options.quiet, .fixed_addresses = true};
  request.environment = {std::string(kRecordVariable) + "=" + ToJson(settings), "LOCKSTEP_WORKERS=1"};
  request.command.insert(request.command.end(), ProgramArguments().begin(), ProgramArguments().end());
  // It gets a moment to write down what the kernel that runs has done.
  request.notice = std::chrono::seconds(3);
  if (options.limit > 0) request.limit = std::chrono::milliseconds(static_cast<std::int64_t>(options.limit * 1000));
  Expected<ProcessResult> result = RunProcess(std::move(request));
  if (!result) return Complain(ExitStatus::kBadInput, result.error());
  return Judge(*result, options);
}

void AddRecordFlags(CLI::App& command, RecordFlags& flags) {
  AddBuildFlags(command, flags.flags);
  command.add_option("--kernel", flags.settings.kernel, "only launches of this kernel");
  command.add_option("--launch", flags.launch, "only this launch, counting from 0");
  command.add_flag("--every-launch", flags.settings.every_launch, "not only the first launch of each kernel");
  command.add_option("--block", flags.blocks, "this block, x,y,z; may be given several times")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--steps", flags.settings.max_steps,
                     "the budget of steps for each launch (2000000, less where there are many)");
  command.add_option("--memory", flags.settings.max_memory, "the budget of bytes for each launch's memory")
      ->capture_default_str();
  command
      .add_option("--order", flags.settings.order, "the order of threads: lockstep, serial, shuffled or shuffled:SEED")
      ->capture_default_str();
  command.add_option("--limit", flags.limit, "end the program after so many seconds");
}

}  // namespace lockstep::cli
