// The window by keys alone: a ring shows what Enter presses, and everything that can be clicked can be reached.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "shared/replay/stepping.h"
#include "shared/replay/testing/recording_builder.h"
#include "viz/panels/focus.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/query_view.h"
#include "viz/panels/source_view.h"
#include "viz/panels/timeline.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

class FocusScreen : public testing::Test {
 protected:
  FocusScreen() {
    auto stage = Stage::Open({.recording = replay::ReduceRecording()}, {});
    EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
    if (stage) stage_ = std::move(*stage);
  }
  Desk& Desk_() { return stage_->screen().desk(); }
  FocusView& Focus() { return Desk_().focus; }
  Selection& At() { return stage_->selection(); }
  Area Ring() {
    const auto found = std::ranges::find(Focus().targets, Focus().at, &FocusView::Target::id);
    return found == Focus().targets.end() ? Area{} : found->area;
  }
  // One frame, which is enough for the focus.
  void Key(std::string_view key) {
    stage_->screen().Press(key);
    stage_->DrawOnce();
  }
  void TabTo(ImVec2 place) {
    for (int i = 0; i < 40; ++i) {
      Key("Tab");
      const ImGuiID group = GroupOf(Focus().at);
      for (const auto& target : Focus().targets)
        if (target.group == group && target.area.Contains(place)) return;
    }
    ADD_FAILURE() << "Tab does not come there";
  }
  void TabTo(const char* control) { TabTo(Desk_().controls.at(control).center()); }
  ImGuiID GroupOf(ImGuiID id) {
    const auto found = std::ranges::find(Focus().targets, id, &FocusView::Target::id);
    return found == Focus().targets.end() ? 0 : found->group;
  }

  std::unique_ptr<Stage> stage_;
};

bool IsSeen(const FocusView::Target& target) { return target.clip.Contains(target.area.center()); }

TEST_F(FocusScreen, TabAndArrowsReachEverythingThatCanBeClicked) {
  stage_->Press("S");
  stage_->Press("F9");
  stage_->screen().Ask("writes to tile");
  stage_->Settle();
  std::set<ImGuiID> reached;
  for (stage_->Press("Tab"); !reached.contains(Focus().at); stage_->screen().Press("Tab")) {
    const ImGuiID entry = Focus().at;
    std::vector<ImGuiID> open = {entry};
    while (!open.empty()) {
      const ImGuiID here = open.back();
      open.pop_back();
      const auto target = std::ranges::find(Focus().targets, here, &FocusView::Target::id);
      ASSERT_NE(target, Focus().targets.end());
      if (!reached.insert(here).second || target->takes_arrows) continue;
      for (const char* arrow : {"→", "←", "↑", "↓"}) {
        Focus().at = here;
        stage_->screen().Press(arrow);
        open.push_back(Focus().at);
      }
    }
    Focus().at = entry;
  }
  for (const auto& target : Focus().targets)
    if (IsSeen(target))
      EXPECT_TRUE(reached.contains(target.id)) << "at " << target.area.center().x << ", " << target.area.center().y;
  for (const auto& [name, area] : Desk_().controls)
    EXPECT_TRUE(std::ranges::any_of(Focus().targets, [&](const auto& t) { return t.area.Contains(area.center()); }))
        << name;
}

TEST_F(FocusScreen, EnterPressesWhatHasTheRing) {
  TabTo("headline");
  stage_->Press("Enter");
  EXPECT_TRUE(Desk_().Of<QueryView>().is_open);
  stage_->Press("Esc");
  EXPECT_TRUE(Focus().is_shown) << "the field is closed, the ring stays";
  TabTo("stride");
  for (int i = 0; i < 12 && Desk_().Of<TimelineView>().stride != replay::Stride::kBlock; ++i)
    Key("→"), stage_->Press("Enter");
  EXPECT_EQ(Desk_().Of<TimelineView>().stride, replay::Stride::kBlock);
  stage_->Press("Esc");
  EXPECT_FALSE(Focus().is_shown);
  const auto before = At().step;
  stage_->Press("←");
  EXPECT_NE(At().step, before) << "the arrows are those of time again";
}

TEST_F(FocusScreen, ArrowsMoveWithinTheGridsOfThreadsAndCells) {
  const trace::Dim3 thread = At().thread;
  const Area thread_area = *Desk_().anchors.thread;
  for (int i = 0; i < 40 && !(Focus().is_shown && Ring().Contains(thread_area.center())); ++i) Key("Tab");
  EXPECT_GE(Ring().width(), thread_area.width());
  stage_->Press("→");
  EXPECT_EQ(At().thread.x, thread.x + 1);
  stage_->Press("←"), stage_->Press("←"), stage_->Press("→");
  EXPECT_EQ(At().thread.x, thread.x);
}

TEST_F(FocusScreen, AMenuIsOpenedAndChosenFromByKeys) {
  stage_->Press("C"), stage_->Press("C");
  ASSERT_EQ(Desk_().Of<GridView>().by, ColourBy::kValue);
  const std::string before = Desk_().Of<GridView>().variable;
  const ImVec2 menu = Desk_().controls.at("variable").center();
  TabTo("variable");
  for (int i = 0; i < 10 && !Ring().Contains(menu); ++i) Key("→");
  ASSERT_TRUE(Ring().Contains(menu));
  stage_->Press("Enter");
  ASSERT_TRUE(IsMenuOpen());
  stage_->Press("↓");
  stage_->Press("Enter");
  EXPECT_FALSE(IsMenuOpen());
  EXPECT_NE(Desk_().Of<GridView>().variable, before);
  EXPECT_TRUE(Ring().Contains(menu)) << "the ring is back at the menu";
  stage_->Press("Enter");
  ASSERT_TRUE(IsMenuOpen());
  stage_->Press("Esc");
  EXPECT_FALSE(IsMenuOpen());
  EXPECT_TRUE(Focus().is_shown);
}

TEST_F(FocusScreen, AThreadThatHasNotStartedOrHasEndedLeadsToItsOwnTime) {
  stage_->Press("Home");
  ASSERT_TRUE(Desk_().controls.contains("own time"));
  stage_->Click(Desk_().controls.at("own time").center());
  EXPECT_GT(At().step, 0u);
  EXPECT_FALSE(Desk_().controls.contains("own time"));
  stage_->Press("End");
  stage_->Press("G");
  EXPECT_LT(At().step, stage_->screen().model()->end());
  EXPECT_FALSE(Desk_().controls.contains("own time"));
  const auto there = At().step;
  stage_->Press("G");
  EXPECT_EQ(At().step, there);
}

TEST_F(FocusScreen, LinesAreWalkedAndChosen) {
  stage_->Press("Home");
  const ImVec2 line = Desk_().Of<SourceView>().margins.at(9).center();
  TabTo(line);
  for (int i = 0; i < 40 && Ring().center().y < line.y - 2; ++i) Key("↓");
  for (int i = 0; i < 40 && Ring().center().y > line.y + 2; ++i) Key("↑");
  stage_->Press("Enter");
  EXPECT_EQ(At().line.number, 9u);
  stage_->Press("F9");
  EXPECT_EQ(At().breakpoints.all().size(), 1u);
}

TEST_F(FocusScreen, TheRingIsSeenUntilTheMouseIsUsed) {
  const auto luminance = [](ImU32 color) {
    const auto part = [&](int shift) {
      const double share = (color >> shift & 255) / 255.0;
      return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(0) + 0.7152 * part(8) + 0.0722 * part(16);
  };
  for (const char* key : {"T", "T"}) {
    const double a = luminance(Desk_().color().chosen), b = luminance(Desk_().color().panel);
    EXPECT_GE((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05), 3);
    const auto without = stage_->Count(Desk_().color().chosen);
    stage_->Press("Tab");
    EXPECT_GT(stage_->Count(Desk_().color().chosen), without + 40);
    stage_->Click({2, 2});
    EXPECT_FALSE(Focus().is_shown);
    stage_->Hover({-1e6f, -1e6f});
    EXPECT_EQ(stage_->Count(Desk_().color().chosen), without);
    stage_->Press(key);
  }
}

}  // namespace
}  // namespace lockstep::viz
