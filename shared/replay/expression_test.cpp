#include "shared/replay/expression.h"

#include <gtest/gtest.h>

#include <map>

namespace lockstep::replay {
namespace {

Number Int(int value) { return Number::OfSigned(Number::Kind::kInt, value); }

Substituted With(std::string_view text, std::map<std::string, Number, std::less<>> values) {
  const Scope scope{.variable = [&](std::string_view name) -> std::optional<Number> {
                      const auto found = values.find(name);
                      return found == values.end() ? std::nullopt : std::optional(found->second);
                    },
                    .element = [&](std::string_view name, const auto& index) -> std::optional<Number> {
                      if (name != "in" || index.size() != 1 || !index[0]) return std::nullopt;
                      return Int(100 + static_cast<int>(index[0]->AsSigned()));
                    }};
  return Substitute(text, scope);
}

TEST(Substitute, WritesTheGlobalIndexWithItsNumbers) {
  const auto result = With("blockIdx.x*blockDim.x+threadIdx.x",
                           {{"blockIdx.x", Int(3)}, {"blockDim.x", Int(16)}, {"threadIdx.x", Int(5)}});
  EXPECT_EQ(result.text, "3*16+5");
  ASSERT_TRUE(result.value);
  EXPECT_EQ(result.value->Text(), "53");
}

TEST(Substitute, KeepsTheAuthorsSpacing) {
  EXPECT_EQ(With("y  *  width + x", {{"y", Int(2)}, {"width", Int(10)}, {"x", Int(1)}}).text, "2 * 10 + 1");
}

TEST(Substitute, LeavesUnknownNamesAndThenHasNoValue) {
  const auto result = With("a + mystery", {{"a", Int(1)}});
  EXPECT_EQ(result.text, "1 + mystery");
  EXPECT_FALSE(result.value);
}

TEST(Substitute, PutsAnElementsValueInPlaceOfItsIndexToo) {
  const auto result = With("0.5f * in[i + 1]", {{"i", Int(2)}});
  EXPECT_EQ(result.text, "0.5f * 103");
  EXPECT_EQ(result.value->AsDouble(), 51.5);
}

TEST(Substitute, AsksForMembersOfElementsAndElementsOfMembers) {
  std::string asked;
  std::size_t indices = 0;
  const Scope scope{.element = [&](std::string_view name, const auto& index) -> std::optional<Number> {
    asked = name;
    indices = index.size();
    return Int(8);
  }};
  const auto result = Substitute("rows[1].cells[2][3].weight + 1", scope);
  EXPECT_EQ(asked, "rows[].cells[][].weight");
  EXPECT_EQ(indices, 3u);
  EXPECT_EQ(result.text, "8 + 1");
  EXPECT_FALSE(result.is_name);
  EXPECT_TRUE(Substitute("rows[1]->cells[2]", scope).is_name);
  EXPECT_EQ(asked, "rows[].cells");
  EXPECT_EQ(indices, 2u);
}

TEST(Substitute, SaysWhatItDoesNotEvaluate) {
  EXPECT_EQ(With("f(1) + a", {{"a", Int(1)}}).problem, "`f` is called, and calls are not evaluated");
  EXPECT_EQ(With("a + mystery", {{"a", Int(1)}}).problem, "");
  EXPECT_EQ(With("a +", {{"a", Int(1)}}).problem, "the expression ends too early");
}

TEST(Substitute, ComparesAndDecides) {
  EXPECT_EQ(With("i < n", {{"i", Int(53)}, {"n", Int(1000)}}).value->Text(), "true");
  EXPECT_EQ(With("i < n && i % 2 == 0", {{"i", Int(53)}, {"n", Int(1000)}}).value->Text(), "false");
  EXPECT_EQ(With("i > 3 ? i : 0", {{"i", Int(5)}}).value->Text(), "5");
}

TEST(Substitute, FollowsCsConversions) {
  EXPECT_EQ(With("i - 1 < 10u", {{"i", Int(0)}}).value->Text(), "false");  // -1 becomes 4294967295
  EXPECT_EQ(With("(float)i / 2", {{"i", Int(3)}}).value->Text(), "1.5");
  EXPECT_EQ(With("i / 2", {{"i", Int(3)}}).value->Text(), "1");
  EXPECT_EQ(With("float(i) / 2", {{"i", Int(3)}}).value->Text(), "1.5");
}

TEST(Substitute, HasNoValueForADivisionByZero) { EXPECT_FALSE(With("i / 0", {{"i", Int(3)}}).value); }

TEST(Substitute, ReplacesNamesInsideCallsItCannotEvaluate) {
  const auto result = With("sqrtf(x) + y", {{"x", Int(4)}, {"y", Int(1)}});
  EXPECT_EQ(result.text, "sqrtf(4) + 1");
  EXPECT_FALSE(result.value);
}

TEST(Substitute, AcceptsTextThatIsNoExpression) {
  for (const char* text : {"", ")", "((((", "a ? b", "a[", "x +", "= = =", "->", "'", "\"", "1e+", "a..b", "?:"}) {
    EXPECT_FALSE(With(text, {}).value) << text;
  }
}

TEST(Substitute, EndsSoonForEndlessBrackets) {
  const Scope scope{.variable = [](std::string_view) { return Number::OfSigned(Number::Kind::kInt, 7); }};
  for (const char* piece : {"(", "-", "!", "a?", "(int)", "x[", "f(", "a+(", "*&", "a?b:", "{", "a.", "1?("}) {
    for (const std::size_t size : {4000u, 2'000'000u}) {
      std::string text;
      while (text.size() + 8 < size) text += piece;
      const Substituted substituted = Substitute(text, scope);
      EXPECT_FALSE(substituted.value) << piece;
      EXPECT_GE(substituted.text.size(), 1000u) << piece;
    }
  }
}

TEST(Substitute, AcceptsTheDepthOfRealPrograms) {
  const Scope scope{.variable = [](std::string_view) { return Number::OfSigned(Number::Kind::kInt, 7); }};
  const Substituted substituted = Substitute(std::string(50, '(') + "i" + std::string(50, ')'), scope);
  ASSERT_TRUE(substituted.value);
  EXPECT_EQ(substituted.value->Text(), "7");
}

}  // namespace
}  // namespace lockstep::replay
