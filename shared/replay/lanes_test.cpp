#include "shared/replay/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

std::vector<std::uint32_t> LinesOf(const Model& model, const LaneHistory& history, std::uint32_t lane) {
  std::vector<std::uint32_t> lines;
  for (const LaneColumn& column : history.columns) {
    if (column.lanes[lane].state == LaneState::kMoved)
      lines.push_back(model.LineOfSite(column.lanes[lane].site).number);
  }
  return lines;
}

TEST(Lanes, ShowWhichTakeABranchAndWhichStandStill) {
  Model model(ReduceRecording());
  const LaneHistory history = LanesOver(model, ThreadSlot{0}, 0, 100);
  EXPECT_EQ(history.lanes, 32u);
  EXPECT_EQ(LinesOf(model, history, 3), (std::vector<std::uint32_t>{7, 8, 2, 9, 10, 11, 13, 13}));
  EXPECT_EQ(LinesOf(model, history, 20), (std::vector<std::uint32_t>{7, 8, 2, 9, 10, 13, 13}));
  for (const LaneColumn& column : history.columns) {
    const LaneCell &third = column.lanes[3], &twentieth = column.lanes[20];
    if (third.state != LaneState::kMoved || model.LineOfSite(third.site).number != 11) continue;
    EXPECT_EQ(twentieth.state, LaneState::kHeld) << "it stands on line 10 while the first sixteen run line 11";
  }
}

TEST(Lanes, NameTheLineOfARound) {
  Model model(ReduceRecording());
  const LaneHistory history = LanesOver(model, ThreadSlot{0}, 0, 100);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rounds;
  for (const LaneColumn& column : history.columns) {
    const auto [line, lanes] = LineOfRound(model, column);
    rounds.emplace_back(line.number, lanes);
  }
  EXPECT_EQ(rounds.front(), std::pair(7u, 32u));
  EXPECT_EQ(std::ranges::count(rounds, std::pair(11u, 16u)), 1) << "the others stand on line 10 meanwhile";
  EXPECT_EQ(LineOfRound(model, {}).lanes, 0u);
}

TEST(Lanes, GiveTheColumnsThatAreAskedFor) {
  Model model(ReduceRecording());
  const LaneHistory all = LanesOver(model, ThreadSlot{40}, 0, 100), some = LanesOver(model, ThreadSlot{40}, 2, 3);
  EXPECT_EQ(all.columns.size(), all.rounds);
  ASSERT_EQ(some.columns.size(), 3u);
  EXPECT_EQ(some.columns[0].end, all.columns[2].end);
  EXPECT_TRUE(LanesOver(model, ThreadSlot{40}, 1000, 3).columns.empty());
  EXPECT_TRUE(LanesOver(model, ThreadSlot::kNone, 0, 3).columns.empty());
}

TEST(Lanes, FindTheRoundOfAMoment) {
  Model model(ReduceRecording());
  const LaneHistory all = LanesOver(model, ThreadSlot{0}, 0, 100);
  EXPECT_EQ(RoundAt(model, ThreadSlot{0}, 0), 0u);
  EXPECT_EQ(RoundAt(model, ThreadSlot{0}, all.columns[3].end), 3u);
  EXPECT_EQ(RoundAt(model, ThreadSlot{0}, all.columns[3].end - 1), 2u);
  EXPECT_EQ(RoundAt(model, ThreadSlot{0}, model.end()), all.rounds - 1);
}

TEST(Lanes, NameTheLaneWhoseValueEachGets) {
  Model model(ShuffleRecording());
  const LaneHistory history = LanesOver(model, ThreadSlot{0}, 0, 100);
  ASSERT_GE(history.columns.size(), 2u);
  for (const LaneColumn& column : history.columns)
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const bool shuffles = model.LineOfSite(column.lanes[lane].site).number == 2;
      EXPECT_EQ(column.lanes[lane].heard, shuffles ? lane ^ 3 : LaneCell::kNobody);
    }
}

}  // namespace
}  // namespace lockstep::replay
