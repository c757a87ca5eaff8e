#pragma once

// The answers to queries.

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/query/query.h"
#include "shared/replay/model.h"

namespace lockstep::query {

// A row and the moment that it speaks of: its launch, the moment after its step, its thread, its line. Of a row that
// counts, the first of its steps.
struct TableRow {
  replay::Cursor place;
  std::vector<Value> values;  // one for each column
};

struct Table {
  std::vector<std::string> columns;
  std::vector<TableRow> rows;
  std::uint64_t selected = 0;      // steps that the query selects, also those that are not among the rows
  std::vector<std::string> notes;  // what a reader must know: rows left out, conditions without a value
};

// A long answer as another thread sees it.
struct Progress {
  std::atomic<bool> stop = false;  // request: it ends soon, with an Error
  std::atomic<float> share = 0;    // of the work that is done, from 0 to 1
};

struct Limits {
  std::uint64_t rows = 100'000;    // of a table
  std::uint64_t groups = 100'000;  // of `count by`
  Progress* progress = nullptr;    // null: nobody looks
};

// Answers a query of any form but kWhy and kWhyNot. `from` is the moment that next and prev start from; with
// none, from the recording's beginning and end. `uses of` asks for the value of that moment, up to the write that
// replaces it; with none, for all reads. Moves the model.
Expected<Table> Run(replay::Model& model, const Query& query, const std::optional<replay::Cursor>& from,
                    const Limits& limits = {});

}  // namespace lockstep::query
