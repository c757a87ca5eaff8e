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

constexpr std::uint64_t kLargestProgram = 256 << 10;  // bytes
constexpr std::size_t kMostLines = 5000;
constexpr std::size_t kMostAround = 12;  // lines of the kernel that are shown before or after those to be put in order

// The program's lines, and where those that belong stand in it.
struct Located {
  std::vector<std::string> lines;
  std::size_t begin = 0, count = 0;
  std::size_t end() const { return begin + count; }
};

Expected<Located> Locate(const fs::path& folder, const LineOrder& order) {
  const fs::path name = order.program;
  if (name.is_absolute() || std::ranges::count(name, "..") > 0)
    return Fail(fmt::format("`{}` is not in the lesson's folder", Printable(order.program)));
  const Expected<std::string> text = ReadText(folder / name, kLargestProgram);
  if (!text) return std::unexpected(text.error());
  Located located;
  for (const std::string_view line : SplitLines(*text)) located.lines.emplace_back(line.substr(0, line.find('\n')));
  if (located.lines.size() > kMostLines) return Fail(fmt::format("`{}` has too many lines", order.program));
  std::vector<std::string_view> part;
  for (const std::size_t i : replay::RightOrder(order)) part.emplace_back(order.lines[i].text);
  const auto is_same = [](std::string_view line, std::string_view wanted) { return Trimmed(line) == wanted; };
  const auto found = std::ranges::search(located.lines, part, is_same);
  if (found.empty()) return Fail(fmt::format("the lines that belong do not stand together in `{}`", order.program));
  const auto again = std::search(found.begin() + 1, located.lines.end(), part.begin(), part.end(), is_same);
  if (again != located.lines.end())
    return Fail(fmt::format("the lines that belong stand in `{}` more than once", order.program));
  located.begin = static_cast<std::size_t>(found.begin() - located.lines.begin());
  located.count = part.size();
  return located;
}

bool IsIndented(const std::string& line) { return line.empty() || line[0] == ' ' || line[0] == '\t'; }

struct Composed {
  std::string text;
  std::size_t begin = 0;  // the line of the first chosen one, from 0
};

Expected<Composed> Compose(const fs::path& folder, const LineOrder& order, std::span<const std::size_t> chosen) {
  const Expected<Located> located = Locate(folder, order);
  if (!located) return std::unexpected(located.error());
  const std::string& first = located->lines[located->begin];
  const std::size_t indent = first.find_first_not_of(' ');
  Composed composed{.begin = located->begin};
  const auto add = [&](const std::string& line) { composed.text += line + '\n'; };
  std::for_each_n(located->lines.begin(), located->begin, add);
  const std::vector<std::size_t> depths = replay::DepthsOf(order, chosen);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    add(std::string(indent + 2 * depths[i], ' ') + order.lines[chosen[i]].text);
  std::for_each(located->lines.begin() + static_cast<std::ptrdiff_t>(located->end()), located->lines.end(), add);
  return composed;
}

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

std::optional<std::size_t> GuiltyLine(const ExerciseReport& report, const Composed& composed, std::size_t chosen) {
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

void TellWhatHappened(const ExerciseReport& report, const Composed& composed, const std::string& file,
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

std::string OrderNameOf(const Question& question) { return fs::path(question.order.program).stem().string(); }

Expected<void> ReadSurroundings(const fs::path& folder, LineOrder& order) {
  const Expected<Located> located = Locate(folder, order);
  if (!located) return std::unexpected(located.error());
  const std::vector<std::string>& lines = located->lines;
  std::size_t first = located->begin, last = located->end();
  while (first > 0 && located->begin - first < kMostAround && IsIndented(lines[first])) --first;
  while (last < lines.size() && last - located->end() < kMostAround && IsIndented(lines[last])) ++last;
  if (last < lines.size()) ++last;
  const auto at = [&](std::size_t i) { return lines.begin() + static_cast<std::ptrdiff_t>(i); };
  order.before.assign(at(first), at(located->begin));
  order.after.assign(at(located->end()), at(last));
  return {};
}

Expected<std::string> ComposeProgram(const fs::path& folder, const LineOrder& order,
                                     std::span<const std::size_t> chosen) {
  Expected<Composed> composed = Compose(folder, order, chosen);
  if (!composed) return std::unexpected(composed.error());
  return std::move(composed->text);
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
  const Expected<Composed> composed = Compose(lesson.folder, question.order, chosen);
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
