#include "cli/lesson_scenes.h"

#include <future>
#include <utility>

#include "cli/lesson_scene.h"
#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/places.h"

namespace lockstep::cli {
namespace {

// One lesson. A folder that cannot be written to is reported when the lesson is opened, and not again.
class OpenLesson {
 public:
  OpenLesson(lessons::Lesson lesson, viz::CourseView course)
      : lesson_(std::move(lesson)),
        view_(ViewOf(lesson_)),
        run_(std::async(std::launch::async, [this] { return lessons::RecordLesson(lesson_); })) {
    view_.course = std::move(course);
    const std::size_t page = lessons::ReadProgress().NotesOf(lesson_).page;
    view_.first_page = page < view_.pages.size() ? page : 0;
    noted_ = {.lesson = view_.name, .page = view_.first_page};
    if (!lesson_.exercise) return;
    if (const auto taken = TakeFile(lesson_, view_.exercise); !taken)
      view_.exercise.status = taken.error().message;
    else
      loop_.emplace(lessons::TaskOf(lesson_, view_.exercise.path));
  }

  const viz::LessonView& view() const { return view_; }

  viz::Scene First() const { return {.problem = "The lesson's program is being built and recorded.", .lesson = view_}; }

  void Note(const viz::Reading& reading) {
    if (reading.lesson != view_.name) return;
    if (reading.page != noted_.page) (void)lessons::NotePage(lesson_, reading.page);
    if (reading.hints != noted_.hints)
      (void)lessons::NoteHints(lesson_, reading.hints - noted_.hints, reading.saw_solution);
    noted_ = reading;
  }

  std::optional<viz::Scene> Newer(const std::vector<lessons::CoursePart>& course) {
    viz::Scene scene;
    const bool ran = TakeRun(scene), graded = TakeReport(scene);
    if (!ran && !graded) return std::nullopt;
    view_.course = CourseViewOf(course, lessons::ReadProgress());
    scene.lesson = view_;
    return scene;
  }

 private:
  // The lesson's own program has been recorded.
  bool TakeRun(viz::Scene& scene) {
    if (!run_.valid() || run_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
    Expected<lessons::LessonRun> finished = run_.get();
    if (finished)
      scene.recording = std::move(finished->recording);
    else
      scene.problem = finished.error().message;
    return true;
  }

  // The state of the exercise has changed.
  bool TakeReport(viz::Scene& scene) {
    if (!loop_) return false;
    lessons::ExerciseReport report = loop_->Report();
    if (report.attempt == told_.attempt && report.state == told_.state) return false;
    if (report.state == lessons::ExerciseState::kSolved) {
      (void)lessons::NoteDone(lesson_);
      (void)lessons::NoteCounts(lesson_, report.challenge);
    }
    ShowReport(report, lesson_, view_.exercise);
    if (report.state != lessons::ExerciseState::kBuilding && report.recording) scene.exercise = *report.recording;
    told_ = std::move(report);
    return true;
  }

  const lessons::Lesson lesson_;
  viz::LessonView view_;
  viz::Reading noted_;
  std::optional<lessons::ExerciseLoop> loop_;
  lessons::ExerciseReport told_;                   // the last report of the exercise
  std::future<Expected<lessons::LessonRun>> run_;  // the lesson's own program; last: it uses the lesson
};

}  // namespace

struct LessonScenes::State {
  std::vector<lessons::CoursePart> course;  // none where it cannot be read
  std::unique_ptr<OpenLesson> open;
  std::vector<std::future<void>> closing;  // lessons before, whose programs may still run

  std::optional<viz::Scene> Open(const std::string& name);
};

LessonScenes::LessonScenes(lessons::Lesson lesson) : state_(std::make_unique<State>()) {
  if (const auto folder = lessons::LessonsFolder())
    if (auto course = lessons::ReadCourse(*folder)) state_->course = std::move(*course);
  state_->open = std::make_unique<OpenLesson>(std::move(lesson), CourseViewOf(state_->course, lessons::ReadProgress()));
}

LessonScenes::~LessonScenes() = default;

viz::Scene LessonScenes::First() const { return state_->open->First(); }

std::optional<viz::Scene> LessonScenes::State::Open(const std::string& name) {
  for (const lessons::CoursePart& part : course)
    for (const lessons::Lesson& lesson : part.lessons) {
      if (lesson.folder.filename() != name) continue;
      (void)lessons::MakeWorkFolder(lesson);
      (void)lessons::NoteOpened(lesson);
      closing.push_back(std::async(std::launch::async, [left = std::move(open)]() mutable { left.reset(); }));
      open = std::make_unique<OpenLesson>(lesson, CourseViewOf(course, lessons::ReadProgress()));
      return open->First();
    }
  return std::nullopt;
}

std::optional<viz::Scene> LessonScenes::Newer(const viz::Reading& reading) {
  state_->open->Note(reading);
  if (!reading.wanted.empty() && reading.wanted != reading.lesson) {
    if (auto scene = state_->Open(reading.wanted)) return scene;
  }
  return state_->open->Newer(state_->course);
}

}  // namespace lockstep::cli
