#include "cli/lesson_scene.h"

#include <fmt/format.h>

#include <future>

#include "lessons/engine/exercise_loop.h"
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

viz::ExerciseState StateOf(lessons::ExerciseState state) {
  switch (state) {
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

std::optional<viz::ExercisePlace> PlaceOf(const lessons::ExerciseReport& report, const fs::path& file) {
  const std::optional<jobs::Moment>& moment = report.moment;
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
  viz::LessonView view{.title = lesson.title, .scene = lesson.scene};
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

struct LessonScenes::State {
  bool TakeRun(viz::Scene& scene);
  bool TakeReport(viz::Scene& scene);
  void Note(const viz::Reading& reading);

  lessons::Lesson lesson;
  viz::LessonView view;
  std::optional<lessons::ExerciseLoop> loop;
  lessons::ExerciseReport told;  // the last report of the exercise
  viz::Reading noted;
  std::future<Expected<lessons::LessonRun>> run;  // the lesson's own program
};

LessonScenes::LessonScenes(lessons::Lesson lesson) : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.lesson = std::move(lesson);
  state.view = ViewOf(state.lesson);
  state.run = std::async(std::launch::async, [&lesson = state.lesson] { return lessons::RecordLesson(lesson); });
  if (!state.lesson.exercise) return;
  const Expected<fs::path> file = lessons::TakeExercise(*state.lesson.exercise, lessons::WorkFolder(state.lesson));
  if (!file) {
    state.view.exercise.status = file.error().message;
    return;
  }
  state.view.exercise.file = AboveHome(*file);
  state.view.exercise.path = *file;
  state.view.exercise.solution = SolutionOf(state.lesson);
  state.loop.emplace(lessons::TaskOf(state.lesson, *file));
}

LessonScenes::~LessonScenes() = default;

viz::Scene LessonScenes::First() const {
  return {.problem = "The lesson's program is being built and recorded.", .lesson = state_->view};
}

// The lesson's own program has been recorded.
bool LessonScenes::State::TakeRun(viz::Scene& scene) {
  if (!run.valid() || run.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  Expected<lessons::LessonRun> finished = run.get();
  if (finished)
    scene.recording = std::move(finished->recording);
  else
    scene.problem = finished.error().message;
  return true;
}

void ShowReport(const lessons::ExerciseReport& report, viz::Exercise& exercise) {
  exercise.state = StateOf(report.state);
  exercise.status = report.sentence;
  exercise.compiler_output = report.state == lessons::ExerciseState::kBroken ? report.compiler_output : "";
  // Until the new recording exists, the old one stays in view, with the place that the old sentence refers to.
  if (report.state == lessons::ExerciseState::kBuilding) return;
  exercise.place = PlaceOf(report, exercise.path);
  exercise.fault = report.fault;
  exercise.hint = report.hint;
}

std::string SolutionOf(const lessons::Lesson& lesson) {
  constexpr std::uint64_t kLargest = 1 << 20;  // bytes
  return ReadText(lesson.exercise->solution, kLargest).value_or("");
}

Expected<void> AddExercise(const lessons::Lesson& lesson, viz::Scene& scene) {
  const Expected<fs::path> file = lessons::TakeExercise(*lesson.exercise, lessons::WorkFolder(lesson));
  if (!file) return std::unexpected(file.error());
  const lessons::ExerciseTask task = lessons::TaskOf(lesson, *file);
  const Expected<lessons::Reference> reference = lessons::ObserveSolution(task);
  if (!reference) return std::unexpected(reference.error());
  const lessons::ExerciseReport report = *lessons::Attempt(task, *reference, [] { return false; });
  scene.lesson->exercise.file = AboveHome(*file);
  scene.lesson->exercise.path = *file;
  scene.lesson->exercise.solution = SolutionOf(lesson);
  ShowReport(report, scene.lesson->exercise);
  if (report.recording) scene.exercise = *report.recording;
  return {};
}

// The state of the exercise has changed.
bool LessonScenes::State::TakeReport(viz::Scene& scene) {
  if (!loop) return false;
  lessons::ExerciseReport report = loop->Report();
  if (report.attempt == told.attempt && report.state == told.state) return false;
  ShowReport(report, view.exercise);
  if (report.state != lessons::ExerciseState::kBuilding && report.recording) scene.exercise = *report.recording;
  if (report.state == lessons::ExerciseState::kSolved) (void)lessons::NoteDone(lesson);
  told = std::move(report);
  return true;
}

// A folder that cannot be written to has been reported when the lesson was opened.
void LessonScenes::State::Note(const viz::Reading& reading) {
  if (reading.page != noted.page) (void)lessons::NotePage(lesson, reading.page);
  if (reading.hints != noted.hints) (void)lessons::NoteHints(lesson, reading.hints - noted.hints, reading.saw_solution);
  noted = reading;
}

std::optional<viz::Scene> LessonScenes::Newer(const viz::Reading& reading) {
  viz::Scene scene;
  state_->Note(reading);
  const bool ran = state_->TakeRun(scene), graded = state_->TakeReport(scene);
  if (!ran && !graded) return std::nullopt;
  scene.lesson = state_->view;
  return scene;
}

}  // namespace lockstep::cli
