#include "shared/base/json_text.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

using nlohmann::json;

TEST(JsonText, KeepsWholeNumbersAndNothingElse) {
  const json read = ParseWholeNumbers(
      R"([0, -3, 18446744073709551615, -9223372036854775808, 18446744073709551616, 1e20, -1e300, 1.5, 2.0, {"a": [1e20]}])");
  EXPECT_EQ(read.at(1).get<int>(), -3);
  EXPECT_EQ(read.at(2).get<std::uint64_t>(), UINT64_MAX);
  EXPECT_EQ(read.at(3).get<std::int64_t>(), INT64_MIN);
  for (std::size_t i = 4; i < 9; ++i) EXPECT_THROW((void)read.at(i).get<std::uint32_t>(), json::exception) << i;
  EXPECT_THROW((void)read.at(9).at("a").at(0).get<std::uint32_t>(), json::exception);
}

TEST(JsonText, ThatIsNoneThrowsOrIsDiscarded) {
  EXPECT_THROW(ParseWholeNumbers("[1"), json::exception);
  EXPECT_TRUE(ParseWholeNumbers("[1", false).is_discarded());
}

TEST(JsonText, OfAnEnumIsOneOfItsValues) {
  enum class Answer : std::uint8_t { kNo, kYes };
  EXPECT_EQ(EnumOfJson(json(1U), Answer::kYes), Answer::kYes);
  for (const json& other : {json(2), json(256), json(UINT64_MAX), json(-1), json(nullptr), json("1"), json(1e20)})
    EXPECT_THROW(EnumOfJson(other, Answer::kYes), std::exception) << other;
}

TEST(JsonText, HoldsNamesThatAreNoUtf8) {
  EXPECT_EQ(JsonOfText("a\xc3\xa4"), "a\xc3\xa4");
  EXPECT_EQ(TextOfJson(JsonOfText("a\xff")), "a\xff");
}

}  // namespace
}  // namespace lockstep
