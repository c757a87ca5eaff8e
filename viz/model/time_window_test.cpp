#include "viz/model/time_window.h"

#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

TEST(TimeWindow, ZoomsAroundAPlaceThatStays) {
  const TimeWindow whole{0, 1000};
  const TimeWindow zoomed = whole.Zoomed(4, 400, 1000);
  EXPECT_DOUBLE_EQ(zoomed.width(), 250);
  EXPECT_DOUBLE_EQ((400 - zoomed.begin) / zoomed.width(), 0.4);
  EXPECT_FALSE(zoomed.IsWhole(1000));
  EXPECT_TRUE(zoomed.Zoomed(1.0 / 8, 400, 1000).IsWhole(1000));
}

TEST(TimeWindow, StaysInsideTheLaunchAndWideEnough) {
  const TimeWindow least = TimeWindow{0, 1000}.Zoomed(1e9, 1000, 1000);
  EXPECT_DOUBLE_EQ(least.width(), TimeWindow::kLeast);
  EXPECT_DOUBLE_EQ(least.end, 1000);
  EXPECT_DOUBLE_EQ(least.Moved(500, 1000).end, 1000);
  EXPECT_DOUBLE_EQ(least.Moved(-5000, 1000).begin, 0);
  EXPECT_TRUE((TimeWindow{0, 7}).Zoomed(10, 3, 7).IsWhole(7)) << "a short launch is always whole";
}

TEST(TimeWindow, FollowsAPosition) {
  const TimeWindow zoomed{100, 200};
  EXPECT_DOUBLE_EQ(zoomed.Showing(150, 1000).begin, 100);
  const TimeWindow later = zoomed.Showing(201, 1000);
  EXPECT_DOUBLE_EQ(later.begin, 121);
  const TimeWindow earlier = zoomed.Showing(90, 1000);
  EXPECT_DOUBLE_EQ(earlier.begin, 70);
  EXPECT_DOUBLE_EQ(zoomed.Showing(1000, 1000).end, 1000);
}

}  // namespace
}  // namespace lockstep::viz
