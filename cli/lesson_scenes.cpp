#include "cli/lesson_scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <utility>

#include "cli/lesson_scene.h"
#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/places.h"

namespace lockstep::cli {
namespace {

using Clock = std::function<double()>;

double MachineTime() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// "Recording the lesson's program ... 12 s"
std::string Doing(std::string_view what, double seconds) {
  return fmt::format("{} ... {:.0f} s", what, std::floor(seconds));
}

// The lesson's own program, while it is recorded on another thread.
class ProgramRun {
 public:
  ProgramRun(const lessons::Lesson& lesson, double now) : began_(now) {
    finished_ = std::async(std::launch::async, [this, &lesson] {
      return lessons::RecordLesson(lesson, {.on_stage = [this](jobs::Stage stage) { stage_ = stage; },
                                            .cancelled = [this] { return is_left_.load(); }});
    });
  }
  ~ProgramRun() { is_left_ = true; }

  bool HasEnded() const { return finished_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
  Expected<lessons::LessonRun> Take() { return finished_.get(); }
  std::string Doing(double now) const {
    return cli::Doing(
        stage_ == jobs::Stage::kBuilding ? "Building the lesson's program" : "Recording the lesson's program",
        now - began_);
  }

 private:
  const double began_;
  std::atomic<jobs::Stage> stage_{jobs::Stage::kBuilding};
  std::atomic<bool> is_left_{false};
  std::future<Expected<lessons::LessonRun>> finished_;  // last: it uses the others, and its end is awaited
};

// One lesson. A folder that cannot be written to is reported when the lesson is opened, and not again.
class OpenLesson {
 public:
  OpenLesson(lessons::Lesson lesson, viz::CourseView course, const Clock& now)
      : lesson_(std::move(lesson)), now_(now), view_(ViewOf(lesson_)) {
    run_.emplace(lesson_, now_());
    view_.course = std::move(course);
    const std::size_t page = lessons::ReadProgress().NotesOf(lesson_).page;
    view_.first_page = page < view_.pages.size() ? page : 0;
    noted_ = {.lesson = view_.name, .page = view_.first_page};
    if (!lesson_.exercise) return;
    if (const auto taken = TakeFile(lesson_, view_.exercise); !taken)
      view_.exercise.status = taken.error().message;
    else
      StartLoop();
  }

  const viz::LessonView& view() const { return view_; }

  viz::Scene First() const { return {.making = run_->Doing(now_()), .lesson = view_}; }

  void Note(const viz::Reading& reading) {
    if (reading.lesson != view_.name) return;
    if (reading.page != noted_.page) (void)lessons::NotePage(lesson_, reading.page);
    if (reading.hints != noted_.hints)
      (void)lessons::NoteHints(lesson_, reading.hints - noted_.hints, reading.saw_solution);
    if (reading.tries != noted_.tries) TryAgain();
    noted_ = reading;
  }

  std::optional<viz::Scene> Newer(const std::vector<lessons::CoursePart>& course) {
    viz::Scene scene;
    const bool ran = TakeRun(scene), graded = TakeReport(scene);
    if (!ran && !graded) return std::nullopt;
    if (HasFailed() != could_try_again_) scene.can_try_again = could_try_again_ = HasFailed();
    if (!graded && !scene.recording) return scene;
    view_.course = CourseViewOf(course, lessons::ReadProgress());
    scene.lesson = view_;
    return scene;
  }

 private:
  void StartLoop() {
    loop_.emplace(lessons::TaskOf(lesson_, view_.exercise.path));
    building_since_ = now_();
  }

  bool WasNotGraded() const { return told_.is_ours && told_.state == lessons::ExerciseState::kFailed; }
  bool HasFailed() const { return has_no_recording_ || WasNotGraded(); }

  void TryAgain() {
    if (std::exchange(has_no_recording_, false)) run_.emplace(lesson_, now_());
    if (!WasNotGraded()) return;
    told_ = {.attempt = -1};
    StartLoop();
  }

  // The lesson's own program has been recorded, or that goes on.
  bool TakeRun(viz::Scene& scene) {
    if (!run_) return false;
    if (!run_->HasEnded()) {
      std::string doing = run_->Doing(now_());
      if (doing == doing_) return false;
      scene.making = doing_ = std::move(doing);
      return true;
    }
    Expected<lessons::LessonRun> finished = run_->Take();
    run_.reset();
    scene.making = doing_ = "";
    has_no_recording_ = !finished;
    if (finished)
      scene.recording = std::move(finished->recording);
    else
      scene.problem = finished.error().message;
    return true;
  }

  // Work that takes longer than a moment says for how long.
  bool SaysForHowLong(lessons::ExerciseReport& report) const {
    constexpr double kMoment = 2;  // seconds
    const double seconds = now_() - building_since_;
    if (report.state != lessons::ExerciseState::kBuilding || seconds < kMoment) return false;
    if (report.sentence.ends_with('.')) report.sentence.pop_back();
    report.sentence = Doing(report.sentence, seconds);
    return report.sentence != told_.sentence;
  }

  // The state of the exercise has changed.
  bool TakeReport(viz::Scene& scene) {
    if (!loop_) return false;
    lessons::ExerciseReport report = loop_->Report();
    const bool is_same = report.attempt == told_.attempt && report.state == told_.state;
    if (!is_same && report.state == lessons::ExerciseState::kBuilding) building_since_ = now_();
    if (!SaysForHowLong(report) && is_same) return false;
    if (report.state == lessons::ExerciseState::kSolved) (void)lessons::NoteSolved(lesson_, report.challenge);
    ShowReport(report, lesson_, view_.exercise);
    if (report.state != lessons::ExerciseState::kBuilding && report.recording) scene.exercise = *report.recording;
    told_ = std::move(report);
    return true;
  }

  const lessons::Lesson lesson_;
  const Clock& now_;
  viz::LessonView view_;
  viz::Reading noted_;
  std::string doing_;              // as it was shown last
  bool has_no_recording_ = false;  // of the lesson's own program: it could not be made
  bool could_try_again_ = false;
  double building_since_ = 0;  // of the exercise
  std::optional<lessons::ExerciseLoop> loop_;
  lessons::ExerciseReport told_;   // the last report of the exercise
  std::optional<ProgramRun> run_;  // until it has ended; last: it uses the lesson
};

}  // namespace

struct LessonScenes::State {
  Clock now;
  std::vector<lessons::CoursePart> course;  // none where it cannot be read
  std::unique_ptr<OpenLesson> open;
  std::vector<std::future<void>> closing;  // lessons before, whose programs may still run

  std::optional<viz::Scene> Open(const std::string& name);
  viz::Scene Open(const lessons::Lesson& lesson);
};

LessonScenes::LessonScenes(lessons::Lesson lesson, std::function<double()> now) : state_(std::make_unique<State>()) {
  state_->now = now ? std::move(now) : Clock(MachineTime);
  if (const auto folder = lessons::LessonsFolder())
    if (auto course = lessons::ReadCourse(*folder)) state_->course = std::move(*course);
  state_->open = std::make_unique<OpenLesson>(std::move(lesson), CourseViewOf(state_->course, lessons::ReadProgress()),
                                              state_->now);
}

LessonScenes::~LessonScenes() = default;

viz::Scene LessonScenes::First() const { return state_->open->First(); }

std::optional<viz::Scene> LessonScenes::State::Open(const std::string& name) {
  for (const lessons::CoursePart& part : course)
    for (const std::vector<lessons::Lesson>* lessons : {&part.lessons, &part.puzzles}) {
      const auto found = std::ranges::find(*lessons, name, lessons::NameOf);
      if (found != lessons->end()) return Open(*found);
    }
  return std::nullopt;
}

viz::Scene LessonScenes::State::Open(const lessons::Lesson& lesson) {
  (void)lessons::MakeWorkFolder(lesson);
  (void)lessons::NoteOpened(lesson);
  closing.push_back(std::async(std::launch::async, [left = std::move(open)]() mutable { left.reset(); }));
  open = std::make_unique<OpenLesson>(lesson, CourseViewOf(course, lessons::ReadProgress()), now);
  return open->First();
}

std::optional<viz::Scene> LessonScenes::Newer(const viz::Reading& reading) {
  state_->open->Note(reading);
  if (!reading.wanted.empty() && reading.wanted != reading.lesson) {
    if (auto scene = state_->Open(reading.wanted)) return scene;
  }
  return state_->open->Newer(state_->course);
}

}  // namespace lockstep::cli
