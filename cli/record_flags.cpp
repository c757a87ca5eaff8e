#include "cli/record_flags.h"

#include <fmt/format.h>
#include <string.h>

#include <charconv>
#include <filesystem>

#include "cli/command.h"
#include "cli/recorded_choice.h"
#include "shared/base/file.h"
#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"
#include "shared/trace/trace.h"
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

// What a program that died leaves reads up to its last whole launch, and says so itself. True where it had begun one
// and nothing of that is left.
bool KeepWhatIsThere(const fs::path& path, bool is_wanted) {
  const fs::path unfinished = UnfinishedName(path);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(unfinished, error);
  if (error) return false;
  if (is_wanted && size > kTraceHeaderSize) {
    fs::rename(unfinished, path, error);
    return false;
  }
  fs::remove(unfinished, error);
  return true;
}

// Whether what was asked for is in the recording; a recording without any of it goes.
std::optional<ExitStatus> JudgeChoice(const RecordFlags& options, const std::optional<RecordSummary>& summary) {
  if (!summary || options.quiet) return std::nullopt;
  const std::optional<MissedChoice> missed = FindMissedChoice(options.settings, *summary);
  if (!missed) return std::nullopt;
  std::error_code error;
  if (missed->everything) fs::remove(options.settings.path, error);
  Complain(ExitStatus::kBadUsage, {missed->sentence});
  return missed->everything ? std::optional(ExitStatus::kBadUsage) : std::nullopt;
}

// How the program ended, as our exit status. The recording is whatever it wrote until then.
ExitStatus Judge(const ProcessResult& result, const RecordFlags& options, const std::optional<RecordSummary>& summary) {
  const fs::path path = options.settings.path;
  std::error_code error;
  // Its own exit status may be any number: what it could not write is not there.
  const bool cannot_write = (summary && !summary->failure.empty()) ||
                            (result.status == static_cast<int>(ExitStatus::kCannotWrite) && !fs::exists(path, error));
  const bool was_lost = KeepWhatIsThere(path, !cannot_write);
  if (summary && summary->recorded == 0) fs::remove(path, error);
  const bool recorded = fs::exists(path, error);
  if (options.quiet) return recorded ? ExitStatus::kOk : ExitStatus::kNoKernelRan;
  if (result.timed_out)
    return Complain(ExitStatus::kTimeLimit, {fmt::format("the program was ended after {} s (--limit)", options.limit)});
  if (result.interrupted) return ExitStatus::kInterrupted;
  if (result.signal)
    return Complain(ExitStatus::kProgramFailed,
                    {fmt::format("the program was ended by signal {} ({})", result.signal, strsignal(result.signal))});
  if (cannot_write) return ExitStatus::kCannotWrite;  // the program has said why
  if (const auto missed = JudgeChoice(options, summary)) return *missed;
  if (result.status != 0)
    Complain(ExitStatus::kProgramFailed, {fmt::format("the program ended with exit status {}", result.status)});
  if (was_lost)
    return Complain(ExitStatus::kCannotWrite,
                    {"the program ended itself while a kernel ran, and the recording was lost with it"});
  if (result.status != 0) return ExitStatus::kProgramFailed;
  if (!recorded) return Complain(ExitStatus::kNoKernelRan, {"no kernel ran, so there is nothing to record"});
  return ExitStatus::kOk;
}

std::optional<RecordSummary> ReadSummary(const fs::path& path) {
  const auto bytes = ReadFile(path);
  if (!bytes) return std::nullopt;
  Expected<RecordSummary> summary = RecordSummaryFromJson({bytes->begin(), bytes->end()});
  return summary ? std::optional(std::move(*summary)) : std::nullopt;
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
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Complain(ExitStatus::kCannotWrite, scratch.error());
  settings.summary = scratch->File("summary.json");
  std::error_code error;
  if (const fs::path absolute = fs::absolute(settings.path, error).lexically_normal(); !error) settings.path = absolute;

  // One core and fixed addresses: the same recording, byte for byte, every time.
  ProcessRequest request{.command = {*program},
                         .under_study = true,
                         .capture_errors = options.quiet,
                         .capture_output = options.quiet,
                         .fixed_addresses = true};
  request.environment = {std::string(kRecordVariable) + "=" + ToJson(settings), "LOCKSTEP_WORKERS=1"};
  request.command.insert(request.command.end(), ProgramArguments().begin(), ProgramArguments().end());
  // It gets a moment to write down what the kernel that runs has done.
  request.notice = std::chrono::seconds(3);
  request.limit = LimitOf(options.limit);
  Expected<ProcessResult> result = RunProcess(std::move(request));
  if (!result) return Complain(ExitStatus::kBadInput, result.error());
  return Judge(*result, options, ReadSummary(settings.summary));
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
  AddLimitFlag(command, flags.limit);
}

}  // namespace lockstep::cli
