#pragma once

// A C++ expression from the source, with the names replaced by the values that they had:
//
//   blockIdx.x * blockDim.x + threadIdx.x    →    3 * 16 + 5
//
// The spacing stays the author's. Values come from a Scope; what it does not know stays as it is written, and then the
// expression has no value either: nothing is ever guessed.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/replay/number.h"

namespace lockstep::replay {

enum class TokenKind { kName, kNumber, kText, kPunctuation, kComment };

struct Token {
  TokenKind kind{};
  std::size_t begin = 0, end = 0;  // in the text
};

std::vector<Token> Tokenize(std::string_view text);

// What names mean at the moment in question.
struct Scope {
  // A variable or a member of one: "i", "blockIdx.x", "p.weight".
  std::function<std::optional<Number>(std::string_view name)> variable;
  // An element that was read: `index` has one number for each pair of brackets ("tile[ty][tx]"), none where an index
  // has no known value. "*p" asks for element 0 of p.
  std::function<std::optional<Number>(std::string_view name, const std::vector<std::optional<Number>>& index)> element;
  // Whether that element (without an index: that variable) was read before anybody had written it: then it has no
  // value, and shows as kUnwritten.
  std::function<bool(std::string_view name, const std::vector<std::optional<Number>>& index)> unwritten;
};

inline constexpr std::string_view kUnwritten = "unwritten";

struct Substituted {
  std::string text;             // "3 * 16 + 5"
  std::optional<Number> value;  // 53, where it follows from the numbers alone
  bool changed = false;         // whether any name was replaced
};

// All of these leave a line of more than 4096 bytes alone, and brackets that are more than 200 deep.

// `expression` ends where the text ends. Text that is no expression comes back with its names replaced one by one.
Substituted Substitute(std::string_view expression, const Scope& scope);

// What a source line computes: the part worth showing with numbers, and what it is assigned to.
struct Statement {
  std::string expression;  // "blockIdx.x * blockDim.x + threadIdx.x"; empty: nothing to show
  std::string target;      // "i", "out[i]"; empty for a condition or a plain expression
  std::string operation;   // "=", "+="; empty without a target
};

// `int i = a + b;` → {a + b, i, =};  `if (i < n) {` → {i < n};  `for (int k = 0; k < n; ++k)` → {k < n};
// `return x;` → {x};  `sum += a[k];` → {a[k], sum, +=}.
Statement ReadStatement(std::string_view source_line);

// What stands between the outermost brackets of "out[y * width + x]", one text for each pair; empty without brackets.
std::vector<std::string> IndexExpressions(std::string_view element);

}  // namespace lockstep::replay
