#pragma once

// A query as a breakpoint: it stops at each moment that the query selects, or, with `print`, logs there.
//
//   line 12                              a line, by any thread
//   line 12 where i == 7 && isnan(v)     with a condition
//   writes to out[7] where new > 100     a cell
//   line 12 print i, sum                 a log point

#include <string>
#include <string_view>
#include <vector>

#include "shared/query/table.h"

namespace lockstep::query {

// The Error, besides those of Parse: the query is none for all moments of a kind.
Parsed<Query> ParseStop(std::string_view text);

inline bool IsLogPoint(const Query& stop) { return !stop.print.empty(); }

struct Hits {
  std::vector<replay::StepIndex> steps;  // in the order of time: it stops just after each of them
  std::uint64_t unknown = 0;             // steps at which the condition has no value, which are left out
  std::string problem;                   // why, at the first of them
};

// In the model's current launch. `file`: of a query for a line, the file that the line is in; kNone: any. The Error
// says which name does not exist, or that the search was withdrawn. Moves the model within its launch.
Expected<Hits> FindHits(replay::Model& model, const Query& stop, trace::FileId file, Progress* progress = nullptr);

struct Logged {
  replay::StepIndex step = 0;
  std::string text;  // "i = 3   sum = 4"
};

// The lines that a log point prints at the first `most` of its hits. Moves the model within its launch.
Expected<std::vector<Logged>> LogOf(replay::Model& model, const Query& stop, const Hits& hits, std::size_t most,
                                    Progress* progress = nullptr);

}  // namespace lockstep::query
