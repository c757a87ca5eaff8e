#include "viz/model/breakpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "shared/replay/testing/recording_builder.h"
#include "viz/model/hit_finder.h"

namespace lockstep::viz {
namespace {

using replay::Direction;
using replay::ThreadSlot;

constexpr trace::FileId kFile{0};

TEST(Breakpoints, OfALineAreSwitchedByItsMargin) {
  Breakpoints all;
  all.Toggle({kFile, 8});
  ASSERT_TRUE(all.At({kFile, 8}));
  EXPECT_EQ(all.At({kFile, 8})->text(), "line 8");
  EXPECT_FALSE(all.At({trace::FileId{1}, 8}));
  EXPECT_FALSE(all.At({kFile, 9}));
  ASSERT_TRUE(all.Change(all.all()[0].id, "line 8 where t == 1"));
  all.Toggle({kFile, 8});
  EXPECT_TRUE(all.empty()) << "with its condition";
}

TEST(Breakpoints, KeepTheirTextIfTheNewOneIsWrong) {
  Breakpoints all;
  const int id = *all.Add("line 8", kFile);
  const auto wrong = all.Change(id, "line 8 where");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().at, 12u);
  EXPECT_EQ(all.Find(id)->text(), "line 8");
  EXPECT_EQ(all.Add("line 8", kFile), id) << "there is one already";
  EXPECT_EQ(all.all().size(), 1u);
}

TEST(Breakpoints, AreBounded) {
  Breakpoints all;
  for (int i = 1; i <= 1000; ++i) (void)all.Add("line " + std::to_string(i), kFile);
  EXPECT_EQ(all.all().size(), 200u);
  EXPECT_FALSE(all.Add("faults", kFile));
}

class Hitting : public testing::Test {
 protected:
  void Find() {
    model_.MoveTo(0, model_.position());
    for (int i = 0; i < 10'000; ++i) {
      finder_.Follow(model_, breakpoints_);
      if (!finder_.is_running()) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    FAIL() << "it never ends";
  }
  std::optional<replay::StepIndex> Next(Direction direction, std::uint32_t thread) {
    return NextStop(model_, breakpoints_, finder_, ThreadSlot{thread}, direction);
  }
  std::uint32_t ThreadOf(replay::StepIndex step) { return model_.launch().steps[step].thread; }

  replay::Model model_{replay::ReduceRecording()};
  Breakpoints breakpoints_;
  HitFinder finder_;
};

TEST_F(Hitting, GoesBackOverTheSameMomentsAsForth) {
  ASSERT_TRUE(breakpoints_.Add("writes to tile where lane == 3", kFile));
  model_.MoveTo(0, 0);
  Find();
  std::vector<replay::StepIndex> forth, back;
  while (const auto next = Next(Direction::kForward, 0)) forth.push_back(*next), model_.MoveTo(0, *next + 1);
  EXPECT_EQ(forth.size(), 3u);
  model_.MoveTo(0, model_.end());
  while (const auto next = Next(Direction::kBackward, 0)) back.push_back(*next), model_.MoveTo(0, *next + 1);
  std::ranges::reverse(back);
  EXPECT_EQ(forth, back);
}

TEST_F(Hitting, AtALineStaysWithTheThreadIfItComesThere) {
  breakpoints_.Toggle({kFile, 10});
  breakpoints_.Toggle({kFile, 11});
  model_.MoveTo(0, 0);
  Find();
  const auto first = Next(Direction::kForward, 40);
  ASSERT_TRUE(first);
  EXPECT_EQ(ThreadOf(*first), 40u);
  model_.MoveTo(0, *first + 1);
  const auto other = Next(Direction::kForward, 40);
  ASSERT_TRUE(other);
  EXPECT_NE(ThreadOf(*other), 40u) << "thread 40 does not come to line 11";
}

TEST_F(Hitting, OfACellIsByAnyThread) {
  ASSERT_TRUE(breakpoints_.Add("writes to tile[3]", kFile));
  model_.MoveTo(0, 0);
  Find();
  EXPECT_EQ(ThreadOf(*Next(Direction::kForward, 40)), 3u);
}

TEST_F(Hitting, PassesOverThoseThatAreOffAndThoseThatLog) {
  const int id = *breakpoints_.Add("line 10", kFile);
  ASSERT_TRUE(breakpoints_.Add("line 8 print t", kFile));
  breakpoints_.Switch(id);
  model_.MoveTo(0, 0);
  Find();
  EXPECT_FALSE(Next(Direction::kForward, 0));
  EXPECT_EQ(finder_.Of(breakpoints_.all()[1].id)->log.size(), 64u);
  breakpoints_.Switch(id);
  EXPECT_TRUE(Next(Direction::kForward, 0));
}

TEST_F(Hitting, SearchesAgainForAChangedText) {
  const int id = *breakpoints_.Add("line 8", kFile);
  model_.MoveTo(0, 0);
  Find();
  EXPECT_EQ(finder_.Of(id)->hits.steps.size(), 64u);
  const auto version = finder_.version();
  ASSERT_TRUE(breakpoints_.Change(id, "line 8 where t < 4"));
  Find();
  EXPECT_EQ(finder_.Of(id)->hits.steps.size(), 4u);
  EXPECT_NE(finder_.version(), version);
  breakpoints_.Remove(id);
  Find();
  EXPECT_FALSE(finder_.Of(id));
}

TEST_F(Hitting, SaysWhyThereAreNone) {
  const int nobody = *breakpoints_.Add("writes to nobody", kFile),
            unknown = *breakpoints_.Add("line 7 where t == 1", kFile);
  model_.MoveTo(0, 0);
  Find();
  EXPECT_NE(finder_.Of(nobody)->problem.find("nobody"), std::string::npos);
  EXPECT_NE(finder_.Of(unknown)->problem.find("has no value"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::viz
