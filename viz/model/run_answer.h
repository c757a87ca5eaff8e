#pragma once

// The differences between two runs of a program, as a list of rows to click.

#include <string>

#include "shared/query/run_diff.h"
#include "viz/model/answer.h"

namespace lockstep::viz {

// The names of the run in view and of the other one: "after the edit", "before it".
struct RunNames {
  std::string here, there;
};

// Rows lead into the run in view, which is the second of the comparison or the first.
Answer AnswerOf(const query::RunDiff& diff, const RunNames& names, bool shows_second);

// "12 of 64 recorded threads differ in launch 1 of `scale`", "None of 64 ...", "Nothing could be compared".
std::string Summary(const query::RunDiff& diff);

// Of the moment of a row in the run in view the moment in the other run; none if no row is there.
std::optional<replay::Cursor> OtherSide(const query::RunDiff& diff, const replay::Cursor& here, bool shows_second);

}  // namespace lockstep::viz
