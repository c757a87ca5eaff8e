#include "viz/model/thread_layout.h"

#include <gtest/gtest.h>

namespace lockstep::viz {
namespace {

TEST(ThreadLayout, FoldsAOneDimensionalBlockIntoWarps) {
  const GridLayout layout({10, 1, 1}, {256, 1, 1}, 1.0);
  EXPECT_EQ(layout.threads().columns(), 32u);
  EXPECT_EQ(layout.threads().rows(), 8u);
  EXPECT_EQ(layout.At(5.5, 2.5)->thread, (trace::Dim3{69, 0, 0}));
}

TEST(ThreadLayout, KeepsTwoDimensionsUnchanged) {
  const GridLayout layout({4, 3, 1}, {16, 8, 1}, 1.0);
  EXPECT_EQ(layout.blocks().columns(), 4u);
  EXPECT_EQ(layout.blocks().rows(), 3u);
  const auto at = layout.At(layout.LeftOf(2) + 3.5, layout.TopOf(1) + 7.5);
  ASSERT_TRUE(at);
  EXPECT_EQ(at->block, (trace::Dim3{2, 1, 0}));
  EXPECT_EQ(at->thread, (trace::Dim3{3, 7, 0}));
}

TEST(ThreadLayout, PutsSliceUnderSlice) {
  const GridLayout layout({1, 1, 1}, {4, 4, 4}, 1.0);
  EXPECT_EQ(layout.At(1.5, 9.5)->thread, (trace::Dim3{1, 1, 2}));
}

TEST(ThreadLayout, HasNothingBetweenBlocksNorAfterTheLast) {
  const GridLayout layout({10, 1, 1}, {32, 1, 1}, 1.0);
  EXPECT_FALSE(layout.At(0.5, 1.5)) << "the gap under a row of blocks";
  EXPECT_FALSE(layout.At(-1, 0));
  EXPECT_FALSE(layout.At(layout.width() + 1, 0.5));
}

TEST(ThreadLayout, HasABlockAtEveryPointOfAMapWithInvisibleGaps) {
  const GridLayout layout({100, 67, 1}, {16, 16, 1}, 1.0);
  for (std::uint32_t row = 0; row < 67; row += 11) {
    for (double x = 0; x < layout.width(); x += 0.37) {
      const double y = layout.TopOf(row) + 0.5;
      const auto block = layout.BlockAt(x, y, layout.gap());
      ASSERT_TRUE(block) << x;
      EXPECT_EQ(block->y, row);
      if (const auto at = layout.At(x, y)) EXPECT_EQ(at->block, *block);
    }
  }
  EXPECT_EQ(layout.BlockAt(layout.LeftOf(1) - 0.1, 0, 1), (trace::Dim3{1, 0, 0})) << "the nearer of two";
  EXPECT_EQ(layout.BlockAt(layout.block_width() + 0.1, 0, 1), (trace::Dim3{0, 0, 0}));
  EXPECT_EQ(layout.BlockAt(layout.width() + 0.5, 0, 1), (trace::Dim3{99, 0, 0})) << "the edge";
  EXPECT_FALSE(layout.BlockAt(layout.width() + 2, 0, 1));
  EXPECT_FALSE(layout.BlockAt(-2, 0, 1));
}

TEST(ThreadLayout, HasNoBlockInTheMiddleOfAWideGap) {
  const GridLayout layout({10, 10, 1}, {32, 32, 1}, 1.0);
  ASSERT_GT(layout.gap(), 2);
  EXPECT_FALSE(layout.BlockAt(layout.block_width() + layout.gap() / 2, 1, 0.5));
}

TEST(ThreadLayout, FindsTheBlockEvenIfItsLastRowHasNoThreads) {
  const GridLayout layout({10, 1, 1}, {40, 1, 1}, 1.0);
  EXPECT_FALSE(layout.At(31.5, 1.5));
  EXPECT_EQ(layout.BlockAt(31.5, 1.5, 0), (trace::Dim3{0, 0, 0}));
}

TEST(ThreadLayout, FillsTheSpaceAndFindsEveryBlockAgain) {
  const GridLayout layout({6663, 1, 1}, {256, 1, 1}, 1.5);
  EXPECT_NEAR(layout.width() / layout.height(), 1.5, 0.1);
  for (const std::uint32_t x : {0u, 1u, 100u, 6662u}) {
    const Spot spot = layout.blocks().SpotOf({x, 0, 0});
    EXPECT_EQ(layout.blocks().IndexAt(spot), (trace::Dim3{x, 0, 0}));
  }
}

TEST(ThreadLayout, AcceptsCudasLargestGrid) {
  const GridLayout layout({2147483647, 65535, 65535}, {1024, 1, 1}, 1.0);
  EXPECT_TRUE(layout.At(0.5, 0.5));
  EXPECT_GT(layout.width(), 0);
}

}  // namespace
}  // namespace lockstep::viz
