#include "lessons/engine/record.h"

#include <fmt/format.h>

#include <sstream>

#include "lessons/engine/child.h"

namespace lockstep {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::vector<std::string> CommandOf(const RecordRequest& request) {
  std::vector<std::string> command{request.lockstep.string(), "record", request.source.string(), "-o",
                                   request.recording.string()};
  command.insert(command.end(), request.flags.begin(), request.flags.end());
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
  Expected<Child> child = Child::Start(CommandOf(request), folder);
  if (!child) return std::unexpected(child.error());
  const auto deadline = steady_clock::now() + request.limit;
  bool in_time = true;
  while (!child->Poll(milliseconds(20))) {
    if (cancelled()) return std::nullopt;
    in_time = steady_clock::now() < deadline;
    if (!in_time) child->End();
  }
  return RecordOutcome{in_time, child->exit_status(), child->output(), child->errors()};
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
