// The recording in another order of its steps: switched by mouse and by keys, with what is kept across the switch.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "shared/replay/thread_values.h"
#include "shared/replay/view_as.h"
#include "viz/model/rerun.h"
#include "viz/panels/array_view.h"
#include "viz/panels/bookmarks.h"
#include "viz/panels/order.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

using replay::ViewOrder;

class OrderScreen : public testing::Test {
 protected:
  OrderScreen() {
    auto stage = Stage::Open({.recording = replay::ReduceRecording()}, {});
    EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
    if (stage) stage_ = std::move(*stage);
  }
  Desk& Desk_() { return stage_->screen().desk(); }
  Selection& At() { return stage_->selection(); }
  const replay::Model& Model_() { return *stage_->screen().model(); }
  ViewOrder Shown() {
    const auto& shown = Desk_().Of<OrderView>().shown;
    return shown ? shown->order : ViewOrder::kRecorded;
  }
  const trace::Step LastStep() { return Model_().launch().steps[At().step - 1]; }
  void GoToStep(replay::Position step) {
    At().step = step;
    stage_->Settle();
  }
  void Press(const char* key) {
    stage_->Press(key);
    stage_->Settle();
  }
  // Frames on one stage show what a new window shows that was asked for this order.
  void ExpectNothingStale(const char* after) {
    stage_->Hover({3, 3});
    stage_->Settle();
    const auto used = stage_->Pixels();
    const replay::Cursor here = InRecordedOrder(Desk_(), At());
    const ViewOrder order = Shown();
    const auto fresh = stage_->PixelsOfNewScreen({.recording = replay::ReduceRecording()}, [&](Screen& screen) {
      static_cast<replay::Cursor&>(screen.selection()) = here;
      screen.model()->MoveTo(here);
      screen.desk().Of<OrderView>().wanted = order;
    });
    EXPECT_TRUE(used == fresh) << after;
  }

  std::unique_ptr<Stage> stage_;
};

TEST_F(OrderScreen, KeepsTheMomentOverTheSwitch) {
  GoToStep(230);
  const trace::Step step = LastStep();
  const auto thread = At().thread;
  Press("J");
  ASSERT_EQ(Shown(), ViewOrder::kWarpsInTurn);
  EXPECT_NE(At().step, 230u);
  EXPECT_EQ(LastStep(), step);
  EXPECT_EQ(At().thread, thread);
  ExpectNothingStale("a switch");
  Press("J");
  EXPECT_EQ(Shown(), ViewOrder::kBlocksSideBySide);
  EXPECT_EQ(LastStep(), step);
  Press("J");
  EXPECT_EQ(Shown(), ViewOrder::kRecorded);
  EXPECT_EQ(At().step, 230u);
  ExpectNothingStale("the way back");
}

TEST_F(OrderScreen, KeepsTheTypesThatArraysAreShownAs) {
  const trace::ObjectId object = At().object;
  ASSERT_NE(object, trace::ObjectId::kNone);
  Press("J");
  ASSERT_NE(Shown(), ViewOrder::kRecorded);
  Desk_().Of<ArrayView>().view_as = {object, 0};
  stage_->Settle();
  EXPECT_EQ(replay::ElementOf(Model_(), object), 0u);
  for (int i = 0; i < 2; ++i) {
    Press("J");
    EXPECT_EQ(replay::ElementOf(Model_(), object), 0u) << replay::NameOf(Shown());
  }
  EXPECT_EQ(Shown(), ViewOrder::kRecorded);
  Desk_().Of<ArrayView>().view_as = {object, std::nullopt};
  stage_->Settle();
  Press("J");
  EXPECT_FALSE(replay::ElementOf(Model_(), object));
}

TEST_F(OrderScreen, IsChosenInTheMenuOfTheTimeline) {
  ASSERT_TRUE(Desk_().controls.contains("order"));
  stage_->Click(Desk_().controls.at("order").center());
  stage_->Settle();
  ASSERT_TRUE(Desk_().controls.contains("order: warps in turn"));
  stage_->Click(Desk_().controls.at("order: warps in turn").center());
  stage_->Settle();
  EXPECT_EQ(Shown(), ViewOrder::kWarpsInTurn);
  EXPECT_NE(OrderSays(Desk_()).find("warps in turn"), std::string::npos);
}

TEST_F(OrderScreen, ShowsTheGridOfItsOwnMoments) {
  Press("J");
  for (const char* key : {"Home", "Page Down", "Page Down", "End", "Page Up", "←"}) {
    Press(key);
    ExpectNothingStale(key);
  }
  // Both warps come to a line before either goes on.
  Press("Home");
  for (int i = 0; i < 2; ++i) Press("Page Down");
  const auto counts = replay::CountLines(Model_(), 0, 64);
  ASSERT_FALSE(counts.empty());
  EXPECT_EQ(counts[0].threads, 64u) << "nobody waits for the other warp to come to the barrier";
}

TEST_F(OrderScreen, KeepsBookmarksAndHistoryInTheRecordedOrder) {
  GoToStep(230);
  Press("K");
  Press("Enter");
  const trace::Step step = LastStep();
  Press("J");
  ASSERT_EQ(Desk_().Of<BookmarksView>().all.size(), 1u);
  EXPECT_EQ(Desk_().Of<BookmarksView>().all[0].moment.step, 230u);
  Press("End");
  Press("<");
  EXPECT_EQ(LastStep(), step) << "the bookmark leads to its step in any order";
  // One that is set here is written in the recorded order.
  GoToStep(100);
  const trace::Step here = LastStep();
  Press("K");
  Press("Enter");
  ASSERT_EQ(Desk_().Of<BookmarksView>().all.size(), 2u);
  const auto recorded = Desk_().Of<BookmarksView>().all[1].moment.step;
  EXPECT_EQ(replay::ReduceRecording().launches[0].steps[*recorded - 1], here);
  Press("Alt ←");
  EXPECT_EQ(LastStep(), step);
  Press("J");
  Press("J");
  ASSERT_EQ(Shown(), ViewOrder::kRecorded);
  EXPECT_EQ(At().step, 230u);
  Press("Alt →");
  EXPECT_EQ(At().step, recorded) << "places that were visited in another order";
  EXPECT_EQ(LastStep(), here);
}

TEST_F(OrderScreen, StaysWhenTheProgramRunsAgain) {
  Press("J");
  Press("Home");
  for (int i = 0; i < 3; ++i) Press("→");
  const trace::Step step = LastStep();
  Scene newer{.recording = replay::ReduceRecording()};
  newer.rerun = RerunState{.is_possible = true};
  stage_->screen().Show(std::move(newer));
  stage_->Settle();
  EXPECT_EQ(Shown(), ViewOrder::kWarpsInTurn);
  EXPECT_EQ(LastStep(), step);
}

TEST(OrderOfLargeRecordings, IsRefusedWithAReason) {
  trace::Recording recording = replay::ReduceRecording();
  auto& steps = recording.launches[0].steps;
  trace::Step line;
  for (const trace::Step& step : steps)
    if (step.kind == trace::StepKind::kLine) line = step;
  while (steps.size() <= replay::kMostOrdered) steps.Add(line);
  auto stage = Stage::Open({.recording = std::move(recording), .reading = "40 % read"}, {});
  ASSERT_TRUE(stage);
  Desk& desk = (*stage)->screen().desk();
  (*stage)->Press("J");
  (*stage)->Settle();
  EXPECT_EQ(OrderSays(desk), "As recorded: the recording is still being read.");
  (*stage)->screen().Show({.reading = ""});
  (*stage)->Press("J");
  (*stage)->Settle();
  EXPECT_NE(OrderSays(desk).find("at most 5000000 can be ordered"), std::string::npos) << OrderSays(desk);
  EXPECT_EQ(desk.Of<OrderView>().wanted, ViewOrder::kRecorded);
}

}  // namespace
}  // namespace lockstep::viz
