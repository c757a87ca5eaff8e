#include "lessons/engine/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "shared/base/process.h"

namespace lockstep {
namespace {

using std::chrono::milliseconds;

// Time for `lockstep record` to end the program that it runs.
constexpr milliseconds kNotice{300};

std::vector<std::string> CommandOf(const RecordRequest& request) {
  std::vector<std::string> command{request.lockstep.string(), "record", request.source.string(), "-o",
                                   request.recording.string()};
  command.insert(command.end(), request.flags.begin(), request.flags.end());
  // Enough to look at, and quick to record again after each edit.
  if (std::ranges::find(request.flags, "--steps") == request.flags.end())
    command.insert(command.end(), {"--steps", "400000"});
  command.push_back("--");
  command.insert(command.end(), request.arguments.begin(), request.arguments.end());
  return command;
}

// What `lockstep` itself said last; else the last line that anyone said.
std::string LastWord(const std::string& text) {
  constexpr std::string_view kName = "lockstep: ";
  std::istringstream lines(text);
  std::string line, last, ours;
  while (std::getline(lines, line)) {
    if (line.starts_with(kName)) ours = line.substr(kName.size());
    if (!line.empty()) last = line;
  }
  return ours.empty() ? last : ours;
}

}  // namespace

Expected<std::optional<RecordOutcome>> Record(const RecordRequest& request, const std::function<bool()>& cancelled) {
  const std::filesystem::path folder = request.recording.parent_path();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Fail(fmt::format("`{}` cannot be made: {}.", folder.string(), error.message()));
  Expected<Process> process = Process::Start({.command = CommandOf(request),
                                              .folder = folder,
                                              .ends_its_own = true,
                                              .capture_errors = true,
                                              .capture_output = true,
                                              .limit = request.limit,
                                              .notice = kNotice});
  if (!process) return std::unexpected(process.error());
  while (!process->EndedWithin(milliseconds(20)))
    if (cancelled()) return std::nullopt;
  ProcessResult result = process->Wait();
  return RecordOutcome{!result.timed_out, result.status, std::move(result.output), std::move(result.errors)};
}

std::string TellOutcome(const RecordOutcome& outcome, const RecordRequest& request) {
  if (!outcome.in_time) {
    return fmt::format("The program did not end within {} seconds and was stopped.", request.limit.count());
  }
  if (outcome.exit_status == kRecordCompileError) return "The program does not compile.";
  const std::string last = LastWord(outcome.errors);
  return last.empty() ? fmt::format("The program ended with status {}.", outcome.exit_status) : last;
}

}  // namespace lockstep
