#pragma once

// The computation of a line of the source, for the values that the window shows beside it. Lines of more than 4096
// bytes are left unread.

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::replay {

// The parts of a source line: the expression worth showing with numbers, and its target.
struct Statement {
  std::string expression;  // "blockIdx.x * blockDim.x + threadIdx.x"; empty: nothing to show
  std::string target;      // "i", "out[i]"; empty for a condition or a plain expression
  std::string operation;   // "=", "+="; empty without a target
};

// `int i = a + b;` → {a + b, i, =};  `if (i < n) {` → {i < n};  `for (int k = 0; k < n; ++k)` → {k < n};
// `return x;` → {x};  `sum += a[k];` → {a[k], sum, +=}.
Statement ReadStatement(std::string_view source_line);

// The statement that the conditions of a line decide on: `if (i < n) out[i] = v;` → {v, out[i], =}. None without a body
// on the line.
Statement ReadBody(std::string_view source_line);

// The texts between the outermost brackets of "out[y * width + x]", one for each pair; empty without brackets.
std::vector<std::string> IndexExpressions(std::string_view element);

}  // namespace lockstep::replay
