#include "sim/inspect/rounds.h"

#include <gtest/gtest.h>

#include <array>

#include "sim/hooks/check.h"

namespace lockstep::inspect {
namespace {

constexpr std::uint64_t kKnown = LOCKSTEP_ROUND_KNOWN | 1;  // with one value

// One thread in a loop that has one value.
class Loop {
 public:
  explicit Loop(std::uint64_t how = kKnown, std::uint64_t most = 0) : how_(how), most_(most) {
    thread_.rounds_left = FirstRounds(most);
  }
  // The iteration that ends with this value.
  Rounds Goes(std::uint64_t value) {
    ++rounds_;
    if (--thread_.rounds_left > 0) return Rounds::kGoOn;
    state_[LOCKSTEP_ROUND_VALUES] = value;
    return watch_.Look(thread_, state_.data(), how_, most_);
  }
  void ReturnsAndIsCalledAgain() { state_[0] = 0; }
  std::uint64_t rounds() const { return rounds_; }

 private:
  RoundWatch watch_;
  launch::ThreadRun thread_;
  std::array<std::uint64_t, LOCKSTEP_ROUND_VALUES + 2> state_{};
  std::uint64_t how_, most_, rounds_ = 0;
};

// The verdict, and how many iterations it took.
template <class ValueOf>
Rounds VerdictOf(Loop& loop, std::uint64_t iterations, ValueOf value_of) {
  for (std::uint64_t i = 0; i < iterations; ++i)
    if (const Rounds verdict = loop.Goes(value_of(i)); verdict != Rounds::kGoOn) return verdict;
  return Rounds::kGoOn;
}

TEST(RoundWatch, AStateThatComesAgainNeverEnds) {
  Loop loop;
  EXPECT_EQ(VerdictOf(loop, 5000, [](std::uint64_t) { return 7; }), Rounds::kRepeat);
}

TEST(RoundWatch, FindsLongPeriods) {
  Loop loop;
  EXPECT_EQ(VerdictOf(loop, 1 << 22, [](std::uint64_t i) { return i % 777; }), Rounds::kRepeat);
}

TEST(RoundWatch, ALoopThatCountsGoesOn) {
  Loop loop;
  EXPECT_EQ(VerdictOf(loop, 1 << 22, [](std::uint64_t i) { return i; }), Rounds::kGoOn);
}

TEST(RoundWatch, AnotherCallOfTheFunctionIsNoRepetition) {
  Loop loop;
  EXPECT_EQ(VerdictOf(loop, 1 << 20,
                      [&](std::uint64_t i) {
                        if (i % 3 == 0) loop.ReturnsAndIsCalledAgain();
                        return i % 3;
                      }),
            Rounds::kGoOn);
}

TEST(RoundWatch, ValuesThatDoNotDecideProveNothing) {
  Loop loop(1);
  EXPECT_EQ(VerdictOf(loop, 1 << 20, [](std::uint64_t) { return 7; }), Rounds::kGoOn);
}

TEST(RoundWatch, WhatIsReadAgainMayStillBeWrittenByOthers) {
  Loop loop(kKnown | LOCKSTEP_ROUND_READS);
  EXPECT_EQ(VerdictOf(loop, 5000, [](std::uint64_t) { return 7; }), Rounds::kGoOn);
}

TEST(RoundWatch, ALoopThatNothingLeavesIsEndlessAtOnce) {
  Loop loop(LOCKSTEP_ROUND_STAYS);
  EXPECT_EQ(VerdictOf(loop, 5000, [](std::uint64_t i) { return i; }), Rounds::kStay);
}

TEST(RoundWatch, AThreadHasAsManyIterationsAsAreAskedFor) {
  for (const std::uint64_t most : {1u, 100u, 4096u, 100000u}) {
    Loop loop(kKnown, most);
    EXPECT_EQ(VerdictOf(loop, 1 << 20, [](std::uint64_t i) { return i; }), Rounds::kTooMany);
    EXPECT_EQ(loop.rounds(), most);
  }
}

}  // namespace
}  // namespace lockstep::inspect
