// Watched expressions, bookmarks, and the buttons of the chosen cell.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "shared/replay/testing/recording_builder.h"
#include "viz/app/keys.h"
#include "viz/panels/bookmarks.h"
#include "viz/panels/query_view.h"
#include "viz/panels/system_clipboard.h"
#include "viz/panels/tabs.h"
#include "viz/panels/watches.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

class WatchScreen : public testing::Test {
 protected:
  WatchScreen() {
    auto stage = Stage::Open({.recording = replay::ReduceRecording()}, {});
    EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
    if (stage) stage_ = std::move(*stage);
  }
  void Type(std::string_view letters) {
    for (const char letter : letters)
      stage_->screen().Press(letter == ' ' ? "Space" : *KeyOfLetter(static_cast<unsigned char>(letter)));
    stage_->DrawOnce();
  }
  void AddWatch(std::string_view text) {
    stage_->screen().Press("=");
    Type(text);
    stage_->Press("Enter");
  }
  void GoTo(std::string_view place) {
    stage_->screen().Ask(place);
    stage_->Settle();
  }
  WatchesView& Watches() { return stage_->screen().desk().Of<WatchesView>(); }
  BookmarksView& Bookmarks() { return stage_->screen().desk().Of<BookmarksView>(); }
  Desk& Desk_() { return stage_->screen().desk(); }
  Selection& At() { return stage_->selection(); }

  std::unique_ptr<Stage> stage_;
};

TEST_F(WatchScreen, WatchesAnExpressionForThreadWarpAndBlock) {
  GoTo("first steps where line == 13 and lane == 3 and kind == line");
  AddWatch("tile[t] + 1");
  ASSERT_EQ(Watches().expressions.size(), 1u);
  const WatchValue& value = Watches().values.at("tile[t] + 1");
  EXPECT_EQ(value.text, "45");
  EXPECT_TRUE(Watches().histories.at("tile[t] + 1").any);
  stage_->Press("Home");
  EXPECT_TRUE(Watches().values.at("tile[t] + 1").text.empty());
}

TEST_F(WatchScreen, ComesToRestWhenTheWatchesAreHidden) {
  stage_->screen().Press("=");
  Type("tile[t] + 1");
  stage_->screen().Press("Enter");
  for (int i = 0; i < 10 && !stage_->screen().is_asking(); ++i) stage_->DrawOnce();
  ASSERT_TRUE(stage_->screen().is_asking());
  BringIntoView(Desk_(), kBookmarks);
  stage_->Settle();
  EXPECT_TRUE(Watches().histories.at("tile[t] + 1").any);
}

TEST_F(WatchScreen, CompletesNamesOfTheProgram) {
  stage_->screen().Press("=");
  Type("t + til");
  ASSERT_FALSE(Watches().words.completion.words.empty());
  EXPECT_EQ(Watches().words.completion.words[0].word, "tile");
  stage_->Press("Tab");
  EXPECT_EQ(Watches().field.buffer().Line(0), "t + tile");
  Type(" w");
  EXPECT_TRUE(Watches().words.completion.words.empty()) << "no clause follows a value";
  stage_->Press("Esc");
  EXPECT_TRUE(Watches().expressions.empty());
}

TEST_F(WatchScreen, AreSetAgainInTheNextWindow) {
  AddWatch("t + 1");
  stage_->Press("F9");
  const KeptStops kept = StopsOf(stage_->screen());
  EXPECT_EQ(kept.watches, std::vector<std::string>{"t + 1"});
  ASSERT_EQ(kept.breakpoints.size(), 1u);
  const auto used = stage_->Pixels();
  const auto fresh = stage_->PixelsOfNewScreen({.recording = replay::ReduceRecording()},
                                               [&](Screen& screen) { Restore(screen, KeptStopsFrom(ToJson(kept))); });
  EXPECT_EQ(used, fresh);
}

TEST_F(WatchScreen, PlacesAreVisitedAgainInTheNextWindow) {
  GoTo("first write to tile[3]");
  const auto first = At().step;
  GoTo("last write to tile[3]");
  const auto last = At().step;
  const KeptStops kept = StopsOf(stage_->screen(), true);
  ASSERT_GE(kept.places.size(), 2u);
  std::vector<replay::Position> back;
  stage_->PixelsOfNewScreen({.recording = replay::ReduceRecording()}, [&](Screen& screen) {
    Restore(screen, KeptStopsFrom(ToJson(kept)));
    screen.selection().step = 7;
    screen.Press("Alt ←");
    back.push_back(screen.selection().step);
    screen.Press("Alt ←");
    back.push_back(screen.selection().step);
  });
  EXPECT_EQ(back, (std::vector<replay::Position>{last, first}));
}

TEST_F(WatchScreen, AClickOpensTheTableOfLanesAndALaneChoosesItsThread) {
  GoTo("first steps where line == 13 and lane == 3 and kind == line");
  AddWatch("t");
  stage_->Click(Watches().rows.at(0).center());
  ASSERT_EQ(Watches().lanes.size(), 32u);
  stage_->Click(Watches().lanes.at(9).center());
  EXPECT_EQ(At().thread.x, 9u);
  EXPECT_EQ(Watches().values.at("t").text, "9");
  stage_->Click(Watches().rows.at(0).center());
  EXPECT_TRUE(Watches().lanes.empty());
}

TEST_F(WatchScreen, AnEmptyTextAndTheCrossRemoveAWatch) {
  AddWatch("t");
  AddWatch("t + 1");
  AddWatch("t");
  ASSERT_EQ(Watches().expressions, (std::vector<std::string>{"t", "t + 1"}));
  stage_->Click(Desk_().controls.at("watch 0 remove").center());
  EXPECT_EQ(Watches().expressions, (std::vector<std::string>{"t + 1"}));
  AddWatch(" ");
  EXPECT_EQ(Watches().expressions.size(), 1u);
}

TEST_F(WatchScreen, ShowsAnyExpressionInBothThemes) {
  for (const char* text : {"in", "tile", "1 / 0", "nobody", "((", "0.0f / 0.0f"}) AddWatch(text);
  for (const char* key : {"End", "T", "Home", "→", "]", "T"}) stage_->Press(key);
  EXPECT_EQ(Watches().expressions.size(), 6u);
}

TEST_F(WatchScreen, BookmarksAreKeptAndWalked) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("marks" + std::to_string(getpid()) + ".json");
  OpenBookmarks(Desk_(), file);
  GoTo("first write to tile[3]");
  const auto first = At().step;
  stage_->Press("K");
  EXPECT_TRUE(Bookmarks().editing);
  Type("the first value");
  stage_->Press("Enter");
  GoTo("last write to tile[3]");
  const auto last = At().step;
  stage_->Press("K");
  stage_->Press("Esc");
  const auto kept = query::ReadBookmarks(file);
  std::filesystem::remove(file);
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->size(), 2u);
  EXPECT_EQ((*kept)[0].name, "the first value");
  EXPECT_NE((*kept)[1].name.find("wrote 44 to tile[3]"), std::string::npos) << (*kept)[1].name;
  stage_->Press("<");
  EXPECT_EQ(At().step, first);
  EXPECT_EQ(At().thread.x, 3u);
  stage_->Press(">");
  EXPECT_EQ(At().step, last);
  stage_->Press(">");
  EXPECT_EQ(At().step, last);
  stage_->Press("Ctrl L");
  EXPECT_TRUE(SystemClipboard().get().ends_with("#launch=0&step=" + std::to_string(last) + "&block=0,0,0&thread=3,0,0"))
      << SystemClipboard().get();
  stage_->Press("Home");
  stage_->Click(Bookmarks().rows.at(0).center());
  EXPECT_EQ(At().step, first);
}

TEST_F(WatchScreen, ADamagedFileOfBookmarksIsNotWrittenTo) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("damaged" + std::to_string(getpid()) + ".json");
  std::ofstream(file) << "{\"book";
  OpenBookmarks(Desk_(), file);
  EXPECT_FALSE(Bookmarks().problem.empty());
  stage_->Press("K"), stage_->Press("Enter");
  EXPECT_EQ(std::filesystem::file_size(file), 6u);
  std::filesystem::remove(file);
  EXPECT_EQ(Bookmarks().all.size(), 1u);
}

TEST_F(WatchScreen, ButtonsOfTheCellDoWhatItsKeysDo) {
  GoTo("first write to tile[3]");
  const auto first = At().step;
  stage_->Press("Esc");
  stage_->Click(Desk_().controls.at("cell next").center());
  EXPECT_GT(At().step, first);
  stage_->Click(Desk_().controls.at("cell before").center());
  EXPECT_EQ(At().step, first);
  for (const auto& [button, question] :
       {std::pair{"cell all", "accesses of tile[3]"}, std::pair{"cell why", "why tile[3]"},
        std::pair{"cell uses", "uses of tile[3]"}}) {
    stage_->Click(Desk_().controls.at(button).center());
    ASSERT_TRUE(Desk_().Of<QueryView>().answer) << button;
    EXPECT_EQ(Desk_().Of<QueryView>().answer->question, question);
  }
  stage_->Click(Desk_().controls.at("cell stop").center());
  EXPECT_EQ(At().breakpoints.all().size(), 1u);
}

}  // namespace
}  // namespace lockstep::viz
