#include "lessons/engine/places.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "lessons/engine/recording.h"
#include "shared/trace/trace.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

fs::path ThisCommand() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

// Saves each build the compilation of stb_image, if the library that contains it exists.
compile::BuildRequest WithPictures() {
  const fs::path root = ThisCommand().parent_path().parent_path();
  for (const fs::path& library : {root / "lib/liblesson_picture.a", root / "lib/lockstep/liblesson_picture.a"}) {
    if (fs::exists(library)) return {.inputs = {library.string()}, .compile_flags = {"-DLOCKSTEP_PICTURE_ELSEWHERE"}};
  }
  return {};
}

}  // namespace

fs::path WorkRoot() {
  const char* named = std::getenv("LOCKSTEP_LESSONS");
  const char* home = std::getenv("HOME");
  if (named && *named) return named;
  return home && *home ? fs::path(home) / "lockstep" : fs::path();
}

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
  // "." and "lesson/" have no last part.
  return fs::absolute(WorkRoot(), error) / fs::weakly_canonical(lesson.folder, error).filename();
}

Expected<void> MakeWorkFolder(const Lesson& lesson) {
  // Programs in this folder are executed, so a folder that any user could create first must not be used.
  if (WorkRoot().empty()) return Fail("no folder for your work (HOME names none): set LOCKSTEP_LESSONS to a folder");
  const fs::path folder = WorkFolder(lesson);
  std::error_code error;
  const char* named = std::getenv("LOCKSTEP_LESSONS");
  if (const fs::path home = WorkRoot().parent_path(); !(named && *named) && !fs::exists(home, error))
    return Fail(
        fmt::format("no folder for your work (HOME names `{}`, which does not exist): set LOCKSTEP_LESSONS to a "
                    "folder",
                    home.string()));
  fs::create_directories(folder, error);
  if (!error && access(folder.c_str(), W_OK | X_OK) != 0) error = {errno, std::generic_category()};
  if (!error) return {};
  return Fail(fmt::format("cannot keep your work in `{}` ({}): set LOCKSTEP_LESSONS to a writable folder",
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
  Expected<trace::Recording> recording = trace::ReadTrace(file);
  if (!recording) return std::unexpected(recording.error());
  return LessonRun{file, std::move(*recording), std::move(recorded->output)};
}

}  // namespace lockstep::lessons
