#pragma once

// The answer to a question as a list of rows to click, whatever the form of the question was.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/query/query.h"
#include "shared/query/table.h"
#include "shared/replay/model.h"
#include "viz/model/answer_row.h"

namespace lockstep::viz {

struct Answer {
  std::string question;
  std::string count;  // "12 moments", "1 200 of 4 000 moments"
  std::vector<AnswerRow> rows;
  std::vector<std::string> notes;
  bool in_time_order = false;  // of rows with places
  bool is_prose = false;       // rows are sentences, not code
  bool compares_runs = false;  // it is about two runs (run_answer.h)
};

// `at` is the moment that `next`, `why` and their like ask about. A value that nobody has written by then is asked for
// at the end instead, and a note says so. Moves the model.
Expected<Answer> AnswerTo(replay::Model& model, const query::Query& query, const replay::Cursor& at,
                          query::Progress* progress = nullptr);

// The row that follows `from` in this direction: in the order of time, or in that of the rows if they have another and
// `chosen` is one of them. None at the end.
std::optional<std::size_t> NextRow(const Answer& answer, const replay::Cursor& from, std::optional<std::size_t> chosen,
                                   bool forward);

// True if the cursor is at the row's moment and thread.
bool IsAt(const AnswerRow& row, const replay::Cursor& cursor);

}  // namespace lockstep::viz
