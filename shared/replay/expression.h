#pragma once

// A C++ expression from the source, with its names replaced by the values that they had:
//
//   blockIdx.x * blockDim.x + threadIdx.x    →    3 * 16 + 5
//
// The author's spacing is kept. Values come from a Scope; a name without a value is left as it is written, and the
// expression then has no value either: nothing is guessed.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/replay/number.h"

namespace lockstep::replay {

// The values of names at one moment.
struct Scope {
  // A variable or a member of one: "i", "blockIdx.x", "p.weight".
  std::function<std::optional<Number>(std::string_view name)> variable;
  // An element that was read: `index` has one number for each pair of brackets ("tile[ty][tx]"), none if an index has
  // no known value. "*p" asks for element 0 of p. Where a name goes on after an index, its
  // brackets are in it, empty: "cells[].weight" with one index, "rows[].cells" with two for `rows[i].cells[k]`.
  std::function<std::optional<Number>(std::string_view name, const std::vector<std::optional<Number>>& index)> element;
  // True if that element (without an index: that variable) was read before it was ever written: it then has no value
  // and is shown as kUnwritten.
  std::function<bool(std::string_view name, const std::vector<std::optional<Number>>& index)> unwritten;
};

inline constexpr std::string_view kUnwritten = "unwritten";

struct Substituted {
  std::string text;             // "3 * 16 + 5"
  std::optional<Number> value;  // 53, if it follows from the numbers alone
  bool changed = false;         // true if any name was replaced
  bool is_name = false;         // the whole expression is one variable, a member or an element
  // Why it has no value, as far as the text alone says: "`f` is called, and calls are not evaluated". Empty where only
  // a name has none.
  std::string problem;
};

// Replaces the names of an expression. In text that is not an expression, the names are replaced one by one. More than
// 4096 bytes, or brackets deeper than 200, are left unchanged.
Substituted Substitute(std::string_view expression, const Scope& scope);

}  // namespace lockstep::replay
