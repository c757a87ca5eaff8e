#pragma once

// The words that a query may begin with: the rows of forms.def.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/query/query.h"

namespace lockstep::query {

// A word of the language in its two forms.
struct FirstWord {
  std::string_view word, other;  // "writes", "write"; other is empty if there is none
  bool Is(std::string_view text) const { return text == word || (text == other && !other.empty()); }
};

// The row of this name, in either form; null if there is none.
template <class Row>
const Row* Named(std::span<const Row> rows, std::string_view word) {
  const auto found = std::ranges::find_if(rows, [&](const Row& row) { return row.name.Is(word); });
  return found == rows.end() ? nullptr : &*found;
}

struct WhatRow {
  FirstWord name;
  What what;
  std::string_view after;  // "to", before an array; empty: it takes none
};
std::span<const WhatRow> Whats();

// The rest of a form after its first word.
enum class Subject : std::uint8_t { kNothing, kTarget, kLine, kScope, kMoment };

struct FormRow {
  // Clauses besides `limit`.
  static constexpr unsigned kNone = 0, kWhere = 1, kPrint = 2, kOrder = 4;

  FirstWord name;
  Form form;
  std::string_view after;  // may stand before the subject; empty: none. A scope stands only after it
  Subject subject;
  unsigned clauses;
  bool is_here;           // it is about the moment in view
  std::string_view noun;  // what a row of its table is; empty if it has no words of its own for a row
  std::string_view example, help;
};
// Without kRows and kCount, which begin with the steps that they select, or with a clause.
std::span<const FormRow> Forms();
const FormRow* FindForm(Form form);  // null: kRows and kCount

struct PickRow {
  FirstWord name;
  Pick pick;
};
std::span<const PickRow> Picks();

// The words that completion offers in an empty field.
struct Opening {
  std::string_view text, help, example;  // the example may be empty, or no more than the text
  bool selects_steps;                    // alone, with `where` and `print` only, it is a breakpoint
};
std::span<const Opening> Openings();

// True if a query that is asked at a moment is about that moment.
bool IsAboutMoment(const Query& query);

// "why has no `where`, `print` or `order by`", "hits has `where` and `limit` only".
std::string ClausesInWords(const FormRow& form);

}  // namespace lockstep::query
