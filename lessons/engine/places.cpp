#include "lessons/engine/places.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "lessons/engine/recording.h"
#include "shared/trace/trace.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

fs::path ThisCommand() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

// Spares each build the compiling of stb_image, where the library that holds it is there.
BuildRequest WithPictures() {
  const fs::path root = ThisCommand().parent_path().parent_path();
  for (const fs::path& library : {root / "lib/liblesson_picture.a", root / "lib/lockstep/liblesson_picture.a"}) {
    if (fs::exists(library)) return {.inputs = {library.string()}, .compile_flags = {"-DLOCKSTEP_PICTURE_ELSEWHERE"}};
  }
  return {};
}

// Empty where nobody names one.
fs::path WorkRoot() {
  const char* named = std::getenv("LOCKSTEP_LESSONS");
  const char* home = std::getenv("HOME");
  if (named && *named) return named;
  return home && *home ? fs::path(home) / "lockstep" : fs::path();
}

}  // namespace

Expected<fs::path> LessonsFolder() {
  const fs::path installed = ThisCommand().parent_path().parent_path() / "share/lockstep/lessons";
  if (fs::exists(installed)) return installed;
  const fs::path sources = LOCKSTEP_SOURCE_DIR "/lessons";
  if (fs::exists(sources)) return sources;
  return Fail(
      fmt::format("The lessons are missing: neither `{}` nor `{}` exists.", installed.string(), sources.string()));
}

fs::path WorkFolder(const Lesson& lesson) {
  std::error_code error;
  return fs::absolute(WorkRoot(), error) / lesson.folder.filename();
}

Expected<void> MakeWorkFolder(const Lesson& lesson) {
  // A folder that anybody may make first is no place for programs that are run.
  if (WorkRoot().empty())
    return Fail("there is no folder for your work (HOME names none): set LOCKSTEP_LESSONS to one");
  const fs::path folder = WorkFolder(lesson);
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && access(folder.c_str(), W_OK | X_OK) != 0) error = {errno, std::generic_category()};
  if (!error) return {};
  return Fail(
      fmt::format("your work cannot be kept in `{}` ({}): set LOCKSTEP_LESSONS to a folder that you can write to",
                  folder.string(), error.message()));
}

ExerciseTask TaskOf(const Lesson& lesson, const fs::path& file) {
  return {.file = file,
          .exercise = *lesson.exercise,
          .scratch = WorkFolder(lesson) / "recordings",
          .build = WithPictures()};
}

Expected<LessonRun> RecordLesson(const Lesson& lesson) {
  const fs::path file = WorkFolder(lesson) / "recordings" / (lesson.program.stem().string() + ".lstrace");
  jobs::Result<jobs::Recorded> recorded =
      RecordWhole(RecordingOf(lesson.program, WithPictures(), lesson.arguments, file));
  if (!recorded)
    return Fail(fmt::format("{}The lesson's program cannot be recorded: {}", SaidOf(recorded.error()),
                            SentenceOn(recorded.error(), kLessonLimit)));
  Expected<Recording> recording = ReadTrace(file);
  if (!recording) return std::unexpected(recording.error());
  return LessonRun{file, std::move(*recording), std::move(recorded->output)};
}

}  // namespace lockstep
