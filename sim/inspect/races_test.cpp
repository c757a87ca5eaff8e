#include "sim/inspect/races.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"
#include "sim/inspect/race_words.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Races = FamilyBench;

TEST_F(Races, TwoWritesWithNoBarrierBetweenNameBothThreadsLowestFirst) {
  Write(5, 3, Shared());
  Write(2, 4, Shared());
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].fact, "two threads write `tile` with no barrier between");
  EXPECT_EQ(found[0].kind, report::FindingKind::kSharedRace);
  EXPECT_EQ(found[0].place.line, 4u);
  ASSERT_EQ(found[0].sides.size(), 2u);
  EXPECT_EQ(found[0].sides[0].thread.x, 2u);
  EXPECT_EQ(found[0].sides[1].thread.x, 5u);
  EXPECT_EQ(found[0].sides[1].place.line, 3u);
}

TEST_F(Races, ABarrierBetweenThemSettlesIt) {
  Write(5, 3, Shared());
  Pass();
  Write(2, 4, Shared());
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Races, BlocksThatWriteTheSameAllocationAreUnordered) {
  const std::uint64_t cell = Allocate(64).address;
  Write(0, 3, cell);
  RunBlock(1);
  Write(0, 3, cell);
  EXPECT_THAT(Kinds(), ElementsAre("race-global"));
  EXPECT_EQ(Found()[0].sides[1].block.x, 1u);
}

TEST_F(Races, ReadAndWriteOnOneLineLoseAnUpdate) {
  for (const std::uint32_t thread : {0u, 40u}) {
    Read(thread, 7, Shared());
    Write(thread, 7, Shared());
  }
  EXPECT_THAT(Kinds(), ElementsAre("lost-update"));
}

TEST_F(Races, ManyOccurrencesAreOneFindingWithACount) {
  Write(0, 3, Shared());
  for (std::uint32_t thread = 1; thread < 10; ++thread) Write(thread, 3, Shared());
  ASSERT_EQ(Found().size(), 1u);
  EXPECT_EQ(Found()[0].count, 9u);
}

TEST_F(Races, AFlagWithAFenceOrdersThem) {
  const std::uint64_t data = Allocate(64).address, flag = data + 32;
  Write(0, 3, data);
  checked().sync.Fence(0, check::BlockSync::Scope::kDevice);
  checked().sync.Release(0, flag, {});
  RunBlock(1);
  checked().sync.Acquire(0, flag, 0, false);
  Write(0, 4, data);
  EXPECT_THAT(Kinds(), IsEmpty());
  Write(1, 5, data);
  EXPECT_THAT(Kinds(), ElementsAre("race-global"));
}

TEST_F(Races, APlainReadAfterAWaitWantsAFence) {
  const std::uint64_t data = Allocate(64).address, flag = data + 32;
  Write(0, 3, data);
  checked().sync.Release(0, flag, check::BlockSync::Scope::kDevice);
  RunBlock(1);
  checked().sync.Acquire(0, flag, SiteAt(6)->id, true);
  Read(0, 7, data);
  ASSERT_THAT(Kinds(), ElementsAre(report::Key(report::FindingKind::kFenceMissing)));
  EXPECT_EQ(Found()[0].origin, "the flag is read at line 6: a GPU may read the data before it");
}

TEST(RaceWords, HintsSpeakOfFlagsOnlyWhereThreadsUseThem) {
  const Race race{{.writes = true, .wrote = true}, report::FindingKind::kGlobalRace, nullptr, nullptr, false, false};
  EXPECT_THAT(HintOf(race, true), testing::HasSubstr("__threadfence"));
  EXPECT_THAT(HintOf(race, false), testing::Not(testing::HasSubstr("__threadfence")));
}

TEST(RaceWords, ThePlainSideOfAnAtomicRaceIsGuilty) {
  const LockstepSite plain{.line = 1}, atomic{.line = 2};
  const Race race{
      {.writes = true, .wrote = true, .is_atomic = true}, report::FindingKind::kAtomicRace, &atomic, &plain};
  EXPECT_EQ(GuiltyOf(race), &plain);
}

}  // namespace
}  // namespace lockstep::inspect
