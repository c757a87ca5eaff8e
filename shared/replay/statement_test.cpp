#include "shared/replay/statement.h"

#include <gtest/gtest.h>

namespace lockstep::replay {
namespace {

TEST(ReadStatement, SplitsADeclarationAndAnAssignment) {
  const Statement declared = ReadStatement("  const int i = a + b;  // the index");
  EXPECT_EQ(declared.expression, "a + b");
  EXPECT_EQ(declared.target, "i");
  EXPECT_EQ(declared.operation, "=");
  const Statement stored = ReadStatement("out[y * w + x] = v;");
  EXPECT_EQ(stored.target, "out[y * w + x]");
  const Statement added = ReadStatement("sum += a[k] * b[k];");
  EXPECT_EQ(added.operation, "+=");
  EXPECT_EQ(added.target, "sum");
}

TEST(ReadStatement, TakesConditionsAndReturnedValues) {
  EXPECT_EQ(ReadStatement("} else if (i < n) {").expression, "i < n");
  EXPECT_EQ(ReadStatement("if (f(i) >= (n + 1)) return;").expression, "f(i) >= (n + 1)");
  EXPECT_EQ(ReadStatement("for (int k = 0; k < n; ++k) {").expression, "k < n");
  EXPECT_EQ(ReadStatement("return a * b;").expression, "a * b");
  EXPECT_EQ(ReadStatement("__syncthreads();").expression, "");
  EXPECT_EQ(ReadStatement("#define N 3").expression, "");
}

TEST(ReadStatement, EndsSoonForEndlessBrackets) {
  for (const char* piece : {"(", "x[", "f(", "{", "a.", "1?("}) {
    for (const std::size_t size : {4000u, 2'000'000u}) {
      std::string text;
      while (text.size() + 8 < size) text += piece;
      EXPECT_LE(ReadStatement("out[i] = " + text).expression.size(), 4096u) << piece;
      EXPECT_TRUE(IndexExpressions(text).empty()) << piece;
    }
  }
}

TEST(ReadBody, TakesTheStatementAfterTheConditionsOfALine) {
  const Statement stored = ReadBody("  if (i < n && f(i)) out[i] = v;");
  EXPECT_EQ(stored.expression, "v");
  EXPECT_EQ(stored.target, "out[i]");
  EXPECT_EQ(ReadBody("for (int k = 0; k < n; ++k) if (k % 2) { sum += a[k];").target, "sum");
  EXPECT_EQ(ReadBody("} else if (a) x = 3;").target, "x");
  for (const char* line : {"if (i < n) {", "for (int k = 0; k < n; ++k)", "if (i >= n) return;", "x = 3;", "", "if (",
                           "for (;;", "while (a = b)"})
    EXPECT_EQ(ReadBody(line).target, "") << line;
}

TEST(IndexExpressions, FindsEachPairOfBrackets) {
  EXPECT_EQ(IndexExpressions("out[y * w + x]"), std::vector<std::string>{"y * w + x"});
  EXPECT_EQ(IndexExpressions("tile[a[1]][tx]"), (std::vector<std::string>{"a[1]", "tx"}));
  EXPECT_TRUE(IndexExpressions("out").empty());
}

}  // namespace
}  // namespace lockstep::replay
