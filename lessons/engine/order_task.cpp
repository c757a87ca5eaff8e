#include "lessons/engine/order_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "jobs/kept_source.h"
#include "lessons/engine/places.h"
#include "shared/base/file.h"
#include "shared/base/printable.h"
#include "shared/base/text_diff.h"
#include "shared/base/trimmed.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using replay::LineOrder;
using replay::Question;

// --- what happened

std::optional<std::size_t> NumberAt(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

// The line, from 0, of the program that a text names as `guard.cu:17`, if it is one of those chosen.
std::optional<std::size_t> ChosenLine(std::string_view text, const std::string& file, std::size_t begin,
                                      std::size_t chosen) {
  const std::size_t at = text.find(file + ":");
  if (at == std::string_view::npos) return std::nullopt;
  const auto number = NumberAt(text.substr(at + file.size() + 1));
  if (!number || *number <= begin || *number > begin + chosen) return std::nullopt;
  return *number - 1 - begin;
}

// The compiler's first complaint: its line, and its words.
struct Complaint {
  std::string_view line, words;
};
std::optional<Complaint> FirstComplaint(std::string_view output) {
  constexpr std::string_view kMark = " error: ";
  for (const std::string_view line : SplitLines(output)) {
    const std::size_t at = line.find(kMark);
    if (at != std::string_view::npos) return Complaint{line, Trimmed(line.substr(at + kMark.size()))};
  }
  return std::nullopt;
}

std::optional<std::size_t> GuiltyLine(const ExerciseReport& report, const ComposedProgram& composed,
                                      std::size_t chosen) {
  if (!report.moment || !report.moment->step || !report.recording) return std::nullopt;
  const trace::Recording& recording = *report.recording;
  if (report.moment->launch >= recording.launches.size()) return std::nullopt;
  const auto& steps = recording.launches[report.moment->launch].steps;
  if (*report.moment->step >= steps.size()) return std::nullopt;
  const std::size_t site = trace::Index(steps[*report.moment->step].site);
  if (site >= recording.sites.size()) return std::nullopt;
  const std::size_t line = recording.sites[site].line;
  if (line <= composed.begin || line > composed.begin + chosen) return std::nullopt;
  return line - 1 - composed.begin;
}

// Clang quotes in single quotes, Lockstep in backquotes.
std::string WithBackquotes(std::string_view words) {
  std::string text(words);
  std::ranges::replace(text, '\'', '`');
  return text;
}

void TellWhatHappened(const ExerciseReport& report, const ComposedProgram& composed, const std::string& file,
                      std::size_t chosen, OrderVerdict& verdict) {
  verdict.sentence = report.sentence;
  verdict.line = GuiltyLine(report, composed, chosen);
  if (report.state != ExerciseState::kBroken) return;
  const auto complaint = FirstComplaint(report.compiler_output);
  verdict.line = complaint ? ChosenLine(complaint->line, file, composed.begin, chosen) : std::nullopt;
  verdict.sentence =
      complaint ? fmt::format("It does not compile: {}.", WithBackquotes(complaint->words)) : "It does not compile.";
}

// The reason of the first mistake, or whether a line is missing, or that only the order is wrong.
std::string HintOn(const LineOrder& order, std::span<const std::size_t> chosen) {
  for (const std::size_t i : chosen)
    if (!order.lines[i].belongs) return fmt::format("`{}`: {}\n", order.lines[i].text, order.lines[i].reason);
  const std::size_t belong = replay::RightOrder(order).size();
  if (chosen.size() < belong) return "Each of these lines belongs, and something is still missing.\n";
  return "Each of these lines belongs. Their order is not right yet: what must have happened before what?\n";
}

}  // namespace

std::vector<OrderTask> OrderTasksOf(const Lesson& lesson) {
  std::vector<OrderTask> tasks;
  for (std::size_t page = 0; page < lesson.pages.size(); ++page) {
    const std::vector<Question>& questions = lesson.pages[page].marks.questions;
    for (std::size_t i = 0; i < questions.size(); ++i)
      if (questions[i].kind == Question::Kind::kOrder) tasks.push_back({page, i, &questions[i]});
  }
  return tasks;
}

ExerciseTask TaskOf(const Lesson& lesson, const Question& question) {
  LessonExercise exercise{.solution = lesson.folder / question.order.program};
  for (const replay::OrderRun& run : question.order.runs)
    exercise.runs.push_back({.arguments = run.arguments, .name = run.label});
  if (exercise.runs.empty()) exercise.runs.emplace_back();
  exercise.checks.push_back({.requirement = jobs::StayClean{}});
  for (const std::string& array : question.order.compared)
    exercise.checks.push_back({.requirement = jobs::CompareArray{.array = array}});
  ExerciseTask task = TaskOf(lesson, std::move(exercise), {});
  task.scratch /= "order-" + OrderNameOf(question);
  return task;
}

std::optional<OrderVerdict> JudgeOrder(const Lesson& lesson, const Question& question, const ExerciseTask& task,
                                       const Reference& reference, std::span<const std::size_t> chosen,
                                       const std::function<bool()>& cancelled) {
  const std::string name = OrderNameOf(question) + ".cu";
  const Expected<ComposedProgram> composed = ComposeProgram(lesson.folder, question.order, chosen);
  if (!composed) return OrderVerdict{.is_ours = true, .sentence = composed.error().message};
  const Expected<fs::path> file = jobs::KeepSource(name, composed->text);
  if (!file) return OrderVerdict{.is_ours = true, .sentence = file.error().message};
  ExerciseTask mine = task;
  mine.file = *file;
  const std::optional<ExerciseReport> report = Attempt(mine, reference, cancelled);
  if (!report) return std::nullopt;
  OrderVerdict verdict{
      .is_right = report->state == ExerciseState::kSolved, .is_ours = report->is_ours, .fault = report->fault};
  if (verdict.is_right) return verdict;
  TellWhatHappened(*report, *composed, name, chosen.size(), verdict);
  if (!verdict.is_ours) verdict.hint = HintOn(question.order, chosen);
  return verdict;
}

std::optional<OrderVerdict> JudgeOrder(const Lesson& lesson, const Question& question,
                                       std::span<const std::size_t> chosen, const std::function<bool()>& cancelled) {
  const ExerciseTask task = TaskOf(lesson, question);
  const Expected<Reference> reference = ObserveSolution(task);
  if (!reference) return OrderVerdict{.is_ours = true, .sentence = reference.error().message};
  if (cancelled()) return std::nullopt;
  return JudgeOrder(lesson, question, task, *reference, chosen, cancelled);
}

}  // namespace lockstep::lessons
