// Questions that are typed into the window's bar, and what their answers do.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/app/keys.h"
#include "viz/panels/query_view.h"
#include "viz/panels/system_clipboard.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

class QueryScreen : public testing::Test {
 protected:
  QueryScreen() {
    auto stage = Stage::Open({.recording = replay::ReduceRecording()}, {});
    EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
    if (stage) stage_ = std::move(*stage);
  }
  void Type(std::string_view letters) {
    for (const char letter : letters)
      stage_->screen().Press(letter == ' ' ? "Space" : *KeyOfLetter(static_cast<unsigned char>(letter)));
    stage_->DrawOnce();
  }
  void Ask(std::string_view text) {
    stage_->screen().Press("Ctrl K");
    Type(text);
    stage_->Press("Enter");
  }
  QueryView& Query() { return stage_->screen().desk().Of<QueryView>(); }
  std::string Field() { return Query().field.buffer().Line(0); }
  Selection& At() { return stage_->selection(); }
  std::vector<std::uint32_t> PixelsOf(const Selection& place) {
    return stage_->PixelsOfNewScreen({.recording = replay::ReduceRecording()}, [&](Screen& screen) {
      static_cast<replay::Cursor&>(screen.selection()) = place;
      screen.model()->MoveTo(place);
      screen.Ask(Query().asked);
    });
  }

  std::unique_ptr<Stage> stage_;
};

TEST_F(QueryScreen, AnswersWithMomentsThatAreWalkedAndClicked) {
  stage_->Press("Home");
  Ask("accesses of tile[3]");
  ASSERT_TRUE(Query().answer);
  EXPECT_FALSE(Query().is_open);
  ASSERT_EQ(Query().answer->rows.size(), 3U);
  EXPECT_EQ(At().step, 0U) << "a list is shown; nothing moves";
  std::vector<replay::Position> steps;
  for (int i = 0; i < 3; ++i) {
    stage_->Press("N");
    steps.push_back(At().step);
    EXPECT_EQ(At().thread, Query().answer->rows[static_cast<std::size_t>(i)].place->thread);
    EXPECT_EQ(At().cell->index, 3U);
  }
  EXPECT_LT(steps[0], steps[1]);
  EXPECT_LT(steps[1], steps[2]);
  stage_->Press("N");
  EXPECT_EQ(At().step, steps[2]) << "the last one";
  stage_->Press("Shift N");
  EXPECT_EQ(At().step, steps[1]);
  ASSERT_TRUE(Query().rows.contains(0));
  stage_->Click(Query().rows.at(0).center());
  EXPECT_EQ(At().step, steps[0]);
  stage_->Press("Esc");
  EXPECT_FALSE(Query().answer);
}

TEST_F(QueryScreen, GoesToPlaces) {
  Ask("t40");
  EXPECT_EQ(At().thread, (trace::Dim3{40, 0, 0}));
  EXPECT_FALSE(Query().is_open);
  EXPECT_FALSE(Query().answer);
  Ask("step 20");
  EXPECT_EQ(At().step, 21U);
  Ask("last write to tile[3]");
  ASSERT_TRUE(Query().answer);
  EXPECT_EQ(At().step, Query().answer->rows[0].place->step) << "a single answer is gone to at once";
}

TEST_F(QueryScreen, PutsACaretUnderAnErrorAndKeepsTheText) {
  Ask("writes to tile where");
  EXPECT_TRUE(Query().is_open);
  EXPECT_EQ(Field(), "writes to tile where");
  EXPECT_EQ(Query().problem.substr(0, 26), "The query ends too early: ");
  EXPECT_EQ(Query().problem_at, 20U);
  EXPECT_GT(stage_->Count(stage_->screen().desk().color().fault), 20U);
  stage_->Press("Space");
  EXPECT_TRUE(Query().problem.empty());
  stage_->Press("Esc");
  EXPECT_FALSE(Query().is_open);
  Ask("writes to nothing");
  EXPECT_TRUE(Query().is_open);
  EXPECT_NE(Query().problem.find("no array or variable `nothing`"), std::string::npos);
  stage_->Press("Esc");
  Ask("t64");
  EXPECT_EQ(Query().problem_at, 0U);
}

TEST_F(QueryScreen, CompletesNamesByTabAndByClick) {
  stage_->Press("/");
  Type("writes to ti");
  ASSERT_FALSE(Query().words.completion.words.empty());
  stage_->Press("Tab");
  EXPECT_EQ(Field(), "writes to tile");
  Type(" whe");
  ASSERT_TRUE(Query().words.areas.contains(0));
  stage_->Click(Query().words.areas.at(0).center());
  EXPECT_EQ(Field(), "writes to tile where");
  EXPECT_TRUE(Query().is_open);
  stage_->Click({800, 700});
  EXPECT_FALSE(Query().is_open) << "a click elsewhere closes it";
}

TEST_F(QueryScreen, RemembersQuestions) {
  Ask("t3");
  Ask("t4");
  Ask("t3");
  stage_->Press("Ctrl K");
  stage_->Press("↑");
  EXPECT_EQ(Field(), "t3");
  stage_->Press("↑");
  EXPECT_EQ(Field(), "t4");
  stage_->Press("↑");
  EXPECT_EQ(Field(), "t4") << "there are two";
  stage_->Press("↓");
  EXPECT_EQ(Field(), "t3");
}

TEST_F(QueryScreen, LettersInTheFieldAreNoKeys) {
  const auto theme = stage_->screen().desk().theme.kind;
  stage_->Press("/");
  Type("t?[]");
  EXPECT_EQ(stage_->screen().desk().theme.kind, theme);
  EXPECT_EQ(Field(), "t?[]");
  EXPECT_FALSE(stage_->screen().desk().show_help);
}

TEST_F(QueryScreen, ShowsOriginsAndReasons) {
  stage_->Press("End");
  Ask("why tile[3]");
  ASSERT_TRUE(Query().answer);
  ASSERT_GT(Query().answer->rows.size(), 2U);
  stage_->Press("N");
  EXPECT_EQ(At().step, Query().answer->rows[0].place->step);
  Ask("whynot out[0]");
  ASSERT_TRUE(Query().answer);
  EXPECT_TRUE(Query().answer->is_prose);
}

TEST_F(QueryScreen, IsDrawnAsIfItHadJustBeenOpened) {
  Ask("accesses of tile[3]");
  for (const char* key : {"N", "End", "N", "Shift N", "Home", "N", "N", "Shift N"}) stage_->Press(key);
  Query().chosen.reset();
  stage_->Settle();
  const auto walked = stage_->Pixels();
  EXPECT_EQ(PixelsOf(At()), walked);
}

TEST_F(QueryScreen, GoesBackAndForwardOverPlaces) {
  stage_->Press("Home");
  Ask("step 20");
  stage_->Press("→");
  const replay::Position stepped = At().step;
  Ask("t40");
  stage_->Press("Alt ←");
  EXPECT_EQ(At().step, stepped) << "with the steps that were taken there";
  EXPECT_NE(At().thread, (trace::Dim3{40, 0, 0}));
  stage_->Press("Alt ←");
  EXPECT_EQ(At().step, 0U);
  stage_->Press("Alt →"), stage_->Press("Alt →");
  EXPECT_EQ(At().thread, (trace::Dim3{40, 0, 0}));
  stage_->Press("Alt →");
  EXPECT_EQ(At().thread, (trace::Dim3{40, 0, 0}));
}

TEST_F(QueryScreen, GoesBackFromAPlaceThatWasNotDrawn) {
  Ask("last write to tile[3]");
  const replay::Position step = At().step;
  stage_->screen().Press("Home"), stage_->screen().Press("Alt ←");
  stage_->Settle();
  EXPECT_EQ(At().step, step);
  EXPECT_EQ(At().thread, (trace::Dim3{3, 0, 0}));
}

TEST_F(QueryScreen, AsksAboutTheChosenCellByKeys) {
  Ask("first write to tile[3]");
  stage_->Press("Esc");
  const replay::Position first = At().step;
  stage_->Press(")");
  const replay::Position second = At().step;
  EXPECT_GT(second, first);
  EXPECT_EQ(At().cell->index, 3U);
  stage_->Press(")");
  EXPECT_EQ(At().step, second) << "there is no other write";
  stage_->Press("(");
  EXPECT_EQ(At().step, first);
  stage_->Press("R");
  ASSERT_TRUE(Query().answer);
  EXPECT_EQ(Query().answer->question, "accesses of tile[3]");
  EXPECT_EQ(Query().answer->rows.size(), 3U);
  stage_->Press("Y");
  EXPECT_EQ(Query().answer->question, "why tile[3]");
  EXPECT_EQ(Query().answer->rows[0].text, "tile[3] = 6") << "the value of this moment";
  stage_->Press("U");
  EXPECT_EQ(Query().answer->question, "uses of tile[3]");
}

TEST_F(QueryScreen, CopiesTheValueOfACell) {
  Ask("first write to tile[3]");
  stage_->Press("Ctrl C");
  EXPECT_EQ(SystemClipboard().get(), "6");
  stage_->Press(")");
  stage_->Press("Ctrl C");
  EXPECT_EQ(SystemClipboard().get(), "44");
  stage_->Press("Home");
  stage_->Press("Ctrl C");
  EXPECT_EQ(SystemClipboard().get(), "44") << "it has no value yet";
}

TEST_F(QueryScreen, ListsOfAnyLengthAreDrawnInBothThemes) {
  for (const char* text : {"steps", "count by thread", "why out[0]", "writes where new > 1e9"}) {
    Ask(text);
    ASSERT_TRUE(Query().answer) << text;
    for (const char* key : {"T", "N", "End", "N", "N", "Shift N", "T"}) stage_->Press(key);
  }
}

TEST_F(QueryScreen, ARecordingIsNotChanged) {
  for (const char* text : {"t = 3", "tile[3] += 1", "t++"}) {
    Ask(text);
    EXPECT_EQ(Query().problem, "A recording is not changed: change the program and record it again") << text;
    EXPECT_FALSE(Query().answer);
  }
}

TEST_F(QueryScreen, SaysHowMuchOfTheRecordingAnAnswerKnows) {
  stage_->screen().Show({.reading = "Reading: 27 %."});
  Ask("writes to d_out where new > 1000000");
  ASSERT_TRUE(Query().answer);
  EXPECT_TRUE(Query().answer->rows.empty());
  EXPECT_EQ(Query().answer->notes.at(0), "So far. Reading: 27 %.");
  stage_->screen().Show({.reading = "Reading: 28 %."});
  stage_->DrawOnce();
  EXPECT_EQ(Query().answer->notes.at(0), "So far. Reading: 27 %.") << "the answer is that of the moment";
  Ask("step 50000000");
  EXPECT_TRUE(Query().problem.ends_with(" So far. Reading: 28 %.")) << Query().problem;
  stage_->screen().Show({.reading = ""});
  Ask("writes to tile[3]");
  ASSERT_TRUE(Query().answer);
  for (const std::string& note : Query().answer->notes) EXPECT_FALSE(note.starts_with("So far"));
}

}  // namespace
}  // namespace lockstep::viz
