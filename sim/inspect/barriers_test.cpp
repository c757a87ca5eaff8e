#include "sim/inspect/barriers.h"

#include <gmock/gmock.h>

#include "sim/inspect/barrier_words.h"
#include "sim/inspect/family_bench.h"
#include "sim/inspect/waiting.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Barriers = FamilyBench;

TEST_F(Barriers, ThreadsThatAllComeAreFine) {
  for (std::uint32_t i = 0; i < kThreads; ++i) Arrive(i, 5);
  Pass();
  EXPECT_EQ(checked().order.barriers(), 1u);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Barriers, ThreadsAtDifferentLinesMeetAtDifferentBarriers) {
  for (std::uint32_t i = 0; i < kThreads; ++i) Arrive(i, i == 1 ? 9 : 5);
  Pass();
  EXPECT_THAT(Kinds(), IsEmpty());
  families_->barriers.BlockEnds(checked(), run());
  ASSERT_THAT(Kinds(), ElementsAre("barrier-mixed"));
  EXPECT_EQ(Found()[0].place.line, 9u);
}

TEST_F(Barriers, ThreadsThatComeToTheBarrierOfOthersLaterAreABarrierBehind) {
  for (std::uint32_t i = 0; i < kThreads; ++i) Arrive(i, i == 1 ? 9 : 5);
  Pass();
  Exit(1);
  for (std::uint32_t i = 0; i < kThreads; ++i)
    if (i != 1) Arrive(i, 9);
  Pass();
  families_->barriers.BlockEnds(checked(), run());
  ASSERT_THAT(Kinds(), ElementsAre("barrier-skipped"));
  EXPECT_EQ(Found()[0].place.line, 5u);
  EXPECT_EQ(Found()[0].sides[1].thread.x, 1u);
}

TEST_F(Barriers, ThreadsThatChangePlacesComeAsOften) {
  for (const bool swapped : {false, true}) {
    for (std::uint32_t i = 0; i < kThreads; ++i) Arrive(i, (i == 1) != swapped ? 9 : 5);
    Pass();
  }
  families_->barriers.BlockEnds(checked(), run());
  EXPECT_THAT(Kinds(), ElementsAre("barrier-mixed"));
}

TEST_F(Barriers, AThreadThatLeavesTheLoopAndTheKernelIsToldApart) {
  families_->barriers.Skips(checked(), ThreadAt(1), SiteAt(5), true);
  Exit(1);
  for (std::uint32_t i = 0; i < kThreads; ++i)
    if (i != 1) Arrive(i, 5);
  Pass();
  EXPECT_THAT(Kinds(), ElementsAre("barrier-left"));
}

TEST_F(Barriers, ADeadlockGroupsThreadsByWhereTheyWait) {
  for (std::uint32_t i = 0; i < kThreads; ++i) i < 48 ? Arrive(i, 5) : Exit(i);
  families_->barriers.ReportDeadlock(run(), 0);
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, report::FindingKind::kBarrierSkipped);
  ASSERT_EQ(found[0].sides.size(), 2u);
  EXPECT_EQ(found[0].sides[0].more_threads, 47u);
  EXPECT_EQ(found[0].sides[1].action, report::Action::kLeave);
  EXPECT_TRUE(context().fault_is_reported);
}

TEST_F(Barriers, TheGridsBarrierOrdersBlocksThatPassIt) {
  const std::uint64_t cell = Allocate(64).address;
  Write(0, 3, cell);
  Pass(launch::Waits::kGridBarrier);
  RunBlock(1);
  Pass(launch::Waits::kGridBarrier);
  Write(0, 4, cell);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Barriers, AGridWhoseBlockHasLeftIsReportedAtItsEnd) {
  Arrive(0, 5, launch::Waits::kGridBarrier);
  families_->barriers.GridBlockStops(run(), launch::BlockState::kAtGrid);
  RunBlock(1);
  families_->barriers.GridBlockStops(run(), launch::BlockState::kFinished);
  EXPECT_FALSE(families_->barriers.ReportFault(
      {.fault = launch::LaunchFault::kDeadlock, .what = "blocks wait at the grid's barrier"}))
      << "no words decide";
  const launch::LaunchOutcome outcome{.fault = launch::LaunchFault::kDeadlock, .waits_at_grid = true};
  EXPECT_TRUE(families_->barriers.ReportFault(outcome));
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, report::FindingKind::kGridBarrierSkipped);
  EXPECT_EQ(found[0].sides.at(1).block.x, 1u);
}

TEST(Deadlocks, AreNamedByTheNarrowestThingThatThreadsWaitFor) {
  const auto of = [](std::vector<launch::Waits> waits, std::uint64_t not_started = 0) {
    return DeadlockOf(waits, not_started);
  };
  EXPECT_EQ(of({launch::Waits::kBlockBarrier, launch::Waits::kWarp, launch::Waits::kGridBarrier}), Deadlock::kWarp);
  EXPECT_EQ(of({launch::Waits::kBlockBarrier, launch::Waits::kGridBarrier}), Deadlock::kGrid);
  EXPECT_EQ(of({launch::Waits::kNothing, launch::Waits::kBlockBarrier}), Deadlock::kBlock);
  EXPECT_EQ(of({launch::Waits::kNothing, launch::Waits::kNothing}), Deadlock::kPoll);
  EXPECT_EQ(of({launch::Waits::kNothing, launch::Waits::kNamedBarrier}), Deadlock::kMixed);
  EXPECT_EQ(of({launch::Waits::kNothing, launch::Waits::kNothing}, 3), Deadlock::kNoRoom);
}

TEST(Deadlocks, OfLoopsSayThatALaunchCannotWaitForTheHostOrAnotherStream) {
  const std::string hint = WordsOf(Deadlock::kPoll, 0).hint;
  EXPECT_THAT(hint, HasSubstr("the host"));
  EXPECT_THAT(hint, HasSubstr("other streams"));
  EXPECT_THAT(std::string(WordsOf(Deadlock::kNoRoom, 1).hint), Not(HasSubstr("the host")));
}

TEST(Skips, CountOnlyWhereTheThreadCameToNoBarrierInstead) {
  EXPECT_EQ(SkipOf({.is_of_this_barrier = true}), Skip::kOtherWay);
  EXPECT_EQ(SkipOf({.is_of_this_barrier = false}), Skip::kNone);
  EXPECT_EQ(SkipOf({.is_of_this_barrier = true, .has_arrived = true}), Skip::kNone);
  EXPECT_EQ(SkipOf({.is_of_this_barrier = true, .leaves_loop = true}), Skip::kOtherWay);
  EXPECT_EQ(SkipOf({.is_of_this_barrier = true, .leaves_loop = true, .has_exited = true}), Skip::kLeftEarly);
}

TEST(MetApart, ThreadsThatComeToTheOtherBarrierAloneAreBehind) {
  EXPECT_EQ(ApartOf({}), Apart::kNotYet);
  EXPECT_EQ(ApartOf({.first_at_second = true}), Apart::kFirstSlips);
  EXPECT_EQ(ApartOf({.second_at_first = true}), Apart::kSecondSlips);
  EXPECT_EQ(ApartOf({.first_at_second = true, .second_at_first = true}), Apart::kNotYet);
}

}  // namespace
}  // namespace lockstep::inspect
