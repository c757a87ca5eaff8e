#include "cli/lesson_scene.h"

#include <fmt/format.h>

#include <future>

#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/places.h"
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

// A text shows pictures beside itself; what is larger costs memory and seconds for nothing that anybody sees.
constexpr std::uint64_t kLargestPicture = 8 << 20;  // bytes
constexpr std::int64_t kMostPixels = 16'000'000;

viz::LessonImage ImageOf(const fs::path& file) {
  viz::LessonImage image{.name = file.filename().string()};
  int width = 0, height = 0, channels = 0;
  const auto bytes = ReadFile(file, {.most = kLargestPicture, .pipes = false});
  if (!bytes) return image;  // the panel says that it is missing
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

viz::ExerciseState StateOf(ExerciseState state) {
  switch (state) {
    case ExerciseState::kBuilding: return viz::ExerciseState::kBuilding;
    case ExerciseState::kBroken: return viz::ExerciseState::kBroken;
    case ExerciseState::kSolved: return viz::ExerciseState::kSolved;
    default: return viz::ExerciseState::kWrong;
  }
}

std::optional<viz::ExercisePlace> PlaceOf(const std::optional<jobs::Moment>& moment) {
  if (!moment) return std::nullopt;
  viz::ExercisePlace place{moment->launch, moment->block, moment->thread, moment->step};
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

viz::LessonView ViewOf(const Lesson& lesson) {
  viz::LessonView view{.title = lesson.title};
  for (const LessonPage& page : lesson.pages) {
    view.pages.push_back({page.title, "## " + page.title + "\n\n" + page.markdown, page.launch, page.exercise});
  }
  for (const fs::path& picture : lesson.pictures) view.images.push_back(ImageOf(picture));
  return view;
}

struct LessonScenes::State {
  bool TakeRun(viz::Scene& scene);
  bool TakeReport(viz::Scene& scene);

  Lesson lesson;
  viz::LessonView view;
  std::optional<ExerciseLoop> loop;
  ExerciseReport told;                   // the exercise as last told
  std::future<Expected<LessonRun>> run;  // the lesson's own program
};

LessonScenes::LessonScenes(Lesson lesson) : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.lesson = std::move(lesson);
  state.view = ViewOf(state.lesson);
  state.run = std::async(std::launch::async, [&lesson = state.lesson] { return RecordLesson(lesson); });
  if (!state.lesson.exercise) return;
  const Expected<fs::path> file = TakeExercise(*state.lesson.exercise, WorkFolder(state.lesson));
  if (!file) {
    state.view.exercise.status = file.error().message;
    return;
  }
  state.view.exercise.file = AboveHome(*file);
  state.loop.emplace(TaskOf(state.lesson, *file));
}

LessonScenes::~LessonScenes() = default;

viz::Scene LessonScenes::First() const {
  return {.problem = "The lesson's program is being built and recorded.", .lesson = state_->view};
}

// The lesson's own program has been recorded.
bool LessonScenes::State::TakeRun(viz::Scene& scene) {
  if (!run.valid() || run.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  Expected<LessonRun> finished = run.get();
  if (finished)
    scene.recording = std::move(finished->recording);
  else
    scene.problem = finished.error().message;
  return true;
}

namespace {

// How the exercise stands, as the window says it.
void Show(const ExerciseReport& report, viz::Exercise& exercise) {
  exercise.state = StateOf(report.state);
  exercise.status = report.sentence;
  exercise.compiler_output = report.state == ExerciseState::kBroken ? report.compiler_output : "";
  // Until the new recording is there, the old one stays in view, and with it what the old sentence spoke of.
  if (report.state != ExerciseState::kBuilding) exercise.place = PlaceOf(report.moment);
}

}  // namespace

Expected<void> AddExercise(const Lesson& lesson, viz::Scene& scene) {
  const Expected<fs::path> file = TakeExercise(*lesson.exercise, WorkFolder(lesson));
  if (!file) return std::unexpected(file.error());
  const ExerciseTask task = TaskOf(lesson, *file);
  const Expected<Recording> solution = RecordSolution(task);
  if (!solution) return std::unexpected(solution.error());
  const ExerciseReport report = *Attempt(task, *solution, [] { return false; });
  scene.lesson->exercise.file = AboveHome(*file);
  Show(report, scene.lesson->exercise);
  if (report.recording) scene.exercise = *report.recording;
  return {};
}

// The exercise stands otherwise than it did.
bool LessonScenes::State::TakeReport(viz::Scene& scene) {
  if (!loop) return false;
  ExerciseReport report = loop->Report();
  if (report.attempt == told.attempt && report.state == told.state) return false;
  Show(report, view.exercise);
  if (report.state != ExerciseState::kBuilding && report.recording) scene.exercise = *report.recording;
  told = std::move(report);
  return true;
}

std::optional<viz::Scene> LessonScenes::Newer() {
  viz::Scene scene;
  const bool ran = state_->TakeRun(scene), graded = state_->TakeReport(scene);
  if (!ran && !graded) return std::nullopt;
  scene.lesson = state_->view;
  return scene;
}

}  // namespace lockstep::cli
