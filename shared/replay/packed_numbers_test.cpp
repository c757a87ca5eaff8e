#include "shared/replay/packed_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace lockstep::replay {
namespace {

PackedNumbers Packed(const std::vector<std::uint32_t>& numbers) {
  PackedNumbers packed;
  packed.Add(numbers);
  return packed;
}

TEST(PackedNumbers, GiveBackNumbersOfAnyWidth) {
  std::mt19937 random(3);
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < 70'000; ++i) numbers.push_back(random() >> (i / 500 % 33 == 32 ? 31 : i / 500 % 33));
  const PackedNumbers packed = Packed(numbers);
  ASSERT_EQ(packed.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(packed[i], numbers[i]) << i;
}

TEST(PackedNumbers, GiveBackLinesUpAndDownToTheLimits) {
  std::mt19937 random(4);
  std::vector<std::uint32_t> numbers;
  for (const double slope : {0.3, -0.7, 60.0, -60.5, 1e6, -1e6, 4.2e9 / 63, -4.2e9 / 63}) {
    const double first = slope < 0 ? 4.29e9 : 0;
    for (int i = 0; i < 64; ++i)
      numbers.push_back(static_cast<std::uint32_t>(first + slope * i) + static_cast<std::uint32_t>(random() % 40));
  }
  const PackedNumbers packed = Packed(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(packed[i], numbers[i]) << i;
}

TEST(PackedNumbers, GiveBackTheFewThatAreNotTheLeast) {
  std::mt19937 random(5);
  std::vector<std::uint32_t> numbers;
  for (const unsigned others : {0u, 1u, 2u, 20u, 63u, 64u})
    for (const unsigned bits : {1u, 9u, 32u})
      for (unsigned i = 0; i < 64; ++i)
        numbers.push_back(random() % 64 < others ? 0xffffffff - (random() >> (32 - bits)) : 1);
  const PackedNumbers packed = Packed(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(packed[i], numbers[i]) << i;
}

TEST(PackedNumbers, CanBeReadWhileTheyGrow) {
  PackedNumbers packed;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    packed.Add(i * i);
    ASSERT_EQ(packed[i], i * i);
    ASSERT_EQ(packed[i / 2], i / 2 * (i / 2));
  }
}

TEST(StepIndices, AreASortedRange) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 500; ++i) numbers.push_back(7 * i);
  const PackedNumbers packed = Packed(numbers);
  const StepIndices part(packed, 100, 300);
  EXPECT_EQ(part.size(), 200u);
  EXPECT_EQ(part.front(), 700u);
  EXPECT_EQ(part.back(), 7u * 299);
  EXPECT_TRUE(std::ranges::equal(part, std::span(numbers).subspan(100, 200)));
  EXPECT_EQ(std::ranges::lower_bound(part, 1001u) - part.begin(), 43);
  EXPECT_TRUE(StepIndices(packed, 5, 5).empty());
  EXPECT_TRUE(StepIndices().empty());
}

}  // namespace
}  // namespace lockstep::replay
