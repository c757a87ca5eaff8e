// Threads that stay beside the chosen one, by keys and clicks.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/model/thread_layout.h"
#include "viz/panels/threads_beside.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

class ThreadsBesideScreen : public testing::Test {
 protected:
  ThreadsBesideScreen() {
    auto stage = Stage::Open({.recording = replay::ReduceRecording()}, {});
    EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
    if (stage) stage_ = std::move(*stage);
  }
  Desk& Desk_() { return stage_->screen().desk(); }
  Selection& At() { return stage_->selection(); }
  std::vector<ThreadBeside> Beside() { return ThreadsBeside(*stage_->screen().model(), At(), Desk_()); }
  ThreadPlace Chosen() { return {At().block, At().thread}; }

  std::unique_ptr<Stage> stage_;
};

TEST_F(ThreadsBesideScreen, StayWhileAnotherThreadIsChosen) {
  const ThreadPlace first = Chosen();
  stage_->Press("Q");
  EXPECT_TRUE(Beside().empty()) << "the chosen thread is A, and not beside itself";
  stage_->Press("]");
  ASSERT_EQ(Beside().size(), 1u);
  EXPECT_EQ(Beside()[0].letter, 'B');
  EXPECT_EQ(Beside()[0].place, first);
  const ThreadPlace second = Chosen();
  stage_->Press("Q");
  stage_->Press("]");
  ASSERT_EQ(Beside().size(), 2u);
  EXPECT_EQ(Beside()[1].letter, 'C');
  EXPECT_EQ(Beside()[1].place, second);
}

TEST_F(ThreadsBesideScreen, ChangePlacesWithTheChosenOneByAClickOnTheirHead) {
  const ThreadPlace first = Chosen();
  stage_->Press("Q");
  stage_->Press("]");
  const ThreadPlace second = Chosen();
  stage_->Settle();
  stage_->Click(Desk_().controls.at("thread B").center());
  EXPECT_EQ(Chosen(), first);
  ASSERT_EQ(Beside().size(), 1u);
  EXPECT_EQ(Beside()[0].place, second);
}

TEST_F(ThreadsBesideScreen, AreKeptAndReleasedByClicksWithShift) {
  const ThreadPlace first = Chosen();
  stage_->Press("]");
  stage_->Settle();
  ASSERT_TRUE(Desk_().anchors.thread);
  const ImVec2 second = Desk_().anchors.thread->center();
  stage_->Press("[");
  EXPECT_EQ(Chosen(), first);
  stage_->HoldShift(true);
  stage_->Click(second);
  EXPECT_EQ(Chosen(), first) << "the chosen thread stays";
  EXPECT_EQ(Beside().size(), 1u);
  stage_->Click(second);
  EXPECT_TRUE(Beside().empty());
  stage_->HoldShift(false);
}

TEST_F(ThreadsBesideScreen, ShowWhatIsKnownOfThemInEveryFunction) {
  stage_->Press("Q");
  stage_->Press("]");
  stage_->screen().Ask("first steps where line == 2 and kind == line");
  stage_->Settle();
  EXPECT_FALSE(Beside().empty());
  EXPECT_TRUE(Desk_().controls.contains("thread B"));
  stage_->Press("Home");
  EXPECT_TRUE(Desk_().controls.contains("thread B"));
}

TEST_F(ThreadsBesideScreen, ArePassedOverInALaunchWithoutThem) {
  Desk_().Of<KeptThreads>().all = {ThreadPlace{{100, 0, 0}, {0, 0, 0}}, ThreadPlace{{0, 0, 0}, {5000, 0, 0}}};
  stage_->Settle();
  EXPECT_TRUE(Beside().empty());
}

}  // namespace
}  // namespace lockstep::viz
