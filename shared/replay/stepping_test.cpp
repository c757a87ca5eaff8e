#include "shared/replay/stepping.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "shared/replay/thread_state.h"

namespace lockstep::replay {
namespace {

constexpr trace::Dim3 kFirst{0, 0, 0};

Position Go(Model& model, Stride stride, Direction direction) {
  const auto next = NextStop(model, kFirst, kFirst, stride, direction);
  if (next) model.MoveTo(0, *next);
  return model.position();
}

std::uint32_t LineNow(const Model& model, std::uint32_t slot) {
  return LineOf(model, static_cast<ThreadSlot>(slot)).number;
}

TEST(Stepping, AThreadStopsOnEachOfItsLinesAndAtItsEnd) {
  Model model(ReduceRecording());
  std::vector<std::uint32_t> lines;
  while (NextStop(model, kFirst, kFirst, Stride::kThread, Direction::kForward)) {
    Go(model, Stride::kThread, Direction::kForward);
    lines.push_back(LineNow(model, 0));
  }
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{7, 8, 2, 9, 10, 11, 13, 13}));
  EXPECT_EQ(PhaseOf(model, ThreadSlot{0}), ThreadPhase::kExited);
}

TEST(Stepping, AWarpMovesAllItsThreadsByOneLine) {
  Model model(GreyRecording({}));
  Go(model, Stride::kWarp, Direction::kForward);
  for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(LineNow(model, lane), 5u) << lane;
  Go(model, Stride::kWarp, Direction::kForward);
  for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(LineNow(model, lane), 6u) << lane;
  EXPECT_EQ(LineNow(model, 32), 0u) << "the next warp has not started";
}

TEST(Stepping, BackwardVisitsTheSameMoments) {
  for (const Stride stride : {Stride::kStep, Stride::kThread, Stride::kWarp, Stride::kBlock}) {
    Model model(ReduceRecording());
    std::vector<Position> way{0};
    while (NextStop(model, kFirst, kFirst, stride, Direction::kForward)) {
      way.push_back(Go(model, stride, Direction::kForward));
    }
    for (std::size_t i = way.size() - 1; i-- > 0;) {
      EXPECT_EQ(Go(model, stride, Direction::kBackward), way[i]) << static_cast<int>(stride);
    }
    EXPECT_FALSE(NextStop(model, kFirst, kFirst, stride, Direction::kBackward));
  }
}

TEST(Stepping, AThreadThatWasNotRecordedCannotBeFollowed) {
  Model model(GreyRecording({}));
  EXPECT_FALSE(NextStop(model, {9, 0, 0}, kFirst, Stride::kThread, Direction::kForward));
  EXPECT_TRUE(NextStop(model, {9, 0, 0}, kFirst, Stride::kStep, Direction::kForward));
}

TEST(Breakpoints, StopTheChosenThreadFirst) {
  Model model(ReduceRecording());
  const auto hit = NextHit(model, {Line{trace::FileId{0}, 10}}, ThreadSlot{40}, Direction::kForward);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->thread, ThreadSlot{40});
  model.MoveTo(0, hit->position);
  EXPECT_EQ(LineNow(model, 40), 10u);
}

TEST(Breakpoints, StopAnotherThreadIfTheChosenOneNeverArrives) {
  Model model(ReduceRecording());
  const auto hit = NextHit(model, {Line{trace::FileId{0}, 11}}, ThreadSlot{40}, Direction::kForward);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->thread, ThreadSlot{0});
}

TEST(Breakpoints, WorkBackwardsToo) {
  Model model(ReduceRecording());
  model.MoveTo(0, model.end());
  const auto hit = NextHit(model, {Line{trace::FileId{0}, 8}}, ThreadSlot{3}, Direction::kBackward);
  ASSERT_TRUE(hit);
  model.MoveTo(0, hit->position);
  EXPECT_EQ(LineNow(model, 3), 8u);
  EXPECT_FALSE(NextHit(model, {}, ThreadSlot{3}, Direction::kForward));
}

}  // namespace
}  // namespace lockstep::replay
