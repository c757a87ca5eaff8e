#pragma once

// A question of a lesson's page, and what the reader has answered so far.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shared/replay/directions.h"
#include "shared/replay/line_order.h"

namespace lockstep::replay {

struct Choice {
  std::string text;
  bool right = false;
  std::string reason;
};

// The blocks of a text that ask: the word after ```.
inline constexpr std::string_view kQuizBlock = "quiz", kPredictBlock = "predict", kOrderBlock = "order";
inline bool IsQuestionBlock(std::string_view word) {
  return word == kQuizBlock || word == kPredictBlock || word == kOrderBlock;
}

struct Question {
  // The form of its answer: a choice, a number that is typed, a cell of an array that the thread reads or writes, lines
  // that are put in order.
  enum class Kind : std::uint8_t { kQuiz, kNumber, kReads, kWrites, kOrder } kind = Kind::kQuiz;
  std::string text;
  std::vector<Choice> choices;
  std::string asked;        // an expression, or the array's name
  Directions start, shown;  // where a prediction is asked, and where the run answers it
  std::string explanation;  // of a prediction, and of an order once it is right
  LineOrder order;
  std::size_t line = 0;  // of the text's file, from 1; 0: it comes from no file
};

// How far the reader is. Kept for the session.
struct Answer {
  std::set<std::size_t> tried;        // choices of a quiz
  std::optional<Cursor> asked;        // of a prediction: the place at which it was asked, once it is
  std::string typed;                  // so far
  std::optional<std::uint64_t> cell;  // that was clicked
  std::string said, found;            // the prediction and the run's own answer, once it was revealed
  bool right = false;
  Placing placing;           // of an order
  std::size_t tried_as = 0;  // the number of the try that judges it as it is; 0: none
  bool IsRevealed() const { return !found.empty(); }
};

// True once the question needs no more answers. Whether an order is right, its run says: see `right`.
bool IsSettled(const Question& question, const Answer& answer);

// Compares the prediction with the run: `cursor` is at the place where the answer is shown.
void Reveal(const Model& model, const Cursor& cursor, const Question& question, Answer& answer);

// A key typed into the answer; false if it is none for a number. "Enter" is not one: it ends the typing.
bool Type(Answer& answer, std::string_view key);

}  // namespace lockstep::replay
