#include "sim/launch/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "sim/launch/waits.h"

namespace lockstep::launch {
namespace {

using testing::ElementsAre;

// A block of threads that go nowhere: what a policy sees of one.
class Policies : public testing::Test {
 protected:
  explicit Policies(std::uint32_t count = 70)
      : threads_(std::make_unique<ThreadRun[]>(count)), warps_(threads_.get(), count) {
    for (std::uint32_t i = 0; i < count; ++i) threads_[i].linear = i;
  }
  void ParkAll() {
    for (std::uint32_t i = 0; i < warps_.thread_count(); ++i) warps_.Park(threads_[i]);
  }
  void ParkAllBut(const std::vector<std::uint32_t>& few) {
    ParkAll();
    for (const std::uint32_t i : few) warps_.MakeReady(i / trace::kWarpSize, 1u << (i % trace::kWarpSize));
  }
  // The threads that go next, so many times, where each hands over at once.
  template <class P>
  std::vector<std::uint32_t> Turns(P& policy, const ThreadRun* self, std::size_t count) {
    std::vector<std::uint32_t> turns;
    for (; turns.size() < count; turns.push_back(self->linear)) self = policy.Next(warps_, self);
    return turns;
  }
  // A round of the lockstep policy: each thread goes to the line of that order.
  void GoTo(LockstepPolicy& policy, std::uint32_t thread, std::uint32_t line) {
    EXPECT_EQ(policy.AtLine(threads_[thread], line, line, progress_), Then::kHandOver);
  }

  std::unique_ptr<ThreadRun[]> threads_;
  Warps warps_;
  Progress progress_;
};

TEST_F(Policies, SerialGoesUpwardsAndRoundAgain) {
  SerialPolicy policy;
  ParkAllBut({3, 31, 32, 69});
  EXPECT_THAT(Turns(policy, nullptr, 5), ElementsAre(3, 31, 32, 69, 3));
  EXPECT_EQ(policy.Next(warps_, &threads_[31]), &threads_[32]);
}

TEST_F(Policies, AfterABarrierTheFirstWarpComesLast) {
  SerialPolicy serial;
  LockstepPolicy lockstep;
  ParkAllBut({0, 31, 40, 69});
  EXPECT_EQ(serial.NextAfterBarrier(warps_), &threads_[40]);
  EXPECT_THAT(Turns(serial, &threads_[40], 3), ElementsAre(69, 0, 31));
  EXPECT_EQ(lockstep.NextAfterBarrier(warps_), &threads_[40]);
  ParkAllBut({0, 31});
  EXPECT_EQ(serial.NextAfterBarrier(warps_), &threads_[0]);
  EXPECT_EQ(lockstep.NextAfterBarrier(warps_), &threads_[0]);
}

TEST(PoliciesOfOneWarp, AfterABarrierItsFirstThreadGoesOn) {
  std::unique_ptr<ThreadRun[]> threads(new ThreadRun[7]);
  for (std::uint32_t i = 0; i < 7; ++i) threads[i].linear = i;
  Warps warps(threads.get(), 7);
  EXPECT_EQ(SerialPolicy().NextAfterBarrier(warps), &threads[0]);
  EXPECT_EQ(LockstepPolicy().NextAfterBarrier(warps), &threads[0]);
}

TEST_F(Policies, ConsumerFirstGoesDownwardsAndRoundAgain) {
  ConsumerFirstPolicy policy;
  ParkAllBut({3, 31, 32, 69});
  EXPECT_THAT(Turns(policy, nullptr, 5), ElementsAre(69, 32, 31, 3, 69));
}

TEST_F(Policies, ConsumerFirstLetsOtherBlocksGoBeforeItsFirstSignals) {
  ConsumerFirstPolicy policy;
  EXPECT_EQ(policy.AtSignal(threads_[0], false), Then::kHandOver);
  for (int i = 0; i < 4096; ++i) ASSERT_EQ(policy.AtSignal(threads_[0], true), Then::kStepAside);
  EXPECT_EQ(policy.AtSignal(threads_[0], true), Then::kHandOver);
}

TEST_F(Policies, ConsumerFirstHandsOverSeldomInABlockThatSignalsMillionsOfTimes) {
  ConsumerFirstPolicy policy;
  constexpr int kMillions = 4'000'000;
  int handed_over = 0;
  for (int i = 0; i < kMillions; ++i) handed_over += policy.AtSignal(threads_[0], false) == Then::kHandOver;
  EXPECT_GT(handed_over, kMillions / 100);
  EXPECT_LT(handed_over, kMillions / 50);
}

TEST_F(Policies, ShuffledTakesEveryThreadAtTimesAndTheSameWithTheSameSeed) {
  ShuffledPolicy policy(7), same(7);
  ParkAllBut({3, 31, 32, 69});
  const std::vector<std::uint32_t> turns = Turns(policy, nullptr, 200);
  EXPECT_EQ(turns, Turns(same, nullptr, 200));
  for (const std::uint32_t thread : {3, 31, 32, 69}) EXPECT_THAT(turns, testing::Contains(thread));
}

TEST_F(Policies, ShuffledLetsOtherBlocksGoFirstNoMoreThanSoManyTimes) {
  ShuffledPolicy policy(1);
  constexpr int kMany = 1 << 18;
  int aside = 0;
  for (int i = 0; i < kMany; ++i) aside += policy.AtSignal(threads_[0], true) == Then::kStepAside;
  EXPECT_EQ(aside, 4096);
}

TEST_F(Policies, NobodyIsNextWhereNobodyCanGoOn) {
  ParkAll();
  for (const session::OrderKind kind : {session::OrderKind::kSerial, session::OrderKind::kLockstep,
                                        session::OrderKind::kConsumerFirst, session::OrderKind::kShuffled}) {
    Policy policy = PolicyOf({kind, 1}, 0);
    EXPECT_EQ(std::visit([&](auto& each) { return each.Next(warps_, nullptr); }, policy), nullptr);
  }
}

TEST_F(Policies, AWarpConvergesWhereNoneOfItsLanesCanGoOn) {
  for (const session::OrderKind kind : {session::OrderKind::kSerial, session::OrderKind::kLockstep,
                                        session::OrderKind::kConsumerFirst, session::OrderKind::kShuffled}) {
    ParkAll();
    warps_.ParkToConverge(threads_[40]);
    Policy policy = PolicyOf({kind, 1}, 0);
    EXPECT_EQ(std::visit([&](auto& each) { return each.Next(warps_, &threads_[50]); }, policy), &threads_[40]);
  }
}

TEST_F(Policies, LockstepTakesALineWithAllLanesOfAWarpBeforeTheNext) {
  LockstepPolicy policy;
  ParkAllBut({0, 1, 40});
  for (const std::uint32_t line : {1, 2}) {
    for (const std::uint32_t thread : {0, 1}) {
      ASSERT_EQ(policy.Next(warps_, &threads_[thread]), &threads_[thread]);
      GoTo(policy, thread, line);
    }
  }
}

TEST_F(Policies, LockstepLetsLanesThatAreBehindCatchUp) {
  LockstepPolicy policy;
  ParkAllBut({0, 1});
  for (const auto& [thread, line] : {std::pair{0u, 9u}, {1u, 3u}}) {
    policy.Next(warps_, &threads_[thread]);
    GoTo(policy, thread, line);
  }
  for (const std::uint32_t line : {4, 5, 9}) {
    ASSERT_EQ(policy.Next(warps_, &threads_[1]), &threads_[1]);
    GoTo(policy, 1, line);
  }
  EXPECT_EQ(policy.Next(warps_, &threads_[1]), &threads_[0]);
}

TEST_F(Policies, LockstepTakesALaneInACallForBehind) {
  LockstepPolicy policy;
  ParkAllBut({0, 1});
  threads_[1].depth = 2;
  GoTo(policy, 0, 1);
  GoTo(policy, 1, 50);
  EXPECT_EQ(policy.Next(warps_, nullptr), &threads_[1]);
}

TEST_F(Policies, LockstepLeavesNoLaneBehindForEver) {
  LockstepPolicy policy;
  ParkAllBut({0, 1});
  GoTo(policy, 0, 9);
  GoTo(policy, 1, 3);
  // Lane 1 spins at its line.
  int rounds = 0;
  for (; policy.Next(warps_, &threads_[1]) == &threads_[1]; ++rounds) {
    ASSERT_LT(rounds, 1000);
    GoTo(policy, 1, 3);
  }
  EXPECT_GE(rounds, 256);
}

TEST_F(Policies, LockstepLeavesTheWarpAfterAYieldAndAfterPollsInVain) {
  LockstepPolicy policy;
  ParkAllBut({0, 40});
  EXPECT_EQ(policy.Next(warps_, &threads_[0]), &threads_[0]);
  policy.AtYield();
  EXPECT_EQ(policy.Next(warps_, &threads_[0]), &threads_[40]);
  for (int i = 0; i < 3; ++i) policy.AtPoll(warps_, threads_[40]);
  EXPECT_EQ(policy.Next(warps_, &threads_[40]), &threads_[0]);
}

TEST_F(Policies, LockstepBringsTheLanesToASignalBeforeOneGivesIt) {
  LockstepPolicy policy;
  ParkAllBut({0, 1, 5, 40});
  const ThreadRun* self = nullptr;
  for (int round = 0; round < 2; ++round)
    for (const std::uint32_t thread : {0, 1, 5}) {
      self = policy.Next(warps_, self);
      ASSERT_EQ(self, &threads_[thread]);
      EXPECT_EQ(policy.AtSignal(threads_[thread], false), Then::kHandOver);
    }
}

TEST_F(Policies, LockstepSaysWhereLinesGoOnForEver) {
  LockstepPolicy policy;
  Then then = Then::kHandOver;
  int lines = 0;
  for (; then == Then::kHandOver && lines < 2 << 20; ++lines) then = policy.AtLine(threads_[0], 1, 1, progress_);
  EXPECT_EQ(then, Then::kStarve);
  EXPECT_GT(lines, 1 << 20);
}

using WarpsTest = Policies;

TEST_F(WarpsTest, LanesThatAskAreToldWhoIsWithThemFurthestBehindFirst) {
  ParkAll();
  for (const std::uint32_t thread : {0, 1, 2}) {
    threads_[thread].wait_detail = 1;
    threads_[thread].path = {.place = thread == 1 ? 5u : 6u, .rounds = thread == 1 ? 1u : 2u};
    warps_.ParkToConverge(threads_[thread]);
  }
  EXPECT_EQ(warps_.ReadyOrConverged(0), 2u);
  EXPECT_EQ(threads_[1].result, 2u);
  EXPECT_EQ(warps_.converging(0), 5u);
}

TEST_F(WarpsTest, LanesThatTheBlockDoesNotHaveHaveLeft) {
  EXPECT_EQ(warps_.exited(2), ~0u << 6);
  warps_.Leave(threads_[64]);
  warps_.MakeAllReady();
  EXPECT_EQ(warps_.ready(2), 0x3eu);
}

TEST(ProgressTest, EventsAndTurnsBeginCountingAnew) {
  Progress progress;
  for (int i = 0; i < 68; ++i) EXPECT_FALSE(progress.Poll(1));
  EXPECT_TRUE(progress.Poll(1));
  progress.NewEvent();
  EXPECT_FALSE(progress.Poll(1));
  progress.NewTurn();
  for (int i = 0; i < 64; ++i) EXPECT_FALSE(progress.Barrier(1));
  EXPECT_TRUE(progress.Barrier(1));
}

TEST_F(Policies, AnotherWarpComesNextWhereOneHasMetVeryOften) {
  SerialPolicy serial;
  ConsumerFirstPolicy consumer_first;
  LockstepPolicy lockstep;
  ParkAllBut({0, 1, 32, 33, 64, 69});
  EXPECT_EQ(serial.NextWarp(warps_, threads_[0]), &threads_[32]);
  EXPECT_EQ(serial.NextWarp(warps_, threads_[64]), &threads_[0]);
  EXPECT_EQ(lockstep.NextWarp(warps_, threads_[33]), &threads_[64]);
  EXPECT_EQ(consumer_first.NextWarp(warps_, threads_[33]), &threads_[1]);
  EXPECT_EQ(consumer_first.NextWarp(warps_, threads_[1]), &threads_[69]);
}

// The number of its barriers after which a block of 256 threads lets others run.
std::uint32_t BarriersOfTurn(Progress progress) {
  std::uint32_t barriers = 1;
  while (!progress.Barrier(256)) ++barriers;
  return barriers;
}

TEST(ProgressTest, BlocksThatMeetOftenSoonLetOthersRun) {
  Progress first, second, later;
  second.OthersHaveMetOften();
  later.NewTurn();
  EXPECT_GT(BarriersOfTurn(first), 8000u);
  EXPECT_LT(BarriersOfTurn(second), 200u);
  EXPECT_LT(BarriersOfTurn(later), BarriersOfTurn(second));
}

TEST_F(Policies, WaitsAreDescribedInGroups) {
  for (std::uint32_t i = 0; i < 70; ++i) {
    threads_[i].index[0] = i;
    threads_[i].waits = i == 5 ? Waits::kWarp : i < 60 ? Waits::kBlockBarrier : Waits::kExited;
  }
  threads_[5].wait_detail = 0xff;
  const std::string text = DescribeWaits({threads_.get(), 70});
  EXPECT_EQ(
      text,
      "59 threads, the first of them (0,0,0), wait at a barrier of the block; thread (5,0,0) waits for other lanes "
      "of its warp (mask 0x000000ff); 10 threads have left the kernel");
}

}  // namespace
}  // namespace lockstep::launch
