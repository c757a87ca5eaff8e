#include "sim/record/unwritten.h"

#include <gtest/gtest.h>

#include "sim/memory/device_memory.h"

namespace lockstep::record {
namespace {

std::vector<std::uint8_t> Fresh(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  memory::FillWithPoison(bytes.data(), size);
  return bytes;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> RangesOf(const std::vector<std::uint8_t>& bytes,
                                                              std::uint64_t shortest = 4) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const trace::ByteRange& range : UnwrittenIn(bytes, shortest)) ranges.emplace_back(range.begin, range.end);
  return ranges;
}

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

TEST(Unwritten, IsAllOfFreshMemory) {
  EXPECT_EQ(RangesOf(Fresh(64)), (Pairs{{0, 64}}));
  EXPECT_EQ(RangesOf(Fresh(63)), (Pairs{{0, 63}}));
  EXPECT_EQ(RangesOf(Fresh(2), 8), (Pairs{{0, 2}})) << "shorter than the shortest run, and all that there is";
}

TEST(Unwritten, IsNothingOfMemoryThatWasFilled) {
  EXPECT_TRUE(RangesOf(std::vector<std::uint8_t>(64, 0)).empty());
  EXPECT_TRUE(RangesOf({}).empty());
}

TEST(Unwritten, IsWhatLiesBetweenTheElementsThatWereWritten) {
  auto bytes = Fresh(32);
  for (const std::size_t at : {0, 1, 2, 3, 16, 17, 18, 19}) bytes[at] = 1;
  EXPECT_EQ(RangesOf(bytes), (Pairs{{4, 16}, {20, 32}}));
}

TEST(Unwritten, TakesNoByteOfAPictureForNothing) {
  auto bytes = std::vector<std::uint8_t>(64, 7);
  bytes[10] = memory::kPoison & 0xff, bytes[11] = memory::kPoison >> 8;
  EXPECT_TRUE(RangesOf(bytes, ShortestUnwritten(1)).empty());
}

TEST(Unwritten, EndsAtTheWordThatIsHalfWritten) {
  auto bytes = Fresh(32);
  bytes[13] = 0;
  EXPECT_EQ(RangesOf(bytes), (Pairs{{0, 12}, {14, 32}}));
}

}  // namespace
}  // namespace lockstep::record
