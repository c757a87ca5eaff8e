#include "viz/model/findings.h"

#include <gtest/gtest.h>

#include "viz/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

TEST(Findings, ARecordingWithoutAnyHasNoneToChoose) {
  Model model(ReduceRecording());
  Selection selection;
  EXPECT_FALSE(HasFindings(model));
  AskForNextFinding(model, selection, 1);
  AskForOtherSide(model, selection);
  EXPECT_FALSE(selection.to_finding);
  EXPECT_EQ(ChosenFinding(model, selection), nullptr);
}

TEST(Findings, ChoosingOneGoesToTheMomentTheThreadTheLineAndTheCell) {
  Model model(RacyRecording());
  Selection selection;
  AskForFinding(model, selection, 0);
  ToFinding(model, selection);
  const RecordedFinding& finding = *ChosenFinding(model, selection);
  EXPECT_EQ(selection.step, finding.sides[0].step + 1);
  EXPECT_EQ(selection.thread, finding.sides[0].thread);
  EXPECT_EQ(selection.line, (Line{finding.sides[0].file, finding.sides[0].line}));
  ASSERT_TRUE(selection.cell);
  EXPECT_EQ(selection.cell->object, finding.object);
  EXPECT_TRUE(IsInFinding(model, selection, finding.object, selection.cell->index * 4, 4));
  EXPECT_FALSE(IsInFinding(model, selection, finding.object, selection.cell->index * 4 + 4, 4));
  EXPECT_EQ(MomentsOfFinding(model, selection).size(), 2u);
}

TEST(Findings, TheOtherSideIsTheOtherThreadOnTheSameCell) {
  Model model(RacyRecording());
  Selection selection;
  AskForFinding(model, selection, 0);
  ToFinding(model, selection);
  const Selection first = selection;
  AskForOtherSide(model, selection);
  ToFinding(model, selection);
  EXPECT_NE(selection.thread, first.thread);
  EXPECT_NE(selection.step, first.step);
  EXPECT_EQ(selection.cell, first.cell);
  AskForOtherSide(model, selection);
  ToFinding(model, selection);
  EXPECT_EQ(selection.step, first.step);
}

TEST(Findings, NextAndPreviousGoRound) {
  Model model(RacyRecording());
  const std::uint32_t last = static_cast<std::uint32_t>(model.recording().findings.size() - 1);
  Selection selection;
  AskForNextFinding(model, selection, 1);
  EXPECT_EQ(selection.finding, 0u);
  AskForNextFinding(model, selection, -1);
  EXPECT_EQ(selection.finding, last);
  AskForNextFinding(model, selection, 1);
  EXPECT_EQ(selection.finding, 0u);
}

TEST(Findings, WithoutAStepTheLineIsShownAndTimeStays) {
  Model model(RacyRecording());
  Selection selection;
  AskForFinding(model, selection, 0);
  ToFinding(model, selection);
  const Position step = selection.step;
  AskForFinding(model, selection, 1);
  ToFinding(model, selection);
  const RecordedFinding& leak = *ChosenFinding(model, selection);
  EXPECT_EQ(selection.step, step);
  EXPECT_EQ(selection.line.number, leak.line);
  EXPECT_EQ(selection.object, leak.object);
}

TEST(Findings, MarkLinesByTheWorstThatSpeaksOfThem) {
  Model model(RacyRecording());
  Selection selection;
  const RecordedFinding &race = model.recording().findings[0], &leak = model.recording().findings[1];
  const auto mark = MarkOfLine(model, selection, {race.file, race.sides[1].line});
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->severity, Severity::kError);
  EXPECT_FALSE(mark->chosen);
  EXPECT_EQ(MarkOfLine(model, selection, {leak.file, leak.line})->severity, Severity::kWarning);
  EXPECT_FALSE(MarkOfLine(model, selection, {race.file, 1}));
  AskForFinding(model, selection, 0);
  EXPECT_TRUE(MarkOfLine(model, selection, {race.file, race.line})->chosen);
}

TEST(Findings, AreCountedBySeverity) {
  EXPECT_EQ(CountFindings(RacyRecording()), "1 error, 1 warning");
  EXPECT_EQ(PlaceOfFinding(RacyRecording().findings[0]), "line 4 · race-shared · 64 times");
}

TEST(Findings, ThatMakeNoSenseLeadNowhere) {
  Recording recording = RacyRecording();
  for (FindingSide& side : recording.findings[0].sides) side.step = 1u << 30, side.launch = 7;
  recording.findings[0].object = static_cast<ObjectId>(12345);
  recording.findings[1].sides.clear();
  Model model(std::move(recording));
  Selection selection;
  for (int i = 0; i < 4; ++i) {
    AskForNextFinding(model, selection, 1);
    ToFinding(model, selection);
    AskForOtherSide(model, selection);
    ToFinding(model, selection);
    EXPECT_EQ(selection.launch, 0u);
  }
}

}  // namespace
}  // namespace lockstep::viz
