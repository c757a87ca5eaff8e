#include "lessons/engine/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lessons/engine/places.h"
#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kLargestFile = 1 << 20;  // bytes

fs::path FileOfProgress() { return WorkRoot() / "progress.json"; }

std::string NameOf(const Lesson& lesson) { return lesson.folder.filename().string(); }

template <class Change>
Expected<void> ChangeProgress(const Lesson& lesson, Change change) {
  if (auto made = MakeWorkFolder(lesson); !made) return made;
  const Progress before = ReadProgress();
  Progress progress = before;
  change(progress);
  if (progress.done == before.done && progress.last == before.last) return {};
  const json file = {{"done", progress.done}, {"last", progress.last}};
  return WriteFile(FileOfProgress(), file.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace

Progress ReadProgress() {
  Progress progress;
  const Expected<std::string> text = ReadText(FileOfProgress(), kLargestFile);
  if (!text) return progress;
  const json file = json::parse(*text, nullptr, false);
  if (!file.is_object()) return progress;
  if (const auto last = file.find("last"); last != file.end() && last->is_string()) progress.last = *last;
  const auto done = file.find("done");
  if (done == file.end() || !done->is_array()) return progress;
  for (const json& name : *done)
    if (name.is_string()) progress.done.insert(name);
  return progress;
}

Expected<void> NoteOpened(const Lesson& lesson) {
  return ChangeProgress(lesson, [&](Progress& progress) { progress.last = NameOf(lesson); });
}

Expected<void> NoteDone(const Lesson& lesson) {
  return ChangeProgress(lesson, [&](Progress& progress) { progress.done.insert(NameOf(lesson)); });
}

const Lesson* LessonToGoOnWith(const std::vector<Lesson>& lessons, const Progress& progress) {
  if (lessons.empty()) return nullptr;
  auto here = std::ranges::find(lessons, progress.last, NameOf);
  if (here == lessons.end()) here = lessons.begin();
  const auto next = std::find_if(here, lessons.end(), [&](const Lesson& lesson) {
    return !progress.IsDone(lesson) && (lesson.exercise || lesson.folder == here->folder);
  });
  return next == lessons.end() ? &*here : &*next;
}

std::string DescribeProgress(const std::vector<Lesson>& lessons, const Progress& progress) {
  const auto exercises =
      std::ranges::count_if(lessons, [](const Lesson& lesson) { return lesson.exercise.has_value(); });
  const auto done = std::ranges::count_if(
      lessons, [&](const Lesson& lesson) { return lesson.exercise.has_value() && progress.IsDone(lesson); });
  return fmt::format("{} of {} done", done, exercises);
}

}  // namespace lockstep::lessons
