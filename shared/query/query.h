#pragma once

// Questions to a recording in a small language: its steps are rows, a question selects some of them, and shows values
// of the moment of each. docs/QUERIES.md is the user's page.
//
//   writes to d_out[7]                                    the history of a cell
//   first write to d_out where isnan(new)
//   line 41 print i, sum, tile[ty][k] where block == (3,0,0) and lane < 4
//   count by line, lane where kind == atomic
//   why d_out[7]        whynot d_out[7]        uses of tile[0][3]
//   events where kind == copy
//
//   auto query = Parse("writes to d_out where new > 10");       // or a SyntaxError with the place
//   auto table = Run(*model, *query, {});                       // rows that a click can go to
//
// Nothing is guessed. A name that the thread does not see has no value in that row; rows in which the condition has no
// value are not selected, and Table::notes says how many there were and why.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/query/expression.h"
#include "shared/query/syntax_error.h"

namespace lockstep::query {

// An array, a variable or a part of one: `tile[2][3:8].x`. The last index may be a range, whose end is not part of it.
struct Target {
  struct Range {
    std::uint64_t begin = 0, end = 0;
  };
  std::string name;
  std::vector<Range> index;
  std::vector<std::string> members;  // and indices among them: "id", "[1]"
  std::size_t at = 0;                // in the query's text
  std::string text;                  // as it was written
};

// The kinds of queries; those from kWhy on are rows of forms.def.
enum class Form : std::uint8_t {
  kRows,
  kCount,
#define FORM(name, ...) name,
#include "shared/query/forms.def"
};
// Which threads a table is about.
enum class Scope : std::uint8_t { kWarp, kBlock, kGrid };
enum class Pick : std::uint8_t { kAll, kFirst, kLast, kNext, kPrevious };
// The steps that a query selects.
enum class What : std::uint8_t {
#define SELECT(name, ...) name,
#include "shared/query/forms.def"
};

struct Column {
  std::string title;
  Expression value;
};

struct Query {
  static constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

  std::string text;
  Form form = Form::kRows;
  Pick pick = Pick::kAll;
  What what = What::kSteps;
  std::optional<Target> target;       // of accesses, why, whynot, uses
  std::optional<std::uint32_t> line;  // of What::kLines: only this one; of kLoop
  Scope scope = Scope::kBlock;        // of kThreads
  struct Step {
    std::uint32_t launch = 0, step = 0;
  };
  std::optional<Step> since;  // of kSince
  std::optional<Expression> where;
  std::vector<Column> print;     // empty: the step in words
  std::vector<Column> count_by;  // of Form::kCount
  std::optional<Column> order;
  bool descending = false;
  std::uint64_t limit = kAll;  // rows
};

Parsed<Query> Parse(std::string_view text);

// True if a query can begin with this word.
bool IsQueryWord(std::string_view word);

// An expression alone, as after `where`.
Parsed<Expression> ParseCondition(std::string_view text);

}  // namespace lockstep::query
