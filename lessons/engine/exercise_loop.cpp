#include "lessons/engine/exercise_loop.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <optional>
#include <tuple>

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLook{30};

// The properties that change when a file is saved, whether the editor writes it in place or replaces it.
using Version = std::tuple<ino_t, off_t, time_t, long>;

std::optional<Version> VersionOf(const fs::path& file) {
  struct stat info{};
  if (stat(file.c_str(), &info) != 0) return std::nullopt;  // an editor may be about to rename the new one to this name
  return Version{info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

}  // namespace

ExerciseLoop::ExerciseLoop(ExerciseTask task)
    : task_(std::move(task)), thread_([this](std::stop_token stop) { Run(stop); }) {}

ExerciseLoop::~ExerciseLoop() = default;

ExerciseReport ExerciseLoop::Report() const {
  const std::lock_guard lock(mutex_);
  return report_;
}

void ExerciseLoop::Publish(ExerciseReport report) {
  const std::lock_guard lock(mutex_);
  report.attempt = attempt_;
  report_ = std::move(report);
}

void ExerciseLoop::Run(std::stop_token stop) {
  Publish({.sentence = "The lesson's solution is being run."});
  const Expected<Reference> reference = ObserveSolution(task_);
  if (!reference)
    return Publish({.state = ExerciseState::kFailed, .sentence = reference.error().message, .is_ours = true});

  std::optional<Version> built;
  while (!stop.stop_requested()) {
    const std::optional<Version> now = VersionOf(task_.file);
    if (!now || now == built) {
      std::this_thread::sleep_for(kLook);
      continue;
    }
    ++attempt_;
    ExerciseReport building = Report();
    building.state = ExerciseState::kBuilding;
    building.sentence = "Building and running.";
    Publish(std::move(building));
    auto report = Attempt(task_, *reference, [&] {
      const std::optional<Version> later = VersionOf(task_.file);
      return stop.stop_requested() || (later && later != now);
    });
    if (!report) continue;  // saved again meanwhile
    built = now;
    Publish(std::move(*report));
  }
}

Expected<fs::path> TakeExercise(const LessonExercise& exercise, const fs::path& folder) {
  const fs::path file = folder / exercise.file.filename();
  std::error_code error;
  if (fs::exists(file)) return file;
  fs::create_directories(folder, error);
  if (!error) fs::copy_file(exercise.file, file, error);
  if (error) return Fail(fmt::format("cannot write `{}`: {}.", file.string(), error.message()));
  fs::permissions(file, fs::perms::owner_write, fs::perm_options::add, error);
  return file;
}

Expected<fs::path> RestartExercise(const LessonExercise& exercise, const fs::path& folder) {
  const fs::path file = folder / exercise.file.filename();
  if (fs::exists(file)) {
    int number = 1;
    while (fs::exists(fmt::format("{}.{}", file.string(), number))) ++number;
    std::error_code error;
    fs::rename(file, fmt::format("{}.{}", file.string(), number), error);
    if (error) return Fail(fmt::format("cannot rename `{}`: {}.", file.string(), error.message()));
  }
  return TakeExercise(exercise, folder);
}

}  // namespace lockstep::lessons
