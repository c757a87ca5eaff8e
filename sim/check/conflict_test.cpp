#include "sim/check/conflict.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(RaceOf, NamesTheMemoryOfPlainAccesses) {
  EXPECT_EQ(RaceOf({.writes = true}), FindingKind::kGlobalRace);
  EXPECT_EQ(RaceOf({.wrote = true, .is_shared = true}), FindingKind::kSharedRace);
}

TEST(RaceOf, IsSilentWhereTheEarlierAccessWasReleasedAndAcquired) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .is_released = true}), std::nullopt);
  EXPECT_EQ(RaceOf({.writes = true, .is_atomic = true, .is_released = true}), std::nullopt);
}

TEST(RaceOf, LetsAThreadReadPlainlyTheFlagThatItHasWaitedFor) {
  EXPECT_EQ(RaceOf({.wrote = true, .was_strong = true, .has_acquired = true}), std::nullopt);
}

TEST(RaceOf, LetsAThreadNotWriteTheFlagThatItHasWaitedFor) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .was_strong = true, .has_acquired = true}),
            FindingKind::kGlobalRace);
}

TEST(RaceOf, AFlagThatWasWrittenPlainlyIsNoFlag) {
  EXPECT_EQ(RaceOf({.wrote = true, .has_acquired = true}), FindingKind::kGlobalRace);
}

TEST(RaceOf, AnAtomicOnOneSideIsNotEnough) {
  EXPECT_EQ(RaceOf({.wrote = true, .is_atomic = true}), FindingKind::kAtomicRace);
  EXPECT_EQ(RaceOf({.writes = true, .was_atomic = true}), FindingKind::kAtomicRace);
}

TEST(RaceOf, AnUpdateOnOneLineIsLostEvenWhereTheValuesAreTheSame) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .updates_on_one_line = true, .is_same_value = true}),
            FindingKind::kLostUpdate);
}

TEST(RaceOf, ThreadsThatWriteTheSameValueRaceMildly) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .is_same_value = true}), FindingKind::kSameValueRace);
}

TEST(RaceOf, NoAtomicAndNoFenceOrdersWorkOnTwoStreams) {
  EXPECT_EQ(RaceOf({.writes = true, .in_earlier_launch = true, .is_released = true}), FindingKind::kStreamRace);
}

}  // namespace
}  // namespace lockstep
