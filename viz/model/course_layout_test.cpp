#include "viz/model/course_layout.h"

#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

constexpr MapMeasures kMeasures;
using Parts = std::vector<PartSize>;
const Parts kToday = {{9}, {9}, {11}, {6}};
// A course of 76 lessons.
const Parts kLarge = {{9}, {9}, {11}, {6}, {6}, {6}, {8}, {5}, {10}, {5}, {1}};
const Parts kWithPuzzles = {{9, 8}, {9, 8}, {11, 8}, {6, 8}, {12, 8}, {8, 8}, {0, 3}};

// No two lessons, puzzles or heads share a place, and nothing is wider than the room.
void ExpectApart(const Parts& parts, float width, float height) {
  const MapLayout map = LayOutMap(parts, width, height);
  ASSERT_EQ(map.parts.size(), parts.size());
  struct Box {
    float left, top, right, bottom;
  };
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ASSERT_EQ(map.lessons[i].size(), parts[i].lessons);
    ASSERT_EQ(map.puzzles[i].size(), parts[i].puzzles);
    const float right = map.parts[i].x + map.width;
    boxes.push_back({map.parts[i].x, map.parts[i].y, right, map.parts[i].y + kMeasures.part_head});
    for (const auto& at : map.lessons[i]) boxes.push_back({at.x, at.y, right, at.y + map.pitch});
    for (const auto& at : map.puzzles[i])
      boxes.push_back({at.x, at.y, at.x + kMeasures.puzzle_width, at.y + kMeasures.puzzle_height});
  }
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    EXPECT_LE(boxes[a].right, width + 0.5f);
    EXPECT_LE(boxes[a].bottom, map.height + 0.5f);
    for (std::size_t b = 0; b < a; ++b) {
      const bool beside = boxes[a].left >= boxes[b].right - 0.5f || boxes[b].left >= boxes[a].right - 0.5f;
      EXPECT_TRUE(beside || boxes[a].top >= boxes[b].bottom || boxes[b].top >= boxes[a].bottom) << a << " " << b;
    }
  }
}

TEST(CourseLayout, KeepsAllApartForEveryCourseAndWindow) {
  for (const Parts& parts : {kToday, kLarge, kWithPuzzles, {{5}}, {{0}, {3}, {0}}, Parts(30, {1}), {}})
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
  EXPECT_EQ(LayOutMap(Parts(6, {3}), 1224, 580).columns, 3u) << "and not five and one";
}

TEST(CourseLayout, ARowIsAsHighAsItsLongestPart) {
  const MapLayout map = LayOutMap({{2}, {9}, {1}, {1}}, 500, 100);
  ASSERT_EQ(map.columns, 2u);
  EXPECT_EQ(map.parts[2].y, kMeasures.part_head + 9 * map.pitch + kMeasures.part_gap);
  EXPECT_EQ(map.height, map.parts[2].y + kMeasures.part_head + map.pitch);
}

TEST(CourseLayout, PutsThePuzzlesOfAPartBelowItsOwnLessons) {
  const MapLayout map = LayOutMap({{2, 8}, {5, 0}, {1, 0}, {1, 1}}, 480, 100);
  ASSERT_EQ(map.columns, 2u);
  const float below = map.lessons[0][1].y + map.pitch;
  EXPECT_EQ(map.puzzles[0][0].y, below + kMeasures.puzzles_gap);
  EXPECT_EQ(map.puzzles[0][0].x, kMeasures.indent);
  EXPECT_EQ(map.puzzles[0][7].y, below + kMeasures.puzzles_gap + kMeasures.puzzle_height) << "seven have room in a row";
  EXPECT_GE(map.parts[2].y, map.puzzles[0][7].y + kMeasures.puzzle_height);
}

}  // namespace
}  // namespace lockstep::viz
