#include "sim/record/launch_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::record {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const LaunchToChoose kBlur{.number = 2, .kernel = "blur<3>", .linkage_name = "_Z4blurILi3EEvPf"};

TEST(LaunchChoice, WantsTheFirstLaunchOfEachKernel) {
  EXPECT_TRUE(IsWanted({}, kBlur));
  LaunchToChoose again = kBlur;
  again.is_recorded_kernel = true;
  EXPECT_FALSE(IsWanted({}, again));
  EXPECT_TRUE(IsWanted({.every_launch = true}, again));
  EXPECT_TRUE(IsWanted({.every_launch = true, .most_launches = 3}, again));
  EXPECT_FALSE(IsWanted({.every_launch = true, .most_launches = 2}, again));
  EXPECT_TRUE(IsWanted({.every_launch = true, .most_launches = 2}, kBlur));
  EXPECT_TRUE(IsWanted({.launch = 2}, again));
}

TEST(LaunchChoice, KnowsAKernelByEachOfItsNames) {
  EXPECT_TRUE(IsWanted({.kernel = "blur<3>"}, kBlur));
  EXPECT_TRUE(IsWanted({.kernel = "blur"}, kBlur));
  EXPECT_TRUE(IsWanted({.kernel = "_Z4blurILi3EEvPf"}, kBlur));
  EXPECT_FALSE(IsWanted({.kernel = "blu"}, kBlur));
  EXPECT_FALSE(IsWanted({.kernel = "blur<4>"}, kBlur));
}

TEST(LaunchChoice, WantsTheLaunchOfThatNumberOnly) {
  EXPECT_FALSE(IsWanted({.launch = 1}, kBlur));
  EXPECT_FALSE(IsWanted({.kernel = "grey", .launch = 2}, kBlur));
}

TEST(LaunchChoice, PlacesOverruleEverythingElse) {
  const session::RecordSettings settings{.kernel = "grey", .launch = 7, .places = {{.launch = 2}, {.launch = 4}}};
  EXPECT_TRUE(IsWanted(settings, kBlur));
  EXPECT_FALSE(IsWanted(settings, {.number = 3, .kernel = "grey"}));
  EXPECT_FALSE(IsLastWanted(settings, 3));
  EXPECT_TRUE(IsLastWanted(settings, 4));
  EXPECT_FALSE(IsLastWanted({}, 4));
}

TEST(LaunchChoice, TakesTheFirstBlocksWhereNobodyChose) {
  EXPECT_THAT(BlocksToRecord({}, 0, {3, 1, 1}, {32, 1, 1}), ElementsAre(0, 1, 2));
  EXPECT_EQ(BlocksToRecord({}, 0, {1000, 1000, 1}, {32, 1, 1}).size(), 64u);
}

TEST(LaunchChoice, TakesChosenBlocksOnceAndInTheOrderOfTheGrid) {
  const session::RecordSettings settings{.blocks = {{1, 1, 0}, {2, 0, 0}, {1, 1, 0}, {4, 0, 0}, {0, 2, 0}}};
  EXPECT_THAT(BlocksToRecord(settings, 0, {4, 2, 1}, {32, 1, 1}), ElementsAre(2, 5));
}

TEST(LaunchChoice, TakesABlockOfEachPlaceInItsLaunchOnly) {
  const session::RecordSettings settings{.blocks = {{1, 0, 0}}, .places = {{.launch = 2, .blocks = {{3, 0, 0}}}}};
  EXPECT_THAT(BlocksToRecord(settings, 2, {4, 1, 1}, {1, 1, 1}), ElementsAre(3));
  EXPECT_THAT(BlocksToRecord(settings, 1, {4, 1, 1}, {1, 1, 1}), ElementsAre(1));
}

TEST(LaunchChoice, TakesBlocksByRules) {
  using enum session::BlockRule::Kind;
  const auto take = [](std::vector<session::BlockRule> rules, trace::Dim3 grid) {
    return BlocksToRecord({.blocks = {}, .rules = std::move(rules)}, 0, grid, {32, 1, 1});
  };
  EXPECT_EQ(take({{kAll}}, {20, 10, 1}).size(), 200u);
  EXPECT_THAT(take({{kFirst, 2}}, {20, 10, 1}), ElementsAre(0, 1));
  EXPECT_THAT(take({{kFirst, 9}}, {2, 1, 1}), ElementsAre(0, 1));
  EXPECT_THAT(take({{kEvery, 3}}, {7, 1, 1}), ElementsAre(0, 3, 6));
  EXPECT_THAT(take({{kEvery, ~0ull}}, {7, 1, 1}), ElementsAre(0));
  EXPECT_THAT(take({{kCorners}}, {4, 3, 1}), ElementsAre(0, 3, 8, 11));
  EXPECT_THAT(take({{kCorners}}, {1, 1, 1}), ElementsAre(0));
  EXPECT_EQ(take({{kCorners}}, {2, 3, 4}).size(), 8u);
  EXPECT_THAT(take({{kFirst, 1}, {kCorners}, {kEvery, 2}}, {4, 1, 1}), ElementsAre(0, 2, 3));
}

TEST(LaunchChoice, AddsChosenBlocksToThoseOfTheRules) {
  const session::RecordSettings settings{.blocks = {{2, 0, 0}}, .rules = {{session::BlockRule::Kind::kFirst, 1}}};
  EXPECT_THAT(BlocksToRecord(settings, 0, {4, 1, 1}, {1, 1, 1}), ElementsAre(0, 2));
}

TEST(LaunchChoice, TakesNoMoreBlocksThanARecordingMayHaveThreads) {
  const session::RecordSettings settings{.rules = {{session::BlockRule::Kind::kAll}}};
  EXPECT_EQ(BlocksToRecord(settings, 0, {1u << 31, 60'000, 60'000}, {1024, 1, 1}).size(), 16384u);
}

TEST(LaunchChoice, TakesNoBlockThatTheGridDoesNotHave) {
  EXPECT_THAT(BlocksToRecord({.blocks = {{4, 0, 0}}}, 0, {4, 1, 1}, {1, 1, 1}), IsEmpty());
}

}  // namespace
}  // namespace lockstep::record
