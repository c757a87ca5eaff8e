#include "shared/replay/findings.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

TEST(Findings, ARecordingWithoutAnyHasNoneToChoose) {
  Model model(ReduceRecording());
  Cursor cursor;
  EXPECT_FALSE(HasFindings(model));
  EXPECT_FALSE(ChooseNextFinding(model, cursor, 1));
  EXPECT_FALSE(ChooseOtherSide(model, cursor));
  EXPECT_FALSE(GoToFinding(model, cursor));
  EXPECT_EQ(ChosenFinding(model, cursor), nullptr);
}

TEST(Findings, ChoosingOneGoesToTheMomentTheThreadTheLineAndTheCell) {
  Model model(RacyRecording());
  Cursor cursor;
  ChooseFinding(model, cursor, 0);
  GoToFinding(model, cursor);
  const trace::RecordedFinding& finding = *ChosenFinding(model, cursor);
  EXPECT_EQ(cursor.step, finding.sides[0].step + 1);
  EXPECT_EQ(cursor.thread, finding.sides[0].thread);
  EXPECT_EQ(cursor.line, (Line{finding.sides[0].file, finding.sides[0].line}));
  ASSERT_TRUE(cursor.cell);
  EXPECT_EQ(cursor.cell->object, finding.object);
  EXPECT_TRUE(IsInFinding(model, cursor, finding.object, cursor.cell->index * 4, 4));
  EXPECT_FALSE(IsInFinding(model, cursor, finding.object, cursor.cell->index * 4 + 4, 4));
  EXPECT_EQ(MomentsOfFinding(model, cursor).size(), 2u);
}

TEST(Findings, TheOtherSideIsTheOtherThreadOnTheSameCell) {
  Model model(RacyRecording());
  Cursor cursor;
  ChooseFinding(model, cursor, 0);
  GoToFinding(model, cursor);
  const Cursor first = cursor;
  ChooseOtherSide(model, cursor);
  GoToFinding(model, cursor);
  EXPECT_NE(cursor.thread, first.thread);
  EXPECT_NE(cursor.step, first.step);
  EXPECT_EQ(cursor.cell, first.cell);
  ChooseOtherSide(model, cursor);
  GoToFinding(model, cursor);
  EXPECT_EQ(cursor.step, first.step);
}

TEST(Findings, NextAndPreviousWrapAround) {
  Model model(RacyRecording());
  const std::uint32_t last = static_cast<std::uint32_t>(model.recording().findings.size() - 1);
  Cursor cursor;
  ChooseNextFinding(model, cursor, 1);
  EXPECT_EQ(cursor.finding, 0u);
  ChooseNextFinding(model, cursor, -1);
  EXPECT_EQ(cursor.finding, last);
  ChooseNextFinding(model, cursor, 1);
  EXPECT_EQ(cursor.finding, 0u);
}

TEST(Findings, WithoutAStepTheLineIsShownAndTimeStays) {
  Model model(RacyRecording());
  Cursor cursor;
  ChooseFinding(model, cursor, 0);
  GoToFinding(model, cursor);
  const Position step = cursor.step;
  ChooseFinding(model, cursor, 1);
  GoToFinding(model, cursor);
  const trace::RecordedFinding& leak = *ChosenFinding(model, cursor);
  EXPECT_EQ(cursor.step, step);
  EXPECT_EQ(cursor.line.number, leak.line);
  EXPECT_EQ(cursor.object, leak.object);
}

TEST(Findings, MarkLinesByTheWorstThatRefersToThem) {
  Model model(RacyRecording());
  Cursor cursor;
  const trace::RecordedFinding &race = model.recording().findings[0], &leak = model.recording().findings[1];
  const auto mark = MarkOfLine(model, cursor, {race.file, race.sides[1].line});
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->severity, Severity::kError);
  EXPECT_FALSE(mark->chosen);
  EXPECT_EQ(MarkOfLine(model, cursor, {leak.file, leak.line})->severity, Severity::kWarning);
  EXPECT_FALSE(MarkOfLine(model, cursor, {race.file, 1}));
  ChooseFinding(model, cursor, 0);
  EXPECT_TRUE(MarkOfLine(model, cursor, {race.file, race.line})->chosen);
}

TEST(Findings, AreCountedBySeverity) {
  EXPECT_EQ(CountFindings(RacyRecording()), "1 error, 1 warning");
  EXPECT_EQ(PlaceOfFinding(RacyRecording().findings[0]), "line 4 · race-shared · 64 times");
}

TEST(Findings, ThatAreInvalidLeadNowhere) {
  trace::Recording recording = RacyRecording();
  for (trace::RecordedSide& side : recording.findings[0].sides) side.step = 1u << 30, side.launch = 7;
  recording.findings[0].object = static_cast<trace::ObjectId>(12345);
  recording.findings[1].sides.clear();
  Model model(std::move(recording));
  Cursor cursor;
  for (int i = 0; i < 4; ++i) {
    ChooseNextFinding(model, cursor, 1);
    GoToFinding(model, cursor);
    ChooseOtherSide(model, cursor);
    GoToFinding(model, cursor);
    EXPECT_EQ(cursor.launch, 0u);
  }
}

}  // namespace
}  // namespace lockstep::replay
