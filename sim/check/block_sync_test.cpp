// Flags between threads, driven by plain numbers: a writer releases by `kFlag`, a reader acquires by it.

#include "sim/check/block_sync.h"

#include <gtest/gtest.h>

namespace lockstep::check {
namespace {

constexpr std::uint64_t kFlag = 0x1000;
constexpr std::uint32_t kWait = 7;  // the site where a reader waits
using Scope = BlockSync::Scope;

struct Block {
  Block(Episodes& episodes, Releases& releases, std::uint32_t serial, std::uint32_t floor)
      : order(episodes, serial, 64, floor), sync(releases, episodes, order) {}
  BlockOrder order;
  BlockSync sync;
};

class FlagBench : public testing::Test {
 protected:
  Episodes episodes_;
  Releases releases_;
  std::uint32_t floor_ = episodes_.next();
  Block writer_{episodes_, releases_, 1, floor_}, reader_{episodes_, releases_, 2, floor_};
};

TEST_F(FlagBench, AFlagWithAFenceBeforeItOrdersBlocks) {
  const Segment data = writer_.order.segment(3);
  writer_.sync.Fence(3, Scope::kDevice);
  writer_.sync.Release(3, kFlag, {});
  EXPECT_FALSE(reader_.sync.IsOrdered(0, data));
  reader_.sync.Acquire(0, kFlag, kWait, true);
  EXPECT_TRUE(reader_.sync.IsOrdered(0, data));
  EXPECT_TRUE(reader_.sync.HasAcquired(0, kFlag));
  EXPECT_FALSE(reader_.sync.IsOrdered(1, data));
}

TEST_F(FlagBench, AFlagWithoutAFenceOrdersNothing) {
  const Segment data = writer_.order.segment(3);
  writer_.sync.Release(3, kFlag, {});
  reader_.sync.Acquire(0, kFlag, kWait, true);
  EXPECT_FALSE(reader_.sync.IsOrdered(0, data));
}

TEST_F(FlagBench, AFlagThatDependsOnReadsOrdersThemAndNothingElse) {
  const Segment before = writer_.order.segment(3), other = writer_.order.segment(40);
  writer_.sync.ReleaseReads(3, kFlag);
  const Segment after = writer_.order.segment(3);
  EXPECT_FALSE(reader_.sync.IsOrdered(0, before, true));
  reader_.sync.Acquire(0, kFlag, kWait, true);
  EXPECT_TRUE(reader_.sync.IsOrdered(0, before, true));
  EXPECT_FALSE(reader_.sync.IsOrdered(0, before));
  EXPECT_FALSE(reader_.sync.IsOrdered(0, after, true));
  EXPECT_FALSE(reader_.sync.IsOrdered(0, other, true));
}

TEST_F(FlagBench, ReadsBeforeABarrierAreKnownThroughAThirdBlock) {
  Block third{episodes_, releases_, 3, floor_};
  const Segment data = writer_.order.segment(40);
  writer_.order.PassBarrier();
  writer_.sync.ReleaseReads(3, kFlag);
  reader_.sync.Acquire(0, kFlag, kWait, true);
  reader_.sync.ReleaseReads(0, kFlag + 8);
  third.sync.Acquire(5, kFlag + 8, kWait, true);
  EXPECT_TRUE(third.sync.IsOrdered(5, data, true));
  EXPECT_FALSE(third.sync.IsOrdered(5, data));
}

// However long their chain is, and however often it is asked about.
TEST_F(FlagBench, ManyFlagsBetweenTwoBlocksSayNothingOfAThird) {
  Block third{episodes_, releases_, 3, floor_};
  const Segment of_third = third.order.segment(5), of_writer = writer_.order.segment(3);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    writer_.sync.Fence(3, Scope::kDevice);
    writer_.sync.Release(3, kFlag, {});
    reader_.sync.Acquire(0, kFlag, kWait, true);
    reader_.sync.Fence(0, Scope::kDevice);
    reader_.sync.Release(0, kFlag + 8, {});
    writer_.sync.Acquire(3, kFlag + 8, kWait, true);
    ASSERT_FALSE(reader_.sync.IsOrdered(0, of_third)) << i;
    ASSERT_TRUE(reader_.sync.IsOrdered(0, of_writer)) << i;
  }
  third.sync.Acquire(5, kFlag + 8, kWait, true);
  EXPECT_TRUE(third.sync.IsOrdered(5, of_writer)) << "through the reader";
}

TEST_F(FlagBench, WhatIsWrittenAfterTheFenceIsNotReleased) {
  writer_.sync.Fence(3, Scope::kDevice);
  const Segment data = writer_.order.segment(3);
  writer_.sync.Release(3, kFlag, {});
  reader_.sync.Acquire(0, kFlag, kWait, true);
  EXPECT_FALSE(reader_.sync.IsOrdered(0, data));
}

TEST_F(FlagBench, AFenceOfTheBlockOrdersNoOtherBlock) {
  const Segment data = writer_.order.segment(3);
  writer_.sync.Fence(3, Scope::kBlock);
  writer_.sync.Release(3, kFlag, {});
  reader_.sync.Acquire(0, kFlag, kWait, true);
  writer_.sync.Acquire(40, kFlag, kWait, true);
  EXPECT_FALSE(reader_.sync.IsOrdered(0, data));
  EXPECT_TRUE(writer_.sync.IsOrdered(40, data));
}

TEST_F(FlagBench, AReleaseOfItsOwnNeedsNoFence) {
  const Segment data = writer_.order.segment(3);
  writer_.sync.Release(3, kFlag, Scope::kDevice);
  reader_.sync.Acquire(0, kFlag, kWait, true);
  EXPECT_TRUE(reader_.sync.IsOrdered(0, data));
}

TEST_F(FlagBench, OneThreadMayReleaseForItsBlockAfterABarrier) {
  const Segment data = writer_.order.segment(40);
  writer_.sync.Fence(40, Scope::kDevice);
  writer_.sync.PassBarrier();
  writer_.order.PassBarrier();
  writer_.sync.Release(0, kFlag, {});
  reader_.sync.Acquire(0, kFlag, kWait, true);
  EXPECT_TRUE(reader_.sync.IsOrdered(0, data));
}

TEST_F(FlagBench, OneThreadMayAcquireForItsBlockBeforeABarrier) {
  const Segment data = writer_.order.segment(3);
  writer_.sync.Release(3, kFlag, Scope::kDevice);
  reader_.sync.Acquire(0, kFlag, kWait, true);
  EXPECT_FALSE(reader_.sync.IsOrdered(63, data));
  reader_.sync.PassBarrier();
  EXPECT_TRUE(reader_.sync.IsOrdered(63, data));
}

TEST_F(FlagBench, LanesThatMeetShareFencesAndWhatTheyHaveAcquired) {
  const Segment data = writer_.order.segment(3);
  writer_.sync.Fence(3, Scope::kDevice);
  writer_.sync.MeetWarp(0, 0b1001);
  writer_.sync.Release(0, kFlag, {});
  reader_.sync.Acquire(0, kFlag, kWait, true);
  reader_.sync.MeetWarp(0, 0b11);
  EXPECT_TRUE(reader_.sync.IsOrdered(1, data));
  EXPECT_FALSE(reader_.sync.IsOrdered(2, data));
}

TEST_F(FlagBench, AThreadThatWaitedOwesAFenceUntilItMakesOne) {
  const Segment data = writer_.order.segment(3);
  writer_.sync.Release(3, kFlag, Scope::kDevice);
  reader_.sync.Acquire(0, kFlag, kWait, true);
  EXPECT_TRUE(reader_.sync.OwesFence(0, data));
  EXPECT_EQ(reader_.sync.SiteOfWait(0, data), kWait);
  reader_.sync.Fence(0, Scope::kDevice);
  EXPECT_FALSE(reader_.sync.OwesFence(0, data));
}

TEST_F(FlagBench, AFenceOfTheBlockIsOwedToOtherBlocksStill) {
  const Segment data = writer_.order.segment(3), own = reader_.order.segment(5);
  writer_.sync.Release(3, kFlag, Scope::kDevice);
  reader_.sync.Release(5, kFlag, Scope::kDevice);
  reader_.sync.Acquire(0, kFlag, kWait, true);
  reader_.sync.Fence(0, Scope::kBlock);
  EXPECT_TRUE(reader_.sync.OwesFence(0, data));
  EXPECT_FALSE(reader_.sync.OwesFence(0, own));
}

TEST_F(FlagBench, AnAcquireOwesNoFence) {
  const Segment data = writer_.order.segment(3);
  writer_.sync.Release(3, kFlag, Scope::kDevice);
  reader_.sync.Acquire(0, kFlag, kWait, false);
  EXPECT_FALSE(reader_.sync.OwesFence(0, data));
}

}  // namespace
}  // namespace lockstep::check
