#include "lessons/engine/places.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "jobs/kept_recording.h"
#include "lessons/engine/recording.h"
#include "shared/session/variables.h"

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

// The files that the lesson's program may read: all files of its folder but the text.
std::vector<fs::path> FilesOf(const Lesson& lesson) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(lesson.folder, error))
    if (entry.is_regular_file(error) && entry.path() != lesson.text) files.push_back(entry.path());
  return files;
}

}  // namespace

fs::path WorkRoot() {
  const char* named = std::getenv(session::kLessonsVariable);
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
  const fs::path root = fs::absolute(WorkRoot(), error), folder = root / NameOf(lesson);
  const std::string former = FormerNameOf(lesson);
  return !former.empty() && !fs::exists(folder, error) && fs::exists(root / former, error) ? root / former : folder;
}

Expected<void> MakeWorkFolder(const Lesson& lesson) {
  // Programs in this folder are executed, so a folder that any user could create first must not be used.
  if (WorkRoot().empty()) return Fail("no folder for your work (HOME names none): set LOCKSTEP_LESSONS to a folder");
  const fs::path folder = WorkFolder(lesson);
  std::error_code error;
  const char* named = std::getenv(session::kLessonsVariable);
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

ExerciseTask TaskOf(const Lesson& lesson, const fs::path& file) { return TaskOf(lesson, *lesson.exercise, file); }

ExerciseTask TaskOf(const Lesson& lesson, LessonExercise exercise, const fs::path& file) {
  return {.file = file,
          .exercise = std::move(exercise),
          .scratch = WorkFolder(lesson) / "recordings",
          .build = WithPictures()};
}

Expected<LessonRun> RecordLesson(const Lesson& lesson, const jobs::Watch& watch) {
  const fs::path file = WorkFolder(lesson) / "recordings" / (lesson.program.stem().string() + ".lstrace");
  const jobs::RecordRequest request = RecordingOf(lesson.program, WithPictures(), lesson.arguments, file);
  if (auto made = MakeFolderOf(request); !made) return std::unexpected(made.error());
  auto kept = jobs::RecordOnce(request, FilesOf(lesson), watch);
  if (!kept)
    return Fail(
        fmt::format("{}The lesson's program cannot be recorded: {}", SaidOf(kept.error()), SentenceOn(kept.error())));
  return LessonRun{file, std::move(kept->recording), std::move(kept->output)};
}

}  // namespace lockstep::lessons
