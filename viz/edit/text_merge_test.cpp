#include "viz/edit/text_merge.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "shared/base/text_diff.h"

namespace lockstep::viz {
namespace {

// One letter a line.
std::string Lines(std::string_view letters) {
  std::string text;
  for (const char letter : letters) text += std::string(1, letter) + "\n";
  return text;
}

std::vector<Hunk> DiffOf(std::string_view a, std::string_view b) {
  const std::string first = Lines(a), second = Lines(b);
  return Diff(SplitLines(first), SplitLines(second));
}

Merged MergeOf(std::string_view base, std::string_view mine, std::string_view theirs, Prefer prefer = Prefer::kMine) {
  return Merge(Lines(base), Lines(mine), Lines(theirs), prefer);
}

TEST(Diff, FindsTheFewestLines) {
  EXPECT_TRUE(DiffOf("abc", "abc").empty());
  EXPECT_EQ(DiffOf("abc", "abxc"), (std::vector<Hunk>{{2, 2, 2, 3}}));
  EXPECT_EQ(DiffOf("abc", "ac"), (std::vector<Hunk>{{1, 2, 1, 1}}));
  EXPECT_EQ(DiffOf("abcde", "aXcdY"), (std::vector<Hunk>{{1, 2, 1, 2}, {4, 5, 4, 5}}));
  EXPECT_EQ(DiffOf("", "ab"), (std::vector<Hunk>{{0, 0, 0, 2}}));
  EXPECT_EQ(DiffOf("ab", ""), (std::vector<Hunk>{{0, 2, 0, 0}}));
  EXPECT_EQ(SplitLines("a\n\nb"), (std::vector<std::string_view>{"a\n", "\n", "b"}));
}

std::string Apply(const std::vector<Hunk>& hunks, const std::vector<std::string_view>& a,
                  const std::vector<std::string_view>& b) {
  std::string text;
  std::size_t at = 0;
  for (const Hunk& hunk : hunks) {
    for (; at < hunk.a_begin; ++at) text += a[at];
    for (std::size_t j = hunk.b_begin; j < hunk.b_end; ++j) text += b[j];
    at = hunk.a_end;
  }
  for (; at < a.size(); ++at) text += a[at];
  return text;
}

TEST(Diff, LeadsFromOneTextToTheOther) {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    std::string a, b;
    for (std::size_t i = random() % 12; i > 0; --i) a += static_cast<char>('a' + random() % 4);
    for (std::size_t i = random() % 12; i > 0; --i) b += static_cast<char>('a' + random() % 4);
    const std::string first = Lines(a), second = Lines(b);
    const auto lines_a = SplitLines(first), lines_b = SplitLines(second);
    EXPECT_EQ(Apply(Diff(lines_a, lines_b), lines_a, lines_b), second) << a << " " << b;
  }
}

TEST(Diff, StaysQuickWhereEverythingDiffers) {
  std::mt19937 random(5);
  std::string a, b;
  for (int i = 0; i < 60'000; ++i) {
    a += "a" + std::to_string(random() % 1000) + "\n";
    b += (i % 7 == 0 ? "only here " + std::to_string(i) : "a" + std::to_string(random() % 1000)) + "\n";
    if (i % 100 == 0) a += "anchor " + std::to_string(i) + "\n", b += "anchor " + std::to_string(i) + "\n";
  }
  const auto before = std::chrono::steady_clock::now();
  const auto lines_a = SplitLines(a), lines_b = SplitLines(b);
  EXPECT_EQ(Apply(Diff(lines_a, lines_b), lines_a, lines_b), b);
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(20));
}

TEST(Merge, TakesBothWhereTheyDoNotTouch) {
  EXPECT_EQ(MergeOf("abcde", "aXcde", "abcdY").text, Lines("aXcdY"));
  EXPECT_EQ(MergeOf("abc", "abcN", "Nabc").text, Lines("NabcN"));
  EXPECT_EQ(MergeOf("abcde", "acde", "abcdXe").text, Lines("acdXe"));
  EXPECT_EQ(MergeOf("abc", "abc", "x").text, Lines("x"));
  EXPECT_EQ(MergeOf("abc", "x", "abc").text, Lines("x"));
  EXPECT_EQ(MergeOf("", "", "ab").text, Lines("ab"));
  for (const auto& [mine, theirs] : {std::pair{"aXcde", "abcdY"}, {"", "abcde"}, {"abcdeZ", "Zabcde"}})
    EXPECT_EQ(MergeOf("abcde", mine, theirs).conflicts, 0u) << mine << theirs;
}

TEST(Merge, TheSameChangeIsNoConflict) {
  EXPECT_EQ(MergeOf("abc", "aXc", "aXc").text, Lines("aXc"));
  EXPECT_EQ(MergeOf("abc", "aXc", "aXc").conflicts, 0u);
}

TEST(Merge, CountsLinesThatBothChanged) {
  EXPECT_EQ(MergeOf("abc", "aXc", "aYc").conflicts, 1u);
  EXPECT_EQ(MergeOf("abcde", "aXcXe", "aYcYe").conflicts, 2u);
  EXPECT_EQ(MergeOf("abcd", "aXcd", "abYd").conflicts, 1u) << "they touch";
  EXPECT_EQ(MergeOf("ab", "aXb", "aYb").conflicts, 1u) << "both insert at one place";
  EXPECT_EQ(MergeOf("abc", "ac", "aYc").conflicts, 1u);
  EXPECT_EQ(MergeOf("abc", "aXc", "aYc", Prefer::kMine).text, Lines("aXc"));
  EXPECT_EQ(MergeOf("abc", "aXc", "aYc", Prefer::kTheirs).text, Lines("aYc"));
  EXPECT_EQ(MergeOf("abcde", "aXcde", "aYcdZ", Prefer::kMine).text, Lines("aXcdZ")) << "the rest is merged";
  EXPECT_EQ(MergeOf("abc", "aXc", "aYc", Prefer::kBoth).text,
            "a\n<<<<<<< yours\nX\n=======\nY\n>>>>>>> the file's\nc\n");
}

TEST(Merge, IsTheOtherVersionWhereOneIsUnchanged) {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    const auto text = [&] {
      std::string letters;
      for (std::size_t i = random() % 9; i > 0; --i) letters += static_cast<char>('a' + random() % 4);
      return letters;
    };
    const std::string base = text(), other = text();
    EXPECT_EQ(MergeOf(base, base, other).text, Lines(other)) << base << " " << other;
    EXPECT_EQ(MergeOf(base, other, base).text, Lines(other)) << base << " " << other;
    EXPECT_EQ(MergeOf(base, other, other).conflicts, 0u);
    const std::string third = text();
    EXPECT_EQ(MergeOf(base, other, third).conflicts, MergeOf(base, third, other).conflicts);
  }
}

}  // namespace
}  // namespace lockstep::viz
