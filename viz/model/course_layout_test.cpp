#include "viz/model/course_layout.h"

#include <gtest/gtest.h>

#include <numeric>

namespace lockstep::viz {
namespace {

constexpr MapMeasures kMeasures;
const std::vector<std::size_t> kToday = {9, 9, 11, 6};
// A course of 76 lessons.
const std::vector<std::size_t> kLarge = {9, 9, 11, 6, 6, 6, 8, 5, 10, 5, 1};

// No two lessons or heads share a place, and nothing is wider than the room.
void ExpectApart(const std::vector<std::size_t>& parts, float width, float height) {
  const MapLayout map = LayOutMap(parts, width, height);
  ASSERT_EQ(map.parts.size(), parts.size());
  struct Box {
    float left, top, bottom;
  };
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ASSERT_EQ(map.lessons[i].size(), parts[i]);
    boxes.push_back({map.parts[i].x, map.parts[i].y, map.parts[i].y + kMeasures.part_head});
    for (const auto& at : map.lessons[i]) boxes.push_back({at.x, at.y, at.y + map.pitch});
  }
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    EXPECT_LE(boxes[a].left + map.width, width + 0.5f);
    EXPECT_LE(boxes[a].bottom, map.height + 0.5f);
    for (std::size_t b = 0; b < a; ++b) {
      const bool beside = std::abs(boxes[a].left - boxes[b].left) >= map.width - 0.5f;
      EXPECT_TRUE(beside || boxes[a].top >= boxes[b].bottom || boxes[b].top >= boxes[a].bottom) << a << " " << b;
    }
  }
}

TEST(CourseLayout, KeepsAllApartForEveryCourseAndWindow) {
  EXPECT_EQ(std::accumulate(kLarge.begin(), kLarge.end(), std::size_t{0}), 76u);
  for (const auto& parts : {kToday, kLarge, {5}, {0, 3, 0}, std::vector<std::size_t>(30, 1), {}})
    for (const float width : {240.0f, 700.0f, 1224.0f, 1544.0f, 3000.0f})
      for (const float height : {100.0f, 600.0f, 900.0f}) ExpectApart(parts, width, height);
}

TEST(CourseLayout, FillsTheWindowWithTheFourPartsOfToday) {
  const MapLayout map = LayOutMap(kToday, 1544, 860);
  EXPECT_EQ(map.columns, 4u);
  EXPECT_EQ(map.pitch, 60);
  EXPECT_LE(map.height, 860);
}

TEST(CourseLayout, SpreadsManyPartsOverRowsOfOneLength) {
  EXPECT_EQ(LayOutMap(kLarge, 1224, 580).columns, 4u) << "eleven parts in three rows";
  EXPECT_EQ(LayOutMap(kLarge, 1544, 860).columns, 6u) << "in two";
  EXPECT_EQ(LayOutMap({3, 3, 3, 3, 3, 3}, 1224, 580).columns, 3u) << "and not five and one";
}

TEST(CourseLayout, ARowIsAsHighAsItsLongestPart) {
  const MapLayout map = LayOutMap({2, 9, 1, 1}, 500, 100);
  ASSERT_EQ(map.columns, 2u);
  EXPECT_EQ(map.parts[2].y, kMeasures.part_head + 9 * map.pitch + kMeasures.part_gap);
  EXPECT_EQ(map.height, map.parts[2].y + kMeasures.part_head + map.pitch);
}

}  // namespace
}  // namespace lockstep::viz
