#include "lessons/engine/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lessons/engine/order_program.h"
#include "lessons/engine/places.h"
#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kLargestProgress = 1 << 20;  // bytes

fs::path FileOfProgress() { return WorkRoot() / "progress.json"; }

json ToJson(const LessonNotes& notes) {
  json object = {{"page", notes.page}};
  if (notes.hints > 0) object["hints"] = notes.hints;
  if (notes.saw_solution) object["saw_solution"] = true;
  if (!notes.best.empty()) object["best"] = notes.best;
  if (!notes.ordered.empty()) object["ordered"] = notes.ordered;
  return object;
}

std::map<std::string, std::vector<std::size_t>> OrderedFrom(const json& object) {
  std::map<std::string, std::vector<std::size_t>> ordered;
  for (const auto& [name, lines] : object.items())
    if (lines.is_array() && std::ranges::all_of(lines, [](const json& line) { return line.is_number_unsigned(); }))
      ordered[name] = lines.get<std::vector<std::size_t>>();
  return ordered;
}

// A member that is missing or of another type counts as not noted.
LessonNotes NotesFrom(const json& object) {
  LessonNotes notes;
  const auto whole = [&](const char* name, std::size_t& number) {
    const auto found = object.find(name);
    if (found != object.end() && found->is_number_unsigned()) number = *found;
  };
  whole("page", notes.page);
  whole("hints", notes.hints);
  if (const auto saw = object.find("saw_solution"); saw != object.end() && saw->is_boolean()) notes.saw_solution = *saw;
  if (const auto ordered = object.find("ordered"); ordered != object.end() && ordered->is_object())
    notes.ordered = OrderedFrom(*ordered);
  const auto best = object.find("best");
  if (best == object.end() || !best->is_object()) return notes;
  for (const auto& [name, count] : best->items())
    if (count.is_number()) notes.best[name] = count;
  return notes;
}

// Under the lesson's name whatever was noted under its former one.
void TakeOver(Progress& progress, const Lesson& lesson) {
  const std::string name = NameOf(lesson), former = FormerNameOf(lesson);
  if (former.empty()) return;
  if (progress.done.erase(former) > 0) progress.done.insert(name);
  if (progress.last == former) progress.last = name;
  if (auto notes = progress.lessons.extract(former)) {
    notes.key() = name;
    progress.lessons.insert(std::move(notes));
  }
}

template <class Change>
Expected<void> ChangeProgress(const Lesson& lesson, Change change) {
  if (auto made = MakeWorkFolder(lesson); !made) return made;
  const Progress before = ReadProgress();
  Progress progress = before;
  TakeOver(progress, lesson);
  change(progress);
  if (progress == before) return {};
  json file = {{"done", progress.done}, {"last", progress.last}, {"lessons", json::object()}};
  for (const auto& [name, notes] : progress.lessons) file["lessons"][name] = ToJson(notes);
  return WriteFile(FileOfProgress(), file.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace

Progress ReadProgress() {
  Progress progress;
  const Expected<std::string> text = ReadText(FileOfProgress(), kLargestProgress);
  if (!text) return progress;
  const json file = json::parse(*text, nullptr, false);
  if (!file.is_object()) return progress;
  if (const auto last = file.find("last"); last != file.end() && last->is_string()) progress.last = *last;
  if (const auto lessons = file.find("lessons"); lessons != file.end() && lessons->is_object()) {
    for (const auto& [name, notes] : lessons->items())
      if (notes.is_object()) progress.lessons[name] = NotesFrom(notes);
  }
  const auto done = file.find("done");
  if (done == file.end() || !done->is_array()) return progress;
  for (const json& name : *done)
    if (name.is_string()) progress.done.insert(name);
  return progress;
}

bool Progress::IsDone(const Lesson& lesson) const {
  return done.contains(NameOf(lesson)) || done.contains(FormerNameOf(lesson));
}

LessonNotes Progress::NotesOf(const Lesson& lesson) const {
  auto found = lessons.find(NameOf(lesson));
  if (found == lessons.end()) found = lessons.find(FormerNameOf(lesson));
  return found == lessons.end() ? LessonNotes() : found->second;
}

Expected<void> NoteOpened(const Lesson& lesson) {
  // A puzzle is no place in the course to go on from.
  return ChangeProgress(lesson, [&](Progress& progress) {
    if (!IsPuzzle(lesson)) progress.last = NameOf(lesson);
  });
}

std::optional<double> Progress::BestOf(const Lesson& puzzle) const {
  const LessonNotes notes = NotesOf(puzzle);
  const auto best = notes.best.find(WordsFor(puzzle.exercise->goal->metric));
  return best == notes.best.end() ? std::nullopt : std::optional(best->second);
}

Expected<void> NoteDone(const Lesson& lesson) {
  return ChangeProgress(lesson, [&](Progress& progress) { progress.done.insert(NameOf(lesson)); });
}

Expected<void> NotePage(const Lesson& lesson, std::size_t page) {
  return ChangeProgress(lesson, [&](Progress& progress) { progress.lessons[NameOf(lesson)].page = page; });
}

Expected<void> NoteHints(const Lesson& lesson, std::size_t count, bool is_solution) {
  return ChangeProgress(lesson, [&](Progress& progress) {
    if (progress.IsDone(lesson)) return;
    LessonNotes& notes = progress.lessons[NameOf(lesson)];
    notes.hints += count;
    notes.saw_solution |= is_solution;
  });
}

Expected<void> NoteCounts(const Lesson& lesson, const std::vector<ChallengeCount>& counts) {
  if (counts.empty()) return {};
  return ChangeProgress(lesson, [&](Progress& progress) {
    std::map<std::string, double>& best = progress.lessons[NameOf(lesson)].best;
    for (const ChallengeCount& count : counts) {
      const auto [kept, is_new] = best.try_emplace(count.name, count.count);
      if (!is_new) kept->second = std::min(kept->second, count.count);
    }
  });
}

Expected<void> NoteOrdered(const Lesson& lesson, const replay::Question& task, const std::vector<std::size_t>& lines) {
  return ChangeProgress(
      lesson, [&](Progress& progress) { progress.lessons[NameOf(lesson)].ordered[OrderNameOf(task)] = lines; });
}

Expected<void> NoteSolved(const Lesson& lesson, const std::vector<ChallengeCount>& counts) {
  if (auto noted = NoteDone(lesson); !noted) return noted;
  return NoteCounts(lesson, counts);
}

const Lesson* LessonToGoOnWith(const std::vector<Lesson>& lessons, const Progress& progress) {
  if (lessons.empty()) return nullptr;
  auto here = std::ranges::find_if(lessons, [&](const Lesson& lesson) {
    return progress.last == NameOf(lesson) || (!progress.last.empty() && progress.last == FormerNameOf(lesson));
  });
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
