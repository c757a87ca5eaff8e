#include "shared/replay/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "shared/replay/arrays.h"
#include "shared/replay/evaluate.h"
#include "shared/replay/headline.h"

namespace lockstep::replay {
namespace {

constexpr std::size_t kLongestNumber = 24;  // characters

// A number that is typed has few digits, so the last ones of a float do not matter.
bool IsNear(double said, double found) {
  constexpr double kShare = 5e-3;
  return said == found || (std::floor(found) != found && std::abs(said - found) <= kShare * std::abs(found));
}

void RevealNumber(const Model& model, ThreadSlot thread, const Question& question, Answer& answer) {
  const auto value = Evaluate(model, thread, question.asked);
  answer.said = answer.typed;
  answer.found = value ? value->text : value.error().message;
  double said = 0;
  const char* const end = answer.typed.data() + answer.typed.size();
  const bool is_number = std::from_chars(answer.typed.data(), end, said).ec == std::errc();
  answer.right = is_number && value && value->number && IsNear(said, value->number->AsDouble());
}

std::string NameOf(const Model& model, const Cell& cell) {
  const auto array = DescribeArray(model, cell.object);
  return array ? NameCell(*array, cell.index) : "";
}

void RevealCell(const Model& model, ThreadSlot thread, const Question& question, Answer& answer) {
  const auto cells = CellsOf(model, thread, question.asked, question.kind == Question::Kind::kWrites);
  answer.right = false;
  answer.found.clear();
  constexpr std::size_t kMostNamed = 4;
  for (const Cell& cell : cells) {
    answer.right |= answer.cell == cell.index;
    if (&cell - cells.data() < static_cast<std::ptrdiff_t>(kMostNamed))
      answer.found += (answer.found.empty() ? "" : ", ") + NameOf(model, cell);
  }
  if (cells.size() > kMostNamed) answer.found += fmt::format(" and {} more", cells.size() - kMostNamed);
  if (cells.empty())
    answer.found = "none";
  else if (answer.cell)
    answer.said = NameOf(model, {cells.front().object, *answer.cell});
}

}  // namespace

bool IsSettled(const Question& question, const Answer& answer) {
  if (question.kind == Question::Kind::kOrder) return answer.right;
  if (question.kind != Question::Kind::kQuiz) return answer.IsRevealed();
  return std::ranges::any_of(answer.tried,
                             [&](std::size_t i) { return i < question.choices.size() && question.choices[i].right; });
}

void Reveal(const Model& model, const Cursor& cursor, const Question& question, Answer& answer) {
  const ThreadSlot thread = model.SlotOf(cursor.block, cursor.thread);
  if (question.kind == Question::Kind::kNumber)
    RevealNumber(model, thread, question, answer);
  else
    RevealCell(model, thread, question, answer);
}

bool Type(Answer& answer, std::string_view key) {
  if (key == "Backspace") {
    if (!answer.typed.empty()) answer.typed.pop_back();
    return true;
  }
  const bool is_digit = key.size() == 1 && key[0] >= '0' && key[0] <= '9';
  const bool is_sign = key == "-" && answer.typed.empty();
  const bool is_point = key == "." && !answer.typed.contains('.');
  if (!is_digit && !is_sign && !is_point) return false;
  if (answer.typed.size() < kLongestNumber) answer.typed += key;
  return true;
}

}  // namespace lockstep::replay
