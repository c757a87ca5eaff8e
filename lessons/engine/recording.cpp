#include "lessons/engine/recording.h"

#include <fmt/format.h>

#include <cstdint>
#include <sstream>

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

// Enough steps to look at, and few enough to record again after each edit.
constexpr std::uint64_t kSteps = 400'000;
// A page may show any launch, also one of a kernel that ran before. After these only the first of each kernel.
constexpr std::uint32_t kLaunches = 16;

std::string LastLine(const std::string& text) {
  std::istringstream lines(text);
  std::string line, last;
  while (std::getline(lines, line))
    if (!line.empty()) last = line;
  return last;
}

}  // namespace

jobs::RecordRequest RecordingOf(const fs::path& source, const compile::BuildRequest& build,
                                const std::vector<std::string>& arguments, const fs::path& recording) {
  jobs::RecordRequest request{
      .program = {.build = build, .arguments = arguments, .folder = recording.parent_path(), .in_background = true}};
  request.program.build.repeats = true;
  request.program.build.inputs.insert(request.program.build.inputs.begin(), source.string());
  request.settings.path = recording.string();
  request.settings.max_steps = kSteps;
  request.settings.every_launch = true;
  request.settings.most_launches = kLaunches;
  return request;
}

Expected<void> MakeFolderOf(const jobs::RecordRequest& request) {
  std::error_code error;
  fs::create_directories(request.program.folder, error);
  if (error) return Fail(fmt::format("cannot create `{}`: {}.", request.program.folder.string(), error.message()));
  return {};
}

std::string SentenceOn(const jobs::Failure& failure) {
  if (failure.status == ExitStatus::kCompileError && failure.excess == Excess::kNone && !failure.compiler_crashed)
    return "The program does not compile.";
  if (!failure.message.empty()) return failure.message;
  const std::string last = LastLine(failure.errors);
  return last.empty() ? "The program ended before it could be recorded." : last;
}

std::string SaidOf(const jobs::Failure& failure) { return failure.diagnostics + failure.errors; }

}  // namespace lockstep::lessons
