#include "sim/inspect/open_copies.h"

#include <gtest/gtest.h>

namespace lockstep::inspect {
namespace {

constexpr std::uint64_t kBarrier = 4096;
constexpr check::Segment At(std::uint32_t episode) { return episode * trace::kWarpSize; }

class OpenCopiesTest : public testing::Test {
 protected:
  static OpenCopy Copy(std::uint32_t thread, std::uint64_t to, std::uint64_t size = 16,
                       CopyGroups groups = CopyGroups::kPlain) {
    return {.thread = thread, .to = {to, size}, .from = {to + 1000, size}, .groups = groups};
  }
  void Begin(std::uint32_t thread, std::uint64_t to, std::uint64_t size = 16) { copies.Begin(Copy(thread, to, size)); }
  void Commit(std::uint32_t thread) { copies.Commit(thread, CopyGroups::kPlain); }
  void Wait(std::uint32_t thread, std::uint64_t prior, std::uint32_t episode = 1) {
    copies.Wait({.thread = thread, .segment = At(episode)}, CopyGroups::kPlain, prior);
  }
  // Episodes below `past` are past for the thread.
  const OpenCopy* Writing(std::uint32_t thread, std::uint64_t begin, std::uint64_t size = 4, std::uint32_t past = 0) {
    return copies.Writing({begin, size}, thread, [=](check::Segment s) { return check::EpisodeOf(s) < past; });
  }
  const OpenCopy* Reading(std::uint32_t thread, std::uint64_t begin, std::uint32_t past = 0) {
    return copies.Reading({begin, 4}, thread, [=](check::Segment s) { return check::EpisodeOf(s) < past; });
  }

  OpenCopies copies;
};

TEST_F(OpenCopiesTest, EndAtAWaitThatCoversTheirGroup) {
  Begin(3, 100);
  Commit(3);
  Begin(3, 200);
  Commit(3);
  Wait(3, 2);
  EXPECT_TRUE(Writing(3, 100));
  Wait(3, 1);
  EXPECT_FALSE(Writing(3, 100));
  EXPECT_FALSE(Reading(3, 1100));
  EXPECT_TRUE(Writing(3, 212, 8));
  EXPECT_TRUE(Reading(3, 1212));
  Wait(3, 0);
  EXPECT_FALSE(Writing(3, 212, 8));
}

TEST_F(OpenCopiesTest, CountEmptyGroups) {
  Begin(0, 100);
  Commit(0);
  Commit(0);
  Wait(0, 1);
  EXPECT_FALSE(Writing(0, 100));
}

TEST_F(OpenCopiesTest, AWaitCoversCommittedCopiesOnly) {
  Begin(0, 100);
  Wait(0, 0);
  EXPECT_TRUE(Writing(0, 100));
}

TEST_F(OpenCopiesTest, EndWithTheirThread) {
  Begin(0, 100);
  copies.End({.thread = 0, .segment = At(1)});
  EXPECT_TRUE(Writing(1, 100));
  EXPECT_FALSE(Writing(1, 100, 4, 2));
}

TEST_F(OpenCopiesTest, OthersMayRelyOnAWaitThatIsPast) {
  Begin(0, 100, 4);
  Begin(1, 104, 4);
  Commit(0);
  Commit(1);
  Wait(0, 0, 5);
  EXPECT_FALSE(Writing(0, 96, 8));
  EXPECT_EQ(Writing(1, 96, 8, 5)->thread, 0);
  EXPECT_FALSE(Writing(1, 96, 8, 6));
  EXPECT_EQ(Writing(0, 96, 16)->thread, 1);
  copies.Settle(5);
  EXPECT_TRUE(Writing(1, 100));
  copies.Settle(6);
  EXPECT_FALSE(Writing(1, 100));
  EXPECT_TRUE(Writing(0, 104));
  EXPECT_FALSE(Writing(0, 108));
}

TEST_F(OpenCopiesTest, AnotherThreadsCopyToTheSamePlaceTakesItOver) {
  Begin(0, 100, 4);
  Begin(1, 96, 8);
  EXPECT_EQ(Writing(2, 100)->thread, 1);
}

TEST_F(OpenCopiesTest, BulkGroupsAreApartAndMayHaveOnlyRead) {
  copies.Begin(Copy(0, 100, 16, CopyGroups::kBulk));
  copies.Commit(0, CopyGroups::kBulk);
  Commit(0);
  Wait(0, 0);
  EXPECT_TRUE(Reading(0, 1100));
  copies.Wait({.thread = 0, .segment = At(1)}, CopyGroups::kBulk, 0, true);
  EXPECT_FALSE(Reading(0, 1100));
  EXPECT_TRUE(Writing(0, 100));
  copies.Wait({.thread = 0, .segment = At(1)}, CopyGroups::kBulk, 0);
  EXPECT_FALSE(Writing(0, 100));
}

TEST_F(OpenCopiesTest, EndForThoseWhoSeeTheNextPhaseOfTheirBarrier) {
  copies.BeginAt(Copy(0, 100), kBarrier, false);
  copies.Look(CopyWait{.thread = 1, .segment = At(1)}, kBarrier, false);
  EXPECT_TRUE(Writing(1, 100));
  copies.Look(std::nullopt, kBarrier, true);
  EXPECT_TRUE(Writing(1, 100));
  copies.Look(CopyWait{.thread = 1, .segment = At(2)}, kBarrier, true);
  EXPECT_FALSE(Writing(1, 100));
  EXPECT_FALSE(Reading(1, 1100));
  EXPECT_TRUE(Writing(2, 100, 4, 2));
  EXPECT_FALSE(Writing(2, 100, 4, 3));
}

TEST_F(OpenCopiesTest, AreUnderWayByGroupsUntilTheirThreadHasWaited) {
  EXPECT_EQ(copies.UnderWay(3), 0u);
  Begin(3, 100);
  Begin(3, 200);
  EXPECT_EQ(copies.UnderWay(3), 1u);
  Commit(3);
  Commit(3);
  Begin(3, 300);
  Commit(3);
  Begin(4, 400);
  EXPECT_EQ(copies.UnderWay(3), 2u);
  Wait(3, 1);
  EXPECT_EQ(copies.UnderWay(3), 1u);
  Wait(3, 0);
  EXPECT_EQ(copies.UnderWay(3), 0u);
  EXPECT_EQ(copies.UnderWay(4), 1u);
}

TEST_F(OpenCopiesTest, AreUnderWayInAPhaseForEachThreadThatHasNotSeenTheNextOne) {
  copies.BeginAt(Copy(0, 100), kBarrier, false);
  copies.BeginAt(Copy(1, 200), kBarrier, false);
  EXPECT_EQ(copies.UnderWay(0), 1u);
  copies.Look(std::nullopt, kBarrier, true);
  copies.Look(CopyWait{.thread = 1, .segment = At(2)}, kBarrier, true);
  EXPECT_EQ(copies.UnderWay(0), 1u);
  EXPECT_EQ(copies.UnderWay(1), 0u);
}

TEST_F(OpenCopiesTest, APhaseOfTheSameParityIsAnotherOne) {
  copies.BeginAt(Copy(0, 100), kBarrier, false);
  copies.Look(std::nullopt, kBarrier, true);
  copies.Look(std::nullopt, kBarrier, false);
  copies.BeginAt(Copy(0, 200), kBarrier, false);
  copies.Look(CopyWait{.thread = 1, .segment = At(1)}, kBarrier, false);
  EXPECT_FALSE(Writing(1, 100));
  EXPECT_TRUE(Writing(1, 200));
}

TEST_F(OpenCopiesTest, CountInTheBarrierThatTheirThreadLetsWait) {
  Begin(0, 100);
  copies.Arrive(0, kBarrier, true);
  Begin(0, 200);
  copies.Look(CopyWait{.thread = 1, .segment = At(1)}, kBarrier, false);
  EXPECT_FALSE(Writing(1, 100));
  EXPECT_TRUE(Writing(1, 200));
}

}  // namespace
}  // namespace lockstep::inspect
