#include "lessons/engine/recording.h"

#include <fmt/format.h>

#include <cstdint>

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

// Enough steps to look at, and few enough to record again after each edit.
constexpr std::uint64_t kSteps = 400'000;
// A page may show any launch, also one of a kernel that ran before. After these only the first of each kernel.
constexpr std::uint32_t kLaunches = 16;

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
  if (!failure.message.empty()) return failure.Sentence();
  const std::string reason = session::Format(failure.Reason());
  return reason.empty() ? "The program ended before it could be recorded." : reason;
}

std::string SaidOf(const jobs::Failure& failure) {
  std::string said = failure.diagnostics + failure.errors;
  for (const session::Message& message : failure.messages) said += session::Format(message) + '\n';
  return said;
}

}  // namespace lockstep::lessons
