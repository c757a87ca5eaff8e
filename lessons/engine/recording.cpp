#include "lessons/engine/recording.h"

#include <fmt/format.h>

#include <sstream>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

// Enough to look at, and quick to record again after each edit.
constexpr std::uint64_t kSteps = 400'000;

std::string LastLine(const std::string& text) {
  std::istringstream lines(text);
  std::string line, last;
  while (std::getline(lines, line))
    if (!line.empty()) last = line;
  return last;
}

}  // namespace

jobs::RecordRequest RecordingOf(const fs::path& source, const BuildRequest& build,
                                const std::vector<std::string>& arguments, const fs::path& recording) {
  jobs::RecordRequest request{
      .program = {.build = build, .arguments = arguments, .folder = recording.parent_path(), .in_background = true}};
  request.program.build.inputs.insert(request.program.build.inputs.begin(), source.string());
  request.settings.path = recording.string();
  request.settings.max_steps = kSteps;
  request.whole_limit = kLessonLimit;
  return request;
}

Expected<void> MakeFolderOf(const jobs::RecordRequest& request) {
  std::error_code error;
  fs::create_directories(request.program.folder, error);
  if (error) return Fail(fmt::format("`{}` cannot be made: {}.", request.program.folder.string(), error.message()));
  return {};
}

jobs::Result<jobs::Recorded> RecordWhole(const jobs::RecordRequest& request) {
  if (const auto made = MakeFolderOf(request); !made)
    return jobs::Failed(ExitStatus::kCannotWrite, made.error().message);
  std::string warnings;
  jobs::Result<jobs::Recorded> recorded =
      jobs::Record(request, {.on_diagnostics = [&](const std::string& text) { warnings = text; }});
  if (!recorded || !recorded->ended) return recorded;
  jobs::Failure failure = EndOf(*recorded);
  failure.diagnostics = warnings;
  return std::unexpected(std::move(failure));
}

std::string SentenceOn(const jobs::Failure& failure, std::chrono::seconds limit) {
  if (failure.status == ExitStatus::kTimeLimit)
    return fmt::format("The program did not end within {} seconds and was stopped.", limit.count());
  if (failure.status == ExitStatus::kCompileError) return "The program does not compile.";
  if (!failure.message.empty()) return failure.message;
  const std::string last = LastLine(failure.errors);
  return last.empty() ? "The program ended before it could be recorded." : last;
}

std::string SaidOf(const jobs::Failure& failure) { return failure.diagnostics + failure.errors; }

}  // namespace lockstep
