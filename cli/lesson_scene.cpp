#include "cli/lesson_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/order_task.h"
#include "lessons/engine/places.h"
#include "lessons/engine/progress.h"
#include "shared/base/file.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma clang diagnostic pop

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

// A larger picture would cost memory and seconds without a visible benefit.
constexpr std::uint64_t kLargestPicture = 8 << 20;  // bytes
constexpr std::int64_t kMostPixels = 16'000'000;

viz::LessonImage ImageOf(const fs::path& file) {
  viz::LessonImage image{.name = file.filename().string()};
  int width = 0, height = 0, channels = 0;
  const auto bytes = ReadFile(file, {.most = kLargestPicture, .pipes = false});
  if (!bytes) return image;  // the panel reports it as missing
  const int size = static_cast<int>(bytes->size());
  if (!stbi_info_from_memory(bytes->data(), size, &width, &height, &channels)) return image;
  if (std::int64_t{width} * height > kMostPixels) return image;
  stbi_uc* pixels = stbi_load_from_memory(bytes->data(), size, &width, &height, &channels, 4);
  if (!pixels) return image;
  image.width = static_cast<std::uint32_t>(width);
  image.height = static_cast<std::uint32_t>(height);
  image.rgba.assign(pixels, pixels + std::size_t{4} * width * height);
  stbi_image_free(pixels);
  return image;
}

viz::ExerciseState StateOf(const lessons::ExerciseReport& report) {
  if (report.is_ours && report.state == lessons::ExerciseState::kFailed) return viz::ExerciseState::kUngraded;
  switch (report.state) {
    case lessons::ExerciseState::kBuilding: return viz::ExerciseState::kBuilding;
    case lessons::ExerciseState::kBroken: return viz::ExerciseState::kBroken;
    case lessons::ExerciseState::kSolved: return viz::ExerciseState::kSolved;
    default: return viz::ExerciseState::kWrong;
  }
}

// The line of the exercise's file that the step was made for; 0 if it is not known, or one of another file.
std::uint32_t LineOf(const trace::Recording& recording, const jobs::Moment& moment, const fs::path& file) {
  if (!moment.step || moment.launch >= recording.launches.size()) return 0;
  const auto& steps = recording.launches[moment.launch].steps;
  if (*moment.step >= steps.size()) return 0;
  const std::size_t at = trace::Index(steps[*moment.step].site);
  if (at >= recording.sites.size()) return 0;
  const trace::Site& site = recording.sites[at];
  const std::size_t of = trace::Index(site.file);
  return of < recording.files.size() && recording.files[of].path == file ? site.line : 0;
}

std::optional<viz::ExercisePlace> PlaceOf(const lessons::ExerciseReport& report,
                                          const std::optional<jobs::Moment>& moment, const fs::path& file) {
  if (!moment) return std::nullopt;
  viz::ExercisePlace place{moment->launch, moment->block, moment->thread, moment->step};
  if (report.recording) place.line = LineOf(*report.recording, *moment, file);
  if (moment->cell) {
    place.cell = viz::Cell{moment->cell->object, moment->cell->cell};
    place.expected = moment->cell->expected;
  }
  return place;
}

std::string AboveHome(const fs::path& file) {
  const char* home = std::getenv("HOME");
  const std::string path = file.string(), prefix = home ? std::string(home) + "/" : "";
  return prefix.size() > 1 && path.starts_with(prefix) ? "~/" + path.substr(prefix.size()) : path;
}

}  // namespace

viz::LessonView ViewOf(const lessons::Lesson& lesson) {
  viz::LessonView view{.title = lesson.title,
                       .scene = lesson.scene,
                       .name = NameOf(lesson),
                       .number = lesson.number,
                       .is_puzzle = IsPuzzle(lesson)};
  for (const lessons::LessonPage& page : lesson.pages) {
    view.pages.push_back({.title = page.title,
                          .markdown = "## " + page.title + "\n\n" + page.markdown,
                          .launch = page.launch,
                          .exercise = page.exercise,
                          .opens_at = page.marks.line > 0 ? std::optional(page.marks.opens_at) : std::nullopt,
                          .questions = page.marks.questions});
  }
  for (const fs::path& picture : lesson.pictures) view.images.push_back(ImageOf(picture));
  return view;
}

// An order that was right before stands there again.
std::vector<viz::OrderResult> OrdersOf(const lessons::Lesson& lesson, const lessons::LessonNotes& notes) {
  std::vector<viz::OrderResult> orders;
  for (const lessons::OrderTask& task : lessons::OrderTasksOf(lesson)) {
    const auto lines = notes.ordered.find(lessons::OrderNameOf(*task.question));
    if (lines == notes.ordered.end()) continue;
    orders.push_back(
        {.page = task.page, .question = task.index, .state = viz::OrderResult::State::kRight, .lines = lines->second});
  }
  return orders;
}

namespace {

viz::CourseLesson CourseLessonOf(const lessons::Lesson& lesson, const lessons::Progress& progress) {
  viz::CourseLesson one{.name = NameOf(lesson),
                        .number = lesson.number,
                        .title = lesson.title,
                        .needs = lesson.needs,
                        .teaches = lesson.teaches,
                        .is_done = progress.IsDone(lesson),
                        .page = progress.NotesOf(lesson).page,
                        .pages = lesson.pages.size()};
  if (!IsPuzzle(lesson)) return one;
  one.goal = Describe(*lesson.exercise->goal);
  one.best = progress.BestOf(lesson);
  return one;
}

}  // namespace

viz::CourseView CourseViewOf(const std::vector<lessons::CoursePart>& course, const lessons::Progress& progress) {
  viz::CourseView view;
  for (const lessons::CoursePart& part : course) {
    viz::CoursePart& shown = view.parts.emplace_back(part.title);
    for (const lessons::Lesson& lesson : part.lessons) shown.lessons.push_back(CourseLessonOf(lesson, progress));
    for (const lessons::Lesson& puzzle : part.puzzles) shown.puzzles.push_back(CourseLessonOf(puzzle, progress));
  }
  return view;
}

namespace {

// With the least that was ever needed, by this report or one before.
std::vector<viz::ChallengeRow> ChallengeOf(const lessons::ExerciseReport& report, const lessons::LessonNotes& notes) {
  std::vector<viz::ChallengeRow> rows;
  for (const auto& [name, count, reference] : report.challenge) {
    const auto best = notes.best.find(name);
    rows.push_back({name, count, reference, best == notes.best.end() ? count : std::min(count, best->second)});
  }
  return rows;
}

}  // namespace

void ShowReport(const lessons::ExerciseReport& report, const lessons::Lesson& lesson, viz::Exercise& exercise) {
  exercise.state = StateOf(report);
  exercise.status = report.sentence;
  exercise.compiler_output = report.state == lessons::ExerciseState::kBroken ? report.compiler_output : "";
  // Until the new recording exists, the old one stays in view, with the place that the old sentence refers to.
  if (report.state == lessons::ExerciseState::kBuilding) return;
  exercise.place = PlaceOf(report, report.moment, exercise.path);
  exercise.other_place = PlaceOf(report, report.other, exercise.path);
  exercise.fault = report.fault;
  exercise.hint = report.hint;
  exercise.is_passed = report.state == lessons::ExerciseState::kSolved;
  if (!exercise.is_passed) return;
  const lessons::LessonNotes notes = lessons::ReadProgress().NotesOf(lesson);
  exercise.why = lesson.why;
  exercise.challenge = ChallengeOf(report, notes);
  exercise.hints = notes.hints;
  exercise.saw_solution = notes.saw_solution;
}

std::string SolutionOf(const lessons::Lesson& lesson) {
  constexpr std::uint64_t kLargest = 1 << 20;  // bytes
  return ReadText(lesson.exercise->solution, kLargest).value_or("");
}

namespace {

std::vector<std::string> ResultsOf(const lessons::LessonExercise& exercise) {
  std::vector<std::string> names;
  for (const lessons::LessonCheck& check : exercise.checks)
    if (const auto* compare = std::get_if<jobs::CompareArray>(&check.requirement)) names.push_back(compare->array);
  return names;
}

}  // namespace

Expected<void> TakeFile(const lessons::Lesson& lesson, viz::Exercise& exercise) {
  const Expected<fs::path> file = lessons::TakeExercise(*lesson.exercise, lessons::WorkFolder(lesson));
  if (!file) return std::unexpected(file.error());
  exercise.file = AboveHome(*file);
  exercise.path = *file;
  exercise.solution = SolutionOf(lesson);
  exercise.results = ResultsOf(*lesson.exercise);
  return {};
}

Expected<void> AddExercise(const lessons::Lesson& lesson, viz::Scene& scene) {
  viz::Exercise& exercise = scene.lesson->exercise;
  if (auto taken = TakeFile(lesson, exercise); !taken) return taken;
  const lessons::ExerciseTask task = lessons::TaskOf(lesson, exercise.path);
  const Expected<lessons::Reference> reference = lessons::ObserveSolution(task);
  if (!reference) return std::unexpected(reference.error());
  const lessons::ExerciseReport report = *lessons::Attempt(task, *reference, [] { return false; });
  ShowReport(report, lesson, exercise);
  if (report.recording) scene.exercise = *report.recording;
  return {};
}

}  // namespace lockstep::cli
