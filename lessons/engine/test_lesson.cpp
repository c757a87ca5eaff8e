#include "lessons/engine/test_lesson.h"

#include <fmt/format.h>

#include <algorithm>

#include "jobs/recorded_array.h"
#include "lessons/engine/answer_diff.h"
#include "lessons/engine/order_task.h"
#include "lessons/engine/points.h"
#include "lessons/engine/recording.h"
#include "lessons/engine/test_text.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

class Tester {
 public:
  Tester(const Lesson& lesson, const ExerciseTask& task) : lesson_(lesson), task_(task) { task_.is_thorough = true; }

  std::vector<Promise> Test() {
    if (lesson_.exercise) TestExercise();
    for (const OrderTask& task : OrderTasksOf(lesson_)) TestOrder(*task.question);
    TestProgram();
    return std::move(promises_);
  }

 private:
  void Note(bool kept, std::string sentence, double seconds = 0) {
    promises_.push_back({kept, std::move(sentence), seconds});
  }

  // --- the exercise

  struct Timed {
    ExerciseReport report;
    double seconds;
  };
  Timed Grade(const fs::path& file) {
    ExerciseTask task = task_;
    task.file = file;
    const auto start = std::chrono::steady_clock::now();
    ExerciseReport report = *Attempt(task, reference_, [] { return false; });
    return {std::move(report), std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
  }

  void TestExercise() {
    auto reference = ObserveSolution(task_);
    if (!reference) return Note(false, reference.error().message);
    reference_ = std::move(*reference);
    TestArrays();
    TestShipped();
    TestSolution();
    if (IsPuzzle(lesson_)) TestPuzzle();
    for (const WrongAttempt& wrong : lesson_.exercise->wrong) TestWrong(wrong);
    for (const fs::path& right : lesson_.exercise->right) TestRight(right);
  }

  static std::string Told(const ExerciseReport& report) {
    std::string text =
        report.fault.empty() ? "it passes" : fmt::format("it fails by `{}`: {}", report.fault, report.sentence);
    return text + (report.state == ExerciseState::kBroken ? "\n" + report.compiler_output : "");
  }

  // An array that no run of the solution has would be compared with nothing, and every answer would pass.
  void TestArrays() {
    for (const LessonCheck& check : lesson_.exercise->checks) {
      const auto* compare = std::get_if<jobs::CompareArray>(&check.requirement);
      const auto has_it = [&](const jobs::Observed& run) {
        return run.recording && jobs::FindArray(*run.recording, compare->array);
      };
      if (compare && std::ranges::none_of(reference_, has_it))
        Note(false, fmt::format("no launch of the solution has an array `{}` to compare: name it with LOCKSTEP_PUBLISH "
                                "before the launch",
                                compare->array));
    }
  }

  void TestShipped() {
    const LessonExercise& exercise = *lesson_.exercise;
    const auto [report, seconds] = Grade(exercise.file);
    const std::string name = exercise.file.filename().string();
    Note(report.fault == exercise.fails,
         report.fault == exercise.fails
             ? fmt::format("{} fails by `{}`", name, exercise.fails)
             : fmt::format("{} must fail by `{}`, and {}", name, exercise.fails, Told(report)),
         seconds);
    shipped_ = report.recording;
    shipped_runs_ = report.runs;
    if (!IsPuzzle(lesson_)) TestPoints(report, name);
    TestBaselines(report);
  }

  // An answer that does nothing must not earn points.
  void TestPoints(const ExerciseReport& report, const std::string& name) {
    const std::vector<LessonCheck>& checks = lesson_.exercise->checks;
    double to_win = report.remarks.empty() ? report.most_points : 0;  // of the checks that it fails itself
    for (std::size_t i = 0; i < report.remarks.size(); ++i)
      if (!report.remarks[i].good && !report.remarks[i].is_left_out) to_win += checks[i].points;
    const double most = report.most_points;
    Note(report.points <= kMostAsGiven * most,
         fmt::format("{} as given earns {} of {} points{}", name, report.points, most,
                     report.points <= kMostAsGiven * most ? "" : ", and may earn a third: give them to what it fails"));
    Note(to_win >= kLeastToWin * most,
         fmt::format("the checks that {} fails have {} of {} points{}", name, to_win, most,
                     to_win >= kLeastToWin * most ? "" : ", and must have half of them"));
  }

  void TestBaselines(const ExerciseReport& report) {
    for (const LessonCheck& check : lesson_.exercise->checks) {
      if (!check.baseline) continue;
      const auto& bound = std::get<jobs::MeetBound>(check.requirement);
      const std::size_t run = bound.run.value_or(0);
      const bool is_there = run < report.runs.size() && report.runs[run].checked && report.runs[run].checked->counts;
      const auto found =
          is_there ? metrics::Measure(*report.runs[run].checked->counts, bound.metric) : Fail("it was not counted");
      const std::string what = fmt::format("the baseline of `{}`", bound.metric.name);
      if (!found) {
        Note(false, fmt::format("{}: {}", what, found.error().message));
      } else {
        Note(*found == *check.baseline,
             *found == *check.baseline ? fmt::format("{} is {}", what, *found)
                                       : fmt::format("{} is stated as {}, and is {}", what, *check.baseline, *found));
      }
    }
  }

  void TestSolution() {
    const ExerciseReport report = GradeReference(task_, reference_);
    const bool kept = report.state == ExerciseState::kSolved;
    const std::string name = lesson_.exercise->solution.filename().string();
    Note(kept, kept ? fmt::format("{} passes", name) : fmt::format("{} must pass, and {}", name, Told(report)));
  }

  void TestPuzzle() {
    constexpr std::size_t kMostLines = 5;
    const Expected<std::size_t> lines = LinesToWrite(*lesson_.exercise);
    if (!lines) return Note(false, lines.error().message);
    const std::string limit = *lines <= kMostLines ? "" : fmt::format("; a puzzle has {} at most", kMostLines);
    Note(limit.empty(), fmt::format("lines to write: {}{}", *lines, limit));
    if (lesson_.pages.size() != 1)
      Note(false, fmt::format("a puzzle has one page, and this one {}", lesson_.pages.size()));
  }

  // A wrong or right answer. Nothing, with a note, where it is a diff from which no program can be made.
  std::optional<Timed> GradeAnswer(const fs::path& answer) {
    const auto program = MakeAnswer(lesson_, answer);
    if (program) return Grade(*program);
    Note(false, program.error().message);
    return std::nullopt;
  }

  // "wrong/no_guard.diff", and for one that did not keep its promise how to see the lines that the verdict names.
  std::string NameOf(const fs::path& answer) const { return fs::relative(answer, lesson_.folder).string(); }
  static std::string_view WholeProgramOf(const fs::path& answer) {
    return IsAnswerDiff(answer) ? "\n(`lockstep lesson answer LESSON FILE` prints its whole program)" : "";
  }

  void TestWrong(const WrongAttempt& wrong) {
    const auto graded = GradeAnswer(wrong.file);
    if (!graded) return;
    const auto& [report, seconds] = *graded;
    const std::string name = NameOf(wrong.file);
    const auto complain = [&](const std::string& wanted) {
      Note(false, fmt::format("{} must {}, and {}{}", name, wanted, Told(report), WholeProgramOf(wrong.file)), seconds);
    };
    if (report.fault != wrong.fault) return complain(fmt::format("fail by `{}`", wrong.fault));
    if (report.hint.empty())
      return Note(false, fmt::format("{} fails by `{}`, for which there is no hint", name, wrong.fault), seconds);
    if (!report.sentence.contains(wrong.says)) return complain(fmt::format("be told `{}`", wrong.says));
    Note(true, fmt::format("{} fails by `{}` and gets its hint", name, wrong.fault), seconds);
  }

  void TestRight(const fs::path& file) {
    const auto graded = GradeAnswer(file);
    if (!graded) return;
    const auto& [report, seconds] = *graded;
    const bool kept = report.state == ExerciseState::kSolved;
    const std::string name = NameOf(file);
    Note(kept,
         kept ? fmt::format("{} passes", name)
              : fmt::format("{} must pass, and {}{}", name, Told(report), WholeProgramOf(file)),
         seconds);
  }

  // --- lines to be put in order

  // The author's order passes, and each mistake in place of its line fails.
  void TestOrder(const replay::Question& question) {
    const std::string name = fmt::format("the order of {}", question.order.program);
    ExerciseTask task = TaskOf(lesson_, question);
    task.scratch = task_.scratch / task.scratch.filename();
    const auto reference = ObserveSolution(task);
    if (!reference) return Note(false, fmt::format("{}: {}", name, reference.error().message));
    const ExerciseReport right = GradeReference(task, *reference);
    const bool kept = right.state == ExerciseState::kSolved;
    Note(kept, kept ? fmt::format("{} passes", name) : fmt::format("{} must pass, and {}", name, Told(right)));
    for (std::size_t i = 0; i < question.order.lines.size(); ++i)
      if (!question.order.lines[i].belongs) TestMistake(question, task, *reference, i);
  }

  void TestMistake(const replay::Question& question, const ExerciseTask& task, const Reference& reference,
                   std::size_t mistake) {
    const auto verdict = JudgeOrder(lesson_, question, task, reference,
                                    replay::OrderWithMistake(question.order, mistake), [] { return false; });
    const std::string name = fmt::format("{}: `{}`", question.order.program, question.order.lines[mistake].text);
    if (verdict->is_ours)
      Note(false, fmt::format("{}: {}", name, verdict->sentence));
    else if (verdict->is_right)
      Note(false, fmt::format("{} must fail, and it passes", name));
    else
      Note(true, fmt::format("{} fails by `{}` and gets its reason", name, verdict->fault));
  }

  // --- numbers

  void TestProgram() {
    auto runs = CountProgram();
    if (!runs) return Note(false, fmt::format("the lesson's program cannot be run: {}", runs.error().message));
    for (Promise& promise : TestText(lesson_, (*runs)[0].recording.get(), shipped_.get()))
      promises_.push_back(std::move(promise));
    std::map<LessonFact::Of, std::vector<jobs::Observed>> observed;
    observed[LessonFact::Of::kProgram] = std::move(*runs);
    for (const auto& [name, fact] : lesson_.facts) TestFact(name, fact, observed);
  }

  // Counted line by line.
  Expected<std::vector<jobs::Observed>> Count(const fs::path& source, const std::vector<jobs::Input>& inputs) {
    jobs::ObserveRequest request{
        .record = RecordingOf(source, task_.build, {}, task_.scratch / (source.stem().string() + "-test.lstrace")),
        .inputs = inputs,
        .schedules = "serial",
        .counts_lines = true};
    if (auto made = MakeFolderOf(request.record); !made) return std::unexpected(made.error());
    auto runs = jobs::Observe(request);
    if (!runs) return Fail(SentenceOn(runs.error()) + SaidOf(runs.error()));
    return std::move(*runs);
  }

  // A puzzle's own program is mostly its exercise as given.
  Expected<std::vector<jobs::Observed>> CountProgram() {
    if (lesson_.exercise && lesson_.program == lesson_.exercise->file) return CountAnswer(true);
    return Count(lesson_.program, {jobs::Input{.arguments = lesson_.arguments}});
  }

  // If the checks need counts, the exercise as given and the solution have been counted.
  Expected<std::vector<jobs::Observed>> CountAnswer(bool as_given) {
    const LessonExercise& exercise = *lesson_.exercise;
    const fs::path& file = as_given ? exercise.file : exercise.solution;
    const std::vector<jobs::Observed>& known = as_given ? shipped_runs_ : reference_;
    const bool has_counts = jobs::ObservationFor(GradingOf(task_, file, {})).counts_lines;
    if (has_counts && known.size() == exercise.runs.size()) return known;
    return Count(file, exercise.runs);
  }

  void TestFact(const std::string& name, const LessonFact& fact,
                std::map<LessonFact::Of, std::vector<jobs::Observed>>& observed) {
    if (!observed.contains(fact.of)) {
      if (!lesson_.exercise) return Note(false, fmt::format("fact `{}` is of an exercise, and there is none", name));
      auto runs = CountAnswer(fact.of == LessonFact::Of::kExercise);
      if (!runs) return Note(false, fmt::format("fact `{}`: {}", name, runs.error().message));
      observed[fact.of] = std::move(*runs);
    }
    const std::vector<jobs::Observed>& runs = observed[fact.of];
    if (fact.run >= runs.size() || !runs[fact.run].checked || !runs[fact.run].checked->counts)
      return Note(false, fmt::format("fact `{}`: run {} was not counted", name, fact.run));
    const auto found = metrics::Measure(*runs[fact.run].checked->counts, fact.metric);
    if (!found) return Note(false, fmt::format("fact `{}`: {}", name, found.error().message));
    const std::string number = fmt::format("{}", *found);
    Note(number == fact.value,
         number == fact.value ? fmt::format("fact `{}` is {}", name, number)
                              : fmt::format("fact `{}` is stated as {}, and the run has {}", name, fact.value, number));
  }

  const Lesson& lesson_;
  ExerciseTask task_;
  Reference reference_;
  std::shared_ptr<const trace::Recording> shipped_;  // of the exercise as given
  std::vector<jobs::Observed> shipped_runs_;
  std::vector<Promise> promises_;
};

}  // namespace

std::vector<Promise> TestLesson(const Lesson& lesson, const ExerciseTask& task) { return Tester(lesson, task).Test(); }

}  // namespace lockstep::lessons
