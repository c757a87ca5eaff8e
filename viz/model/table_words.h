#pragma once

// The rows of tables (docs/QUERIES.md: hits, threads, loop, since, phases, races) in words, for a narrow list.

#include <string>
#include <string_view>

#include "shared/query/query.h"
#include "shared/query/table.h"
#include "viz/model/answer_row.h"

namespace lockstep::viz {

// "name = value", in which no line ends.
std::string Pair(std::string_view name, std::string_view value);

// True for the forms that this file knows.
bool IsInWords(query::Form form);
// `moment` is the row's moment in words.
AnswerRow RowInWords(const query::Query& query, const query::Table& table, const query::TableRow& row,
                     const std::string& moment);
// The noun for a row: "line", "phase".
std::string_view NounOf(query::Form form);

}  // namespace lockstep::viz
