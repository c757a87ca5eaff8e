// Breakpoints in the window: set by the mouse in the source's margin, typed with conditions, walked by F5.

#include <gtest/gtest.h>

#include "shared/replay/stepping.h"
#include "shared/replay/testing/recording_builder.h"
#include "viz/app/keys.h"
#include "viz/panels/prints.h"
#include "viz/panels/source_view.h"
#include "viz/panels/stops.h"
#include "viz/panels/tabs.h"
#include "viz/panels/timeline.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

class StopsScreen : public testing::Test {
 protected:
  StopsScreen() {
    auto stage = Stage::Open({.recording = replay::ReduceRecording()}, {});
    EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
    if (stage) stage_ = std::move(*stage);
  }
  void Type(std::string_view letters) {
    for (const char letter : letters)
      stage_->screen().Press(letter == ' ' ? "Space" : *KeyOfLetter(static_cast<unsigned char>(letter)));
    stage_->DrawOnce();
  }
  // A new breakpoint by the row for it.
  void Add(std::string_view text) {
    if (At().breakpoints.empty() || !IsInView(Desk_(), kStops)) stage_->Press("S");
    stage_->Click(View().rows.at(0).center());
    Type(text);
    stage_->Press("Enter");
  }
  Desk& Desk_() { return stage_->screen().desk(); }
  StopsView& View() { return Desk_().Of<StopsView>(); }
  Selection& At() { return stage_->selection(); }

  std::unique_ptr<Stage> stage_;
};

TEST_F(StopsScreen, AClickInTheMarginSetsOneAndF5RunsToIt) {
  stage_->Press("Home");
  stage_->Click(Desk_().Of<SourceView>().margins.at(10).center());
  ASSERT_EQ(At().breakpoints.all().size(), 1u);
  EXPECT_EQ(At().breakpoints.all()[0].text(), "line 10");
  const trace::Dim3 thread = At().thread;
  stage_->Press("F5");
  EXPECT_EQ(At().line.number, 10u);
  EXPECT_EQ(At().thread, thread);
  const auto there = At().step;
  stage_->Press("F5");
  EXPECT_GT(At().step, there) << "another thread comes there";
  stage_->Press("Shift F5");
  stage_->Press("Shift F5");
  stage_->Press("Shift F5");
  EXPECT_LT(At().step, there);
  stage_->Click(Desk_().Of<SourceView>().margins.at(10).center());
  EXPECT_TRUE(At().breakpoints.empty());
}

TEST_F(StopsScreen, AConditionIsTypedAndItsHitsAreWalkedBothWays) {
  stage_->Press("Home");
  Add("line 11 where t == 3 or t == 5");
  ASSERT_EQ(At().breakpoints.all().size(), 1u) << View().problem;
  stage_->Press("F5"), stage_->Press("F5");
  EXPECT_EQ(At().thread.x, 5u);
  stage_->Press("Shift F5");
  EXPECT_EQ(At().thread.x, 3u);
  EXPECT_EQ(At().line.number, 11u);
  stage_->Press("F5"), stage_->Press("F5");
  EXPECT_EQ(At().step, stage_->screen().model()->end()) << "there is no third";
}

TEST_F(StopsScreen, TwoKeysAtOnceAreTwoHits) {
  stage_->Press("Home");
  Add("line 11 where t == 3 or t == 5");
  stage_->screen().Press("F5"), stage_->screen().Press("F5");
  stage_->Settle();
  EXPECT_EQ(At().thread.x, 5u);
}

TEST_F(StopsScreen, AnErrorHasItsPlaceAndTheTextStays) {
  Add("line 11 where t ==");
  EXPECT_TRUE(At().breakpoints.empty());
  EXPECT_EQ(View().problem_at, 18u);
  EXPECT_FALSE(View().problem.empty());
  Type(" 3");
  EXPECT_TRUE(View().problem.empty());
  stage_->Press("Enter");
  EXPECT_EQ(At().breakpoints.all().size(), 1u);
  stage_->Click(View().rows.at(1).center());
  EXPECT_EQ(View().field.buffer().Line(0), "line 11 where t == 3");
  stage_->Press("Esc");
  EXPECT_FALSE(View().editing);
  EXPECT_EQ(At().breakpoints.all().size(), 1u);
}

TEST_F(StopsScreen, StopWhenACellIsWritten) {
  stage_->Press("Home");
  stage_->screen().Ask("first write to tile[3]");
  stage_->Settle();
  stage_->Press("Home");
  stage_->Press("D");
  ASSERT_EQ(At().breakpoints.all().size(), 1u);
  EXPECT_EQ(At().breakpoints.all()[0].text(), "writes to tile[3]");
  stage_->Press("F5"), stage_->Press("F5");
  EXPECT_EQ(At().thread.x, 3u);
  EXPECT_EQ(At().line.number, 11u);
  EXPECT_EQ(At().cell->index, 3u);
  stage_->Press("D");
  EXPECT_TRUE(At().breakpoints.empty());
}

TEST_F(StopsScreen, WordsAreCompletedAndTheCellIsMarked) {
  stage_->Press("S");
  stage_->Click(View().rows.at(0).center());
  Type("wr");
  ASSERT_FALSE(View().words.completion.words.empty());
  EXPECT_EQ(View().words.completion.words[0].word, "writes to");
  for (const auto& word : View().words.completion.words) EXPECT_NE(word.word, "why") << "it is no breakpoint";
  stage_->Press("Tab");
  Type(" ti");
  stage_->DrawOnce();
  ASSERT_TRUE(View().words.areas.contains(0));
  stage_->Click(View().words.areas.at(0).center());
  EXPECT_EQ(View().field.buffer().Line(0), "writes to tile");
  Type("[3]");
  stage_->Press("Enter");
  ASSERT_EQ(At().breakpoints.all().size(), 1u) << View().problem;
  stage_->screen().Ask("first write to tile[5]");
  stage_->Settle();
  stage_->Press("S");
  const auto marked = stage_->Count(Desk_().color().fault);
  At().breakpoints.Switch(At().breakpoints.all()[0].id);
  stage_->Settle();
  EXPECT_LT(stage_->Count(Desk_().color().fault), marked) << "the mark on tile[3] is gone";
}

TEST_F(StopsScreen, PlayingStopsAtAHit) {
  stage_->Press("Home");
  Add("line 9 where t == 5");
  Desk_().Of<TimelineView>().stride = replay::Stride::kThread;
  const auto find = [&] {
    stage_->Press("F5");
    return At().step;
  };
  const auto hit = find();
  stage_->Press("Home");
  stage_->Press("Space");
  for (int i = 0; i < 2000 && At().playing; ++i) stage_->DrawOnce();
  EXPECT_EQ(At().step, hit);
}

TEST_F(StopsScreen, PlayingBackwardsStopsAtAHitAndAtTheStart) {
  Add("line 9 where t == 5");
  Desk_().Of<TimelineView>().stride = replay::Stride::kThread;
  stage_->Press("Home");
  stage_->Press("F5");
  const auto hit = At().step;
  stage_->Press("End");
  for (int i = 0; i < 9; ++i) stage_->Press("+");
  const auto play = [&] {
    stage_->Press("Shift Space");
    for (int i = 0; i < 4000 && At().playing; ++i) stage_->DrawOnce();
  };
  play();
  EXPECT_EQ(At().step, hit);
  play();
  EXPECT_LT(At().step, hit);
  EXPECT_FALSE(At().playing);
}

TEST_F(StopsScreen, PlaysFasterAndSlower) {
  const auto frames = [&] {
    stage_->Press("Home");
    stage_->Press("Space");
    int drawn = 0;
    for (const auto from = At().step; At().step == from && drawn < 1000; ++drawn) stage_->DrawOnce();
    stage_->Press("Space");
    return drawn;
  };
  Desk_().Of<TimelineView>().stride = replay::Stride::kThread;
  const int usual = frames();
  stage_->Press("-");
  EXPECT_GT(frames(), usual);
  for (int i = 0; i < 9; ++i) stage_->Press("+");
  EXPECT_LT(frames(), usual);
}

TEST_F(StopsScreen, ALogPointPrintsAmongTheOutput) {
  Add("line 11 where t < 2 print t, tile[t]");
  stage_->Press("I");
  const auto& lines = Desk_().Of<PrintsView>().prints;
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1].text, "t = 1   tile[t] = 2");
  EXPECT_TRUE(lines[1].is_log);
  stage_->Click(Desk_().controls.at("print 1").center());
  EXPECT_EQ(At().thread.x, 1u);
  EXPECT_EQ(At().step, lines[1].step + 1);
}

TEST_F(StopsScreen, ButtonsSwitchAndRemoveThem) {
  Add("line 9");
  Add("line 10");
  stage_->Press("Home");
  stage_->Click(Desk_().controls.at("stop 1 switch").center());
  EXPECT_FALSE(At().breakpoints.all()[0].is_on);
  stage_->Click(Desk_().controls.at("next hit").center());
  EXPECT_EQ(At().line.number, 10u);
  stage_->Click(Desk_().controls.at("stop 2 remove").center());
  EXPECT_EQ(At().breakpoints.all().size(), 1u);
}

TEST_F(StopsScreen, ShowsTheSameAsIfJustOpened) {
  Add("line 10 where t == 3");
  Add("line 9 print t");
  for (const char* key : {"Home", "F5", "T", "F5", "Shift F5"}) stage_->Press(key);
  const auto used = stage_->Pixels();
  const auto fresh = stage_->PixelsOfNewScreen({.recording = replay::ReduceRecording()}, [&](Screen& screen) {
    screen.selection() = At();
    BringIntoView(screen.desk(), kStops);
  });
  EXPECT_EQ(used, fresh);
}

}  // namespace
}  // namespace lockstep::viz
