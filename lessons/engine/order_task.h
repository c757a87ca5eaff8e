#pragma once

// Tasks to put lines in order: the lines that a reader has chosen become a program, which is built, run and graded as
// an exercise is, by its arrays and by the checker. So each order is right that works.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lessons/engine/attempt.h"
#include "lessons/engine/lesson.h"
#include "lessons/engine/order_program.h"

namespace lockstep::lessons {

// One task of a lesson.
struct OrderTask {
  std::size_t page = 0, index = 0;  // of the page's questions
  const replay::Question* question = nullptr;
};
std::vector<OrderTask> OrderTasksOf(const Lesson& lesson);

struct OrderVerdict {
  bool is_right = false;
  bool is_ours = false;             // Lockstep or the machine failed
  std::string fault;                // its key; empty where nothing is wrong
  std::string sentence;             // what happened
  std::string hint;                 // Markdown: the reason of a mistake that was chosen, or a word on the order
  std::optional<std::size_t> line;  // the guilty one of those chosen, from 0
  bool operator==(const OrderVerdict&) const = default;
};

// The task as an exercise whose reference is the program as it is.
ExerciseTask TaskOf(const Lesson& lesson, const replay::Question& question);
// Nothing where `cancelled` became true before the end.
std::optional<OrderVerdict> JudgeOrder(const Lesson& lesson, const replay::Question& question, const ExerciseTask& task,
                                       const Reference& reference, std::span<const std::size_t> chosen,
                                       const std::function<bool()>& cancelled);
// The same, with the reference observed first.
std::optional<OrderVerdict> JudgeOrder(const Lesson& lesson, const replay::Question& question,
                                       std::span<const std::size_t> chosen, const std::function<bool()>& cancelled);

}  // namespace lockstep::lessons
