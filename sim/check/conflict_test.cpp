#include "sim/check/conflict.h"

#include <gtest/gtest.h>

namespace lockstep::check {
namespace {

TEST(RaceOf, NamesTheMemoryOfPlainAccesses) {
  EXPECT_EQ(RaceOf({.writes = true}), report::FindingKind::kGlobalRace);
  EXPECT_EQ(RaceOf({.wrote = true, .is_shared = true}), report::FindingKind::kSharedRace);
}

TEST(RaceOf, IsSilentWhereTheEarlierAccessWasReleasedAndAcquired) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .is_released = true}), std::nullopt);
  EXPECT_EQ(RaceOf({.writes = true, .is_atomic = true, .is_released = true}), std::nullopt);
}

TEST(RaceOf, WantsAFenceBetweenTheWaitAndAPlainRead) {
  EXPECT_EQ(RaceOf({.wrote = true, .is_released = true, .owes_fence = true}), report::FindingKind::kFenceMissing);
  EXPECT_EQ(RaceOf({.wrote = true, .is_released = true, .owes_fence = false}), std::nullopt);
}

TEST(RaceOf, WantsAFenceBetweenTheWaitAndAWriteOfWhatWasWritten) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .is_released = true, .owes_fence = true}),
            report::FindingKind::kFenceMissing);
}

TEST(RaceOf, WantsNoFenceBeforeAVolatileReadOrAWriteOfWhatWasRead) {
  EXPECT_EQ(RaceOf({.wrote = true, .is_strong = true, .is_released = true, .owes_fence = true}), std::nullopt);
  EXPECT_EQ(RaceOf({.writes = true, .is_released = true, .owes_fence = true}), std::nullopt);
}

TEST(RaceOf, AMissingFenceIsTheLeastOfIt) {
  EXPECT_EQ(RaceOf({.wrote = true, .is_released = false, .owes_fence = true}), report::FindingKind::kGlobalRace);
}

TEST(RaceOf, LetsAThreadReadPlainlyTheFlagThatItHasWaitedFor) {
  EXPECT_EQ(RaceOf({.wrote = true, .was_strong = true, .has_acquired = true}), std::nullopt);
}

TEST(RaceOf, LetsAThreadNotWriteTheFlagThatItHasWaitedFor) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .was_strong = true, .has_acquired = true}),
            report::FindingKind::kGlobalRace);
}

TEST(RaceOf, AFlagThatWasWrittenPlainlyIsNoFlag) {
  EXPECT_EQ(RaceOf({.wrote = true, .has_acquired = true}), report::FindingKind::kGlobalRace);
}

TEST(RaceOf, AnAtomicOnOneSideIsNotEnough) {
  EXPECT_EQ(RaceOf({.wrote = true, .is_atomic = true}), report::FindingKind::kAtomicRace);
  EXPECT_EQ(RaceOf({.writes = true, .was_atomic = true}), report::FindingKind::kAtomicRace);
}

TEST(RaceOf, AnUpdateOnOneLineIsLostEvenWhereTheValuesAreTheSame) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .updates_on_one_line = true, .is_same_value = true}),
            report::FindingKind::kLostUpdate);
}

TEST(RaceOf, ThreadsThatWriteTheSameValueRaceMildly) {
  EXPECT_EQ(RaceOf({.writes = true, .wrote = true, .is_same_value = true}), report::FindingKind::kSameValueRace);
}

}  // namespace
}  // namespace lockstep::check
