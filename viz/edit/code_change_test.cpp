#include "viz/edit/code_change.h"

#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

// "-3 line", "+0 line", " 2 line", "~5": a change in a few letters.
std::vector<std::string> Written(const CodeChange& change) {
  std::vector<std::string> lines;
  for (const ChangeLine& line : change.lines)
    lines.push_back(std::string(1, " -+~"[static_cast<int>(line.kind)]) + std::to_string(line.number) +
                    (line.text.empty() ? "" : " " + line.text));
  return lines;
}

using Lines = std::vector<std::string>;

constexpr const char* kMine =
    "// An exercise.\n"
    "int main() {\n"
    "  int a = 1;\n"
    "\n"
    "  if (i <= n) a = 2;  // here\n"
    "  return a;\n"
    "}\n";

TEST(CodeChange, ShowsAChangedLineBetweenItsNeighbours) {
  const std::string solution = "// The solution.\nint main() {\n  int a = 1;\n  if (i < n) a = 2;\n  return a;\n}\n";
  EXPECT_EQ(Written(ChangeTo(kMine, solution)), (Lines{"~3", " 3   int a = 1;", "-5   if (i <= n) a = 2;  // here",
                                                       "+0   if (i < n) a = 2;", " 6   return a;"}));
  EXPECT_EQ(FindLineToMend(kMine, solution, 0), (LineToMend{5, false}));
}

TEST(CodeChange, DoesNotCountCommentsAndBlanks) {
  const std::string same = "int main(){\n\n\n  // other words\n  int a = 1;\n  if (i<=n)   a = 2;\n\treturn a;\n}";
  EXPECT_TRUE(ChangeTo(kMine, same).lines.empty());
  EXPECT_EQ(FindLineToMend(kMine, same, 3), std::nullopt);
}

TEST(CodeChange, NamesTheLineAfterWhichSomethingIsMissing) {
  const std::string solution = "int main() {\n  int a = 1;\n  __syncthreads();\n  if (i <= n) a = 2;\n  return a;\n}\n";
  EXPECT_EQ(FindLineToMend(kMine, solution, 0), (LineToMend{3, true}));
  EXPECT_EQ(Written(ChangeTo(kMine, solution)),
            (Lines{"~3", " 3   int a = 1;", "+0   __syncthreads();", " 5   if (i <= n) a = 2;  // here"}));
}

TEST(CodeChange, FindsTheChangeNearestToALine) {
  const std::string solution = "int main() {\n  int a = 7;\n  if (i < n) a = 2;\n  return a;\n}\n";
  EXPECT_EQ(FindLineToMend(kMine, solution, 7), (LineToMend{5, false}));
  EXPECT_EQ(FindLineToMend(kMine, solution, 2), (LineToMend{3, false}));
}

TEST(CodeChange, WritesNoLineTwice) {
  const CodeChange change = ChangeTo("a();\nb();\nc();\nd();\ne();\n", "a();\nB();\nc();\nD();\ne();\n");
  EXPECT_EQ(Written(change), (Lines{" 1 a();", "-2 b();", "+0 B();", " 3 c();", "-4 d();", "+0 D();", " 5 e();"}));
}

TEST(CodeChange, HasAnEnd) {
  std::string mine, solution;
  for (int i = 0; i < 500; ++i) {
    mine += "a" + std::to_string(i) + "();\n";
    solution += "b" + std::to_string(i) + "();\n";
  }
  const CodeChange change = ChangeTo(mine, solution, 50);
  EXPECT_EQ(change.lines.size(), 50u);
  EXPECT_EQ(change.left_out, 950u);
}

TEST(CodeChange, TakesEmptyTexts) {
  EXPECT_EQ(Written(ChangeTo("", "a();\n")), (Lines{"+0 a();"}));
  EXPECT_EQ(Written(ChangeTo("a();\n", "")), (Lines{"-1 a();"}));
  EXPECT_TRUE(ChangeTo("", "").lines.empty());
  EXPECT_EQ(FindLineToMend("", "a();\n", 4), (LineToMend{1, true}));
}

}  // namespace
}  // namespace lockstep::viz
