#include "viz/model/slices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep::viz {
namespace {

// The pixels of each thread of the first block, counted; threads are 1 to `threads`.
std::vector<int> PixelsOfThreads(const std::vector<Slice>& slices, std::size_t threads) {
  std::vector<int> pixels(threads);
  for (const Slice& slice : slices)
    if (!slice.gap && slice.block == 0 && slice.thread < threads) ++pixels[slice.thread];
  return pixels;
}

TEST(Slices, LeaveALineAfterEveryThreadWhereverThePlaneLies) {
  constexpr std::size_t kThreads = 8;
  for (const double zoom : {6.0, 7.5, 22.0, 40.0, 45.0, 60.0}) {
    for (int sixteenth = -40; sixteenth <= 40; ++sixteenth) {
      const double origin = 20 + sixteenth / 16.0;
      const auto slices = Slices(640, origin, zoom, kThreads, 0.6);
      // A line between two threads: a gap that has a thread's pixel on either side.
      int lines = 0;
      for (std::size_t i = 1; i < slices.size(); ++i) lines += slices[i].gap && !slices[i - 1].gap;
      const auto blocks = slices.back().block + 1;
      EXPECT_GE(lines, static_cast<int>(kThreads * (blocks - 1))) << "zoom " << zoom << ", origin " << origin;
      for (const int pixels : PixelsOfThreads(slices, kThreads)) {
        EXPECT_GE(pixels, static_cast<int>(zoom) - 1) << "zoom " << zoom << ", origin " << origin;
        EXPECT_LE(pixels, std::lround(zoom)) << "zoom " << zoom << ", origin " << origin;
      }
    }
  }
}

TEST(Slices, HaveEveryBlockAndThreadInOrder) {
  const auto slices = Slices(200, 0, 10, 4, 1);
  EXPECT_EQ(slices[0].block, 0u);
  EXPECT_EQ(slices[35].thread, 3u);
  EXPECT_TRUE(slices[45].gap) << "between the blocks";
  EXPECT_EQ(slices[55].block, 1u);
  EXPECT_EQ(slices[55].thread, 0u);
}

TEST(Slices, HaveNoGapsThatNobodyCouldSee) {
  for (const Slice& slice : Slices(100, 0, 0.5, 16, 1)) EXPECT_FALSE(slice.gap);
  for (const Slice& slice : Slices(10, 12, 4, 16, 1)) EXPECT_TRUE(slice.gap) << "before the first block";
}

}  // namespace
}  // namespace lockstep::viz
