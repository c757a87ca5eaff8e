#include "viz/model/watch.h"

#include <gtest/gtest.h>

#include "shared/replay/moment_address.h"
#include "shared/replay/replay.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

class Watching : public testing::Test {
 protected:
  // After the first hit of the line by the thread.
  replay::Cursor At(std::uint32_t line, std::uint32_t thread) {
    const auto place = replay::FindMoment(
        model_.recording(), {.block = trace::Dim3{0, 0, 0}, .thread = trace::Dim3{thread, 0, 0}, .line = line});
    EXPECT_TRUE(place);
    model_.MoveTo(*place);
    return *place;
  }
  replay::Model model_{replay::ReduceRecording()};
};

TEST_F(Watching, HasTheThreadItsWarpAndItsBlock) {
  const WatchValue watch = Watch(model_, At(13, 63), "t");
  EXPECT_EQ(watch.text, "63");
  EXPECT_EQ(Describe(watch.warp), "32 … 63");
  EXPECT_EQ(Describe(watch.block), "0 … 63");
  ASSERT_EQ(watch.lanes.size(), 32u);
  EXPECT_EQ(watch.lanes[0].text, "32");
}

TEST_F(Watching, SaysWhereAllAreEqual) {
  const WatchValue watch = Watch(model_, At(13, 5), "tile[0] * 2");
  EXPECT_EQ(Describe(watch.warp), "all 64");
}

TEST_F(Watching, DoesNotGuess) {
  const replay::Cursor place = At(7, 3);
  const WatchValue watch = Watch(model_, place, "t");
  EXPECT_TRUE(watch.text.empty());
  EXPECT_FALSE(watch.problem.empty());
  EXPECT_EQ(Describe(watch.block), "no value in any of 64");
  EXPECT_EQ(Watch(model_, {.block = {9, 0, 0}}, "t").problem, "the block was not recorded");
  EXPECT_FALSE(Watch(model_, place, "1 +").problem.empty());
}

TEST_F(Watching, ShowsWhichLanesAreElsewhere) {
  const replay::Cursor place = At(11, 3);
  const WatchValue watch = Watch(model_, place, "t");
  EXPECT_TRUE(watch.lanes[3].is_with);
  EXPECT_FALSE(watch.lanes[20].is_with) << "line 11 is for 16 threads";
}

TEST_F(Watching, HasAHistoryOverTheThreadsTime) {
  At(13, 3);
  query::Progress progress;
  const WatchHistory history = HistoryOf(model_, replay::ThreadSlot{3}, "tile[3]", 100, progress);
  ASSERT_TRUE(history.any);
  EXPECT_EQ(history.least, 6);
  EXPECT_EQ(history.most, 44);
  EXPECT_FALSE(history.points.front().value) << "it was not written yet";
  EXPECT_EQ(HistoryOf(model_, replay::ThreadSlot{3}, "tile[3]", 3, progress).points.size(), 3u);
  EXPECT_FALSE(HistoryOf(model_, replay::ThreadSlot{3}, "nobody", 100, progress).any);
}

}  // namespace
}  // namespace lockstep::viz
