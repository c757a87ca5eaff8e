#include "cli/lesson_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/find_lesson.h"
#include "lessons/engine/order_task.h"
#include "lessons/engine/places.h"
#include "lessons/engine/progress.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

using lessons::Lesson;
using lessons::OrderTask;
using replay::LineOrder;

struct LessonOrderOptions {
  std::string lesson;
  std::size_t task = 1;
  std::vector<std::size_t> lines;  // their numbers, from 1
};

// One line each, in plain words, so that it can be listened to: no columns, no colours.
void PrintCode(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) fmt::print("{}\n", Printable(line));
}

void PrintTask(const Lesson& lesson, const OrderTask& task, const LessonOrderOptions& options) {
  const replay::Question& question = *task.question;
  const LineOrder& order = question.order;
  fmt::print("{}, page {}: {}\n\n{}\n\n", Printable(TitleOf(lesson)), task.page + 1,
             Printable(lesson.pages[task.page].title), Printable(question.text));
  PrintCode(order.before);
  fmt::print("  (your lines)\n");
  PrintCode(order.after);
  fmt::print("\n");
  const std::vector<std::size_t> shown = ShownOrder(order);
  for (std::size_t i = 0; i < shown.size(); ++i) fmt::print("{}: {}\n", i + 1, Printable(order.lines[shown[i]].text));
  const std::string named = options.task == 1 ? "" : fmt::format(" --task {}", options.task);
  fmt::print(
      "\nSome of these lines are mistakes. `lockstep lesson order {}{} {} {}` takes line {}, then line {}, and builds "
      "and runs them.\n",
      Printable(options.lesson), named, shown.size(), 1, shown.size(), 1);
}

void PrintChosen(const LineOrder& order, const std::vector<std::size_t>& chosen,
                 const std::vector<std::size_t>& lines) {
  const std::vector<std::size_t> depths = DepthsOf(order, chosen);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    fmt::print("{}: {}{}\n", lines[i], std::string(2 * depths[i], ' '), Printable(order.lines[chosen[i]].text));
  fmt::print("\n");
  std::fflush(stdout);
}

ExitStatus Print(const lessons::OrderVerdict& verdict, const replay::Question& question,
                 const std::vector<std::size_t>& lines) {
  if (verdict.is_ours) return Complain(ExitStatus::kInternal, {verdict.sentence});
  if (verdict.is_right) {
    fmt::print("This works: its results are right, and the checker finds nothing.\n");
    if (!question.explanation.empty()) fmt::print("{}\n", Printable(question.explanation));
    return ExitStatus::kOk;
  }
  fmt::print("Not yet. {}\n", PrintableLines(verdict.sentence));
  if (verdict.line) fmt::print("It happened at line {}.\n", lines[*verdict.line]);
  fmt::print("\n{}", PrintableLines(verdict.hint));
  return ExitStatus::kNotSolved;
}

ExitStatus Try(const Lesson& lesson, const replay::Question& question, const std::vector<std::size_t>& lines) {
  const LineOrder& order = question.order;
  const std::vector<std::size_t> shown = ShownOrder(order);
  std::vector<std::size_t> chosen;
  for (const std::size_t line : lines) {
    if (line < 1 || line > shown.size())
      return Complain(ExitStatus::kBadUsage,
                      {fmt::format("there is no line {}: they are 1 to {}", line, shown.size())});
    if (std::ranges::count(lines, line) > 1)
      return Complain(ExitStatus::kBadUsage, {fmt::format("line {} is named twice", line)});
    chosen.push_back(shown[line - 1]);
  }
  if (auto made = lessons::MakeWorkFolder(lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  PrintChosen(order, chosen, lines);
  const auto verdict = *lessons::JudgeOrder(lesson, question, chosen, [] { return false; });
  if (verdict.is_right)
    if (auto noted = lessons::NoteOrdered(lesson, question, chosen); !noted)
      return Complain(ExitStatus::kCannotWrite, noted.error());
  return Print(verdict, question, lines);
}

ExitStatus Order(const LessonOrderOptions& options) {
  const Expected<Lesson> lesson = FindLesson(options.lesson);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  const std::vector<OrderTask> tasks = lessons::OrderTasksOf(*lesson);
  if (tasks.empty())
    return Complain(ExitStatus::kBadInput, {fmt::format("lesson {} has no lines to order", lesson->number)});
  if (options.task < 1 || options.task > tasks.size())
    return Complain(ExitStatus::kBadUsage, {fmt::format("--task takes 1 to {}", tasks.size())});
  const OrderTask& task = tasks[options.task - 1];
  if (!options.lines.empty()) return Try(*lesson, *task.question, options.lines);
  PrintTask(*lesson, task, options);
  return ExitStatus::kOk;
}

}  // namespace

void AddLessonOrder(CLI::App& lesson) {
  auto options = std::make_shared<LessonOrderOptions>();
  CLI::App* order = lesson.add_subcommand("order", "Put the lines of a kernel in order, and run them");
  order->add_option("LESSON", options->lesson, "its number, or its folder")->required();
  order->add_option("LINE", options->lines, "the lines' numbers from the top; without any, the task is printed");
  order->add_option("--task", options->task, "of a lesson with several such tasks, from 1");
  OnRun(order, [options] { return Order(*options); });
}

}  // namespace lockstep::cli
