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
#include "lessons/engine/order_task.h"
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

// Lines that the reader has put in order, while they are built and run on another thread.
class OrderedRun {
 public:
  OrderedRun(const lessons::Lesson& lesson, const replay::Question& question, viz::OrderTry wanted)
      : wanted_(std::move(wanted)) {
    finished_ = std::async(std::launch::async, [this, &lesson, &question] {
      return lessons::JudgeOrder(lesson, question, wanted_.lines, [this] { return is_left_.load(); });
    });
  }
  ~OrderedRun() { Leave(); }

  void Leave() { is_left_ = true; }
  const viz::OrderTry& wanted() const { return wanted_; }
  bool HasEnded() const { return finished_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
  std::optional<lessons::OrderVerdict> Take() { return finished_.get(); }

 private:
  const viz::OrderTry wanted_;
  std::atomic<bool> is_left_{false};
  std::future<std::optional<lessons::OrderVerdict>> finished_;  // last, as in ProgramRun
};

viz::OrderResult ResultOf(const viz::OrderTry& wanted, const lessons::OrderVerdict& verdict) {
  using State = viz::OrderResult::State;
  return {.page = wanted.page,
          .question = wanted.question,
          .attempt = wanted.attempt,
          .state = verdict.is_right  ? State::kRight
                   : verdict.is_ours ? State::kUngraded
                                     : State::kWrong,
          .lines = wanted.lines,
          .sentence = verdict.sentence,
          .hint = verdict.hint,
          .line = verdict.line};
}

// One lesson. A folder that cannot be written to is reported when the lesson is opened, and not again.
class OpenLesson {
 public:
  OpenLesson(lessons::Lesson lesson, viz::CourseView course, const Clock& now)
      : lesson_(std::move(lesson)), now_(now), view_(ViewOf(lesson_)) {
    run_.emplace(lesson_, now_());
    view_.course = std::move(course);
    const lessons::LessonNotes notes = lessons::ReadProgress().NotesOf(lesson_);
    view_.orders = OrdersOf(lesson_, notes);
    const std::size_t page = notes.page;
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
    if (reading.order && reading.order != noted_.order) {
      wanted_order_ = reading.order;
      if (ordered_) ordered_->Leave();
    }
    noted_ = reading;
  }

  std::optional<viz::Scene> Newer(const std::vector<lessons::CoursePart>& course) {
    viz::Scene scene;
    const bool ran = TakeRun(scene), graded = TakeReport(scene), ordered = TakeOrder();
    if (!ran && !graded && !ordered) return std::nullopt;
    if (HasFailed() != could_try_again_) scene.can_try_again = could_try_again_ = HasFailed();
    if (!graded && !ordered && !scene.recording) return scene;
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

  // The lines that are wanted are run once those before have ended. True if there is a result.
  bool TakeOrder() {
    bool is_new = false;
    if (ordered_ && ordered_->HasEnded()) {
      const viz::OrderTry tried = ordered_->wanted();
      const std::optional<lessons::OrderVerdict> verdict = ordered_->Take();
      ordered_.reset();
      is_new = verdict.has_value();
      if (verdict) NoteVerdict(tried, *verdict);
    }
    if (!wanted_order_ || ordered_) return is_new;
    const viz::OrderTry wanted = *std::exchange(wanted_order_, std::nullopt);
    if (const replay::Question* question = QuestionOf(wanted)) ordered_.emplace(lesson_, *question, wanted);
    return is_new;
  }

  const replay::Question* QuestionOf(const viz::OrderTry& wanted) const {
    if (wanted.page >= lesson_.pages.size()) return nullptr;
    const std::vector<replay::Question>& questions = lesson_.pages[wanted.page].marks.questions;
    return wanted.question < questions.size() ? &questions[wanted.question] : nullptr;
  }

  void NoteVerdict(const viz::OrderTry& tried, const lessons::OrderVerdict& verdict) {
    std::erase_if(view_.orders, [&](const viz::OrderResult& one) {
      return one.page == tried.page && one.question == tried.question;
    });
    view_.orders.push_back(ResultOf(tried, verdict));
    if (verdict.is_right) (void)lessons::NoteOrdered(lesson_, *QuestionOf(tried), tried.lines);
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
  lessons::ExerciseReport told_;  // the last report of the exercise
  std::optional<viz::OrderTry> wanted_order_;
  // Until they have ended; last: they use the lesson.
  std::optional<OrderedRun> ordered_;
  std::optional<ProgramRun> run_;
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
