#include "sim/launch/start_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace lockstep::launch {
namespace {

using ::testing::ElementsAre;

constexpr session::Order kSerial{session::OrderKind::kSerial, 0}, kConsumerFirst{session::OrderKind::kConsumerFirst, 0};

session::Order Shuffled(std::uint64_t seed) { return {session::OrderKind::kShuffled, seed}; }

std::vector<std::uint64_t> All(StartOrder order, std::uint64_t count) {
  std::vector<std::uint64_t> all;
  while (all.size() < count) all.push_back(order.Next());
  return all;
}

TEST(StartOrder, BeginsWithTheFirstOrWithTheLast) {
  EXPECT_THAT(All(StartOrder(kSerial, 4, 0), 4), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(All(StartOrder({session::OrderKind::kLockstep, 0}, 4, 0), 4), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(All(StartOrder(kConsumerFirst, 4, 0), 4), ElementsAre(3, 2, 1, 0));
}

TEST(StartOrder, TakesEachOnceWhateverTheSeed) {
  for (std::uint64_t count : {1, 2, 3, 4, 5, 31, 64, 65, 1000, 4097})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      std::vector<std::uint64_t> all = All(StartOrder(Shuffled(seed), count, 3), count);
      EXPECT_EQ(all, All(StartOrder(Shuffled(seed), count, 3), count));
      std::ranges::sort(all);
      for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(all[i], i) << count << " with seed " << seed;
    }
}

TEST(StartOrder, HoldsBillions) {
  constexpr std::uint64_t kCount = (std::uint64_t{1} << 31) - 1;
  StartOrder order(Shuffled(5), kCount, 0);
  const std::vector<std::uint64_t> some = All(order, 1000);
  EXPECT_EQ(std::set<std::uint64_t>(some.begin(), some.end()).size(), some.size());
  for (std::size_t place = 0; place < some.size(); ++place) {
    ASSERT_LT(some[place], kCount);
    EXPECT_EQ(order.PlaceOf(some[place]), place);
  }
}

TEST(StartOrder, KnowsHowManyComeBefore) {
  for (const session::Order& order : {kSerial, kConsumerFirst, Shuffled(9)}) {
    const std::vector<std::uint64_t> all = All(StartOrder(order, 77, 1), 77);
    for (std::size_t place = 0; place < all.size(); ++place)
      EXPECT_EQ(StartOrder(order, 77, 1).PlaceOf(all[place]), place);
  }
}

// Each order of three is one of the orders that seeds, and grids under one seed, come to.
TEST(StartOrder, ComesToEveryOrder) {
  std::set<std::vector<std::uint64_t>> by_seed, by_grid;
  for (std::uint64_t i = 0; i < 100; ++i) {
    by_seed.insert(All(StartOrder(Shuffled(i), 3, 0), 3));
    by_grid.insert(All(StartOrder(Shuffled(1), 3, i), 3));
  }
  EXPECT_EQ(by_seed.size(), 6u);
  EXPECT_EQ(by_grid.size(), 6u);
}

TEST(StartOrder, GoesOnWithThoseThatHaveNotBegunInTheOrderOfTheirNumbers) {
  StartOrder last_first(kConsumerFirst, 6, 0);
  EXPECT_EQ(last_first.Next(), 5u);
  EXPECT_EQ(last_first.Next(), 4u);
  last_first.GoOnAscending();
  EXPECT_THAT(All(last_first, 4), ElementsAre(0, 1, 2, 3));

  StartOrder shuffled(Shuffled(2), 100, 0);
  std::vector<std::uint64_t> begun = All(shuffled, 0);
  for (int i = 0; i < 40; ++i) begun.push_back(shuffled.Next());
  shuffled.GoOnAscending();
  std::vector<std::uint64_t> others;
  for (int i = 0; i < 60; ++i) others.push_back(shuffled.Next());
  EXPECT_TRUE(std::ranges::is_sorted(others));
  begun.insert(begun.end(), others.begin(), others.end());
  EXPECT_EQ(std::set<std::uint64_t>(begun.begin(), begun.end()).size(), 100u);
  EXPECT_EQ(*std::ranges::max_element(begun), 99u);
}

}  // namespace
}  // namespace lockstep::launch
